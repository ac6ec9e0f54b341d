//! Sessions with the server over pipes.

mod client;
mod grammars;
#[cfg(target_os = "linux")]
mod hostile;
mod offers;
mod programs;
mod session;
