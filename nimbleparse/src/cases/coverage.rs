//! Coverage of a grammar and its lexer by texts: productions, states, decisions of conflicts, lexer
//! rules, start states.
//!
//! Of a text with errors, the part before the first error counts. Cost: a parse and two passes of
//! the lexer for each text.

mod html_page;
mod lexer_rules;
mod summaries;

use std::collections::BTreeSet;

use lrtable::{ProdId, StateId, TokenId, conflict::Decision, grammar::Symbol, statetable::Action};

use crate::language::{Language, parser_steps};

pub use html_page::{page, section};
use lexer_rules::Rules;
pub use summaries::{json, text};

/// Coverage of one language by the texts added so far.
///
/// ```
/// use nimbleparse::{builtin, cases::coverage::Coverage, language};
/// let language = language::builtin("calc").unwrap();
/// let mut coverage = Coverage::new(&language, builtin::named("calc").unwrap().lex);
/// coverage.add("1 + 2");
/// assert_eq!(coverage.files(), (1, 0));
/// let productions = &coverage.parts()[0];
/// assert_eq!(productions.what, "productions");
/// assert!(productions.percent() > 50.0);
/// ```
pub struct Coverage<'l> {
    language: &'l Language,
    rules: Option<Rules>,
    files: usize,
    /// The number of texts that do not parse.
    broken: usize,
    prods: BTreeSet<ProdId>,
    states: BTreeSet<StateId>,
    actions: BTreeSet<(StateId, TokenId, Taken)>,
    lexer_rules: BTreeSet<usize>,
    start_states: BTreeSet<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Taken {
    Shift,
    Reduce(ProdId),
}

/// Coverage of one kind of thing: how many there are, and which are unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredPart {
    /// The kind of thing, such as `productions`.
    pub what: &'static str,
    /// How many things of the kind there are.
    pub total: usize,
    /// The things that are not used.
    pub unused: Vec<String>,
}

impl CoveredPart {
    /// Returns the percentage that is used; 100 if there is nothing.
    pub fn percent(&self) -> f64 {
        match self.total {
            0 => 100.0,
            total => 100.0 * (total - self.unused.len()) as f64 / total as f64,
        }
    }
}

impl<'l> Coverage<'l> {
    /// Makes a coverage without texts; `lexer` is the text of the language's lex file.
    pub fn new(language: &'l Language, lexer: &str) -> Coverage<'l> {
        Coverage {
            language,
            rules: Rules::new(lexer),
            files: 0,
            broken: 0,
            prods: BTreeSet::new(),
            states: BTreeSet::new(),
            actions: BTreeSet::new(),
            lexer_rules: BTreeSet::new(),
            start_states: BTreeSet::new(),
        }
    }

    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        let tokens = self.language.tokens(text);
        let tables = self.language.table.table.tables();
        let (_, accepted) = parser_steps::run(&tables, &tokens, |state, token, action| {
            self.states.insert(state);
            match action {
                Action::Shift(_) => {
                    self.actions.insert((state, token, Taken::Shift));
                }
                Action::Reduce(prod) => {
                    self.prods.insert(prod);
                    self.actions.insert((state, token, Taken::Reduce(prod)));
                }
                Action::Accept | Action::Error => {}
            }
        });
        if let Some(rules) = &self.rules {
            rules.matched(text, |rule, state| {
                self.lexer_rules.insert(rule);
                self.start_states.insert(state);
            });
        }
        self.files += 1;
        self.broken += usize::from(!accepted);
    }

    /// Returns the number of texts, and how many of them do not parse.
    pub fn files(&self) -> (usize, usize) {
        (self.files, self.broken)
    }

    /// Returns the productions that no text uses.
    pub fn unused_productions(&self) -> BTreeSet<ProdId> {
        &self.usable() - &self.prods
    }

