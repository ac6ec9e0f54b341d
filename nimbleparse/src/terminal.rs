//! What is known of the terminal on standard error: how wide it is, and whether it takes colour.

use std::{
    fs::File,
    io::{self, IsTerminal},
    process::{Command, Stdio},
};

use lrpar::Renderer;

use crate::args::Color;

/// A renderer with the terminal's width, and colour if there is to be some.
pub(crate) fn fitted(renderer: Renderer<'_>, color: Color) -> Renderer<'_> {
    let renderer = renderer.colour(has_colour(color));
    match columns() {
        Some(columns) => renderer.width(columns),
        None => renderer,
    }
}

/// The columns of the terminal; `None` if there is none. `COLUMNS` says it, or else `stty`.
fn columns() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    if told.is_some() {
        return told;
    }
    if !io::stderr().is_terminal() {
        return None;
    }
    let terminal = File::open("/dev/tty").ok()?;
    let mut stty = Command::new("stty");
    let output = stty.arg("size").stdin(terminal).stderr(Stdio::null()).output().ok()?;
    let size = String::from_utf8(output.stdout).ok()?;
    size.split_whitespace().nth(1)?.parse().ok().filter(|columns| *columns > 0)
}

/// Whether there is to be colour.
fn has_colour(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            // https://no-color.org
            let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            io::stderr().is_terminal() && !is_set("NO_COLOR") && !is_dumb
        }
    }
}
