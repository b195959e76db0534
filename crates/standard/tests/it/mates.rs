//! Questions about mates with bounds on their length.

use proofset_catalog::Bounded;
use proofset_standard::catalog;

#[test]
fn a_bound_in_plies_is_one_on_the_moves_of_the_attacker() {
    let within = |goal: &str, plies: usize| match catalog().open("chess", None, Some(goal)).unwrap().within(plies) {
        Bounded::Question(task) => task.goal().to_owned(),
        Bounded::TooShort => "too short".to_owned(),
        Bounded::NoLengths => "no lengths".to_owned(),
    };
    let goals = |goal: &str| [0, 1, 2, 3, 4, 5, 100_000].map(|plies| within(goal, plies)).join(" ");
    let most = "mate-in:6400";
    assert_eq!(goals("mate"), format!("too short mate-in:1 mate-in:1 mate-in:2 mate-in:2 mate-in:3 {most}"));
    assert_eq!(goals("mated"), "too short too short mate-in:-1 mate-in:-1 mate-in:-2 mate-in:-2 mate-in:-6400");
    assert_eq!(within("mate:no-clock", 5), "no lengths");
    assert_eq!(goals("mate-in:2"), "too short mate-in:1 mate-in:1 mate-in:2 mate-in:2 mate-in:2 mate-in:2");
}
