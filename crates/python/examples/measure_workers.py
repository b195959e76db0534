"""What many workers gain where rules are slow.

    python measure_workers.py --workers 1 2 4                  actors of Ray, by the clock
    python measure_workers.py --rehearse --workers 1 2 4 16    in a time of their own, the same on every machine

The question is whether the first player wins all of so many games; each is a tree that is made by hashing, and a position takes
milliseconds to expand, as rules do that call a chemist's or a physicist's library. One search answers it, then workers.
``--rehearse`` has a search make so many expansions a second that it would take ``--alone`` seconds, and needs no Ray. By the clock,
the times of the jobs go into the model of ``proofset.cluster.simulate`` as well.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import statistics
import time
from collections.abc import Callable

import proofset
from proofset import cluster
from proofset.cluster import _pool

#: Student's t for 95 % with so many degrees of freedom; more have the last one's.
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)


class Match:
    """So many games, each of which the first player must win. A state is the number of a game and the moves that were made in it."""

    def __init__(self, seed: int, games: int = 12, moves: int = 5, plies: int = 9, rounds: int = 0) -> None:
        self.seed, self.games, self.moves, self.plies, self.rounds = seed, games, moves, plies, rounds
        self.name = f"match-{seed}"

    def root(self):
        return ()

    def status(self, state):
        if not state:
            return "and"
        made = len(state) - 1
        if made >= 3:
            last, early, *_ = hashlib.blake2b(repr((self.seed, state)).encode(), digest_size=4).digest()
            if made == self.plies:
                return "proven" if last < 140 else "disproven"
            if early < 10:
                return "proven"
            if early >= 246:
                return "disproven"
        return "or" if made % 2 == 0 else "and"

    def successors(self, state):
        # The work of slow rules.
        data = b""
        for _ in range(self.rounds):
            data = hashlib.sha256(data).digest()
        return [(move, (*state, move)) for move in range(self.moves if state else self.games)]


#: Questions to rehearse: names, what makes one of a seed, and the search.
REHEARSED: dict[str, tuple[Callable[[int], tuple[object, ...]], str]] = {
    "a match of 12 games": (lambda seed: (Match(seed),), "dfpn:epsilon=0.25"),
    "a match of 1 game, 11 plies": (lambda seed: (Match(seed, games=1, plies=11),), "dfpn:epsilon=0.25"),
    "connect-four:5x4 after a move": (
        lambda seed: ("connect-four:5x4", str(1 + seed % 5)),
        "dfpn:epsilon=0.25,table=keyed",
    ),
}


def mean(logarithms: list[float]) -> str:
    """The geometric mean, with an interval that holds it with 95 %."""
    middle = statistics.fmean(logarithms)
    if len(logarithms) < 2:
        return f"{math.exp(middle):.2f}"
    factor = STUDENT[min(len(logarithms) - 2, len(STUDENT) - 1)] * statistics.stdev(logarithms) / math.sqrt(len(logarithms))
    return f"{math.exp(middle):.2f} [{math.exp(middle - factor):.2f}, {math.exp(middle + factor):.2f}]"


def rehearse(workers: list[int], seeds: list[int], seconds: float) -> None:
    """Growth of work and speed-up for each question, as a table."""
    print("| question | " + " | ".join(f"{count}: work, speed-up" for count in workers) + " |")
    print("| --- |" + " ---: |" * len(workers))
    for name, (make, algorithm) in REHEARSED.items():
        rows: dict[int, list[tuple[float, float]]] = {count: [] for count in workers}
        seen = set()
        for seed in seeds:
            question = make(seed)
            key = question[1:] or seed
            if key in seen:
                continue
            seen.add(key)
            alone = proofset.solve(*question, algorithm=algorithm)
            for count in workers:
                found = cluster.rehearse(*question, algorithm=algorithm, workers=count, rate=alone.expanded / seconds)
                assert found.verdict == alone.verdict, "workers and one search agree"
                rows[count].append((math.log(found.expanded / alone.expanded), math.log(seconds / found.seconds)))
        cells = (f"{mean([work for work, _ in row])}; {mean([gain for _, gain in row])}" for row in rows.values())
        print(f"| {name} (n = {len(seen)}) | " + " | ".join(cells) + " |", flush=True)


def by_the_clock(workers: list[int], seeds: list[int], rounds: int, job_seconds: float, file: str | None) -> None:
    """One search against actors of Ray, which is started before the clock is."""
    started = time.perf_counter()
    _pool.start(max(workers))
    print(f"Ray was started in {time.perf_counter() - started:.1f} s")
    jobs: list[float] = []
    overheads: list[float] = []
    for seed in seeds:
        game = Match(seed, rounds=rounds)
        started = time.perf_counter()
        alone = proofset.solve(game, algorithm="dfpn:epsilon=0.25")
        wall = time.perf_counter() - started
        print(f"seed {seed}: one search, {alone.verdict}, {alone.expanded:,} expansions, {wall:.1f} s", flush=True)
        for count in workers:
            started = time.perf_counter()
            result = cluster.solve(game, workers=f"ray:{count}", job_seconds=job_seconds, check=False)
            took = time.perf_counter() - started
            assert result.certificate is not None and result.verdict == alone.verdict, "workers and one search agree"
            proofset.verify(result.certificate, game)
            check = time.perf_counter() - started - took
            jobs += [seconds for seconds, _, _ in result.jobs]
            overheads.append(result.overhead)
            print(
                f"seed {seed}: ray:{count}, {took:.1f} s, speed-up {wall / took:.2f} ({wall / (took + check):.2f} with the check of the "
                f"whole certificate, {check:.1f} s), {result.expanded:,} expansions (x{result.expanded / alone.expanded:.2f}), "
                f"{len(result.jobs)} jobs, utilisation {result.utilisation:.0%}, master {1000 * result.overhead:.1f} ms a job",
                flush=True,
            )
    master = statistics.fmean(overheads)
    print(f"the model, from {len(jobs)} jobs of {statistics.fmean(jobs):.2f} s, master {1000 * master:.2f} ms, on the way 3 ms:")
    for count in (16, 64, 1024):
        seen = cluster.simulate(count, jobs, master=master, latency=0.003)
        print(f"{count} workers: utilisation {seen.utilisation:.0%}, speed-up {seen.speedup:.0f}, master busy {seen.master:.0%}")
    if file:
        with open(file, "w") as out:
            json.dump(jobs, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--rehearse", action="store_true", help="in a time of their own, without Ray")
    parser.add_argument("--alone", type=float, default=60, metavar="SECONDS", help="what one search takes in a rehearsal")
    parser.add_argument("--rounds", type=int, default=6000, help="how slow the rules are, in hashes")
    parser.add_argument("--job-seconds", type=float, default=1.0)
    parser.add_argument("--jobs", metavar="FILE", help="write the seconds of all jobs, as JSON")
    given = parser.parse_args()
    if given.rehearse:
        rehearse(given.workers, given.seeds, given.alone)
    else:
        by_the_clock(given.workers, given.seeds, given.rounds, given.job_seconds, given.jobs)


if __name__ == "__main__":
    main()
