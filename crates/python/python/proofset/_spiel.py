"""Games of OpenSpiel.

The idea: what the future of a game depends on is its history of moves, so that is what a state is identified by. Texts and
observations of OpenSpiel leave things out in some games: in chess and go, states with the same text may have different
legal moves, since positions must not repeat. Whoever knows that a text says everything may vouch for it with ``merge``, and
then states that are reached by different orders of moves are one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

from proofset._proofset import Error
from proofset._rules import Game, Outcome, Player

#: What a state may be identified by, instead of its history.
Merge = Callable[[Any], Hashable]

#: Games whose texts are known to leave out what the future depends on, with what that is.
HISTORY = {
    "antichess": "positions that come back for the third time end the game",
    "chess": "positions that come back for the third time end the game",
    "crazyhouse": "positions that come back for the third time end the game",
    "cursor_go": "positions must not repeat",
    "go": "positions must not repeat",
    "shogi": "positions that come back for the fourth time end the game",
    "xiangqi": "positions must not repeat",
}

#: Texts that OpenSpiel has, by name.
TEXTS: dict[str, Merge] = {
    "text": lambda state: str(state),
    "observation": lambda state: state.observation_string(0),
    "information": lambda state: state.information_state_string(0),
}


# A dataclass, for these are taken apart where states are told apart by keys.
@dataclass(frozen=True, slots=True, repr=False)
class SpielState:
    """A state of a game of OpenSpiel: ``state`` is that of pyspiel, and must not be changed; ``key`` identifies it."""

    state: Any = field(compare=False)
    key: Hashable

    def __repr__(self) -> str:
        return " ".join(map(str, self.state.history())) or "start"

    def __reduce__(self) -> tuple[Any, ...]:
        return _state, (str(self.state.get_game()), tuple(self.state.history()), self.key)


def _state(game: str, history: Iterable[int], key: Hashable) -> SpielState:
    """A state that comes from another process."""
    import pyspiel

    state = pyspiel.load_game(game).new_initial_state()
    for action in history:
        state.apply_action(action)
    return SpielState(state, key)


class SpielGame(Game):
    """A game of OpenSpiel, as :class:`proofset.Game` has them; made by :func:`from_pyspiel`.

    Player 0 is the first one. Who has the greater return has won; with ``at_least`` the first player has won if its return
    is at least that, and otherwise the second one.
    """

    def __init__(
        self,
        game: Any,
        merge: str | Merge | None = None,
        at_least: float | None = None,
        repetition: str | None = None,
    ) -> None:
        self._game = game
        self._merge = merge
        self._identify = TEXTS[merge] if isinstance(merge, str) else merge
        self._at_least = at_least
        self.repetition = repetition
        #: The name with which certificates name the game.
        self.name = str(game) if at_least is None else f"{game}, at least {at_least:g}"
        self._texts: tuple[SpielState | None, dict[int, str]] = (None, {})

    def __repr__(self) -> str:
        return f"from_pyspiel({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return from_pyspiel, (str(self._game), self._merge, self._at_least, self.repetition)

    def _named(self, state: Any, history: tuple[int, ...]) -> SpielState:
        if self._identify is None:
            return SpielState(state, history)
        # Whose turn it is, is not in every text.
        return SpielState(state, (state.current_player(), self._identify(state)))

    def start(self) -> SpielState:
        """The state at the start."""
        return self._named(self._game.new_initial_state(), ())

    def after(self, moves: Iterable[int | str]) -> SpielState:
        """The state after moves from the start, each a number of an action or its text. It can be a position of a question.

        >>> import proofset
        >>> game = proofset.from_pyspiel("tic_tac_toe")  # doctest: +SKIP
        >>> print(proofset.solve(game, game.after([0, 1])))  # doctest: +SKIP
        proven: the first player can force a win
        """
        state = self.start()
        for number, move in enumerate(moves, 1):
            actions = self.moves(state) if self.outcome(state) is None else []
            action = move
            if isinstance(move, str):
                texts = {text: action for action, text in self._move_texts(state).items()} if actions else {}
                action = texts.get(move, move)
            if action not in actions:
                raise Error(f"move {number}, {move!r}, is not legal there")
            state = self.play(state, int(action))
        return state

    def to_move(self, state: SpielState) -> Player:
        """Who moves next."""
        return "second" if state.state.current_player() == 1 else "first"

    def moves(self, state: SpielState) -> list[int]:
        """The numbers of the legal actions."""
        actions: list[int] = state.state.legal_actions()
        return actions

    def play(self, state: SpielState, move: int) -> SpielState:
        """The state after an action."""
        key = state.key
        return self._named(state.state.child(move), (*key, move) if self._identify is None else ())  # type: ignore[misc]

    def outcome(self, state: SpielState) -> Outcome | None:
        """Who has won, or ``"draw"``."""
        if not state.state.is_terminal():
            return None
        first, second = state.state.returns()
        if self._at_least is not None:
            return "first" if first >= self._at_least else "second"
        return "first" if first > second else "second" if second > first else "draw"

    def text(self, state: SpielState) -> str:
        """The numbers of the actions that led there; or whose turn it is, and what the state is merged by."""
        if self._identify is None:
            return repr(state)
        key: Any = state.key
        player, name = key
        return f"player {player} at {name!r}" if player >= 0 else f"the end at {name!r}"

    def move_text(self, state: SpielState, move: int) -> str:
        """OpenSpiel's text of an action, with its number where two have the same."""
        return self._move_texts(state)[move]

    def _move_texts(self, state: SpielState) -> dict[int, str]:
        kept, texts = self._texts
        if kept is not state:
            of = {action: state.state.action_to_string(action) for action in self.moves(state)}
            counts: dict[str, int] = {}
            for text in of.values():
                counts[text] = counts.get(text, 0) + 1
            texts = {action: text if counts[text] == 1 else f"{text}#{action}" for action, text in of.items()}
            self._texts = (state, texts)
        return texts

    def __getattr__(self, name: str) -> Any:
        # Only histories say how many moves were made.
        if name == "rank" and self.__dict__.get("_identify", 0) is None:
            return lambda state: len(state.key)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _refusal(game: Any) -> str | None:
    """Why a game cannot be held."""
    import pyspiel

    kind = game.get_type()
    if game.num_players() != 2:
        return f"it has {game.num_players()} players, and only games of two can be solved"
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "players move at the same time, and only games in which they take turns can be solved"
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        return "it has chance, and only games without can be solved"
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        return "players do not see everything, and only games with perfect information can be solved"
    if kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM):
        return "what one player gets the other does not lose, and only games with a winner can be solved"
    return None


