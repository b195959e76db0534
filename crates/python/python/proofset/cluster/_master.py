"""The master: gives out leaves of the top of the graph, takes back what was found, and writes checkpoints."""

from __future__ import annotations

import gzip
import json
import os
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from proofset import _proofset
from proofset._proof import verify
from proofset._proofset import Error
from proofset._search import MEMORY, Result, _bytes, _position
from proofset.cluster._pool import pool
from proofset.cluster._stitch import longest_line, write
from proofset.cluster._top import INFINITE, Node, Top
from proofset.cluster._work import Asked, Done, Job

#: What workers search with, if nothing is named: what a table of keys holds is small, and it forgets what is worth least.
FOR_NAMES = "dfpn:epsilon=0.25,table=keyed"
#: The same for rules in Python, whose states are objects.
FOR_OBJECTS = "dfpn:epsilon=0.25"

#: The master may be busy for this part of the time: jobs become longer where it would be for more.
BUSY = 0.05

#: Seconds between two looks at limits.
TICK = 0.25

FORMAT = {"format": "proofset-cluster", "version": 1}


class ClusterResult(Result):
    """What workers have found together: a result, with what has become of the jobs."""

    #: How many workers there were, and whether they are ``"threads"`` of this process or actors of ``"ray"``.
    workers: int
    kind: str
    #: For each job that came back: seconds, expansions, and whether its position was solved.
    jobs: list[tuple[float, int, bool]]
    #: Jobs that were done again because their worker had died.
    lost: int
    #: The part of the workers' time in which they have worked.
    utilisation: float
    #: Processor time of jobs by the process that has done them; for threads of one process this is the time of all of them.
    processor: dict[int, float]
    #: Seconds of the master for each job.
    overhead: float
    #: What is to be known, such as that Ray is missing.
    remark: str | None

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]} in {len(self.jobs)} jobs by {self.workers} {self.kind}>"


class _Checkpoint:
    """A file with the top of the graph. A new one takes the place of the old one when it is whole."""

    def __init__(self, path: str | os.PathLike[str] | None, every: float, question: dict[str, str]) -> None:
        self._path = None if path is None else Path(path)
        self._every = every
        self._question = question
        self._last = time.monotonic()

    def load(self, top: Top) -> int:
        """Takes up what is there. The expansions that it took."""
        if self._path is None or not self._path.exists():
            return 0
        try:
            saved = json.loads(gzip.decompress(self._path.read_bytes()))
        except (OSError, EOFError, ValueError) as error:
            raise Error(f"{self._path} is no whole checkpoint: {error}") from None
        if {key: saved.get(key) for key in FORMAT} != FORMAT:
            raise Error(f"{self._path} is no checkpoint of workers")
        if saved["question"] != self._question:
            raise Error(f"{self._path} is about {saved['question']}, and not about {self._question}")
        top.load(saved["top"])
        return int(saved["spent"])

    def save(self, top: Top, spent: int, at_once: bool = False) -> None:
        """Writes it, if it is time to."""
        if self._path is None or (not at_once and time.monotonic() < self._last + self._every):
            return
        saved = {**FORMAT, "question": self._question, "spent": spent, "top": top.save()}
        beside = self._path.with_name(f"{self._path.name}.new")
        with open(beside, "wb") as file:
            file.write(gzip.compress(json.dumps(saved).encode(), 1))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._path)
        self._last = time.monotonic()


