//! The proof of a value where whoever repeats a state has lost, so that values depend on the line of play.
//!
//! The idea: follow the lines of the strategy one after the other. Where the side moves that the value favours, a move is
//! asked for that wins on this line: of what the search has stored for just this set of states above, or by a search below
//! this line. Where the other side moves, each move is followed; one that comes back to the line ends it. What was proven
//! for a state on one line is used again on another where it holds too: where the favoured side's moves come to no state
//! of the line, and the line has been through the states that the other side has to come back to.
//!
//! The invariant: a node is a state below certain lines, and its part of the proof holds on each line that leads to it.
//!
//! The cost: in the worst case a node for each line, of which there are exponentially many. Besides the proof, the numbers
//! of states that each node's part of the proof comes to: the square of its length for a proof that is one line.

use std::collections::BTreeSet;
use std::hash::Hash;

use hashbrown::HashMap;
use proofset_certificate::{ProofGraph, Strategy};
use proofset_core::{Status, Value, Watch};
use rustc_hash::FxBuildHasher;

use crate::prover::{DynProver, End, Missing, Rebuilt};

/// Edges of the proof between two looks at the clock.
const BATCH: u64 = 256;

/// What a part of the proof, from a node on, comes to; numbers of states.
#[derive(Clone, Debug, Default)]
struct Needs {
    /// Where the favoured side moves to: none of it may stand on a line above.
    moved_to: BTreeSet<u32>,
    /// Where the other side comes back to: all of it has to.
    repeated: BTreeSet<u32>,
}

/// A finished part of the proof.
struct Part {
    place: usize,
    needs: Needs,
}

/// A node on the line that is being followed.
struct Step<S> {
    number: u32,
    place: usize,
    favours: bool,
    /// Its children of the strategy, and how many of them are in the proof.
    children: Vec<S>,
    places: Vec<usize>,
    needs: Needs,
}

/// A proof on its way.
struct Builder<S> {
    proof: ProofGraph<S>,
    numbers: HashMap<S, u32, FxBuildHasher>,
    line: Vec<Step<S>>,
    /// The numbers of the states on the line.
    on_line: BTreeSet<u32>,
    /// Ends of play, those by repetitions apart from the others.
    leaves: HashMap<(u32, bool), usize, FxBuildHasher>,
    parts: HashMap<u32, Vec<Part>, FxBuildHasher>,
    /// Numbers of states in the needs of parts.
    held: u64,
    /// Room for the children of the nodes on the line.
    room: usize,
}

/// The proof of a value that the engine has found for the root, where values depend on the line.
pub(crate) fn rebuild_by_lines<S: Clone + Eq + Hash>(
    engine: &mut DynProver<'_, S>,
    value: Value,
    watch: &mut Watch<'_>,
) -> Rebuilt<S> {
    let root = engine.root();
    let mut builder = Builder {
        proof: ProofGraph::new(&root, value, None),
        numbers: HashMap::default(),
        line: Vec::new(),
        on_line: BTreeSet::new(),
        leaves: HashMap::default(),
        parts: HashMap::default(),
        held: 0,
        room: 0,
    };
    match engine.status(&root) {
        Status::Decided(decided) if decided == value => {}
        Status::Open(_) => {
            let number = builder.number(&root);
            builder.enter(engine, &root, number, 0, watch)?;
            builder.run(engine, watch)?;
        }
        _ => return Err(Missing::Contradiction),
    }
    let strategy = Strategy::extract(&builder.proof).map_err(|_| Missing::Contradiction)?;
    builder.proof.complete();
    Ok((builder.proof, strategy))
}

