//! A thread of its own for each open file: it applies changes and answers questions in the order in
//! which they came.
//!
//! Changes are counted where they arrive, so that a job knows at any time whether it works on a
//! text that is out of date.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use lrtable::Stop;
use lsp_server::ErrorCode;
use serde::Serialize;

use crate::answer::{Answer, Call, Failure};

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Says whether a text has changed since a job was given.
#[derive(Clone, Debug)]
pub(crate) struct Freshness {
    latest: Arc<AtomicU64>,
    own: u64,
    /// The number of other jobs that wait, for a job that makes way for them.
    waiting: Option<Arc<AtomicU64>>,
}

impl Freshness {
    pub(crate) fn is_stale(&self) -> bool {
        let waiting = self.waiting.as_ref().map_or(0, |waiting| waiting.load(Ordering::Relaxed));
        self.latest.load(Ordering::Relaxed) != self.own || waiting > 0
    }

    /// What ends work for the text that the job was given for.
    pub(crate) fn stop(&self) -> Stop {
        let fresh = self.clone();
        Stop::new(move || fresh.is_stale())
    }
}

/// A thread with a state, and the way to it. It ends when this is dropped, after what it was given
/// to do.
#[derive(Debug)]
pub(crate) struct Worker<S> {
    jobs: Sender<Job<S>>,
    latest: Arc<AtomicU64>,
    /// The number of jobs that wait.
    waiting: Arc<AtomicU64>,
}

impl<S: Send + 'static> Worker<S> {
    /// Starts a thread; `None` if the system has no more.
    pub(crate) fn start(mut state: S) -> Option<Worker<S>> {
        let (jobs, received): (_, Receiver<Job<S>>) = channel();
        let waiting = Arc::new(AtomicU64::new(0));
        let begun = Arc::clone(&waiting);
        let run = move || {
            for job in received {
                begun.fetch_sub(1, Ordering::Relaxed);
                // A job that panics has answered by dropping its call; values are cached only when
                // they are complete.
                let _ = catch_unwind(AssertUnwindSafe(|| job(&mut state)));
            }
        };
        thread::Builder::new().spawn(run).ok()?;
        Some(Worker { jobs, latest: Arc::default(), waiting })
    }

    /// Whether what is done now is out of date.
    fn freshness(&self) -> Freshness {
        let own = self.latest.load(Ordering::Relaxed);
        Freshness { latest: Arc::clone(&self.latest), own, waiting: None }
    }

    fn send(&self, job: impl FnOnce(&mut S) + Send + 'static) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // The thread ends only with this value.
        let _ = self.jobs.send(Box::new(job));
    }

    /// Changes the text: what is being done for the old one is told to stop.
    pub(crate) fn change(&self, change: impl FnOnce(&mut S) + Send + 'static) {
        self.latest.fetch_add(1, Ordering::Relaxed);
        self.send(change);
    }

    /// Does something if the text is still the one of now.
    pub(crate) fn update(&self, update: impl FnOnce(&mut S, &Freshness) + Send + 'static) {
        let fresh = self.freshness();
        self.send(move |state| {
            if !fresh.is_stale() {
                update(state, &fresh);
            }
        });
    }

    /// Does something that makes way: for it the text is out of date as soon as another job waits.
    pub(crate) fn idle(&self, job: impl FnOnce(&mut S, &Freshness) + Send + 'static) {
        let fresh = Freshness { waiting: Some(Arc::clone(&self.waiting)), ..self.freshness() };
        self.send(move |state| job(state, &fresh));
    }

    /// Answers a question about the text of now.
    pub(crate) fn ask<T: Serialize>(
        &self,
        call: Call,
        answer: impl FnOnce(&mut S, &Freshness) -> Answer<T> + Send + 'static,
    ) {
        let fresh = self.freshness();
        self.send(move |state| {
            if call.is_cancelled() {
                return;
            }
            let modified =
                || Failure::new(ErrorCode::ContentModified, "the text has changed meanwhile");
            let found = if fresh.is_stale() { Err(modified()) } else { answer(state, &fresh) };
            // What was computed of a search that was stopped is no answer.
            call.answer(if fresh.is_stale() { Err(modified()) } else { found });
        });
    }
}

impl<S> Drop for Worker<S> {
    /// Tells what is being done to stop.
    fn drop(&mut self) {
        self.latest.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::answer::Outbox;

    #[test]
    fn a_panic_is_answered_and_the_next_question_too() {
        let (sender, sent) = channel();
        let outbox = Outbox::new(sender);
        let worker = Worker::start(1_i32).unwrap();
        worker.ask(outbox.call(1.into()), |_, _| -> Answer<i32> { panic!("on purpose") });
        worker.ask(outbox.call(2.into()), |state, _| Ok(*state));
        let first = sent.recv().unwrap().unwrap();
        assert_eq!((&first["id"], &first["error"]["code"]), (&1.into(), &(-32603).into()));
        let second = sent.recv().unwrap().unwrap();
        assert_eq!((&second["id"], &second["result"]), (&2.into(), &1.into()));
    }

    #[test]
    fn what_makes_way_is_told_when_a_question_waits() {
        let (sender, sent) = channel();
        let outbox = Outbox::new(sender);
        let worker = Worker::start(0_i32).unwrap();
        let (told, tell) = channel();
        let (go, wait) = channel::<()>();
        worker.idle(move |_, fresh| {
            told.send(fresh.is_stale()).unwrap();
            wait.recv().unwrap();
            told.send(fresh.is_stale()).unwrap();
        });
        assert!(!tell.recv().unwrap());
        worker.ask(outbox.call(1.into()), |state, _| Ok(*state));
        go.send(()).unwrap();
        assert!(tell.recv().unwrap());
        assert_eq!(sent.recv().unwrap().unwrap()["result"], 0);
    }

    #[test]
    fn what_is_cancelled_or_out_of_date_is_answered_so_at_once() {
        let (sender, sent) = channel();
        let outbox = Outbox::new(sender);
        let worker = Worker::start(0_i32).unwrap();
        let (go, wait) = channel::<()>();
        worker.ask(outbox.call(1.into()), move |_, fresh| {
            wait.recv().unwrap();
            Ok(fresh.is_stale())
        });
        worker.ask(outbox.call(2.into()), |_, _| -> Answer<i32> { unreachable!("cancelled") });
        outbox.cancel(2.into());
        assert_eq!(sent.recv().unwrap().unwrap()["error"]["code"], -32800);
        outbox.cancel(2.into());
        worker.change(|state| *state += 1);
        go.send(()).unwrap();
        let late = sent.recv().unwrap().unwrap();
        assert_eq!((&late["id"], &late["error"]["code"]), (&1.into(), &(-32801).into()));
        worker.ask(outbox.call(3.into()), |state, _| Ok(*state));
        assert_eq!(sent.recv().unwrap().unwrap()["result"], 1);
    }
}
