"""The notebooks run from the first cell to the last."""

from __future__ import annotations

import pathlib

import pytest

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient ipykernel")
nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "notebooks"
NEEDS = {"a-study": ("pandas", "matplotlib"), "a-game-of-your-own": ("networkx",), "retrosynthesis": ("rdkit",)}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    for needed in NEEDS.get(path.stem, ()):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    # Notebooks are kept without outputs: those of the last run would get old.
    assert not any(cell.get("outputs") for cell in notebook.cells)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": FOLDER}}).execute()


def test_there_are_four():
    assert len(list(FOLDER.glob("*.ipynb"))) == 4
