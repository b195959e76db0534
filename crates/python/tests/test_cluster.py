"""Many workers for one question: threads of this process, and what holds for all of them."""

from __future__ import annotations

import gzip
import json
import math
import signal
import subprocess
import sys
import time
import zlib
from functools import partial

import proofset
import pytest
from proofset import cluster
from proofset.cluster import _stitch
from proofset.cluster.__main__ import main
from proofset.cluster._work import Worker
from test_rules import Eggs, Graph

#: The keys of what the program prints as JSON, but for those that have a line of their own.
KEYS = {"game", "position", "goal", "algorithm", "verdict", "stop", "expanded", "visits", "uncertain", "seconds", "line", "evidence"}

#: Questions with games, boards, mates and a graph; the verdicts are those of one search.
QUESTIONS = [
    ("tic-tac-toe", None, None),
    ("connect-four:4x4", None, None),
    ("connect-four:5x4", None, None),
    ("connect-four:4x5", "1", "first:draw"),
    ("mnk:4,4,3", None, None),
    ("mnk:4,3,3", "b2", "second:draw"),
    ("othello:4x4", None, "first:draw"),
    ("kalah:2,3", None, None),
    ("atari-go:3x3", None, None),
    ("chess", "3rr1k1/1p1q4/p6Q/6p1/2Pn4/6PP/PP4PK/2RR4 b - -", "mate-in:4"),
]


def agree(question, workers, **limits):
    """Asks one search and many workers. What the workers have found."""
    expected = proofset.solve(*question, algorithm="dfpn:epsilon=0.25,table=keyed")
    result = cluster.solve(*question, workers=workers, **limits)
    assert result.verdict == expected.verdict != "unknown", question
    checked = proofset.verify(result.certificate)
    assert (checked.game, checked.position, checked.goal) == (expected.game, expected.position, expected.goal)
    assert checked.longest == len(result.line)
    return result


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: " ".join(map(str, question)))
def test_workers_find_what_one_search_finds(question):
    agree(question, 2, job_seconds=0.01)


def test_a_proof_of_many_jobs_is_whole():
    result = agree(("connect-four:5x4", None, None), 3, job_seconds=0.01)
    assert len(result.jobs) > 3 and 0 < result.utilisation <= 1
    assert sum(expanded for _, expanded, _ in result.jobs) == result.expanded


def test_solve_takes_workers_too():
    result = proofset.solve("connect-four:4x4", workers=2)
    assert isinstance(result, cluster.ClusterResult) and result.verdict == "disproven"
    assert proofset.solve("connect-four:4x4", workers=2, certificate=False).certificate is None
    with pytest.raises(proofset.Error, match="give time"):
        proofset.solve("connect-four:4x4", workers=2, expansions=10)


class Nim:
    """Take one to three; who takes the last one wins."""

    def __init__(self, stones=9):
        self.stones = stones

    def start(self):
        return (self.stones, True)

    def to_move(self, state):
        return "first" if state[1] else "second"

    def moves(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - move, not state[1])

    def outcome(self, state):
        return None if state[0] else "second" if state[1] else "first"


@pytest.mark.parametrize("stones, verdict", [(9, "proven"), (8, "disproven"), (1, "proven")])
def test_games_in_python_are_answered_by_workers(stones, verdict):
    result = cluster.solve(Nim(stones), workers=2, job_seconds=0.01)
    assert result.verdict == verdict
    assert proofset.verify(result.certificate, Nim(stones)).verdict == verdict


def test_what_a_game_raises_arrives():
    class Broken(Nim):
        def moves(self, state):
            if state[0] < 5:
                raise ZeroDivisionError("a fault of the game")
            return super().moves(state)

    with pytest.raises(ZeroDivisionError, match="a fault of the game"):
        cluster.solve(Broken(), workers=2)


class Tangle:
    """A graph with an open leaf, which its value depends on."""

    def root(self):
        return "root"

    def status(self, state):
        return {"root": "or", "left": "and", "open": "open", "yes": "proven", "no": "disproven"}[state]

    def successors(self, state):
        return [(name, name) for name in {"root": ("left", "no"), "left": ("yes", "open")}[state]]


