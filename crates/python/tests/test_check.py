"""The check of rules names the law that is broken."""

import itertools
import pickle

import proofset
import pytest
from test_rules import SMALL, Eggs, Graph, Loop, Nim, OfStates, TicTacToe, of


@pytest.mark.parametrize("rules", [TicTacToe(), Nim(), OfStates(), Graph(SMALL), Eggs(), Loop("draw")])
def test_what_keeps_the_laws_passes(rules):
    assert proofset.check(rules) > 2


def test_the_same_seed_sees_the_same_states():
    assert proofset.check(TicTacToe(), 5, seed=3) == proofset.check(TicTacToe(), 5, seed=3)
    assert proofset.check(TicTacToe(), 5) < proofset.check(TicTacToe(), 500)


def broken(base=TicTacToe, **methods):
    return type("Broken", (base,), methods)()


def second_time(one, other):
    """Gives one thing and then another."""
    turns = itertools.cycle([one, other])
    return lambda self, *arguments: next(turns)


class Moving(TicTacToe):
    """Changes the list that is its state."""

    def start(self):
        return Cells("." * 9)

    def play(self, state, move):
        new = Cells(TicTacToe().play("".join(state.cells), move))
        state.cells[move] = "?"
        return new

    def to_move(self, state):
        return super().to_move("".join(state.cells))

    def moves(self, state):
        return super().moves("".join(state.cells))

    def outcome(self, state):
        return super().outcome("".join(state.cells))


class Cells:
    def __init__(self, cells):
        self.cells = list(cells)

    def __eq__(self, other):
        return self.cells == other.cells

    def __hash__(self):
        return 1

    def __repr__(self):
        return "".join(self.cells)


def equal_counts(self, other):
    return [self.cells.count(side) for side in "XO"] == [other.cells.count(side) for side in "XO"]


@pytest.mark.parametrize(
    ("rules", "law"),
    [
        (broken(outcome=lambda self, state: 1), 'outcome returns None, "first", "second" or "draw"'),
        (broken(to_move=second_time("first", "second")), "the same state gives the same answer each time"),
        (broken(moves=lambda self, state: []), "a game that is not over has a move"),
        (broken(moves=lambda self, state: 0), "moves returns a list"),
        (broken(Graph, __init__=lambda self: Graph.__init__(self, SMALL), successors=lambda self, state: [["b", "b"]]), "each a tuple"),
        (broken(Graph, __init__=lambda self: Graph.__init__(self, SMALL), move_text=lambda self, state, move: "go"), "different texts"),
        (broken(moves=lambda self, state: [0, 0]), "different moves of a state have different texts"),
        (broken(move_text=lambda self, state, move: "go"), "different moves of a state have different texts"),
        (broken(play=lambda self, state, move: state), "a move changes the state"),
        (broken(play=second_time("X........", "O........")), "a move leads to equal states"),
        (broken(rank=lambda self, state: state.count(".")), "rank grows with every move"),
        (broken(rank=lambda self, state: -1), "rank returns a whole number"),
        (broken(text=lambda self, state: "board"), "different states have different texts"),
        (broken(text=lambda self, state: 7), "text returns a text"),
        (broken(cost=lambda self, state: 0), "cost returns a whole number from 1 on"),
        (broken(edge_cost=lambda self, state, successor: "dear"), "edge_cost returns a whole number from 0 on"),
        (Moving(), "moves make new states, and leave the old one as it was"),
        (Loop(None), "no state comes back along a line of play"),
        (of(__eq__=lambda self, other: False), "a state is equal to itself"),
        (of(__eq__=equal_counts, __hash__=lambda self: 1), "equal states have equal futures"),
        (of(__eq__=lambda self, other: self.cells.count(".") >= other.cells.count("."), __hash__=lambda self: 1), "equal"),
        (Graph({"a": ("maybe",)}), 'status returns "or", "and", "proven", "disproven" or "open"'),
        (Graph({"a": ("or", "b"), "b": ("and", "a")}), "no state comes back along a line of play"),
    ],
)
def test_the_law_is_named(rules, law):
    with pytest.raises(proofset.BrokenLaw) as raised:
        proofset.check(rules)
    assert law in raised.value.law or law in str(raised.value)


def test_hashes_that_change_are_told():
    counter = iter(range(10**9))
    with pytest.raises(proofset.Error, match="hash of (a|the) state"):
        proofset.check(of(__hash__=lambda self: next(counter)))
    with pytest.raises(proofset.Error, match="has no method start"):
        proofset.check(object())
    with pytest.raises(proofset.Error, match="Nim is a class; give an object of it"):
        proofset.check(Nim)
    with pytest.raises(proofset.Error, match="check tries rules of your own"):
        proofset.check("chess")


class Number:
    """A whole number of another type, as those of numpy are."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __eq__(self, other):
        return self.number == other.number

    def __gt__(self, other):
        return self.number > other.number


def test_whole_numbers_may_be_of_other_types():
    def rank(self, state):
        return Number(9 - state.count("."))

    rules = broken(rank=rank, cost=lambda self, state: (Number(2), Number(1)))
    assert proofset.check(rules) > 2
    assert proofset.solve(rules).verdict == "disproven"
    with pytest.raises(proofset.BrokenLaw, match="cost returns a whole number from 1 on"):
        proofset.check(broken(cost=lambda self, state: Number(0)))


@pytest.mark.parametrize("start", [lambda self: [0], lambda self: ([], "first")])
def test_a_first_state_without_a_hash_is_told(start):
    with pytest.raises(proofset.BrokenLaw, match="a state can be hashed"):
        proofset.check(broken(start=start))


def test_a_later_state_without_a_hash_is_told():
    class Lists(Graph):
        def successors(self, state):
            return [(name, [name]) for name, _ in super().successors(state)]

    with pytest.raises(proofset.BrokenLaw, match="a state can be hashed"):
        proofset.check(Lists(SMALL))


def test_broken_laws_go_to_other_processes():
    with pytest.raises(proofset.BrokenLaw) as raised:
        proofset.check(Loop(None))
    copy = pickle.loads(pickle.dumps(raised.value))
    assert type(copy) is proofset.BrokenLaw
    assert (str(copy), copy.law, copy.state) == (str(raised.value), raised.value.law, raised.value.state)
