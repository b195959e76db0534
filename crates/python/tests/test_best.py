"""The cheapest proofs of small problems."""

import proofset
import pytest


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


@pytest.mark.parametrize("told", [float("nan"), "x", None, (1, 2, 3)])
def test_costs_that_are_none_are_told(told):
    class Odd(Coins):
        def edge_cost(self, state, after):
            return told

    with pytest.raises(proofset.Error, match="edge_cost has returned .*; it must return a number, or two"):
        proofset.best_proofs(Odd(4))
