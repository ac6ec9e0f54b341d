//! Parts of a Yacc or a lex file for editors: outline, folds, colours of names, and what is around
//! a place.

use std::collections::HashSet;

use lrpar::visible;
use lrtable::{
    Span,
    yacc::ast::{Element, RuleDef},
};

use super::{
    action_names::codes,
    occurrences::{NameKind, Occurrence, Role, occurrences},
    references,
};
use crate::{
    language::{Part, Specification},
    service::program::{
        colours::Coloured,
        structure::{Fold, OutlineSymbol, trimmed},
    },
};

/// Returns the outline of a file: rules and declared tokens, or the tokens that lex rules make.
pub fn symbols(specification: &Specification, part: Part) -> Vec<OutlineSymbol<'static>> {
    let symbol = |kind: &'static str, name: &str, name_span: Span, span: Span| OutlineSymbol {
        depth: 0,
        kind,
        name: visible(name),
        name_span,
        span,
    };
    let mut found = Vec::new();
    if part == Part::Grammar {
        for token in &specification.ast.tokens {
            let name = &token.name;
            found.push(symbol("constant", &name.text, name.span, name.span));
        }
        for rule in &specification.ast.rules {
            found.push(symbol("function", &head(rule), rule.name.span, rule_span(rule)));
        }
    } else {
        let places = occurrences(specification).into_iter();
        let given = places.filter(|one| one.part == part && one.role == Role::Definition);
        found.extend(given.map(|one| symbol("constant", &one.name, one.span, one.span)));
    }
    // Declarations without a name that can be shown are left out.
    found.retain(|one| !one.name.trim().is_empty());
    found.sort_by_key(|one| one.span.start());
    found
}

/// Returns the name of a rule with its parameters.
pub(super) fn head(rule: &RuleDef) -> String {
    let parameters: Vec<&str> = rule.parameters.iter().map(|name| name.text.as_str()).collect();
    match parameters.is_empty() {
        true => rule.name.text.clone(),
        false => format!("{}({})", rule.name.text, parameters.join(", ")),
    }
}

fn rule_span(rule: &RuleDef) -> Span {
    let start = rule.name.span.start();
    let last = rule.productions.last().map_or(start, |last| {
        let action = last.action.as_ref().map_or(0, |action| action.span.end());
        last.span.end().max(action)
    });
    Span::new(start, last.max(rule.name.span.end()))
}

/// Returns the folds of a file: rules on several lines.
pub fn folds(specification: &Specification, part: Part) -> Vec<Fold> {
    if part == Part::Lexer {
        return Vec::new();
    }
    let text = specification.text(part);
    let rules = specification.ast.rules.iter().map(rule_span);
    let long = rules.filter(|span| span.text(text).contains('\n'));
    long.map(|span| Fold { span, is_comment: false, keeps_last: false }).collect()
}

/// Returns the classes of the names of a file, in the order of the text; editors colour the rest by
/// their own grammars.
pub fn colours(specification: &Specification, part: Part) -> Vec<Coloured<'static>> {
    let rules: HashSet<&str> =
        specification.ast.rules.iter().map(|rule| rule.name.text.as_str()).collect();
    let own = references::all(specification).into_iter().filter(|place| place.part == part);
    let coloured = own.map(|Occurrence { kind, name, span, role, .. }| {
        let class = match kind {
            NameKind::Symbol if rules.contains(name.as_str()) => "function",
            NameKind::Symbol => "constant",
            NameKind::StartState => "namespace",
            NameKind::Definition => "type",
            NameKind::Label(_) | NameKind::Parameter(_) => "variable.parameter",
        };
        Coloured { span, class, is_declaration: role != Role::Reference }
    });
    let mut found: Vec<Coloured<'_>> = coloured.collect();
    found.sort_by_key(|one| one.span.start());
    found.dedup_by(|later, one| later.span.start() < one.span.end());
    found
}

