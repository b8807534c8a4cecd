"""The one exception for bad input: a person reads it, so it names the place and the way out."""

from __future__ import annotations


class UserError(Exception):
    """Bad input. The command prints the message on one line, without a traceback, and exits with 2."""


class LeakError(UserError):
    """A release that would give an answer away. Exits with 3."""
