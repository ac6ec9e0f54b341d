//! The tokens of Java, made of the repository's lex file.
#![allow(
    clippy::duplicated_attributes,
    reason = "rules that logos skips are attributes of one name"
)]

use logos::Logos;

include!(concat!(env!("OUT_DIR"), "/java_tokens.rs"));