/// Returns the spans around byte `at` of a file, the smallest first: a name, a symbol in its
/// quotes, an action, a production, a rule, the line, the section, the text.
pub fn around(specification: &Specification, part: Part, at: usize) -> Vec<Span> {
    let text = specification.text(part);
    let at = text.floor_char_boundary(at);
    let mut spans = vec![Span::new(0, text.len()), trimmed_line(text, at)];
    spans.extend(sections(text));
    let names = references::all(specification).into_iter().filter(|place| place.part == part);
    spans.extend(names.map(|place| place.span));
    if part == Part::Grammar {
        for rule in &specification.ast.rules {
            spans.push(rule_span(rule));
        }
        specification.ast.productions(&mut |production| {
            spans.push(production.span);
            let items = production.elements.iter();
            spans
                .extend(items.filter(|one| matches!(one, Element::Item { .. })).map(Element::span));
        });
        spans.extend(codes(&specification.ast).map(|code| code.span));
    }
    spans.retain(|span| span.start() <= at && at <= span.end() && !span.is_empty());
    spans.sort_by_key(|span| (span.len(), span.start()));
    let mut around: Vec<Span> = Vec::new();
    for span in spans {
        let holds = |inner: &Span| span.start() <= inner.start() && inner.end() <= span.end();
        if around.last().is_none_or(|inner| holds(inner) && *inner != span) {
            around.push(span);
        }
    }
    around
}

/// Returns the line of byte `at`, trimmed.
fn trimmed_line(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    trimmed(text, Span::new(start, end))
}

/// Returns the spans between the lines `%%`.
fn sections(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "%%" {
            found.push(Span::new(start, at));
            start = at + line.len();
        }
        at += line.len();
    }
    found.push(Span::new(start, at));
    found.into_iter().map(|span| trimmed(text, span)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::service::grammar) const GRAMMAR: &str =
        "%token INT\n%left '+'\n%%\nExp: Exp '+' Term\n   | Term ;\nTerm: INT | ;\n";
    pub(in crate::service::grammar) const LEXER: &str = "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n";

    pub(in crate::service::grammar) fn read() -> Specification {
        Specification::new(Some(GRAMMAR.to_owned()), Some(LEXER.to_owned()))
    }

    #[test]
    fn files_have_outlines_and_long_rules_fold() {
        let names = |part| -> Vec<String> {
            symbols(&read(), part).into_iter().map(|one| one.name).collect()
        };
        assert_eq!(names(Part::Grammar), ["INT", "Exp", "Term"]);
        assert_eq!(names(Part::Lexer), ["INT", "+"]);
        let folds = folds(&read(), Part::Grammar);
        assert_eq!(folds.len(), 1);
        assert!(folds[0].span.text(GRAMMAR).ends_with("| Term"));
    }

    #[test]
    fn names_have_colours_and_selections_grow() {
        let grammar = "%grmtools{yacckind: Grmtools}\n%token INT\n%%\nE -> u8: E[l] '+' INT { $l + $3 } | INT { 1 };\n";
        let lexer = "%x S\nD [0-9]\n%%\n{D}+ \"INT\"\n\\+ \"+\"\n<S>. ;\n";
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        let shown = |part: Part| -> Vec<(&str, &str, bool)> {
            let found = colours(&spec, part).into_iter();
            let text = spec.text(part);
            found.map(|one| (one.span.text(text), one.class, one.is_declaration)).collect()
        };
        assert_eq!(
            shown(Part::Grammar),
            [
                ("INT", "constant", true),
                ("E", "function", true),
                ("E", "function", false),
                ("l", "variable.parameter", true),
                ("+", "constant", false),
                ("INT", "constant", false),
                ("l", "variable.parameter", false),
                ("INT", "constant", false),
            ]
        );
        let found = shown(Part::Lexer);
        assert_eq!(
            found[..3],
            [("S", "namespace", true), ("D", "type", true), ("D", "type", false)]
        );
        for (part, what, expected) in [
            (Part::Grammar, "+'", &["+", "'+'", "E[l] '+' INT { $l + $3 }"][..]),
            (Part::Lexer, "INT", &["INT", "{D}+ \"INT\""]),
        ] {
            let text = spec.text(part);
            let texts: Vec<&str> = around(&spec, part, text.find(what).unwrap())
                .iter()
                .map(|span| span.text(text))
                .collect();
            assert_eq!(texts[..expected.len()], *expected);
            assert_eq!(texts.last(), Some(&text));
            assert!(texts.windows(2).all(|pair| pair[1].contains(pair[0]) && pair[0] != pair[1]));
        }
    }
}