    /// Returns the coverage of each kind of thing.
    pub fn parts(&self) -> Vec<CoveredPart> {
        let language = self.language;
        let mut parts = vec![
            self.productions(language),
            self.state_part(language),
            self.resolutions(language),
            self.conflicts(language),
        ];
        if let Some(rules) = &self.rules {
            parts.push(CoveredPart {
                what: "lexer rules",
                total: rules.groups().count(),
                unused: rules
                    .groups()
                    .filter(|(rule, _)| !self.lexer_rules.contains(rule))
                    .map(|(_, line)| line)
                    .collect(),
            });
            let names = rules.start_states();
            let unused = names.iter().enumerate().filter(|(at, _)| !self.start_states.contains(at));
            parts.push(CoveredPart {
                what: "start states",
                total: names.len(),
                unused: unused.map(|(_, name)| name.clone()).collect(),
            });
        }
        parts
    }

    /// Returns the productions that some state reduces: those that a sentence can use.
    fn usable(&self) -> BTreeSet<ProdId> {
        let graph = &self.language.table.graph;
        let reduced =
            graph.states().iter().flat_map(|state| state.reductions.iter().map(|(prod, _)| *prod));
        reduced.filter(|prod| !graph.is_start_production(*prod)).collect()
    }

    fn productions(&self, language: &Language) -> CoveredPart {
        let show = |prod: &ProdId| language.table.grammar.show_production(*prod, None);
        CoveredPart {
            what: "productions",
            total: self.usable().len(),
            unused: self.unused_productions().iter().map(show).collect(),
        }
    }

    fn state_part(&self, language: &Language) -> CoveredPart {
        let states = || (0..language.table.table.state_count()).map(StateId::new);
        let shown = |state: StateId| {
            let kernel = &language.table.graph.state(state).kernel;
            let item = kernel.core.first().map(|item| {
                language.table.grammar.show_production(item.prod, Some(item.dot as usize))
            });
            format!("{}: {}", state.index(), item.unwrap_or_default())
        };
        CoveredPart {
            what: "states",
            total: states().count(),
            unused: states().filter(|state| !self.states.contains(state)).map(shown).collect(),
        }
    }

    /// Returns the conflicts that precedence resolved, as production and token. A shift counts
    /// where the production is complete in the state.
    fn resolutions(&self, language: &Language) -> CoveredPart {
        let grammar = &language.table.grammar;
        let used = |prod: ProdId, token: TokenId, decision: Decision| {
            self.actions.iter().any(|(state, seen, taken)| {
                *seen == token
                    && match decision {
                        Decision::Reduce => *taken == Taken::Reduce(prod),
                        Decision::Shift => {
                            *taken == Taken::Shift && self.completes(language, *state, prod)
                        }
                        Decision::Error => false,
                    }
            })
        };
        let decided: Vec<_> = language
            .table
            .graph
            .resolutions
            .iter()
            .filter(|found| found.decision != Decision::Error)
            .collect();
        let unused = decided.iter().filter(|found| !used(found.prod, found.token, found.decision));
        CoveredPart {
            what: "decisions by precedence",
            total: decided.len(),
            unused: unused
                .map(|found| {
                    let how = if found.decision == Decision::Shift { "shift" } else { "reduce" };
                    let token = grammar.show_symbol(Symbol::Token(found.token));
                    format!("{how} before {token}: {}", grammar.show_production(found.prod, None))
                })
                .collect(),
        }
    }

    fn completes(&self, language: &Language, state: StateId, prod: ProdId) -> bool {
        let len = language.table.grammar.symbols(prod).len();
        let state = language.table.graph.state(state);
        len == 0
            || state.kernel.core.iter().any(|item| item.prod == prod && item.dot as usize == len)
    }

