//! The program as its users see it: what it prints and how it ends.

mod appendix;
mod command_line;
mod conditions;
mod corrections;
mod drop_in;
#[cfg(unix)]
mod files;
mod fix;
mod gallery;
mod grep;
mod highlight;
mod import;
mod json;
mod large_inputs;
mod limits;
mod new_project;
mod newer;
mod one_look;
mod program;
mod real_files;
mod restarted;
mod schema;
mod shown;
mod test_command;
mod train;
