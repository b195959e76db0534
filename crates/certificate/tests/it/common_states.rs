//! Records that stand for several states, in a game where more in the purse is never worse.

use fastrand::Rng;
use proofset_certificate::{
    CheckError, Fault, Form, Header, ProofGraph, Reader, SolvedGraph, Strategy, Summary, check, longest_line,
    write_certificate,
};
use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

/// Two players and a number of coins between them. A move takes coins from who makes it and gives them to the other. At the
/// end the first player has to hold enough. Whoever cannot pay for any move has failed.
#[derive(Clone, Debug)]
struct Purse {
    places: Vec<Place>,
    /// What the first player has, and what both have.
    coins: u8,
    total: u8,
    /// False if the rules do not say that more is better.
    is_told: bool,
}

#[derive(Clone, Debug)]
struct Place {
    role: Option<Role>,
    /// What is enough at an end.
    need: u8,
    /// Where moves lead, and what they cost.
    moves: Vec<(usize, u8)>,
}

type State = (usize, u8);

impl Purse {
    fn random(rng: &mut Rng) -> Self {
        let count = rng.usize(8..40);
        let total = rng.u8(2..8);
        let places = (0..count).map(|number| {
            let role = if number + 3 > count { None } else { Some(if rng.bool() { Role::Or } else { Role::And }) };
            let moves = (0..rng.usize(1..5)).map(|_| (rng.usize(number + 1..=count), rng.u8(0..3)));
            let moves: Vec<_> = moves.map(|(to, cost)| (to.min(count - 1), cost)).collect();
            Place { role, need: rng.u8(0..=total), moves: if role.is_some() { moves } else { Vec::new() } }
        });
        Self { places: places.collect(), coins: rng.u8(0..=total), total, is_told: true }
    }

    fn moves(&self, &(place, coins): &State) -> impl Iterator<Item = (usize, State)> {
        let Place { role, moves, .. } = &self.places[place];
        let rest = self.total - coins;
        moves.iter().enumerate().filter_map(move |(number, &(to, cost))| match role {
            Some(Role::Or) => (coins >= cost).then(|| (number, (to, coins - cost))),
            _ => (rest >= cost).then(|| (number, (to, coins + cost))),
        })
    }

    /// The value by its definition.
    fn wins(&self, state: &State) -> bool {
        match self.status(state) {
            Status::Decided(value) => value == Value::Proven,
            Status::Open(Role::Or) => self.moves(state).any(|(_, next)| self.wins(&next)),
            _ => self.moves(state).all(|(_, next)| self.wins(&next)),
        }
    }

    /// What is enough in a place, if anything is.
    fn enough(&self, place: usize) -> Option<u8> {
        (0..=self.total).find(|&coins| self.wins(&(place, coins)))
    }

    /// The most plies that the other side can hold out against the first winning moves of the least purses.
    fn proof(&self) -> ProofGraph<State> {
        let least = |&(place, _): &State| (place, self.enough(place).expect("the place can be won"));
        let mut proof = ProofGraph::new(&self.root(), Value::Proven, None);
        proof.place_common_states();
        let mut next = 0;
        while next < proof.len() {
            let state = *proof.state_at(next);
            if let Status::Open(role) = self.status(&state) {
                let mut successors: Vec<State> = self.moves(&state).map(|(_, state)| state).collect();
                if role == Role::Or {
                    successors.retain(|successor| self.wins(successor));
                    successors.truncate(1);
                }
                let mut children = proof.open(next, role);
                for successor in successors {
                    children.add(&least(&successor));
                }
            }
            next += 1;
        }
        proof
    }

    fn check(&self, file: &[u8]) -> Result<Summary, CheckError> {
        check(self, &mut Reader::new(file)?)
    }
}

impl Problem for Purse {
    type State = State;
    type Move = usize;

    fn root(&self) -> State {
        (0, self.coins)
    }

    fn status(&self, state: &State) -> Status {
        let Place { role, need, .. } = &self.places[state.0];
        match role {
            None => Status::Decided(if state.1 >= *need { Value::Proven } else { Value::Disproven }),
            Some(Role::Or) if self.moves(state).next().is_none() => Status::Decided(Value::Disproven),
            Some(Role::And) if self.moves(state).next().is_none() => Status::Decided(Value::Proven),
            Some(role) => Status::Open(*role),
        }
    }

