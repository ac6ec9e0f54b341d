//! Reads files that a user names: regular files only, and no more of them than a limit allows.
//!
//! A path in a configuration or in a case may lead to a device that never ends, to a pipe that
//! nobody writes, or to a sparse file larger than the memory. So what the path leads to is asked
//! before it is opened, which waits for ever at a pipe; the size is asked before anything is read;
//! and reading stops at the limit, because a file can grow meanwhile.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use lrpar::visible;

use crate::{Error, ErrorKind};

/// Why a file was not read. It is shown as one line that names the file.
#[derive(Debug)]
pub struct ReadError {
    path: PathBuf,
    kind: ReadErrorKind,
}

/// Kinds of [`ReadError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The system does not open or read it.
    Io(io::Error),
    /// It is a folder, a device, a pipe or a socket.
    NotAFile,
    /// It has more bytes than this limit.
    TooLong(u64),
    /// It is not UTF-8 at this byte.
    NotUtf8(usize),
}

impl ReadError {
    /// Returns what is wrong with the file.
    pub fn kind(&self) -> &ReadErrorKind {
        &self.kind
    }

    /// Returns whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(&self.kind, ReadErrorKind::Io(e) if e.kind() == io::ErrorKind::NotFound)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read '{}': ", visible(&self.path.to_string_lossy()))?;
        match &self.kind {
            ReadErrorKind::Io(_) if self.is_missing() => f.write_str("no such file"),
            ReadErrorKind::Io(error) => write!(f, "{error}"),
            ReadErrorKind::NotAFile if self.path.is_dir() => f.write_str("is a directory"),
            ReadErrorKind::NotAFile => f.write_str("not a regular file"),
            ReadErrorKind::TooLong(limit) => write!(f, "it has more than {limit} bytes"),
            ReadErrorKind::NotUtf8(at) => write!(f, "it is not UTF-8 at byte {at}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Error {
        Error::new(ErrorKind::File, error.to_string())
    }
}

/// Reads the bytes of a file of at most `limit` bytes. Links are followed.
///
/// # Errors
///
/// What cannot be read, is no regular file, or has more bytes.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    read(path, limit).map_err(|kind| ReadError { path: path.to_owned(), kind })
}

/// Reads the text of a file of at most `limit` bytes. Links are followed.
///
/// # Errors
///
/// Those of [`read_bytes`], and a file that is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|error| {
        let kind = ReadErrorKind::NotUtf8(error.utf8_error().valid_up_to());
        ReadError { path: path.to_owned(), kind }
    })
}

/// Reads the bytes of a file that a command line names, which may be a pipe, such as the shell
/// makes of `<(command)`: up to `limit` bytes.
///
/// # Errors
///
/// Those of [`read_bytes`].
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    if !is_pipe(path) {
        return read_bytes(path, limit);
    }
    let name = path.to_string_lossy();
    match File::open(path) {
        Ok(pipe) => read_stream(pipe, &name, limit),
        Err(error) => Err(ReadError { path: path.to_owned(), kind: ReadErrorKind::Io(error) }),
    }
}

/// Reads a stream, which messages call `name`, of at most `limit` bytes.
///
/// # Errors
///
/// If it cannot be read, or has more bytes.
pub fn read_stream(stream: impl Read, name: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
    up_to(stream, limit, 0).map_err(|kind| ReadError { path: name.into(), kind })
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    path.metadata().is_ok_and(|data| data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Reads a stream of at most `limit` bytes, about `size` of them.
fn up_to(stream: impl Read, limit: u64, size: u64) -> Result<Vec<u8>, ReadErrorKind> {
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    stream.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(ReadErrorKind::Io)?;
    match bytes.len() as u64 > limit {
        true => Err(ReadErrorKind::TooLong(limit)),
        false => Ok(bytes),
    }
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadErrorKind> {
    if !path.metadata().map_err(ReadErrorKind::Io)?.is_file() {
        return Err(ReadErrorKind::NotAFile);
    }
    let file = File::open(path).map_err(ReadErrorKind::Io)?;
    // Something else may have been put into its place.
    let metadata = file.metadata().map_err(ReadErrorKind::Io)?;
    if !metadata.is_file() {
        return Err(ReadErrorKind::NotAFile);
    }
    if metadata.len() > limit {
        return Err(ReadErrorKind::TooLong(limit));
    }
    up_to(file, limit, metadata.len())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("nimbleparse-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = folder("limit");
        let file = folder.join("a");
        fs::write(&file, "four").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "four");
        let error = read_text(&file, 3).unwrap_err().to_string();
        assert!(error.ends_with("a': it has more than 3 bytes"), "{error}");
        fs::write(&file, b"a\xff").unwrap();
        let error = read_text(&file, 4).unwrap_err().to_string();
        assert!(error.ends_with("it is not UTF-8 at byte 1"), "{error}");
        assert_eq!(read_bytes(&file, 4).unwrap(), b"a\xff");
        assert!(read_text(&folder.join("b"), 4).unwrap_err().is_missing());
        let error = read_text(&folder, 4).unwrap_err().to_string();
        assert!(error.ends_with("is a directory"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_never_ends_is_not_begun() {
        for device in ["/dev/zero", "/dev/null"] {
            let error = read_bytes(Path::new(device), u64::MAX).unwrap_err().to_string();
            assert_eq!(error, format!("cannot read '{device}': not a regular file"));
        }
        let folder = folder("endless");
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(matches!(read_bytes(&pipe, 4).unwrap_err().kind(), ReadErrorKind::NotAFile));
        let (one, other) = (folder.join("one"), folder.join("other"));
        std::os::unix::fs::symlink(&one, &other).unwrap();
        std::os::unix::fs::symlink(&other, &one).unwrap();
        let error = read_bytes(&one, 4).unwrap_err();
        assert!(matches!(error.kind(), ReadErrorKind::Io(_)) && !error.is_missing(), "{error}");
        let sparse = folder.join("sparse");
        File::create(&sparse).unwrap().set_len(3 << 30).unwrap();
        assert!(matches!(read_bytes(&sparse, 4).unwrap_err().kind(), ReadErrorKind::TooLong(4)));
        fs::remove_dir_all(folder).unwrap();
    }
}
