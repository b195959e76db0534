"""Games and searches by name."""

import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time

import proofset
import pytest


def test_every_game_is_solved_or_stopped_and_says_what_it_is():
    games = proofset.games()
    assert len(games) >= 15
    for game in games:
        if game["game"] == "and-or":
            continue
        goal = "capture:b1" if game["game"] == "go" else None
        position = "9/9/9/9/9/9/9/9/9 b" if game["game"] == "go" else None
        try:
            result = proofset.solve(game["game"], position, goal, expansions=20)
        except proofset.Error:
            assert game["game"] in ("go", "horn", "shogi"), "a game without a start position"
            continue
        assert result.game.split(":")[0] == game["game"]
        assert result.verdict in ("proven", "disproven", "unknown")


@pytest.mark.parametrize("algorithm", [algorithm["algorithm"] for algorithm in proofset.algorithms()])
def test_every_algorithm_answers_or_says_why_not(algorithm):
    try:
        result = proofset.solve("connect-four:4x4", "3323414212", algorithm=algorithm)
    except proofset.Error as error:
        assert "search with" in str(error)
        return
    assert result.verdict == "disproven"
    assert proofset.verify(result.certificate).verdict == "disproven"


def test_algorithms_for_values_are_refused_for_goals():
    with pytest.raises(proofset.Error, match="search with"):
        proofset.solve("connect-four:4x4", algorithm="mpns")


def test_counts_are_those_of_the_program():
    result = proofset.solve("tic-tac-toe", algorithm="pns")
    assert (result.expanded, result.generated, result.recomputed) == (1237, 3202, 9120)
    assert result.evidence == "exact"


def test_texts_are_those_of_the_program():
    with pytest.raises(proofset.Error, match='there is no game "chequers"; the games are tic-tac-toe'):
        proofset.solve("chequers")
    with pytest.raises(proofset.Error, match='algorithm "pns:sum=less"'):
        proofset.solve("tic-tac-toe", algorithm="pns:sum=less")
    with pytest.raises(proofset.Error, match='bad goal for tic-tac-toe: "lose" is not one; give win'):
        proofset.solve("tic-tac-toe", goal="lose")
    with pytest.raises(proofset.Error, match="give a number and a unit, such as 512MiB or 2GiB"):
        proofset.solve("tic-tac-toe", memory="much")
    with pytest.raises(proofset.Error, match="-1 is no time"):
        proofset.solve("tic-tac-toe", time=-1)
    with pytest.raises(proofset.Error, match="is no text"):
        proofset.solve("tic-tac-toe", 3)
    assert issubclass(proofset.Error, ValueError)


def test_a_finished_game_is_decided():
    result = proofset.solve("tic-tac-toe", "XXX/OO./...", "first:win")
    assert str(result) == "proven: the game is over, and the first player has won"
    assert proofset.verify(result.certificate).nodes == 1


def test_what_is_unknown_is_neither_true_nor_false():
    result = proofset.solve("connect-four", expansions=5)
    assert (result.verdict, result.stop, result.certificate, result.proof) == ("unknown", "expansions", None, None)
    with pytest.raises(proofset.Undecided):
        bool(result)
    assert bool(proofset.solve("tic-tac-toe", goal="first:draw")) is True
    assert bool(proofset.solve("tic-tac-toe")) is False


def test_a_search_goes_on():
    search = proofset.Search("connect-four:4x4", algorithm="pns")
    assert search.advance(expansions=1000).expanded == 1000
    assert search.advance(expansions=500).expanded == 1500
    whole = search.advance()
    assert whole.verdict == "disproven"
    assert whole.expanded == proofset.solve("connect-four:4x4", algorithm="pns", certificate=False).expanded
    assert proofset.verify(whole.certificate).verdict == "disproven"


def test_threads_are_taken_where_there_are_some():
    result = proofset.solve("connect-four:4x4", algorithm="dfpn:table=keyed", threads=2)
    assert result.verdict == "disproven"
    with pytest.raises(proofset.Error, match="searches with one thread"):
        proofset.solve("tic-tac-toe", algorithm="pns", threads=2)


def test_what_differs_from_run_to_run_is_refused_where_that_is_not_wanted():
    batch = {"algorithm": "pn2:batch=8", "threads": 2, "deterministic": True}
    runs = [proofset.solve("connect-four:4x4", **batch) for _ in range(2)]
    assert runs[0].expanded == runs[1].expanded and runs[0].verdict == "disproven"
    refused = {"algorithm": "dfpn:table=keyed", "threads": 2, "deterministic": True}
    for ask in (proofset.solve, proofset.Search, proofset.value):
        with pytest.raises(proofset.Error, match="differs from run to run"):
            ask("connect-four:4x4", **refused)
    with pytest.raises(proofset.Error, match="differs from run to run"):
        proofset.solve("connect-four:4x4", workers=2, deterministic=True)


