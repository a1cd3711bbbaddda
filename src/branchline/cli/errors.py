"""What is told to somebody who typed something that cannot be: one line, and exit code 2."""

from __future__ import annotations

from typer.exceptions import TyperException


class UsageError(TyperException):
    """Input that we cannot work with. The message is one sentence that says what to do instead."""
