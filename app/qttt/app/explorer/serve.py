"""Runs the server: an address, the browser, and a clean end."""

import errno
import gc
import socket
import threading
import webbrowser
from contextlib import suppress

from qttt.app.errors import BadInput, reason, tell
from qttt.app.explorer.guards import hosts_of, is_any, is_loopback
from qttt.app.explorer.opening import Opening
from qttt.app.explorer.players import Players
from qttt.app.explorer.ready import Ready

OPEN_TO_OTHERS = (
    "--host {host}: everybody who can reach this machine can ask this server, over a connection that is not encrypted; "
    "they can only ask, but questions take time of this machine"
)


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens on an address; without a port, on a free one. Raises `BadInput`."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port or 0, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise BadInput(f"--host {host}: is not an address of this machine: {reason(error)}") from error
    found = socket.socket(family, kind, proto)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(128)
    except OSError as error:
        found.close()
        raise BadInput(_cannot_listen(host, port, error)) from error
    return found


def _cannot_listen(host: str, port: int | None, error: OSError) -> str:
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host}: is not an address of this machine; leave out --host for 127.0.0.1"
    if port is None:
        return f"--host {host}: {reason(error)}; name another --host"
    return f"--port {port} at {host}: {reason(error)}; leave out --port for a free one"


def serve(host: str, port: int | None, opening: Opening, *, api_only: bool = False, browser: bool = True) -> None:
    """Serve until interrupted.

    Raises `BadInput` for an address that cannot be listened on.
    """
    import uvicorn

    from qttt.app.explorer.server import app

    players = Players(opening.nets)
    ready = Ready(tell, players.prepare)
    listener = listening(host, port)
    with listener:
        number = listener.getsockname()[1]
        shown_host = "127.0.0.1" if is_any(host) else f"[{host}]" if ":" in host else host
        address = f"http://{shown_host}:{number}{opening.path}"
        config = uvicorn.Config(
            app(ready, players, hosts_of(host, number), api_only),
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
            timeout_keep_alive=30,
            limit_concurrency=500,
            h11_max_incomplete_event_size=65_536,
            http="h11",
            ws="none",
        )
        server = uvicorn.Server(config)
        if not is_loopback(host):
            tell(OPEN_TO_OTHERS.format(host=host))
        print(f"{'The API' if api_only else 'The explorer'} is at {address}; Ctrl-C ends it", flush=True)
        ready.truth(opening.game, patience=0)
        if browser and not api_only:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        ready.close()
        gc.freeze()  # the interpreter would go through all objects of the compiler once more, for a second or longer


def open_browser(address: str) -> None:
    """Open the page in the person's browser, or say how to."""
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        tell(f"no browser was found: open {address} in one, or leave this to --no-browser")
