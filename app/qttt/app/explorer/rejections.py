"""What a request gets that is not answered: JSON for programs, a small page for a person."""

from html import escape
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>qttt explorer</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/style.css" />
  </head>
  <body>
    <main>
      <p>{words}</p>
      {link}
    </main>
  </body>
</html>
"""
LINK = '<p><a href="/">Open the explorer</a></p>'


def rejected(status: int, words: str, headers: dict[str, str] | None = None, **more: Any) -> JSONResponse:
    """A response that says in one line what is wrong."""
    return JSONResponse({"error": {"words": words, **more}}, status, headers)


def rejected_in_kind(
    scope: Scope, status: int, words: str, headers: dict[str, str] | None = None, link: bool = True
) -> Response:
    """The same as a page, with a link to the explorer unless `link` is false, if a person has opened the address."""
    if not is_navigation(scope):
        return rejected(status, words, headers)
    sentence = escape(words[0].upper() + words[1:]) + "."
    page = PAGE.format(words=sentence, link=LINK if link else "")
    return HTMLResponse(page, status, {"cache-control": "no-store", **(headers or {})})


def is_navigation(scope: Scope) -> bool:
    """Whether a browser asks for a page to show, outside the API."""
    path: str = scope["path"]
    asks_api = path == "/api" or path.startswith("/api/")
    return not asks_api and "text/html" in Headers(scope=scope).get("accept", "")
