//! A build script that depends on this crate has all of `lrlex`, `regex` included: for lex files
//! with classes of characters that only that crate knows.
