//! The Go Text Protocol (G. Farnebäck 2002), version 2, with the questions of GNU Go about chains and groups.
//!
//! A board is set up, moves are played and taken back, and commands such as `attack D4` and `owl_defend C3` are answered by
//! searches. What was not found within the limits is an error, and never a guess.
//!
//! Who searches is told by the [`Oracle`]: this crate says what is to be asked for a command, and what the answers mean. A chain is
//! asked about by questions that hold the sides to moves near it, wider ones after narrower ones; a group by regions that grow.

mod analysis;
mod enclosure;
mod handicap;
mod widening;

use std::fmt::Write as _;

use proofset_catalog::{Answered, Dialogue, InputError, Oracle, Said, Talk};
use proofset_core::Verdict;
use proofset_go::{Aim, Board, Color, Goal, LocalQuestion, Point, Position, Rules, Size, Success, by_ko, sgf};

use crate::analysis::analyzed;
use crate::enclosure::Enclosure;
use crate::widening::{Found, widened};

/// A chain with so many liberties has escaped where `attack` and `defend` are asked, as in GNU Go.
const ESCAPED: u32 = 5;

/// What is said of a question that was not decided.
const OPEN: &str = "not found within the limits";

/// The commands, in the order of `list_commands`.
const COMMANDS: [&str; 26] = [
    "attack",
    "boardsize",
    "clear_board",
    "defend",
    "dragon_status",
    "final_score",
    "fixed_handicap",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_stones",
    "loadsgf",
    "lz-analyze",
    "name",
    "owl_attack",
    "owl_defend",
    "place_free_handicap",
    "play",
    "proofset-questions",
    "protocol_version",
    "quit",
    "set_free_handicap",
    "showboard",
    "undo",
    "version",
];

/// GTP for programs with a board.
pub const DIALOGUE: Dialogue = Dialogue {
    name: "gtp",
    summary: "Answer a program with a board: capture, life and death in Go, by the Go Text Protocol",
    begin: || Box::new(Gtp::new(empty())),
};

/// Lizzie analyses with no engine that calls its version less than this one of Leela Zero, whose `lz-analyze` is spoken here: it waits
/// for ever behind a message that says so.
const LEELA_ZERO: &str = "0.17";

/// GTP for Lizzie, which asks for the version of another engine.
pub const FOR_LIZZIE: Dialogue = Dialogue {
    name: "gtp-lizzie",
    summary: "The same as gtp for the program Lizzie: `version` answers that of Leela Zero whose analysis is spoken",
    begin: || Box::new(Gtp { version: LEELA_ZERO, ..Gtp::new(empty()) }),
};

fn empty() -> Board {
    Board::empty(Size::new(19, 19).expect("a board of this size"))
}

/// A board with all that was played on it, the first position first.
struct Gtp {
    /// What `version` answers.
    version: &'static str,
    positions: Vec<Position>,
    /// The questions that the last answer rests on, each with its position.
    questions: Vec<String>,
    /// The stone that was asked about last.
    asked: Option<Point>,
}

fn position(board: Board) -> Position {
    Position::new(board, Color::Black).expect("a board without stones")
}

impl Talk for Gtp {
    fn hear(&mut self, line: &str, oracle: &mut dyn Oracle) -> Said {
        // Control characters are nothing, tabs are blanks, and what stands behind a # is not read.
        let line: String = line.chars().map(|symbol| if symbol == '\t' { ' ' } else { symbol }).collect();
        let line: String =
            line.chars().take_while(|&symbol| symbol != '#').filter(|symbol| !symbol.is_control()).collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first() {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0).to_owned(),
            _ => String::new(),
        };
        let Some((&command, arguments)) = words.split_first() else { return Said::default() };
        let (sign, text) = match self.obey(command, arguments, oracle) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        Said { text: format!("{sign}{id} {}\n", text.trim_end()), is_last: command == "quit" }
    }
}

