//! Sessions with the server over pipes.

mod client;
mod grammars;
#[cfg(target_os = "linux")]
mod hostile;
mod offers;
#[path = "../../../tests/guide/page.rs"]
mod page;
mod programs;
mod session;
mod tutorial;
