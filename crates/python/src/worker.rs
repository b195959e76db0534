//! A thread that has a question and its search, and does what it is asked.
//!
//! The idea: a search borrows its question, and neither may leave its thread. So both live on a thread of their own from
//! the beginning to the end, and jobs are sent to them. Whoever waits for a job lets go of the interpreter, looks for signals every
//! [`TICK`], and after an interrupt gives the search [`GRACE`] to stop.
//!
//! Exceptions of code in Python that a search has called come out of the thread as they are: they are sent through the
//! search by unwinding it, and such a search is over.
//!
//! A thread that has rules in Python needs the interpreter to let go of them. So all of them end before it does ([`join`]), also those
//! whose searches are still held.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{Builder, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use proofset_book::{Book, BookError};
use proofset_catalog::{AlgorithmSpec, Asks, Catalog, Family, InputError, Run, States, Task, ValueRun};
use proofset_core::Cancel;
use pyo3::prelude::*;

use crate::errors::{Error, Raised, book as book_error, defect, input};
use crate::memory::KeepsAll;

/// How long signals may wait.
const TICK: Duration = Duration::from_millis(20);

/// How long the end of the interpreter waits for searches that threads of it ask which it does not wait for.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long an interrupted search may take to stop, until it is left alone.
const GRACE: Duration = Duration::from_millis(100);

/// The stack of the thread: as much as programs have.
const STACK: usize = 8 << 20;

/// How a question is answered.
pub(crate) struct How {
    pub(crate) algorithm: Option<String>,
    pub(crate) threads: Option<usize>,
    /// Whether a search that differs from run to run is refused.
    pub(crate) deterministic: bool,
}

/// What a question is opened with.
pub(crate) struct Opening {
    pub(crate) catalog: Catalog,
    pub(crate) game: String,
    pub(crate) position: Option<String>,
    pub(crate) goal: Option<String>,
    pub(crate) how: How,
    pub(crate) asks: Asks,
    /// A book of known positions, for questions with goals.
    pub(crate) known: Option<PathBuf>,
    /// Whether the rules are written in Python.
    pub(crate) is_python: bool,
    /// Tells these rules whether they are asked again and again.
    pub(crate) keeps_all: KeepsAll,
}

/// The canonical names of a question, and of what answers it.
#[derive(Clone)]
pub(crate) struct Names {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) goal: String,
    pub(crate) algorithm: String,
}

/// What lies before a worker.
pub(crate) struct Desk<'t> {
    pub(crate) task: &'t Task,
    pub(crate) search: Search<'t>,
    /// The states that have been asked about by their numbers.
    pub(crate) states: States,
    /// The path to where the search has turned, if it has.
    pub(crate) path: Option<Vec<u32>>,
    pub(crate) shelf: Shelf,
    /// What the search has expanded, and how long it has taken, in all.
    pub(crate) expanded: u64,
    pub(crate) time: Duration,
}

/// The book of a question, if there is one.
#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) book: Option<Book>,
    /// What the book has to do with the answer: `found` in it, or `added` to it.
    pub(crate) kept: Option<&'static str>,
    /// What is to be told and does not keep the search from going on.
    pub(crate) warnings: Vec<String>,
}

impl Shelf {
    /// Opens a book, and has the question know its positions.
    fn open(path: &Path, task: Task) -> Result<(Task, Self), BookError> {
        let mut book = Book::open(path)?;
        let warnings = book.warning().map(str::to_owned).into_iter().collect();
        let (task, _) = book.teach(task)?;
        Ok((task, Self { book: Some(book), kept: None, warnings }))
    }

    /// Adds what a search has decided, unless the book has it.
    pub(crate) fn add(&mut self, run: &dyn Run) {
        if let (Some(book), None) = (&mut self.book, self.kept) {
            match book.add(run) {
                Ok(()) => self.kept = Some("added"),
                Err(error) => self.warnings.push(error.to_string()),
            }
        }
    }
}

