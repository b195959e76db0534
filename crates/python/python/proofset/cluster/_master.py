"""The master: gives out leaves of the top of the graph, takes back what was found, and writes checkpoints."""

from __future__ import annotations

import gzip
import json
import os
import time
import warnings
import zlib
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from proofset import _proofset
from proofset._limits import MEMORY, amount, count, memory as memory_of, seconds as seconds_of
from proofset._proof import verify
from proofset._proofset import DoesNotHold, Error
from proofset._result import Result
from proofset._search import _parts
from proofset.cluster._pool import Pool, VirtualPool, pool
from proofset.cluster._stitch import longest_line, write
from proofset.cluster._top import INFINITE, Node, Top, Untrue
from proofset.cluster._work import COUNTED, Asked, Done, Job

#: What workers search with, if nothing is named: what a table of keys holds is small, and it forgets what is worth least.
FOR_NAMES = "dfpn:epsilon=0.25,table=keyed"
#: The same for rules in Python, whose states are objects.
FOR_OBJECTS = "dfpn:epsilon=0.25"

#: The master may be busy for this part of the time: jobs become longer where it would be for more.
BUSY = 0.05

#: How many leaves beyond the best ones are looked at for one that a worker knows.
MORE = 32

#: Seconds between two looks at limits.
TICK = 0.25

FORMAT = {"format": "proofset-cluster", "version": 2}


class ClusterResult(Result):
    """What workers have found together: a result, with what has become of the jobs."""

    #: How many workers there were, and whether they are ``"threads"`` of this process or actors of ``"ray"``.
    workers: int
    kind: str
    #: For each job that came back: seconds, expansions, and whether its position was solved.
    jobs: list[tuple[float, int, bool]]
    #: Jobs that were done again because their worker had died.
    lost: int
    #: Workers that were sent away because an answer of theirs was wrong. What they had found was found again by others.
    dismissed: int
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


def _beside(path: Path) -> Path:
    """Where a file is written before it takes the place of another one."""
    return path.with_name(f".{path.name}.new")


class _Checkpoint:
    """A file with the top of the graph. A new one takes the place of the old one when it is whole."""

    def __init__(self, path: str | os.PathLike[str] | None, every: float, question: dict[str, str]) -> None:
        self._path = None if path is None else Path(path)
        self._every = every
        self._question = question
        self._last = time.monotonic()

    def load(self, top: Top) -> dict[str, int]:
        """Takes up what is there. What was counted until then."""
        if self._path is None:
            return dict.fromkeys(COUNTED, 0)
        if not self._path.exists():
            # What cannot be written is to be known before the search, and not after its first half minute.
            try:
                beside = _beside(self._path)
                beside.touch()
                beside.unlink()
            except OSError as error:
                raise Error(f"cannot write a checkpoint to {self._path}: {error}") from None
            return dict.fromkeys(COUNTED, 0)
        try:
            saved = json.loads(gzip.decompress(self._path.read_bytes()))
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise Error(f"{self._path} is no whole checkpoint: {error}") from None
        if not isinstance(saved, dict) or {key: saved.get(key) for key in FORMAT} != FORMAT:
            raise Error(f"{self._path} is no checkpoint of workers")
        if saved.get("question") != self._question:
            raise Error(f"{self._path} is about {saved.get('question')}, and not about {self._question}")
        try:
            top.load(saved["top"])
            return {name: int(saved["spent"][name]) for name in COUNTED}
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Error(f"{self._path} is no checkpoint that workers have written: {error!r}") from None

    def save(self, top: Top, spent: dict[str, int], at_once: bool = False) -> None:
        """Writes it, if it is time to."""
        if self._path is None or (not at_once and time.monotonic() < self._last + self._every):
            return
        saved = {**FORMAT, "question": self._question, "spent": spent, "top": top.save()}
        try:
            beside = _beside(self._path)
            with open(beside, "wb") as file:
                file.write(gzip.compress(json.dumps(saved).encode(), 1))
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self._path)
        except OSError as error:
            # The search goes on: the last checkpoint is still there, and the next one may have room.
            warnings.warn(f"cannot write a checkpoint to {self._path}: {error}", stacklevel=2)
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
    check: bool = True,
) -> ClusterResult:
    """Answers a question with several workers, each with a table of its own.

    ``workers`` is ``"ray:N"`` for N actors of Ray, or a number for as many threads of this process; without Ray, ``"ray:N"``
    are threads as well, and the result's ``remark`` says so. Each worker searches with ``threads`` threads and ``memory``
    (with rules in Python: one thread). A job takes ``job_seconds`` or more: as long as keeps the master at rest for most of
    the time. ``time_limit`` ends the search without a verdict. ``checkpoint`` is a file that the master writes every
    ``checkpoint_seconds``, and takes up if it is there. ``progress`` is called with a dictionary whenever a job has come back.

    ``algorithm`` must be a depth-first search, and positions of the question must not repeat. A certificate is put together
    from those of the jobs and checked with the rules before there is a result; no worker is believed. One whose answer was wrong is dismissed,
    and the search goes on without it and what it has found; ``DoesNotHold`` says that nobody is left. ``check=False`` leaves that to
    whoever reads the certificate: the check is one process's work, and asks the rules once for every record.

    >>> import proofset
    >>> result = proofset.cluster.solve("connect-four:5x4", workers=2, job_seconds=0.1)
    >>> result.verdict
    'disproven'
    >>> proofset.verify(result.certificate).verdict
    'disproven'
    """
    amount("job_seconds", job_seconds)
    amount("checkpoint_seconds", checkpoint_seconds)
    time_limit = seconds_of(time_limit)
    asked = _asked(question, position, goal, algorithm, threads, memory)
    team, remark = pool(workers, asked)
    if remark is not None:
        warnings.warn(remark, stacklevel=2)
    result = _answer(asked, team, time_limit, job_seconds, checkpoint, checkpoint_seconds, progress, check)
    result.remark = remark
    return result


