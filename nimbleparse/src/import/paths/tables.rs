//! Values in constant tables of the file.
//!
//! In: a row, and a field. Out: the value that stands there. Cost: constant, but for the names of
//! the fields.

use lrtable::Span;

use super::Path;
use crate::import::{
    c::{
        self, Token, TokenKind,
        expression::{Expr, Node},
        tables::Row,
    },
    value::Value,
};

impl<'a> Path<'_, 'a> {
    /// A row of a constant table: its value, if it has one only.
    pub(super) fn entry(&self, table: String, row: usize, span: Span) -> Value {
        let rows = &self.definitions.tables[&table[..]].rows;
        match rows.get(row) {
            None => Value::Computed(span),
            Some(Row::One(token)) => self.cell(token, span),
            Some(Row::Many(_)) => Value::Entry(table, row),
        }
    }

    /// A field of a row of a constant table.
    pub(super) fn field(&self, table: &str, row: usize, field: &str, span: Span) -> Value {
        let table = &self.definitions.tables[table];
        let column = table.fields.iter().position(|name| *name == field);
        match (table.rows.get(row), column) {
            (Some(Row::Many(cells)), Some(column)) => match cells.get(column) {
                Some(token) => self.cell(token, span),
                None => Value::Number(0),
            },
            _ => Value::Computed(span),
        }
    }

    fn cell(&self, token: &Token<'a>, span: Span) -> Value {
        match (token.kind, token.text) {
            (TokenKind::Text, text) => c::plain_text(text)
                .map_or(Value::Computed(span), |text| Value::String(text.to_owned())),
            (TokenKind::Char, text) => c::char_value(text).map_or(Value::Computed(span), |c| {
                Value::Char(c, Span::new(span.start(), span.start()))
            }),
            (TokenKind::Number, text) => {
                c::number(text).map_or(Value::Computed(span), |number| Value::Number(number.into()))
            }
            (TokenKind::Word, "NULL" | "nullptr") => Value::Number(0),
            (TokenKind::Word, name) => Value::Name(name.to_owned(), span),
            _ => Value::Computed(span),
        }
    }

    /// The number of rows of a table in `sizeof t / sizeof t[0]`.
    pub(super) fn count(&self, first: &Expr<'a>, second: &Expr<'a>) -> Option<Value> {
        let size_of = |expr: &Expr<'a>| match &expr.node {
            Node::Call(function, arguments) if matches!(function.node, Node::Word("sizeof")) => {
                let mut inside = arguments.first()?;
                while let Node::Index(array, _) | Node::Prefix("*", array) = &inside.node {
                    inside = array;
                }
                if let Node::Word(name) = inside.node { Some(name) } else { None }
            }
            _ => None,
        };
        let table = self.definitions.tables.get(size_of(first)?)?;
        let count = Value::Number(table.rows.len() as i64);
        (size_of(first) == size_of(second)).then_some(count)
    }
}
