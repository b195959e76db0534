"""What is solved among the games of OpenSpiel within limits each, as a table.

    python openspiel_table.py --expansions 1000000 --seconds 60 --memory 8 > table.md

Every game of two players without chance that OpenSpiel has is asked whether the first player can force a win: at its usual size, and
at small sizes where it has some. Each runs in a process of its own, which may hold so much memory. A row that is decided, or ends with
the limit on expansions, is the same on every machine; one that ends with the time is not. ``--part 2/6`` makes the second sixth of
the table.
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
    ("breakthrough(rows=4,columns=5)", "text"),
    ("breakthrough(rows=5,columns=4)", "text"),
    ("clobber(rows=4,columns=4)", "text"),
    ("clobber(rows=4,columns=5)", "text"),
    ("connect_four(rows=4,columns=4)", "text"),
    ("connect_four(rows=4,columns=5)", "text"),
    ("connect_four(rows=5,columns=4)", "text"),
    ("dots_and_boxes(num_rows=2,num_cols=2)", "text"),
    ("dots_and_boxes(num_rows=2,num_cols=3)", "text"),
    ("gomoku(size=4,connect=3)", "text"),
    ("gomoku(size=4,connect=4)", "text"),
    ("havannah(board_size=3)", "text"),
    ("hex(board_size=3)", "text"),
    ("hex(board_size=4)", "text"),
    ("hex(num_rows=4,num_cols=5)", "text"),
    ("mnk(m=4,n=4,k=4)", "text"),
    ("nim(pile_sizes=1;3;5;7)", "text"),
    ("oware(num_houses_per_player=2,num_seeds_per_house=2)", None),
    ("oware(num_houses_per_player=3,num_seeds_per_house=2)", None),
    ("twixt(board_size=5,ansi_color_output=false)", "text"),
    ("y(board_size=4)", "text"),
    ("y(board_size=5)", "text"),
    ("go(board_size=2)", None),
]

#: What a process says whose memory is used up: Python, C++, Rust, the system.
OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "memory allocation", "cannot allocate memory")


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


def one(name: str, merge: str | None, seconds: float, expansions: int | None, memory: int) -> dict[str, object]:
    """Asks about one game, in this process."""
    import proofset

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    game = proofset.from_pyspiel(name, merge=merge)
    # The limit of the search is about its graph; states are objects of Python beside it.
    result = proofset.solve(
        game, algorithm="pns", time=seconds, expansions=expansions, memory=memory // 4, certificate=False
    )
    return {"verdict": result.verdict, "stop": result.stop, "expanded": result.expanded, "seconds": result.seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for each game")
    parser.add_argument("--expansions", type=int, default=1_000_000, help="for each game")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="which part of the table")
    parser.add_argument("--memory", type=int, default=4, help="GiB that a process may hold")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "MERGE"), help="one game, as JSON")
    given = parser.parse_args()
    if given.one:
        name, merge = given.one
        print(json.dumps(one(name, merge or None, given.seconds, given.expansions, given.memory << 30)))
        return
    part, parts = map(int, given.part.split("/"))
    print("| game | states are told apart by | verdict | expansions | seconds |")
    print("| --- | --- | --- | ---: | ---: |")
    limits = ["--seconds", str(given.seconds), "--expansions", str(given.expansions), "--memory", str(given.memory)]
    for name, merge in games()[part - 1 :: parts]:
        command = [sys.executable, __file__, *limits, "--one", name, merge or ""]
        done = subprocess.run(command, capture_output=True, text=True)
        by = merge or "history"
        if done.returncode != 0 and any(word in done.stderr for word in OUT_OF_MEMORY):
            print(f"| `{name}` | {by} | not decided (memory of the process) | | |", flush=True)
            continue
        if done.returncode != 0:
            why = (done.stderr.strip().splitlines() or ["ended"])[-1][:60]
            print(f"| `{name}` | {by} | no result: {why} | | |", flush=True)
            continue
        found = json.loads(done.stdout)
        verdict = found["verdict"] if found["verdict"] != "unknown" else f"not decided ({found['stop']})"
        print(f"| `{name}` | {by} | {verdict} | {found['expanded']:,} | {found['seconds']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
