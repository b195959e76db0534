//! Jobs that threads share.
//!
//! One thread begins, takes jobs as the others do, and waits for them in the end. What comes of a job is told in the order in
//! which jobs were given, whoever has done them. A thread that fails gives its job back.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread that has nothing to do waits before it looks outside.
const PAUSE: Duration = Duration::from_millis(20);

struct State<J, R> {
    waiting: VecDeque<(usize, J)>,
    /// Jobs that somebody is at.
    taken: usize,
    done: Vec<(usize, R)>,
    is_over: bool,
}

/// Jobs, and what came of them.
pub(crate) struct Pool<J, R> {
    state: Mutex<State<J, R>>,
    changed: Condvar,
}

impl<J, R> Pool<J, R> {
    pub(crate) fn new() -> Self {
        let state = State { waiting: VecDeque::new(), taken: 0, done: Vec::new(), is_over: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Whatever a thread does while it holds the lock, the state is whole when it fails.
    fn state(&self) -> MutexGuard<'_, State<J, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes everybody.
    fn change(&self, change: impl FnOnce(&mut State<J, R>)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Others may help from now on.
    pub(crate) fn open(&self) {
        self.change(|state| state.is_over = false);
    }

    /// Those who help go home.
    pub(crate) fn close(&self) {
        self.change(|state| state.is_over = true);
    }

    /// Offers jobs.
    pub(crate) fn begin(&self, jobs: Vec<J>) {
        self.change(|state| {
            state.done.clear();
            state.waiting = jobs.into_iter().enumerate().collect();
        });
    }

    /// A job that nobody is at.
    pub(crate) fn take(&self) -> Option<Claim<'_, J, R>> {
        self.claim(&mut self.state())
    }

    /// The same for those who help: waits for a job. `None` if there will be none any more.
    pub(crate) fn wait(&self) -> Option<Claim<'_, J, R>> {
        let mut state = self.state();
        while !state.is_over {
            if let Some(claim) = self.claim(&mut state) {
                return Some(claim);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn claim(&self, state: &mut State<J, R>) -> Option<Claim<'_, J, R>> {
        let (place, job) = state.waiting.pop_front()?;
        state.taken += 1;
        Some(Claim { pool: self, place, job: Some(job) })
    }

    /// Waits a moment if others are at work. False if all is done.
    pub(crate) fn wait_for_others(&self) -> bool {
        let state = self.state();
        if state.taken == 0 {
            return !state.waiting.is_empty();
        }
        drop(self.changed.wait_timeout(state, PAUSE));
        true
    }

    /// Nobody takes a job any more.
    pub(crate) fn call_off(&self) {
        self.state().waiting.clear();
    }

    /// What came of each job that was done, with its place among those that were given.
    pub(crate) fn take_done(&self) -> Vec<(usize, R)> {
        let mut done = std::mem::take(&mut self.state().done);
        done.sort_unstable_by_key(|(place, _)| *place);
        done
    }
}

/// A job that a thread is at.
pub(crate) struct Claim<'p, J, R> {
    pool: &'p Pool<J, R>,
    place: usize,
    job: Option<J>,
}

impl<J, R> Claim<'_, J, R> {
    /// The job.
    pub(crate) fn job(&self) -> &J {
        self.job.as_ref().expect("it is there until it is finished")
    }

    /// Tells what came of it.
    pub(crate) fn finish(mut self, result: R) {
        self.job = None;
        self.pool.state().done.push((self.place, result));
    }
}

impl<J, R> Drop for Claim<'_, J, R> {
    fn drop(&mut self) {
        self.pool.change(|state| {
            state.taken -= 1;
            state.waiting.extend(self.job.take().map(|job| (self.place, job)));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn what_is_done_is_told_in_the_order_of_the_jobs() {
        let pool = Pool::new();
        pool.begin(vec![10, 20, 30]);
        let (first, second) = (pool.take().unwrap(), pool.take().unwrap());
        second.finish("b");
        first.finish("a");
        assert!(pool.wait_for_others(), "one is left");
        pool.take().unwrap().finish("c");
        assert!(!pool.wait_for_others() && pool.take().is_none());
        assert_eq!(pool.take_done(), [(0, "a"), (1, "b"), (2, "c")]);
    }

    #[test]
    fn a_job_that_was_given_up_waits_again() {
        let pool = Pool::<u32, ()>::new();
        pool.begin(vec![10]);
        drop(pool.take());
        assert!(pool.wait_for_others());
        assert_eq!(*pool.take().unwrap().job(), 10);
    }

    #[test]
    fn who_helps_goes_home_when_the_pool_is_closed() {
        let pool = Pool::<u32, u32>::new();
        pool.begin(vec![1]);
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| {
                while let Some(claim) = pool.wait() {
                    let result = claim.job() + 1;
                    claim.finish(result);
                }
            });
            while pool.wait_for_others() {}
            pool.close();
            helper.join().unwrap();
        });
        assert_eq!(pool.take_done(), [(0, 2)]);
    }
}
