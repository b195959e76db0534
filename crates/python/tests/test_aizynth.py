"""The search for AiZynthFinder, with a small policy and stock instead of its models."""

from __future__ import annotations

import pytest

pytest.importorskip("aizynthfinder", reason="AiZynthFinder is not installed: pip install aizynthfinder")
from aizynthfinder.aizynthfinder import AiZynthFinder  # noqa: E402
from aizynthfinder.chem import TemplatedRetroReaction  # noqa: E402
from aizynthfinder.context.policy import ExpansionStrategy  # noqa: E402
from aizynthfinder.context.stock import StockQueryMixin  # noqa: E402

import proofset.aizynth  # noqa: E402

TEMPLATES = [
    ("[C:1](=[O:2])[N:3]>>[C:1](=[O:2])O.[N:3]", 0.6),
    ("[c:1]-!@[c:2]>>[c:1]Br.OB(O)[c:2]", 0.3),
    ("[c:1]-!@[c:2]>>[c:1]I.OB(O)[c:2]", 0.1),
]


class Policy(ExpansionStrategy):
    """Every template for every molecule."""

    def get_actions(self, molecules, cache_molecules=None):
        ways = [(molecule, *template) for molecule in molecules for template in TEMPLATES]
        reactions = [TemplatedRetroReaction(molecule, smarts=smarts, use_rdchiral=False) for molecule, smarts, _ in ways]
        return reactions, [prior for _, _, prior in ways]


class Shelf(StockQueryMixin):
    """A stock in memory."""

    def __init__(self, *smiles):
        from aizynthfinder.chem import Molecule

        self._keys = {Molecule(smiles=name).inchi_key for name in smiles}

    def __contains__(self, molecule):
        return molecule.inchi_key in self._keys


def finder(*stock, **settings):
    search = {"algorithm": "proofset.aizynth.SearchTree", "algorithm_config": settings, "max_transforms": 4}
    found = AiZynthFinder(configdict={"search": search})
    found.expansion_policy.load(Policy("small", found.config))
    found.expansion_policy.select("small")
    found.stock.load(Shelf(*stock), "shelf")
    found.stock.select("shelf")
    found.target_smiles = "O=C(Nc1ccccc1)c1ccc(-c2cccnc2)cc1"
    return found


STOCK = ("Nc1ccccc1", "O=C(O)c1ccc(Br)cc1", "OB(O)c1cccnc1", "O=C(O)c1ccc(I)cc1")


@pytest.mark.parametrize("algorithm", ["dfpn", "pns"])
def test_aizynthfinder_solves_a_target_with_this_search(algorithm):
    found = finder(*STOCK, algorithm=algorithm)
    found.tree_search()
    assert isinstance(found.tree, proofset.aizynth.SearchTree)
    found.build_routes()
    statistics = found.extract_statistics()
    assert statistics["is_solved"] and statistics["number_of_solved_routes"] >= 1
    assert statistics["number_of_nodes"] > 3
    route = found.routes.reaction_trees[0]
    assert route.is_solved and {leaf.smiles for leaf in route.leafs()} <= {"Nc1ccccc1", "O=C(O)c1ccc(Br)cc1", "OB(O)c1cccnc1", "O=C(O)c1ccc(I)cc1"}
    # The proof behind it holds by the policy and the stock.
    result = found.tree.search.result
    assert proofset.verify(result.certificate, found.tree.problem).verdict == "proven"


def test_a_target_without_a_route_is_disproven_and_the_search_ends():
    found = finder(*STOCK[:2])
    found.tree_search()
    assert found.search_stats["iterations"] < found.config.search.iteration_limit
    assert found.tree.search.result.verdict == "disproven"
    found.build_routes()
    assert not found.extract_statistics()["is_solved"]


def test_routes_come_cheapest_first_by_the_priors():
    found = finder(*STOCK, expansions=10_000)
    found.tree_search()
    found.build_routes()
    assert found.tree.routes()[0].is_solved
    assert len(found.tree.routes()) >= 1
