//! Sessions with the server over pipes.

mod client;
mod grammars;
mod programs;
mod session;
