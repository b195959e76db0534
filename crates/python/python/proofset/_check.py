"""The laws of games and problems that are written in Python, checked by random play."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable
from typing import Any

from proofset import _proofset

PLAYERS = ("first", "second")
OUTCOMES = (None, "first", "second", "draw")
STATUSES = ("or", "and", "proven", "disproven", "open")

#: Longer lines of play are cut off.
MOST_PLIES = 400


class BrokenLaw(_proofset.Error):
    """A game or a problem breaks a law that searches rely on. ``law`` says which, ``state`` where."""

    def __init__(self, law: str, state: object, detail: str = "") -> None:
        super().__init__(f"{law}; in the state {_text(state)}{': ' + detail if detail else ''}")
        self.law = law
        self.state = state
        self._detail = detail

    def __reduce__(self) -> tuple[Any, ...]:
        # Made again from what it was made of: exceptions alone have only their message.
        return BrokenLaw, (self.law, self.state, self._detail)


def _text(state: object) -> str:
    text = repr(state)
    return text if len(text) <= 200 else text[:197] + "..."


def _hash(state: Any) -> int:
    """The hash of a state, which must have one."""
    try:
        return hash(state)
    except TypeError as error:
        raise BrokenLaw("a state can be hashed", state, str(error)) from error


def _is_whole(number: Any, least: int) -> bool:
    """Whether it is a whole number of 32 bits from ``least`` on, in any of the types that searches take for one."""
    try:
        return least <= operator.index(number) < 2**32
    except TypeError:
        return False


class _Checker:
    """Plays at random, and looks at every state on the way."""

    def __init__(self, rules: Any, seed: int) -> None:
        self.rules = rules
        self.is_problem = hasattr(rules, "successors")
        self.needs = ("root", "status", "successors") if self.is_problem else ("start", "to_move", "moves", "play", "outcome")
        self.random = random.Random(seed)
        #: Every state seen so far, with what was found out about it.
        self.seen: dict[Any, tuple[object, ...]] = {}
        #: The state of every text.
        self.texts: dict[str, Any] = {}
        self.text: Callable[[Any], str] | None = getattr(rules, "text", None)
        self.rank: Callable[[Any], int] | None = getattr(rules, "rank", None)
        self.may_repeat = getattr(rules, "repetition", None) is not None

    def check_state(self, state: Any) -> None:
        """What must hold of a state by itself, and together with those seen before."""
        code = _hash(state)
        if hash(state) != code:
            raise BrokenLaw("the hash of a state stays the same", state)
        if not state == state:
            raise BrokenLaw("a state is equal to itself", state)
        facts = self.facts(state)
        if self.facts(state) != facts:
            raise BrokenLaw("the same state gives the same answer each time, moves in the same order", state)
        known = self.seen.setdefault(state, facts)
        if known != facts:
            raise BrokenLaw("equal states have equal futures, and equal texts", state, f"{known} and {facts}")
        if self.text is not None:
            other = self.texts.setdefault(self.text(state), state)
            if other != state:
                detail = f"{self.text(state)!r} is also the text of {_text(other)}"
                raise BrokenLaw("different states have different texts", state, detail)

    def facts(self, state: Any) -> tuple[object, ...]:
        """All that the rules say of a state, but for what moves lead to."""
        rules, text = self.rules, None if self.text is None else self.text(state)
        if not (text is None or isinstance(text, str)):
            raise BrokenLaw("text returns a text", state, _text(text))
        rank = None if self.rank is None else self.rank(state)
        if self.rank is not None and not _is_whole(rank, 0):
            raise BrokenLaw("rank returns a whole number from 0 to 4294967295", state, _text(rank))
        if self.is_problem:
            status = rules.status(state)
            if status not in STATUSES:
                raise BrokenLaw('status returns "or", "and", "proven", "disproven" or "open"', state, _text(status))
            is_open = status in ("or", "and")
            return (status, text, rank, *((move for move, _ in self.edges(state)) if is_open else ()))
        outcome = rules.outcome(state)
        if outcome not in OUTCOMES:
            raise BrokenLaw('outcome returns None, "first", "second" or "draw"', state, _text(outcome))
        player = rules.to_move(state)
        if player not in PLAYERS:
            raise BrokenLaw('to_move returns "first" or "second"', state, _text(player))
        if outcome is not None:
            return (outcome, player, text, rank)
        moves = self.listed("moves", state)
        if not moves:
            raise BrokenLaw("a game that is not over has a move", state)
        return (outcome, player, text, rank, *moves)

    def edges(self, state: Any) -> list[tuple[Any, Any]]:
        """The moves of a state that is open, with what they lead to."""
        if self.is_problem:
            edges = self.listed("successors", state)
            for edge in edges:
                if not (isinstance(edge, tuple) and len(edge) == 2):
                    raise BrokenLaw("successors returns pairs of a move and a state, each a tuple", state, _text(edge))
            return edges
        return [(move, self.rules.play(state, move)) for move in self.listed("moves", state)]

    def listed(self, name: str, state: Any) -> list[Any]:
        """What a method returns that returns a list."""
        told = getattr(self.rules, name)(state)
        if not isinstance(told, Iterable):
            raise BrokenLaw(f"{name} returns a list", state, _text(told))
        return list(told)

    def is_open(self, state: Any) -> bool:
        if self.is_problem:
            return self.rules.status(state) in ("or", "and")
        return self.rules.outcome(state) is None

    def check_moves(self, state: Any) -> list[Any]:
        """What must hold of the moves of a state that is open."""
        before, code = repr(state), _hash(state)
        edges = self.edges(state)
        if (repr(state), _hash(state)) != (before, code):
            raise BrokenLaw("moves make new states, and leave the old one as it was", state, f"it was {before}")
        name = getattr(self.rules, "move_text", None)
        leads: dict[str, Any] = {}
        for move, successor in edges:
            text = str(move) if name is None else name(state, move)
            # In a problem a move that is listed twice is one move.
            if text in leads and not (self.is_problem and leads[text] == successor):
                raise BrokenLaw("different moves of a state have different texts", state, f"{text!r} is there twice")
            leads[text] = successor
        again = [successor for _, successor in self.edges(state)]
        for (move, successor), other in zip(edges, again):
            if successor is state or (successor == state and not (self.is_problem or self.may_repeat)):
                raise BrokenLaw("a move changes the state", state, f"the move {_text(move)}")
            if successor != other or _hash(successor) != _hash(other):
                detail = f"the move {_text(move)} leads to {_text(successor)} and to {_text(other)}"
                raise BrokenLaw("a move leads to equal states with equal hashes each time", state, detail)
            if (successor == state) != (state == successor):
                raise BrokenLaw("if one state is equal to another, so is the other to it", state, _text(successor))
            if self.rank is not None and not self.rank(successor) > self.rank(state):
                raise BrokenLaw("rank grows with every move", state, f"not with the move {_text(move)}")
            self.check_costs(state, successor)
        return [successor for _, successor in edges]

    def check_costs(self, state: Any, successor: Any) -> None:
        for name, least, arguments in (("cost", 1, (successor,)), ("edge_cost", 0, (state, successor))):
            method = getattr(self.rules, name, None)
            if method is not None:
                cost = method(*arguments)
                parts = cost if isinstance(cost, tuple) and len(cost) == 2 else (cost,)
                if not all(_is_whole(part, least) for part in parts):
                    law = f"{name} returns a whole number from {least} on, or two"
                    raise BrokenLaw(law, arguments[0], _text(cost))

    def play(self) -> None:
        """One line of play."""
        state = self.rules.root() if self.is_problem else self.rules.start()
        line = set()
        for _ in range(MOST_PLIES):
            self.check_state(state)
            if state in line and not self.may_repeat:
                law = "no state comes back along a line of play, unless repetition says what that is worth"
                raise BrokenLaw(law, state)
            line.add(state)
            if not self.is_open(state):
                return
            successors = self.check_moves(state)
            if not successors:
                return
            for successor in self.random.sample(successors, min(3, len(successors))):
                self.check_state(successor)
            state = self.random.choice(successors)


def check(rules: object, playouts: int = 50, seed: int = 1) -> int:
    """Plays at random by rules that are written in Python, and raises ``BrokenLaw`` if they break a law that searches rely on.

    Returns the number of different states that were looked at. The same seed gives the same lines of play.

    >>> import proofset
    >>> class Race:
    ...     "Who comes to 5 first wins; a step is 1 or 2."
    ...     def start(self): return (0, "first")
    ...     def to_move(self, state): return state[1]
    ...     def moves(self, state): return [1, 1]
    ...     def play(self, state, move): return (state[0] + move, "second" if state[1] == "first" else "first")
    ...     def outcome(self, state): return ("second" if state[1] == "first" else "first") if state[0] >= 5 else None
    >>> proofset.check(Race())
    Traceback (most recent call last):
    ...
    proofset.BrokenLaw: different moves of a state have different texts; in the state (0, 'first'): '1' is there twice
    >>> Race.moves = lambda self, state: [1, 2]
    >>> proofset.check(Race())
    12
    """
    if isinstance(rules, str):
        raise _proofset.Error("check tries rules of your own, as an object; give the name of a game to solve")
    if isinstance(rules, type):
        raise _proofset.Error(f"{rules.__name__} is a class; give an object of it, such as {rules.__name__}()")
    checker = _Checker(rules, seed)
    fault: Exception | None = None
    try:
        _proofset.Session(rules)
    except (_proofset.Error, TypeError) as error:
        # A method that is not there. What else is said where searches begin may be a law that has a name: a state without a
        # hash is a TypeError there.
        if not all(hasattr(rules, name) for name in checker.needs):
            raise
        fault = error
    for _ in range(playouts):
        checker.play()
    if fault is not None:
        raise fault
    return len(checker.seen)


BrokenLaw.__module__ = "proofset"
