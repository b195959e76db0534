"""A worker: one search with one table, which turns from position to position and keeps what it knows."""

from __future__ import annotations

import os
import time
import zlib
from dataclasses import dataclass, field
from typing import Any

from proofset import _proofset
from proofset._limits import LARGEST
from proofset._proofset import Error

#: A job that stays the best of all may take so many times as long as it has to.
LONGER = 8

#: What searches count, and jobs add up.
COUNTED = ("expanded", "expanded_again", "second_level", "visits", "generated", "recomputed", "uncertain")

#: Numbers of a node: to prove it, and to disprove it. None is infinite.
Numbers = tuple[int | None, int | None]


@dataclass(frozen=True)
class Asked:
    """A question, as workers get it."""

    question: object
    position: object | None
    goal: str | None
    algorithm: str
    threads: int | None
    memory: int | None

    def session(self) -> _proofset.Session:
        """A search for it, with an empty table."""
        return _proofset.Session(self.question, self.position, self.goal, (self.algorithm, self.threads, False))


@dataclass(frozen=True)
class Job:
    """A position to work on, by the places of the moves that lead to it, and for how long."""

    number: int
    path: tuple[int, ...]
    seconds: float
    #: The numbers at which it is no longer the best of all: until then the job goes on for some times as long.
    most: tuple[int, int] = (0, 0)


@dataclass
class Done:
    """What has become of a job: the verdict with its certificate (compressed), or numbers of the successors, and those of
    them that are solved, with their certificates."""

    number: int
    verdict: str
    certificate: bytes | None
    successors: list[Numbers | None]
    solved: dict[int, tuple[str, bytes]] = field(default_factory=dict)
    #: What the job has added to each counter of its search.
    counters: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    peak_bytes: int = 0
    stop: str = ""
    #: The number of the worker.
    worker: int = -1
    #: The process of the worker, and the processor time that it took.
    process: int = 0
    processor: float = 0.0

    def by(self, worker: int) -> Done:
        """The same, with the number of the worker."""
        self.worker = worker
        return self


class Worker:
    """Does one job after the other. It lives as long as its process, and so does its table.

    With a ``rate`` seconds are not those of a clock: they are expansions, of which so many are one second.
    """

    def __init__(self, asked: Asked, rate: float | None = None) -> None:
        self._asked = asked
        self._rate = rate
        self._session: _proofset.Session | None = None
        #: The counters of the search, which is as old as its table.
        self._counters = dict.fromkeys(COUNTED, 0)
        #: Nobody waits for the job any more.
        self.is_over = False

    def do(self, job: Job) -> Done:
        """Searches a position for as long as the job says."""
        started, busy, before = time.perf_counter(), time.process_time(), self._counters
        found = self._work(job.path, job.seconds)
        for _ in range(LONGER - 1):
            proof, disproof = found["numbers"]
            is_best = proof is not None and disproof is not None and proof < job.most[0] and disproof < job.most[1]
            if found["stop"] not in ("time", "expansions") or not is_best or self.is_over:
                break
            found = self._work(job.path, job.seconds)
        done = Done(job.number, "unknown", None, found["successors"], stop=found["stop"])
        found = self._with_proof(job.path, job.seconds, found)
        if found["certificate"] is not None:
            done.verdict, done.certificate = found["verdict"], zlib.compress(found["certificate"], 1)
        else:
            for place, numbers in enumerate(done.successors):
                if numbers is not None and None in numbers:
                    path = (*job.path, place)
                    below = self._with_proof(path, job.seconds, self._work(path, job.seconds))
                    if below["certificate"] is not None:
                        done.solved[place] = (below["verdict"], zlib.compress(below["certificate"], 1))
        done.counters = {name: count - before[name] for name, count in self._counters.items()}
        done.peak_bytes = found["peak_bytes"]
        if found["stop"] in ("memory", "collision"):
            # A table that keeps everything is full, or has taken one state for another: begin again.
            self._session, self._counters = None, dict.fromkeys(COUNTED, 0)
        done.seconds = time.perf_counter() - started if self._rate is None else done.counters["expanded"] / self._rate
        done.process, done.processor = os.getpid(), time.process_time() - busy
        return done

    def _work(self, path: tuple[int, ...], seconds: float) -> dict[str, Any]:
        if self._session is None:
            self._session = self._asked.session()
        most = None if self._rate is None else self._counters["expanded"] + max(1, round(min(seconds * self._rate, LARGEST)))
        limit = seconds if self._rate is None else None
        found = _proofset.work(self._session, list(path), most, self._asked.memory, limit)
        if found is None:
            raise Error(
                f"{self._session.algorithm} cannot go from one position to another with what it knows, or positions of this "
                "question can repeat, or it is searched in a smaller form; workers need a depth-first search of a question "
                "without these"
            )
        self._counters = {name: found[name] for name in COUNTED}
        return found

    def _with_proof(self, path: tuple[int, ...], seconds: float, found: dict[str, Any]) -> dict[str, Any]:
        """The same with a certificate, if there is a verdict: a proof may need more time than was left for it."""
        for times in (4, 16):
            if found["verdict"] == "unknown" or found["certificate"] is not None or self.is_over:
                break
            found = self._work(path, times * seconds)
        return found
