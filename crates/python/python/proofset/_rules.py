"""Games and problems of one's own: what they have to say."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal, Protocol, runtime_checkable

Player = Literal["first", "second"]
Outcome = Literal["first", "second", "draw"]
Status = Literal["or", "and", "proven", "disproven", "open"]


@runtime_checkable
class Game(Protocol):
    """A two-player game with perfect information. States are any hashable objects; whatever the future depends on is part
    of a state. Methods give the same answer each time, and change no state.

    Optional are

    * ``text(state) -> str``: how certificates name a state; without it, ``repr``;
    * ``move_text(state, move) -> str``: without it, ``str(move)``; different moves of a state have different texts;
    * ``rank(state) -> int``: a number that grows with every move, such as the stones on the board;
    * ``repetition``: what happens if a state comes back, ``"draw"``, ``"first"`` or ``"second"`` for who wins, or
      ``"mover-loses"``; without it, no state may come back;
    * ``cost(state)`` and ``edge_cost(state, successor)``: see :class:`Problem`;
    * ``svg(state) -> str``: a picture;
    * ``name``: without it, the name of the class.

    >>> import proofset
    >>> class Nim:
    ...     "Take one or two; who takes the last one wins."
    ...     def start(self): return (4, "first")
    ...     def to_move(self, state): return state[1]
    ...     def moves(self, state): return [n for n in (1, 2) if n <= state[0]]
    ...     def play(self, state, move):
    ...         return (state[0] - move, "second" if state[1] == "first" else "first")
    ...     def outcome(self, state):
    ...         if state[0] == 0: return "second" if state[1] == "first" else "first"
    >>> result = proofset.solve(Nim())
    >>> print(result)
    proven: the first player can force a win
    >>> proofset.verify(result.certificate, Nim()).verdict
    'proven'
    """

    def start(self) -> Hashable:
        """The state at the start."""

    def to_move(self, state: Any) -> Player:
        """Who moves next; for a finished game, who would."""

    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves of a state where the game goes on, always in the same order."""

    def play(self, state: Any, move: Any) -> Hashable:
        """The state after a move. It is a new one."""

    def outcome(self, state: Any) -> Outcome | None:
        """``None`` while the game goes on, then who has won, or ``"draw"``."""


@runtime_checkable
class Problem(Protocol):
    """An AND/OR graph. It is never written down: a search asks for what it needs.

    Optional are ``text``, ``move_text``, ``rank`` and ``name`` as for :class:`Game`, and

    * ``repetition``: what a state is worth that comes back along a line, ``"disproves"``, ``"proves"`` or
      ``"mover-loses"``; without it, none may come back;
    * ``cost(state)``: what a leaf is believed to cost: a number from 1 on to prove it, or two, to prove and to disprove it;
    * ``edge_cost(state, successor)``: what an edge costs beside: a number from 0 on, or two. Depth-first searches count
      them.

    >>> import proofset
    >>> class Recipes:
    ...     "What can be made: a loaf of flour and water, flour of wheat."
    ...     have = {"wheat", "water"}
    ...     ways = {"loaf": [("flour", "water")], "flour": [("wheat",)]}
    ...     def root(self): return ("loaf",)
    ...     def status(self, state):
    ...         if len(state) > 1: return "and"
    ...         if state[0] in self.have: return "proven"
    ...         return "or" if state[0] in self.ways else "disproven"
    ...     def successors(self, state):
    ...         if len(state) > 1: return [(thing, (thing,)) for thing in state]
    ...         return [("+".join(way), way) for way in self.ways[state[0]]]
    >>> print(proofset.solve(Recipes()))
    proven: the goal is reached
    """

    def root(self) -> Hashable:
        """The state that is asked about."""

    def status(self, state: Any) -> Status:
        """``"or"`` if one proven successor is enough, ``"and"`` if all have to be proven; the value where it is known; or
        ``"open"`` for a question that stays open."""

    def successors(self, state: Any) -> Iterable[tuple[Any, Hashable]]:
        """Pairs of a move and the state that it leads to, always in the same order. Where two moves have the same text and lead to
        equal states, the second one does not count: a way that takes a thing twice needs it once."""