/// A search of either kind.
pub(crate) enum Search<'t> {
    Goal(Box<dyn Run + 't>),
    Value(Box<dyn ValueRun + 't>),
}

/// Why a job was not done.
type Payload = Box<dyn Any + Send>;

type Job = Box<dyn FnOnce(&mut Desk<'_>) + Send>;

/// Does something that may unwind. For whoever waits: what it gave, or the exception.
fn caught<T>(act: impl FnOnce() -> T) -> Result<T, Payload> {
    catch_unwind(AssertUnwindSafe(act))
}

/// The exception that a payload stands for.
fn exception(payload: Payload) -> PyErr {
    match payload.downcast::<Raised>() {
        Ok(raised) => raised.0,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            defect(text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a search has panicked"))
        }
    }
}

/// Does something with the interpreter, if rules in Python are to be called: once for many calls is cheaper.
fn attached<T>(is_python: bool, act: impl FnOnce() -> T) -> T {
    if is_python { Python::attach(|_| act()) } else { act() }
}

/// What has ended a wait before there was an answer.
struct Left {
    error: PyErr,
    /// Whether the thread was still at work.
    is_busy: bool,
}

impl From<Left> for PyErr {
    fn from(left: Left) -> Self {
        left.error
    }
}

/// Threads that were left at work, each with its process. The interpreter must not end before they do.
static LEFT: Mutex<Vec<(u32, JoinHandle<()>)>> = Mutex::new(Vec::new());

/// A thread that belongs to no search.
struct Apart {
    process: u32,
    cancel: Cancel,
    /// What is gone when it has ended.
    at_work: Weak<()>,
}

impl Apart {
    fn is_at_work(&self) -> bool {
        self.process == std::process::id() && self.at_work.strong_count() > 0
    }
}

static APART: Mutex<Vec<Apart>> = Mutex::new(Vec::new());

/// Leaves a thread at work.
fn leave(thread: JoinHandle<()>) {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner).push((std::process::id(), thread));
}

/// What a thread is held by, and asked through.
struct Reins {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// The thread of a worker, as long as somebody holds it.
struct Held {
    reins: Mutex<Reins>,
    /// How many wait for an answer of it.
    asking: AtomicUsize,
    /// How many jobs it was given and has not ended.
    at_work: AtomicUsize,
    /// What ends the searches that somebody waits for.
    cancels: Mutex<Vec<Cancel>>,
    /// The process that has the thread: one that was forked from it has none.
    process: u32,
}

impl Held {
    fn reins(&self) -> MutexGuard<'_, Reins> {
        self.reins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancels(&self) -> MutexGuard<'_, Vec<Cancel>> {
        self.cancels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the thread end when it has done what it was asked. `None` if that was said before.
    fn let_go(&self) -> Option<JoinHandle<()>> {
        let mut reins = self.reins();
        reins.jobs = None;
        reins.thread.take()
    }
}

/// The threads that somebody holds.
static HELD: Mutex<Vec<Weak<Held>>> = Mutex::new(Vec::new());

/// Set when the interpreter is about to end. Who waits for a thread that needs it would wait for ever then.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether this thread ends the interpreter.
    static ENDS_IT: Cell<bool> = const { Cell::new(false) };
}

/// Does something while others have the interpreter. A thread that the interpreter does not wait for never comes back once that
/// ends: to go back to it would end the process with a fault.
pub(crate) fn detached<T: Send>(py: Python<'_>, act: impl FnOnce() -> T + Send) -> T {
    py.detach(move || {
        let done = act();
        while IS_ENDING.load(Ordering::SeqCst) && !ENDS_IT.get() {
            std::thread::park();
        }
        done
    })
}

/// Begins nothing once the interpreter ends.
fn stay_away(py: Python<'_>) {
    if IS_ENDING.load(Ordering::SeqCst) {
        detached(py, || ());
    }
}

/// A job that was given and has not ended.
struct AtWork(Arc<Held>);

impl AtWork {
    fn begin(held: &Arc<Held>) -> Self {
        held.at_work.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(held))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Takes note of a thread, and forgets those that nobody holds any more.
fn hold(held: &Arc<Held>) {
    let mut all = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() == all.capacity() {
        all.retain(|held| held.strong_count() > 0);
    }
    all.push(Arc::downgrade(held));
}

/// Ends the threads of all searches that are still held, and waits for them and for those that were left at work.
#[pyfunction]
pub(crate) fn join(py: Python<'_>) -> PyResult<()> {
    ENDS_IT.set(true);
    IS_ENDING.store(true, Ordering::SeqCst);
    let held = std::mem::take(&mut *HELD.lock().unwrap_or_else(PoisonError::into_inner));
    let held = held.iter().filter_map(Weak::upgrade).filter(|held| held.process == std::process::id());
    let mut busy = Vec::new();
    for held in held {
        // Who still waits is a thread of Python's that ends with the interpreter, and keeps its search until then; the search stops.
        if held.asking.load(Ordering::SeqCst) > 0 {
            held.cancels().iter().for_each(Cancel::raise);
            busy.push(held);
        } else if let Some(thread) = held.let_go() {
            leave(thread);
        }
    }
    let apart = std::mem::take(&mut *APART.lock().unwrap_or_else(PoisonError::into_inner));
    for apart in &apart {
        apart.cancel.raise();
    }
    let left = std::mem::take(&mut *LEFT.lock().unwrap_or_else(PoisonError::into_inner));
    // What was forked has none of them.
    let own = std::process::id();
    let is_busy = |held: &Arc<Held>| held.at_work.load(Ordering::SeqCst) > 0;
    // A rule may take for ever, and nobody waits for what it says.
    let patience = Instant::now() + PATIENCE;
    let are_busy = || busy.iter().any(is_busy) || apart.iter().any(Apart::is_at_work);
    while Instant::now() < patience && are_busy()
        || !left.iter().all(|(process, thread)| *process != own || thread.is_finished())
    {
        py.check_signals()?;
        py.detach(|| std::thread::sleep(TICK));
    }
    Ok(())
}

/// Waits for an answer, lets others have the interpreter meanwhile, and looks after signals and progress.
fn wait<T: Send>(
    py: Python<'_>,
    mut answers: Receiver<T>,
    cancel: &Cancel,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> Result<Option<T>, Left> {
    loop {
        let receiver = &mut answers;
        match detached(py, move || receiver.recv_timeout(TICK)) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| tick(py)) {
                    cancel.raise();
                    let receiver = &mut answers;
                    let stopped = detached(py, move || receiver.recv_timeout(GRACE));
                    return Err(Left { error, is_busy: stopped.is_err() });
                }
            }
        }
    }
}

