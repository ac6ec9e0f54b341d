//! Checks text of a grammar file that is spliced into Rust signatures: types, the parse's parameter, its generics.
//!
//! In: the grammar. Out: an error, with its place, for each text that could end the syntax in which it is written, and so become
//! code that was not meant: a bracket, string or comment that does not close or does not open, or a sign that ends a type.
//! Actions need no check: they are cut where their braces match, by the same scanner.

use lrtable::{
    Span,
    diagnostic::Diagnostic,
    grammar::Grammar,
    yacc::{ast::Code, rust_atom},
};

use super::error::BuildErrorKind;
use super::values::{parameter, split_at_commas};

/// Adds mistakes in the spliced texts of `grammar` to `errors`.
pub(super) fn check(grammar: &Grammar, errors: &mut Vec<Diagnostic>) {
    let declarations = grammar.declarations();
    let mut error = |message: String, span: Span| {
        errors.push(Diagnostic::error(BuildErrorKind::NotRust, message, span));
    };
    let mut check = |what: &str, code: &Code, parts: &[&str], ends: &[u8]| {
        let wrong = parts.iter().find_map(|part| Some((part, stray(part, ends)?)));
        if let Some((part, (at, why))) = wrong {
            let start = code.span.start() + (part.as_ptr().addr() - code.text.as_ptr().addr()) + at;
            error(format!("'{what}' is not one: {why}"), Span::new(start, start + 1));
        }
    };
    if let Some(code) = &declarations.parse_param {
        let (name, ty) = parameter(&code.text);
        check("%parse-param name: type", code, &[name, ty], TYPE_ENDS);
    }
    if let Some(code) = &declarations.parse_generics {
        check("%parse-generics", code, &split_at_commas(&code.text), GENERIC_ENDS);
    }
    if let Some(code) = &declarations.action_type {
        check("%actiontype", code, &[&code.text], TYPE_ENDS);
    }
    if let Some(code) = &declarations.programs
        && let Some((at, why)) = unbalanced(&code.text)
    {
        let start = code.span.start() + at;
        let message = format!("the programs section is not balanced: {why}");
        error(message, Span::new(start, start + 1));
    }
    let global = declarations.action_type.as_ref().map(|code| code.text.trim());
    for rule in grammar.rules() {
        let Some(ty) = rule.action_type.as_deref().filter(|ty| Some(*ty) != global) else {
            continue;
        };
        if let Some((_, why)) = stray(ty, TYPE_ENDS) {
            let message = format!("the type of rule '{}' is none: {why}", rule.name);
            error(message, rule.span.unwrap_or(Span::new(0, 0)));
        }
    }
}

/// Signs that end a type or a pattern outside brackets.
const TYPE_ENDS: &[u8] = b",;={}";
/// Signs that end a generic parameter, which may have a default, outside brackets.
const GENERIC_ENDS: &[u8] = b",;{}";

/// Returns the first place at which `text` would end early or change what follows, and why.
fn stray(text: &str, ends: &[u8]) -> Option<(usize, String)> {
    let mut open: Vec<(u8, usize)> = Vec::new();
    scan(text, |at, byte, before| {
        let closes = match byte {
            b'(' | b'[' | b'{' if open.is_empty() && ends.contains(&byte) => {
                return Some(unexpected(text, at));
            }
            b'(' | b'[' | b'{' => {
                open.push((byte, at));
                return None;
            }
            // Expressions stand in braces, where `<` and `>` compare.
            b'<' if open.iter().all(|(open, _)| *open != b'{') => {
                open.push((byte, at));
                return None;
            }
            b'>' if before == b'-' || before == b'=' => return None,
            b'>' => b'<',
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ if open.is_empty() && ends.contains(&byte) => return Some(unexpected(text, at)),
            _ => return None,
        };
        if byte != b'>' {
            while open.last().is_some_and(|(open, _)| *open == b'<') {
                open.pop();
            }
        }
        match open.last() {
            Some((open_with, _)) if *open_with == closes => {
                open.pop();
                None
            }
            // A comparison.
            Some(_) if byte == b'>' => None,
            _ => Some(unexpected(text, at)),
        }
    })
    .or_else(|| open.first().map(|(_, at)| not_closed(text, *at)))
}

