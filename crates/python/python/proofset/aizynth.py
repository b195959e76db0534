"""A search for AiZynthFinder: proof numbers in place of Monte Carlo or Retro*.

AiZynthFinder takes any class for its search; name this one in its configuration:

.. code-block:: yaml

    search:
      algorithm: proofset.aizynth.SearchTree
      algorithm_config:
        algorithm: dfpn            # what proofset searches with
        expansions: 10             # of one iteration
        routes: 25                 # how many routes to hand over, cheapest first

Its policies, filters and stock are used as they are. A molecule is proven if it is in stock, or if a reaction of the policy makes
it whose reactants are all proven, within ``max_transforms`` steps. The cost of a reaction is the negative logarithm of its prior,
as for Retro*. The search ends when the target is solved, or when it is known that the policy has no route.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import networkx as nx
from aizynthfinder.chem import TreeMolecule
from aizynthfinder.search.andor_trees import AndOrSearchTreeBase, ReactionTreeFromAndOrTrace, TreeNodeMixin
from aizynthfinder.utils.exceptions import RejectionException

from proofset._best import Solution, best_proofs
from proofset._search import Search

if TYPE_CHECKING:
    from aizynthfinder.context.config import Configuration
    from aizynthfinder.reactiontree import ReactionTree

#: Costs are whole numbers: so many parts of one.
PARTS = 10


class Node(TreeNodeMixin):  # type: ignore[misc]
    """A molecule or a reaction of a route, as AiZynthFinder sees it."""

    def __init__(self, prop: dict[str, Any], children: list[Node]) -> None:
        self._prop = prop
        self._children = children

    @property
    def prop(self) -> dict[str, Any]:
        """The molecule or the reaction."""
        return self._prop

    @property
    def children(self) -> list[Node]:
        """What it is made of."""
        return self._children


class Synthesis:
    """The problem that a configuration and a target make. Molecules are ``(InChI key, SMILES, steps left)``, reactions
    ``(molecule, place in the list of its reactions)``."""

    name = "aizynthfinder"

    def __init__(self, config: Configuration, target: str) -> None:
        self._config = config
        root = TreeMolecule(parent=None, transform=0, smiles=target)
        self._root = (root.inchi_key, root.smiles, config.search.max_transforms)
        self._molecules: dict[tuple[str, str, int], TreeMolecule] = {self._root: root}
        self._reactions: dict[tuple[str, str, int], list[tuple[Any, int, list[tuple[str, str, int]]]]] = {}
        #: Nodes may be explored no more: what is not known counts as unsolved.
        self.is_frozen = False
        self.profiling = {"expansion_calls": 0, "reactants_generations": 0}

    @property
    def molecules(self) -> list[Node]:
        """The molecules that have been met, with the reactions that have been tried."""
        return [
            Node({"mol": molecule}, [Node({"reaction": way[0]}, []) for way in self._reactions.get(state, ())])
            for state, molecule in self._molecules.items()
        ]

    def root(self) -> tuple[str, str, int]:
        return self._root

    def status(self, state: Any) -> str:
        if len(state) == 2:
            return "and"
        if self._molecules[state] in self._config.stock:
            return "proven"
        if self.is_frozen and state not in self._reactions:
            return "disproven"
        return "or" if state[2] > 0 else "disproven"

    def successors(self, state: Any) -> list[tuple[str, Any]]:
        if len(state) == 2:
            _, _, reactants = self._reactions[state[0]][state[1]]
            return [(part[1], part) for part in dict.fromkeys(reactants)]
        if state not in self._reactions:
            self._expand(state)
        return [(str(place), (state, place)) for place in range(len(self._reactions[state]))]

    def _expand(self, state: tuple[str, str, int]) -> None:
        ways: list[tuple[Any, int, list[tuple[str, str, int]]]] = []
        left = state[2] - 1
        reactions, priors = self._config.expansion_policy([self._molecules[state]])
        self.profiling["expansion_calls"] += 1
        for reaction, prior in zip(reactions, priors):
            cost = round(-PARTS * math.log(min(max(prior, 1e-3), 1.0)))
            self.profiling["reactants_generations"] += 1
            for place in range(len(reaction.reactants)):
                way = reaction.copy(place)
                if not self._passes(way):
                    continue
                reactants = []
                for molecule in way.reactants[place]:
                    key = (molecule.inchi_key, molecule.smiles, left)
                    if key not in self._molecules:
                        self._molecules[key] = TreeMolecule(
                            parent=None, transform=self._config.search.max_transforms - left, smiles=molecule.smiles
                        )
                    reactants.append(key)
                if reactants and all(key[0] != state[0] for key in reactants):
                    ways.append((way, cost, reactants))
        self._reactions[state] = ways

    def _passes(self, reaction: Any) -> bool:
        if not self._config.filter_policy.selection:
            return True
        try:
            self._config.filter_policy(reaction)
        except RejectionException:
            return False
        return True

    def rank(self, state: Any) -> int:
        steps: int = self._config.search.max_transforms
        left: int = state[2] if len(state) == 3 else state[0][2]
        return 2 * (steps - left) + (len(state) == 2)

    def edge_cost(self, state: Any, after: Any) -> int:
        return self._reactions[state][after[1]][1] if len(after) == 2 else 0

    def text(self, state: Any) -> str:
        return f"{state[1]}, {state[2]} steps" if len(state) == 3 else f"{state[0][1]}, reaction {state[1]}"

    def trace(self, solution: Solution) -> nx.DiGraph[Node]:
        """A route as AiZynthFinder reads it."""
        graph: nx.DiGraph[Node] = nx.DiGraph()

        def add(part: Solution) -> Node:
            state: Any = part.state
            below = [add(other) for _, other in part.parts]
            prop = {"mol": self._molecules[state]} if len(state) == 3 else {"reaction": self._reactions[state[0]][state[1]][0]}
            node = Node(prop, below)
            graph.add_node(node)
            return node

        root = add(solution)
        waiting = [root]
        # From above: edges are read in this order.
        for node in waiting:
            for child in node.children:
                graph.add_edge(node, child)
            waiting += node.children
        return graph


class SearchTree(AndOrSearchTreeBase):  # type: ignore[misc]
    """The search, as AiZynthFinder calls it."""

    def __init__(self, config: Configuration, root_smiles: str | None = None) -> None:
        super().__init__(config, root_smiles)
        given = config.search.algorithm_config
        self._expansions = int(given.get("expansions", 10))
        self._most_routes = int(given.get("routes", 25))
        self._routes: list[ReactionTree] | None = None
        self.problem = None if root_smiles is None else Synthesis(config, root_smiles)
        #: The search itself; its ``result`` has the verdict and the certificate.
        self.search = None if self.problem is None else Search(self.problem, algorithm=given.get("algorithm", "dfpn"))

    @property
    def mol_nodes(self) -> list[Node]:
        """The molecules that have been met."""
        return [] if self.problem is None else self.problem.molecules

    @property
    def profiling(self) -> dict[str, int]:
        """How often policies were asked."""
        return {} if self.problem is None else self.problem.profiling

    def one_iteration(self) -> bool:
        """Searches on. True if the target is solved; the iteration after a verdict ends the search."""
        if self.search is None:
            raise ValueError("Root is undefined. Cannot make an iteration")
        if self.search.result is not None and self.search.result.is_decided:
            raise StopIteration
        self._routes = None
        return self.search.advance(expansions=self._expansions).verdict == "proven"

    def routes(self) -> list[ReactionTree]:
        """The cheapest routes through what has been explored."""
        if self.problem is None:
            return []
        if self._routes is None:
            self.problem.is_frozen = True
            try:
                found = best_proofs(self.problem, self._most_routes)
            finally:
                self.problem.is_frozen = False
            # An analysis wants one at least: where there is no route, the target stands alone.
            found = found or [Solution(0, self.problem.root())]
            trees = [ReactionTreeFromAndOrTrace(self.problem.trace(way), self.config.stock).tree for way in found]
            self._routes = list({tree.hash_key(): tree for tree in trees}.values())
        return self._routes