def test_a_book_is_used_and_grows(tmp_path):
    book, goal = tmp_path / "four.book", "first:win"
    for column in "12":
        assert proofset.solve("connect-four:4x4", column, goal, "pns", known=book).known == "added"
    alone = proofset.solve("connect-four:4x4", None, goal, "pns")
    learned = proofset.solve("connect-four:4x4", None, goal, "pns", known=str(book))
    assert (alone.known, learned.known) == (None, "added")
    assert learned.verdict == "disproven" and learned.expanded < alone.expanded
    # The certificate rests on the rules alone.
    assert proofset.verify(learned.certificate).verdict == "disproven"
    again = proofset.solve("connect-four:4x4", None, goal, "dfpn", known=book)
    assert (again.known, again.expanded, again.certificate) == ("found", 0, learned.certificate)


def test_a_search_that_goes_on_adds_its_answer_once(tmp_path):
    book = tmp_path / "four.book"
    search = proofset.Search("connect-four:4x4", algorithm="pns", known=book)
    assert search.advance(expansions=100).known is None
    assert search.advance().known == "added"
    size = book.stat().st_size
    assert search.advance().known == "added" and book.stat().st_size == size
    # A record that was cut off is told about, and left out.
    book.write_bytes(book.read_bytes()[:-1])
    with pytest.warns(UserWarning, match="its last record was cut off"):
        assert proofset.solve("connect-four:4x4", algorithm="pns", known=book).known == "added"
    assert book.stat().st_size == size


def test_what_is_no_book_is_refused(tmp_path):
    other = tmp_path / "other"
    other.write_text("something else")
    for path, message in [(other, "no book of known positions"), (tmp_path, "it is a folder")]:
        with pytest.raises(proofset.Error, match=message):
            proofset.solve("tic-tac-toe", known=path)
    assert other.read_text() == "something else"
    with pytest.raises(proofset.Error, match="workers use no book"):
        proofset.solve("tic-tac-toe", workers=2, known=tmp_path / "a.book")


def test_an_answer_that_cannot_be_added_is_an_answer(tmp_path):
    book = tmp_path / "a.book"
    search = proofset.Search("tic-tac-toe", known=book)
    book.unlink()
    with pytest.warns(UserWarning, match="cannot add the answer"):
        result = search.advance()
    assert (result.verdict, result.known) == ("disproven", None)


def test_certificates_that_are_spoilt_are_refused():
    certificate = proofset.solve("tic-tac-toe").certificate
    with pytest.raises(proofset.Error):
        proofset.verify(certificate[:-1])
    with pytest.raises(proofset.Error):
        proofset.verify(b"no certificate")
    proven = json.loads(proofset.Proof(certificate).json())
    proven["verdict"] = "proven"
    with pytest.raises(proofset.DoesNotHold, match="does not hold"):
        proofset.verify(json.dumps(proven).encode())


def test_results_are_sent_to_other_processes_with_their_certificates():
    results = proofset.compare("tic-tac-toe", algorithms=["pns", "dfpn"])
    for result in [proofset.solve("tic-tac-toe"), proofset.solve("connect-four", expansions=10)]:
        copy = pickle.loads(pickle.dumps(result))
        assert (copy.to_dict(), copy.certificate) == (result.to_dict(), result.certificate)
        assert copy.is_decided == (copy.certificate is not None)
    assert [result.verdict for result in pickle.loads(pickle.dumps(results))] == ["disproven", "disproven"]
    assert pickle.loads(pickle.dumps(proofset.value("connect-four:4x4"))).value == 0


def test_proofs_are_graphs():
    networkx = pytest.importorskip("networkx")
    proof = proofset.solve("tic-tac-toe", "X.O/.X./..O").proof
    graph = proof.to_networkx()
    assert graph.number_of_nodes() == len(proof) == proof.verify().nodes
    assert graph.number_of_edges() == proof.verify().moves
    assert networkx.is_directed_acyclic_graph(graph)