def test_a_value_that_depends_on_open_leaves_is_not_known():
    result = cluster.solve(Tangle(), workers=2, job_seconds=0.01)
    assert (result.verdict, result.stop, result.certificate) == ("unknown", "open-leaves", None)


@pytest.mark.parametrize(
    "question, algorithm",
    [
        (("connect-four:4x4",), "pns"),
        (("shogi", "7nl/5kP2/3p2g1p/2p1gp3/p6sP/s1BGpN3/4nPSp1/1+r4R1K/9 b S2NL6Pbg2l2p 1", None), None),
        (("chess", "8/k1P5/2P5/8/8/8/8/3K4 w - -", "mate:no-clock"), None),
    ],
)
def test_searches_that_cannot_turn_are_refused(question, algorithm):
    with pytest.raises(proofset.Error):
        cluster.solve(*question, algorithm=algorithm, workers=2, job_seconds=0.01)


@pytest.mark.parametrize("workers", [0, "0", "ray:0", "ray:", "ray:x", "mpi:2", "-1", "local:", "²", "local:²", "ray:²", "9" * 5000])
def test_workers_that_there_are_not_are_refused(workers):
    with pytest.raises(proofset.Error, match="are no workers"):
        cluster.solve("tic-tac-toe", workers=workers)


def test_without_ray_threads_do_the_jobs_and_that_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.warns(UserWarning, match="Ray is not installed"):
        result = cluster.solve("connect-four:4x4", workers="ray:2")
    assert result.verdict == "disproven" and result.kind == "threads" and "pip install" in result.remark


def test_a_limit_on_time_ends_in_a_result_and_a_checkpoint_goes_on(tmp_path):
    file = tmp_path / "top.checkpoint"
    question = ("connect-four:5x4", None, None)
    first = cluster.solve(*question, workers=2, job_seconds=0.02, time_limit=0.1, checkpoint=file)
    spent = 0
    for _ in range(200):
        if first.verdict != "unknown":
            break
        assert first.stop == "time" and file.exists() and first.expanded >= spent
        spent = first.expanded
        first = cluster.solve(*question, workers=2, job_seconds=0.02, time_limit=0.3, checkpoint=file)
    assert first.verdict == "disproven" and proofset.verify(first.certificate).verdict == "disproven"
    # What is solved in the file needs no more jobs.
    again = cluster.solve(*question, workers=2, checkpoint=file)
    assert again.verdict == "disproven" and not again.jobs
    with pytest.raises(proofset.Error, match="is about"):
        cluster.solve("connect-four:4x4", workers=2, checkpoint=file)
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(proofset.Error, match="no whole checkpoint"):
        cluster.solve(*question, workers=2, checkpoint=file)


def unzipped(content):
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return None