    fn for_each_successor(&self, state: &State, mut visit: impl FnMut(usize, State)) {
        self.moves(state).for_each(|(mv, next)| visit(mv, next));
    }

    fn rank(&self, state: &State) -> Option<u32> {
        Some(state.0 as u32)
    }
}

impl Dominance for Purse {
    fn decides(&self, known: &State, value: Value, state: &State) -> bool {
        known == state || self.is_told && value == Value::Proven && known.0 == state.0 && known.1 < state.1
    }

    fn common(&self, one: &State, value: Value, other: &State) -> Option<State> {
        [one, other]
            .into_iter()
            .find(|known| [one, other].iter().all(|state| self.decides(known, value, state)))
            .copied()
    }
}

impl Describe for Purse {
    fn state_text(&self, (place, coins): &State) -> String {
        format!("{coins} coins at {place}")
    }

    fn move_text(&self, _: &State, mv: usize) -> String {
        mv.to_string()
    }
}

/// The plies of a longest line along the strategy of a proof, in the states that play really comes to.
fn longest(purse: &Purse, proof: &ProofGraph<State>, strategy: &Strategy, state: State, node: usize) -> usize {
    let Status::Open(role) = purse.status(&state) else { return 0 };
    let id = |node: usize| proofset_core::NodeId::new(node).expect("there are few nodes");
    let covers = |child: usize, next: &State| purse.decides(proof.state_at(child), Value::Proven, next);
    let chosen = strategy.choice(proof, id(node)).map(proofset_core::NodeId::index);
    let next = purse.moves(&state).filter_map(|(_, next)| {
        let child = match role {
            Role::Or => chosen.filter(|&child| covers(child, &next)),
            Role::And => proof.children(id(node)).map(proofset_core::NodeId::index).find(|&child| covers(child, &next)),
        };
        child.map(|child| 1 + longest(purse, proof, strategy, next, child))
    });
    // Of several moves to the chosen child, the first is played.
    let mut lengths = next;
    if role == Role::Or { lengths.next() } else { lengths.max() }.expect("the strategy goes on")
}

#[test]
fn one_record_stands_for_all_that_is_at_least_as_good() {
    let mut rng = Rng::with_seed(5);
    let (mut shared, mut saved, mut left_out) = (0, 0, 0);
    for _ in 0..3000 {
        let purse = Purse::random(&mut rng);
        if !purse.wins(&purse.root()) {
            continue;
        }
        let proof = purse.proof();
        let strategy = Strategy::extract(&proof).expect("the root is won");
        let header = Header::new("", "", "", Value::Proven);
        for form in [Form::Binary, Form::Json] {
            let (file, records) = write_certificate(&purse, &proof, &strategy, &header, form, Vec::new()).unwrap();
            let summary = purse.check(&file).unwrap_or_else(|error| panic!("{purse:?}: {error}"));
            assert_eq!((summary.verdict, summary.nodes), (Value::Proven, records.into()));
            assert!(summary.depth <= strategy.height());
            left_out += usize::from(summary.nodes < strategy.len() as u64);

            // Who has fewer coins than the proof was found for may lose, and the proof does not hold then.
            let poor = Purse { coins: purse.coins.saturating_sub(1), ..purse.clone() };
            if !poor.wins(&poor.root()) {
                assert!(matches!(poor.check(&file), Err(CheckError::Fault { .. })));
                saved += 1;
            }
            // Where the rules do not say that more is better, a record stands for one state.
            match (Purse { is_told: false, ..purse.clone() }).check(&file) {
                Ok(_) => {}
                Err(CheckError::Fault { fault: Fault::OtherState { .. }, .. }) => shared += 1,
                Err(error) => panic!("{error}"),
            }
        }
        let (line, is_longest) = longest_line(&purse, &proof, &strategy).unwrap();
        assert!(is_longest);
        assert_eq!(line.len(), longest(&purse, &proof, &strategy, purse.root(), 0), "{purse:?}");
    }
    assert!(shared > 50 && saved > 50 && left_out > 10, "{shared}, {saved}, {left_out}");
}
