"""What all tests share."""

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def interrupts_are_heard():
    """Whatever a script starts in the background ignores interrupts, and Python leaves that as it is."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
