//! The tests of the copy, each in a process of its own: how long they take, which changes they
//! reach, and whether they pass.
//!
//! A test that does not reach a change cannot notice it, so it is not run for it.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::{
    parallel::in_parallel,
    workspace::{REACHED, TestProgram, VARIABLE},
};

/// The longest time that a test may take without a change, and what every test may take with one.
const PATIENCE: [Duration; 2] = [Duration::from_secs(600), Duration::from_secs(10)];

/// The time below which a test is quick.
const QUICK: Duration = Duration::from_secs(2);

/// A test, or a case, of a program.
pub struct Test<'p> {
    program: &'p TestProgram,
    name: String,
    time: Duration,
    reached: BTreeSet<usize>,
}

impl Test<'_> {
    /// The name of the program and that of the test in it.
    pub fn name(&self) -> String {
        format!("{} {}", self.program.name, self.name)
    }

    pub fn is_quick(&self) -> bool {
        self.time < QUICK
    }

    pub fn reaches(&self, mutant: usize) -> bool {
        self.reached.contains(&mutant)
    }

    /// Whether the test passes with a change, in at most eight times its usual time and 10 s.
    pub fn passes_with(&self, mutant: usize) -> bool {
        let number = mutant.to_string();
        passes(self.program, &self.name, (VARIABLE, number.as_ref()), self.time * 8 + PATIENCE[1])
    }
}

/// All tests that reach a change, the fastest first.
pub fn tests<'p>(programs: &'p [TestProgram], scratch: &Path) -> Result<Vec<Test<'p>>, String> {
    let mut all: Vec<(&TestProgram, String)> = Vec::new();
    for program in programs {
        let mut command = Command::new(&program.path);
        let output = command.args(["--list", "--format", "terse"]).current_dir(&program.folder);
        let output = output.output().map_err(|error| format!("{}: {error}", program.name))?;
        let listed = String::from_utf8_lossy(&output.stdout);
        let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        // Cases may share a name.
        let names: BTreeSet<&str> = names.collect();
        all.extend(names.into_iter().map(|name| (program, name.to_owned())));
    }
    let failed = |error| format!("{}: {error}", scratch.display());
    fs::create_dir_all(scratch).map_err(failed)?;
    let measured = in_parallel(all.len(), |nth| {
        let (program, name) = all[nth].clone();
        let file = scratch.join(nth.to_string());
        let _ = fs::remove_file(&file);
        let start = Instant::now();
        if !passes(program, &name, (REACHED, &file), PATIENCE[0]) {
            return Err(format!("{} {name} fails without a change", program.name));
        }
        let time = start.elapsed();
        let reached = fs::read_to_string(&file).unwrap_or_default();
        let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(Test { program, name, time, reached })
    });
    let mut tests = measured.into_iter().collect::<Result<Vec<_>, _>>()?;
    tests.retain(|test| !test.reached.is_empty());
    tests.sort_by_key(|test| test.time);
    let seconds = tests.iter().map(|test| test.time).sum::<Duration>().as_secs();
    eprintln!("{} of {} tests reach changes, in {seconds} s", tests.len(), all.len());
    Ok(tests)
}

/// Whether a test passes in time and within 8 GB. Its processes are killed when the time is over.
fn passes(
    program: &TestProgram,
    name: &str,
    (variable, value): (&str, &Path),
    patience: Duration,
) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 8000000; exec timeout -s KILL \"$@\"", "sh"]);
    command.arg(patience.as_secs_f64().to_string()).arg(&program.path).args(["--exact", name]);
    command.current_dir(&program.folder).env(variable, value);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