/// A thread with a question and its search.
pub(crate) struct Worker {
    names: Names,
    is_python: bool,
    held: Arc<Held>,
    id: ThreadId,
    /// Whether the thread was left while it was at work.
    is_left: AtomicBool,
}

impl Worker {
    /// Opens a question on a thread of its own, and begins a search that has not searched yet.
    pub(crate) fn open(py: Python<'_>, opening: Opening) -> PyResult<Self> {
        stay_away(py);
        let (jobs, work) = channel::<Job>();
        let (opened, names) = channel();
        let is_python = opening.is_python;
        let serve = move || serve(&opening, &opened, &work);
        let thread = Builder::new()
            .name("proofset".to_owned())
            .stack_size(STACK)
            .spawn(serve)
            .map_err(|error| Error::new_err(format!("there is no thread for the search: {error}")))?;
        let names = wait(py, names, &Cancel::new(), |_| Ok(()))?;
        let names = names.ok_or_else(|| defect("the thread of a search has ended"))?;
        let names = names.map_err(exception)??;
        let id = thread.thread().id();
        let reins = Mutex::new(Reins { jobs: Some(jobs), thread: Some(thread) });
        let (asking, at_work) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let cancels = Mutex::new(Vec::new());
        let held = Arc::new(Held { reins, asking, at_work, cancels, process: std::process::id() });
        hold(&held);
        Ok(Self { names, is_python, held, id, is_left: AtomicBool::new(false) })
    }

