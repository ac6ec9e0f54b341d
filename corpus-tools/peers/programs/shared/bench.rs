//! What all programs' `stages` share: files and tokens read from disk, and a loop that takes the
//! time.
//!
//! ```text
//! stages LANGUAGE STAGE MILLISECONDS FOLDER
//! ```
//!
//! `FOLDER/files` names a file a line; `FOLDER/names` a token a line; `FOLDER/tokens` holds for
//! each file, in integers of four bytes, the number of its lexemes, and for each lexeme the number
//! of its token's name, its start and its length. The program prints the nanoseconds that one pass
//! over all files takes, and a number that is the same for all programs that do the same.

use std::{
    env, fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

/// A text to parse, and its lexemes as (token, start, length).
pub(crate) struct Input {
    pub(crate) text: String,
    pub(crate) lexemes: Vec<(usize, usize, usize)>,
}

/// What the program was asked for.
pub(crate) struct Job {
    pub(crate) language: String,
    pub(crate) stage: String,
    pub(crate) time: Duration,
    pub(crate) names: Vec<String>,
    pub(crate) inputs: Vec<Input>,
}

impl Job {
    /// Reads the arguments, and all that they name.
    pub(crate) fn from_args() -> Result<Job, String> {
        let args: Vec<String> = env::args().skip(1).collect();
        let [language, stage, time, folder] = args.as_slice() else {
            return Err("arguments: LANGUAGE STAGE MILLISECONDS FOLDER".to_string());
        };
        let time = time.parse().map_err(|_| format!("'{time}' is no number"))?;
        let folder = Path::new(folder);
        let read = |path: &Path| {
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let files = read(&folder.join("files"))?;
        let mut inputs = Vec::new();
        for file in files.lines() {
            inputs.push(Input { text: read(Path::new(file))?, lexemes: Vec::new() });
        }
        let mut names = Vec::new();
        if let Ok(bytes) = fs::read(folder.join("tokens")) {
            names = read(&folder.join("names"))?.lines().map(str::to_string).collect();
            let mut numbers = bytes
                .chunks_exact(4)
                .map(|bytes| bytes.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)));
            for input in &mut inputs {
                let mut next = || numbers.next().ok_or("the file of tokens is too short");
                for _ in 0..next()? {
                    input.lexemes.push((next()?, next()?, next()?));
                }
            }
        }
        let time = Duration::from_millis(time);
        Ok(Job { language: language.clone(), stage: stage.clone(), time, names, inputs })
    }

    /// Prints how long one of `pass` over all `inputs` takes: the mean of as many as fit into the
    /// time, after one that warms up. `check` is the number to be printed with it.
    pub(crate) fn report<I, T>(&self, check: u64, inputs: &[I], mut pass: impl FnMut(&I) -> T) {
        for input in inputs {
            black_box(pass(black_box(input)));
        }
        let (start, mut passes) = (Instant::now(), 0);
        while passes == 0 || start.elapsed() < self.time {
            for input in inputs {
                black_box(pass(black_box(input)));
            }
            passes += 1;
        }
        println!("{} {check}", start.elapsed().as_nanos() / passes);
    }
}

/// A number made of lexemes' starts and lengths.
pub(crate) fn check_lexemes(lexemes: impl Iterator<Item = (usize, usize)>) -> u64 {
    lexemes.fold(0, |sum: u64, (start, len)| {
        sum.wrapping_mul(31).wrapping_add((start * 7 + len) as u64)
    })
}
