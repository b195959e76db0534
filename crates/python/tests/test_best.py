"""The cheapest proofs of small problems."""

import copy
import pickle

import proofset
import pytest
from test_rules import SMALL, Eggs, Graph, Nim


class Coins:
    """How to pay an amount; the cost is that of the coins."""

    coins = {"penny": 1, "groat": 4, "sixpence": 6}

    def __init__(self, amount):
        self.amount = amount

    def root(self):
        return self.amount

    def status(self, state):
        return "proven" if state == 0 else "or"

    def successors(self, state):
        return [(coin, state - worth) for coin, worth in self.coins.items() if worth <= state]

    def edge_cost(self, state, after):
        return 1


def test_a_line_may_be_longer_than_calls_may_be_deep():
    best, second = proofset.best_proofs(Coins(5000), 2)
    # 832 sixpences and two groats, in two orders.
    assert (best.cost, second.cost) == (834, 834)
    assert len(list(best.states())) == 835
    assert proofset.verify(best.certificate(Coins(5000)), Coins(5000)).verdict == "proven"


def test_a_state_that_comes_back_is_told():
    class Ring(Coins):
        def successors(self, state):
            return [("on", (state + 1) % 4)]

        def status(self, state):
            return "or"

    try:
        proofset.best_proofs(Ring(1))
    except proofset.Error as error:
        assert "comes back along a line" in str(error)
    else:
        raise AssertionError("a ring has no proofs")


def test_no_more_are_looked_for_than_there_are():
    proofs = proofset.best_proofs(Coins(4), 10**18)
    assert [proof.cost for proof in proofs] == [1, 4]


def test_deep_proofs_are_written_and_compared():
    (one,), (two,) = (proofset.best_proofs(Line(), 1) for _ in range(2))
    assert one is not two and one == two and hash(one) == hash(two)
    assert repr(one) == "<Solution: cost 20000, state 20000, moves 'on'>"
    assert one != one.parts[0][1] and one != "a proof"
    cheaper, dearer = proofset.best_proofs(Coins(4), 2)
    assert cheaper != dearer and len({cheaper, dearer, *proofset.best_proofs(Coins(4), 2)}) == 2


class Line(Coins):
    """A long line with one proof."""

    def __init__(self):
        super().__init__(20_000)

    def successors(self, state):
        return [("on", state - 1)]


@pytest.mark.parametrize("told", [float("nan"), float("inf"), -1, -0.5, 10**400, "x", None, (1, 2, 3), (-1, 2)])
def test_costs_that_are_none_are_told(told):
    class Odd(Coins):
        def edge_cost(self, state, after):
            return told

    with pytest.raises(proofset.Error, match="edge_cost has returned .*; it must return a number from 0 on, or two"):
        proofset.best_proofs(Odd(4))


def test_a_part_that_is_listed_twice_is_paid_twice_and_proven_once():
    class Priced(Eggs):
        def price(self, state):
            return {"egg": 2, "flour": 5}[state[1]]

    best, again = proofset.best_proofs(Priced(), 9)
    # One way to bake that is listed twice.
    assert (best.cost, again.cost) == (9, 9)
    for proof in (best, again):
        assert proofset.verify(proof.certificate(Priced()), Priced()).nodes == 4


def test_a_part_that_is_listed_twice_may_be_had_in_two_ways():
    class Hens(Eggs):
        def status(self, state):
            return "or" if state[1] == "egg" else super().status(state)

        def successors(self, state):
            return [(hen, ("thing", hen)) for hen in ("white hen", "brown hen")] if state[1] == "egg" else super().successors(state)

        def edge_cost(self, state, after):
            return 1 if after[1] == "brown hen" else 0

    proofs = proofset.best_proofs(Hens(), 6)
    assert [proof.cost for proof in proofs] == [0, 0, 1, 1, 1, 1]
    assert {proofset.verify(proof.certificate(Hens()), Hens()).verdict for proof in proofs} == {"proven"}


