"""The entry point: `main` turns every end of a command into an exit status and at most one line of error.

Exit status: 0 done or PASS, 1 FAIL, 2 bad input or usage, 3 UNCERTAIN, 130 interrupted. Nothing but a FAIL verdict
exits with 1, so that a crash is never read as a verdict; a reader that goes away changes no status. `--version`
answers before anything else is imported, and little is imported before an interrupt is handled.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_INPUT = 2
INTERRUPTED = 130

DEBUG_VARIABLE = "SPECHARNESS_DEBUG"
"""Set to anything: a failure that nobody foresaw is shown with its traceback."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status and never raises, SystemExit included."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from specharness.cli.streams import guarded_streams

        with guarded_streams():
            try:
                if given[:1] != ["--version"]:
                    return _run(given or ["--help"])
                from specharness import __version__

                print(f"specharness {__version__}", flush=True)
                return 0
            except KeyboardInterrupt:  # while the commands were still loading, or a second one
                return _interrupted()
    except KeyboardInterrupt:  # before there were guards, or while they end
        return _interrupted()


def _interrupted() -> int:
    print("error: interrupted", file=sys.stderr, flush=True)
    return INTERRUPTED


def _run(arguments: list[str]) -> int:
    import typer

    from specharness.cli.app import app
    from specharness.cli.terminal import print_error
    from specharness.errors import SpecHarnessError

    try:
        _refuse_empty(arguments)
        status = int(app(arguments, prog_name="specharness", standalone_mode=False) or 0)
        sys.stdout.flush()
        if status != INTERRUPTED:  # typer's own answer to an interrupt
            return status
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        print_error("interrupted; nothing was left half-written")
        return INTERRUPTED
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "specharness"
        print_error(f"{error.format_message().rstrip('.')}; see {command} --help")
    except SpecHarnessError as error:
        print_error(str(error))
    except OSError as error:
        print_error(f"{error.filename or 'system'}: {error.strerror or error}")
    except MemoryError:
        print_error("out of memory; compile the specification in parts")
    except SystemExit:  # nothing here raises it; a library that does must not choose the status
        return BAD_INPUT
    except Exception as error:  # noqa: BLE001  the outermost edge: a crash must not exit with 1, which means FAIL
        if os.environ.get(DEBUG_VARIABLE):
            import traceback

            traceback.print_exc()
        print_error(
            f"internal error: {type(error).__name__}: {error}; please report it, with what {DEBUG_VARIABLE}=1 prints"
        )
    return BAD_INPUT


def _refuse_empty(arguments: Sequence[str]) -> None:
    """UsageError for an empty argument: most often a variable of the shell that is not set, and as a path it would be
    the present folder."""
    from specharness.errors import UsageError

    for number, argument in enumerate(arguments):
        if argument and not (argument.startswith("--") and argument.endswith("=")):
            continue
        where = argument.rstrip("=") or (f"what follows {arguments[number - 1]}" if number else "the first argument")
        raise UsageError(f"{where} is empty; is a variable of the shell not set?")


if __name__ == "__main__":
    sys.exit(main())
