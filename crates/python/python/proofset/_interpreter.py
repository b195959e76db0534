"""Refuses to be loaded in an interpreter beside the main one of a process.

The idea: a search asks rules on a thread of its own, and such a thread enters the main interpreter. Rules of another one would be
run there, with its modules and its globals. Interpreters that are isolated refuse modules written in Rust by themselves, and
older kinds, such as those of mod_wsgi, do not.
"""

from __future__ import annotations

import importlib


def is_main() -> bool:
    """Whether this is the main interpreter; true where Python does not say."""
    # Its name since Python 3.13, and the one before.
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        return bool(module.get_current() == module.get_main())
    return True


if not is_main():
    raise ImportError(
        "proofset runs rules in the main interpreter of a process, and this is another one; import it there, or use processes"
    )
