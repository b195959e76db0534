//! Interpositions that change nothing (*muda-ai*).
//!
//! The idea: a piece put between a long-range piece and the king is taken by that piece, which comes closer and checks
//! again. If this goes on until the king is mated, composers say that the first check was mate. The rule, as questions
//! without futile interpositions have it: a check is mate if every legal answer is a piece put between, dropped or moved,
//! that the checking piece takes at once, promoting or not, so that this check is mate in the same sense.
//!
//! Who has fewer pieces to put between has fewer answers, so such a mate stays one if the attacker holds more. The cost:
//! an exchange on each square between the two pieces, at most; nothing where there is another answer.

use crate::attacks;
use crate::board::Board;
use crate::generate::MoveList;
use crate::moves::Origin;

impl Board {
    /// True if the side to move has no answer to a check but such as are futile. True as well if it has none at all.
    pub(crate) fn has_only_futile_answers(&self) -> bool {
        let side = self.side_to_move();
        let checkers = self.checkers(side);
        let (Some(king), Some(checker)) = (self.king(side), checkers.first()) else { return false };
        let between =
            if checkers.is_single() { attacks::between(king, checker) } else { return !self.has_legal_move() };
        let mut answers = MoveList::new();
        self.legal_moves(&mut answers);
        // The king does not go there: the checking piece attacks those squares.
        if answers.iter().any(|answer| !between.has(answer.to())) {
            return false;
        }
        let mut board = self.clone();
        answers.iter().all(|&answer| {
            let undo = board.make(answer);
            let mut checks = MoveList::new();
            board.checking_moves(&mut checks);
            let takes = checks.iter().filter(|mv| mv.origin() == Origin::Board(checker) && mv.to() == answer.to());
            let mut futile = false;
            for &mv in takes {
                let undo = board.make(mv);
                futile |= board.has_only_futile_answers();
                board.unmake(mv, undo);
            }
            board.unmake(answer, undo);
            futile
        })
    }
}
