"""The examples of the book, of the README and of the docstrings run."""

import doctest
import importlib
import pathlib
import pkgutil
import re

import proofset
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# One is compiled, and one needs a large package and has tests of its own.
MODULES = ["proofset"] + [
    f"proofset.{module.name}" for module in pkgutil.iter_modules(proofset.__path__) if module.name not in ("_proofset", "aizynth")
]


def run(test: doctest.DocTest) -> int:
    """Runs the examples of a test, and tells how many there were."""
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
    return runner.tries


@pytest.mark.parametrize("name", ["docs/src/python.md", "docs/src/machines.md", "crates/python/README.md"])
def test_examples_of_pages(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A fence would count as what is expected.
    text = re.sub("^```.*$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert run(doctest.DocTestParser().get_doctest(text, {}, name, name, 0)) > 3


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name):
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    for test in finder.find(module, name):
        run(test)


def test_what_is_public_has_an_example():
    for name in ("solve", "Search", "compare", "verify", "value", "solve_many", "Game", "Problem", "Proof", "Question"):
        assert ">>> import proofset" in getattr(proofset, name).__doc__, name
