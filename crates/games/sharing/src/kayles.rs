//! Kayles with several rows: a sum of independent games, in which every order of the same throws meets again.
//!
//! The idea: pins stand in rows; a throw knocks down one pin or two neighbours of a row, and who knocks down the last
//! pin wins. Throws in different rows, and at different parts of a row, commute: `n` of them have `n!` orders and `2^n`
//! positions. So transpositions are as frequent as they can be, and equally frequent everywhere.
//!
//! The invariants: a position is the standing pins as bits, rows apart by one pin that never stood; the number of fallen
//! pins is a rank. The reference: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.

use proofset_core::{Describe, Dominance, Problem, Role, Status, Value};

/// Rows of pins, and the question whether the player to move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KaylesSum {
    pins: u64,
}

/// Which pins stand, and who is to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pins {
    /// The standing pins, a bit each.
    pub standing: u64,
    /// True if it is the turn of the player whose win is asked for.
    pub first: bool,
}

impl KaylesSum {
    /// Rows of these lengths, which need at most 64 bits with one between rows.
    pub fn new(rows: &[u32]) -> Self {
        let mut pins = 0_u64;
        let mut end = 0;
        for &row in rows {
            assert!(row >= 1 && end + row <= 64, "rows of {rows:?} pins, with gaps, do not fit into 64 bits");
            pins |= (u64::MAX >> (64 - row)) << end;
            end += row + 1;
        }
        Self { pins }
    }
}

impl Problem for KaylesSum {
    type State = Pins;
    /// The pins that fall.
    type Move = u64;

    fn root(&self) -> Pins {
        Pins { standing: self.pins, first: true }
    }

    fn status(&self, &Pins { standing, first }: &Pins) -> Status {
        match (standing, first) {
            (0, true) => Status::Decided(Value::Disproven),
            (0, false) => Status::Decided(Value::Proven),
            (_, true) => Status::Open(Role::Or),
            (_, false) => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, &Pins { standing, first }: &Pins, mut visit: impl FnMut(u64, Pins)) {
        for pin in (0..64).filter(|pin| standing >> pin & 1 == 1) {
            let one = 1_u64 << pin;
            // The pin above the highest is none, and the one between two rows never stands.
            let two = one | one << 1;
            let mut throw = |throw: u64| visit(throw, Pins { standing: standing & !throw, first: !first });
            throw(one);
            if two != one && two & !standing == 0 {
                throw(two);
            }
        }
    }

    fn rank(&self, pins: &Pins) -> Option<u32> {
        Some((self.pins & !pins.standing).count_ones())
    }
}

impl Dominance for KaylesSum {}

impl Describe for KaylesSum {
    fn state_text(&self, pins: &Pins) -> String {
        let length = 64 - self.pins.leading_zeros();
        let pin = |bit| match (self.pins >> bit & 1, pins.standing >> bit & 1) {
            (0, _) => ' ',
            (_, 0) => '.',
            _ => '|',
        };
        let row: String = (0..length).map(pin).collect();
        format!("{row} {}", if pins.first { "first" } else { "second" })
    }

    fn move_text(&self, _pins: &Pins, throw: u64) -> String {
        let pin = throw.trailing_zeros() + 1;
        if throw.is_power_of_two() { pin.to_string() } else { format!("{pin}-{}", pin + 1) }
    }
}