impl<S: Clone + Eq + Hash> Builder<S> {
    fn number(&mut self, state: &S) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry_ref(state).or_insert(next)
    }

    fn run(&mut self, engine: &mut DynProver<'_, S>, watch: &mut Watch<'_>) -> Result<(), Missing<S>> {
        let mut edges = 0;
        while let Some(step) = self.line.last() {
            edges += 1;
            if edges % BATCH == 0 && watch.look_at_clock().is_err() {
                return Err(Missing::Stopped);
            }
            let held = engine.bytes() + self.bytes() + engine.bytes_beside_states(self.proof.len());
            let ahead = held + self.proof.bytes_ahead();
            engine.note_bytes(held + self.proof.bytes());
            if watch.limits().bytes.is_some_and(|most| ahead > most) {
                return Err(Missing::Stopped);
            }
            match step.children.get(step.places.len()) {
                Some(child) => {
                    let child = child.clone();
                    self.follow(engine, &child, watch)?;
                }
                None => self.leave(engine),
            }
        }
        debug_assert_eq!(self.room, 0, "no node is left on the line");
        Ok(())
    }

    /// Puts an open state at the end of the line, with its children of the strategy.
    fn enter(
        &mut self,
        engine: &mut DynProver<'_, S>,
        state: &S,
        number: u32,
        place: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), Missing<S>> {
        let value = self.proof.value_of_all();
        let Status::Open(role) = engine.status(state) else { return Err(Missing::Contradiction) };
        let favours = role == value.chooser();
        let children = if favours {
            vec![choice(engine, state, value, watch)?]
        } else {
            let mut met = BTreeSet::new();
            let mut children = engine.successors(state);
            children.retain(|child| met.insert(self.number(child)));
            children
        };
        engine.put_above(state);
        self.on_line.insert(number);
        let (places, needs) = (Vec::with_capacity(children.len()), Needs::default());
        self.room += children.capacity();
        self.line.push(Step { number, place, favours, children, places, needs });
        Ok(())
    }

    /// Puts the next child of the last node of the line into the proof, or goes down to it.
    fn follow(&mut self, engine: &mut DynProver<'_, S>, child: &S, watch: &mut Watch<'_>) -> Result<(), Missing<S>> {
        let value = self.proof.value_of_all();
        let number = self.number(child);
        let repeats = self.on_line.contains(&number);
        let Some(step) = self.line.last_mut() else { unreachable!("there is a line to follow") };
        if step.favours {
            step.needs.moved_to.insert(number);
        }
        let ends = match engine.status(child) {
            _ if repeats && step.favours => return Err(Missing::Contradiction),
            _ if repeats => {
                step.needs.repeated.insert(number);
                true
            }
            Status::Decided(decided) if decided == value => true,
            Status::Open(_) => false,
            _ => return Err(Missing::Contradiction),
        };
        if ends {
            let place = *self.leaves.entry((number, repeats)).or_insert_with(|| self.proof.place_apart(child));
            step.places.push(place);
            return Ok(());
        }
        let on_line = &self.on_line;
        let holds = |part: &&Part| part.needs.moved_to.is_disjoint(on_line) && part.needs.repeated.is_subset(on_line);
        if let Some(part) = self.parts.get(&number).and_then(|parts| parts.iter().find(holds)) {
            step.places.push(part.place);
            step.needs.moved_to.extend(&part.needs.moved_to);
            step.needs.repeated.extend(&part.needs.repeated);
            return Ok(());
        }
        let place = self.proof.place_apart(child);
        step.places.push(place);
        self.enter(engine, child, number, place, watch)
    }

    /// Takes the last node off the line: its part of the proof is whole.
    fn leave(&mut self, engine: &mut DynProver<'_, S>) {
        let Some(step) = self.line.pop() else { unreachable!("only nodes on the line are left") };
        let Step { number, place, favours, children, places, mut needs } = step;
        self.room -= children.capacity();
        engine.take_from_above();
        self.on_line.remove(&number);
        let chooser = self.proof.value_of_all().chooser();
        let mut links = self.proof.open(place, if favours { chooser } else { chooser.opposite() });
        for place in places {
            links.link(place);
        }
        needs.repeated.remove(&number);
        if let Some(parent) = self.line.last_mut() {
            parent.needs.moved_to.extend(&needs.moved_to);
            parent.needs.repeated.extend(&needs.repeated);
        }
        self.held += (needs.moved_to.len() + needs.repeated.len()) as u64;
        self.parts.entry(number).or_default().push(Part { place, needs });
    }

    /// The bytes that it holds besides the proof: those of the sets are an estimate.
    fn bytes(&self) -> u64 {
        const ENTRY: u64 = 8;
        let numbers = self.numbers.capacity() * (size_of::<(S, u32)>() + 1);
        let parts = self.parts.capacity() * size_of::<(u32, Vec<Part>)>() + self.proof.len() * size_of::<Part>();
        let line = self.room * size_of::<S>() + self.line.capacity() * size_of::<Step<S>>();
        ENTRY * self.held + (numbers + parts + line) as u64
    }
}

/// A successor that has the value on the line that stands above the state.
fn choice<S: Clone + Eq + Hash>(
    engine: &mut DynProver<'_, S>,
    state: &S,
    value: Value,
    watch: &mut Watch<'_>,
) -> Result<S, Missing<S>> {
    let successors = engine.successors(state);
    let mut known = None;
    engine.put_above(state);
    for next in successors {
        match engine.status(&next) {
            Status::Decided(decided) if decided == value => {
                known = Some(next);
                break;
            }
            Status::Open(_) if known.is_none() && engine.value_below_line(&next) == Some(value) => known = Some(next),
            _ => {}
        }
    }
    engine.take_from_above();
    if let Some(known) = known {
        return Ok(known);
    }
    match engine.search(state, watch) {
        End::Solved(outcome) => {
            let mut children = outcome.children.into_iter();
            let choice = children.find(|(_, known)| *known == Some(value)).map(|(child, _)| child);
            choice.ok_or(Missing::Contradiction)
        }
        End::Stopped(_) => Err(Missing::Stopped),
        End::Error(error) => Err(Missing::Error(error)),
    }
}
