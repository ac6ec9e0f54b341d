//! Parses texts in the language `skeleton`.

use lrlex::lrlex_mod;
use lrpar::{Report, lrpar_mod};

use ast::Statement;

pub mod ast;

lrlex_mod!("skeleton.l");
lrpar_mod!("skeleton.y");

/// Parses a text. Returns a report for each mistake in it, and what it says once they are repaired.
pub fn parse(text: &str) -> (Option<Vec<Statement>>, Vec<Report>) {
    let lexerdef = skeleton_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (program, errors) = skeleton_y::parse(&lexer);
    let reports = skeleton_y::error_reporter(&lexer).reports(&errors).collect();
    (program, reports)
}
