//! Where the names of rules and tokens stand in a Yacc file and its lex file: definition, references, renaming.
//!
//! A place is that of the name itself, without quotes. All places come from what the readers made of the files, but for directives that
//! they skip or do not keep (`%type`, `%nterm`, `%reclassify`), which are looked through word by word. A renaming is checked
//! by reading the result: it must be the same grammar and the same lexer but for the name.

use std::collections::HashSet;

use lrlex::LexerDef as _;
use lrpar::{TextEdit, apply_edits};
use lrtable::{
    Span,
    yacc::{
        YaccKind,
        action::{Piece, SymbolNames, pieces},
        ast::{Element, ProductionDef, Quote, SymbolRef},
    },
};

use super::specification::{Part, Specification};

/// What a name does at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A rule's productions follow, or a lex rule gives the token.
    Definition,
    /// A directive declares a token.
    Declaration,
    /// Any other mention.
    Reference,
}

/// A place where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name.
    pub name: String,
    /// In which file it is.
    pub part: Part,
    /// Where, without quotes.
    pub span: Span,
    /// What it does there.
    pub role: Role,
}

/// All places of names of rules and tokens, file by file in the order of the text.
pub fn occurrences(specification: &Specification) -> Vec<Occurrence> {
    let tokens = specification.grammar().map_or(&[][..], |grammar| grammar.tokens());
    let quoted = tokens.iter().map(|token| token.name.as_str());
    let quoted = quoted.filter(|name| name.starts_with('\'')).collect();
    let mut found = Found { specification, quoted, list: Vec::new() };
    found.in_declarations();
    found.in_rules();
    found.in_lexer();
    found.in_other_directives();
    let mut list = found.list;
    list.sort_by_key(|one| (one.part, one.span.start(), one.role));
    list.dedup_by_key(|one| (one.part, one.span.start()));
    list
}

/// The place at byte `at` of a file.
pub fn name_at(specification: &Specification, part: Part, at: usize) -> Option<Occurrence> {
    let is_at =
        |one: &Occurrence| one.part == part && one.span.start() <= at && at <= one.span.end();
    occurrences(specification).into_iter().find(is_at)
}

/// All places of the name that stands at byte `at` of a file.
pub fn references(specification: &Specification, part: Part, at: usize) -> Vec<Occurrence> {
    let all = occurrences(specification);
    let is_at =
        |one: &&Occurrence| one.part == part && one.span.start() <= at && at <= one.span.end();
    let Some(name) = all.iter().find(is_at).map(|one| one.name.clone()) else { return Vec::new() };
    all.into_iter().filter(|one| one.name == name).collect()
}

/// The edits that give the name at byte `at` of a file another one, in both files.
///
/// # Errors
///
/// One line that says why it cannot be renamed so.
pub fn rename(
    specification: &Specification,
    (part, at): (Part, usize),
    new: &str,
) -> Result<Vec<(Part, TextEdit)>, String> {
    let places = references(specification, part, at);
    let Some(old) = places.first().map(|one| one.name.clone()) else {
        return Err("there is no name of a rule or a token here".to_owned());
    };
    let is_plain = is_identifier(new);
    let fits = |one: &Occurrence| {
        let is_quoted = specification.text(one.part)[..one.span.start()].ends_with(['"', '\'']);
        is_plain || (is_quoted && !new.is_empty() && !new.contains(['"', '\'', '\\', '\n', '\r']))
    };
    if !places.iter().all(fits) {
        return Err(format!("'{}' is no name: write letters, digits and '_'", new.escape_debug()));
    }
    if new != old && occurrences(specification).iter().any(|one| one.name == new) {
        return Err(format!("there is a '{new}' already: choose another name"));
    }
    let edits: Vec<(Part, TextEdit)> = places
        .iter()
        .map(|one| (one.part, TextEdit { span: one.span, text: new.to_owned() }))
        .collect();
    let of = |part: Part| {
        let own = edits.iter().filter(|(of, _)| *of == part).map(|(_, edit)| edit.clone());
        let own: Vec<TextEdit> = own.collect();
        specification.has(part).then(|| apply_edits(specification.text(part), &own))
    };
    let renamed = Specification::new(of(Part::Grammar), of(Part::Lexer));
    match is_renamed(specification, &renamed, &old, new) {
        true => Ok(edits),
        false => Err(format!("'{old}' also stands where it cannot be renamed: rename it by hand")),
    }
}