    /// Whether the rules are written in Python.
    pub(crate) fn is_python(&self) -> bool {
        self.is_python
    }

    /// The names of the question.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// Whether this is the thread of the search.
    fn is_here(&self) -> bool {
        self.id == std::thread::current().id()
    }

    /// Has something done, and waits for it.
    ///
    /// # Errors
    ///
    /// What was raised by rules in Python, by a signal, or by `tick`; and if rules in Python ask for something that waits for them.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        cancel: &Cancel,
        tick: impl FnMut(Python<'_>) -> PyResult<()>,
        act: impl FnOnce(&mut Desk<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.held.process != std::process::id() {
            let message = "this search belongs to the process that has begun it; begin another one here";
            return Err(Error::new_err(message));
        }
        if self.is_here() {
            // The job would wait for its turn behind the one that is asking.
            let message = "a method of the rules has used the search that is asking it, and would wait for itself; begin \
                           another search there";
            return Err(Error::new_err(message));
        }
        let (answer, answers) = channel();
        stay_away(py);
        let at_work = AtWork::begin(&self.held);
        let job = move |desk: &mut Desk<'_>| {
            let done = caught(|| act(desk));
            drop(at_work);
            let failed = done.is_err();
            // Nobody waits any more after an interrupt.
            let _ = answer.send(done);
            if failed {
                // The search may be in any state: its thread ends, and it with it.
                resume_unwind(Box::new(Over));
            }
        };
        let over = || Error::new_err("this search has ended with an exception; begin another one");
        self.held.reins().jobs.as_ref().ok_or_else(over)?.send(Box::new(job)).map_err(|_| over())?;
        self.held.asking.fetch_add(1, Ordering::SeqCst);
        self.held.cancels().push(cancel.clone());
        let answer = wait(py, answers, cancel, tick).inspect_err(|left| {
            self.is_left.fetch_or(left.is_busy, Ordering::Relaxed);
        });
        if self.held.asking.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.held.cancels().clear();
        }
        answer?.ok_or_else(over)?.map_err(exception)
    }
}

/// Ends a thread whose search is over.
struct Over;

impl Drop for Worker {
    /// Ends the thread. One that was left at work ends when it has done it.
    fn drop(&mut self) {
        let Some(thread) = self.held.let_go() else { return };
        if self.held.process != std::process::id() {
            return;
        }
        if *self.is_left.get_mut() {
            return leave(thread);
        }
        // One that was begun so late is left to itself.
        if IS_ENDING.load(Ordering::SeqCst) {
            return;
        }
        Python::attach(|py| py.detach(|| drop(thread.join())));
    }
}

/// Tells who waits what became of a question.
type Opened = Sender<Result<PyResult<Names>, Payload>>;

/// The life of a worker.
fn serve(opening: &Opening, opened: &Opened, work: &Receiver<Job>) {
    let is_python = opening.is_python;
    match attached(is_python, || caught(|| open(opening))) {
        Ok(Ok((task, algorithm, shelf))) => {
            search(opening, &task, &algorithm, shelf, opened, work);
            attached(is_python, move || drop(task));
        }
        Ok(Err(error)) => drop(opened.send(Ok(Err(error)))),
        Err(payload) => drop(opened.send(Err(payload))),
    }
}

