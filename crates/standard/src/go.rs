//! Go: capturing races, life and death.

use std::fmt::Write as _;

use proofset_catalog::{
    Claim, DefaultAlgorithm, Entry, FileProblem, Grades, Heuristic, HeuristicEntry, InputError,
    KeyedDepthFirstWithZones, Known, Note, Outcome, PositionSource, Question, Solution, SolutionMove, Speech, Texts,
};
use proofset_core::{Describe, LeafCost, NotationError, Pack, Problem, Size, Status, Value, Verdict};
use proofset_go::{
    Aim, GOALS, Goal, Local, LocalQuestion, LocalWithHistory, POSITIONS, PastState, Point, Position, Rules, Side,
    State, Success, THREATS, by_ko,
    sgf::{self, Tree, TreeMove},
    svg,
};
use proofset_gtp::{DIALOGUE, FOR_LIZZIE};

const NAME: &str = "go";

/// What is solved without a position: can White, who is to move, kill the group in the corner?
const EXAMPLE: &str = "....OO./...XOO./.O.XOO./XXXXOO./OOOOOO./....... o";

pub(crate) fn entry() -> Entry {
    Entry::any(NAME, |texts| {
        let Texts { game, parameters, position, goal, .. } = *texts;
        let rules = Rules::from_arguments(parameters);
        let text = position.unwrap_or(EXAMPLE).trim();
        let wrong = |error: NotationError| InputError::Position { game: NAME.to_owned(), message: error.to_string() };
        let wrong_goal = |error: NotationError| InputError::Goal {
            goal: goal.unwrap_or_default().to_owned(),
            game: NAME.to_owned(),
            message: error.to_string(),
        };
        let asked = if sgf::is_sgf(text) {
            let problem = sgf::parse(text).map_err(wrong)?;
            let asked = LocalQuestion::from_problem(rules, &problem, goal).map_err(wrong_goal)?;
            (asked, problem.position)
        } else {
            let position: Position = text.parse().map_err(wrong)?;
            (LocalQuestion::new(rules, &position, goal).map_err(wrong_goal)?, position)
        };
        Ok(match asked {
            (LocalQuestion::Small(local), position) => question(game, local, position).into(),
            (LocalQuestion::Medium(local), position) => question(game, local, position).into(),
            // Its states are too long to be packed without an allocation each, which is felt.
            (LocalQuestion::Large(local), position) => {
                question(game, local, position).with_searches(KeyedDepthFirstWithZones).into()
            }
            (LocalQuestion::WithHistory(local), position) => with_history(game, local, position).into(),
        })
    })
    .with_summary("Go: can stones be captured, does a group live, on boards of up to 19x19 points")
    .with_parameters(Rules::parameters())
    .with_position(POSITIONS)
    .with_source(PositionSource::TextOrFile(&["sgf"]))
    .with_decoding(|bytes| Ok(sgf::decode(&bytes)))
    .with_problems(|text| {
        let problem = |text: &str| -> Result<FileProblem, NotationError> {
            let problem = sgf::parse(text)?;
            let known = if problem.has_solution { told_by(problem) } else { Known::Nothing };
            Ok(FileProblem { position: text.to_owned(), known })
        };
        let games = sgf::games(text).map_err(|error| error.to_string())?;
        let read = |(number, game)| {
            problem(game).map_err(|error| {
                if games.len() == 1 { error.to_string() } else { format!("problem {number}: {error}") }
            })
        };
        (1..).zip(games.iter().copied()).map(read).collect()
    })
    .with_records(&["sgf", "svg"])
    .with_solutions(&["sgf"])
    .with_goals(GOALS)
    .with_heuristics(vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY, LIBERTIES])
    // Positions do not repeat with superko.
    .with_sample_parameters("superko=positional")
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,table=keyed,init=liberties",
        reason: "180 of 180 questions about corners in 2 s each, in the least time",
    }])
    .with_dialogue(DIALOGUE)
    .with_dialogue(FOR_LIZZIE)
    .with_example("proofset solve go \".XO./XXO./OOO./.... x\" --goal live:A3")
}

