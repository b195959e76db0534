"""Games of OpenSpiel, held against proofset's own games, brute force and theorems."""

from __future__ import annotations

import pickle
from functools import lru_cache

import proofset
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")


def best(name: str) -> float:
    """What the first player gets in a game, by trying everything; states are merged by their history-free text."""

    @lru_cache(maxsize=None)
    def value(key: str) -> float:
        state = states.pop(key)
        if state.is_terminal():
            return state.returns()[0]
        values = []
        for action in state.legal_actions():
            child = state.child(action)
            name = f"{child.current_player()} {child}"
            states[name] = child
            values.append(value(name))
            states.pop(name, None)
        return max(values) if state.current_player() == 0 else min(values)

    start = pyspiel.load_game(name).new_initial_state()
    states = {str(start): start}
    return value(str(start))


@pytest.mark.parametrize("columns, goals", [(4, ("first:win", "first:draw", "second:win")), (5, ("first:win",))])
def test_small_connect_four_is_what_our_own_is(columns: int, goals: tuple[str, ...]) -> None:
    game = proofset.from_pyspiel(f"connect_four(rows=4,columns={columns})", merge="text")
    for goal in goals:
        result = proofset.solve(game, goal=goal)
        assert result.verdict == proofset.solve(f"connect-four:{columns}x4", goal=goal).verdict, goal
        assert proofset.verify(result.certificate, game).verdict == result.verdict


def test_tic_tac_toe_takes_the_published_expansions_if_merged_and_more_by_histories() -> None:
    merged = proofset.solve(proofset.from_pyspiel("tic_tac_toe", merge="observation"), algorithm="pns")
    by_history = proofset.solve(proofset.from_pyspiel("tic_tac_toe"), algorithm="pns")
    assert (merged.verdict, by_history.verdict) == ("disproven", "disproven")
    assert merged.expanded == 1237 < by_history.expanded


@pytest.mark.parametrize(
    "name",
    [
        "breakthrough(rows=4,columns=3)",
        "clobber(rows=3,columns=4)",
        "hex(board_size=3)",
        "y(board_size=3)",
        "nim(pile_sizes=1;3;5)",
        "dots_and_boxes(num_rows=2,num_cols=1)",
    ],
)
def test_small_games_are_what_brute_force_says(name: str) -> None:
    value = best(name)
    game = proofset.from_pyspiel(name, merge="text")
    assert bool(proofset.solve(game, goal="first:win")) == (value > 0)
    assert bool(proofset.solve(game, goal="first:draw")) == (value >= 0)


@pytest.mark.parametrize("name", ["hex(board_size=4)", "y(board_size=4)"])
def test_whoever_begins_wins_games_without_draws_where_a_stone_never_hurts(name: str) -> None:
    # Nash's argument; the verdict is a theorem for every size.
    result = proofset.solve(proofset.from_pyspiel(name, merge="text"))
    assert result.verdict == "proven"


@pytest.mark.parametrize("houses, seeds", [(2, 1), (2, 2), (1, 3)])
def test_small_oware_is_what_brute_force_over_histories_says(houses: int, seeds: int) -> None:
    name = f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})"

    def value(state: pyspiel.State, low: float, high: float) -> float:
        """Minimax, with what is out of bounds left out: lines may be hundreds of moves long."""
        if state.is_terminal():
            return state.returns()[0]
        for action in state.legal_actions():
            below = value(state.child(action), low, high)
            if state.current_player() == 0:
                low = max(low, below)
            else:
                high = min(high, below)
            if low >= high:
                break
        return low if state.current_player() == 0 else high

    exact = value(pyspiel.load_game(name).new_initial_state(), -1, 1)
    game = proofset.from_pyspiel(name)
    assert bool(proofset.solve(game, goal="first:win")) == (exact > 0)
    assert bool(proofset.solve(game, goal="first:draw")) == (exact >= 0)


def test_scores_are_asked_for_one_at_a_time() -> None:
    # Two by one boxes: whoever closes one more of them has won by the margin.
    name = "dots_and_boxes(num_rows=2,num_cols=1,utility_margin=true)"
    exact = best(name)
    verdicts = {
        score: bool(proofset.solve(proofset.from_pyspiel(name, merge="text", at_least=score)))
        for score in (-2, 0, 2)
    }
    assert verdicts == {score: exact >= score for score in (-2, 0, 2)}


def test_in_go_two_states_have_one_text_and_different_moves() -> None:
    """Why texts of go are refused: a position may not come back, so what may be played depends on how it was reached."""
    one, other = (pyspiel.load_game("go(board_size=3)").new_initial_state() for _ in range(2))
    for state, history in ((one, [8, 3, 6, 1, 4, 7]), (other, [8, 3, 4, 7, 9, 1])):
        for action in history:
            state.apply_action(action)
    assert str(one) == str(other) and one.observation_string(0) == other.observation_string(0)
    assert one.current_player() == other.current_player()
    # In one of them a stone has just been taken, and taking it back would bring a position back.
    assert set(one.legal_actions()) ^ set(other.legal_actions()) == {6}


