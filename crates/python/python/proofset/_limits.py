"""What people give, read: limits, counts, and files with positions."""

from __future__ import annotations

import math
import operator
import os

from proofset import _proofset

#: What a search may hold, as in the program.
MEMORY = "4GiB"

#: No count is larger.
LARGEST = 2**63 - 1

#: Seconds that no search lives to see: as good as no limit.
FOREVER = 2.0**62


def count(name: str, number: int | None, least: int = 0) -> int | None:
    """A number that is given, if it is one."""
    if number is None:
        return None
    try:
        whole = operator.index(number)
    except TypeError:
        whole = -1
    if whole < least:
        raise _proofset.Error(f"{name} {number!r}: give a whole number from {least} on")
    return min(whole, LARGEST)


def amount(name: str, given: float, above: bool = False) -> float:
    """A number that has an end and is not below 0, or is above it."""
    try:
        # A text is no number, even if it can be read as one.
        number = math.nan if isinstance(given, str) else float(given)
    except (OverflowError, TypeError, ValueError):
        number = math.nan
    if not 0 <= number < math.inf or (above and number == 0):
        raise _proofset.Error(f"{name} {given!r}: give a number {'above 0' if above else 'from 0 on'}")
    return number


def memory(given: int | str | None) -> int | None:
    """Bytes, also of a text such as ``"2GiB"``."""
    return _proofset.memory(given) if isinstance(given, str) else count("memory", given)


def seconds(time: float | None) -> float | None:
    """Seconds, if it is a time; nothing for a time without an end."""
    if time is None:
        return None
    text = None
    try:
        # A text is no time, even if it can be read as one.
        given = math.nan if isinstance(time, str) else float(time)
    except OverflowError:
        # Nobody reads so many digits.
        given, text = (math.inf if time > 0 else -math.inf), "a number below 0"
    except (TypeError, ValueError):
        given = math.nan
    if not given >= 0:
        raise _proofset.Error(f"{text or repr(time)} is no time; give seconds, such as 0.5 or 60, or None for no limit")
    return None if given > FOREVER else given


def read(game: str, path: os.PathLike[str]) -> str:
    """The position in a file of a game by name."""
    with open(path, "rb") as file:
        return _proofset.decode(game.split(":")[0], file.read())
