//! States whose type is not known.

use proofset_core::state_hash;
use proofset_erased::Sealed;

#[test]
fn sealed_states_are_equal_as_states_are() {
    let (one, same, other) = (Sealed::new((3_u32, true)), Sealed::new((3_u32, true)), Sealed::new((3_u32, false)));
    assert!(one == same && one == one.clone() && one != other);
    assert_ne!(one, Sealed::new(3_u32), "states of two types are never equal");
    assert_eq!(state_hash(&one), state_hash(&(3_u32, true)), "the hash is that of the state");
    assert_eq!(*same.open::<(u32, bool)>(), (3, true));
}