def solve(
    question: object,
    position: object | None = None,
    goal: str | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    *,
    workers: int | str = 2,
    memory: int | str | None = MEMORY,
    time_limit: float | None = None,
    job_seconds: float = 1.0,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 30.0,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> ClusterResult:
    """Answers a question with several workers, each with a table of its own.

    ``workers`` is ``"ray:N"`` for N actors of Ray, or a number for as many threads of this process; without Ray, ``"ray:N"``
    are threads as well, and the result's ``remark`` says so. Each worker searches with ``threads`` threads and ``memory``
    (with rules in Python: one thread). A job takes ``job_seconds`` or more: as long as keeps the master at rest for most of
    the time. ``time_limit`` ends the search without a verdict. ``checkpoint`` is a file that the master writes every
    ``checkpoint_seconds``, and takes up if it is there. ``progress`` is called with a dictionary whenever a job has come back.

    ``algorithm`` must be a depth-first search, and positions of the question must not repeat. A certificate is put together
    from those of the jobs and checked with the rules before there is a result; no worker is believed.

    >>> import proofset
    >>> result = proofset.cluster.solve("connect-four:5x4", workers=2, job_seconds=0.1)
    >>> result.verdict
    'disproven'
    >>> proofset.verify(result.certificate).verdict
    'disproven'
    """
    begun = time.perf_counter()
    is_named = isinstance(question, str)
    asked = Asked(
        question, _position(question, position), goal, algorithm or (FOR_NAMES if is_named else FOR_OBJECTS), threads, _bytes(memory)
    )
    session = asked.session()
    names = {name: getattr(session, name) for name in ("game", "position", "goal", "algorithm")}
    top = Top(session)
    file = _Checkpoint(checkpoint, checkpoint_seconds, names)
    spent = file.load(top)
    deadline = None if time_limit is None else begun + time_limit
    stop, peak, busy, worked = "decided", 0, 0.0, 0.0
    jobs: list[tuple[float, int, bool]] = []
    processor: dict[int, float] = {}
    pool_, remark = pool(workers, asked)
    if remark is not None:
        warnings.warn(remark, stacklevel=2)
    started = time.perf_counter()
    try:
        lost: list[Job] = []
        while top.root.value is None:
            if deadline is not None and time.perf_counter() >= deadline:
                stop = "time"
                break
            began = time.perf_counter()
            seconds = max(job_seconds, busy / max(len(jobs), 1) * pool_.count / BUSY)
            for job in lost:
                pool_.start(job)
            leaves = _leaves(top, pool_.idle(), is_first=not jobs and top.root.children is None)
            for leaf in leaves:
                pool_.start(Job(leaf.number, leaf.path, seconds, leaf.most))
            busy += time.perf_counter() - began
            if pool_.idle() == pool_.count:
                if top.root.value is None:
                    stop = "open-leaves"
                break
            done, lost = pool_.wait(TICK if deadline is None else min(TICK, max(0.0, deadline - began)))
            began = time.perf_counter()
            for back in done:
                top.take(back)
                jobs.append((back.seconds, back.expanded, back.certificate is not None))
                processor[back.process] = processor.get(back.process, 0.0) + back.processor
                spent, peak, worked = spent + back.expanded, max(peak, back.peak_bytes), worked + back.seconds
                if progress is not None:
                    progress(_told(top, jobs, spent, pool_.lost, time.perf_counter() - begun, back))
            file.save(top, spent)
            busy += time.perf_counter() - began
        at_work = time.perf_counter() - started
    finally:
        file.save(top, spent, at_once=True)
        pool_.close()
    certificate, line = None, []
    if top.root.value is not None:
        proof = top.proof(names["game"], names["position"], names["goal"])
        certificate, line = write(proof), longest_line(proof.records)
        # It is the rules that decide, and not what workers say.
        verify(certificate, None if is_named else question, None if is_named else asked.position)
    found = _found(top, stop, line, spent, peak, time.perf_counter() - begun)
    result = ClusterResult(names, found, certificate)
    result.workers, result.kind, result.jobs, result.lost = pool_.count, pool_.kind, jobs, pool_.lost
    result.utilisation = worked / (pool_.count * at_work) if at_work > 0 else 0.0
    result.processor = processor
    result.overhead = busy / max(len(jobs), 1)
    result.remark = remark
    return result


def _leaves(top: Top, count: int, is_first: bool) -> list[Node]:
    """Leaves for so many workers, locked. Where there are too few, the best of them are expanded by the rules."""
    leaves: list[Node] = []
    # The first job is the whole question: whatever is solved in one needs no others.
    while len(leaves) < (min(count, 1) if is_first else count) and top.root.value is None:
        leaf = top.select()
        if leaf is not None:
            leaf.is_out = True
            leaves.append(leaf)
        elif leaves:
            leaf = leaves.pop(0)
            leaf.is_out = False
            top.expand(leaf)
        else:
            break
    if top.root.value is not None:
        for leaf in leaves:
            leaf.is_out = False
        return []
    return leaves


def _finite(number: int) -> int | None:
    return None if number == INFINITE else number


def _told(
    top: Top, jobs: list[tuple[float, int, bool]], spent: int, lost: int, seconds: float, last: Done
) -> dict[str, Any]:
    """How far the master is."""
    return {
        "jobs": len(jobs),
        "lost": lost,
        "nodes": len(top.nodes),
        "expanded": spent,
        "proof_number": _finite(top.root.proof),
        "disproof_number": _finite(top.root.disproof),
        "seconds": seconds,
        "job_seconds": last.seconds,
        "job_verdict": last.verdict,
    }


def _found(top: Top, stop: str, line: list[str], spent: int, peak: int, seconds: float) -> dict[str, Any]:
    """The parts of a result."""
    verdict = top.root.value or "unknown"
    words = {"time": "the time limit was reached", "open-leaves": "the value depends on leaves that the problem leaves open"}
    explanation = {
        "proven": "proven: the goal is reached",
        "disproven": "disproven: the goal cannot be reached",
        "unknown": f"unknown: {words.get(stop, stop)}",
    }[verdict]
    counters = dict.fromkeys(("expanded_again", "second_level", "visits", "generated", "recomputed", "problem_bytes"), 0)
    return {
        **counters,
        "verdict": verdict,
        "stop": stop,
        "line": line,
        "line_text": " ".join(line),
        "expanded": spent,
        "seconds": seconds,
        "peak_bytes": peak,
        "proof_number": _finite(top.root.proof),
        "disproof_number": _finite(top.root.disproof),
        "longest": len(line) if line else None,
        "evidence": "exact" if verdict != "unknown" else "keyed",
        "table": None,
        "explanation": explanation,
        "has_proof": verdict != "unknown",
    }
