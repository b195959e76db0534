"""Keys of states: what is equal has one, and what differs has two, also where Python's hashes do not tell."""

import collections
import dataclasses
import enum
import fractions
from decimal import Decimal

import proofset
import pytest
from test_rules import OfStates, TicTacToe

KEYED = ["dfpn:table=keyed", "pds:table=keyed", "pnstar:table=keyed", "cstar:table=keyed"]

# A graph with circles, in which -1 and -2 must not be taken for one.
CIRCLES = {
    0: ("or", [9]),
    1: ("or", [10, 9]),
    2: ("or", [3, 5]),
    3: ("and", [5, 1]),
    4: ("or", [7, 2, 10]),
    5: ("disproven", []),
    6: ("or", [7]),
    7: ("and", [10, 4]),
    8: ("or", [5, 4, 2]),
    9: ("or", [6, 6, 2]),
    10: ("or", [2, 1]),
}


class Circles:
    repetition = "proves"

    def __init__(self, shift):
        self.shift = shift

    def root(self):
        return self.shift

    def status(self, state):
        return CIRCLES[state - self.shift][0]

    def successors(self, state):
        return [(str(place), after + self.shift) for place, after in enumerate(CIRCLES[state - self.shift][1])]


@pytest.mark.parametrize("shift", [-3, 5])
@pytest.mark.parametrize("algorithm", ["pns", "dfpn", *KEYED])
def test_one_and_two_below_nothing_are_two_states(algorithm, shift):
    assert proofset.solve(Circles(shift), algorithm=algorithm).verdict == "proven"


class Walk:
    """A step up or two down, in turns; who brings a state back loses."""

    repetition = "mover-loses"

    def start(self):
        return (0, "first")

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [step for step in (1, -2) if -3 <= state[0] + step <= 3]

    def play(self, state, step):
        return (state[0] + step, "second" if state[1] == "first" else "first")

    def outcome(self, state):
        return None


def test_a_walk_below_nothing():
    assert proofset.solve(Walk(), goal="second:win").verdict == "proven"
    for memory in ("16KiB", "32KiB", "64KiB"):
        assert proofset.solve(Walk(), goal="second:win", memory=memory).verdict != "disproven"


class Place:
    """A state of a walk, with a hash that takes -1 and -2 for one."""

    def __init__(self, place, player):
        self.place, self.player = place, player

    def __eq__(self, other):
        return (self.place, self.player) == (other.place, other.player)

    def __hash__(self):
        return hash((self.place, self.player))


class WalkOfPlaces(Walk):
    def start(self):
        return Place(*super().start())

    def to_move(self, state):
        return state.player

    def moves(self, state):
        return super().moves((state.place, state.player))

    def play(self, state, step):
        return Place(*super().play((state.place, state.player), step))


@pytest.mark.parametrize("memory", ["16KiB", "32KiB", "64KiB", "4GiB"])
def test_a_walk_with_a_hash_that_confuses_has_no_wrong_verdict(memory):
    result = proofset.solve(WalkOfPlaces(), goal="second:win", memory=memory)
    assert result.verdict == "proven" or result.stop in ("collision", "memory")


class Steps:
    """From the root to two states, and from each down some steps to where it ends."""

    def __init__(self, status, one, other, ends, down=5):
        self._root, self._down = status, down
        self._states, self._ends = (one, other), ends

    def root(self):
        return ("root",)

    def status(self, state):
        if state == ("root",):
            return self._root
        number, depth = self._where(state)
        return "or" if depth < self._down else self._ends[number]

    def _where(self, state):
        (what, depth) = state
        return next(number for number, known in enumerate(self._states) if type(known) is type(what) and known == what), depth

    def successors(self, state):
        if state == ("root",):
            return [(str(number), (known, 0)) for number, known in enumerate(self._states)]
        return [("on", (state[0], state[1] + 1))]


Pair = collections.namedtuple("Pair", "x y")


@dataclasses.dataclass(frozen=True)
class Cell:
    x: object
    note: str = dataclasses.field(default="", compare=False)


