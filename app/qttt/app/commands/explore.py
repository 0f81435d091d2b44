"""`qttt explore`: the explorer's page, static files that are served to this machine or written for any host.

In a source tree `python -m qttt.app.commands.explore` writes the rules as the explorer shows them: for each page of
rules the file `rules-PAGE.gz` of `web/data`."""

import gzip
import json
import re
import threading
import webbrowser
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Annotated, BinaryIO
from urllib.parse import urlencode

import typer

from qttt.app.command import Command, GameCommand, as_text, typed
from qttt.app.errors import BadInput, reason, suggest, tell
from qttt.app.files import check_file, write_bytes, write_folder
from qttt.app.games import Query, name_of_ruleset
from qttt.app.options import Moves
from qttt.app.rulebook import texts
from qttt.fast.known import web
from qttt.oracle.registry import games
from qttt.reference.written import is_position
from qttt.spec import rules
from qttt.spec.disk import write_whole

HERE = Path(__file__).resolve()
WEB = next(filter(Path.is_dir, (HERE.parents[1] / "web", HERE.parents[4] / "web")), Path("web"))
"""The folder of the files: inside an installed package, or in a source tree."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media types of the files, by their suffixes; the same on every system."""
COMPRESSED = (".gz", ".png")
"""Suffixes of files that are compressed already."""
HOST, PAGE = "127.0.0.1", "page/"
SINGLE = "dist/single/"
"""The folder of the scripts of the page as one file, which esbuild has made."""

FORMAL = re.compile(r"^```(?:python|ebnf)\n.*?^```\n?", re.M | re.S)
"""The formal block of a rule."""


def explore(
    query: Query,
    moves: Moves = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port to listen on. Default: a free one.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address and open nothing.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR|FILE.html",
            help="Write the page into this new folder, for any web host, or as one new file, and serve nothing.",
        ),
    ] = None,
) -> None:
    """Open the explorer in the browser: look at a game, play it, and see what every move is worth.

    The page is static files; they are served to this machine only, and load nothing from elsewhere. Without --game the
    first game opens, or the one of a written position.
    """
    if not out:
        return serve(port, address_of(query, typed(query, moves)), not no_browser)
    if port or moves or query.typed or query.name != games()[0]:
        raise BadInput("--out writes the page of all games and serves nothing: leave out the game and --port")
    if out.suffix.lower() == ".html":
        return write_page(out)
    print(f"{write(out)} files written to {out}; to look at them: python -m http.server --directory {out}")


def address_of(query: Query, text: str) -> str:
    """The query of the page's address for a game in notation, or for a written position, which the page itself reads.

    Raises BadInput, and what reading a game raises.
    """
    chosen: dict[str, str] = {}
    if is_position(text):
        if query.typed:
            raise BadInput("the written position names its options: leave out the others")
    elif query.typed or text:
        query.game.read(text)
        defaults = {option.name: option.default for option in query.game.options}
        setting = query.game.setting.items()
        chosen = {name.replace("_", "-"): value for name, value in setting if value != defaults[name]}
    return f"?{urlencode({'game': query.name, **chosen, **({'moves': text} if text else {})})}"


def game_of_text(given: Mapping[str, list[str] | None]) -> str:
    """The game that a written position names; otherwise the first one. Raises `BadInput` if it is unknown."""
    text = as_text(given["moves"])
    if "://" in text:
        raise BadInput("a link is opened by the browser, or pasted on the page under Share")
    if not is_position(text) and (near := suggest(text.partition(" ")[0], games())):
        raise BadInput(f"'{text}' is not a written game: {near}name a game by --game, such as --game {games()[0]}")
    return name_of_ruleset(text.split()[0].rstrip(":")) if is_position(text) else games()[0]


@cache
def files() -> Mapping[str, Path]:
    """The files of the page by their addresses. No part of a request is ever taken as the name of a file."""
    found = {
        path.relative_to(WEB).as_posix(): path
        for path in sorted(WEB.rglob("*"))
        if path.suffix in KINDS and path.is_file() and (path.suffix != ".js" or path.parent in (WEB, WEB / "dist"))
    }
    if f"{PAGE}index.html" not in found or not (WEB / SINGLE).is_dir():
        raise BadInput(f"{WEB}: the explorer's files are missing; install qttt again")
    return found


def write(folder: Path) -> int:
    """Write the page into a new or empty folder; the number of its files. Raises BadInput as `write_folder` does."""
    write_folder(folder, files())
    return len(files())


def write_page(path: Path) -> None:
    """Write the page as a new file, and say how to open it. Raises BadInput if it exists, and as `write_bytes` does."""
    check_file(path)
    if path.exists():
        raise BadInput(f"{path}: exists already; name a new file")
    content = one_file()
    write_bytes(path, content)
    print(f"{len(content):,} bytes written to {path}; to look at it, open it in a browser")


