"""Agents from the files of `qttt train`."""

from typing import Any

from qttt.app.errors import BadInput, reason


def trained(name: str, game: Any) -> Any:
    """The agent ``net:FILE`` or ``net:FILE:SIMULATIONS`` of a game. Raises BadInput for a file that it cannot play
    by."""
    from qttt.learn.trained import agent, named

    try:
        return agent(name, game)
    except OSError as error:
        raise BadInput(f"{named(name)[0]}: cannot be read: {reason(error)}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error