def test_in_chess_two_states_have_one_text_and_different_futures() -> None:
    """Why texts of chess are refused: the third time that a position comes about, the game is drawn."""

    def play(texts: list[str]) -> pyspiel.State:
        state = pyspiel.load_game("chess").new_initial_state()
        for text in texts:
            moves = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(moves[text])
        return state

    # Knights go out, home and out; in the one game they have been there before, in the other elsewhere.
    there, home, elsewhere = ["Nf3", "Nf6"], ["Ng1", "Ng8"], ["Nc3", "Nc6", "Nb1", "Nb8"]
    often, seldom = play(there + home + there), play(elsewhere + there)
    observation = proofset._spiel.TEXTS["text"]
    assert observation(often) == observation(seldom)
    for text in ["Nd4", "Nd5", "Nf3", "Nf6"]:
        assert not often.is_terminal() and not seldom.is_terminal()
        for state in (often, seldom):
            moves = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(moves[text])
    assert often.is_terminal() and not seldom.is_terminal()


@pytest.mark.parametrize("name", ["go(board_size=5)", "chess", "antichess", "misere(game=go(board_size=3))"])
@pytest.mark.parametrize("merge", ["text", "observation"])
def test_texts_that_leave_the_history_out_are_refused(name: str, merge: str) -> None:
    with pytest.raises(proofset.Error, match="cannot be merged"):
        proofset.from_pyspiel(name, merge=merge)
    # By their histories, and by what the user knows better, they can be had.
    assert proofset.from_pyspiel(name).moves(proofset.from_pyspiel(name).start())
    assert proofset.from_pyspiel(name, merge=lambda state: tuple(state.history()))


@pytest.mark.parametrize(
    "name, why",
    [
        ("kuhn_poker", "chance"),
        ("backgammon", "chance"),
        ("dark_hex", "do not see everything"),
        ("goofspiel", "at the same time"),
        ("matrix_pd", "at the same time"),
        ("chinese_checkers(players=3)", "3 players"),
        ("morpion_solitaire", "1 players"),
        ("no_such_game", "does not know the game"),
        ("tic_tac_toe(size=4)", "does not know the game"),
    ],
)
def test_games_that_cannot_be_held_are_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(proofset.Error, match=why):
        proofset.from_pyspiel(name)


def test_a_text_to_merge_by_that_there_is_not_is_refused() -> None:
    with pytest.raises(proofset.Error, match="text, observation, information"):
        proofset.from_pyspiel("tic_tac_toe", merge="board")


def test_what_is_no_way_to_merge_and_no_score_is_refused() -> None:
    with pytest.raises(proofset.Error, match="states cannot be merged by 5; give text"):
        proofset.from_pyspiel("tic_tac_toe", merge=5)
    with pytest.raises(proofset.Error, match="at_least nan: give a score"):
        proofset.from_pyspiel("tic_tac_toe", at_least=float("nan"))
    with pytest.raises(proofset.Error, match="at_least '2': give a score"):
        proofset.from_pyspiel("tic_tac_toe", at_least="2")


@pytest.mark.parametrize("merge", ["text", "observation", lambda state: str(state)])
def test_equal_states_have_equal_texts(merge: object) -> None:
    game = proofset.from_pyspiel("tic_tac_toe", merge=merge)
    one, other = game.after([0, 1, 2]), game.after([2, 1, 0])
    assert one == other and game.text(one) == game.text(other) != game.text(game.after([0, 1, 3]))
    assert proofset.check(game) > 50
    certificate = proofset.solve(game, one).certificate
    assert proofset.verify(certificate, game, other).verdict == proofset.solve(game, other).verdict


def test_states_are_told_apart_by_keys() -> None:
    # There is room for the search, and none for the proof: the verdict rests on keys, which are good ones.
    game = proofset.from_pyspiel("tic_tac_toe", merge="text")
    result = proofset.solve(game, algorithm="dfpn:table=keyed", memory="256KiB")
    assert (result.verdict, result.certificate, result.evidence[:5]) == ("disproven", None, "keyed")


def test_a_wrong_word_for_a_position_is_found_while_searching() -> None:
    # All states with as many stones are said to be one. They are not, and the search sees it.
    game = proofset.from_pyspiel("tic_tac_toe", merge=lambda state: len(state.history()))
    with pytest.raises(proofset.Error, match="equal"):
        proofset.solve(game)


def test_positions_are_states_after_moves_by_text_or_number() -> None:
    game = proofset.from_pyspiel("tic_tac_toe", merge="text")
    state = game.after(["x(0,0)", 1])
    assert game.text(state) == "player 0 at 'xo.\\n...\\n...'"
    by_history = proofset.from_pyspiel("tic_tac_toe")
    assert by_history.text(by_history.after(["x(0,0)", 1])) == "0 1"
    result = proofset.solve(game, state)
    assert result.verdict == proofset.solve("tic-tac-toe", "XO./.../...").verdict
    assert proofset.verify(result.certificate, game, state).position == game.text(state)
    with pytest.raises(proofset.Error, match="move 2, 0"):
        game.after([0, 0])


def test_games_and_states_go_to_other_processes() -> None:
    game = proofset.from_pyspiel("connect_four(rows=4,columns=4)", merge="text")
    state = game.after([0, 1])
    other, copy = pickle.loads(pickle.dumps((game, state)))
    assert copy == state and other.moves(copy) == game.moves(state) and other.name == game.name