/// Whether `text` can stand without quotes.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether the second is the first but for a name.
fn is_renamed(before: &Specification, after: &Specification, old: &str, new: &str) -> bool {
    let renamed = |name: &str| if name == old { new.to_owned() } else { name.to_owned() };
    let said = |one: &Specification| one.diagnostics().len();
    let of_grammar = |one: &Specification, name: &dyn Fn(&str) -> String| {
        let grammar = one.grammar()?;
        let rules = grammar.rules().iter().map(|rule| name(&rule.name));
        let tokens = grammar.tokens().iter().map(|token| name(&token.name));
        let productions = grammar.productions().iter().map(|production| production.symbols.clone());
        Some((
            rules.collect::<Vec<_>>(),
            tokens.collect::<Vec<_>>(),
            productions.collect::<Vec<_>>(),
        ))
    };
    let of_lexer = |one: &Specification, name: &dyn Fn(&str) -> String| {
        let rules = one.lexer()?.iter_rules();
        Some(
            rules.map(|rule| (rule.name().map(name), rule.re_str().to_owned())).collect::<Vec<_>>(),
        )
    };
    let same = |name: &str| name.to_owned();
    of_grammar(before, &renamed) == of_grammar(after, &same)
        && of_lexer(before, &renamed) == of_lexer(after, &same)
        && said(before) == said(after)
}

struct Found<'s> {
    specification: &'s Specification,
    /// The tokens in quotes that are others than those of the same name without.
    quoted: HashSet<&'s str>,
    list: Vec<Occurrence>,
}

