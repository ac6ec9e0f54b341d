//! The terminal: its width, and whether it takes colour.

use std::{
    fs::File,
    io::{self, IsTerminal},
    process::{Command, Stdio},
};

use lrpar::Renderer;

use super::parse_arguments::Color;

/// Makes a renderer of the terminal's width, coloured if wanted.
pub(crate) fn fitted(renderer: Renderer<'_>, color: Color) -> Renderer<'_> {
    let renderer = renderer.colour(has_colour(color, &io::stderr()));
    match columns() {
        Some(columns) => renderer.width(columns),
        None => renderer,
    }
}

/// Returns the columns of the terminal, by `COLUMNS` or else `stty`; `None` if there is none.
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

/// Returns whether output to `out` is coloured.
pub(crate) fn has_colour(color: Color, out: &impl IsTerminal) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            // https://no-color.org
            let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            out.is_terminal() && !is_set("NO_COLOR") && !is_dumb
        }
    }
}