def test_proofs_are_drawn():
    proof = proofset.solve("tic-tac-toe", "X.O/.X./..O").proof
    assert proof.svg().startswith("<svg") and proof._repr_svg_() == proof.svg()
    large = proofset.solve("connect-four:4x4").proof
    with pytest.raises(proofset.Error, match="more than 50 nodes to draw; give a depth"):
        large.svg(most_nodes=50)
    assert large._repr_svg_().startswith("<svg")
    assert "<table>" in proofset.solve("tic-tac-toe")._repr_html_()
    assert proofset.compare("tic-tac-toe", algorithms=["pns", "mate"])._repr_html_().count("<tr>") == 2


def test_positions_are_drawn_where_the_game_can():
    go = proofset.Question("go", ".XXO./OOOO./...../...../..... b", "capture:b5")
    assert go._repr_svg_().startswith("<svg")
    assert proofset.Question("tic-tac-toe")._repr_svg_() is None
    assert "..." in proofset.Question("tic-tac-toe")._repr_html_()


def test_tables_in_and_out():
    rows = proofset.solve_many([{"position": "X.O/.../...", "note": 1}, {"position": "?"}], game="tic-tac-toe")
    assert [(row["verdict"], row.get("note")) for row in rows] == [("proven", 1), ("error", None)]
    assert "bad position" in rows[1]["error"]
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"position": ["X.O/.../...", None], "goal": ["first:draw", None]}, index=[5, 7])
    solved = proofset.solve_many(table, game="tic-tac-toe")
    assert list(solved.index) == [5, 7]
    assert list(solved.verdict) == ["proven", "disproven"]
    comparison = proofset.compare("tic-tac-toe", algorithms=["pns", "dfpn"])
    assert list(comparison.to_pandas().verdict) == ["disproven", "disproven"]


def test_values():
    value = proofset.value("connect-four:4x4")
    assert (value.value, value.stop) == (0, "decided")
    unknown = proofset.value("othello:8x8", expansions=10)
    with pytest.raises(proofset.Undecided):
        int(unknown)
    with pytest.raises(proofset.Error, match="has no scores to search for"):
        proofset.value("chess")


def test_a_result_has_what_the_json_of_the_program_has():
    page = (pathlib.Path(__file__).resolve().parents[3] / "docs/src/how-to.md").read_text(encoding="utf-8")
    printed = re.search(r'^\{"game":"tic-tac-toe","position":"\.{9}","goal":"first:win","algorithm":"pns".*$', page, re.MULTILINE)
    # Times and memory differ from run to run.
    program = json.loads(printed.group().replace("[..]", "0"))
    result = proofset.solve("tic-tac-toe", algorithm="pns").to_dict()
    result |= {"proof": result["proof_number"] or "inf", "disproof": result["disproof_number"]}
    measured = {"seconds": 0, "peak_bytes": 0}
    assert {key: result[key] for key in program} | measured == program | measured


def test_progress_is_told_and_may_end_the_search():
    class Enough(Exception):
        pass

    def stop(now):
        entries, most = now["table"]
        assert now["expanded"] > 0 and 0 <= entries <= most
        raise Enough

    search = proofset.Search("connect-four:7x6", algorithm="dfpn:table=keyed")
    with pytest.raises(Enough):
        search.advance(seconds=60, progress=stop)
    before = search.advance(expansions=1).expanded
    assert search.advance(expansions=100).expanded >= before


def test_other_threads_run_while_a_search_does():
    ran = threading.Event()
    threading.Timer(0.01, ran.set).start()
    proofset.solve("connect-four:7x6", time=0.5)
    assert ran.is_set()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_an_interrupt_ends_a_search_and_it_can_go_on():
    search = proofset.Search("connect-four:7x6", algorithm="dfpn:table=keyed")
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        search.advance(seconds=60)
    assert time.monotonic() - sent[0] < 10, "it did not wait for the limit"
    assert search.advance(expansions=10).expanded > 10


def test_a_search_that_is_left_does_not_keep_python_from_ending():
    code = "import proofset; search = proofset.Search('connect-four'); search.advance(expansions=10)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env=os.environ)


