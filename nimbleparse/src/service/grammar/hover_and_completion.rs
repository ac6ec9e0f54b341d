//! Describes names in a Yacc file and its lex file, and completes them.

use std::collections::{BTreeSet, HashSet};

use lrlex::{LAYOUT_DIRECTIVES, LexerDef as _};
use lrpar::visible;
use lrtable::{
    Span, StateGraph, StateId, Symbol, TokenId,
    grammar::{Grammar, library},
    precedence,
    yacc::ast::{Assoc, Code, RuleDef},
};

use super::{
    action_names::codes,
    occurrences::{NameKind, Occurrence, Role, occurrences},
    references,
    structure::head,
};
use crate::{
    language::{Part, Specification},
    limits,
    service::{
        program::completion::{Offer, Offers},
        token_classes::Class,
    },
};

/// Directives of Yacc files that have an effect here.
const YACC: [&str; 20] = [
    "%token",
    "%start",
    "%left",
    "%right",
    "%nonassoc",
    "%precedence",
    "%prec",
    "%empty",
    "%expect",
    "%expect-rr",
    "%expect-unused",
    "%epp",
    "%avoid_insert",
    "%brackets",
    "%insert-cost",
    "%delete-cost",
    "%define lr.type",
    "%inline",
    "%mistake",
    "%spanned",
];

/// Directives of lex files beside those of layout.
const LEX: [&str; 5] = ["%x", "%s", "%reclassify", "%unfinished", "%grmtools"];

/// Returns what is known of the name at byte `at` of a file, in lines, with the name's place.
pub fn describe(
    specification: &Specification,
    part: Part,
    at: usize,
) -> Option<(Span, Vec<String>)> {
    let place = references::name_at(specification, part, at)?;
    let mut lines = Vec::new();
    if place.kind != NameKind::Symbol {
        let places = references::references(specification, part, at).into_iter();
        let defined = places.filter(|one| one.role == Role::Definition);
        lines.extend(defined.filter_map(|one| line_of(specification.text(part), one.span.start())));
        return (!lines.is_empty()).then_some((place.span, lines));
    }
    if let Some(grammar) = specification.grammar() {
        let graph = specification.language().ok().map(|language| &language.table.graph);
        if let Some(rule) = grammar.rule_named(&place.name) {
            lines = about_rule(grammar, rule);
            lines.extend(graph.map(|graph| states_after(graph, Symbol::Rule(rule))));
        } else if let Some(token) = grammar.token_named(&place.name) {
            lines = about_token(grammar, token);
            lines.extend(graph.map(|graph| states_after(graph, Symbol::Token(token))));
            lines.extend(graph.iter().flat_map(|graph| decided(grammar, graph, token)));
        }
    }
    if lines.is_empty() {
        lines = about_parameters(specification, &place.name);
    }
    for rule in specification.lexer().into_iter().flat_map(|lexer| lexer.iter_rules()) {
        if rule.name() == Some(&place.name) && lines.len() < 2 * limits::DESCRIBED {
            lines.push(match rule.is_made() {
                true => "made of line ends and indentation".to_owned(),
                false => format!("lex rule: {}", visible(rule.re_str())),
            });
        }
    }
    (!lines.is_empty()).then_some((place.span, lines))
}

/// Returns the definitions of a rule with parameters, of the file or else of the library.
fn about_parameters(specification: &Specification, name: &str) -> Vec<String> {
    let shown = |rule: &RuleDef| -> Vec<String> {
        let inline = if rule.inline.is_some() { "%inline " } else { "" };
        let productions = rule.productions.iter().take(limits::DESCRIBED);
        let productions = productions.map(|production| match production.to_string() {
            empty if empty.is_empty() => "%empty".to_owned(),
            symbols => symbols,
        });
        let productions = productions.collect::<Vec<_>>().join(" | ");
        vec![visible(&format!("{inline}{}: {productions}", head(rule)))]
    };
    let own = specification.ast.rules.iter().filter(|rule| rule.name.text == name);
    let own: Vec<String> = own.flat_map(shown).collect();
    let of_library = library().iter().filter(|rule| own.is_empty() && rule.name.text == name);
    let of_library: Vec<String> = of_library.flat_map(shown).collect();
    own.into_iter().chain(of_library).collect()
}

