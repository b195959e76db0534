"""Where jobs are done: on threads of this process, or by actors of Ray."""

from __future__ import annotations

import sys
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from proofset._proofset import Error
from proofset.cluster._work import Asked, Done, Job, Worker

#: Workers that die one after the other before any has done a job, until this is given up.
PATIENCE = 20


class LocalPool:
    """Threads of this process, each with a search of its own."""

    kind = "threads"

    def __init__(self, count: int, asked: Asked) -> None:
        self.count = count
        self.lost = 0
        self._workers = [Worker(asked) for _ in range(count)]
        self._threads = ThreadPoolExecutor(count, "proofset")
        self._futures: dict[Future[Done], int] = {}
        self._idle = list(range(count))

    def idle(self) -> int:
        """How many workers have nothing to do."""
        return len(self._idle)

    def start(self, job: Job) -> None:
        """Gives a job to a worker."""
        slot = self._idle.pop(0)
        self._futures[self._threads.submit(self._workers[slot].do, job)] = slot

    def wait(self, seconds: float) -> tuple[list[Done], list[Job]]:
        """What is done, and the jobs whose workers have died; waits until there is something, or time is over."""
        done, _ = wait(self._futures, timeout=seconds, return_when=FIRST_COMPLETED)
        results = []
        for future in done:
            self._idle.append(self._futures.pop(future))
            results.append(future.result())
        return results, []

    def close(self) -> None:
        """Ends the workers. A job that is being done is done first."""
        self._threads.shutdown(wait=True, cancel_futures=True)


class RayPool:
    """Actors of Ray, each a process of its own, on this machine or on others."""

    kind = "ray"

    def __init__(self, count: int, asked: Asked) -> None:
        import ray

        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            start(count * (asked.threads or 1))
        self.count = count
        self.lost = 0
        self._deaths = 0
        module = sys.modules.get(type(asked.question).__module__)
        if module is not None and not module.__name__.startswith(("proofset", "builtins")):
            # Workers need not have the file that a game is written in.
            ray.cloudpickle.register_pickle_by_value(module)
        self._asked = ray.put(asked)
        self._actor = ray.remote(num_cpus=asked.threads or 1, max_restarts=0, max_task_retries=0)(Worker)
        self._idle = [self._new() for _ in range(count)]
        self._jobs: dict[Any, tuple[Any, Job]] = {}

    def _new(self) -> Any:
        return self._actor.remote(self._asked)

    def idle(self) -> int:
        """How many workers have nothing to do."""
        return len(self._idle)

    def start(self, job: Job) -> None:
        """Gives a job to a worker."""
        actor = self._idle.pop(0)
        self._jobs[actor.do.remote(job)] = (actor, job)

    def wait(self, seconds: float) -> tuple[list[Done], list[Job]]:
        """What is done, and the jobs whose workers have died; waits until there is something, or time is over."""
        if not self._jobs:
            return [], []
        ready, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=seconds)
        done, lost = [], []
        for reference in ready:
            actor, job = self._jobs.pop(reference)
            try:
                done.append(self._ray.get(reference))
                self._deaths = 0
                self._idle.append(actor)
            except self._ray.exceptions.RayTaskError as error:
                # The worker is well, and what it was asked is not.
                raise error.cause if isinstance(error.cause, Exception) else error from None
            except self._ray.exceptions.RayError as error:
                self.lost += 1
                self._deaths += 1
                if self._deaths > PATIENCE:
                    raise Error(f"workers die before they have done a job: {error}") from error
                lost.append(job)
                self._idle.append(self._new())
        return done, lost

    def close(self) -> None:
        """Ends the actors, and Ray if it was started for them."""
        for actor in [*self._idle, *(actor for actor, _ in self._jobs.values())]:
            self._ray.kill(actor)
        if self._own:
            self._ray.shutdown()


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


def pool(workers: int | str, asked: Asked) -> tuple[LocalPool | RayPool, str | None]:
    """The workers that a text names, and a remark if they are not what was asked for."""
    kind, _, count = workers.partition(":") if isinstance(workers, str) else ("local", "", str(workers))
    if kind.isdigit() and not count:
        kind, count = "local", kind
    if kind not in ("ray", "local") or not count.isdigit() or not 1 <= int(count) <= 1 << 16:
        raise Error(f"{workers!r} are no workers; give a number, local:N or ray:N")
    if kind == "ray":
        try:
            import ray  # noqa: F401
        except ImportError:
            remark = f"Ray is not installed (pip install proofset[ray]), so {count} threads of this process do the jobs"
            return LocalPool(int(count), asked), remark
        return RayPool(int(count), asked), None
    return LocalPool(int(count), asked), None
