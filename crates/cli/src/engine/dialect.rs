//! What the two protocols say differently.

use std::fmt::Write;
use std::time::Duration;

use proofset_catalog::Outcome;
use proofset_core::Verdict;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chess Interface.
    Uci,
}

/// What a `go` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The goal, as the catalog takes it.
    pub(crate) goal: String,
    pub(crate) time: Option<Duration>,
    pub(crate) expansions: Option<u64>,
    /// True if the answer is `checkmate`, false if it is `bestmove`.
    pub(crate) is_mate: bool,
}

impl Dialect {
    /// The command that begins a conversation, which is also the protocol's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// The game in the catalog.
    pub(crate) fn game(self) -> &'static str {
        match self {
            Self::Usi => "shogi",
            Self::Uci => "chess",
        }
    }

    /// The algorithm if nothing is said.
    pub(crate) fn algorithm(self) -> &'static str {
        match self {
            Self::Usi => "mate",
            Self::Uci => "dfpn:epsilon=0.25,table=keyed,init=king-moves",
        }
    }

    /// The command that announces another game.
    pub(crate) fn new_game(self) -> &'static str {
        match self {
            Self::Usi => "usinewgame",
            Self::Uci => "ucinewgame",
        }
    }

    /// The option for the size of the table, in MiB.
    pub(crate) fn hash(self) -> &'static str {
        match self {
            Self::Usi => "USI_Hash",
            Self::Uci => "Hash",
        }
    }

    /// What the words after `go` ask for.
    pub(crate) fn question(self, words: &[&str]) -> Result<Question, String> {
        let mut question = Question { goal: "mate".to_owned(), time: None, expansions: None, is_mate: false };
        let number = |at: usize| -> Result<u64, String> {
            let word = words.get(at).ok_or_else(|| format!("{} needs a number", words[at - 1]))?;
            word.parse().map_err(|_| format!("{} cannot be {word:?}; give a whole number", words[at - 1]))
        };
        // Nothing is known about games: a twentieth of what is left on the shorter clock.
        let mut clock: Option<u64> = None;
        let mut at = 0;
        while at < words.len() {
            match (self, words[at]) {
                (Self::Usi, "mate") => {
                    question.is_mate = true;
                    if words.get(at + 1).is_some_and(|word| *word != "infinite") {
                        question.time = Some(Duration::from_millis(number(at + 1)?));
                    }
                    at += 1;
                }
                (Self::Uci, "mate") => {
                    question.goal = format!("mate-in:{}", number(at + 1)?);
                    at += 1;
                }
                (_, "movetime" | "byoyomi") => {
                    question.time = Some(Duration::from_millis(number(at + 1)?));
                    at += 1;
                }
                (_, "nodes") => {
                    question.expansions = Some(number(at + 1)?);
                    at += 1;
                }
                (_, "btime" | "wtime") => {
                    let left = number(at + 1)? / 20;
                    clock = Some(clock.map_or(left, |other| other.min(left)));
                    at += 1;
                }
                (_, "binc" | "winc" | "movestogo" | "depth") => {
                    number(at + 1)?;
                    at += 1;
                }
                (_, "infinite" | "ponder") => {}
                (_, word) => return Err(format!("go does not know {word:?}")),
            }
            at += 1;
        }
        let time = question.time.unwrap_or_default();
        question.time = clock.map(|left| time.max(Duration::from_millis(left))).or(question.time);
        Ok(question)
    }

    /// The last lines of a search. A move that is legal and no more is asked for where nothing better is known.
    pub(crate) fn answer(
        self,
        question: &Question,
        outcome: &Outcome,
        elapsed: Duration,
        legal_move: impl FnOnce() -> Option<String>,
    ) -> String {
        let mut text = String::from("info");
        let milliseconds = elapsed.as_millis().max(1);
        let _ = write!(text, " nodes {} time {milliseconds}", outcome.expanded);
        let _ = write!(text, " nps {}", u128::from(outcome.expanded) * 1000 / milliseconds);
        let line = &outcome.line;
        let mates = outcome.verdict == Verdict::Proven && !line.is_empty();
        if mates {
            // Chess counts moves, shogi plies.
            let plies = outcome.length();
            let length = if self == Self::Uci { plies.div_ceil(2) } else { plies };
            let _ = write!(text, " score mate {length} pv {}", line.join(" "));
        }
        let _ = write!(text, "\ninfo string {}: {}", question.goal, outcome.verdict);
        if outcome.verdict == Verdict::Unknown {
            let _ = write!(text, " ({})", proofset_catalog::stop_text(outcome.stop));
        } else if outcome.verdict == Verdict::Proven && line.is_empty() {
            text.push_str(" (there was no room or time to put together the line)");
        }
        let answer = match (question.is_mate, outcome.verdict) {
            (true, Verdict::Proven) if mates => format!("checkmate {}", line.join(" ")),
            (true, Verdict::Disproven) => "checkmate nomate".to_owned(),
            (true, _) => "checkmate timeout".to_owned(),
            // Nothing but mates is known here.
            (false, Verdict::Disproven | Verdict::Unknown) if self == Self::Usi => "bestmove resign".to_owned(),
            (false, _) => self.best_move(line.first().cloned().or_else(legal_move).as_deref()),
        };
        let _ = write!(text, "\n{answer}");
        text
    }

    /// The answer to a question that cannot be asked, with a legal move where the position is known at least.
    pub(crate) fn refusal(self, is_mate: bool, legal_move: impl FnOnce() -> Option<String>) -> String {
        match (self, is_mate) {
            (Self::Usi, true) => "checkmate notimplemented".to_owned(),
            (Self::Usi, false) => self.best_move(None),
            (Self::Uci, _) => self.best_move(legal_move().as_deref()),
        }
    }

    /// A move, or what stands for none.
    fn best_move(self, mv: Option<&str>) -> String {
        let none = if self == Self::Usi { "resign" } else { "0000" };
        format!("bestmove {}", mv.unwrap_or(none))
    }
}
