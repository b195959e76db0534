"""Routes to a molecule from a stock of building blocks: an AND/OR problem, searched by df-pn with costs of edges.

A molecule is made if *one* reaction makes it whose reactants are *all* made; what is in stock is there. Templates are applied
backwards by RDKit. Every state carries the steps that are left, so routes have at most so many steps in a row, and the graph has
no cycles.

    python retrosynthesis.py "CC(=O)Nc1ccc(O)cc1" --routes 3 --svg route.svg
"""

from __future__ import annotations

import argparse
import sys
from functools import lru_cache
from pathlib import Path

import proofset
from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem, Draw  # noqa: F401
from rdkit.Chem.Draw import rdMolDraw2D

HERE = Path(__file__).parent

#: What a building block costs, in the units of templates.
PRICE = 1


def rows(name: str) -> list[list[str]]:
    """The rows of a table beside this file, without remarks."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


class Template:
    """A reaction, to be applied backwards."""

    def __init__(self, name: str, cost: str, smarts: str) -> None:
        self.name, self.cost, self.smarts = name, int(cost), smarts
        self.reaction = AllChem.ReactionFromSmarts(smarts)
        self.reaction.Initialize()

    def apply(self, molecule: Chem.Mol) -> set[tuple[str, ...]]:
        """The sets of reactants that make a molecule, as canonical SMILES; those that RDKit finds to be no molecules are left
        out."""
        target, found = Chem.MolToSmiles(molecule), set()
        for products in self.reaction.RunReactants((molecule,)):
            names = []
            for product in products:
                if Chem.SanitizeMol(product, catchErrors=True) != Chem.SanitizeFlags.SANITIZE_NONE:
                    break
                if any(atom.GetNumRadicalElectrons() for atom in product.GetAtoms()):
                    break
                names.append(Chem.MolToSmiles(product))
            else:
                reactants = tuple(sorted(name for whole in names for name in whole.split(".")))
                if target not in reactants:
                    found.add(reactants)
        return found


class Retrosynthesis:
    """The problem of a target. A molecule is ``(SMILES, steps left)``, a reaction ``(template, reactants, steps left)``."""

    def __init__(
        self, target: str, steps: int = 5, stock: set[str] | None = None, templates: list[Template] | None = None
    ) -> None:
        molecule = Chem.MolFromSmiles(target)
        if molecule is None:
            raise proofset.Error(f"{target!r} is no molecule in SMILES")
        self.target = Chem.MolToSmiles(molecule)
        self.steps = steps
        self.stock = {Chem.CanonSmiles(smiles) for smiles, _ in rows("stock.tsv")} if stock is None else stock
        self.templates = [Template(*row) for row in rows("templates.tsv")] if templates is None else templates
        self.name = "retrosynthesis"
        #: Molecules that templates were applied to.
        self.expanded = 0
        self._reactions = lru_cache(maxsize=None)(self._apply)

    def _apply(self, smiles: str) -> list[tuple[int, tuple[str, ...]]]:
        self.expanded += 1
        molecule = Chem.MolFromSmiles(smiles)
        ways = [(number, way) for number, template in enumerate(self.templates) for way in sorted(template.apply(molecule))]
        return [way for way in ways if all(Chem.MolFromSmiles(name) is not None for name in way[1])]

    def root(self):
        return (self.target, self.steps)

    def status(self, state):
        if len(state) == 3:
            return "and"
        # What is asked for is to be made, and not to be bought.
        if state[0] in self.stock and state != self.root():
            return "proven"
        return "or" if state[1] > 0 else "disproven"

    def successors(self, state):
        if len(state) == 3:
            _, reactants, left = state
            return [(smiles, (smiles, left)) for smiles in dict.fromkeys(reactants)]
        smiles, left = state
        ways = self._reactions(smiles)
        return [(f"{self.templates[way].name}: {'.'.join(reactants)}", (way, reactants, left - 1)) for way, reactants in ways]

    def rank(self, state):
        return 2 * (self.steps - state[-1]) - (len(state) == 3)

    def cost(self, state):
        """What a leaf is believed to cost: large molecules take more steps."""
        if len(state) == 3:
            return sum(self.cost((smiles, state[2])) for smiles in state[1])
        return 1 if state[0] in self.stock else 1 + len(state[0]) // 8

    def edge_cost(self, state, after):
        """A reaction costs what its template costs."""
        return self.templates[after[0]].cost if len(after) == 3 else 0

    def price(self, state):
        return PRICE

    def text(self, state):
        return f"{state[0]}, {state[1]} steps" if len(state) == 2 else f"{self.templates[state[0]].name}: {'.'.join(state[1])}"


def steps(problem: Retrosynthesis, route: proofset.Solution) -> list[str]:
    """A route as the steps of a recipe, building blocks first."""
    lines: list[str] = []

    def write(solution: proofset.Solution) -> None:
        for _, reaction in solution.parts:
            for _, part in reaction.parts:
                write(part)
            number, reactants, _ = reaction.state
            line = f"{' + '.join(reactants)} -> {solution.state[0]}  ({problem.templates[number].name})"
            if line not in lines:
                lines.append(line)

    write(route)
    return lines


WIDE, HIGH, GAP = 210, 130, 150


def svg(problem: Retrosynthesis, route: proofset.Solution) -> str:
    """A drawing of a route: the target at the left, what it is made of at its right, building blocks in green."""
    parts: list[str] = []

    def draw(solution: proofset.Solution, depth: int, top: float) -> tuple[float, float]:
        """Draws what makes a molecule; its own middle, and the height that all takes."""
        x = 10 + depth * (WIDE + GAP)
        height, middles = 0.0, []
        for _, reaction in solution.parts:
            for _, part in reaction.parts:
                middle, taken = draw(part, depth + 1, top + height)
                middles.append(middle)
                height += taken
        height = max(height, HIGH + 14)
        middle = (middles[0] + middles[-1]) / 2 if middles else top + height / 2
        for _, reaction in solution.parts:
            start = x + WIDE
            name = problem.templates[reaction.state[0]].name
            words, lines = name.split(), [""]
            for word in words:
                if len(lines[-1]) + len(word) > 20:
                    lines.append("")
                lines[-1] = f"{lines[-1]} {word}".strip()
            for place, line in enumerate(lines):
                above = middle - 8 - 13 * (len(lines) - 1 - place)
                parts.append(f'<text x="{start + GAP / 2}" y="{above}" text-anchor="middle" font-size="11">{line}</text>')
            for to in middles:
                turn = start + GAP - 14
                parts.append(f'<path d="M{start + GAP} {to} H{turn} V{middle} H{start + 4}" fill="none" stroke="#555"/>')
            parts.append(f'<path d="M{start + 3} {middle} l9 -4 v8 z" fill="#555"/>')
        in_stock = not solution.parts
        colour = "#2e7d32" if in_stock else "#999"
        parts.append(
            f'<rect x="{x}" y="{middle - HIGH / 2}" width="{WIDE}" height="{HIGH}" rx="8" fill="white" stroke="{colour}" '
            f'stroke-width="{2 if in_stock else 1}"/>'
        )
        pen = rdMolDraw2D.MolDraw2DSVG(WIDE - 10, HIGH - 10)
        pen.drawOptions().clearBackground = False
        rdMolDraw2D.PrepareAndDrawMolecule(pen, Chem.MolFromSmiles(solution.state[0]))
        pen.FinishDrawing()
        inner = pen.GetDrawingText()
        inner = inner[inner.index("<svg") :]
        inner = inner.replace("<svg", f'<svg x="{x + 5}" y="{middle - HIGH / 2 + 5}"', 1)
        parts.append(inner)
        return middle, height

    _, height = draw(route, 0, 10.0)
    columns = 1 + max((state_depth(part) for part in [route]), default=0)
    width = 20 + columns * WIDE + (columns - 1) * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 20}" font-family="sans-serif">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>'
    )


def state_depth(solution: proofset.Solution) -> int:
    """Steps in a row."""
    return max((1 + state_depth(part) for _, reaction in solution.parts for _, part in reaction.parts), default=0)


def main(arguments: list[str] | None = None) -> int:
    RDLogger.DisableLog("rdApp.*")
    parser = argparse.ArgumentParser(description="Plans routes to a molecule from the building blocks of stock.tsv.")
    parser.add_argument("target", help="a molecule in SMILES")
    parser.add_argument("--steps", type=int, default=4, help="steps in a row at most")
    parser.add_argument("--routes", type=int, default=3, help="how many routes to print, cheapest first")
    parser.add_argument("--time", type=float, default=60, metavar="SECONDS", help="how long to search")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the cheapest route")
    given = parser.parse_args(arguments)
    try:
        problem = Retrosynthesis(given.target, given.steps)
        result = proofset.solve(problem, algorithm="dfpn", time=given.time)
    except proofset.Error as error:
        print(f"retrosynthesis: {error}", file=sys.stderr)
        return 2
    print(f"{problem.target}: {result.verdict} after {problem.expanded} molecules, {result.seconds:.1f} s")
    if result.verdict != "proven":
        return 0 if result.verdict == "disproven" else 3
    print(f"certificate: {proofset.verify(result.certificate, problem).nodes} records, holds")
    routes = proofset.best_proofs(problem, given.routes)
    for number, route in enumerate(routes, 1):
        proofset.verify(route.certificate(problem), problem)
        print(f"route {number}, cost {route.cost:g}:")
        print(*(f"  {line}" for line in steps(problem, route)), sep="\n")
    if given.svg is not None:
        given.svg.write_text(svg(problem, routes[0]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
