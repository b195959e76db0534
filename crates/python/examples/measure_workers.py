"""What many workers gain on a game whose rules are slow, and what a model says of more of them.

    python measure_workers.py --workers 1 2 4

The game is a tree made by hashing, whose moves take a third of a millisecond to find: what rules in Python take that do some work. One
search answers it, then actors of Ray. The times of their jobs go into the model of ``proofset.cluster.simulate``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time

import proofset
from proofset import cluster
from proofset.cluster import _pool


class SlowTree:
    """Every position has so many moves, and after so many of them somebody has won: who, is in a hash."""

    def __init__(self, seed: int, branching: int = 8, depth: int = 10, rounds: int = 1000) -> None:
        self.seed, self.branching, self.depth, self.rounds = seed, branching, depth, rounds
        self.name = f"slow-tree-{seed}"

    def start(self):
        return ""

    def to_move(self, state):
        return "first" if len(state) % 2 == 0 else "second"

    def _hash(self, state, rounds):
        data = f"{self.seed} {state}".encode()
        for _ in range(rounds):
            data = hashlib.sha256(data).digest()
        return data[0]

    def moves(self, state):
        # The work of a move generator.
        self._hash(state, self.rounds)
        return [str(place) for place in range(self.branching)]

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        if len(state) < 4:
            return None
        drawn = self._hash(state, 1)
        if len(state) == self.depth:
            return "first" if drawn < 128 else "second"
        return "first" if drawn < 14 else "second" if drawn < 28 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--job-seconds", type=float, default=1.0)
    parser.add_argument("--jobs", metavar="FILE", help="write the seconds of all jobs, as JSON")
    given = parser.parse_args()
    _pool.start(max(given.workers))
    all_jobs: list[float] = []
    overheads: list[float] = []
    for seed in given.seeds:
        game = SlowTree(seed, depth=given.depth)
        started, busy = time.perf_counter(), time.process_time()
        alone = proofset.solve(game, algorithm="dfpn:epsilon=0.25")
        wall = time.perf_counter() - started
        alone_busy = time.process_time() - busy
        print(f"seed {seed}: one search, {alone.verdict}, {alone.expanded:,} expansions, {wall:.1f} s, {alone_busy:.1f} s of processor", flush=True)
        for workers in given.workers:
            result = cluster.solve(game, workers=f"ray:{workers}", job_seconds=given.job_seconds)
            assert result.verdict == alone.verdict, "workers and one search agree"
            all_jobs += [seconds for seconds, _, _ in result.jobs]
            overheads.append(result.overhead)
            most = max(result.processor.values())
            print(
                f"seed {seed}: ray:{workers}, {result.expanded:,} expansions (x{result.expanded / alone.expanded:.2f}), {result.seconds:.1f} s, "
                f"speed-up {wall / result.seconds:.2f}, {len(result.jobs)} jobs, utilisation {result.utilisation:.0%}, "
                f"busiest worker {most:.1f} s of processor (speed-up {alone_busy / most:.2f}), "
                f"master {1000 * result.overhead:.1f} ms a job",
                flush=True,
            )
    master = sum(overheads) / len(overheads)
    print(f"the model, from {len(all_jobs)} jobs of {sum(all_jobs) / len(all_jobs):.2f} s, master {1000 * master:.2f} ms, on the way 3 ms:")
    for workers in (16, 64, 1024):
        seen = cluster.simulate(workers, all_jobs, master=master, latency=0.003)
        print(f"{workers} workers: utilisation {seen.utilisation:.0%}, speed-up {seen.speedup:.0f}, master busy {seen.master:.0%}")
    if given.jobs:
        with open(given.jobs, "w") as file:
            json.dump(all_jobs, file)


if __name__ == "__main__":
    main()
