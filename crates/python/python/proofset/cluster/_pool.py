"""Where jobs are done: on threads of this process, by actors of Ray, or one after the other in a time of their own."""

from __future__ import annotations

import heapq
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from proofset._proofset import Error
from proofset.cluster._work import Asked, Done, Job, Worker

#: Workers that die one after the other before any has done a job, until this is given up.
PATIENCE = 20


class LocalPool:
    """Threads of this process, each with a search of its own."""

    kind = "threads"
    #: Seconds of the master for a job, where they are not those of a clock.
    master: float | None = None
    clock = staticmethod(time.perf_counter)

    def __init__(self, count: int, asked: Asked) -> None:
        self.count = count
        self.lost = 0
        self.dismissed: set[int] = set()
        self._workers = [Worker(asked) for _ in range(count)]
        self._threads = ThreadPoolExecutor(count, "proofset")
        self._futures: dict[Future[Done], int] = {}
        self._idle = list(range(count))

    def idle(self) -> list[int]:
        """The workers that have nothing to do, by their numbers."""
        return self._idle

    def start(self, job: Job, worker: int) -> None:
        """Gives a job to a worker."""
        self._idle.remove(worker)
        self._futures[self._threads.submit(self._workers[worker].do, job)] = worker

    @property
    def is_busy(self) -> bool:
        """Whether anybody has a job."""
        return bool(self._futures)

    def dismiss(self, worker: int) -> None:
        """No more jobs for a worker. What it has in hand still comes back."""
        _dismiss(self, self._idle, worker)

    def wait(self, seconds: float) -> tuple[list[Done], list[Job]]:
        """What is done, and the jobs whose workers have died; waits until there is something, or time is over."""
        done, _ = wait(self._futures, timeout=seconds, return_when=FIRST_COMPLETED)
        results = []
        for future in done:
            worker = self._futures.pop(future)
            if worker not in self.dismissed:
                self._idle.append(worker)
            results.append(future.result().by(worker))
        return results, []

    def close(self) -> None:
        """Ends the workers, as soon as they have done what a job has to do at least."""
        for worker in self._workers:
            worker.is_over = True
        self._threads.shutdown(wait=True, cancel_futures=True)


class RayPool:
    """Actors of Ray, each a process of its own, on this machine or on others."""

    kind = "ray"
    master: float | None = None
    clock = staticmethod(time.perf_counter)

    def __init__(self, count: int, asked: Asked) -> None:
        import ray

        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            start(count * (asked.threads or 1))
        self.count = count
        self.lost = 0
        self.dismissed: set[int] = set()
        self._deaths = 0
        module = sys.modules.get(type(asked.question).__module__)
        if module is not None and not module.__name__.startswith(("proofset", "builtins")):
            # Workers need not have the file that a game is written in.
            ray.cloudpickle.register_pickle_by_value(module)
        self._asked = ray.put(asked)
        self._actor = ray.remote(num_cpus=asked.threads or 1, max_restarts=0, max_task_retries=0)(Worker)
        self._actors: dict[int, Any] = {}
        self._hired = 0
        self._idle = [self._new() for _ in range(count)]
        self._jobs: dict[Any, tuple[int, Job]] = {}

    def _new(self) -> int:
        """A worker with a number that none has had before it, for none knows what it knew."""
        number = self._hired
        self._hired += 1
        self._actors[number] = self._actor.remote(self._asked)
        return number

    def idle(self) -> list[int]:
        """The workers that have nothing to do, by their numbers."""
        return self._idle

    def start(self, job: Job, worker: int) -> None:
        """Gives a job to a worker."""
        self._idle.remove(worker)
        self._jobs[self._actors[worker].do.remote(job)] = (worker, job)

    @property
    def is_busy(self) -> bool:
        """Whether anybody has a job."""
        return bool(self._jobs)

    def dismiss(self, worker: int) -> None:
        """No more jobs for a worker. What it has in hand still comes back."""
        _dismiss(self, self._idle, worker)

    def wait(self, seconds: float) -> tuple[list[Done], list[Job]]:
        """What is done, and the jobs whose workers have died; waits until there is something, or time is over."""
        if not self._jobs:
            return [], []
        ready, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=seconds)
        done, lost = [], []
        for reference in ready:
            worker, job = self._jobs.pop(reference)
            try:
                done.append(self._ray.get(reference).by(worker))
                self._deaths = 0
                if worker not in self.dismissed:
                    self._idle.append(worker)
            except self._ray.exceptions.RayTaskError as error:
                # The worker is well, and what it was asked is not.
                raise error.cause if isinstance(error.cause, Exception) else error from None
            except self._ray.exceptions.RayError as error:
                self.lost += 1
                self._deaths += 1
                if self._deaths > PATIENCE:
                    raise Error(f"workers die before they have done a job: {error}") from error
                lost.append(job)
                del self._actors[worker]
                self._idle.append(self._new())
                if worker in self.dismissed:
                    # The new one takes its place after all.
                    self.count += 1
        return done, lost

    def close(self) -> None:
        """Ends the actors, and Ray if it was started for them."""
        for actor in self._actors.values():
            self._ray.kill(actor)
        if self._own:
            self._ray.shutdown()


