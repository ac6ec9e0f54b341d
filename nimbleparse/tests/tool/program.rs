//! Running the program.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Longer than any run takes on a slow machine: what takes this long does not end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_nimbleparse"))
}

/// Runs the program with these arguments and nothing on its standard input.
pub(crate) fn run<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Output {
    run_with_input(args, b"")
}

/// Runs the program with these arguments and this standard input.
pub(crate) fn run_with_input<S: AsRef<std::ffi::OsStr>>(args: &[S], input: &[u8]) -> Output {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let started = Instant::now();
    std::thread::scope(|scope| {
        // A program that does not read its input closes the pipe: no error.
        scope.spawn(move || drop(stdin.write_all(input)));
        let stdout = scope.spawn(move || text(&mut stdout));
        let stderr = scope.spawn(move || text(&mut stderr));
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        Output {
            status: status.code(),
            stdout: stdout.join().unwrap(),
            stderr: stderr.join().unwrap(),
        }
    })
}

fn text(from: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).unwrap();
    String::from_utf8(bytes).expect("what the program prints is UTF-8")
}

/// The folder of grammars.
pub(crate) fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars")
}

/// A file that exists while this does.
pub(crate) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// `name` must be unique among tests, and its ending tells the program which grammar to use.
    pub(crate) fn new(name: &str, contents: impl AsRef<[u8]>) -> Self {
        let name = format!("nimbleparse-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, contents).unwrap();
        TemporaryFile(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A folder of a test's own, which goes with it.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("nimbleparse-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        for (file, text) in files {
            let file = path.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Folder(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    /// Runs the cases in the folder.
    pub(crate) fn test(&self, arguments: &[&str]) -> Output {
        run(&[&["test"], arguments, &[self.path()]].concat())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
