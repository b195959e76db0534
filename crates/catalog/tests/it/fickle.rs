//! Problems that say something else of a state each time they are asked. They break the one promise that a search rests on, so any
//! verdict may come out, or an error, and a certificate may be refused; but nothing panics.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use proofset_catalog::{Asks, Catalog, Entry, Question, Texts};
use proofset_certificate::{Form, Reader};
use proofset_core::{
    Describe, Dominance, Game, Hints, Limits, Notation, NotationError, Outcome, Player, Problem, Repetition, Role,
    Score, Status, Value, ValuedGame,
};

/// The plies of a line in which nothing repeats.
const PLIES: u32 = 9;

/// The states of a ply.
const STATES: u64 = 14;

/// Options that searches have besides those of their names.
const MORE: [&str; 8] = [
    "pss:2,2",
    "pss:3,1,ties=lex",
    "pns:graph=tree",
    "pns:batch=4",
    "dfpn:table=keyed",
    "dfpn:table=keyed,threads=2",
    "pds:table=keyed",
    "pn2:batch=8,threads=2",
];

/// A problem whose answers are drawn anew each time.
struct Fickle {
    asked: Cell<u64>,
    /// Whether states can come back.
    repeats: bool,
    has_fickle_status: bool,
}

impl Fickle {
    fn draw(&self, below: u64) -> u64 {
        self.asked.set(self.asked.get().wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f));
        (self.asked.get() >> 33) % below
    }
}

impl Problem for Fickle {
    /// The ply, and which of several states it is.
    type State = (u32, u32);
    type Move = u32;

    fn root(&self) -> (u32, u32) {
        (0, 0)
    }

    fn status(&self, &(ply, number): &(u32, u32)) -> Status {
        let is_decided = match (self.has_fickle_status, self.repeats) {
            (true, _) => self.draw(8) == 0,
            (false, true) => number == 5,
            (false, false) => ply == PLIES,
        };
        if is_decided {
            Status::Decided(if (ply + number) % 2 == 0 { Value::Proven } else { Value::Disproven })
        } else {
            Status::Open(if number % 2 == 0 { Role::Or } else { Role::And })
        }
    }

    fn for_each_successor(&self, &(ply, _): &(u32, u32), mut visit: impl FnMut(u32, (u32, u32))) {
        for mv in 0..=self.draw(4) as u32 {
            let ply = if self.repeats { 0 } else { ply + 1 };
            if self.repeats || ply <= PLIES {
                visit(mv, (ply, self.draw(STATES) as u32));
            }
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        self.repeats.then_some(Repetition::Disproves)
    }
}

impl Dominance for Fickle {}

impl Describe for Fickle {
    fn state_text(&self, (ply, number): &(u32, u32)) -> String {
        format!("{ply}/{number}")
    }

    fn move_text(&self, _: &(u32, u32), mv: u32) -> String {
        mv.to_string()
    }
}

fn catalog() -> Catalog {
    let open = |texts: &Texts<'_>| {
        let (seed, kind) = texts.position.and_then(|text| text.split_once(' ')).expect("a seed and a kind");
        let asked = Cell::new(seed.parse().expect("a number"));
        let problem = Fickle { asked, repeats: kind.contains("repeats"), has_fickle_status: kind.contains("status") };
        Ok(Question::new("fickle", "win", problem).with_position(texts.position.unwrap_or_default().to_owned()))
    };
    Catalog::new().with(Entry::problem("fickle", open))
}

#[test]
fn no_search_comes_to_grief_on_a_problem_that_breaks_its_promise() {
    let catalog = catalog();
    let (mut ended, mut certified, mut searches) = (BTreeSet::new(), 0, BTreeSet::new());
    for kind in ["plain", "status", "repeats", "repeats status"] {
        for seed in 0..60 {
            let position = format!("{seed} {kind}");
            let task = catalog.open("fickle", Some(&position), None).expect("a question");
            for name in task.algorithms(Asks::Goal).into_iter().chain(MORE) {
                let Ok(mut run) = task.begin(&name.parse().expect("a name")) else { continue };
                searches.insert(name);
                match run.advance(&Limits::expansions(100 + 10 * seed), &mut ()) {
                    Ok(outcome) => ended.insert(format!("{:?}", outcome.stop)),
                    Err(error) => {
                        ended.insert(error.to_string().split([' ', ':']).next().unwrap_or_default().to_owned())
                    }
                };
                let mut bytes = Vec::new();
                if run.write_certificate(Form::Binary, &mut bytes).is_ok() {
                    let mut reader = Reader::new(Box::new(std::io::Cursor::new(bytes)) as Box<dyn std::io::Read>)
                        .expect("what was written");
                    certified += usize::from(task.check(&mut reader).is_ok());
                }
            }
        }
    }
    assert!(searches.len() > 10 && ended.len() > 1 && certified > 0, "{searches:?} {ended:?} {certified}");
}

