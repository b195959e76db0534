//! Pieces of work on threads of their own.
//!
//! What it takes to begin a thread is a thousand lines for the compiler. So work comes behind `dyn`, and they are compiled once.

use std::thread::Builder;

/// A piece of work.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The stack of a thread, on which the line of a search may lie: as much as programs have.
const STACK: usize = 8 << 20;

/// Does a piece of work while others are done beside it, each on a thread of its own, and returns its result when all are done.
///
/// One for which the system has no thread is dropped.
pub fn beside<R>(jobs: Vec<Job<'_>>, work: impl FnOnce() -> R) -> R {
    let (mut work, mut result) = (Some(work), None);
    on_threads(jobs, &mut || result = work.take().map(|work| work()));
    result.expect("the work was done")
}

fn on_threads(jobs: Vec<Job<'_>>, work: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for job in jobs {
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, job);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{Job, beside};

    #[test]
    fn all_is_done_when_the_result_is_there() {
        let done = AtomicU32::new(0);
        let job = |number: u32| -> Job<'_> {
            let done = &done;
            Box::new(move || {
                done.fetch_add(number, Ordering::Relaxed);
            })
        };
        let text = String::from("the result");
        assert_eq!(beside((1..=5).map(job).collect(), || text), "the result");
        assert_eq!(done.into_inner(), 15);
    }
}
