//! Programs of definite clauses: the same from the same seed, of both values, and under the laws of problems.

use proofset_core::{Problem, Value};
use proofset_testkit::conformance::check_whole;
use proofset_testkit::horn::{HornProgram, Packages, PathSystem};

#[test]
fn horn_programs_are_deterministic_and_of_both_values() {
    let packages = Packages { count: 400, base: 20, versions: 3, dependencies: 4, copying: 0.3, missing: 0.3 };
    let system = PathSystem { count: 120, base: 20, pairs: 3, window: 30, missing: 0.4 };
    let mut proven = [0; 2];
    for seed in 0..40 {
        let programs = [HornProgram::packages(&packages, seed), HornProgram::path_system(&system, seed)];
        assert_eq!(programs[0], HornProgram::packages(&packages, seed));
        assert_eq!(programs[1], HornProgram::path_system(&system, seed));
        for (count, program) in proven.iter_mut().zip(&programs) {
            *count += usize::from(check_whole(program)[&program.root()] == Value::Proven);
        }
    }
    assert!(proven.iter().all(|proven| (3..=37).contains(proven)), "proven of 40: {proven:?}");
}