@pytest.mark.parametrize("status", ["or", "and"])
def test_one_text_for_two_states_makes_no_certificate(status):
    class Mumbling(Graph):
        def move_text(self, state, move):
            return "part"

    mumbling = Mumbling({"a": (status, "b", "c"), "b": ("proven",), "c": ("proven",)})
    with pytest.raises(proofset.Error, match="in the state 'a' two moves have the text 'part'"):
        proofset.best_proofs(mumbling)[0].certificate(mumbling)


@pytest.mark.parametrize("told", ["provem", None, 0, float("nan"), True])
def test_a_status_that_there_is_not_is_told(told):
    class Odd(Coins):
        def status(self, state):
            return told

    with pytest.raises(proofset.Error, match='status has returned .*; it must return "or", "and"'):
        proofset.best_proofs(Odd(4))


def test_what_is_open_is_not_proven():
    assert proofset.best_proofs(Graph({**SMALL, "f": ("open",)})) == []


class Shared:
    """Each state needs the next one for two ends."""

    def root(self):
        return 200

    def status(self, state):
        return "and" if state else "proven"

    def successors(self, state):
        return [("a", state - 1), ("b", state - 1)]


def test_what_is_used_in_several_places_is_written_once():
    (proof,) = proofset.best_proofs(Shared())
    certificate = proof.certificate(Shared())
    assert proofset.verify(certificate, Shared()).nodes == 201
    assert len(certificate) < 2000
    assert len(pickle.dumps(proof)) < 20_000


def test_deep_proofs_go_to_other_processes():
    (proof,) = proofset.best_proofs(Line())
    for again in (pickle.loads(pickle.dumps(proof)), copy.deepcopy(proof)):
        assert again == proof
        assert again.certificate(Line()) == proof.certificate(Line())


class NoMethods(Coins):
    """Has no more than it needs."""

    edge_cost = price = move_text = None


def test_methods_that_are_none_are_not_there():
    (proof,) = proofset.best_proofs(NoMethods(4))
    assert proof.cost == 0
    assert proofset.verify(proof.certificate(NoMethods(4)), NoMethods(4)).verdict == "proven"


@pytest.mark.parametrize(
    ("method", "told", "why"),
    [
        ("move_text", lambda self, state, move: 5, "move_text has returned 5; it must return a text"),
        ("successors", lambda self, state: 0, "successors has returned 0; it must return pairs"),
        ("successors", lambda self, state: [["coin", 0]], "must return pairs of a move and a state, each a tuple"),
    ],
)
def test_what_a_problem_may_not_return_is_told(method, told, why):
    odd = type("Odd", (Coins,), {method: told})(4)
    with pytest.raises(proofset.Error, match=why):
        proofset.best_proofs(odd)[0].certificate(odd)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ((Nim(),), "is no AND/OR problem"),
        (("tic-tac-toe",), "is no AND/OR problem"),
        ((Coins,), "Coins is a class; give an object of it"),
        ((Coins(4), None), "count None: give a whole number from 0 on"),
        ((Coins(4), -1), "count -1: give a whole number from 0 on"),
        ((Coins(4), 1, 0.5), "most_states 0.5: give a whole number"),
    ],
)
def test_what_has_no_cheapest_proofs_is_told(given, why):
    with pytest.raises(proofset.Error, match=why):
        proofset.best_proofs(*given)


def test_a_question_has_no_cheapest_proofs():
    with pytest.raises(proofset.Error, match="is no AND/OR problem"):
        proofset.best_proofs(proofset.Question(Coins(4)))


def test_a_line_without_end_is_given_up():
    class Chain:
        def root(self):
            return 0

        def status(self, state):
            return "or"

        def successors(self, state):
            return [("on", state + 1)]

    with pytest.raises(proofset.Error, match="there are more than 1,000 states"):
        proofset.best_proofs(Chain(), most_states=1000)
