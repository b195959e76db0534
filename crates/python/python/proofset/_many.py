"""Tables of questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proofset import _proofset
from proofset._limits import MEMORY
from proofset._search import solve

#: The columns of a table that are questions.
ASKED = ("game", "position", "goal", "algorithm")

#: What is found, as columns.
FOUND = ("verdict", "stop", "line_text", "expanded", "generated", "visits", "seconds", "peak_bytes", "evidence")


def _row(row: Any) -> dict[str, Any]:
    """A row as a dictionary of its own."""
    try:
        return dict(row)
    except (TypeError, ValueError):
        raise _proofset.Error(f"a row is a dictionary, and this is of the type {type(row).__name__}") from None


def _given(row: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    """A cell, unless it is empty; tables have NaN where there is nothing."""
    cell = row.get(name)
    try:
        is_empty = cell is None or bool(cell != cell) or (isinstance(cell, str) and not cell)
    except TypeError:
        # The missing value of pandas answers nothing.
        is_empty = True
    except ValueError:
        # An array compares each of its items: it is something.
        is_empty = False
    return otherwise if is_empty else cell


def solve_many(
    table: Any,
    *,
    game: object | None = None,
    goal: str | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    memory: int | str | None = MEMORY,
    time: float | None = None,
    expansions: int | None = None,
    certificates: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """Answers a table of questions, one row after the other.

    The table is a list of dictionaries or a pandas ``DataFrame``, with the columns ``game``, ``position``, ``goal`` and
    ``algorithm``; where one is missing or empty, the argument of that name counts. The result is a table of the same kind,
    with the columns of the old one and ``verdict``, ``stop``, ``line_text`` and counters; with ``certificates=True`` also
    ``certificate``. A row that cannot be asked has the verdict ``"error"``, and the reason under ``error``: that is so for
    whatever it raises, with exceptions of rules in Python and files that cannot be read, so that the other rows are answered. Limits
    hold for each row. ``progress`` is called after each row with the rows that are done, and all rows.

    >>> import proofset
    >>> rows = proofset.solve_many([{"position": "X.O/.../..."}, {"position": "XO./.../..."}], game="tic-tac-toe")
    >>> [row["verdict"] for row in rows]
    ['proven', 'proven']
    """
    is_frame = hasattr(table, "to_dict") and hasattr(table, "columns")
    rows: list[Any] = table.to_dict("records") if is_frame else list(table)
    common = {"game": game, "position": None, "goal": goal, "algorithm": algorithm}
    solved = []
    for done, row in enumerate(rows, 1):
        given: dict[str, Any] = {}
        found: dict[str, Any]
        try:
            given = _row(row)
            asked = {name: _given(given, name, common[name]) for name in ASKED}
            if asked["game"] is None:
                raise _proofset.Error("there is no game; give a column game, or the argument game")
            result = solve(
                asked["game"],
                asked["position"],
                asked["goal"],
                asked["algorithm"],
                threads,
                memory=memory,
                time=time,
                expansions=expansions,
                certificate=certificates,
            )
        except Exception as error:
            reason = str(error) if isinstance(error, _proofset.Error) else f"{type(error).__name__}: {error}"
            found = {**dict.fromkeys(FOUND), "verdict": "error", "error": reason}
        else:
            found = {**{name: getattr(result, name) for name in FOUND}, "error": None}
            found["algorithm"] = result.algorithm
            if certificates:
                found["certificate"] = result.certificate
        solved.append({**given, **found})
        if progress is not None:
            progress(done, len(rows))
    if is_frame:
        import pandas

        columns = None if solved else list(dict.fromkeys([*table.columns, *FOUND, "error", "algorithm"]))
        return pandas.DataFrame(solved, index=table.index, columns=columns)
    return solved
