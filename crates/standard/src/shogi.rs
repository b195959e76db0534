//! Tsume-shogi.

use proofset_catalog::{
    AlgorithmSpec, Beginning, Bounded, Column, DefaultAlgorithm, DepthFirstSpec, Entry, Family, GoalForm, Goals,
    HeuristicEntry, InputError, Known, Lengths, MateSpec, Outcome, OwnSearches, PositionSource, Question, Run, Speech,
    TableKind, TeamHelper, Texts, Told,
};
use proofset_core::{NotationError, Problem, Status, Verdict};
use proofset_depth_first::{Helper, Parallel, Search};
use proofset_erased::Erasable;
use proofset_mate::{Helper as MateHelper, MateSearch, Parallel as ParallelMate};
use proofset_shogi::referee::Refereed;
use proofset_shogi::{Attacker, Board, Record, State, Tsume, TsumeCursor, TsumeGoal, TsumeLine};

use crate::usi::Usi;

/// The goals.
const GOALS: &[GoalForm] = &[
    GoalForm::new("mate", "the side to move can force mate by checks"),
    GoalForm::new("mated", "the other side can"),
    GoalForm::new("mate-in:N", "the side to move can force mate in at most N plies"),
    GoalForm::new("mated-in:N", "the other side can"),
];

pub(crate) fn entry() -> Entry {
    Entry::problem("shogi", |texts| {
        let Texts { position, goal, .. } = *texts;
        let wrong =
            |error: &NotationError| InputError::Position { game: "shogi".to_owned(), message: error.to_string() };
        let board = Board::from_any_notation(position.unwrap_or("startpos")).map_err(|error| wrong(&error))?;
        let goal = match goal {
            None => TsumeGoal::MATE,
            Some(text) => text.parse().map_err(|error: NotationError| InputError::Goal {
                goal: text.to_owned(),
                game: "shogi".to_owned(),
                message: error.to_string(),
            })?,
        };
        Ok(question(Tsume::new(board, goal).map_err(|error| wrong(&error))?))
    })
    .with_summary("tsume-shogi: can one side force mate by a series of checks?")
    .with_position(
        "SFEN, as in \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"; one king may be missing, and pieces may be out of \
               play; or what follows USI's `position`; or a file problem.kif, problem.kifu, problem.ki2, problem.ki2u or problem.csa",
    )
    .with_goals(Goals::from(GOALS).with_remark(
        "every interposition counts, but for futile ones at the end of the mate with :no-futile behind the goal",
    ))
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY])
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "mate",
        reason: "19 of 24 problems in 2 s each; dfpn and pns 17",
    }])
    .with_sample(None, Some("mate-in:1"))
    .with_example("proofset solve shogi \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\" --goal mate-in:1")
    .with_source(PositionSource::TextOrFile(&["kif", "kifu", "ki2", "ki2u", "csa"]))
    .with_records(&["kif", "kifu", "csa"])
    .with_decoding(decode)
    .with_encoding(encode)
    .with_protocol(Usi)
    .with_position_columns(&["sfen"])
    .with_column(
        Column::new("mate_plies", known_mate)
            .with_summary("a known mate by its length in plies; nomate where there is none, ? where it is not known"),
    )
}

/// The text of a file in Unicode, or as programs from Japan have written such files since before that.
fn decode(bytes: Vec<u8>) -> Result<String, String> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => error,
    };
    let (text, _, is_broken) = encoding_rs::SHIFT_JIS.decode(error.as_bytes());
    if is_broken { Err("it is text neither in UTF-8 nor in Shift JIS".to_owned()) } else { Ok(text.into_owned()) }
}

/// Files of KIF say how they are written: as Shift JIS, which all programs read, or by their extension as UTF-8. In CSA there are but signs
/// of ASCII.
fn encode(extension: &str, text: &str) -> Vec<u8> {
    match extension {
        "kif" => encoding_rs::SHIFT_JIS.encode(&format!("#KIF version=2.0 encoding=Shift_JIS\n{text}")).0.into_owned(),
        "kifu" => format!("#KIF version=2.0 encoding=UTF-8\n{text}").into_bytes(),
        _ => text.as_bytes().to_vec(),
    }
}

/// A mate of some length answers a longer or an unbounded question as well. Nothing is known about a shorter one, and
/// nothing about mates of the side to move.
fn known_mate(text: &str) -> Result<Told, String> {
    let least: Option<u16> = match text {
        "nomate" => None,
        "?" => return Ok(Told::default()),
        plies => Some(plies.parse().map_err(|_| "it must be a number of plies, nomate, or ?")?),
    };
    let known = Known::goals(move |text| {
        let asked: TsumeGoal = text.parse().ok()?;
        match (asked.attacker(), least, asked.plies()) {
            (Attacker::Opponent, ..) => None,
            (_, None, _) => Some(Verdict::Disproven),
            (_, Some(least), Some(plies)) if plies < least => None,
            (_, Some(_), _) => Some(Verdict::Proven),
        }
    });
    Ok(Told { goal: None, known })
}