def rehearse(
    question: object,
    position: object | None = None,
    goal: str | None = None,
    algorithm: str | None = None,
    *,
    workers: int = 2,
    rate: float,
    job_seconds: float = 1.0,
    master: float = 0.001,
    latency: float = 0.003,
    memory: int | str | None = MEMORY,
    time_limit: float | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> ClusterResult:
    """What so many workers would do, done on this thread: whether they would pay, before there are any.

    Every job is searched as its worker would search it, with the table that the worker would have, one after the other. Only the time is
    not that of a clock: a worker makes ``rate`` expansions a second, the master needs ``master`` seconds for a job, and a job and
    its answer are on their way for ``latency`` seconds. So the work that many workers do twice is there, and everything is the
    same each time. ``seconds`` and ``time_limit`` are in this time.

    >>> import proofset
    >>> from proofset.cluster import rehearse
    >>> alone = proofset.solve("connect-four:4x4", algorithm="dfpn:epsilon=0.25,table=keyed")
    >>> four = rehearse("connect-four:4x4", workers=4, rate=1000)
    >>> four.verdict, 0.5 < four.expanded / alone.expanded < 10
    ('disproven', True)
    """
    number = count("workers", workers, 1) or 1
    rate, master, latency = amount("rate", rate, above=True), amount("master", master), amount("latency", latency)
    amount("job_seconds", job_seconds)
    time_limit = seconds_of(time_limit)
    asked = _asked(question, position, goal, algorithm, None, memory)
    return _answer(asked, VirtualPool(number, asked, rate, master, latency), time_limit, job_seconds, None, 0.0, progress, True)


def _asked(
    question: object,
    position: object | None,
    goal: str | None,
    algorithm: str | None,
    threads: int | None,
    memory: int | str | None,
) -> Asked:
    game, position, goal = _parts(question, position, goal)
    algorithm = algorithm or (FOR_NAMES if isinstance(game, str) else FOR_OBJECTS)
    return Asked(game, position, goal, algorithm, count("threads", threads, 1), memory_of(memory))


def _answer(
    asked: Asked,
    team: Pool,
    time_limit: float | None,
    job_seconds: float,
    checkpoint: str | os.PathLike[str] | None,
    checkpoint_seconds: float,
    progress: Callable[[dict[str, Any]], object] | None,
    check: bool,
) -> ClusterResult:
    """Has workers answer a question."""
    begun = team.clock()
    stop, peak, busy, worked, at_work = "decided", 0, 0.0, 0.0, 0.0
    certificate: bytes | None = None
    line: list[str] = []
    hired = team.count
    keep: Callable[[], None] = lambda: None
    jobs: list[tuple[float, int, bool]] = []
    processor: dict[int, float] = {}
    try:
        session = asked.session()
        names = {name: getattr(session, name) for name in ("game", "position", "goal", "algorithm")}
        top = Top(session)
        file = _Checkpoint(checkpoint, checkpoint_seconds, names)
        spent = file.load(top)
        keep = partial(file.save, top, spent, at_once=True)
        deadline = None if time_limit is None else begun + time_limit
        started = team.clock()
        lost: list[Job] = []
        while True:
            if top.root.value is not None:
                at_work = team.clock() - started
                try:
                    certificate, line = _proof(top, names, asked if check else None)
                    break
                except Untrue as untrue:
                    _go_on_without(untrue, top, team)
                    continue
            if deadline is not None and team.clock() >= deadline:
                stop = "time"
                break
            began = time.perf_counter()
            overhead = busy / max(len(jobs), 1) if team.master is None else team.master
            seconds = max(job_seconds, overhead * team.count / BUSY)
            for job in lost:
                team.start(job, team.idle()[-1])
            is_first = not jobs and top.root.children is None
            for worker, leaf in _leaves(top, list(team.idle()), is_first):
                # Nobody else has work while the whole question is searched.
                team.start(Job(leaf.number, leaf.path, seconds, (0, 0) if is_first else leaf.most), worker)
            busy += time.perf_counter() - began
            if top.root.value is not None:
                continue
            if not team.is_busy:
                stop = "open-leaves"
                break
            done, lost = team.wait(TICK if deadline is None else min(TICK, max(0.0, deadline - team.clock())))
            began = time.perf_counter()
            for back in done:
                if back.worker in team.dismissed:
                    top.release(back)
                else:
                    top.take(back)
                jobs.append((back.seconds, back.counters["expanded"], back.certificate is not None))
                processor[back.process] = processor.get(back.process, 0.0) + back.processor
                for name in COUNTED:
                    spent[name] += back.counters[name]
                peak, worked = max(peak, back.peak_bytes), worked + back.seconds
                if progress is not None:
                    progress(_told(top, jobs, spent["expanded"], team.lost, team.clock() - begun, back))
            file.save(top, spent)
            busy += time.perf_counter() - began
            at_work = team.clock() - started
    finally:
        # An interrupt loses what is out, and no more.
        keep()
        team.close()
    found = _found(top, session, stop, line, spent, peak, team.clock() - begun)
    result = ClusterResult(names, found, certificate)
    result.workers, result.kind, result.jobs, result.lost = hired, team.kind, jobs, team.lost
    result.utilisation = worked / (hired * at_work) if at_work > 0 else 0.0
    result.processor = processor
    result.overhead = busy / max(len(jobs), 1)
    result.dismissed = len(team.dismissed)
    result.remark = None
    return result


def _proof(top: Top, names: dict[str, str], asked: Asked | None) -> tuple[bytes, list[str]]:
    """The proof, and its longest line; checked if the question is there. ``Untrue`` says whose part of it does not hold."""
    proof = top.proof(names["game"], names["position"], names["goal"])
    certificate = write(proof.whole)
    if asked is not None:
        # It is the rules that decide, and not what workers say.
        rules = (None, None) if isinstance(asked.question, str) else (asked.question, asked.position)
        try:
            verify(certificate, *rules)
        except DoesNotHold as error:
            raise proof.untrue(error) or error from error
    return certificate, longest_line(proof.whole.records)


def _go_on_without(untrue: Untrue, top: Top, team: Pool) -> None:
    """Dismisses the worker whose proof does not hold, and forgets what it has found. Who has none left cannot go on."""
    worker = untrue.node.solver
    top.forget(untrue.node)
    whose = "of the checkpoint" if worker is None else f"of worker {worker}, which is dismissed,"
    if worker is not None and worker not in team.dismissed:
        team.dismiss(worker)
        if team.count == 0:
            raise untrue.error
    warnings.warn(f"an answer {whose} was wrong, and the search goes on without it: {untrue}", stacklevel=4)


def _leaves(top: Top, idle: list[int], is_first: bool) -> list[tuple[int, Node]]:
    """A leaf for each of these workers, locked. Where there are too few leaves, the best of them are expanded by the rules.

    A few more leaves are looked at than there are workers: a worker takes the best of them that its table knows, or else the best that
    none knows, for what others know it would have to find out again.
    """
    # The first job is the whole question: whatever is solved in one needs no others.
    count = min(len(idle), 1) if is_first else len(idle)
    while True:
        leaves = list(islice(top.leaves(), count + MORE))
        if len(leaves) >= count or not leaves or top.root.value is not None:
            break
        top.expand(leaves[0])
    given: list[tuple[int, Node]] = []
    if top.root.value is None:
        for worker in idle[:count]:
            if leaves:
                leaf = min(leaves, key=lambda leaf: 0 if leaf.knower == worker else 1 if leaf.knower is None else 2)
                leaves.remove(leaf)
                leaf.is_out = True
                given.append((worker, leaf))
    return given


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


def _found(
    top: Top, session: _proofset.Session, stop: str, line: list[str], spent: dict[str, int], peak: int, seconds: float
) -> dict[str, Any]:
    """The parts of a result."""
    verdict = top.root.value or "unknown"
    explanation, line_text, problem_bytes = _proofset.words(session, verdict, stop, line)
    return {
        **spent,
        "problem_bytes": problem_bytes,
        "verdict": verdict,
        "stop": stop,
        "line": line,
        "line_text": line_text,
        "seconds": seconds,
        "peak_bytes": peak,
        "proof_number": _finite(top.root.proof),
        "disproof_number": _finite(top.root.disproof),
        "longest": len(line) if line else None,
        "evidence": "exact" if verdict != "unknown" else "keyed",
        "table": None,
        "explanation": explanation,
        "known": None,
        "has_proof": verdict != "unknown",
    }
