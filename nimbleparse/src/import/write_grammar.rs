//! A grammar with actions in C, written anew without them.
//!
//! In: the text of a Yacc file, and its syntax tree. Out: the text without actions at the end of
//! productions, code, and directives of other programs; an action inside a production stays as
//! `{}`, since it is a symbol to the table. Rules, precedences and comments stay as they are. Cost:
//! linear.

use lrtable::{
    Span,
    yacc::ast::{Ast, Element},
};

use super::write_lexer::apply;

/// Writes a Yacc file anew; one whose actions are in Rust stays as it is.
pub(super) fn write(source: &str, ast: &Ast) -> String {
    if ast.kind.has_rust() {
        return source.to_owned();
    }
    let mut edits = vec![(Span::new(0, 0), "/* Written by 'nimbleparse import'. */\n".to_owned())];
    let declarations = &ast.declarations;
    let mut without_effect = declarations.without_effect.clone();
    if let Some(prefix) = &declarations.token_prefix {
        let start = source[..prefix.span.start()].rfind('%').unwrap_or(prefix.span.start());
        let closed = usize::from(source[prefix.span.end()..].starts_with('}'));
        without_effect.push(Span::new(start, prefix.span.end() + closed));
    }
    // Words on both sides of what goes stay two.
    let without = |span: Span| {
        let span = with_line(source, span);
        let apart = |next: char| next.is_whitespace() || matches!(next, ';' | '|');
        let before = source[..span.start()].chars().next_back();
        let after = source[span.end()..].chars().next();
        let joins = before.is_some_and(|one| !apart(one)) && after.is_some_and(|one| !apart(one));
        (span, String::from(if joins { " " } else { "" }))
    };
    edits.extend(without_effect.iter().map(|span| without(*span)));
    ast.productions(&mut |production| {
        for element in &production.elements {
            if let Element::MidRule { code, .. } = element {
                edits.push((action(source, code.span), "{}".to_owned()));
            }
        }
        if let Some(code) = &production.action {
            let whole = action(source, code.span);
            edits.push(match production.elements.last() {
                // Without it the one before would be the last.
                Some(Element::MidRule { .. }) => (whole, "{}".to_owned()),
                _ => without(whole),
            });
        }
    });
    if let Some(programs) = &declarations.programs {
        let before = &source[..programs.span.start()];
        let before = before.strip_suffix("%%").or(before.strip_suffix("\\\\")).unwrap_or(before);
        edits.push((Span::new(before.len(), source.len()), String::new()));
    }
    apply(source, edits)
}

/// The action with this code: in braces, or after `=` a statement, as the first Yacc wrote it.
fn action(source: &str, code: Span) -> Span {
    let (before, after) = (&source[..code.start()], &source[code.end()..]);
    let before = before.strip_suffix('{').unwrap_or(before);
    Span::new(before.len(), code.end() + usize::from(after.starts_with(['}', ';'])))
}

/// What stands at `span` with its lines, if nothing else stands in them, else with the blanks
/// before it.
fn with_line(source: &str, span: Span) -> Span {
    let before = source[..span.start()].trim_end_matches([' ', '\t']);
    let after = source[span.end()..].trim_start_matches([' ', '\t', '\r']);
    let is_line = before.is_empty() || before.ends_with('\n');
    match after.strip_prefix('\n').filter(|_| is_line) {
        Some(rest) => Span::new(before.len(), source.len() - rest.len()),
        None if is_line => span,
        None => Span::new(before.len(), span.end()),
    }
}