/// Returns the line of byte `at`.
fn line_of(text: &str, at: usize) -> Option<String> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().map(visible)
}

fn about_rule(grammar: &Grammar, rule: lrtable::RuleId) -> Vec<String> {
    let productions = &grammar.rule(rule).productions;
    let mut lines: Vec<String> = productions
        .iter()
        .take(limits::DESCRIBED)
        .map(|prod| grammar.show_production(*prod, None))
        .collect();
    if productions.len() > limits::DESCRIBED {
        lines.push(format!("… and {} more", productions.len() - limits::DESCRIBED));
    }
    let first = grammar.first();
    lines.push(format!("FIRST: {}", tokens(grammar, first.first(rule).iter())));
    lines.push(format!("FOLLOW: {}", tokens(grammar, grammar.follow()[rule.index()].iter())));
    lines.push(format!("can be empty: {}", if first.is_nullable(rule) { "yes" } else { "no" }));
    lines
}

fn about_token(grammar: &Grammar, id: TokenId) -> Vec<String> {
    let token = grammar.token(id);
    let mut lines = vec![format!("token {}", grammar.show_symbol(Symbol::Token(id)))];
    if let Some(epp) = &token.epp {
        lines.push(format!("in messages: {}", visible(epp)));
    }
    if let Some(precedence) = token.precedence {
        let assoc = match precedence.assoc {
            Assoc::Left => "%left",
            Assoc::Right => "%right",
            Assoc::Nonassoc => "%nonassoc",
            Assoc::None => "%precedence",
        };
        lines.push(format!("precedence: {assoc}, level {}", precedence.level));
    }
    lines
}

/// Returns the states in which a parser is after a symbol, by their numbers in reports of the state
/// graph.
fn states_after(graph: &StateGraph, symbol: Symbol) -> String {
    let edges = graph.states().iter().flat_map(|state| &state.edges);
    let after: BTreeSet<StateId> =
        edges.filter(|edge| edge.0 == symbol).map(|edge| edge.1).collect();
    format!("states after it: {}", listed(after.iter().map(|state| state.index().to_string())))
}

/// Returns the conflicts about a token that precedence resolved, one a line.
fn decided(grammar: &Grammar, graph: &StateGraph, token: TokenId) -> Vec<String> {
    let own = || graph.resolutions.iter().filter(move |resolution| resolution.token == token);
    let shown = own().take(limits::DESCRIBED);
    let mut lines: Vec<String> =
        shown.map(|resolution| precedence::show_resolution(grammar, resolution)).collect();
    if own().count() > lines.len() {
        lines.push(format!("… and {} more", own().count() - lines.len()));
    }
    lines
}

fn tokens(grammar: &Grammar, set: impl Iterator<Item = TokenId>) -> String {
    listed(set.map(|token| grammar.show_symbol(Symbol::Token(token))))
}

fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count > limits::DESCRIBED => {
            format!(
                "{} and {} more",
                names[..limits::DESCRIBED].join(" "),
                count - limits::DESCRIBED
            )
        }
        _ => names.join(" "),
    }
}