impl Found<'_> {
    fn add(&mut self, name: &str, part: Part, span: Span, role: Role) {
        // What a reader made up stands nowhere.
        let text = self.specification.text(part);
        if span.text(text).contains(name) {
            self.list.push(Occurrence { name: name.to_owned(), part, span, role });
        }
    }

    fn symbol(&mut self, symbol: &SymbolRef, role: Role) {
        let SymbolRef { text, span, quote } = symbol;
        let written = span.text(self.specification.text(Part::Grammar));
        if *quote == Quote::Single && self.quoted.contains(written) {
            return self.add(written, Part::Grammar, *span, role);
        }
        let inner = match quote {
            Quote::None => *span,
            _ => Span::new(span.start() + 1, span.end().saturating_sub(1).max(span.start() + 1)),
        };
        self.add(text, Part::Grammar, inner, role);
    }

    fn in_declarations(&mut self) {
        let ast = &self.specification.ast;
        for start in &ast.starts {
            self.add(&start.text, Part::Grammar, start.span, Role::Reference);
        }
        for token in &ast.tokens {
            self.symbol(&token.name, Role::Declaration);
            if let Some(alias) = &token.alias {
                self.symbol(alias, Role::Declaration);
            }
        }
        let brackets = ast.brackets.iter().flat_map(|(open, close)| [open, close]);
        let costs = ast.insert_costs.iter().chain(&ast.delete_costs).map(|(symbol, _)| symbol);
        let others = ast.avoid_insert.iter().chain(&ast.implicit_tokens).chain(&ast.expect_unused);
        let precedences = ast.precedences.iter().map(|precedence| &precedence.name);
        let epp = ast.epp.iter().map(|(symbol, _)| symbol);
        for symbol in precedences.chain(epp).chain(brackets).chain(costs).chain(others) {
            self.symbol(symbol, Role::Reference);
        }
    }

    fn in_rules(&mut self) {
        for rule in &self.specification.ast.rules {
            self.add(&rule.name.text, Part::Grammar, rule.name.span, Role::Definition);
            for production in &rule.productions {
                for element in &production.elements {
                    if let Element::Symbol { symbol, .. } = element {
                        self.symbol(symbol, Role::Reference);
                    }
                }
                if let Some(prec) = &production.prec {
                    self.symbol(prec, Role::Reference);
                }
                self.in_actions(production);
            }
        }
    }

    /// Symbols that actions in Rust refer to by their names.
    fn in_actions(&mut self, production: &ProductionDef) {
        if self.specification.ast.kind != YaccKind::Grmtools {
            return;
        }
        let mut names = Vec::new();
        let mut codes = Vec::new();
        for element in &production.elements {
            let (name, label) = match element {
                Element::Symbol { symbol, label } => (symbol.text.as_str(), label),
                Element::MidRule { code, label, .. } => {
                    codes.push((code, names.len()));
                    ("", label)
                }
            };
            names.push(SymbolNames { label: label.as_ref().map(|label| &*label.text), name });
        }
        codes.extend(production.action.as_ref().map(|code| (code, names.len())));
        for (code, before) in codes {
            let found = pieces(code, &names[..before], &mut Vec::new());
            for pair in found.windows(2) {
                // A reference begins where the text before it ends, with `$` or `$[`.
                let (Piece::Text(_, dollar), Piece::Symbol(number)) = (pair[0], pair[1]) else {
                    continue;
                };
                let name = names[number - 1].name;
                let rest = code.text[dollar + 1..].trim_start_matches('[');
                if !name.is_empty() && rest.starts_with(name) {
                    let start = code.span.start() + code.text.len() - rest.len();
                    self.add(
                        name,
                        Part::Grammar,
                        Span::new(start, start + name.len()),
                        Role::Reference,
                    );
                }
            }
        }
    }

    fn in_lexer(&mut self) {
        let specification = self.specification;
        let Some(lexer) = specification.lexer() else { return };
        let text = specification.text(Part::Lexer);
        for rule in lexer.iter_rules() {
            let Some(name) = rule.name() else { continue };
            let span = rule.name_span();
            let Some(at) = span.text(text).find(name) else { continue };
            let start = span.start() + at;
            self.add(name, Part::Lexer, Span::new(start, start + name.len()), Role::Definition);
        }
    }

    /// Looks through directives that leave nothing in what the readers make of the files.
    fn in_other_directives(&mut self) {
        let known: HashSet<String> = self.list.iter().map(|one| one.name.clone()).collect();
        for (part, directives) in
            [(Part::Grammar, &["%type", "%nterm"][..]), (Part::Lexer, &["%reclassify"])]
        {
            let specification = self.specification;
            let text = specification.text(part);
            let mut start = 0;
            let mut is_inside = false;
            for line in text.split_inclusive('\n') {
                if line.starts_with("%%") {
                    break;
                }
                if line.starts_with('%') {
                    is_inside = directives.iter().any(|directive| line.starts_with(directive));
                }
                if is_inside {
                    for (at, word) in words(line) {
                        if known.contains(word) {
                            let span = Span::new(start + at, start + at + word.len());
                            self.add(word, part, span, Role::Reference);
                        }
                    }
                }
                start += line.len();
            }
        }
    }
}