def one_file() -> bytes:
    """The page with its scripts, styles and tables inside. Its policy allows these by their digests, and no request."""
    allowed = {"script": "", "style": "", "connect": " data:", "worker": " blob:"}

    def text(name: str) -> str:
        return (WEB / name).read_text(encoding="utf-8")

    def element(tag: str, content: str) -> str:
        name = tag.partition(" ")[0]
        allowed[name] += f" 'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
        return f"<{tag}>{content}</{name}>\n"

    held = {path.stem: b64encode(path.read_bytes()).decode() for path in files().values() if path.suffix == ".gz"}
    shown = json.dumps({**held, "worker": text(f"{SINGLE}worker.js")}, ensure_ascii=False).replace("<", "\\u003c")
    body = element("script", f"qtttFiles={shown}") + element("script", text("unready.js"))
    body += element('script type="module"', text(f"{SINGLE}page.js"))
    head = element("style", text(f"{PAGE}style.css"))
    for name in files():
        if game := re.fullmatch(f"{PAGE}(.*)/view.css", name):
            head += element(f'style data-game="{game[1]}" media="not all"', text(name))
    icon = f"data:image/svg+xml;base64,{b64encode(text(f'{PAGE}icon.svg').encode()).decode()}"
    page = re.sub(r' *<(?:link rel="(?!icon)|script |meta property="og:image).*\n', "", text(f"{PAGE}index.html"))
    page = re.sub("(script|style|connect|worker)-src 'self'", lambda found: f"{found[1]}-src{allowed[found[1]]}", page)
    page = page.replace("icon.svg", icon).replace("</head>", f"{head}</head>")
    return page.replace("</body>", f"{body}</body>").encode()


@cache
def compressed(path: Path) -> bytes:
    """A file as a server sends it to a browser that unpacks it."""
    return gzip.compress(path.read_bytes(), mtime=0)


class Handler(SimpleHTTPRequestHandler):
    """Answers with the files of the page."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    extensions_map = KINDS

    def translate_path(self, path: str) -> str:
        """The file at an address; the name of no file for any other address."""
        name = path.partition("?")[0].removeprefix("/")
        return str(files().get(name + "index.html" * (name in ("", PAGE)), ""))

    def send_head(self) -> BytesIO | BinaryIO | None:
        """A file, compressed for a browser that unpacks it."""
        path = Path(self.translate_path(self.path))
        if path == Path() or path.suffix in COMPRESSED or "gzip" not in self.headers.get("Accept-Encoding", ""):
            return super().send_head()
        content = compressed(path)
        self.send_response(HTTPStatus.OK)
        sent = {"Content-Type": KINDS[path.suffix], "Content-Encoding": "gzip", "Content-Length": str(len(content))}
        for name, value in (sent | {"Vary": "Accept-Encoding"}).items():
            self.send_header(name, value)
        self.end_headers()
        return BytesIO(content)

    def end_headers(self) -> None:
        """Browsers ask again whether a file has changed, and take no file for another kind."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


class Server(ThreadingHTTPServer):
    """Serves the page."""

    def handle_error(self, *_: object) -> None:
        """A browser that goes away is no error."""


def serve(port: int | None, query: str, browser: bool) -> None:
    """Serve the page to this machine until interrupted, with the address of a game, as `?game=goff`; without a port on
    a free one. Raises BadInput for a port that cannot be listened on."""
    files()
    try:
        server = Server((HOST, port or 0), Handler)
    except OSError as error:
        raise BadInput(f"--port {port}: {reason(error)}; leave out --port for a free one") from error
    with server, suppress(KeyboardInterrupt):
        address = f"http://{HOST}:{server.server_port}/{PAGE}{query}"
        print(f"The explorer is at {address}; Ctrl-C ends it", flush=True)
        if browser:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        server.serve_forever()


def open_browser(address: str) -> None:
    """Open the page in the person's browser, or say how to."""
    with suppress(webbrowser.Error):
        if webbrowser.open(address):
            return
    tell(f"no browser was found: open {address} in one, or leave this to --no-browser")


# The rules as the explorer shows them


def pages_of_rules() -> list[str]:
    """The pages, as `rules-goff`."""
    return [f"rules-{page.removesuffix('.md')}" for page in dict.fromkeys(rule.page for rule in rules().values())]


def shown_rules(name: str) -> dict[str, dict[str, str]]:
    """For each rule of a page its title, section and page, and its text in Markdown without the formal block."""
    file = f"{name.removeprefix('rules-')}.md"
    return {
        id: {
            "title": rules()[id].title,
            "section": rules()[id].section,
            "page": file,
            "text": FORMAL.sub("", text).strip(),
        }
        for id, text in texts(file).items()
    }


def write_rules() -> None:
    """Write the files, and print the size of each."""
    for name in pages_of_rules():
        content = web.pack({"table": name, "rules": shown_rules(name)}, {})
        write_whole(web.path(name), content)
        print(f"{web.path(name).name}  {len(content):,} bytes")


COMMANDS = {"explore": Command(explore, GameCommand, "--game", game_of_text)}

if __name__ == "__main__":
    write_rules()