/// What a file with a solution says: the side to move succeeds. It says so of its own question, put by either side, and where it is not
/// known what that is, of questions about stones of which no more is said. Whether success by a ko is meant as well, it does not say.
fn told_by(problem: sgf::Problem) -> Known {
    let own = LocalQuestion::from_problem(Rules::default(), &problem, None).map(|own| own.goal().clone());
    let position = problem.position;
    Known::goals(move |goal| {
        let goal = Goal::parse(goal, position.board()).ok()?;
        let asked = match &own {
            Ok(own) => Goal { aim: goal.aim, ..own.clone() },
            Err(_) => Goal { place: goal.place.clone(), ..Goal::new(goal.aim, goal.targets.clone()) },
        };
        if asked != goal {
            return None;
        }
        let is_attack = goal.defender(position.board())? != position.to_move();
        let proves = is_attack == (goal.aim.prover() == Side::Attacker);
        Some(if proves { Verdict::Proven } else { Verdict::Disproven })
    })
}

/// What is asked about a position. Who is komaster needs no ban on a ko, and states have none for that side; so records are of the
/// position as it was given.
fn question<const W: usize>(game: &str, local: Local<W>, position: Position) -> Question<Local<W>>
where
    State<W>: Pack,
{
    let goal = local.goal().clone();
    let grades = grades(&goal);
    let name = game.to_owned();
    let from = move |local: &Local<W>, state: &State<W>| question(&name, local.from(state), local.position(state));
    Question::packed(game, goal.to_string(), local)
        .with_grades(grades)
        .with_question_from(from)
        .with_heuristics(vec![
            Heuristic::unit(),
            Heuristic::mobility(),
            Heuristic::new(LIBERTIES, || Box::new(liberties::<Local<W>>)),
        ])
        .with_speech(GoSpeech { goal, position })
}

fn with_history(game: &str, local: LocalWithHistory, position: Position) -> Question<LocalWithHistory> {
    let goal = local.local().goal().clone();
    let name = game.to_owned();
    let from = move |local: &LocalWithHistory, state: &PastState| {
        with_history(&name, local.from(state), local.local().position(state.state()))
    };
    Question::new(game, goal.to_string(), local)
        .with_question_from(from)
        .with_heuristics(vec![
            Heuristic::unit(),
            Heuristic::mobility(),
            Heuristic::new(LIBERTIES, || Box::new(liberties::<LocalWithHistory>)),
        ])
        .with_speech(GoSpeech { goal, position })
}

const LIBERTIES: HeuristicEntry = HeuristicEntry {
    name: "liberties",
    summary: "a capture costs as many moves as the stones have liberties, and a way out as many as they lack; else as mobility",
};

/// A question about stones, whatever its states carry.
trait Stones: Problem {
    fn goal(&self) -> &Goal;

    /// The fewest liberties of a chain that is asked about.
    fn fewest_liberties(&self, state: &Self::State) -> u32;
}

impl<const W: usize> Stones for Local<W> {
    fn goal(&self) -> &Goal {
        self.goal()
    }

    fn fewest_liberties(&self, state: &State<W>) -> u32 {
        self.fewest_liberties(state)
    }
}

impl Stones for LocalWithHistory {
    fn goal(&self) -> &Goal {
        self.local().goal()
    }

    fn fewest_liberties(&self, state: &PastState) -> u32 {
        self.local().fewest_liberties(state.state())
    }
}

/// The stones with the fewest liberties are the nearest to their capture.
fn liberties<P: Stones>(problem: &P, state: &P::State) -> LeafCost {
    let fewest = problem.fewest_liberties(state).max(1);
    let lacking = problem.goal().liberties.map_or(1, |most| most.saturating_sub(fewest).max(1));
    let (capture, escape) = (Size::new(fewest), Size::new(lacking));
    match (problem.status(state), problem.goal().aim.prover()) {
        (Status::Open(_), Side::Attacker) => LeafCost { proof: capture, disproof: escape },
        (Status::Open(_), Side::Defender) => LeafCost { proof: escape, disproof: capture },
        _ => LeafCost::UNIT,
    }
}