@pytest.mark.parametrize(
    "held",
    [
        "held = proofset.Question(Nim())",
        "held = proofset.Search(Nim()).advance(expansions=1)",
        "held = [proofset.Search(Nim()), proofset.Question(Nim())]; held.append(held); held[0].advance(); sys.exit(0)",
        "import atexit; atexit.register(lambda: held.append(proofset.Question(Nim()))); held = []",
        "held = proofset.Search(Nim()); Nim.outcome = lambda self, position: time.sleep(40); "
        "threading.Thread(target=held.advance, daemon=True).start(); time.sleep(0.2)",
    ],
)
def test_rules_in_python_that_are_still_held_do_not_keep_python_from_ending(held, tmp_path):
    # Rules in a module of their own: where they stand in a script, they go with what holds the search.
    (tmp_path / "nim.py").write_text(
        """
import proofset

class Nim(proofset.Game):
    def start(self): return 5, "first"
    def to_move(self, position): return position[1]
    def outcome(self, position): return None if position[0] else "second" if position[1] == "first" else "first"
    def moves(self, position): return [str(n) for n in (1, 2) if n <= position[0]]
    def play(self, position, move): return position[0] - int(move), "second" if position[1] == "first" else "first"
"""
    )
    code = f"import sys, threading, time, proofset; from nim import Nim; {held}"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30, env=os.environ, cwd=tmp_path)


@pytest.mark.parametrize(
    "ask",
    [
        "proofset.solve(Tree(), algorithm='dfpn')",
        "held.advance(1000)",
        "[proofset.solve(Tree(), expansions=20) for _ in range(10**6)]",
        "proofset.solve('connect-four', algorithm='dfpn')",
    ],
)
def test_python_ends_though_threads_that_it_does_not_wait_for_search(ask, tmp_path):
    code = f"""
import threading, time, proofset

class Tree:
    def root(self): return 1
    def status(self, state): return "or"
    def successors(self, state): return [(1, 2 * state + 1), (2, 2 * state + 2)]

held = proofset.Search(Tree())
for _ in range(2):
    threading.Thread(target=lambda: {ask}, daemon=True).start()
time.sleep(0.3)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
def test_a_process_that_was_forked_begins_searches_of_its_own():
    # In a process of its own, for a fork takes the state of pytest with it.
    code = """
import os, proofset
search = proofset.Search("connect-four", algorithm="pns")
search.advance(expansions=10)
child = os.fork()
try:
    search.advance(expansions=10)
except proofset.Error as error:
    assert child == 0 and "belongs to the process" in str(error)
    assert proofset.solve("tic-tac-toe").expanded == 1237
if child:
    assert os.waitpid(child, 0)[1] == 0 and search.result.expanded == 20
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env=os.environ)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"expansions": -1}, "expansions -1: give a whole number from 0 on"),
        ({"expansions": 1.5}, "expansions 1.5: give a whole number"),
        ({"memory": -1}, "memory -1: give a whole number"),
        ({"threads": 0}, "threads 0: give a whole number from 1 on"),
        ({"time": float("nan")}, "nan is no time"),
        ({"time": float("-inf")}, "-inf is no time"),
        ({"time": -(10**400)}, "a number below 0 is no time"),
        ({"time": "5"}, "'5' is no time"),
    ],
)
def test_limits_that_are_none_are_refused(given, message):
    with pytest.raises(proofset.Error, match=message):
        proofset.solve("tic-tac-toe", **given)
    assert proofset.solve("tic-tac-toe", expansions=2**70).is_decided
    for forever in (float("inf"), 1e300, 10**400):
        assert proofset.solve("tic-tac-toe", time=forever).is_decided


@pytest.mark.parametrize("name", ["question", "goal", "algorithm", "memory"])
def test_half_a_character_is_told(name):
    with pytest.raises(proofset.Error, match="has half a character in it"):
        proofset.solve(**{"question": "tic-tac-toe", name: "first\ud800"})


def test_the_version_is_that_of_the_package():
    manifest = pathlib.Path(__file__).resolve().parents[3] / "Cargo.toml"
    assert f'\nversion = "{proofset.__version__}"\n' in manifest.read_text(encoding="utf-8")


@pytest.mark.parametrize("certificate", ["text", 5, None, [1]])
def test_what_is_no_certificate_is_refused(certificate):
    for read in (proofset.verify, proofset.Proof):
        with pytest.raises(proofset.Error, match="a certificate is bytes or a Proof"):
            read(certificate)


def test_certificates_may_lie_in_other_bytes():
    certificate = proofset.solve("tic-tac-toe").certificate
    for other in (bytearray(certificate), memoryview(certificate)):
        assert proofset.verify(other) == proofset.verify(certificate)
        assert proofset.Proof(other) == proofset.Proof(certificate)