/// The words of a line outside `<…>`, without quotes, and without the directive.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| !c.is_whitespace() && !"\"'<>".contains(c);
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &line[at..];
            let start = rest.find(is_part)?;
            let len = rest[start..].find(|c| !is_part(c)).unwrap_or(rest.len() - start);
            let is_type = rest[..start].ends_with('<');
            let begin = at + start;
            at = begin + len;
            let word = &line[begin..at];
            if !is_type && !word.starts_with('%') {
                return Some((begin, word));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{builtin, language};

    #[test]
    fn a_token_has_its_places_in_both_files() {
        let grammar = "%token INT\n%type <x> S INT\n%left INT\n%epp INT \"INT\"\n%start S\n%%\nS: INT 'INT' S | ;";
        let lexer = "%%\n[0-9]+ \"INT\"\n";
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        let at = grammar.find("INT 'INT'").unwrap();
        let places = references(&spec, Part::Grammar, at + 1);
        let count = |part: Part| places.iter().filter(|one| one.part == part).count();
        // To Yacc the literal is another token.
        assert_eq!((count(Part::Grammar), count(Part::Lexer)), (5, 1));
        assert!(places.iter().all(|one| one.span.text(spec.text(one.part)) == "INT"));
        let edits = rename(&spec, (Part::Lexer, lexer.find("INT").unwrap()), "NUMBER").unwrap();
        let own = edits.iter().filter(|(part, _)| *part == Part::Grammar);
        let own: Vec<TextEdit> = own.map(|(_, edit)| edit.clone()).collect();
        let renamed = apply_edits(grammar, &own);
        assert_eq!((renamed.matches("NUMBER").count(), renamed.matches("'INT'").count()), (5, 1));
        assert!(renamed.contains("%epp NUMBER \"INT\""));
        let grmtools =
            "%grmtools{yacckind: Grmtools}\n%%\nS -> u8: 'INT' T { $T + \"$T\" };\nT -> u8: { 1 };";
        let spec = Specification::new(Some(grmtools.to_owned()), Some(lexer.to_owned()));
        let edits = rename(&spec, (Part::Grammar, grmtools.find("T ->").unwrap()), "U").unwrap();
        let edits: Vec<TextEdit> = edits.into_iter().map(|(_, edit)| edit).collect();
        assert!(apply_edits(grmtools, &edits).contains("'INT' U { $U + \"$T\" };\nU ->"));
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        for (new, why) in [("S", "already"), ("a b", "no name"), ("", "no name")] {
            let wrong = rename(&spec, (Part::Grammar, at), new).unwrap_err();
            assert!(wrong.contains(why), "{wrong}");
        }
    }

    /// The table is the oracle: it is the same but for the name.
    #[test]
    fn renaming_in_built_in_grammars_changes_nothing_but_the_name() {
        for (name, symbol) in
            [("java7", "IDENTIFIER"), ("json", "STRING"), ("lua53", "exp"), ("c11", "declarator")]
        {
            let files = builtin::named(name).unwrap();
            let spec = Specification::new(Some(files.yacc.into()), Some(files.lex.into()));
            let place = occurrences(&spec).into_iter().find(|one| one.name == symbol).unwrap();
            let new = "Entirely_new";
            let edits = rename(&spec, (place.part, place.span.start()), new).unwrap();
            let text = |part: Part| {
                let own = edits.iter().filter(|(of, _)| *of == part);
                let own: Vec<TextEdit> = own.map(|(_, edit)| edit.clone()).collect();
                apply_edits(spec.text(part), &own)
            };
            let renamed = Specification::new(Some(text(Part::Grammar)), Some(text(Part::Lexer)));
            assert_eq!(renamed.warnings().len(), spec.warnings().len(), "{name}");
            let dump = |language: &language::Language| {
                lrtable::dump::table(&language.table.grammar, &language.table.table)
            };
            let (before, after) =
                (dump(spec.language().unwrap()), dump(renamed.language().unwrap()));
            assert_eq!(after.matches(new).count() > 0, before.matches(symbol).count() > 0);
            // Word by word, the one is the other with the new name.
            let words = |text: &str| -> Vec<String> {
                text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .map(str::to_owned)
                    .collect()
            };
            let (before, after) = (words(&before), words(&after));
            assert_eq!(before.len(), after.len(), "{name}");
            for (a, b) in before.iter().zip(&after) {
                assert!(a == b || (a == symbol && b == new), "{name}: {a} {b}");
            }
        }
    }
}
