//! Constant tables that a lex file defines, such as those of keywords.
//!
//! In: the tokens of the code outside of rules. Out: the rows of each array that is filled where it
//! is declared, and the names of their fields. Only single tokens are values. Cost: linear.

use fnv::FnvHashMap;

use super::{Token, TokenKind};
use crate::import::limits;

/// An array, filled where it is declared.
#[derive(Debug)]
pub(in crate::import) struct Table<'a> {
    /// The names of the fields of a row.
    pub(in crate::import) fields: Vec<&'a str>,
    pub(in crate::import) rows: Vec<Row<'a>>,
}

/// A row of a table.
#[derive(Debug)]
pub(in crate::import) enum Row<'a> {
    One(Token<'a>),
    Many(Vec<Token<'a>>),
}

/// Adds the tables that are declared among `all`.
pub(super) fn tables<'a>(all: &[Token<'a>], to: &mut FnvHashMap<&'a str, Table<'a>>) {
    let text = |at: usize| all.get(at).map_or("", |token| token.text);
    // The fields of each struct, and of the one that was declared last.
    let mut structs: FnvHashMap<&str, Vec<&str>> = FnvHashMap::default();
    let mut last: Vec<&str> = Vec::new();
    for at in 0..all.len() {
        match text(at) {
            "struct" => {
                let named =
                    usize::from(all.get(at + 1).is_some_and(|one| one.kind == TokenKind::Word));
                let name = if named == 1 { text(at + 1) } else { "" };
                match text(at + 1 + named) {
                    "{" => {
                        last = fields(&all[at + 2 + named..]);
                        structs.insert(name, last.clone());
                    }
                    _ => last = structs.get(name).cloned().unwrap_or_default(),
                }
            }
            "typedef" => last.clear(),
            "[" if all[at.saturating_sub(1)].kind == TokenKind::Word => {
                let Some(close) = all[at..].iter().position(|token| token.text == "]") else {
                    continue;
                };
                let open = at + close + 2;
                if text(open - 1) == "=" && text(open) == "{" {
                    let fields = last.clone();
                    if let Some(rows) = rows(&all[open + 1..]) {
                        to.insert(text(at - 1), Table { fields, rows });
                    }
                }
            }
            // A type by its name.
            word => last = structs.get(word).cloned().unwrap_or(std::mem::take(&mut last)),
        }
    }
}

/// The names of the fields of a struct, up to its closing brace.
fn fields<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let body = tokens.iter().take_while(|token| token.text != "}");
    let mut fields = Vec::new();
    let mut before = "";
    for token in body {
        if matches!(token.text, ";" | "," | "[") && !before.is_empty() {
            fields.push(before);
        }
        before = if token.kind == TokenKind::Word { token.text } else { "" };
    }
    fields
}

/// The rows up to the brace that closes the table; `None` if there are too many, or values that are
/// not one token.
fn rows<'a>(tokens: &[Token<'a>]) -> Option<Vec<Row<'a>>> {
    let mut rows = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.text {
            "}" => return Some(rows),
            "," => at += 1,
            "{" => {
                let len = tokens[at..].iter().position(|token| token.text == "}")?;
                let inside = &tokens[at + 1..at + len];
                let cells = inside.split(|token| token.text == ",").filter(|cell| !cell.is_empty());
                let one = |cell: &[Token<'a>]| if let [one] = cell { Some(*one) } else { None };
                rows.push(Row::Many(cells.map(one).collect::<Option<_>>()?));
                at += len + 1;
            }
            _ => {
                let next = tokens.get(at + 1)?.text;
                if !matches!(next, "," | "}") {
                    return None;
                }
                rows.push(Row::One(*token));
                at += 1;
            }
        }
        if rows.len() > limits::ROUNDS {
            return None;
        }
    }
    None
}