def test_certificates_are_about_the_game_and_the_position_that_are_named(tmp_path):
    certificate = proofset.solve("tic-tac-toe", "X.O/.X./..O").certificate
    file, other = tmp_path / "position", tmp_path / "other"
    file.write_text("X.O.X...O")
    other.write_text("X.O......")
    for right in ({"position": "X.O/.X./..O"}, {"position": file}, {"game": "tic-tac-toe"}, {"game": "tic-tac-toe", "position": file}):
        assert proofset.verify(certificate, **right).verdict == "disproven"
        assert proofset.Proof(certificate).verify(**right).verdict == "disproven"
    for wrong, message in [
        ({"position": "X.O/.../..."}, "about the position X.O.X...O, and not about X.O......"),
        ({"position": other}, "about the position X.O.X...O, and not about X.O......"),
        ({"position": "?"}, "bad position for tic-tac-toe"),
        ({"position": 5}, "the position 5 is no text"),
        ({"game": "connect-four"}, "about the game tic-tac-toe, and not about connect-four"),
        ({"game": "chequers"}, "about the game tic-tac-toe, and not about chequers"),
        ({"game": "connect-four", "position": file}, "about the game tic-tac-toe, and not about connect-four"),
    ]:
        with pytest.raises(proofset.Error, match=message):
            proofset.verify(certificate, **wrong)


def test_a_row_that_cannot_be_asked_is_one_row():
    numpy = pytest.importorskip("numpy")
    missing = pathlib.Path("/nowhere/at/all")

    class Failing:
        def start(self):
            raise ZeroDivisionError("nothing")

        to_move = moves = play = outcome = start

    bad = [{"goal": 5}, {"position": missing}, missing, [1], numpy.array([1, 2]), {"position": numpy.array([1, 2])}]
    bad += [{"position": [1]}, {"game": [1]}, {"game": Failing()}]
    rows = proofset.solve_many([*bad, {}], game="tic-tac-toe")
    assert [row["verdict"] for row in rows] == ["error"] * len(bad) + ["disproven"]
    assert all(row["error"] for row in rows[:-1]) and rows[-1]["error"] is None
    assert rows[0]["goal"] == 5 and rows[-2]["error"] == "ZeroDivisionError: nothing"
    assert "a row is a dictionary" in rows[3]["error"]


def test_a_search_counts_for_each_thread_that_has_it_go_on():
    search = proofset.Search("connect-four", algorithm="pns")
    calls = [threading.Thread(target=search.advance, kwargs={"expansions": 50_000}) for _ in range(4)]
    for call in calls:
        call.start()
    for call in calls:
        call.join()
    assert search.advance(expansions=1).expanded == 200_001
    longest = search.result.seconds
    assert search.advance(expansions=1).seconds >= longest


def test_a_question_can_be_asked():
    question = proofset.Question("tic-tac-toe", "X.O/.../...", "first:draw")
    for ask in (proofset.solve, proofset.Question, lambda asked, **more: proofset.Search(asked, **more).advance()):
        assert (ask(question).position, ask(question).goal) == ("X.O......", "first:draw")
        assert ask(question, goal="first:win").goal == "first:win"
        assert ask(question, position="XO./.../...").position == "XO......."
    assert proofset.solve(question, workers=2).goal == "first:draw"
    assert proofset.value(proofset.Question("connect-four:4x4")).value == 0


def test_one_text_is_one_algorithm():
    assert [result.algorithm for result in proofset.compare("tic-tac-toe", algorithms="pns")] == ["pns"]


def test_depths_that_are_none_are_refused():
    proof = proofset.solve("tic-tac-toe", "X.O/.X./..O").proof
    with pytest.raises(proofset.Error, match="depth -1: give a whole number from 0 on"):
        proof.svg(depth=-1)
    with pytest.raises(proofset.Error, match="most_nodes 0.5: give a whole number"):
        proof.svg(most_nodes=0.5)
    assert proof.svg(depth=2**70) == proof.svg()


def test_proofs_are_equal_if_their_bytes_are():
    proof = proofset.solve("tic-tac-toe", "X.O/.X./..O").proof
    json_form = proofset.Proof(proof.json().encode())
    assert proofset.Proof(bytes(proof)) == proof == proofset.Proof(proof)
    assert json_form != proof and json_form.nodes == proof.nodes


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="such interpreters are made in another way")
def test_only_the_main_interpreter_of_a_process_loads_the_package():
    code = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
kind = ("legacy",) if sys.version_info >= (3, 13) else ()
other = interpreters.create(*kind) if kind else interpreters.create(isolated=False)
run = interpreters.exec if kind else interpreters.run_string
told = run(other, "try:\\n    import proofset\\nexcept ImportError as error:\\n    print(error)")
assert told is None, told
"""
    python = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "this is another one" in python.stdout, python.stderr