@dataclasses.dataclass(frozen=True)
class Square:
    x: object


class Colour(enum.Enum):
    RED = 1


class Shape(enum.Enum):
    RED = 1


LARGE = 1 << 61

DIFFERENT = [
    (-1, -2),
    (-1.0, -2.0),
    (fractions.Fraction(-1), fractions.Fraction(-2)),
    (Decimal(-1), Decimal(-2)),
    ((0, -1), (0, -2)),
    ((0, (-1, 3)), (0, (-2, 3))),
    (Pair(0, -1), Pair(0, -2)),
    (frozenset([0, -1]), frozenset([0, -2])),
    (frozenset([-1, -2]), frozenset([-2])),
    (Cell(-1), Cell(-2)),
    (Cell((0, -1)), Cell((0, -2))),
    (Cell(0), Square(0)),
    (Colour.RED, Shape.RED),
    (1, LARGE),
    (0, LARGE - 1),
    (3, LARGE | 2),
    (-1, -LARGE),
    (1.0, float(LARGE)),
    (LARGE, LARGE * LARGE),
    ((5, LARGE), (5, 1)),
    ("board", b"board"),
    (None, hash(None)),
]


@pytest.mark.parametrize("algorithm", ["pns", *KEYED])
@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_python_hashes_alike_is_told_apart(one, other, algorithm):
    assert one != other
    result = proofset.solve(Steps("or", one, other, ("disproven", "proven")), algorithm=algorithm)
    assert (result.verdict, result.stop) == ("proven", "decided")
    result = proofset.solve(Steps("and", one, other, ("proven", "disproven")), algorithm=algorithm)
    assert (result.verdict, result.stop) == ("disproven", "decided")


EQUAL = [
    [1, 1.0, True, fractions.Fraction(1), Decimal(1)],
    [-1, -1.0, fractions.Fraction(-1), Decimal(-1)],
    [-2, -2.0, fractions.Fraction(-2), Decimal(-2)],
    [0, False, -0.0],
    [1 << 62, float(1 << 62), fractions.Fraction(1 << 62), Decimal(1 << 62)],
    [-(1 << 70), -float(1 << 70), fractions.Fraction(-(1 << 70))],
    [0.5, fractions.Fraction(1, 2), Decimal("0.5")],
    [(1, -1), (True, -1.0), Pair(1, -1), Pair(1.0, fractions.Fraction(-1))],
    [frozenset([1, 8, 16]), frozenset([16, 8, 1]), frozenset([16.0, 8, True])],
    [Cell(1), Cell(1.0, "something else")],
    [Colour.RED, Colour(1)],
    ["board", "".join(["bo", "ard"])],
    [b"board", memoryview(b"board")],
]


def are_one(one, other):
    """Whether a search takes both for one state, with a table that compares keys and with one that compares states."""
    assert one == other and hash(one) == hash(other)
    expanded = []
    for algorithm in ("dfpn:table=keyed", "dfpn", "pns"):
        # What leads to the same state is expanded once.
        result = proofset.solve(Meeting(one, other), algorithm=algorithm)
        assert result.verdict == "proven"
        expanded.append(result.expanded)
    return expanded == [12, 12, 12]


class Meeting:
    """From the root to two states, both of which have the same ten states below them if they are one."""

    def __init__(self, one, other):
        self._states = (one, other)

    def root(self):
        return ("root", 0)

    def status(self, state):
        return "and" if state[0] == "root" else "or" if state[1] < 11 else "proven"

    def successors(self, state):
        if state[0] == "root":
            return [(str(number), (known, 0)) for number, known in enumerate(self._states)]
        return [("on", (state[0], state[1] + 1))]


@pytest.mark.parametrize("group", EQUAL, ids=lambda group: repr(group[0]))
def test_what_is_equal_is_one_state(group):
    for other in group:
        assert are_one(group[0], other), other