/// Returns what may be written at byte `at` of a file: directives after `%`, else rules and tokens
/// as they are spelled elsewhere in the file; nothing in actions.
pub fn completions(specification: &Specification, part: Part, at: usize) -> Offers {
    let text = specification.text(part);
    let at = text.floor_char_boundary(at);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut start = text[..at].trim_end_matches(is_part).len();
    let directive = text[..start].ends_with('%') && !text[..start].ends_with("%%");
    start -= usize::from(directive);
    let replaced = Span::new(start, at);
    if directive {
        let of_lexer = [&LEX[..], &LAYOUT_DIRECTIVES];
        let directives = if part == Part::Grammar { &[&YACC[..]][..] } else { &of_lexer };
        let offer = |name: &&str| Offer::new(name, Class::Keyword, "directive");
        return Offers {
            replaced,
            items: directives.iter().copied().flatten().map(offer).collect(),
        };
    }
    let in_code = |code: &Code| code.span.start() <= at && at <= code.span.end();
    if part == Part::Grammar && codes(&specification.ast).any(in_code) {
        return Offers { replaced, items: Vec::new() };
    }
    let mut items: Vec<Offer> = Vec::new();
    let mut seen = HashSet::new();
    let places = occurrences(specification);
    // Rules of the grammar have no place in a lex file.
    let rules: HashSet<&str> =
        specification.ast.rules.iter().map(|rule| rule.name.text.as_str()).collect();
    let open = text[..start].chars().next_back().filter(|c| "'\"".contains(*c));
    for Occurrence { kind, name, part: of, span, .. } in &places {
        let around = specification.ast.rules.iter().rfind(|rule| rule.name.span.start() <= start);
        if let NameKind::Parameter(rule) = kind {
            if around.is_some_and(|around| around.name.span.start() == *rule) && seen.insert(name) {
                items.push(Offer::new(name, Class::Name, "parameter"));
            }
            continue;
        }
        let is_rule = rules.contains(name.as_str());
        let is_itself = *of == part && span.start() == start;
        if is_itself || (part == Part::Lexer && is_rule) || !seen.insert(name) {
            continue;
        }
        let (class, detail) =
            if is_rule { (Class::Name, "rule") } else { (Class::Keyword, "token") };
        items.push(Offer::new(&spelled(specification, *of, *span, open.is_some()), class, detail));
    }
    let in_rules = part == Part::Grammar && around_rules(specification, start);
    for rule in library().iter().filter(|_| in_rules && open.is_none()) {
        if !rules.contains(rule.name.text.as_str()) {
            items.push(Offer::new(&format!("{}()", rule.name.text), Class::Name, &head(rule)));
        }
    }
    items.sort_by(|a, b| a.text.cmp(&b.text));
    Offers { replaced, items }
}

/// Returns whether rules stand at a byte of the grammar.
fn around_rules(specification: &Specification, at: usize) -> bool {
    specification.ast.rules.first().is_some_and(|rule| rule.name.span.end() <= at)
}