/// A game with scores whose answers are drawn anew each time.
#[derive(Clone)]
struct FickleGame {
    drawn: Rc<Fickle>,
    has_fickle_score: bool,
}

impl Game for FickleGame {
    /// The ply, and which of several positions it is.
    type Position = (u32, u32);
    type Move = u32;

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }

    fn to_move(&self, (ply, _): &(u32, u32)) -> Player {
        if ply % 2 == 0 { Player::First } else { Player::Second }
    }

    fn outcome(&self, position: &(u32, u32)) -> Option<Outcome> {
        self.score(position).map(|score| match score {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn moves(&self, _: &(u32, u32)) -> impl Iterator<Item = u32> {
        0..=self.drawn.draw(4) as u32
    }

    fn play(&self, (ply, number): &mut (u32, u32), _: u32) {
        *ply += 1;
        *number = self.drawn.draw(STATES) as u32;
    }
}

impl ValuedGame for FickleGame {
    fn limit(&self) -> Score {
        6
    }

    fn score(&self, &(ply, number): &(u32, u32)) -> Option<Score> {
        let number = if self.has_fickle_score { self.drawn.draw(STATES) as u32 } else { number };
        (ply >= PLIES || self.has_fickle_score && number == 0).then(|| number.cast_signed() - 6)
    }
}

impl Hints for FickleGame {}

impl Notation for FickleGame {
    fn parse_position(&self, _: &str) -> Result<(u32, u32), NotationError> {
        Ok((0, 0))
    }

    fn position_text(&self, (ply, number): &(u32, u32)) -> String {
        format!("{ply}/{number}")
    }

    fn parse_move(&self, _: &(u32, u32), text: &str) -> Result<u32, NotationError> {
        text.parse().map_err(|_| NotationError::new("a number"))
    }

    fn move_text(&self, _: &(u32, u32), mv: u32) -> String {
        mv.to_string()
    }
}

#[test]
fn no_search_for_values_comes_to_grief_on_a_game_that_breaks_its_promise() {
    let seeds = AtomicU64::new(0);
    let catalog = Catalog::new().with(Entry::scored_game("fickle", move |_| {
        let seed = seeds.fetch_add(1, Ordering::Relaxed);
        let drawn = Fickle { asked: Cell::new(seed), repeats: false, has_fickle_status: false };
        Ok(FickleGame { drawn: Rc::new(drawn), has_fickle_score: seed % 2 == 1 })
    }));
    let (mut searches, mut values, mut verdicts) = (BTreeSet::new(), 0, 0);
    for round in 0..60 {
        for goal in ["first:win", "at-least:2"] {
            let task = catalog.open("fickle", None, Some(goal)).expect("a question");
            for name in task.algorithms(Asks::Value) {
                let Ok(mut run) = task.begin_value(&name.parse().expect("a name")) else { continue };
                searches.insert(name);
                values += usize::from(run.find_value(&Limits::expansions(100 + 10 * round), &mut ()).is_ok());
            }
            for name in task.algorithms(Asks::Goal) {
                let Ok(mut run) = task.begin(&name.parse().expect("a name")) else { continue };
                searches.insert(name);
                verdicts += usize::from(run.advance(&Limits::expansions(100 + 10 * round), &mut ()).is_ok());
                let mut bytes = Vec::new();
                let _written_or_refused = run.write_certificate(Form::Binary, &mut bytes);
            }
        }
    }
    assert!(searches.len() > 15 && values > 100 && verdicts > 100, "{searches:?} {values} {verdicts}");
}
