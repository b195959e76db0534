"""What is solved among the games of OpenSpiel within a time each, as a table.

    python openspiel_table.py --seconds 60 > table.md

Every game of two players without chance that OpenSpiel has is asked whether the first player can force a win: at its usual size, and
at small sizes where it has some. Each runs in a process of its own, which may hold so much memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys

#: Small sizes, and which text says all of a state, for whoever runs this to vouch for. Without one, histories tell states apart.
SMALL = [
    ("breakthrough(rows=4,columns=4)", "text"),
    ("breakthrough(rows=5,columns=4)", "text"),
    ("clobber(rows=4,columns=4)", "text"),
    ("clobber(rows=4,columns=5)", "text"),
    ("connect_four(rows=4,columns=4)", "text"),
    ("connect_four(rows=4,columns=5)", "text"),
    ("dots_and_boxes(num_rows=2,num_cols=2)", "text"),
    ("dots_and_boxes(num_rows=2,num_cols=3)", "text"),
    ("gomoku(size=4,connect=3)", "text"),
    ("havannah(board_size=3)", "text"),
    ("hex(board_size=3)", "text"),
    ("hex(board_size=4)", "text"),
    ("mnk(m=4,n=4,k=4)", "text"),
    ("nim(pile_sizes=1;3;5;7)", "text"),
    ("oware(num_houses_per_player=2,num_seeds_per_house=2)", None),
    ("twixt(board_size=5,ansi_color_output=false)", "text"),
    ("y(board_size=4)", "text"),
    ("y(board_size=5)", "text"),
    ("go(board_size=2)", None),
]


def games() -> list[tuple[str, str | None]]:
    """The games at their usual sizes, then small ones."""
    import proofset
    import pyspiel

    found: list[tuple[str, str | None]] = []
    for kind in pyspiel.registered_games():
        try:
            if kind.max_num_players >= 2:
                proofset.from_pyspiel(kind.short_name)
                found.append((kind.short_name, None))
        except proofset.Error:
            continue
    return found + SMALL


def one(name: str, merge: str | None, seconds: float, memory: int) -> dict[str, object]:
    """Asks about one game, in this process."""
    import proofset

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    game = proofset.from_pyspiel(name, merge=merge)
    result = proofset.solve(game, algorithm="pns", time=seconds, memory=memory // 4, certificate=False)
    return {"verdict": result.verdict, "stop": result.stop, "expanded": result.expanded, "seconds": result.seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for each game")
    parser.add_argument("--memory", type=int, default=4, help="GiB that a process may hold")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "MERGE"), help="one game, as JSON")
    given = parser.parse_args()
    if given.one:
        name, merge = given.one
        print(json.dumps(one(name, merge or None, given.seconds, given.memory << 30)))
        return
    print("| game | states are told apart by | verdict | expansions | seconds |")
    print("| --- | --- | --- | ---: | ---: |")
    for name, merge in games():
        command = [sys.executable, __file__, "--seconds", str(given.seconds), "--memory", str(given.memory), "--one", name, merge or ""]
        done = subprocess.run(command, capture_output=True, text=True)
        by = merge or "history"
        if done.returncode != 0:
            why = (done.stderr.strip().splitlines() or ["ended"])[-1][:60]
            print(f"| `{name}` | {by} | no result: {why} | | |", flush=True)
            continue
        found = json.loads(done.stdout)
        verdict = found["verdict"] if found["verdict"] != "unknown" else f"not decided ({found['stop']})"
        print(f"| `{name}` | {by} | {verdict} | {found['expanded']:,} | {found['seconds']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