/// Returns a name as it is written at a place, in its quotes, or without them if they are there
/// already.
fn spelled(specification: &Specification, part: Part, span: Span, is_quoted: bool) -> String {
    let text = specification.text(part);
    let inner = span.text(text);
    match text[..span.start()].chars().next_back().filter(|c| "'\"".contains(*c)) {
        Some(quote) if !is_quoted => format!("{quote}{inner}{quote}"),
        _ => inner.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::grammar::structure::tests::{GRAMMAR, LEXER, read};

    #[test]
    fn hover_shows_productions_first_and_the_regex_of_tokens() {
        let (_, lines) = describe(&read(), Part::Grammar, GRAMMAR.find("Exp").unwrap()).unwrap();
        assert_eq!(lines[0], "Exp: Exp \"+\" Term");
        assert!(lines.contains(&"FIRST: \"INT\" \"+\"".to_owned()), "{lines:?}");
        assert!(lines.contains(&"FOLLOW: \"+\" $".to_owned()), "{lines:?}");
        let (span, lines) = describe(&read(), Part::Lexer, LEXER.find("INT").unwrap()).unwrap();
        assert_eq!(
            (span.text(LEXER), lines),
            (
                "INT",
                vec![
                    "token \"INT\"".into(),
                    "states after it: 3".into(),
                    "lex rule: [0-9]+".into()
                ]
            )
        );
        let (_, lines) = describe(&read(), Part::Grammar, GRAMMAR.find('+').unwrap()).unwrap();
        assert!(lines.iter().any(|line| line == "precedence: %left, level 0"), "{lines:?}");
    }

    #[test]
    fn hover_says_which_tokens_layout_makes() {
        let lexer = "%indentation NL IN DE\n%%\n[a-z] 'ID'\n\\n 'NL'\n";
        let grammar = "%%\nS: 'ID' 'NL' 'IN' 'ID' 'NL' 'DE';";
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        for (part, text) in [(Part::Lexer, lexer), (Part::Grammar, grammar)] {
            let (_, lines) = describe(&spec, part, text.find("IN").unwrap()).unwrap();
            assert_eq!(lines.last().unwrap(), "made of line ends and indentation");
        }
    }

    #[test]
    fn hover_tells_states_and_what_precedence_decided() {
        let grammar = "%left '+'\n%%\nE: E '+' E | 'INT';";
        let spec = Specification::new(Some(grammar.to_owned()), Some(LEXER.to_owned()));
        let (_, lines) = describe(&spec, Part::Grammar, grammar.find('+').unwrap()).unwrap();
        let decision = "by precedence, 'E: E \"+\" E' is reduced, and \"+\" is not shifted";
        assert_eq!(lines.iter().filter(|line| *line == decision).count(), 1, "{lines:?}");
        let graph = &spec.language().unwrap().table.graph;
        // The kernel says what a state comes after.
        let table = &spec.language().unwrap().table;
        let plus = table.grammar.token_named("+").unwrap();
        let after = graph.states().iter().enumerate().filter(|(_, state)| {
            state.kernel.core.iter().any(|item| {
                let symbols = table.grammar.symbols(item.prod);
                item.dot > 0 && symbols[item.dot as usize - 1] == Symbol::Token(plus)
            })
        });
        let after: Vec<String> = after.map(|(at, _)| at.to_string()).collect();
        let line = format!("states after it: {}", after.join(" "));
        assert!(!after.is_empty() && lines.contains(&line), "{line}: {lines:?}");
    }

    #[test]
    fn rules_with_parameters_are_described_and_their_parameters_offered_inside() {
        let grammar =
            "%%\nS: pair_of(T) separated_list(',', T);\npair_of(Item): Item '-' Item | ;\nT: 't';";
        let spec = Specification::new(Some(grammar.to_owned()), None);
        let about =
            |name: &str| describe(&spec, Part::Grammar, grammar.find(name).unwrap()).unwrap().1;
        assert_eq!(about("pair_of"), ["pair_of(Item): Item '-' Item | %empty"]);
        assert_eq!(
            about("separated_list"),
            ["separated_list(S, X): %empty | separated_nonempty_list(S, X)"]
        );
        let offered = |at: &str| -> Vec<String> {
            let at = grammar.find(at).unwrap();
            let items = completions(&spec, Part::Grammar, at).items;
            items.into_iter().map(|offer| offer.text).filter(|text| text == "Item").collect()
        };
        assert_eq!(offered("'-'").len(), 1);
        assert!(offered("'t'").is_empty());
    }

    #[test]
    fn rules_tokens_and_directives_are_offered_where_they_belong() {
        let offered = |part, at| -> Vec<String> {
            completions(&read(), part, at).items.into_iter().map(|offer| offer.text).collect()
        };
        let at = GRAMMAR.find("Term ;").unwrap() + 2;
        let mut own = offered(Part::Grammar, at);
        assert!(own.contains(&"separated_list()".to_owned()));
        own.retain(|text| !text.ends_with("()"));
        assert_eq!(own, ["'+'", "Exp", "INT", "Term"]);
        assert!(offered(Part::Grammar, 3).contains(&"%left".to_owned()));
        assert_eq!(offered(Part::Lexer, LEXER.find("INT").unwrap() + 1), ["+", "INT"]);
        let with_action = GRAMMAR.replace("INT | ;", "INT { In } ;");
        let at = with_action.find("In }").unwrap() + 2;
        let spec = Specification::new(Some(with_action), None);
        assert!(completions(&spec, Part::Grammar, at).items.is_empty());
    }
}