    fn conflicts(&self, language: &Language) -> CoveredPart {
        let grammar = &language.table.grammar;
        let conflicts = &language.table.graph.conflicts;
        let name = |state: StateId, token: TokenId| {
            format!("state {} before {}", state.index(), grammar.show_symbol(Symbol::Token(token)))
        };
        let mut all = Vec::new();
        for found in &conflicts.shift_reduce {
            let used = self.actions.contains(&(found.state, found.token, Taken::Shift));
            all.push((used, format!("{}: shift", name(found.state, found.token))));
        }
        for found in &conflicts.reduce_reduce {
            let used =
                self.actions.contains(&(found.state, found.token, Taken::Reduce(found.kept)));
            all.push((
                used,
                format!(
                    "{}: {}",
                    name(found.state, found.token),
                    grammar.show_production(found.kept, None)
                ),
            ));
        }
        CoveredPart {
            what: "conflicts by default",
            total: all.len(),
            unused: all.into_iter().filter(|(used, _)| !used).map(|(_, name)| name).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{builtin, language};

    fn part(coverage: &Coverage<'_>, what: &str) -> (usize, usize) {
        let part = coverage.parts().into_iter().find(|part| part.what == what).unwrap();
        (part.total, part.unused.len())
    }

    #[test]
    fn what_is_not_used_is_named() {
        let language = language::builtin("figure2").unwrap();
        let mut coverage = Coverage::new(&language, builtin::named("figure2").unwrap().lex);
        coverage.add("2 + 3");
        let parts = coverage.parts();
        assert_eq!((parts[0].total, parts[0].unused.len()), (6, 2));
        assert!(parts[0].unused.iter().any(|prod| prod.contains("\"*\"")), "{parts:?}");
        let (_, unused) = part(&coverage, "states");
        coverage.add("2 * (3)");
        assert_eq!(part(&coverage, "productions"), (6, 0));
        assert!(part(&coverage, "states").1 < unused);
        assert_eq!(coverage.files(), (2, 0));
        assert!(coverage.unused_productions().is_empty());
    }

    #[test]
    fn rules_of_all_built_in_lexers_can_be_told_apart() {
        for builtin in builtin::ALL {
            let rules = Rules::new(builtin.lex).unwrap_or_else(|| panic!("{}", builtin.name));
            assert!(rules.groups().count() > 4);
        }
    }

    #[test]
    fn rules_of_line_ends_are_counted_and_tokens_that_layout_makes_are_no_rules() {
        let lexer =
            "%indentation NL IN DE\n%suspend ( )\n%%\na 'A'\n[(] '('\n[)] ')'\n\\n 'NL'\n[ ] ;\n";
        let grammar = "%%\nS: L | S L;\nL: 'A' 'NL' | 'A' 'NL' 'IN' S 'DE' | '(' ')' 'NL';\n";
        let read = language::Specification::new(Some(grammar.into()), Some(lexer.into()));
        let mut coverage = Coverage::new(read.language().unwrap(), lexer);
        coverage.add("a\n a");
        assert_eq!(part(&coverage, "lexer rules"), (5, 2));
        assert_eq!(part(&coverage, "productions").1, 2);
    }

    #[test]
    fn lexer_rules_and_start_states_are_told_apart() {
        let lexer = "%x COMMENT UNUSED\n%%\na 'A'\nb 'A'\n/\\* <+COMMENT>;\n<COMMENT>\\*/ <-COMMENT>;\n\
                     <COMMENT>. ;\n<UNUSED>u ;\n[ ] ;\n";
        let grammar = "%%\nS: 'A' 'A';\n";
        let read = language::Specification::new(Some(grammar.into()), Some(lexer.into()));
        let mut coverage = Coverage::new(read.language().unwrap(), lexer);
        coverage.add("a a");
        assert_eq!(part(&coverage, "lexer rules"), (7, 5));
        assert_eq!(part(&coverage, "start states"), (3, 2));
        coverage.add("a /* b */ b");
        let parts = coverage.parts();
        assert_eq!(parts[4].unused, ["8: <UNUSED>u ;"]);
        assert_eq!(parts[5].unused, ["UNUSED"]);
        assert_eq!(part(&coverage, "productions"), (1, 0));
    }
}
