"""Workers as actors of Ray on this machine, without a network."""

from __future__ import annotations

import os
import pathlib
import signal
import threading
import time

import proofset
import pytest
from proofset import cluster

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install proofset[ray]")
from proofset.cluster import _pool  # noqa: E402
from test_cluster import QUESTIONS, Nim, agree  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def running():
    """Ray takes seconds to start, so all tests share one."""
    _pool.start(2)
    yield
    ray.shutdown()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: " ".join(map(str, question)))
def test_two_actors_find_what_one_search_finds(question):
    result = agree(question, "ray:2", job_seconds=0.05)
    assert (result.kind, result.remark, result.lost) == ("ray", None, 0)


def test_games_in_python_go_to_actors():
    result = cluster.solve(Nim(), workers="ray:2", job_seconds=0.05)
    assert result.verdict == "proven" and proofset.verify(result.certificate, Nim()).verdict == "proven"


def test_what_is_wrong_with_a_question_is_said():
    with pytest.raises(proofset.Error, match="cannot go from one position to another"):
        cluster.solve("connect-four:4x4", algorithm="pns", workers="ray:2")


def workers_of_ray() -> list[int]:
    """The processes of actors that this process has started, by what the system says."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if not (folder / "cmdline").read_text().startswith("ray::Worker"):
                continue
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            grandparent = int(pathlib.Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if grandparent == os.getpid():
            found.append(int(folder.name))
    return found


class Killer(threading.Thread):
    """Kills a worker every few seconds, until it is told to stop."""

    def __init__(self, seconds: float, most: int) -> None:
        super().__init__(daemon=True)
        self.seconds, self.most, self.kills = seconds, most, 0
        self.over = threading.Event()

    def run(self) -> None:
        while self.kills < self.most and not self.over.wait(self.seconds):
            workers = workers_of_ray()
            if workers:
                os.kill(workers[self.kills % len(workers)], signal.SIGKILL)
                self.kills += 1


@pytest.mark.skipif(not pathlib.Path("/proc/self/stat").exists(), reason="processes are found by /proc")
def test_a_worker_that_is_killed_costs_one_job():
    # By hand: PROOFSET_KILLS=1000 PROOFSET_KILL_SECONDS=5 PROOFSET_KILL_GAME=connect-four:6x4
    killer = Killer(float(os.environ.get("PROOFSET_KILL_SECONDS", 1)), int(os.environ.get("PROOFSET_KILLS", 3)))
    question = (os.environ.get("PROOFSET_KILL_GAME", "connect-four:5x5"), None, None)
    started = time.monotonic()
    killer.start()
    try:
        result = agree(question, "ray:2", job_seconds=0.2)
    finally:
        killer.over.set()
        killer.join()
    print(f"{killer.kills} kills, {result.lost} of {len(result.jobs)} jobs done again, {time.monotonic() - started:.0f} s")
    assert 0 < result.lost <= killer.kills