def test_changed_checkpoints_are_refused(tmp_path):
    file = tmp_path / "top.checkpoint"
    ask = partial(cluster.solve, "connect-four:5x4", workers=1, job_seconds=0.02, time_limit=0.05, checkpoint=file)
    ask()
    whole = file.read_bytes()
    refused = 0
    for place in range(0, len(whole), max(1, len(whole) // 200)):
        changed = whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :]
        # A few bits of such a file mean nothing.
        if unzipped(changed) != unzipped(whole):
            file.write_bytes(changed)
            with pytest.raises(proofset.Error, match="no whole checkpoint"):
                ask()
            refused += 1
    assert refused > 100
    saved = json.loads(gzip.decompress(whole))
    for other in ([], "x", 7, {}, {**saved, "version": 1}, {**saved, "question": None}, {**saved, "top": {}}, {**saved, "spent": []}):
        file.write_bytes(gzip.compress(json.dumps(other).encode()))
        with pytest.raises(proofset.Error, match="checkpoint|is about"):
            ask()


def _too_good(top):
    top["numbers"]["0"] = [0, 1 << 62]


def _below_zero(top):
    top["numbers"][str(max(map(int, top["numbers"])))] = [-1, -1]


def _no_certificate(top):
    top["certificates"][max(top["certificates"], default="0")] = "00"


@pytest.mark.parametrize("change", [_below_zero, _no_certificate])
def test_what_a_checkpoint_cannot_say_is_refused(tmp_path, change):
    file = tmp_path / "top.checkpoint"
    ask = partial(cluster.solve, "connect-four:5x4", workers=1, job_seconds=0.02, checkpoint=file)
    ask(time_limit=0.3)
    saved = json.loads(gzip.decompress(file.read_bytes()))
    change(saved["top"])
    file.write_bytes(gzip.compress(json.dumps(saved).encode()))
    with pytest.raises(proofset.Error, match="no checkpoint that workers have written"):
        ask()


def test_numbers_above_others_follow_from_them(tmp_path):
    file = tmp_path / "top.checkpoint"
    ask = partial(cluster.solve, "connect-four:5x4", workers=1, job_seconds=0.02, checkpoint=file)
    ask(time_limit=0.3)
    saved = json.loads(gzip.decompress(file.read_bytes()))
    assert saved["top"]["expanded"], "the root has children"
    _too_good(saved["top"])
    file.write_bytes(gzip.compress(json.dumps(saved).encode()))
    assert ask().verdict == "disproven"


def _another_job(done):
    done.number = 10**6


def _fewer_moves(done):
    done.successors = done.successors[:-1]


def _one_more_solved(done):
    done.solved[99] = ("proven", zlib.compress(bytes(proofset.solve("tic-tac-toe").certificate)))


def _damaged(done):
    done.verdict, done.certificate = "disproven", b"xx"


@pytest.mark.parametrize(
    ("spoil", "message"),
    [(_another_job, "which there is not"), (_fewer_moves, "of 5: has it other rules"), (_one_more_solved, "a move that there is not"), (_damaged, "damaged")],
)
def test_what_no_worker_can_have_found_is_an_error(monkeypatch, spoil, message):
    do = Worker.do

    def spoilt(self, job):
        done = do(self, job)
        if done.certificate is None:
            spoil(done)
        return done

    monkeypatch.setattr(Worker, "do", spoilt)
    with pytest.raises(proofset.Error, match=message):
        cluster.solve("connect-four:5x4", workers=1, job_seconds=0.02)


#: A question that takes workers many jobs, and the length of a job.
MANY = ("connect-four:5x4", None, None)
SHORT = 0.02


def _changed(certificate):
    """A certificate with one record turned into another kind, and the sum that goes with it."""
    part = _stitch.read(certificate)
    record = next(record for record in reversed(part.records) if record.edges)
    record.is_all = not record.is_all
    return _stitch.write(part)


def _beyond(certificate):
    part = _stitch.read(certificate)
    next(record for record in part.records if record.edges).edges[-1] = ("1", len(part.records) + 5)
    return _stitch.write(part)


def _sealed(body):
    return _stitch.MAGIC + body + zlib.crc32(_stitch.MAGIC + body).to_bytes(4, "little")


def _about(verdict):
    elsewhere = proofset.solve("connect-four:5x4", "1", "first:win", algorithm="dfpn").certificate
    part = _stitch.read(elsewhere)
    part.verdict = verdict
    return _stitch.write(part)


#: What a worker may send in place of a certificate of a position.
LIES = {
    "another position": _about("disproven"),
    "another verdict": _about("proven"),
    "another game": proofset.solve("tic-tac-toe", algorithm="dfpn").certificate,
    "no strategy": _changed(_about("disproven")),
    "records that there are not": _beyond(_about("disproven")),
    "no records": _stitch.write(_stitch.Certificate(*MANY[:1], "", "first:win", "disproven", [])),
    "no certificate": _sealed(b"\1"),
    "no text": _sealed(b"\1\2\xff\xff"),
}


def lies(monkeypatch, lie, lying=lambda worker: True):
    """From now on workers lie of every position but that of the question."""
    do = Worker.do

    def wrong(self, job):
        done = do(self, job)
        if job.path and lying(self):
            done.verdict, done.certificate, done.solved = "disproven", zlib.compress(lie), {}
        return done

    monkeypatch.setattr(Worker, "do", wrong)


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_worker_that_lies_is_dismissed_and_the_others_go_on(monkeypatch, lie):
    liars = []

    def lying(worker):
        if not liars:
            liars.append(worker)
        return worker is liars[0]

    lies(monkeypatch, lie, lying)
    with pytest.warns(UserWarning, match="an answer of worker [01], which is dismissed, was wrong, and the search goes on"):
        result = cluster.rehearse(*MANY, workers=2, rate=1000)
    assert result.verdict == "disproven" and result.dismissed == 1
    assert proofset.verify(result.certificate).verdict == "disproven"


def test_where_all_workers_lie_nobody_is_left_and_a_checkpoint_has_none_of_it(monkeypatch, capsys, tmp_path):
    file = tmp_path / "top.checkpoint"
    with monkeypatch.context() as lying:
        lies(lying, LIES["another position"])
        words = [MANY[0], "--workers", "2", "--job-seconds", str(SHORT), "--checkpoint", str(file), "--quiet"]
        assert main(words) == 1
        assert "no proof was found that holds: the certificate does not hold" in capsys.readouterr().err
    assert main(words) == 0
    assert "disproven" in capsys.readouterr().out


def test_an_answer_of_a_checkpoint_that_is_wrong_is_found_again(monkeypatch, tmp_path):
    file = tmp_path / "top.checkpoint"
    ask = partial(cluster.solve, *MANY, workers=1, job_seconds=SHORT, checkpoint=file)
    with monkeypatch.context() as lying:
        lies(lying, LIES["another position"])
        # Nobody has looked at the proof when the file is written for the last time.
        lying.setattr("proofset.cluster._master._proof", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            ask()
    with pytest.warns(UserWarning, match="an answer of the checkpoint was wrong"):
        result = ask()
    assert result.verdict == "disproven" and result.dismissed == 0
    assert proofset.verify(result.certificate).verdict == "disproven"


def test_the_record_that_does_not_hold_has_a_number():
    certificate = proofset.solve("tic-tac-toe").certificate
    with pytest.raises(proofset.DoesNotHold) as caught:
        proofset.verify(_changed(certificate))
    assert f"record {caught.value.record}" in str(caught.value) and caught.value.record > 0


def test_a_checkpoint_that_cannot_be_written_loses_no_search(tmp_path):
    folder = tmp_path / "folder"
    ask = partial(cluster.solve, "connect-four:5x4", workers=1, job_seconds=0.02, checkpoint_seconds=0)
    with pytest.raises(proofset.Error, match="cannot write a checkpoint"):
        ask(checkpoint=folder / "top.checkpoint")
    folder.mkdir()

    def go(_):
        # From now on the place of the next checkpoint is taken.
        (folder / ".top.checkpoint.new").mkdir(exist_ok=True)

    with pytest.warns(UserWarning, match="cannot write a checkpoint"):
        result = ask(checkpoint=folder / "top.checkpoint", progress=go)
    assert result.verdict == "disproven"


def test_progress_tells_of_every_job():
    told = []
    result = cluster.solve("connect-four:5x4", workers=2, job_seconds=0.02, progress=told.append)
    assert [now["jobs"] for now in told] == list(range(1, len(result.jobs) + 1))


@pytest.mark.parametrize(
    "question", [("tic-tac-toe", None, None), ("connect-four:4x4", None, None), ("gomoku:rule=freestyle,threats", "h8 a1 h9 a3 h10 a5", "first:win")]
)
def test_certificates_are_read_and_written_to_the_byte(question):
    certificate = proofset.solve(*question).certificate
    assert _stitch.write(_stitch.read(certificate)) == certificate


def test_damaged_parts_of_a_proof_are_refused():
    certificate = bytearray(proofset.solve("tic-tac-toe").certificate)
    certificate[40] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        _stitch.read(bytes(certificate))


def test_a_part_about_something_else_is_refused():
    top = _stitch.Certificate("tic-tac-toe", ".........", "first:win", "disproven", [_stitch.Record([])])
    other = proofset.solve("tic-tac-toe", goal="first:draw").certificate
    with pytest.raises(proofset.Error, match="a part of the proof is about"):
        _stitch.stitch(top, [([0], other)])


def test_the_command_says_what_the_program_says(tmp_path, capsys):
    proof = tmp_path / "a.proof"
    assert main(["connect-four:4x4", "--workers", "2", "--quiet", "--certificate", str(proof)]) == 0
    assert "disproven" in capsys.readouterr().out
    assert proofset.Proof.load(proof).verify().verdict == "disproven"
    assert main(["connect-four:4x4", "9", "--quiet"]) == 2
    assert "proofset: bad position" in capsys.readouterr().err
    assert main(["connect-four", "--time", "0.3", "--job-seconds", "0.1", "--quiet"]) == 3


def test_the_command_prints_what_the_program_prints(capsys, tmp_path, monkeypatch):
    import io
    import json

    assert main(["connect-four:4x4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert KEYS <= set(found) and (found["verdict"], found["proof"], found["disproof"]) == ("disproven", "inf", 0)
    # A position may be a file, or come from standard input.
    content = '{"nodes": [{"id": "a", "kind": "or"}, {"id": "b"}], "edges": [["a", "b"]], "root": "a", "leaf_values": {"b": "proven"}}'
    (tmp_path / "graph.json").write_text(content)
    # Graphs from files may have cycles, which workers do not take; to say so, the file was read.
    assert main(["and-or", str(tmp_path / "graph.json")]) == 2 and "positions of this question can repeat" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"X.O/.../...\n")))
    assert main(["tic-tac-toe", "-", "--quiet"]) == 0 and capsys.readouterr().out == "proven: the first player can force a win\n"
    assert main(["and-or", str(tmp_path / "no.json"), "--quiet"]) == 2 and "no.json" in capsys.readouterr().err
    assert main(["tic-tac-toe", "--certificate", str(tmp_path / "none" / "a.proof")]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_an_interrupt_ends_the_command_and_leaves_a_checkpoint(tmp_path):
    top = tmp_path / "top"
    command = [sys.executable, "-m", "proofset.cluster", "connect-four:7x6", "--job-seconds=0.1", "--checkpoint-every=0.2"]
    child = subprocess.Popen([*command, "--checkpoint", str(top)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        if top.exists():
            break
        time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (3, "") and "interrupted" in err
    # What is there is taken up again.
    assert cluster.solve("connect-four:7x6", time_limit=0.1, job_seconds=0.1, checkpoint=top).expanded > 0


def test_a_rehearsal_is_the_same_each_time_and_tells_what_more_workers_do():
    question = ("connect-four:4x5", "1", "first:draw")
    alone = proofset.solve(*question, algorithm="dfpn:epsilon=0.25,table=keyed")
    rate = alone.expanded / 20
    found = [cluster.rehearse(*question, workers=workers, rate=rate) for workers in (1, 1, 4)]
    assert {result.verdict for result in found} == {alone.verdict}
    one, again, four = ((result.expanded, result.seconds, result.jobs) for result in found)
    assert one == again != four
    assert all(result.generated >= result.expanded > 0 and result.visits > 0 for result in found)
    assert sum(seconds for seconds, _, _ in found[0].jobs) == pytest.approx(found[0].expanded / rate)
    assert cluster.rehearse(*question, workers=2, rate=rate, time_limit=3).stop == "time"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rate": 0}, "rate 0: give a number above 0"),
        ({"rate": math.inf}, "rate inf: give a number above 0"),
        ({"rate": "2"}, "rate '2': give a number above 0"),
        ({"workers": 0}, "workers 0: give a whole number from 1 on"),
        ({"job_seconds": math.nan}, "job_seconds nan: give a number from 0 on"),
        ({"master": -1}, "master -1: give a number from 0 on"),
        ({"latency": math.inf}, "latency inf: give a number from 0 on"),
    ],
)
def test_what_cannot_be_rehearsed_is_told(given, why):
    with pytest.raises(proofset.Error, match=why):
        cluster.rehearse("tic-tac-toe", **{"rate": 1000, **given})


def test_a_rate_may_be_as_large_as_numbers_are():
    assert cluster.rehearse("tic-tac-toe", rate=1e308, job_seconds=10).verdict == "disproven"


@pytest.mark.parametrize("given", [{"job_seconds": -5}, {"job_seconds": math.inf}, {"checkpoint_seconds": math.nan}])
def test_seconds_that_jobs_cannot_take_are_told(given):
    with pytest.raises(proofset.Error, match="seconds .*: give a number from 0 on"):
        cluster.solve("tic-tac-toe", **given)


def test_a_part_that_is_listed_twice_is_one_part_for_workers_too():
    for missing, verdict in (((), "proven"), (("egg",), "disproven")):
        result = cluster.solve(Eggs(*missing))
        assert (result.verdict, proofset.verify(result.certificate, Eggs(*missing)).verdict) == (verdict, verdict)


def test_one_text_for_two_states_is_told_to_workers_too():
    class Mumbling(Graph):
        def move_text(self, state, move):
            return "part"

    with pytest.raises(proofset.Error, match="two moves have the text"):
        cluster.solve(Mumbling({"a": ("and", "b", "c"), "b": ("proven",), "c": ("proven",)}))


class Parts:
    """Many parts that must all be proven, each a tree of its own that is made by hashing."""

    def __init__(self, parts=12, branching=5, depth=7):
        self.parts, self.branching, self.depth = parts, branching, depth

    def root(self):
        return ()

    def status(self, state):
        if len(state) > self.depth:
            return "proven" if zlib.crc32(repr(state).encode()) % 256 < 150 else "disproven"
        return "or" if len(state) % 2 else "and"

    def successors(self, state):
        return [(place, (*state, place)) for place in range(self.branching if state else self.parts)]


def test_workers_stay_where_their_tables_know_something():
    alone = proofset.solve(Parts(), algorithm="dfpn:epsilon=0.25")
    two = cluster.rehearse(Parts(), workers=2, rate=alone.expanded / 25)
    assert alone.verdict == two.verdict == "proven"
    # Parts have nothing in common, so two workers need to do little twice.
    assert two.expanded < 1.4 * alone.expanded and two.seconds < 25 / 1.3


def test_the_simulation_keeps_its_laws():
    jobs = [0.5, 1.0, 1.5]
    one = cluster.simulate(1, jobs, 200, master=0.0, latency=0.0)
    assert one.utilisation == pytest.approx(1) and one.speedup == pytest.approx(1)
    # Nobody is faster than the master gives out jobs.
    many = cluster.simulate(1024, jobs, master=0.01, latency=0.0)
    assert many.speedup <= 1.0 / 0.01 * 1.01 and many.master > 0.9
    assert cluster.simulate(16, jobs, width=4).speedup <= 4
    assert cluster.simulate(16, jobs, inflation=2).speedup == pytest.approx(cluster.simulate(16, jobs).speedup / 2)
    assert cluster.simulate(64, jobs, seed=1) == cluster.simulate(64, jobs, seed=1)


@pytest.mark.parametrize(
    ("workers", "jobs", "given"),
    [
        (0, [1.0], {}),
        (2, [], {}),
        (2, [1.0, math.nan], {}),
        (2, [-1.0], {}),
        (2, [1.0], {"jobs": -1}),
        (2, [1.0], {"master": -1}),
        (2, [1.0], {"master": math.nan}),
        (2, [1.0], {"latency": -0.1}),
        (2, [1.0], {"width": -1}),
        (2, [1.0], {"inflation": 0}),
    ],
)
def test_what_cannot_be_simulated_is_told(workers, jobs, given):
    with pytest.raises(proofset.Error, match="give a|a simulation needs"):
        cluster.simulate(workers, jobs, **given)