/// Begins a search, and does what is asked of it.
fn search(
    opening: &Opening,
    task: &Task,
    algorithm: &AlgorithmSpec,
    mut shelf: Shelf,
    opened: &Opened,
    work: &Receiver<Job>,
) {
    let is_python = opening.is_python;
    let begun = attached(is_python, || {
        caught(|| match opening.asks {
            Asks::Goal => begin(task, algorithm, &mut shelf),
            Asks::Value => task.begin_value(algorithm).map(Search::Value).map_err(|error| input(&error)),
        })
    });
    let search = match begun {
        Ok(Ok(search)) => search,
        Ok(Err(error)) => return drop(opened.send(Ok(Err(error)))),
        Err(payload) => return drop(opened.send(Err(payload))),
    };
    let names = Names {
        game: task.game().to_owned(),
        position: task.position().to_owned(),
        goal: task.goal().to_owned(),
        algorithm: algorithm.to_string(),
    };
    let _ = opened.send(Ok(Ok(names)));
    let (states, time) = (States::default(), Duration::ZERO);
    let mut desk = Desk { task, search, states, path: None, shelf, expanded: 0, time };
    while let Ok(job) = work.recv() {
        if attached(is_python, || caught(|| job(&mut desk))).is_err() {
            break;
        }
    }
    attached(is_python, move || drop(desk));
}

/// A search that has not searched yet, or the answer that the book has.
fn begin<'t>(task: &'t Task, algorithm: &AlgorithmSpec, shelf: &mut Shelf) -> PyResult<Search<'t>> {
    let run = task.begin(algorithm).map_err(|error| input(&error))?;
    let recorded =
        shelf.book.as_ref().map_or(Ok(None), |book| book.answer(task)).map_err(|error| book_error(&error))?;
    Ok(Search::Goal(match recorded {
        None => run,
        Some(recorded) => {
            shelf.kept = Some("found");
            recorded
        }
    }))
}

/// The question, the algorithm that answers it, and its book.
fn open(opening: &Opening) -> PyResult<(Task, AlgorithmSpec, Shelf)> {
    let (task, algorithm) = question(opening).map_err(|error| input(&error))?;
    let Some(path) = &opening.known else { return Ok((task, algorithm, Shelf::default())) };
    let (task, shelf) = Shelf::open(path, task).map_err(|error| book_error(&error))?;
    Ok((task, algorithm, shelf))
}

/// The question, and the algorithm that answers it.
fn question(opening: &Opening) -> Result<(Task, AlgorithmSpec), InputError> {
    let Opening { catalog, game, position, goal, how, asks, .. } = opening;
    let How { algorithm, threads, deterministic } = how;
    let named = algorithm.as_deref().map(|text| catalog.algorithm(text)).transpose()?;
    let task = catalog.open(game, position.as_deref(), goal.as_deref())?;
    let algorithm = named.map_or_else(|| task.default_algorithm(*asks), Ok)?;
    let algorithm = match threads {
        Some(threads) => algorithm.with_threads(*threads)?,
        None => algorithm,
    };
    let algorithm = if *deterministic { algorithm.deterministic()? } else { algorithm };
    let comes_back = matches!(algorithm.family, Family::DepthFirst(_) | Family::Minimax(_));
    opening.keeps_all.store(comes_back, Ordering::Relaxed);
    Ok((task, algorithm))
}

/// Does something on a thread of its own, and waits for it.
pub(crate) fn apart<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    is_python: bool,
    act: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    stay_away(py);
    let (answer, answers) = channel();
    let at_work = Arc::new(());
    let mut others = APART.lock().unwrap_or_else(PoisonError::into_inner);
    others.retain(Apart::is_at_work);
    let process = std::process::id();
    others.push(Apart { process, cancel: cancel.clone(), at_work: Arc::downgrade(&at_work) });
    drop(others);
    let work = move || {
        let _ = answer.send(attached(is_python, || caught(act)));
        drop(at_work);
    };
    let thread = Builder::new()
        .name("proofset".to_owned())
        .stack_size(STACK)
        .spawn(work)
        .map_err(|error| Error::new_err(format!("there is no thread to work on: {error}")))?;
    let done = wait(py, answers, cancel, |_| Ok(())).inspect_err(|left| {
        if left.is_busy {
            leave(thread);
        }
    })?;
    done.ok_or_else(|| defect("a thread has ended"))?.map_err(exception)
}
