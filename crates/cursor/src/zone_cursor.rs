//! A cursor that keeps the zones of what was found out, where a problem [has](Zoned) such.
//!
//! The idea: where the other side moves, its null move and its likely replies are shown first. When the null move is refuted, the zone
//! of that says which replies are left; the others have the same value, and those that were not shown yet are. A node that is left with the
//! value gets a zone from those of its children.
//!
//! The cost beside a cursor without zones: a zone for each node that has the value, and the replies of a node that was decided once more.

use std::io::{self, Read, Write};

use proofset_core::{LeafCost, Probe, Status, Value, Zoned, state_hash};

use crate::zone_store::Store;
use crate::{CopyCursor, Cursor, NodeView, Zones};

/// One byte in so many of the memory that there is, is for zones.
const SHARE: u64 = 4;

/// What was shown of the children of a node on the line.
enum Stage<P: Zoned> {
    /// All that there are, or nothing yet.
    Whole,
    /// The null move, which leads to this state, and likely replies.
    Likely(P::State),
    /// The null move is refuted, and leads to a state with this pattern; the replies that it does not cover are all there. They are
    /// kept if the zone is known, since that of the node rests on theirs.
    Covered { null: P::State, pattern: Option<P::State>, zone: Option<P::Zone>, replies: Vec<P::State> },
}

impl<P: Zoned> Stage<P> {
    /// The bytes of what it points to.
    fn bytes(&self) -> usize {
        if let Self::Covered { replies, .. } = self { replies.capacity() * size_of::<P::State>() } else { 0 }
    }
}

/// A cursor that keeps the states of its line, and zones.
///
/// Where the problem has no zones, it is as a [`CopyCursor`].
pub struct ZoneCursor<P: Zoned, C = ()> {
    /// Where it stands.
    copies: CopyCursor<P, C>,
    /// The value that has zones, if they are kept.
    value: Option<Value>,
    /// What was shown of the nodes of the line.
    stages: Vec<Stage<P>>,
    /// The bytes that stages point to.
    pointed_to: usize,
    zones: Store<P::Zone>,
}

impl<P: Zoned, C: Probe<P>> ZoneCursor<P, C> {
    /// A cursor on the root, with leaves weighed by `probe`; with zones, or without.
    pub fn new(problem: P, probe: C, with_zones: bool) -> Self {
        let value = problem.zoned().filter(|_| with_zones);
        let copies = CopyCursor::new(problem, probe);
        Self { copies, value, stages: vec![Stage::Whole], pointed_to: 0, zones: Store::new() }
    }

    fn stage(&self) -> &Stage<P> {
        self.stages.last().expect("a cursor stands somewhere")
    }

    /// Notes what was shown of the node that it stands on.
    fn set_stage(&mut self, stage: Stage<P>) {
        self.pointed_to += stage.bytes();
        let before = std::mem::replace(self.stages.last_mut().expect("a cursor stands somewhere"), stage);
        self.pointed_to -= before.bytes();
    }

    /// The value whose zones are kept, if this is a state whose replies may wait for the null move: the other side moves, and
    /// nothing is unknown.
    fn value_against(&self, state: &P::State) -> Option<Value> {
        let problem = self.problem();
        let value = self.value.filter(|_| problem.is_whole(state))?;
        (problem.status(state) != Status::Open(value.chooser())).then_some(value)
    }

    /// The zone of a state that has the value, if it is known.
    fn zone_of(&self, state: &P::State) -> Option<P::Zone> {
        match self.problem().status(state) {
            Status::Decided(_) => Some(self.problem().zone_of_end(state)),
            _ => self.zones.get(state_hash(state)).cloned(),
        }
    }

    /// What is left of the replies in a state whose null move leads to this state, which has the value.
    fn covered(&self, state: &P::State, null: P::State, value: Value) -> Stage<P> {
        let problem = self.problem();
        let null_zone = self.zone_of(&null);
        let pattern = null_zone.as_ref().map(|zone| problem.pattern(&null, zone));
        let mut replies = Vec::new();
        let zone = problem.for_each_reply(state, null_zone.as_ref(), |reply| {
            let is_covered = |pattern: &P::State| problem.decides(pattern, value, &reply);
            if !pattern.as_ref().is_some_and(is_covered) {
                replies.push(reply);
            }
        });
        Stage::Covered { null, pattern, zone, replies }
    }

    /// Shows the replies that are left, and keeps them if their zones will be asked for.
    fn cover(&mut self, null: P::State, value: Value, mut visit: impl FnMut(NodeView<P::State>)) {
        let mut stage = self.covered(self.copies.here(), null, value);
        if let Stage::Covered { zone, replies, .. } = &mut stage {
            for reply in &*replies {
                visit(self.copies.child(reply.clone()));
            }
            if zone.is_none() {
                *replies = Vec::new();
            }
        }
        self.set_stage(stage);
    }

    /// The zone of the node that it stands on, which has the value as these children have.
    fn zone_here<'m>(&self, children: impl Iterator<Item = &'m P::State>) -> Option<P::Zone>
    where
        P::State: 'm,
    {
        let (problem, state) = (self.problem(), self.copies.here());
        if self.value_against(state).is_none() {
            let with_zones = children.filter_map(|next| Some((next, self.zone_of(next)?)));
            let (next, zone) = with_zones.min_by_key(|(_, zone)| P::size(zone))?;
            return Some(problem.zone_of_choice(state, next, &zone));
        }
        let Stage::Covered { zone: Some(zone), replies, .. } = self.stage() else { return None };
        let replies: Option<Vec<_>> = replies.iter().map(|next| Some((next.clone(), self.zone_of(next)?))).collect();
        Some(problem.zone_of_all(state, zone.clone(), &replies?))
    }
}

