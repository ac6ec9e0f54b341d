//! Pool of worker processes: a job that kills its process, or keeps it busy for ever, costs that
//! job and nothing else.
//!
//! Each worker has a thread that feeds it, and one that reads it. When a worker dies a new one
//! replaces it.

use nimbleparse::Error;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// Settings of the pool.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The program of the workers.
    pub(crate) program: String,
    /// The arguments of the program.
    pub(crate) args: Vec<String>,
    /// The number of processes.
    pub(crate) workers: usize,
    /// How long a worker may stay silent before it is killed.
    pub(crate) patience: Duration,
}

/// An event of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The worker answered with this line.
    Line(String),
    /// The job is done.
    Done,
    /// The worker died, for this reason.
    Died(String),
}

impl Pool {
    /// Runs `jobs`, started in order, and calls `hear` with each event of each.
    ///
    /// # Errors
    ///
    /// If a worker cannot be started, or if `hear` fails.
    pub(crate) fn run(
        &self,
        jobs: &[String],
        mut hear: impl FnMut(usize, Event) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.workers.min(jobs.len()) {
                let send = send.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || {
                    if let Err(message) = self.feed(jobs, next, stop, &send) {
                        // The receiver is gone only if it failed itself.
                        let _ = send.send(Err(message));
                    }
                });
            }
            drop(send);
            let mut result = Ok(());
            for event in receive {
                if result.is_ok() {
                    result = event.and_then(|(job, event)| hear(job, event));
                    stop.store(result.is_err(), Ordering::Relaxed);
                }
            }
            result
        })
    }

    fn feed(
        &self,
        jobs: &[String],
        next: &AtomicUsize,
        stop: &AtomicBool,
        send: &Sender<Result<(usize, Event), Error>>,
    ) -> Result<(), Error> {
        let mut worker = None;
        while !stop.load(Ordering::Relaxed) {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = jobs.get(job) else {
                break;
            };
            let current = match worker.take() {
                Some(worker) => worker,
                None => Worker::start(self)?,
            };
            let tell =
                |event| send.send(Ok((job, event))).map_err(|error| error.to_string().into());
            worker = current.work(text, self.patience, tell)?;
        }
        if let Some(worker) = worker {
            worker.finish();
        }
        Ok(())
    }
}

struct Worker {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Worker {
    fn start(pool: &Pool) -> Result<Worker, Error> {
        let mut child = Command::new(&pool.program)
            .args(&pool.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start worker '{}': {error}", pool.program))?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { break };
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let worker = Worker { child, stdin, lines };
        match worker.lines.recv_timeout(pool.patience) {
            Ok(line) if line == "!" => Ok(worker),
            _ => Err(format!("worker '{}' does not start: {}", pool.program, worker.kill()).into()),
        }
    }

    /// Runs `job`. Returns the worker if it lives on.
    fn work(
        mut self,
        job: &str,
        patience: Duration,
        tell: impl Fn(Event) -> Result<(), Error>,
    ) -> Result<Option<Worker>, Error> {
        // A worker that died between two jobs does not answer.
        let _ = writeln!(self.stdin, "{job}").and_then(|()| self.stdin.flush());
        loop {
            match self.lines.recv_timeout(patience) {
                Ok(line) if line == "." => {
                    tell(Event::Done)?;
                    return Ok(Some(self));
                }
                Ok(line) => tell(Event::Line(line.strip_prefix('+').unwrap_or(&line).to_string()))?,
                Err(RecvTimeoutError::Timeout) => {
                    self.kill();
                    tell(Event::Died(format!("no answer within {} s", patience.as_secs())))?;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    tell(Event::Died(self.kill()))?;
                    return Ok(None);
                }
            }
        }
    }

    /// Kills the process; returns how it ended.
    fn kill(mut self) -> String {
        // If it is dead already, this fails or changes nothing.
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }

    fn finish(self) {
        let Worker { mut child, stdin, .. } = self;
        drop(stdin);
        let _ = child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A worker that answers a job with itself, dies of `die`, and sleeps on `sleep`.
    fn pool(workers: usize, patience: Duration) -> Pool {
        let script = "echo '!'; while read job; do case $job in \
            die) echo '+last words'; kill -9 $$;; sleep) sleep 100;; *) echo \"+$job\"; echo .;; esac; done";
        Pool { program: "sh".into(), args: vec!["-c".into(), script.into()], workers, patience }
    }

    fn run(pool: &Pool, jobs: &[&str]) -> Vec<(usize, Event)> {
        let jobs: Vec<String> = jobs.iter().map(|job| (*job).to_string()).collect();
        let mut heard = Vec::new();
        pool.run(&jobs, |job, event| {
            heard.push((job, event));
            Ok(())
        })
        .unwrap();
        heard.sort_by_key(|(job, _)| *job);
        heard
    }

    #[test]
    fn every_job_is_answered_once_whatever_the_number_of_workers() {
        for workers in [1, 3] {
            let heard = run(&pool(workers, Duration::from_secs(60)), &["a", "b", "c", "d"]);
            let expected = ["a", "b", "c", "d"]
                .iter()
                .enumerate()
                .flat_map(|(at, job)| [(at, Event::Line((*job).to_string())), (at, Event::Done)]);
            assert_eq!(heard, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_job_that_kills_its_worker_costs_that_job_only() {
        let heard = run(&pool(1, Duration::from_secs(60)), &["a", "die", "b"]);
        assert_eq!(heard[2], (1, Event::Line("last words".into())));
        assert!(
            matches!(&heard[3], (1, Event::Died(why)) if why.contains("signal: 9")),
            "{heard:?}"
        );
        assert_eq!(heard[4..], [(2, Event::Line("b".into())), (2, Event::Done)]);
    }

    #[test]
    fn a_worker_that_hangs_is_replaced() {
        let heard = run(&pool(1, Duration::from_millis(500)), &["sleep", "b"]);
        assert_eq!(heard[0], (0, Event::Died("no answer within 0 s".into())));
        assert_eq!(heard[2], (1, Event::Done));
    }

    #[test]
    fn a_program_that_is_no_worker_is_an_error() {
        let mut pool = pool(2, Duration::from_secs(60));
        pool.args = vec!["-c".into(), "exit 3".into()];
        let error = pool.run(&["a".to_string()], |_, _| Ok(())).unwrap_err();
        assert!(error.message().contains("'sh' does not start: exit status: 3"), "{error}");
        pool.program = "/nonexistent".into();
        let error = pool.run(&["a".to_string()], |_, _| Ok(())).unwrap_err();
        assert!(error.message().contains("cannot start worker '/nonexistent'"), "{error}");
    }
}
