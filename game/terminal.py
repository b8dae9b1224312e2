"""What the command line says beside its result: faults, errors and progress, all on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import typer
from rich.console import Console
from rich.progress import Progress

from game.maze.faults import Fault, Faults

USAGE: Final = typer.BadParameter.__mro__[1]
"""Wrong words on the command line: a class that typer keeps in changing places."""


def say(text: str) -> None:
    """Print a line, if anybody is there to read it."""
    with suppress(OSError):
        print(text, file=sys.stderr)


def show(fault: Fault) -> None:
    """Print a fault, on a terminal with a caret line."""
    say(str(fault))
    if _on_terminal() and fault.caret():
        say(fault.caret())


def tell(error: Exception) -> None:
    """Say why it could not run: a line, or one for each fault."""
    if isinstance(error, Faults):
        for fault in error.faults:
            show(fault)
    elif isinstance(error, USAGE):
        context = getattr(error, "ctx", None)
        verb = context.command_path if context else "shoal"
        message = getattr(error, "format_message", error.__str__)()
        say(f"shoal: {_one_line(message)} ({verb} --help tells more)")
    elif isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        say(f"shoal: {place}{error.strerror or error}")
    elif isinstance(error, MemoryError):
        say("shoal: not enough memory for this")
    else:
        what = f"{type(error).__name__}: {_one_line(str(error))}"
        say(f"shoal: a defect of shoal itself, {what} (--debug shows where)")


def count(n: int, noun: str) -> str:
    """So many of something, in words."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on a terminal, and nothing elsewhere; called with the share done."""
    if not _on_terminal():
        yield lambda share: None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=min(1.0, share))


def drop_output() -> None:
    """Forget what is still to be printed: nobody reads on, or it cannot be written."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _one_line(text: str) -> str:
    return " ".join(text.split())