impl<P: Zoned, C: Probe<P>> Cursor for ZoneCursor<P, C> {
    type Problem = P;
    type Mark = P::State;

    const EXACT: bool = true;

    fn problem(&self) -> &P {
        self.copies.problem()
    }

    fn view(&self, state: &P::State) -> NodeView<P::State> {
        self.copies.view(state)
    }

    fn stand(&mut self, state: &P::State) {
        self.copies.stand(state);
        self.stages.clear();
        self.stages.push(Stage::Whole);
        self.pointed_to = 0;
    }

    fn line(&self) -> Vec<P::State> {
        self.copies.line()
    }

    #[inline]
    fn same(one: &P::State, other: &P::State) -> bool {
        one == other
    }

    #[inline]
    fn for_each_child(&mut self, mut visit: impl FnMut(NodeView<P::State>)) {
        let here = self.copies.here();
        let Some(value) = self.value_against(here) else { return self.copies.for_each_child(visit) };
        let problem = self.problem();
        let null = problem.null_move(here);
        match problem.status(&null) {
            // A search may take open leaves to have the value, and does not keep such a child.
            Status::OpenLeaf => self.copies.for_each_child(visit),
            Status::Decided(decided) if decided == value => self.cover(null, value, visit),
            _ => {
                let mut shown = vec![null.clone()];
                problem.for_each_likely_reply(here, |reply| shown.push(reply));
                for next in shown {
                    visit(self.copies.child(next));
                }
                self.set_stage(Stage::Likely(null));
            }
        }
    }

    #[inline]
    fn cost(&mut self, mark: &P::State) -> LeafCost {
        self.copies.cost(mark)
    }

    fn allow(&mut self, bytes: u64) -> u64 {
        let share = if self.value.is_some() { bytes / SHARE } else { 0 };
        self.zones.allow(share);
        share
    }

    #[inline]
    fn bytes(&self) -> u64 {
        self.zones.bytes() + self.pointed_to as u64
    }

    #[inline]
    fn enter(&mut self, mark: &P::State) {
        self.copies.enter(mark);
        self.stages.push(Stage::Whole);
    }

    #[inline]
    fn leave(&mut self) {
        self.copies.leave();
        self.pointed_to -= self.stages.pop().map_or(0, |stage| stage.bytes());
    }

    fn state_of(&mut self, mark: &P::State) -> P::State {
        self.copies.state_of(mark)
    }

    #[inline]
    fn zones(&self) -> Option<&dyn Zones<State = P::State>> {
        self.value.is_some().then_some(self)
    }

    #[inline]
    fn zoned(&self) -> Option<Value> {
        self.value
    }

    #[inline]
    fn waits(&self) -> Option<Value> {
        self.value.filter(|_| matches!(self.stage(), Stage::Likely(_)))
    }

    fn widen(&mut self, visit: impl FnMut(NodeView<P::State>)) {
        if let (Some(value), Stage::Likely(null)) = (self.value, self.stage()) {
            self.cover(null.clone(), value, visit);
        }
    }

    fn wait_again(&mut self) {
        if let Stage::Covered { null, .. } = self.stage() {
            self.set_stage(Stage::Likely(null.clone()));
        }
    }

    fn is_covered(&self, mark: &P::State) -> bool {
        let (Some(value), Stage::Covered { pattern: Some(pattern), .. }) = (self.value, self.stage()) else {
            return false;
        };
        self.problem().decides(pattern, value, mark)
    }

    fn settle<'m>(&mut self, children: impl Iterator<Item = &'m P::State>)
    where
        P::State: 'm,
    {
        let state = self.copies.here();
        if self.problem().is_whole(state)
            && let Some(zone) = self.zone_here(children)
        {
            self.zones.insert(state_hash(state), zone);
        }
    }

    fn save_zones(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.value.is_some() { self.zones.save(out) } else { Ok(()) }
    }

    fn load_zones(&mut self, from: &mut dyn Read) -> io::Result<()> {
        if self.value.is_some() { self.zones.load(from) } else { Ok(()) }
    }
}

impl<P: Zoned, C: Probe<P>> Zones for ZoneCursor<P, C> {
    type State = P::State;

    fn pattern(&self, state: &P::State) -> Option<P::State> {
        if !self.problem().is_whole(state) {
            return Some(state.clone());
        }
        Some(self.problem().pattern(state, &self.zone_of(state)?))
    }

    fn replies(&self, state: &P::State) -> Option<Vec<P::State>> {
        let value = self.value_against(state)?;
        let null = self.problem().null_move(state);
        let Stage::Covered { null, pattern: Some(_), replies, .. } = self.covered(state, null, value) else {
            return None;
        };
        Some(std::iter::once(null).chain(replies).collect())
    }

    fn covers(&self, known: &P::State, state: &P::State) -> bool {
        self.value.is_some_and(|value| self.problem().decides(known, value, state))
    }
}
