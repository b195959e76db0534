"""How well many workers would be used: a model, from jobs that were measured.

The model: one master gives out jobs one after the other. For each job it is busy for ``master`` seconds; between the master and
the worker the job and its answer are on their way for ``latency`` seconds, during which the worker has nothing to do; then the
worker is busy for as long as one of the measured jobs, drawn at random with a seed. There is always a job to give out, unless
``width`` bounds how many can be out at a time.

What it leaves out: jobs that only have to be done because there are many workers. ``inflation`` is the factor by which that makes
the work grow, and has to be measured; speed-up is divided by it.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass

from proofset._limits import amount, count
from proofset._proofset import Error


@dataclass(frozen=True)
class Simulated:
    """What the model says. ``utilisation`` is the part of the time in which workers work, ``speedup`` what that is in workers,
    with inflation taken off, and ``master`` the part of the time in which the master is busy."""

    workers: int
    jobs: int
    seconds: float
    utilisation: float
    speedup: float
    master: float


def simulate(
    workers: int,
    job_seconds: Sequence[float],
    jobs: int | None = None,
    *,
    master: float = 0.001,
    latency: float = 0.002,
    width: int | None = None,
    inflation: float = 1.0,
    seed: int = 0,
) -> Simulated:
    """Lets so many workers do jobs like those that were measured.

    >>> from proofset.cluster import simulate
    >>> few = simulate(16, [1.0, 1.2, 0.9], master=0.001)
    >>> many = simulate(1024, [1.0, 1.2, 0.9], master=0.001)
    >>> few.utilisation > 0.95 and many.master > 0.8
    True
    """
    workers = count("workers", workers, 1) or 1
    if not len(job_seconds):
        raise Error("a simulation needs seconds of jobs that were measured")
    job_seconds = [amount("job_seconds", seconds) for seconds in job_seconds]
    jobs = 20 * workers if jobs is None else count("jobs", jobs) or 0
    master, latency, inflation = amount("master", master), amount("latency", latency), amount("inflation", inflation, above=True)
    draw = random.Random(seed)
    out = min(workers, count("width", width, 1) or workers)
    #: When each worker asks for a job.
    asking = [(0.0, worker) for worker in range(out)]
    free = busy = worked = end = 0.0
    for _ in range(jobs):
        asked, worker = heapq.heappop(asking)
        given = max(asked, free) + master
        free, busy = given, busy + master
        seconds = draw.choice(job_seconds)
        worked += seconds
        back = given + latency + seconds
        end = max(end, back)
        heapq.heappush(asking, (back, worker))
    total = max(end, 1e-9)
    return Simulated(workers, jobs, total, worked / (workers * total), worked / total / inflation, busy / total)
