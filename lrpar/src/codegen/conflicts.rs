//! The conflicts of a grammar as messages: where, on which token, between which items, and which of them wins.

use lrtable::{
    ProdId, Span, StateId, TokenId,
    conflict::Resolved,
    diagnostic::Diagnostic,
    grammar::{Grammar, Symbol},
    item::{Closer, Item, for_each_item},
};

/// Conflicts that are shown one by one; more are only counted.
const MAX_SHOWN: usize = 20;

/// Are the conflicts those that the file says are to be expected?
pub(super) fn are_expected(grammar: &Grammar, resolved: &Resolved) -> bool {
    let declarations = grammar.declarations();
    let expected = |declared: &Option<(usize, Span)>| declared.map_or(0, |(count, _)| count);
    resolved.conflicts.shift_reduce.len() == expected(&declarations.expect)
        && resolved.conflicts.reduce_reduce.len() == expected(&declarations.expect_rr)
}

/// A message for each conflict, and for each count that is not as expected. `new` makes a message, a warning or an error.
pub(super) fn messages(
    grammar: &Grammar,
    resolved: &Resolved,
    new: fn(String, Span) -> Diagnostic,
) -> Vec<Diagnostic> {
    let mut messages = counts(grammar, resolved, new);
    let mut closer = Closer::new(grammar);
    let conflicts = &resolved.conflicts;
    for conflict in conflicts.shift_reduce.iter().take(MAX_SHOWN) {
        let production = grammar.production(conflict.prod);
        let message = format!(
            "shift/reduce conflict in state {} on {}: it is shifted, and not reduced by '{}'",
            conflict.state.0,
            token(grammar, conflict.token),
            at_end(grammar, conflict.prod),
        );
        let mut message = new(message, production.span);
        let shifts = shifting_items(grammar, &mut closer, resolved, conflict.state, conflict.token);
        for item in shifts {
            let shown = grammar.show_production(item.prod, Some(item.dot as usize));
            message = message
                .also(grammar.production(item.prod).span, format!("it is shifted by '{shown}'"));
        }
        messages.push(message);
    }
    for conflict in conflicts.reduce_reduce.iter().take(MAX_SHOWN) {
        let (kept, dropped) = (conflict.kept, conflict.dropped);
        let message = format!(
            "reduce/reduce conflict in state {} on {}: it reduces by '{}', and not by '{}'",
            conflict.state.0,
            token(grammar, conflict.token),
            at_end(grammar, kept),
            at_end(grammar, dropped),
        );
        let message = new(message, grammar.production(dropped).span)
            .also(grammar.production(kept).span, "the production that wins");
        messages.push(message);
    }
    messages
}

/// What is to be said about the numbers of conflicts.
fn counts(
    grammar: &Grammar,
    resolved: &Resolved,
    new: fn(String, Span) -> Diagnostic,
) -> Vec<Diagnostic> {
    let declarations = grammar.declarations();
    let conflicts = &resolved.conflicts;
    let mut messages = Vec::new();
    for (what, directive, found, expected) in [
        ("shift/reduce", "%expect", conflicts.shift_reduce.len(), declarations.expect),
        ("reduce/reduce", "%expect-rr", conflicts.reduce_reduce.len(), declarations.expect_rr),
    ] {
        let conflicts = match found {
            1 => format!("1 {what} conflict"),
            _ => format!("{found} {what} conflicts"),
        };
        let them = if found == 1 { "it" } else { "them" };
        let more = match found.checked_sub(MAX_SHOWN) {
            Some(1..) => format!(", of which {MAX_SHOWN} are shown"),
            _ => String::new(),
        };
        match expected {
            Some((expected, _)) if expected == found => {}
            None if found == 0 => {}
            Some((expected, span)) => messages.push(new(
                format!("the grammar has {conflicts}, but '{directive}' says {expected}{more}"),
                span,
            )),
            None => {
                let start = grammar.rule(grammar.starts()[0]).span;
                messages.push(new(
                    format!("the grammar has {conflicts}{more}: resolve {them}, or accept {them} by '{directive} {found}'"),
                    start.unwrap_or(Span::new(0, 0)),
                ));
            }
        }
    }
    messages
}

fn token(grammar: &Grammar, token: TokenId) -> String {
    match token == grammar.eof() {
        true => "the end of the input".to_owned(),
        false => grammar.show_symbol(Symbol::Token(token)),
    }
}

fn at_end(grammar: &Grammar, prod: ProdId) -> String {
    grammar.show_production(prod, Some(grammar.symbols(prod).len()))
}

/// The items of a state with the dot before `token`.
fn shifting_items(
    grammar: &Grammar,
    closer: &mut Closer<'_>,
    resolved: &Resolved,
    state: StateId,
    token: TokenId,
) -> Vec<Item> {
    let state = resolved.graph.state(state);
    let closure = closer.close(&state.kernel);
    let mut items = Vec::new();
    for_each_item(grammar, &closure, |item, _| {
        if item.rest(grammar).first() == Some(&Symbol::Token(token)) {
            items.push(item);
        }
    });
    items
}
