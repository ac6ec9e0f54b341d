//! Sessions with the server over pipes.

mod client;
mod grammars;
#[cfg(target_os = "linux")]
mod hostile;
mod offers;
#[expect(dead_code, reason = "the guide's own tests use the rest")]
#[path = "../../../tests/guide/page.rs"]
mod page;
mod programs;
mod session;
mod tutorial;