class VirtualPool:
    """Workers that are not there: their jobs are done one after the other on this thread, each with the table of its worker, and a
    clock of their own says when they would have been done."""

    kind = "rehearsed"

    def __init__(self, count: int, asked: Asked, rate: float, master: float, latency: float) -> None:
        self.count = count
        self.lost = 0
        self.dismissed: set[int] = set()
        self.master = master
        self._latency = latency
        self._workers = [Worker(asked, rate) for _ in range(count)]
        self._idle = list(range(count))
        self._now = 0.0
        #: When each job is done, in the order in which they were given out where that is the same.
        self._jobs: list[tuple[float, int, Done]] = []
        self._given = 0

    def clock(self) -> float:
        """Seconds since the beginning."""
        return self._now

    def idle(self) -> list[int]:
        """The workers that have nothing to do, by their numbers."""
        return self._idle

    def start(self, job: Job, worker: int) -> None:
        """Has a worker do a job. What it finds is there when its time is over."""
        self._idle.remove(worker)
        done = self._workers[worker].do(job).by(worker)
        self._now += self.master
        self._given += 1
        heapq.heappush(self._jobs, (self._now + self._latency + done.seconds, self._given, done))

    @property
    def is_busy(self) -> bool:
        """Whether anybody has a job."""
        return bool(self._jobs)

    def dismiss(self, worker: int) -> None:
        """No more jobs for a worker. What it has in hand still comes back."""
        _dismiss(self, self._idle, worker)

    def wait(self, seconds: float) -> tuple[list[Done], list[Job]]:
        """The job that is done next."""
        if not self._jobs:
            return [], []
        at, _, done = heapq.heappop(self._jobs)
        self._now = max(self._now, at)
        if done.worker not in self.dismissed:
            self._idle.append(done.worker)
        return [done], []

    def close(self) -> None:
        """Nothing has to be ended."""


Pool = LocalPool | RayPool | VirtualPool


def _dismiss(team: Pool, idle: list[int], worker: int) -> None:
    team.dismissed.add(worker)
    team.count -= 1
    if worker in idle:
        idle.remove(worker)


def start(processors: int) -> None:
    """Connects to the cluster that ``RAY_ADDRESS`` names; without it starts Ray on this machine, where no network is needed."""
    import os

    import ray

    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    if os.environ.get("RAY_ADDRESS"):
        ray.init(**quiet)
    else:
        processors = max(processors, os.cpu_count() or 1)
        ray.init(num_cpus=processors, include_dashboard=False, _node_ip_address="127.0.0.1", **quiet)


def pool(workers: int | str, asked: Asked) -> tuple[Pool, str | None]:
    """The workers that a text names, and a remark if they are not what was asked for."""
    kind, _, count = workers.partition(":") if isinstance(workers, str) else ("local", "", str(workers))
    if kind.isdecimal() and not count:
        kind, count = "local", kind
    if kind not in ("ray", "local") or not (count.isdecimal() and len(count) < 10 and 1 <= int(count) <= 1 << 16):
        raise Error(f"{workers!r} are no workers; give a number, local:N or ray:N")
    if kind == "ray":
        try:
            import ray  # noqa: F401
        except ImportError:
            remark = f"Ray is not installed (pip install ray), so {count} threads of this process do the jobs"
            return LocalPool(int(count), asked), remark
        return RayPool(int(count), asked), None
    return LocalPool(int(count), asked), None