fn question(problem: Tsume) -> Question<Tsume> {
    let (position, goal) = (problem.board().to_string(), problem.goal().to_string());
    Question::packed("shogi", goal, problem)
        .with_position(position)
        .with_speech(TsumeSpeech)
        .with_lengths(TsumeLengths)
        .with_searches(BoardSearches)
        // By the rules of another implementation.
        .with_judge(|problem, work| work(&Erasable::new(Refereed::new(problem))))
}

struct BoardSearches;

impl OwnSearches<Tsume> for BoardSearches {
    fn begin<'a>(&self, beginning: &Beginning<'a, Tsume>, algorithm: &AlgorithmSpec) -> Option<Box<dyn Run + 'a>> {
        let problem = beginning.problem();
        match algorithm.family {
            Family::Mate(MateSpec { options, threads, .. }) => Some(match beginning.help::<MateHelper>() {
                None => beginning.run(MateSearch::new(TsumeLine::new(problem), options)),
                Some(help) => beginning.run(ParallelMate::new(TsumeLine::new(problem), threads, options, help)),
            }),
            // Moves are made faster than states are packed and unpacked.
            Family::DepthFirst(DepthFirstSpec { options, table: TableKind::Keyed, threads, .. })
                if algorithm.second.is_none() && is_unit(beginning) =>
            {
                let cursor = beginning.sealed(TsumeCursor::new(problem));
                Some(match beginning.help::<Helper>() {
                    None => beginning.run_depth_first(Search::keyed_with_cursor(cursor, options)),
                    Some(help) => beginning.run_parallel(Parallel::new(cursor, threads, options, help)),
                })
            }
            _ => None,
        }
    }

    fn help(&self, beginning: &Beginning<'_, Tsume>, helper: TeamHelper) -> Option<TeamHelper> {
        match helper {
            TeamHelper::Mate(helper) => helper.run(TsumeLine::new(beginning.problem())),
            TeamHelper::DepthFirst(helper) if is_unit(beginning) => {
                helper.run(beginning.sealed(TsumeCursor::new(beginning.problem())));
            }
            other => return Some(other),
        }
        None
    }
}

/// True if all leaves cost the same, as the cursor over boards has it.
fn is_unit(beginning: &Beginning<'_, Tsume>) -> bool {
    beginning.heuristic() == HeuristicEntry::UNIT.name
}

struct TsumeLengths;

impl Lengths<Tsume> for TsumeLengths {
    /// The bound is on the plies of both sides. A question with a bound asks for the same mates as one without.
    fn within(&self, problem: &Tsume, plies: usize) -> Bounded<Question<Tsume>> {
        let goal = problem.goal();
        let own = goal.plies().unwrap_or(TsumeGoal::MAX_PLIES);
        let plies = u16::try_from(plies).map_or(own, |plies| plies.min(own));
        let plies = match goal.attacker() {
            Attacker::SideToMove => plies - u16::from(plies % 2 == 0 && plies > 0),
            Attacker::Opponent => plies - plies % 2,
        };
        goal.within(plies).map_or(Bounded::TooShort, |goal| {
            let shorter = Tsume::new(problem.board().clone(), goal).expect("the king to be mated is on the board");
            Bounded::Question(question(shorter))
        })
    }

    fn behind(&self, problem: &Tsume, state: &State, plies: usize) -> Bounded<Question<Tsume>> {
        let plies = u16::try_from(plies).unwrap_or(TsumeGoal::MAX_PLIES);
        let goal = problem.goal().with_attacker(Attacker::Opponent).within(plies - plies % 2);
        goal.map_or(Bounded::TooShort, |goal| {
            let behind = Tsume::new(state.board(), goal).expect("the king to be mated is on the board");
            Bounded::Question(question(behind))
        })
    }
}

struct TsumeSpeech;

impl Speech<Tsume> for TsumeSpeech {
    fn record(&self, problem: &Tsume, line: &[String], extension: &str) -> Option<String> {
        let mut board = problem.board().clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let mv = board.parse_move(text).expect("the line consists of legal moves");
            board.make(mv);
            moves.push(mv);
        }
        let record = Record::new(problem.board().clone(), moves).expect("the line consists of legal moves");
        match extension {
            "kif" | "kifu" => Some(record.to_kif()),
            "csa" => Some(record.to_csa()),
            _ => None,
        }
    }

    fn explain(&self, problem: &Tsume, outcome: &Outcome) -> String {
        if outcome.verdict != Verdict::Proven {
            return format!("disproven: {}", problem.verdict_text(outcome.verdict));
        }
        let is_over = matches!(problem.status(&problem.root()), Status::Decided(_));
        if outcome.line.is_empty() && !is_over {
            // The proof is not at hand, so that nothing is known about its length.
            return problem.question_text();
        }
        let (attacker, rule) = (problem.attacker().name(), problem.rule_text());
        match (outcome.length(), problem.goal().plies()) {
            (0, _) => format!("{attacker} has mated already"),
            (1, _) => format!("{attacker} mates in 1 ply{rule}"),
            (plies, Some(bound)) if plies == usize::from(bound) => format!("{attacker} mates in {plies} plies{rule}"),
            // The proof may be longer than the shortest mate, if it is not as long as was asked.
            (plies, _) => format!("{attacker} mates in at most {plies} plies{rule}"),
        }
    }
}