impl Gtp {
    fn new(board: Board) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        Self { version, positions: vec![position(board)], questions: Vec::new(), asked: None }
    }

    /// An empty board.
    fn clear(&mut self, size: Size) {
        *self = Self { version: self.version, ..Self::new(Board::empty(size)) };
    }

    fn now(&self) -> &Position {
        self.positions.last().expect("there is a first position")
    }

    /// What a command answers, or why it fails.
    fn obey(&mut self, command: &str, arguments: &[&str], oracle: &mut dyn Oracle) -> Result<String, String> {
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("proofset".to_owned()),
            "version" => Ok(self.version.to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => {
                let is_known = arguments.first().is_some_and(|name| COMMANDS.contains(name));
                Ok(is_known.to_string())
            }
            "quit" => Ok(String::new()),
            "boardsize" => {
                let sides: Option<Vec<usize>> = arguments.iter().map(|side| side.parse().ok()).collect();
                let (columns, rows) = match sides.as_deref() {
                    Some(&[side]) => (side, side),
                    Some(&[columns, rows]) => (columns, rows),
                    _ => return Err("syntax error: boardsize needs a number".to_owned()),
                };
                let size = Size::new(columns, rows).map_err(|_| "unacceptable size".to_owned())?;
                self.clear(size);
                Ok(String::new())
            }
            "clear_board" => {
                self.clear(self.now().board().size());
                Ok(String::new())
            }
            "komi" => {
                match arguments.first().and_then(|komi| komi.parse().ok()).filter(|komi: &f64| komi.is_finite()) {
                    Some(_) => Ok(String::new()),
                    None => Err("syntax error: komi needs a number".to_owned()),
                }
            }
            "play" => self.play(arguments),
            "undo" => {
                if self.positions.len() == 1 {
                    return Err("cannot undo".to_owned());
                }
                self.positions.pop();
                Ok(String::new())
            }
            "fixed_handicap" => {
                let (size, stones) = self.handicap(arguments)?;
                if stones > handicap::most(size) {
                    return Err("invalid number of stones".to_owned());
                }
                Ok(self.begin_with(&handicap::places(size, stones)))
            }
            "place_free_handicap" => {
                let (size, stones) = self.handicap(arguments)?;
                if stones >= size.count() {
                    return Err("invalid number of stones".to_owned());
                }
                Ok(self.begin_with(&handicap::places(size, stones)))
            }
            "set_free_handicap" => {
                let size = self.bare_size()?;
                let points: Option<Vec<Point>> = arguments.iter().map(|vertex| size.parse_point(vertex).ok()).collect();
                let is_good = |points: &Vec<Point>| {
                    let is_new = |(place, point)| !points[..place].contains(point);
                    (2..size.count()).contains(&points.len()) && points.iter().enumerate().all(is_new)
                };
                self.begin_with(&points.filter(is_good).ok_or("bad vertex list")?);
                Ok(String::new())
            }
            "loadsgf" => self.load(arguments),
            "showboard" => Ok(diagram(self.now())),
            "list_stones" => {
                let color = color(arguments.first())?;
                let board = self.now().board();
                let stones = board.size().points().filter(|&point| board.stone(point) == Some(color));
                Ok(stones.map(|point| point.to_string()).collect::<Vec<_>>().join(" "))
            }
            "attack" => self.answer(Aim::Capture, arguments, oracle),
            "defend" => self.answer(Aim::Save, arguments, oracle),
            "owl_attack" => self.answer(Aim::Kill, arguments, oracle),
            "owl_defend" => self.answer(Aim::Live, arguments, oracle),
            "dragon_status" => self.status(arguments, oracle),
            "lz-analyze" => self.analyze(arguments, oracle),
            "genmove" => self.move_of(arguments, oracle),
            "proofset-questions" => Ok(self.questions.join("\n")),
            "final_score" => Err("cannot score".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn play(&mut self, arguments: &[&str]) -> Result<String, String> {
        let color = color(arguments.first())?;
        let Some(vertex) = arguments.get(1) else { return Err("syntax error: play needs a vertex".to_owned()) };
        let before = self.to_move(color);
        let point = if vertex.eq_ignore_ascii_case("pass") { None } else { Some(self.point(vertex)?) };
        let next = before.played(point, false).ok_or("illegal move")?;
        self.positions.push(next);
        Ok(String::new())
    }

    /// The size of the board, on which no stone stands.
    fn bare_size(&self) -> Result<Size, String> {
        let board = self.now().board();
        if board.chains().is_empty() { Ok(board.size()) } else { Err("board not empty".to_owned()) }
    }

    /// The size of the board, and how many handicap stones are wanted on it.
    fn handicap(&self, arguments: &[&str]) -> Result<(Size, usize), String> {
        let size = self.bare_size()?;
        let [stones] = arguments else { return Err("syntax error: a number of stones is needed".to_owned()) };
        let stones = stones.parse().map_err(|_| "syntax error: a number of stones is needed")?;
        if stones < 2 { Err("invalid number of stones".to_owned()) } else { Ok((size, stones)) }
    }

    /// Begins a game with handicap stones, which are no moves and cannot be taken back, and names them. White moves first.
    fn begin_with(&mut self, stones: &[Point]) -> String {
        let mut board = Board::empty(self.now().board().size());
        for &point in stones {
            board.set(point, Some(Color::Black));
        }
        self.positions = vec![Position::new(board, Color::White).expect("a point is left empty")];
        self.asked = None;
        stones.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn load(&mut self, arguments: &[&str]) -> Result<String, String> {
        let (path, number) = match arguments {
            [path] => (path, None),
            [path, number] => {
                (path, Some(number.parse().map_err(|_| "syntax error: loadsgf needs a file and a number")?))
            }
            _ => return Err("syntax error: loadsgf needs a file, and perhaps the number of a move".to_owned()),
        };
        let text = sgf::decode(&std::fs::read(path).map_err(|error| format!("cannot load file: {path}: {error}"))?);
        self.positions = sgf::line(&text, number).map_err(|error| format!("cannot load file: {error}"))?;
        let to_move = self.now().to_move().name().to_lowercase();
        self.asked = None;
        Ok(to_move)
    }

    /// The position with this side to move. A ban on a ko is one for the side that moves now.
    fn to_move(&self, color: Color) -> Position {
        let now = self.now().clone();
        if now.to_move() == color { now } else { now.with_to_move(color) }
    }

    fn point(&self, vertex: &str) -> Result<Point, String> {
        self.now().board().size().parse_point(vertex).map_err(|_| "invalid coordinate".to_owned())
    }

    /// The point that a command names, with its stone.
    fn stone(&self, arguments: &[&str]) -> Result<(Point, Color), String> {
        let Some(vertex) = arguments.first() else { return Err("syntax error: a vertex is needed".to_owned()) };
        let point = self.point(vertex)?;
        let stone = self.now().board().stone(point).ok_or("vertex must not be empty")?;
        Ok((point, stone))
    }

    /// `0`, or how a side succeeds and by which first move.
    fn answer(&mut self, aim: Aim, arguments: &[&str], oracle: &mut dyn Oracle) -> Result<String, String> {
        let (point, stone) = self.stone(arguments)?;
        self.asked = Some(point);
        let (success, mv) = self.success(aim, point, stone, true, oracle)?;
        Ok(match success {
            Success::No => "0".to_owned(),
            success => format!("{} {mv}", success.code()),
        })
    }

    /// How a side succeeds that moves first, and its move: by wider and wider questions, or in the region that is found alone.
    fn success(
        &mut self,
        aim: Aim,
        point: Point,
        stone: Color,
        is_wide: bool,
        oracle: &mut dyn Oracle,
    ) -> Result<(Success, String), String> {
        let is_attack = matches!(aim, Aim::Capture | Aim::Kill);
        let position = self.to_move(if is_attack { stone.opponent() } else { stone });
        let mut goal = Goal::new(aim, vec![point]);
        goal.liberties = matches!(aim, Aim::Capture | Aim::Save).then_some(ESCAPED);
        let text = position.to_string();
        let wrong = |error: InputError| one_line(&error.to_string());
        let found = match goal.liberties {
            _ if !is_wide => in_region(&text, &goal, oracle)?,
            Some(_) => widened(&position, &goal, oracle).map_err(wrong)?.ok_or(OPEN)?,
            None => {
                let mut enclosure = Enclosure::new(&position, &goal);
                while enclosure.widen(oracle).map_err(wrong)? {}
                enclosure.found().ok_or(OPEN)?
            }
        };
        self.questions.clear();
        Ok(self.told(&text, found))
    }

    /// What was found about a position, as it is said; the questions are remembered.
    fn told(&mut self, text: &str, Found { success, line, goals }: Found) -> (Success, String) {
        self.questions.extend(goals.iter().map(|goal| format!("{text} {goal}")));
        let mv = line.first().filter(|_| success != Success::No);
        (success, mv.map_or_else(String::new, |mv| mv.to_uppercase()))
    }

    /// `alive`, `dead`, or `critical` with the moves that kill and save; `unknown` if what tells these apart was not decided.
    fn status(&mut self, arguments: &[&str], oracle: &mut dyn Oracle) -> Result<String, String> {
        let (point, stone) = self.stone(arguments)?;
        self.asked = Some(point);
        let (attacker, defender) = (self.to_move(stone.opponent()), self.to_move(stone));
        let mut kill = Enclosure::new(&attacker, &Goal::new(Aim::Kill, vec![point]));
        let mut live = Enclosure::new(&defender, &Goal::new(Aim::Live, vec![point]));
        // By turns, for both share the time.
        let wrong = |error: InputError| one_line(&error.to_string());
        while kill.widen(oracle).map_err(wrong)? | live.widen(oracle).map_err(wrong)? {}
        self.questions.clear();
        let kill = kill.found().map(|found| self.told(&attacker.to_string(), found));
        if matches!(kill, Some((Success::No, _))) {
            return Ok("alive".to_owned());
        }
        let live = live.found().map(|found| self.told(&defender.to_string(), found));
        Ok(match (kill, live) {
            (_, Some((Success::No, _))) => "dead".to_owned(),
            (Some((_, attack)), Some((_, defence))) => format!("critical {attack} {defence}"),
            _ => "unknown".to_owned(),
        })
    }

    /// Each first move about the stones that were asked about last, or that are surrounded. A colour and an interval may be given;
    /// what is said is said once.
    fn analyze(&mut self, arguments: &[&str], oracle: &mut dyn Oracle) -> Result<String, String> {
        let is_interval = |word: &&str| **word == *"interval" || word.bytes().all(|byte| byte.is_ascii_digit());
        let position = match arguments.first().filter(|word| !is_interval(word)) {
            Some(word) => self.to_move(color(Some(word))?),
            None => self.now().clone(),
        };
        let text = analyzed(&position, self.asked, oracle).map_err(|error| one_line(&error.to_string()))?;
        Ok(format!("\n{text}"))
    }

    /// A move that takes a chain in danger, or saves one; else a pass, for nothing more is known here.
    fn move_of(&mut self, arguments: &[&str], oracle: &mut dyn Oracle) -> Result<String, String> {
        let color = color(arguments.first())?;
        let mut chains = self.now().board().chains();
        chains.retain(|chain| chain.liberties.len() <= 2);
        chains.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
        for chain in chains {
            let aim = if chain.color == color { Aim::Save } else { Aim::Capture };
            let point = chain.stones[0];
            // A chain that nobody can take needs no move.
            if aim == Aim::Save
                && matches!(self.success(Aim::Capture, point, chain.color, false, oracle), Ok((Success::No, _)))
            {
                continue;
            }
            // A ko that may not be taken back before a threat is no move now.
            if let Ok((success, mv)) = self.success(aim, point, chain.color, false, oracle)
                && success != Success::No
                && mv != "PASS"
                && self.play(&[color.name(), &mv]).is_ok()
            {
                return Ok(mv);
            }
        }
        self.play(&[color.name(), "PASS"])?;
        Ok("PASS".to_owned())
    }
}

/// How the side that moves first succeeds, by questions in the region that is found around the stones.
fn in_region(position: &str, goal: &Goal, oracle: &mut dyn Oracle) -> Result<Found, String> {
    let mut goals = Vec::new();
    for (success, goal) in by_ko(goal) {
        let goal = goal.to_string();
        let found = oracle.ask("go", position, &goal).map_err(|error| one_line(&error.to_string()))?;
        let found = decided(position, &goal, found);
        goals.push(goal);
        let (is_proven, line) = found.ok_or(OPEN)?;
        if is_proven {
            return Ok(Found { success, line, goals });
        }
    }
    Ok(Found { success: Success::No, line: Vec::new(), goals })
}

/// Whether a claim holds, and by which line: a pass where nothing has to be played. `None` if the limits are reached; they are as well
/// where no move could be told.
fn decided(position: &str, goal: &str, Answered { verdict, line, .. }: Answered) -> Option<(bool, Vec<String>)> {
    match verdict {
        Verdict::Unknown => None,
        Verdict::Disproven => Some((false, line)),
        Verdict::Proven if !line.is_empty() => Some((true, line)),
        Verdict::Proven => {
            let position: Position = position.parse().ok()?;
            let question = LocalQuestion::new(Rules::default(), &position, Some(goal)).ok()?;
            question.is_decided().then(|| (true, vec!["pass".to_owned()]))
        }
    }
}

/// A colour as the protocol has it: the letters of diagrams, X and O, are none.
fn color(word: Option<&&str>) -> Result<Color, String> {
    match word.map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Color::Black),
        Some("w" | "white") => Ok(Color::White),
        _ => Err("syntax error: expected a color, black or white".to_owned()),
    }
}

/// A message in one line, as answers have to be.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The board with its coordinates.
fn diagram(position: &Position) -> String {
    let board = position.board();
    let size = board.size();
    let letters: Vec<String> =
        (0..size.columns()).map(|column| Point::new(column, 0).to_string().replace('1', "")).collect();
    let letters = format!("   {}", letters.join(" "));
    let mut text = format!("\n{letters}");
    for row in (0..size.rows()).rev() {
        let _ = write!(text, "\n{:2}", row + 1);
        for column in 0..size.columns() {
            text.push_str(match board.stone(Point::new(column, row)) {
                None => " .",
                Some(Color::Black) => " X",
                Some(Color::White) => " O",
            });
        }
        let _ = write!(text, " {}", row + 1);
    }
    let _ = write!(text, "\n{letters}");
    text
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(test)]
mod tests {
    use proofset_catalog::{Answered, InputError, Oracle, Talk};
    use proofset_core::Verdict;
    use proofset_go::{Board, Size};

    use super::Gtp;

    /// Says the same of every question that is asked of the attacker, and of every one of the defender.
    struct Told {
        kill: Verdict,
        live: Verdict,
    }

    impl Oracle for Told {
        fn ask_within(&mut self, _: u32, _: &str, _: &str, goal: &str) -> Result<Answered, InputError> {
            let verdict = if goal.starts_with("kill") { self.kill } else { self.live };
            Ok(Answered { verdict, line: vec!["B2".to_owned()], expanded: 1 })
        }
    }

    /// Says that every claim holds, and has no room or time for a line.
    struct Wordless;

    impl Oracle for Wordless {
        fn ask_within(&mut self, _: u32, _: &str, _: &str, _: &str) -> Result<Answered, InputError> {
            Ok(Answered { verdict: Verdict::Proven, line: Vec::new(), expanded: 1 })
        }
    }

    #[test]
    fn a_move_that_is_not_known_is_not_called_a_pass() {
        let mut gtp = Gtp::new(Board::empty(Size::new(7, 7).expect("a size")));
        let mut hear = |line: &str| gtp.hear(line, &mut Wordless).text;
        hear("play black C3");
        hear("play white C4");
        for question in ["attack", "defend", "owl_attack", "owl_defend"] {
            assert_eq!(hear(&format!("{question} C3")), "? not found within the limits\n", "{question}");
        }
        assert_eq!(hear("dragon_status C3"), "= unknown\n");
        // Two eyes need no move.
        hear("clear_board");
        for stone in ["A2", "B2", "C2", "C1", "D2", "E2", "E1"] {
            hear(&format!("play black {stone}"));
        }
        hear("play white A3");
        assert_eq!(hear("owl_defend A2"), "= 1 PASS\n");
    }

    #[test]
    fn numbers_are_numbers() {
        let mut gtp = Gtp::new(Board::empty(Size::new(5, 5).expect("a size")));
        let mut hear = |line: &str| gtp.hear(line, &mut Wordless).text;
        for wrong in ["komi nan", "komi inf", "boardsize 9 x", "boardsize 9 9 9", "boardsize"] {
            assert!(hear(wrong).starts_with("? syntax error"), "{wrong}");
        }
        assert_eq!(hear("komi -6.5"), "= \n");
        assert_eq!(hear("boardsize 9 7"), "= \n");
    }

    #[test]
    fn games_begin_with_handicap_stones() {
        let mut gtp = Gtp::new(Board::empty(Size::new(9, 9).expect("a size")));
        let mut hear = |line: &str| gtp.hear(line, &mut Wordless).text.trim_end().to_owned();
        assert_eq!(hear("fixed_handicap 5"), "= C3 G7 C7 G3 E5");
        assert_eq!(hear("list_stones black"), "= C7 G7 E5 C3 G3");
        // They are no moves.
        assert_eq!(hear("undo"), "? cannot undo");
        for command in ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 B1"] {
            assert_eq!(hear(command), "? board not empty", "{command}");
        }
        hear("clear_board");
        for command in ["fixed_handicap 1", "fixed_handicap 10", "place_free_handicap 1", "place_free_handicap 81"] {
            assert_eq!(hear(command), "? invalid number of stones", "{command}");
        }
        for command in ["fixed_handicap", "fixed_handicap x", "fixed_handicap 2 3", "place_free_handicap -1"] {
            assert_eq!(hear(command), "? syntax error: a number of stones is needed", "{command}");
        }
        for list in ["", "A1", "A1 a1", "A1 pass", "A1 K10", "A1 x"] {
            assert_eq!(hear(&format!("set_free_handicap {list}")), "? bad vertex list", "{list}");
        }
        assert_eq!(hear("list_stones black"), "=");
        assert_eq!(hear("set_free_handicap a1 J9 E5"), "=");
        assert_eq!(hear("list_stones black"), "= J9 E5 A1");
        hear("clear_board");
        assert_eq!(hear("place_free_handicap 80"), "= C3 G7 C7 G3 C5 G5 E3 E7 E5");
        hear("boardsize 2");
        assert_eq!(hear("fixed_handicap 2"), "? invalid number of stones");
        // One point is left, and where no colour is said it is White's turn.
        assert_eq!(hear("set_free_handicap A1 A2 B1"), "=");
        assert_eq!(gtp.now().to_string(), "X./XX o");
    }

    #[test]
    fn colors_are_named_as_the_protocol_has_them() {
        let mut gtp = Gtp::new(Board::empty(Size::new(5, 5).expect("a size")));
        let mut hear = |line: &str| gtp.hear(line, &mut Wordless).text;
        for (color, vertex) in [("b", "A1"), ("BLACK", "A2"), ("W", "B1"), ("White", "B2")] {
            assert_eq!(hear(&format!("play {color} {vertex}")), "= \n", "{color}");
        }
        for wrong in ["play x C1", "play O C1", "play blue C1", "play", "list_stones x", "genmove o"] {
            assert_eq!(hear(wrong), "? syntax error: expected a color, black or white\n", "{wrong}");
        }
    }

    /// Decides nothing, and notes the parts of the time.
    #[derive(Default)]
    struct Slow(Vec<u32>);

    impl Oracle for Slow {
        fn ask_within(&mut self, part: u32, _: &str, _: &str, goal: &str) -> Result<Answered, InputError> {
            assert!(goal.starts_with("kill:"));
            self.0.push(part);
            Ok(Answered { verdict: Verdict::Unknown, line: Vec::new(), expanded: 7 })
        }
    }

    #[test]
    fn all_first_moves_share_the_time() {
        let mut gtp = Gtp::new(Board::empty(Size::new(4, 4).expect("a size")));
        let mut slow = Slow::default();
        for line in ["play black B2", "play white B3", "play white A2"] {
            gtp.hear(line, &mut slow);
        }
        gtp.hear("owl_attack B2", &mut slow);
        slow.0.clear();
        let said = gtp.hear("lz-analyze white", &mut slow).text;
        let moves = said.matches("info move").count();
        assert!(moves > 5 && said.matches("visits 14 winrate 5000").count() == moves, "{said}");
        // Half of it by all alike, and then the rest: the last one has all that is left.
        let mut left = 1.0;
        let shares: Vec<f64> =
            slow.0.iter().map(|&part| (left / f64::from(part), left -= left / f64::from(part)).0).collect();
        assert_eq!(shares.len(), 2 * moves);
        assert!(shares.iter().all(|share| (share * 2.0 * moves as f64 - 1.0).abs() < 1e-9), "{shares:?}");
    }

    #[test]
    fn a_status_is_unknown_where_what_tells_it_apart_is_not_decided() {
        use Verdict::{Disproven as No, Proven as Yes, Unknown as Open};

        for (kill, live, status) in [
            (Open, Open, "unknown"),
            (Open, Yes, "unknown"),
            (Yes, Open, "unknown"),
            (No, Open, "alive"),
            (Open, No, "dead"),
            (Yes, Yes, "critical B2 B2"),
        ] {
            let mut gtp = Gtp::new(Board::empty(Size::new(5, 5).expect("a size")));
            let mut oracle = Told { kill, live };
            gtp.hear("play black C3", &mut oracle);
            assert_eq!(gtp.hear("dragon_status C3", &mut oracle).text, format!("= {status}\n"));
        }
    }
}