/// What may be said of kos, the strongest claim of the side that has something to prove first.
fn grades(goal: &Goal) -> Grades {
    let claim = |success: Success| match (goal.aim.prover(), success) {
        (_, Success::No) => claim_text(goal, goal.aim.prover() == Side::Defender),
        (side, success) => {
            let own = if side == Side::Attacker { "the attacker" } else { "the defender" };
            let other = if side == Side::Attacker { "the defender" } else { "the attacker" };
            let how = match success {
                Success::OtherFindsThreat => format!(" by ko: {other} has to find the first threat"),
                Success::FindsThreat => format!(" by ko: {own} has to find the first threat"),
                _ if side == Side::Attacker => format!(", even against {THREATS} threats"),
                _ => ", whatever the threats".to_owned(),
            };
            claim_text(goal, side == Side::Attacker) + &how
        }
    };
    let near = if goal.near == [None; 2] { "" } else { ", by moves near the stones" };
    let named = |success: Success| format!("{}: {}{near}", success.code(), claim(success));
    let claims = by_ko(goal).map(|(success, goal)| Claim { goal: goal.to_string(), meaning: named(success) });
    let mut claims = Vec::from(claims);
    if goal.aim == Aim::Live && !goal.eyes {
        // Who lives without two eyes and cannot run out lives in a seki, or by kos without end that nobody gives up.
        let with_eyes = Goal { eyes: true, ..goal.clone() };
        let [(success, with_eyes), ..] = by_ko(&with_eyes);
        let unconditional = named(success);
        claims[0].meaning = format!("{unconditional}: in a seki");
        claims.insert(
            0,
            Claim { goal: with_eyes.to_string(), meaning: format!("{unconditional}: with two eyes or a way out") },
        );
    }
    Grades { claims, none: named(Success::No) }
}

/// The stones that a goal is about.
fn stones(goal: &Goal, between: &str) -> String {
    let stones: Vec<String> = goal.targets.iter().map(ToString::to_string).collect();
    stones.join(between)
}

/// What can become of the stones, in the words of the question.
fn claim_text(goal: &Goal, captured: bool) -> String {
    let (is_one, any) = (goal.targets.len() == 1, goal.takes_any);
    let between = if any && captured { " or " } else { " and " };
    let claim = match (captured, matches!(goal.aim, Aim::Kill | Aim::Live)) {
        // Stones without two eyes need not be captured: a seki is not enough here.
        (true, _) if goal.eyes => "cannot get two eyes",
        (false, _) if goal.eyes => "can get two eyes",
        (true, false) => "can be captured",
        (true, true) => "can be killed",
        (false, false) if any || is_one => "cannot be captured",
        (false, true) if any || is_one => "cannot be killed",
        // One of them may well be.
        (false, false) => "cannot all be captured",
        (false, true) => "cannot all be killed",
    };
    format!("{} {claim}", stones(goal, between))
}

/// What has become of the stones where play is over.
fn end_text(goal: &Goal, captured: bool) -> String {
    let (is_one, any) = (goal.targets.len() == 1, goal.takes_any);
    let names = stones(goal, " and ");
    match captured {
        _ if goal.eyes => claim_text(goal, captured),
        true if is_one => format!("{names} is captured"),
        false if is_one => format!("{names} is safe"),
        true if any => format!("one of {names} is captured"),
        true => format!("{names} are captured"),
        false if any => format!("{names} are safe"),
        false => format!("{names} cannot all be captured any more"),
    }
}

/// How verdicts on stones are worded.
struct GoSpeech {
    goal: Goal,
    position: Position,
}

