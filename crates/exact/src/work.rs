//! How much work a computation may still do, in units that do not depend on the machine.

/// Units between two looks at the outside.
const LOOK: u32 = 64;

/// A budget of work, and a way to be interrupted.
pub(crate) struct Work<'a> {
    left: u64,
    interrupt: &'a mut dyn FnMut() -> bool,
    until_look: u32,
    interrupted: bool,
}

impl<'a> Work<'a> {
    /// A budget of `limit` units. `interrupt` is asked now and then; once it says yes, the budget is used up.
    pub(crate) fn new(limit: u64, interrupt: &'a mut dyn FnMut() -> bool) -> Self {
        Self { left: limit, interrupt, until_look: LOOK, interrupted: false }
    }

    /// Takes one unit. False if there is none.
    pub(crate) fn spend(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = LOOK;
            if (self.interrupt)() {
                self.interrupted = true;
                self.left = 0;
                return false;
            }
        }
        true
    }

    /// True if there is nothing left.
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// True if it was the interruption that used up the budget.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted
    }
}
