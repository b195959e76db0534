"""Games and problems that are written in Python."""

import itertools
import os
import signal
import sys
import threading
import time

import proofset
import pytest

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """Cells in the order of the game of the catalog: from a1."""

    def start(self):
        return "." * 9

    def to_move(self, state):
        return "first" if state.count("X") == state.count("O") else "second"

    def moves(self, state):
        return [cell for cell in range(9) if state[cell] == "."]

    def play(self, state, move):
        return state[:move] + ("X" if self.to_move(state) == "first" else "O") + state[move + 1 :]

    def outcome(self, state):
        for one, two, three in LINES:
            if state[one] != "." and state[one] == state[two] == state[three]:
                return "first" if state[one] == "X" else "second"
        return None if "." in state else "draw"


class Nim:
    def start(self):
        return (4, "first")

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [number for number in (1, 2) if number <= state[0]]

    def play(self, state, move):
        return (state[0] - move, "second" if state[1] == "first" else "first")

    def outcome(self, state):
        return None if state[0] else ("second" if state[1] == "first" else "first")


def test_the_published_count():
    result = proofset.solve(TicTacToe(), algorithm="pns")
    assert (result.verdict, result.expanded, result.generated) == ("disproven", 1237, 3202)
    assert str(result) == "disproven: the first player cannot force a win"


