"""Routes to molecules: planned, drawn, certified."""

from __future__ import annotations

import pathlib
import sys
import xml.etree.ElementTree

import proofset
import pytest

EXAMPLE = pathlib.Path(__file__).resolve().parents[1] / "examples" / "retrosynthesis"

rdkit = pytest.importorskip("rdkit", reason="RDKit is not installed: pip install rdkit")
sys.path.insert(0, str(EXAMPLE))
import retrosynthesis as planner  # noqa: E402
from rdkit import Chem, RDLogger  # noqa: E402

RDLogger.DisableLog("rdApp.*")

#: An anilide with a biaryl and a piperazine: four steps at least.
LONG = "CN1CCN(CC1)c1ccc(cc1)NC(=O)c1ccc(cc1)-c1cccnc1"


def test_stock_and_templates_are_in_order():
    stock = [smiles for smiles, _ in planner.rows("stock.tsv")]
    assert len(stock) == len(set(stock)) > 300
    assert all(Chem.CanonSmiles(smiles) == smiles for smiles in stock)
    names = [row[0] for row in planner.rows("templates.tsv")]
    assert len(names) == len(set(names)) > 60


@pytest.mark.parametrize(
    "name, target, reactants",
    [
        ("amide coupling", "CC(=O)Nc1ccccc1", ("CC(=O)O", "Nc1ccccc1")),
        ("Suzuki coupling", "c1ccc(-c2ccccn2)cc1", ("Brc1ccccn1", "OB(O)c1ccccc1")),
        ("reductive amination", "CC(C)NCc1ccccc1", ("CC(C)N", "O=Cc1ccccc1")),
        ("sulfonamide", "CNS(=O)(=O)c1ccccc1", ("CN", "O=S(=O)(Cl)c1ccccc1")),
        ("urea from an isocyanate", "CCNC(=O)Nc1ccccc1", ("CCN", "O=C=Nc1ccccc1")),
        ("Diels-Alder reaction", "C1=CCC(C=O)CC1", ("C=CC=C", "C=CC=O")),
        ("SNAr with an amine", "O=[N+]([O-])c1ccc(N2CCOCC2)cc1", ("C1COCCN1", "O=[N+]([O-])c1ccc(F)cc1")),
        ("Grignard addition to an aldehyde", "CC(O)c1ccccc1", ("CBr", "O=Cc1ccccc1")),
        ("Williamson ether", "CCCOc1ccccc1", ("CCCBr", "Oc1ccccc1")),
        ("Boc protection", "CC(C)(C)OC(=O)N1CCOCC1", ("C1COCCN1", "CC(C)(C)OC(=O)OC(=O)OC(C)(C)C")),
    ],
)
def test_templates_do_what_their_names_say(name, target, reactants):
    template = planner.Template(*next(row for row in planner.rows("templates.tsv") if row[0] == name))
    assert reactants in template.apply(Chem.MolFromSmiles(target))


@pytest.mark.parametrize("algorithm", ["dfpn", "pns"])
def test_a_route_is_found_and_its_certificate_holds(algorithm):
    problem = planner.Retrosynthesis(LONG, steps=4)
    result = proofset.solve(problem, algorithm=algorithm)
    assert result.verdict == "proven"
    assert proofset.verify(result.certificate, problem).verdict == "proven"
    # The rules are those of the stock: without the pyridine there is no proof.
    poor = planner.Retrosynthesis(LONG, steps=4, stock=problem.stock - {"OB(O)c1cccnc1", "Brc1cccnc1"})
    with pytest.raises(proofset.DoesNotHold):
        proofset.verify(result.certificate, poor)


def test_what_cannot_be_made_in_so_many_steps_is_disproven():
    problem = planner.Retrosynthesis(LONG, steps=1)
    result = proofset.solve(problem, algorithm="dfpn")
    assert result.verdict == "disproven"
    assert proofset.verify(result.certificate, problem).verdict == "disproven"


def test_the_cheapest_routes_come_in_order_and_each_holds():
    problem = planner.Retrosynthesis(LONG, steps=3)
    routes = proofset.best_proofs(problem, 20)
    costs = [route.cost for route in routes]
    assert len(routes) == 20 and costs == sorted(costs) and costs[0] == 8
    certificates = [route.certificate(problem) for route in routes]
    assert len(set(certificates)) == 20
    assert all(proofset.verify(certificate, problem).verdict == "proven" for certificate in certificates)
    # A certificate of another molecule is none of this one.
    with pytest.raises(proofset.Error):
        proofset.verify(certificates[0], planner.Retrosynthesis("CC(=O)Nc1ccccc1", steps=3))


def test_a_route_is_drawn_with_every_molecule_of_it():
    problem = planner.Retrosynthesis(LONG, steps=3)
    route = proofset.best_proofs(problem, 1)[0]
    picture = xml.etree.ElementTree.fromstring(planner.svg(problem, route))
    molecules = [state for state in route.states() if len(state) == 2]
    boxes = [box for box in picture.iter("{http://www.w3.org/2000/svg}rect") if box.get("rx")]
    assert len(boxes) == len(molecules)
    assert planner.steps(problem, route)[-1].startswith("CN1CCN")


def test_a_target_that_is_no_molecule_is_refused():
    with pytest.raises(proofset.Error, match="no molecule"):
        planner.Retrosynthesis("C(")
