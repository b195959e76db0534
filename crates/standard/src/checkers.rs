//! Checkers: English, Russian and international draughts.

use proofset_catalog::{
    AnyQuestion, Column, DefaultAlgorithm, Entry, Heuristic, HeuristicEntry, InputError, Known, SCORE_GOALS, Texts,
    Told, score_question,
};
use proofset_checkers::{Checkers, Position, Squares, parameters};
use proofset_core::AtLeast;

pub(crate) fn entry() -> Entry {
    Entry::any("checkers", |texts| match texts.parameters.choice("rules") {
        "international" => question(texts, Checkers::international()),
        "russian" => question(texts, Checkers::russian()),
        _ => question(texts, Checkers::english()),
    })
    .with_summary(
        "checkers, or draughts: English, Russian or international; who cannot move has lost, a repetition draws",
    )
    .with_parameters(parameters())
    .with_position(
        "who moves and the pieces of both, kings with a K, as PDN has it: W:W21,K30:B1,2; Russian squares are a1 to h8",
    )
    .with_goals(SCORE_GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed",
        reason: "70 of 70 endgames in 2 s each, in the least time",
    }])
    .with_value_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed",
        reason: "70 of 70 endgames in 2 s each, in the least time",
    }])
    .with_sample_parameters("english+move-rule")
    .with_example("proofset solve checkers W:WK14,K17:BK2 --goal win")
    .with_column(
        Column::new("value", known_value)
            .with_summary("what the position is worth to the side to move: win, draw or loss"),
    )
}

fn question<S: Squares>(texts: &Texts<'_>, rules: Checkers<S>) -> Result<AnyQuestion, InputError> {
    let rules = if texts.parameters.is_on("move-rule") { rules.with_move_rule() } else { rules };
    let heuristics = vec![Heuristic::unit(), Heuristic::mobility()];
    let question = score_question(texts.game.to_owned(), rules, texts.position, texts.goal, heuristics)?;
    Ok(question.with_counter(without_idle_moves).into())
}

/// Under the move rule, what is won with some moves without progress is won with fewer; a draw may be reached by them.
fn without_idle_moves<S: Squares>(
    problem: &AtLeast<Checkers<S>>,
    position: &Position<S>,
) -> Option<(Position<S>, u32)> {
    let counts = problem.game().has_move_rule() && problem.threshold().score > 0;
    counts.then(|| (position.without_idle_moves(), position.idle_moves().into()))
}

/// One cell answers both questions about a position.
fn known_value(text: &str) -> Result<Told, String> {
    let score = match text {
        "win" => 1,
        "draw" => 0,
        "loss" => -1,
        _ => return Err("it must be win, draw or loss, for the side to move".to_owned()),
    };
    Ok(Told { goal: None, known: Known::Score(score) })
}
