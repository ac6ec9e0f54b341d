//! A page of the guide, followed word for word: files are written and commands are run as the page
//! says, in an empty folder, and print what the page says. `UPDATE_GUIDE=1` writes into the page
//! what they print.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::{
    page::{Step, steps, with_outputs},
    root, target,
};

/// A page that is followed.
pub(crate) struct Followed {
    /// The folder in which the next command runs.
    here: PathBuf,
    target: PathBuf,
    /// What stands for `../lr` in commands.
    lr: String,
}

/// A folder with the repository in `lr`, or with the packages as they are published; and what
/// `../lr` is then in a folder of it. It is outside the repository, since Cargo would take a crate
/// below that for a part of its workspace; and it is the same one each time and for all pages,
/// as paths are part of what Cargo remembers.
pub(crate) fn folder(packages: Option<String>) -> (PathBuf, String) {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_TARGET_TMPDIR"), root(), &packages).hash(&mut hasher);
    let folder = env::temp_dir().join(format!("lr-guide-{:016x}", hasher.finish()));
    fs::create_dir_all(folder.join(".cargo")).unwrap();
    let Some(packages) = packages else {
        let link = folder.join("lr");
        // Another test may have made it.
        let made = std::os::unix::fs::symlink(root(), &link);
        assert_eq!(link.canonicalize().unwrap(), root(), "{made:?}");
        return (folder, "../lr".to_owned());
    };
    let config = ".cargo/config.toml";
    fs::copy(Path::new(&packages).join(config), folder.join(config)).unwrap();
    (folder, packages)
}

impl Followed {
    /// Follows `docs/PAGE.md`, which makes a folder and goes there, to its end, without what needs
    /// other tools.
    pub(crate) fn page(page: &str) -> Followed {
        Followed::follow_page(page, false)
    }

    /// Follows `docs/PAGE.md` with what needs other tools.
    pub(crate) fn page_with_tools(page: &str) -> Followed {
        Followed::follow_page(page, true)
    }

    fn follow_page(page: &str, with_tools: bool) -> Followed {
        let file = root().join(format!("docs/{page}.md"));
        let text = fs::read_to_string(&file).unwrap();
        // Packages name one another by their paths: none of them is known by two.
        let packages = env::var("REGISTRY_PACKAGES").ok();
        let target = packages.as_ref().map_or_else(target, |it| Path::new(it).join("target"));
        let (here, lr) = folder(packages);
        let mut followed = Followed { here, target, lr };
        let steps = steps(&text);
        let mut printed = Vec::new();
        for step in &steps {
            match step {
                Step::File(name, text) => followed.write(name, text),
                Step::Command { output, tools: true, .. } if !with_tools => {
                    printed.push(output.clone());
                }
                Step::Command { line, output, fails, .. } => {
                    let shown = followed.follow(line, *fails);
                    if env::var_os("UPDATE_GUIDE").is_none() {
                        assert_eq!(&shown, output, "$ {line}\nprints\n{shown}");
                    }
                    printed.push(shown);
                }
            }
        }
        assert!(printed.len() > 5, "{page}");
        if env::var_os("UPDATE_GUIDE").is_some() {
            fs::write(&file, with_outputs(&text, &printed)).unwrap();
        }
        followed
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.here.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self.take_versions();
    }

    /// Has a crate take what it needs in the versions that are at hand.
    fn take_versions(&self) {
        if self.here.join("Cargo.toml").exists() {
            let _ = fs::copy(root().join("Cargo.lock"), self.here.join("Cargo.lock"));
        }
    }

    /// Runs a command, or goes to a folder; what is printed.
    fn follow(&mut self, line: &str, fails: bool) -> String {
        if let Some(folder) = line.strip_prefix("cd ").filter(|folder| !folder.contains(' ')) {
            self.here.push(folder);
            self.take_versions();
            return String::new();
        }
        // What an earlier run left.
        if line.starts_with("cargo new ") || line.starts_with("nimbleparse new ") {
            let folder = line.rsplit(' ').next().expect("it has words");
            let _ = fs::remove_dir_all(self.here.join(folder));
        }
        // Standard error has what is wrong, and what a command does meanwhile, which pages leave
        // out.
        let streams = if fails { "exec 2>&1\n" } else { "" };
        let below = self.lr.strip_prefix("../").unwrap_or(&self.lr);
        let line =
            line.replace("../lr", &self.lr).replace("--path lr ", &format!("--path {below} "));
        let output = self.run(&format!("{streams}{line}"));
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(!output.status.success(), fails, "$ {line}\n{shown}{errors}");
        shown
    }

    /// Runs a command of a shell where the page is.
    pub(crate) fn run(&self, command: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_nimbleparse"));
        let mut path = program.parent().unwrap().as_os_str().to_owned();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.here)
            .env("PATH", path)
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_TARGET_DIR", &self.target)
            // Build scripts and programs share the libraries, which nobody debugs.
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env_remove("OUT_DIR")
            .output()
            .expect("a shell can be run")
    }
}

impl Drop for Followed {
    /// Leaves the files to be looked at if something was wrong.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.here);
        }
    }
}
