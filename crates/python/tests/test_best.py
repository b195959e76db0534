"""The cheapest proofs of small problems."""

import proofset


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
