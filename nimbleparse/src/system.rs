//! What programs and the system exchange, done once for all fronts: arguments, and files read and
//! written.

pub mod arguments;
pub mod read;
pub mod write;