/// Returns the first bracket of `text` without its counterpart, or string or comment that does not end.
fn unbalanced(text: &str) -> Option<(usize, String)> {
    let mut open: Vec<(u8, usize)> = Vec::new();
    scan(text, |at, byte, _| {
        let closes = match byte {
            b'(' | b'[' | b'{' => {
                open.push((byte, at));
                return None;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => return None,
        };
        let matches = open.pop().is_some_and(|(open, _)| open == closes);
        (!matches).then(|| unexpected(text, at))
    })
    .or_else(|| open.first().map(|(_, at)| not_closed(text, *at)))
}

/// Calls `sign` with each sign of `text` outside words, strings and comments, its place and the byte before it, until it returns
/// a mistake; reports strings and comments that do not end itself.
fn scan(
    text: &str,
    mut sign: impl FnMut(usize, u8, u8) -> Option<(usize, String)>,
) -> Option<(usize, String)> {
    let mut at = 0;
    let mut before = b' ';
    while at < text.len() {
        let end = rust_atom(text, at);
        let atom = &text.as_bytes()[at..end];
        let is_open = match atom {
            [b'/', b'/', ..] => end == text.len(),
            [b'/', b'*', ..] => !ends_comment(atom),
            _ => atom.contains(&b'"') && !ends_string(atom),
        };
        if is_open {
            return Some(not_closed(text, at));
        }
        if let &[byte] = atom
            && let Some(found) = sign(at, byte, before)
        {
            return Some(found);
        }
        before = *atom.last().unwrap_or(&b' ');
        at = end;
    }
    None
}

/// Returns whether a string is closed. A raw string ends with as many hashes as it begins with.
fn ends_string(atom: &[u8]) -> bool {
    let Some(quote) = atom.iter().position(|byte| *byte == b'"') else { return false };
    let (opening, inside) = (&atom[..quote], &atom[quote + 1..]);
    if opening.is_empty() {
        let Some((b'"', inside)) = inside.split_last() else { return false };
        let escapes = inside.iter().rev().take_while(|byte| **byte == b'\\').count();
        return escapes.is_multiple_of(2);
    }
    let hashes = opening.iter().filter(|byte| **byte == b'#').count();
    let Some(inside) = inside.len().checked_sub(hashes + 1).map(|at| &inside[at..]) else {
        return false;
    };
    inside[0] == b'"' && inside[1..].iter().all(|byte| *byte == b'#')
}

/// Returns whether a block comment is closed, with all comments nested in it.
fn ends_comment(atom: &[u8]) -> bool {
    let mut depth = 0usize;
    let mut at = 0;
    while at + 1 < atom.len() {
        match &atom[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth.saturating_sub(1), at + 2),
            _ => at += 1,
        }
    }
    depth == 0
}

fn unexpected(text: &str, at: usize) -> (usize, String) {
    (at, format!("unexpected '{}'", &text[at..at + 1]))
}

fn not_closed(text: &str, at: usize) -> (usize, String) {
    let sign = text[at..].chars().next().unwrap_or(' ');
    (at, format!("'{sign}' is not closed before its end"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrtable::{Spanned, yacc::YaccKind};

    #[test]
    fn types_are_balanced() {
        for ty in [
            "u32",
            "()",
            "Result<Vec<(u8, &'a str)>, Box<dyn Fn(u8) -> Option<u8> + 'a>>",
            "[u8; 4]",
            "Array<{ N > 3 && M < 4 }>",
            "[u8; N << 2]",
            "impl Iterator<Item = u8>",
            "std::iter::Map<I, fn(u8) -> u8>",
            "Vec< /* } */ u8>",
            "Vec<\n // }\n u8>",
            "S<'}'>",
            "S<{ \"}\" }>",
            "S<{ r#\"}\"# }>",
            "S<{ r\"\\\" }>",
            "S<{ \"\\\\\" }>",
        ] {
            assert_eq!(stray(ty, TYPE_ENDS), None, "{ty}");
        }
    }

    #[test]
    fn what_could_end_a_signature_is_refused_at_its_place() {
        for (ty, at) in [
            ("u32) -> () { } fn q(x: u32", 3),
            ("u32> fn", 3),
            ("u32, q: u32", 3),
            ("u32; fn", 3),
            ("u32 { } fn f()", 4),
            ("u32 } fn f() {", 4),
            ("u32 = 5", 4),
            ("Vec<u32", 3),
            ("(u32", 0),
            ("(u32]", 4),
            ("u32 // x", 4),
            ("u32 /* x", 4),
            ("u32 /* /* */", 4),
            ("S<{ \"x", 4),
            ("S<{ r#\"x\" }>", 4),
            ("S<{ r#\"x\"", 4),
            ("S<{ \"x\\\"", 4),
        ] {
            assert_eq!(stray(ty, TYPE_ENDS).map(|(at, _)| at), Some(at), "{ty}");
        }
    }

    #[test]
    fn each_text_of_a_file_is_checked_and_its_place_said() {
        let source = "%parse-generics T, U>\n%parse-param p: u32) -> () { } fn q(x: u32\n%%\n\
                      A -> u8 = 1:  { f( } };\n%%\nfn g() { } }";
        let source = source.replace("{ f( }", "{ f(\"}\") ");
        let grammar = Grammar::parse(&source, Some(YaccKind::Grmtools)).unwrap();
        let mut errors = Vec::new();
        check(&grammar, &mut errors);
        let found: Vec<(&str, &str)> = errors
            .iter()
            .map(|e| (e.message(), &source[e.spans()[0].start()..]))
            .map(|(m, rest)| (m, rest.get(..3).unwrap_or(rest)))
            .collect();
        assert_eq!(
            found,
            [
                ("'%parse-param name: type' is not one: unexpected ')'", ") -"),
                ("'%parse-generics' is not one: unexpected '>'", ">\n%"),
                ("the programs section is not balanced: unexpected '}'", "}"),
                ("the type of rule 'A' is none: unexpected '='", "A -"),
            ]
        );
    }

    #[test]
    fn programs_stay_in_their_module() {
        assert_eq!(unbalanced("fn f() { if a < b { ')' } } // }\n"), None);
        assert_eq!(unbalanced("} mod m {").map(|(at, _)| at), Some(0));
        assert_eq!(unbalanced("fn f() {").map(|(at, _)| at), Some(7));
        assert_eq!(unbalanced("fn f() { ) }").map(|(at, _)| at), Some(9));
    }
}
