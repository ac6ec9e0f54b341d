//! Checks text of a grammar file that is spliced into Rust signatures: types, the parse's
//! parameter, its generics.
//!
//! In: the grammar. Out: an error, with its place, for each text that could end the syntax in which
//! it is written, and so become code that was not meant: a bracket, string or comment that does not
//! close or does not open, or a sign that ends a type. Actions need no check: they are cut where
//! their braces match, by the same scanner.

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
    let mut error = |message: &str, why: &str, span: Span| {
        let message = format!("{message}: {why}");
        errors.push(Diagnostic::error(BuildErrorKind::NotRust, message, span));
    };
    let mut check = |message: &str, code: &Code, parts: &[&str], ends: &[u8]| {
        let wrong = parts.iter().find_map(|part| Some((part, stray(part, ends)?)));
        if let Some((part, (at, why))) = wrong {
            let start = code.span.start() + (part.as_ptr().addr() - code.text.as_ptr().addr()) + at;
            error(message, &why, Span::new(start, start + 1));
        }
    };
    if let Some(code) = &declarations.parse_param {
        let (name, ty) = parameter(&code.text);
        check("'%parse-param' is not followed by 'name: type'", code, &[name, ty], TYPE_ENDS);
    }
    if let Some(code) = &declarations.parse_generics {
        check(
            "'%parse-generics' is not followed by generic parameters",
            code,
            &split_at_commas(&code.text),
            GENERIC_ENDS,
        );
    }
    if let Some(code) = &declarations.action_type {
        check("'%actiontype' is not followed by a type", code, &[&code.text], TYPE_ENDS);
    }
    if let Some(code) = &declarations.programs {
        check("the programs section is not balanced", code, &[&code.text], ITEM_ENDS);
    }
    let global = declarations.action_type.as_ref().map(|code| code.text.trim());
    for rule in grammar.rules() {
        let ty = rule.action_type.as_deref().filter(|ty| Some(*ty) != global);
        if let Some((_, why)) = ty.and_then(|ty| stray(ty, TYPE_ENDS)) {
            let message = format!("rule '{}' has no valid type", rule.name);
            error(&message, &why, rule.span.unwrap_or(Span::new(0, 0)));
        }
    }
}

/// Signs that end a type or a pattern outside brackets.
const TYPE_ENDS: &[u8] = b",;={}";
/// Signs that end a generic parameter, which may have a default, outside brackets.
const GENERIC_ENDS: &[u8] = b",;{}";
/// Items have no such end, and `<` and `>` are no brackets in them: they may compare.
const ITEM_ENDS: &[u8] = b"";

/// Returns the first place at which `text` would end early or change what follows, and why.
fn stray(text: &str, ends: &[u8]) -> Option<(usize, String)> {
    let unexpected = |at: usize| Some((at, format!("unexpected '{}'", &text[at..=at])));
    let not_closed =
        |at: usize| Some((at, format!("'{}' is not closed before its end", &text[at..=at])));
    // A string or comment that is not closed takes in what follows the text.
    let followed = format!("{text} ");
    let has_angles = ends != ITEM_ENDS;
    let mut open: Vec<(u8, usize)> = Vec::new();
    let (mut at, mut before) = (0, b' ');
    while at < text.len() {
        let end = rust_atom(&followed, at);
        if end > text.len() {
            return not_closed(at);
        }
        let last = text.as_bytes()[end - 1];
        let sign = if end == at + 1 { last } else { b' ' };
        match sign {
            _ if open.is_empty() && ends.contains(&sign) => return unexpected(at),
            b'(' | b'[' | b'{' => open.push((sign, at)),
            // Expressions stand in braces, where `<` and `>` compare.
            b'<' if has_angles && open.iter().all(|(open, _)| *open != b'{') => {
                open.push((sign, at));
            }
            b'>' if has_angles && before != b'-' && before != b'=' => match open.last() {
                Some((b'<', _)) => open.truncate(open.len() - 1),
                Some(_) => {}
                None => return unexpected(at),
            },
            b')' | b']' | b'}' => {
                let opening = open.iter().rposition(|(open, _)| *open != b'<');
                open.truncate(opening.map_or(0, |at| at + 1));
                let is_partner = |(open, _)| matches!(&[open, sign], b"()" | b"[]" | b"{}");
                if !open.pop().is_some_and(is_partner) {
                    return unexpected(at);
                }
            }
            _ => {}
        }
        (at, before) = (end, last);
    }
    open.first().and_then(|(_, at)| not_closed(*at))
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
            "S<{ '\"' }>",
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
                ("'%parse-param' is not followed by 'name: type': unexpected ')'", ") -"),
                ("'%parse-generics' is not followed by generic parameters: unexpected '>'", ">\n%"),
                ("the programs section is not balanced: unexpected '}'", "}"),
                ("rule 'A' has no valid type: unexpected '='", "A -"),
            ]
        );
    }

    #[test]
    fn programs_stay_in_their_module() {
        assert_eq!(stray("fn f() { if a < b { ')' } } // }\n", ITEM_ENDS), None);
        assert_eq!(stray("} mod m {", ITEM_ENDS).map(|(at, _)| at), Some(0));
        assert_eq!(stray("fn f() {", ITEM_ENDS).map(|(at, _)| at), Some(7));
        assert_eq!(stray("fn f() { ) }", ITEM_ENDS).map(|(at, _)| at), Some(9));
    }
}