ALGORITHMS = ["pns", "pss", "pss:8,8", "dfpn", "dfpn:epsilon=0.25", "pds", "pnstar", "cstar", "pn2", "aostar", "pds-pn"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("goal", ["first:win", "first:draw"])
def test_every_search_says_what_the_own_game_says(algorithm, goal):
    result = proofset.solve(TicTacToe(), goal=goal, algorithm=algorithm)
    assert result.verdict == proofset.solve("tic-tac-toe", goal=goal).verdict
    verified = proofset.verify(result.certificate, TicTacToe())
    assert (verified.verdict, verified.game, verified.goal) == (result.verdict, "TicTacToe", goal)


def test_positions_are_states():
    assert proofset.solve(Nim(), (3, "first")).verdict == "disproven"
    assert proofset.solve(Nim(), (3, "second"), "first:win").verdict == "proven"
    over = proofset.solve(Nim(), (0, "first"), "second:win")
    assert str(over) == "proven: the game is over, and the second player has won"


def test_certificates_are_about_one_game_and_one_position():
    certificate = proofset.solve(Nim()).certificate
    with pytest.raises(proofset.Error, match="about the game Nim, and not about TicTacToe"):
        proofset.verify(certificate, TicTacToe())
    with pytest.raises(proofset.Error, match="about the position"):
        proofset.verify(certificate, Nim(), (3, "first"))
    with pytest.raises(proofset.Error, match='there is no game "Nim"'):
        proofset.verify(certificate)

    class OtherNim(Nim):
        name = "Nim"

        def moves(self, state):
            return [number for number in (1, 2, 3, 4) if number <= state[0]]

    with pytest.raises(proofset.DoesNotHold):
        proofset.verify(certificate, OtherNim())


class Loop:
    """Walks in a circle of three; leaving it at 2 loses for the first player."""

    def __init__(self, repetition):
        if repetition:
            self.repetition = repetition

    def start(self):
        return 0

    def to_move(self, state):
        return "first"

    def moves(self, state):
        return ["on", "leave"] if state == 2 else ["on"]

    def play(self, state, move):
        return "left" if move == "leave" else (state + 1) % 3

    def outcome(self, state):
        return "second" if state == "left" else None


def test_repetitions_are_worth_what_the_game_says():
    with pytest.raises(proofset.Error, match="the graph has a cycle"):
        proofset.solve(Loop(None), algorithm="pns")
    for algorithm in ("pns", "dfpn"):
        assert proofset.solve(Loop("draw"), goal="first:draw", algorithm=algorithm).verdict == "proven"
        assert proofset.solve(Loop("first"), algorithm=algorithm).verdict == "proven"
        assert proofset.solve(Loop("second"), algorithm=algorithm).verdict == "disproven"
    with pytest.raises(proofset.Error, match="repetition is 'lost'"):
        proofset.solve(Loop("lost"))


class Mine(Exception):
    pass


@pytest.mark.parametrize("method", ["start", "to_move", "moves", "play", "outcome", "rank", "text", "move_text", "cost"])
def test_exceptions_arrive_as_they_are(method):
    fault = Mine(method)

    def fails(self, *arguments):
        raise fault

    game = type("Broken", (TicTacToe,), {method: fails})()
    with pytest.raises(Mine) as raised:
        proofset.solve(game, goal="first:win")
    assert raised.value is fault
    assert raised.traceback[-1].name == "fails"


def test_a_search_that_an_exception_has_ended_does_not_go_on():
    class Later(TicTacToe):
        calls = 0

        def outcome(self, state):
            Later.calls += 1
            if Later.calls == 2000:
                raise Mine
            return super().outcome(state)

    search = proofset.Search(Later(), algorithm="pns")
    with pytest.raises(Mine):
        search.advance()
    with pytest.raises(proofset.Error, match="ended with an exception"):
        search.advance()


def test_lists_of_moves_may_be_generators_and_have_to_end():
    class Lazy(TicTacToe):
        def moves(self, state):
            yield from super().moves(state)

    assert proofset.solve(Lazy(), algorithm="pns").expanded == 1237

    class Endless(TicTacToe):
        def moves(self, state):
            return itertools.count()

    with pytest.raises(proofset.Error, match="moves has returned more than 4194304 items"):
        proofset.solve(Endless())


def test_a_class_is_no_game():
    with pytest.raises(proofset.Error, match=r"TicTacToe is a class; give an object of it, such as TicTacToe\(\)"):
        proofset.solve(TicTacToe)


class State:
    """A state whose comparison and hash can be spoilt."""

    def __init__(self, cells):
        self.cells = cells

    def __eq__(self, other):
        return self.cells == other.cells

    def __hash__(self):
        return hash(self.cells)


class OfStates(TicTacToe):
    kind = State

    def start(self):
        return self.kind("." * 9)

    def to_move(self, state):
        return super().to_move(state.cells)

    def moves(self, state):
        return super().moves(state.cells)

    def play(self, state, move):
        return self.kind(TicTacToe().play(state.cells, move))

    def outcome(self, state):
        return super().outcome(state.cells)


def of(**methods):
    return type("Of", (OfStates,), {"kind": type("Kind", (State,), {"__hash__": State.__hash__, **methods})})()


def test_objects_are_states():
    assert proofset.solve(OfStates(), algorithm="pns").expanded == 1237


def test_states_that_are_equal_and_differ_are_told():
    forgetful = of(__eq__=lambda self, other: self.cells.count("X") == other.cells.count("X"), __hash__=lambda self: 1)
    with pytest.raises(proofset.Error, match="are equal by __eq__, and"):
        proofset.solve(forgetful)
    one_way = of(__eq__=lambda self, other: self.cells <= other.cells, __hash__=lambda self: 1)
    with pytest.raises(proofset.Error, match="equal"):
        proofset.solve(one_way)
    never = of(__eq__=lambda self, other: False)
    with pytest.raises(proofset.Error, match="is not equal to itself"):
        proofset.solve(never)


def test_states_that_change_are_told():
    counter = iter(range(10**9))
    with pytest.raises(proofset.Error, match="the hash of the state .* has changed"):
        proofset.solve(of(__hash__=lambda self: next(counter)))

    class InPlace(OfStates):
        def play(self, state, move):
            state.cells = TicTacToe().play(state.cells, move)
            return state

    with pytest.raises(proofset.Error, match="it must make a new one"):
        proofset.solve(InPlace())


def test_states_that_cannot_be_hashed_or_compared():
    class OfLists(TicTacToe):
        def start(self):
            return list("." * 9)

    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        proofset.solve(OfLists())

    def fails(self, other):
        raise Mine

    with pytest.raises(Mine):
        proofset.solve(of(__eq__=fails, __hash__=lambda self: 1))


@pytest.mark.parametrize(
    ("method", "returned", "message"),
    [
        ("to_move", 1, 'to_move has returned 1; it must return "first" or "second"'),
        ("outcome", "X", "outcome has returned 'X'; it must return None while the game goes on"),
        ("moves", 5, "moves has returned 5; it must return a list of moves"),
        ("moves", [], "the game is not over in the state .*, and moves has returned no move"),
        ("rank", -1, "rank has returned -1; it must return a whole number"),
        ("text", 5, "text has returned 5; it must return a text"),
        ("cost", 0, "cost has returned 0; it must return a whole number from 1 on"),
    ],
)
def test_what_is_returned_is_looked_at(method, returned, message):
    game = type("Wrong", (TicTacToe,), {method: lambda self, *arguments: returned})()
    with pytest.raises(proofset.Error, match=message):
        proofset.solve(game, goal="first:win")


def test_what_is_no_game_is_told_what_it_lacks():
    with pytest.raises(proofset.Error, match="object has no method start; it needs start, to_move, moves, play and outcome"):
        proofset.solve(object())
    with pytest.raises(proofset.Error, match="leave threads out"):
        proofset.solve(TicTacToe(), threads=2)
    with pytest.raises(proofset.Error, match="has a colon"):
        proofset.solve(type("Named", (TicTacToe,), {"name": "a:b"})())


def test_moves_with_one_text_make_no_certificate_that_holds():
    class Mumbling(Nim):
        def move_text(self, state, move):
            return "take"

    with pytest.raises(proofset.Error, match="two moves have the text"):
        proofset.verify(proofset.solve(Mumbling()).certificate, Mumbling())


class Graph:
    """A graph that is written down: names with a status and the names that follow."""

    def __init__(self, graph, **methods):
        self.graph = graph
        for name, value in methods.items():
            setattr(self, name, value)

    def root(self):
        return next(iter(self.graph))

    def status(self, state):
        return self.graph[state][0]

    def successors(self, state):
        return [(name, name) for name in self.graph[state][1:]]


SMALL = {"a": ("or", "b", "c"), "b": ("and", "d", "e"), "c": ("and", "d", "f"), "d": ("proven",), "e": ("disproven",), "f": ("proven",)}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_problems_are_searched(algorithm):
    result = proofset.solve(Graph(SMALL), algorithm=algorithm)
    assert (result.verdict, str(result)) == ("proven", "proven: the goal is reached")
    assert proofset.verify(result.certificate, Graph(SMALL)).nodes == 4
    assert proofset.solve(Graph({**SMALL, "f": ("disproven",)}), algorithm=algorithm).verdict == "disproven"


class Eggs:
    """A cake that is baked of two eggs and flour, in one way that is listed twice."""

    def __init__(self, *missing):
        self.missing = missing

    def root(self):
        return ("thing", "cake")

    def status(self, state):
        kind, what = state
        if kind == "way":
            return "and"
        return "or" if what == "cake" else "disproven" if what in self.missing else "proven"

    def successors(self, state):
        kind, what = state
        if kind == "way":
            return [(part, ("thing", part)) for part in what]
        return [("bake", ("way", ("egg", "egg", "flour")))] * 2


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(("missing", "verdict", "nodes"), [((), "proven", 4), (("egg",), "disproven", 3)])
def test_a_part_that_is_listed_twice_is_one_part(algorithm, missing, verdict, nodes):
    result = proofset.solve(Eggs(*missing), algorithm=algorithm)
    verified = proofset.verify(result.certificate, Eggs(*missing))
    assert (result.verdict, verified.verdict, verified.nodes) == (verdict, verdict, nodes)


def test_moves_with_different_texts_to_one_state_are_different_moves():
    class Ways(Graph):
        def successors(self, state):
            return [(name, "b") for name in ("one", "two", "one", "three", "two")] if state == "a" else []

    result = proofset.solve(Ways({"a": ("or",), "b": ("disproven",)}))
    certificate = proofset.verify(result.certificate, Ways({"a": ("or",), "b": ("disproven",)}))
    assert (result.verdict, certificate.moves) == ("disproven", 3)


@pytest.mark.parametrize("algorithm", ["pns", "dfpn"])
def test_one_text_for_two_states_is_told_while_a_problem_is_solved(algorithm):
    class Mumbling(Graph):
        def move_text(self, state, move):
            return "part"

    mumbling = Mumbling({"a": ("and", "b", "c"), "b": ("proven",), "c": ("proven",)})
    with pytest.raises(proofset.Error, match="in the state 'a' two moves have the text \"part\""):
        proofset.solve(mumbling, algorithm=algorithm)


def test_successors_that_are_no_pairs_are_told():
    class Lists(Graph):
        def successors(self, state):
            return [[name, name] for name in self.graph[state][1:]]

    with pytest.raises(proofset.Error, match="must return pairs of a move and a state, each a tuple"):
        proofset.solve(Lists(SMALL))


def test_problems_may_stay_open():
    result = proofset.solve(Graph({**SMALL, "f": ("open",)}))
    assert (result.verdict, result.stop) == ("unknown", "open-leaves")
    assert proofset.solve(Graph({"a": ("or",)})).verdict == "disproven"
    assert proofset.solve(Graph({"a": ("and",)})).verdict == "proven"


def test_costs_say_where_to_look_first():
    graph = {"a": ("or", "b", "c"), "b": ("or", "d"), "c": ("or", "e"), "d": ("proven",), "e": ("proven",)}
    dear = {"b": 9, "c": (2, 1)}
    for algorithm in ("pns", "dfpn"):
        problem = Graph(graph, cost=lambda state: dear.get(state, 1))
        assert proofset.solve(problem, algorithm=algorithm).line == ["c", "e"]
        assert proofset.solve(Graph(graph), algorithm=algorithm).line == ["b", "d"]
    edges = Graph(graph, edge_cost=lambda state, successor: 7 if successor == "b" else 0)
    assert proofset.solve(edges, algorithm="dfpn").line == ["c", "e"]


def test_a_problem_has_one_goal():
    with pytest.raises(proofset.Error, match='bad goal for Graph: "win" is not one; give proven'):
        proofset.solve(Graph(SMALL), goal="win")


def test_depth_first_searches_ask_python_once_for_each_state():
    asked = []

    class Counted(Graph):
        def successors(self, state):
            asked.append(state)
            # One object for each state: those that are equal and not the same are asked once more, to compare them.
            return [(name, sys.intern(name)) for name, _ in super().successors(state)]

    # A tower: each floor has two rooms, which lead to both rooms above.
    tower = {f"{side}{floor}": ("or" if floor % 2 else "and", f"a{floor + 1}", f"b{floor + 1}") for floor in range(9) for side in "ab"}
    problem = Counted({**tower, "a9": ("proven",), "b9": ("disproven",)})
    again = proofset.solve(problem, algorithm="dfpn", certificate=False)
    assert again.verdict == "disproven"
    assert len(asked) == len(set(asked)), "once for each"


def test_pictures_of_own_games():
    class Drawn(Nim):
        def svg(self, state):
            return f"<svg>{state[0]}</svg>"

    assert proofset.Question(Drawn())._repr_svg_() == "<svg>4</svg>"
    assert proofset.Question(Drawn(), (2, "first"))._repr_svg_() == "<svg>2</svg>"


class Slow(Nim):
    """Each move takes a hundredth of a second."""

    def start(self):
        return (10**6, "first")

    def play(self, state, move):
        time.sleep(0.01)
        return super().play(state, move)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_an_interrupt_does_not_wait_for_slow_rules():
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        proofset.solve(Slow(), time=60)


def test_a_limit_on_time_holds_for_slow_rules():
    result = proofset.solve(Slow(), time=0.2)
    assert (result.verdict, result.stop) == ("unknown", "time")
    assert result.expanded < 100


def test_children_without_number():
    class Wide:
        def root(self):
            return -1

        def status(self, state):
            return "or" if state < 0 else "proven" if state == 99_999 else "disproven"

        def successors(self, state):
            return ((number, number) for number in range(100_000))

    result = proofset.solve(Wide())
    assert (result.verdict, result.expanded, result.line) == ("proven", 1, ["99999"])


def test_a_method_that_uses_its_own_search_is_told():
    class Asking(Nim):
        search = None

        def moves(self, state):
            if self.search is not None:
                self.search.advance()
            return super().moves(state)

    game = Asking()
    game.search = proofset.Search(game)
    with pytest.raises(proofset.Error, match="a method of the rules has used the search that is asking it"):
        game.search.advance()
    # A search of its own is no trouble.
    game.search = proofset.Search(Nim())
    assert proofset.solve(game).verdict == "proven"


class Unlike:
    """A state whose hash is another one each time that it is made."""

    made = itertools.count()

    def __init__(self, number):
        self.number = number
        self.hash = next(self.made)

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return self.hash


@pytest.mark.parametrize("make", [Unlike, lambda number: (number, float("nan"))])
def test_equal_states_with_different_hashes_are_told(make):
    class Sums:
        def root(self):
            return make(0)

        def status(self, state):
            return "or" if self.number(state) < 3 else "proven"

        def number(self, state):
            return state[0] if isinstance(state, tuple) else state.number

        def successors(self, state):
            return [(str(step), make(self.number(state) + step)) for step in (1, 2)]

    with pytest.raises(proofset.Error, match="the __hash__ or __eq__ of states is wrong"):
        proofset.solve(Sums(), algorithm="pns")
    # The verdict itself is not lost.
    assert proofset.solve(Sums(), algorithm="pns", certificate=False).verdict == "proven"
    with pytest.raises(proofset.BrokenLaw, match="equal states with equal hashes"):
        proofset.check(Sums())
