//! A problem in another guise says of its states what it says without.

use proofset_core::{Describe, Dominance, Problem, Repetition, Role, Status, Value};
use proofset_testkit::ranked::{Ranked, Unranked};
use proofset_testkit::ruled::Ruled;
use proofset_testkit::shuffled::{MoveOrder, Shuffled};

/// Coins that are paid one by one; whoever may choose how long is proven to pay with more as well.
struct Purse;

impl Problem for Purse {
    type State = u32;
    type Move = ();

    fn root(&self) -> u32 {
        3
    }

    fn status(&self, coins: &u32) -> Status {
        if *coins == 0 { Status::Decided(Value::Proven) } else { Status::Open(Role::Or) }
    }

    fn for_each_successor(&self, coins: &u32, mut visit: impl FnMut((), u32)) {
        visit((), coins - 1);
    }
}

impl Dominance for Purse {
    fn decides(&self, known: &u32, value: Value, coins: &u32) -> bool {
        value == Value::Proven && known <= coins
    }

    fn common(&self, one: &u32, value: Value, other: &u32) -> Option<u32> {
        (value == Value::Proven).then(|| *one.min(other))
    }
}

impl Describe for Purse {
    fn state_text(&self, coins: &u32) -> String {
        coins.to_string()
    }

    fn move_text(&self, _: &u32, (): ()) -> String {
        "pay".into()
    }
}

#[test]
fn wrappers_keep_which_states_decide_others() {
    fn knows_what_a_purse_knows(problem: impl Dominance<State = u32>) -> bool {
        problem.decides(&1, Value::Proven, &2)
            && !problem.decides(&2, Value::Proven, &1)
            && !problem.decides(&1, Value::Disproven, &2)
            && problem.common(&1, Value::Proven, &2) == Some(1)
            && problem.common(&1, Value::Disproven, &2).is_none()
    }

    assert!(knows_what_a_purse_knows(&Purse));
    assert!(knows_what_a_purse_knows(Ranked::new(Purse)));
    assert!(knows_what_a_purse_knows(Unranked(Purse)));
    assert!(knows_what_a_purse_knows(Ruled(Purse, Repetition::Disproves)));
    for order in [MoveOrder::ByState, MoveOrder::ByMove] {
        assert!(knows_what_a_purse_knows(Shuffled::new(Purse, order, 1)));
    }
}
