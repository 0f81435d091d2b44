"""The entry point of `qttt`: runs a command, and reports any failure as one line, JSON with `--json`, and an exit code.

Exit codes: 0 done, 1 a claim failed, 2 bad input or a file or device that cannot be used, 3 an engine failed, 130
interrupted, 141 nobody reads the output.
"""

import _thread
import codecs
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence

from qttt.app.errors import BadInput, EngineFailed, Interrupted, one_line, reason, tell, tell_json

FAILED, ENGINE_FAILED, INTERRUPTED, NO_READER = 2, 3, 130, 141


def main(args: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None) and return the exit code."""
    told = ""
    given = sys.argv[1:] if args is None else [*args]
    own = given[: given.index("--")] if "--" in given else given
    try:
        _settle_streams()
        _settle_interrupts()
        code = _run(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Interrupted as interrupted:
        code, told = INTERRUPTED, str(interrupted)
    except EngineFailed as failed:
        code, told = ENGINE_FAILED, str(failed)
    except BrokenPipeError:
        code = NO_READER
    except SystemExit as left:  # a shell's completion exits with 0, rich and typer in their own way when nobody reads
        code = NO_READER if left.code else 0
    except Exception as error:
        line = _explanation(error)
        if line is None:
            raise
        code, told = FAILED, line
    if told := told or "interrupted" * (code == INTERRUPTED):
        tell_json(told, code) if "--json" in own else tell(told)
    _close_output()
    return code


def _run(given: Sequence[str]) -> int:
    from qttt.app.commands import build, in_full

    if (given := in_full([*given])) == ["--version"]:
        from qttt.app.installed import version

        print(f"qttt {version()}")
        return 0

    completing = os.environ.get("_TYPER_COMPLETE_ARGS", os.environ.get("COMP_WORDS", "")).split()[1:]
    code = build(next(iter(given or completing), ""))(given, prog_name="qttt", standalone_mode=False)
    return code if isinstance(code, int) else 0


def _explanation(error: Exception) -> str | None:
    """The message for an error; None if only a bug in this program raises it."""
    if isinstance(error, BadInput):
        return str(error)
    from typer import TyperException

    from qttt.fast.answers import UnknownPosition
    from qttt.fast.backend import DeviceError, gpu_error, is_of_gpu
    from qttt.fast.store import StoreError
    from qttt.oracle.entry import NotSolvable
    from qttt.reference.game import RuleBroken
    from qttt.reference.notation import NotationError
    from qttt.spec import rulesets

    match error:
        case DeviceError() | StoreError() | NotSolvable() | RuleBroken() | NotationError() | UnknownPosition():
            return str(error)
        case _ if is_of_gpu(error):
            return str(gpu_error(error))
        case TyperException():
            context = getattr(error, "ctx", None)
            command = context.command_path if context else "qttt"
            missing = getattr(error, "param", None)
            if context and missing and missing.name == "ruleset":
                from qttt.oracle.registry import games

                if "--game" in missing.opts:  # the arguments are agents
                    kinds = [each.param_type_name for each in context.command.params]
                    command = " ".join([command, *["random"] * kinds.count("argument"), "--game"])
                return f"name a game: {', '.join(games())}; such as: {command} {games()[0]}"
            wrong = getattr(error, "option_name", "")
            takes = [each.name for each in context.command.params] if context else []
            if wrong == "--png" and {"moves", "out"} <= {*takes}:
                return "--png: name the picture's file with --out, such as --out board.png"
            if "switch" in takes and any(
                wrong == f"--{each.written}" for it in rulesets().values() for each in it.options
            ):
                return f"{wrong}: write --switch {wrong[2:]}=VALUE"
            if context and (shown := getattr(error, "possibilities", None)):
                hidden = {name for it in context.command.params for name in it.opts if getattr(it, "hidden", False)}
                vars(error)["possibilities"] = [name for name in shown if name not in hidden]
            message = one_line(error.format_message()).replace("Value error, ", "").rstrip(".")
            return f"{message}; see {command} --help"
        case MemoryError():
            return "not enough memory"
        case OSError():
            return f"{error.filename or 'output'}: {reason(error)}"
    return None


LOOKS_LIKE = str.maketrans(
    "₀₁₂₃₄₅₆₇₈₉²³⁴─═│║▌▐┌┐└┘├┤┬┴┼╭╮╰╯╫╥╩╬█░·✓✗…≈★−–×", "0123456789234--||||+++++++++++++++++#..+x.~*--x"
)
"""The characters that stand in for others where a stream has only those of ASCII."""


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """What is written in place of characters that a stream does not have, '?' for most."""
    assert isinstance(error, UnicodeEncodeError)
    wanted = error.object[error.start : error.end].translate(LOOKS_LIKE)
    return wanted.encode("ascii", "replace").decode(), error.end


def _settle_streams() -> None:
    """Replace a closed stream with the null device, what a stream cannot read with '?', and what it cannot show with
    what looks like it."""
    codecs.register_error("stand-in", _stand_in)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        with contextlib.suppress(AttributeError, ValueError):
            getattr(sys, name).reconfigure(errors="replace" if name == "stdin" else "stand-in")


def _settle_interrupts() -> None:
    """Treat SIGTERM and SIGHUP as interrupts, so that unfinished work is cleared away, and lose no interrupt.

    Python prints and forgets an interrupt in a callback from LLVM or in a destructor; here it is raised again.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        with contextlib.suppress(ValueError):  # not in the main thread
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, signal.default_int_handler)
    sys.unraisablehook = _raise_lost_interrupt


def _raise_lost_interrupt(lost: "sys.UnraisableHookArgs") -> None:
    if isinstance(lost.exc_value, KeyboardInterrupt):
        threading.Timer(0.02, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)


def _close_output() -> None:
    """Drop output that nobody reads or that has no room: Python would complain about it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