impl GoSpeech {
    /// What a file shows before any move, with the position and the question in words.
    fn sheet(&self, and_then: &dyn Fn(&sgf::Sheet<'_>) -> String) -> String {
        let territory = self.goal.frame(self.position.board());
        let mut comment = format!("{} {}", self.position, self.goal);
        if let Some((color, _)) = &territory {
            // No program with a board knows such a rule.
            let _ = write!(
                comment,
                "\n{} has all of the rest of the board, as a wall that is never captured.",
                color.name()
            );
        }
        and_then(&sgf::Sheet { position: &self.position, marks: &self.goal.targets, territory, comment: &comment })
    }

    /// The line in a file of this kind.
    fn record_of(&self, line: &[String], extension: &str) -> Option<String> {
        let size = self.position.board().size();
        let points: Vec<Option<Point>> = line.iter().map(|mv| size.parse_point(mv).ok()).collect();
        match extension {
            "svg" => Some(svg(&self.position, &points)),
            "sgf" => Some(self.sheet(&|sheet| sgf::write(sheet, &points))),
            _ => None,
        }
    }

    /// A solution as variations.
    fn tree(&self, solution: &Solution) -> String {
        let size = self.position.board().size();
        let attacker_proves = self.goal.aim.prover() == Side::Attacker;
        let end = |value| end_text(&self.goal, (value == Value::Proven) == attacker_proves);
        let judged = |word: &str, over: Option<Value>| {
            over.map_or_else(|| word.to_owned(), |value| format!("{word}: {}", end(value)))
        };
        let tree_move = |mv: &SolutionMove| {
            let (comment, judgement) = match mv.note {
                None => (String::new(), None),
                Some(Note::Right(over)) => (judged("RIGHT", over), Some("TE")),
                Some(Note::Wrong(over)) => (judged("WRONG", over), Some("BM")),
                Some(Note::NotKnown) => ("not known".to_owned(), None),
                Some(Note::End(value)) => (end(value), None),
                Some(Note::Elsewhere) => ("what follows is shown in another variation".to_owned(), None),
                Some(_) => ("what follows is left out".to_owned(), None),
            };
            TreeMove { point: size.parse_point(&mv.text).ok(), comment, judgement }
        };
        let tree = Tree { moves: solution.moves().iter().map(tree_move).collect(), behind: solution.behind() };
        self.sheet(&|sheet| sgf::write_tree(sheet, &tree))
    }

    /// A verdict, with all that it depends on.
    fn verdict_text(&self, proven: bool, is_over: bool) -> String {
        let captured = proven == (self.goal.aim.prover() == Side::Attacker);
        let goal = &self.goal;
        let claim = claim_text(goal, captured);
        let ko = match goal.komaster {
            None => String::new(),
            Some(Side::Attacker) => ", if the attacker is komaster".to_owned(),
            Some(Side::Defender) => match goal.threats {
                None => ", if the defender is komaster".to_owned(),
                Some(1) => ", if the defender has a threat".to_owned(),
                Some(threats) => format!(", if the defender has {threats} threats"),
            },
        };
        let at_once = if is_over { ", as is seen at once" } else { "" };
        let verdict = if proven { "proven" } else { "disproven" };
        // Who succeeds has a strategy whatever it was held to; who fails may have failed for that alone.
        let (side, who) = if captured { (1, Side::Defender) } else { (0, Side::Attacker) };
        let far = goal.far[side].map_or_else(String::new, |far| match far.times {
            1 => format!(", and once within {}", far.steps),
            times => format!(", and {times} times within {}", far.steps),
        });
        let near = goal.near[side];
        let near = near.map_or_else(String::new, |steps| {
            let word = if steps == 1 { "step" } else { "steps" };
            format!(", if the {} plays within {steps} {word}{far}", who.name())
        });
        format!("{verdict}: {claim}{ko}{near}{at_once}")
    }
}

impl<P: Describe> Speech<P> for GoSpeech {
    fn record(&self, _: &P, line: &[String], extension: &str) -> Option<String> {
        self.record_of(line, extension)
    }

    fn solution(&self, _: &P, solution: &Solution, extension: &str) -> Option<String> {
        (extension == "sgf").then(|| self.tree(solution))
    }

    fn explain(&self, problem: &P, outcome: &Outcome) -> String {
        let is_over = matches!(problem.status(&problem.root()), Status::Decided(_));
        self.verdict_text(outcome.verdict == Verdict::Proven, is_over)
    }
}