def from_pyspiel(
    name: Any,
    merge: str | Merge | None = None,
    at_least: float | None = None,
    repetition: str | None = None,
) -> SpielGame:
    """A game of OpenSpiel, to be solved as any other: it needs the package ``open_spiel``.

    ``name`` is a name with parameters, as in ``"connect_four(rows=4,columns=4)"``, or a game of pyspiel. It must be a game
    of two players who take turns, without chance, and with perfect information.

    A state is identified by the moves that led to it, unless ``merge`` says what else its future depends on: ``"text"``,
    ``"observation"`` or ``"information"`` for texts that OpenSpiel has, or a function that takes a state of pyspiel and gives
    anything hashable. **You vouch for it:** if two states with the same text have different futures, verdicts are wrong, and
    certificates are too. Whoever is to move is compared as well. Texts of games that are known to leave something out are
    refused. Where a state can come back under the name that it is merged by, ``repetition`` says what that means, as in
    :class:`proofset.Game`.

    Certificates name a state by what identifies it: the numbers of its moves, or whose turn it is and what it is merged by.

    ``at_least`` asks about scores: the first player wins if its return is at least that.

    >>> import proofset
    >>> game = proofset.from_pyspiel("connect_four(rows=4,columns=4)", merge="text")  # doctest: +SKIP
    >>> print(proofset.solve(game))  # doctest: +SKIP
    disproven: the first player cannot force a win
    """
    try:
        import pyspiel
    except ImportError as error:
        raise Error(f"OpenSpiel is not installed ({error}); pip install open_spiel") from None
    try:
        game = pyspiel.load_game(name) if isinstance(name, str) else name
    except Exception as error:
        raise Error(f"OpenSpiel does not know the game {name!r}: {str(error).splitlines()[0]}") from None
    if not hasattr(game, "new_initial_state"):
        raise Error(f"{name!r} is neither a name of a game of OpenSpiel nor one")
    short = game.get_type().short_name
    why = _refusal(game)
    if why is not None:
        raise Error(f"{short} cannot be solved: {why}")
    if not (merge is None or isinstance(merge, str) or callable(merge)):
        raise Error(f"states cannot be merged by {merge!r}; give {', '.join(TEXTS)}, or a function")
    if at_least is not None and not (isinstance(at_least, Real) and -math.inf <= at_least <= math.inf):
        raise Error(f"at_least {at_least!r}: give a score, such as 2")
    if isinstance(merge, str):
        if merge not in TEXTS:
            raise Error(f"there is no text {merge!r} to merge by; give {', '.join(TEXTS)}, or a function")
        # Games may be made of others, as in ``misere(game=go())``.
        for part in re.findall(r"\w+", str(game)):
            if part in HISTORY:
                raise Error(
                    f"states of {short} cannot be merged by their {merge}: {HISTORY[part]}, and the text does not say which "
                    "have been; leave merge out, or give a function that takes the history into account"
                )
    return SpielGame(game, merge, at_least, repetition)
