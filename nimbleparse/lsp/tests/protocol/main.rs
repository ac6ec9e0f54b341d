//! Sessions with the server over pipes.

mod client;
mod programs;
mod session;