def test_what_differs_is_two_states():
    assert proofset.solve(Meeting("one", "other"), algorithm="dfpn:table=keyed").expanded == 23


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int8, numpy.int64, numpy.float64, numpy.float32):
        for number in (1, -1, -2):
            assert are_one(number, kind(number)), (kind, number)
    assert are_one(1 << 62, numpy.int64(1 << 62)) and are_one(1 << 63, numpy.uint64(1 << 63))
    for one, other in [(numpy.int64(-1), numpy.int64(-2)), (numpy.uint64(1), numpy.uint64(LARGE))]:
        problem = Steps("or", one, other, ("disproven", "proven"))
        assert proofset.solve(problem, algorithm="dfpn:table=keyed").verdict == "proven"


class Modulo(int):
    """An int that is equal to others: what Python says of ints does not hold for it."""

    def __eq__(self, other):
        return isinstance(other, int) and int(self) % 7 == int(other) % 7

    def __hash__(self):
        return int(self) % 7


@dataclasses.dataclass(eq=False)
class Alike:
    """A dataclass that is compared by hand."""

    x: int

    def __eq__(self, other):
        return isinstance(other, Alike) and self.x % 7 == other.x % 7

    def __hash__(self):
        return self.x % 7


@dataclasses.dataclass
class Listed:
    """A dataclass with a field that has no hash, and with a hash that is written by hand."""

    cells: list

    def __hash__(self):
        return hash(tuple(self.cells))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Modulo(3), Modulo(10)),
        (Modulo(1), Modulo(7 * LARGE + 1)),
        (Alike(3), Alike(10)),
        (Listed([1, 2]), Listed([1, 2])),
    ],
)
def test_classes_that_compare_by_themselves_are_believed(one, other):
    assert are_one(one, other)


@dataclasses.dataclass(frozen=True)
class Deep:
    below: object


def nested(make, depth, inner):
    for _ in range(depth):
        inner = make(inner)
    return inner


@pytest.mark.parametrize("make", [Deep, lambda inner: (inner,), lambda inner: frozenset([inner])])
def test_states_may_be_deep(make):
    def solve(depth):
        problem = Steps("or", nested(make, depth, -1), nested(make, depth, -2), ("disproven", "proven"))
        return proofset.solve(problem, algorithm="dfpn:table=keyed")

    assert solve(60).verdict == "proven"
    # Too deep to be looked at: such states may be confused, and no wrong verdict comes of it.
    assert solve(100).verdict == "proven" or solve(100).stop == "collision"


def test_a_verdict_without_a_proof_needs_keys_that_tell_states_apart():
    # There is room for the search, and none for the proof.
    limits = {"algorithm": "dfpn:table=keyed", "memory": "256KiB"}
    texts = proofset.solve(TicTacToe(), **limits)
    assert (texts.verdict, texts.certificate, texts.evidence[:5]) == ("disproven", None, "keyed")
    # Nobody knows how good the hash of a class of one's own is.
    search = proofset.Search(OfStates(), algorithm="dfpn:table=keyed")
    objects = search.advance(memory="256KiB")
    assert (objects.verdict, objects.stop, objects.certificate) == ("unknown", "memory", None)
    assert (objects.proof_number, objects.disproof_number) == (1, 1)
    assert str(objects) == "unknown: the memory limit was reached"
    whole = search.advance()
    assert whole.verdict == "disproven" and whole.proof.verdict == "disproven"


def test_a_hash_that_tells_nothing_makes_no_wrong_verdict():
    class Same:
        """All have one hash, and are not equal."""

        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return self.number == other.number

        def __hash__(self):
            return -1

    class Numbers:
        def root(self):
            return Same(0)

        def status(self, state):
            return "or" if state.number < 3 else "proven" if state.number == 4 else "disproven"

        def successors(self, state):
            return [(str(step), Same(state.number + step)) for step in (3, 2, 1)]

    assert proofset.solve(Numbers(), algorithm="pns").verdict == "proven"
    for algorithm in KEYED:
        for memory in ("16KiB", "4GiB"):
            result = proofset.solve(Numbers(), algorithm=algorithm, memory=memory)
            assert result.verdict == "proven" or result.stop in ("collision", "memory"), (algorithm, memory)
