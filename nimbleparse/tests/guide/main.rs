//! The guide is right: its tutorials are followed word for word, and every block of Rust in it is
//! compiled.
//!
//! With `REGISTRY_PACKAGES=FOLDER` the crates of what is followed are taken from a folder that
//! `.ci/registry-packages` wrote.

// The commands are those of a shell, and the guide's folder is a link.
#![cfg(unix)]

mod blocks;
mod followed;
mod page;
mod queries;
mod quickstart;
mod tutorials;

use std::path::{Path, PathBuf};

/// The folder of the repository.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the repository is there")
}

/// Where Cargo puts what it compiles for these tests and the projects of users that are tests of
/// `lrlex`, so that it compiles the libraries once.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects")
}
