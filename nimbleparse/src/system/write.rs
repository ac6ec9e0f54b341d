//! Writes files of users so that none is lost: a file holds its old bytes or its new ones, whatever
//! happens.
//!
//! The new bytes go into a file beside the old one, which is renamed over it when they are all on
//! the disk: a full disk, a limit of the file size or a killed program leaves the old file as it
//! was. Links are followed, permissions are kept, and so is the owner where the system allows it;
//! other hard links to the old file keep the old bytes. A program that is killed may leave a file
//! `.nimbleparse-…`, one that fails removes it.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::read::read_bytes;

/// Writes a file, new or in the place of an old one. What is no regular file, such as a pipe or a
/// device, is written to as it is.
///
/// # Errors
///
/// If the file cannot be written; it is as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |_| Ok(()))
}

/// Writes a file in the place of one that was read as `before`.
///
/// # Errors
///
/// Those of [`write()`]; if the file has changed since it was read.
pub fn update(path: &Path, before: &[u8], bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |path| match read_bytes(path, before.len() as u64) {
        Ok(now) if now == before => Ok(()),
        _ => Err(io::Error::other("it has changed since it was read")),
    })
}

/// Checks, before the work for it is done, that a file can be written. It is left as it is.
///
/// # Errors
///
/// If [`write()`] would fail now.
pub fn check(path: &Path) -> io::Result<()> {
    let path = &followed(path)?;
    let old = writable(path)?;
    match &old {
        Some(old) if old.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Some(old) if !old.is_file() => Ok(()),
        _ => make_beside(path, old.as_ref()).and_then(|(beside, _)| fs::remove_file(beside)),
    }
}

/// Returns what is known of the file at `path`, if there is one.
///
/// # Errors
///
/// If it is a regular file that may not be written: it is not replaced either.
fn writable(path: &Path) -> io::Result<Option<Metadata>> {
    match path.metadata() {
        Ok(old) if !old.is_file() => Ok(Some(old)),
        Ok(_) => OpenOptions::new().write(true).open(path)?.metadata().map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file if `check` allows it at the last moment.
fn put(path: &Path, bytes: &[u8], check: impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    let path = &followed(path)?;
    let old = writable(path)?;
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    let (beside, mut file) = make_beside(path, old.as_ref())?;
    let done = fill(&mut file, bytes, old.as_ref())
        .and_then(|()| check(path))
        .and_then(|()| fs::rename(&beside, path));
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    done
}

/// Returns the path at the end of all links; that file may be missing.
fn followed(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            // Links in a circle are another error, so this ends.
            Ok(link) => followed(&path.parent().unwrap_or(Path::new("")).join(link)),
            Err(_) => Ok(path.to_owned()),
        },
        found => found,
    }
}

/// Makes an empty file in the folder of `path`, which nobody may read who may not read `old`.
fn make_beside(path: &Path, old: Option<&Metadata>) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(old) = old {
        use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
        options.mode(old.mode() & 0o777);
    }
    #[cfg(not(unix))]
    let _ = old;
    let process = std::process::id();
    let mut nth = 0;
    loop {
        let beside = path.with_file_name(format!(".nimbleparse-{process}-{nth}"));
        match options.open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => nth += 1,
            Err(error) => {
                let message = format!("no file can be made beside it: {error}");
                return Err(io::Error::new(error.kind(), message));
            }
        }
    }
}

/// Writes all bytes to the disk, with the owner and the permissions of `old`.
fn fill(file: &mut File, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    // Nothing is lost with a file that is new.
    let Some(old) = old else { return Ok(()) };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only the owner changes files' groups, and only the administrator their owners.
            let _ = fchown(&*file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of a test's own, which goes with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("nimbleparse-write-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        /// The names in the folder, in order.
        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let folder = Folder::new("replaced");
        let file = folder.0.join("a");
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        update(&file, b"two", b"three").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"three");
        assert_eq!(folder.names(), ["a"]);
    }

    #[test]
    fn a_file_that_has_changed_or_is_gone_is_left_so() {
        let folder = Folder::new("changed");
        let file = folder.0.join("a");
        for now in ["on", "one more", "two"] {
            fs::write(&file, now).unwrap();
            let error = update(&file, b"one", b"new").unwrap_err();
            assert_eq!(error.to_string(), "it has changed since it was read");
            assert_eq!(fs::read_to_string(&file).unwrap(), now);
        }
        fs::remove_file(&file).unwrap();
        update(&file, b"one", b"new").unwrap_err();
        assert_eq!(folder.names(), [""; 0]);
    }

    #[test]
    fn what_cannot_be_replaced_leaves_nothing_beside_it() {
        let folder = Folder::new("failed");
        write(&folder.0, b"x").unwrap_err();
        write(&folder.0.join("no/a"), b"x").unwrap_err();
        assert_eq!(folder.names(), [""; 0]);
    }

    #[test]
    fn what_can_be_written_is_known_before() {
        let folder = Folder::new("checked");
        let file = folder.0.join("a");
        check(&file).unwrap();
        assert_eq!(folder.names(), [""; 0]);
        fs::write(&file, "one").unwrap();
        check(&file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"one");
        let wrong = [folder.0.clone(), folder.0.join("no/a"), file.join("b")];
        for path in wrong {
            let (checked, written) = (check(&path).unwrap_err(), write(&path, b"x").unwrap_err());
            assert_eq!(checked.kind(), written.kind(), "{}", path.display());
        }
        assert_eq!(folder.names(), ["a"]);
    }

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = Folder::new("links");
        let inner = folder.0.join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a"), "one").unwrap();
        for mode in [0o640, 0o755, 0o600] {
            fs::set_permissions(inner.join("a"), fs::Permissions::from_mode(mode)).unwrap();
            if mode == 0o640 {
                symlink("inner/a", folder.0.join("link")).unwrap();
                symlink("link", folder.0.join("second")).unwrap();
            }
            write(&folder.0.join("second"), format!("{mode}").as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(inner.join("a")).unwrap(), format!("{mode}"));
            let now = fs::metadata(inner.join("a")).unwrap().permissions().mode();
            assert_eq!(now & 0o7777, mode);
        }
        assert!(folder.0.join("second").symlink_metadata().unwrap().is_symlink());
        // A link may lead to a file that is not there yet; links in a circle lead nowhere.
        symlink("inner/b", folder.0.join("new")).unwrap();
        write(&folder.0.join("new"), b"b").unwrap();
        assert_eq!(fs::read(inner.join("b")).unwrap(), b"b");
        symlink("circle", folder.0.join("circle")).unwrap();
        write(&folder.0.join("circle"), b"c").unwrap_err();
        // A device has nothing to lose.
        write(Path::new("/dev/null"), b"d").unwrap();
        assert_eq!(folder.names(), ["circle", "inner", "link", "new", "second"]);
    }
}
