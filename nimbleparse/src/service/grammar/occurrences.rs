//! Places of the names of rules and tokens in a Yacc file and its lex file.
//!
//! A place is that of the name itself, without quotes. All places come from the readers' results,
//! except in directives that they skip or do not keep (`%type`, `%nterm`, `%reclassify`), which are
//! searched word by word. Cost: linear in the files.

use std::collections::HashSet;

use lrlex::{LAYOUT_DIRECTIVES, LexerDef as _};
use lrtable::{
    Span,
    yacc::{
        ast::{Element, Name, ProductionDef, Quote, RuleDef, SymbolRef},
        rust_atoms,
    },
};

use super::action_names::{Reference, references};
use crate::language::{Part, Specification};

/// Role of a name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The name is defined: a rule's productions follow, or a lex rule makes the token.
    Definition,
    /// A directive declares the token.
    Declaration,
    /// Any other mention.
    Reference,
}

/// Kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NameKind {
    /// The name of a rule or a token; both share one set of names.
    Symbol,
    /// The name of a start state of the lexer.
    StartState,
    /// The name of a regex in the first section of the lex file.
    Definition,
    /// The label of a symbol in the actions of the production that begins at this byte
    /// (`expr[left]`).
    Label(usize),
    /// The name of a parameter of the rule whose name begins at this byte.
    Parameter(usize),
}

/// An occurrence of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The kind of the name.
    pub kind: NameKind,
    /// The name.
    pub name: String,
    /// The file of the occurrence.
    pub part: Part,
    /// The place of the name, without quotes.
    pub span: Span,
    /// The role of the name at that place.
    pub role: Role,
}

/// Returns all places of names of rules and tokens, file by file in the order of the text.
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

/// Returns the kind of a parameter of a rule that is called so.
fn parameter(rule: &RuleDef, name: &str) -> Option<NameKind> {
    let is_it = rule.parameters.iter().any(|parameter| parameter.text == name);
    is_it.then_some(NameKind::Parameter(rule.name.span.start()))
}

/// Returns whether `text` can stand without quotes.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

struct Found<'s> {
    specification: &'s Specification,
    /// The quoted tokens that differ from those of equal name without quotes.
    quoted: HashSet<&'s str>,
    list: Vec<Occurrence>,
}

impl Found<'_> {
    fn add(&mut self, name: &str, part: Part, span: Span, role: Role) {
        // Names that a reader made up are in no text.
        let text = self.specification.text(part);
        if span.text(text).contains(name) {
            let (kind, name) = (NameKind::Symbol, name.to_owned());
            self.list.push(Occurrence { kind, name, part, span, role });
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
        let mistakes = ast.mistakes.iter().flat_map(|(written, meant)| written.iter().chain(meant));
        let costs = ast.insert_costs.iter().chain(&ast.delete_costs).map(|(symbol, _)| symbol);
        let others = ast.avoid_insert.iter().chain(&ast.implicit_tokens).chain(&ast.expect_unused);
        let others = others.chain(&ast.spanned);
        let precedences = ast.precedences.iter().map(|precedence| &precedence.name);
        let epp = ast.epp.iter().map(|(symbol, _)| symbol);
        for symbol in
            precedences.chain(epp).chain(brackets).chain(mistakes).chain(costs).chain(others)
        {
            self.symbol(symbol, Role::Reference);
        }
    }

    fn in_rules(&mut self) {
        for rule in &self.specification.ast.rules {
            self.add(&rule.name.text, Part::Grammar, rule.name.span, Role::Definition);
            for Name { text, span } in &rule.parameters {
                self.local(
                    NameKind::Parameter(rule.name.span.start()),
                    text,
                    *span,
                    Role::Definition,
                );
            }
            let mut at = rule.ty.as_ref().map_or(0, |ty| ty.span.start());
            for atom in rule.ty.iter().flat_map(|ty| rust_atoms(&ty.text)) {
                if let Some(kind) = parameter(rule, atom) {
                    self.local(kind, atom, Span::new(at, at + atom.len()), Role::Reference);
                }
                at += atom.len();
            }
            for production in &rule.productions {
                production.symbols(&mut |symbol| self.symbol_in(rule, symbol));
                production.visit(&mut |production| {
                    if let Some(prec) = &production.prec {
                        self.symbol_in(rule, prec);
                    }
                    self.in_actions(rule, production);
                });
            }
        }
    }

    /// Adds a symbol in a production of a rule, where it may be a parameter.
    fn symbol_in(&mut self, rule: &RuleDef, symbol: &SymbolRef) {
        match parameter(rule, &symbol.text).filter(|_| symbol.quote == Quote::None) {
            Some(kind) => self.local(kind, &symbol.text, symbol.span, Role::Reference),
            None => self.symbol(symbol, Role::Reference),
        }
    }

    fn local(&mut self, kind: NameKind, name: &str, span: Span, role: Role) {
        let (part, name) = (Part::Grammar, name.to_owned());
        self.list.push(Occurrence { kind, name, part, span, role });
    }

    /// Adds labels, and names in actions.
    fn in_actions(&mut self, rule: &RuleDef, production: &ProductionDef) {
        let ast = &self.specification.ast;
        let of_label = NameKind::Label(production.span.start());
        for label in production.elements.iter().filter_map(Element::label) {
            self.local(of_label, &label.text, label.span, Role::Definition);
        }
        for Reference { span, element } in references(ast, production) {
            let name = span.text(self.specification.text(Part::Grammar)).to_owned();
            let is_label = production.elements[element].label().is_some();
            let own = parameter(rule, &name).unwrap_or(NameKind::Symbol);
            self.local(if is_label { of_label } else { own }, &name, span, Role::Reference);
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

    /// Adds names in directives that leave nothing in the readers' results.
    fn in_other_directives(&mut self) {
        let known: HashSet<String> = self.list.iter().map(|one| one.name.clone()).collect();
        let of_lexer = self.list.iter().filter(|one| one.part == Part::Lexer);
        let defined: HashSet<usize> = of_lexer.map(|one| one.span.start()).collect();
        let of_lexer: Vec<&str> = ["%reclassify"].into_iter().chain(LAYOUT_DIRECTIVES).collect();
        for (part, directives) in
            [(Part::Grammar, &["%type", "%nterm"][..]), (Part::Lexer, &of_lexer)]
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
                        let is_defined = part == Part::Lexer && defined.contains(&(start + at));
                        if known.contains(word) && !is_defined {
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

/// Returns the words of a line outside `<…>`, without quotes, and without the directive.
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
