//! What a corpus uses of a grammar: productions, states, and decisions of conflicts.

use std::collections::BTreeSet;

use lrtable::{ProdId, StateId, TokenId, conflict::Decision, grammar::Symbol, statetable::Action};

use crate::{language::Language, lr};

/// What was seen so far.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    pub(crate) files: usize,
    /// Files that do not parse, of which what comes before the error counts.
    pub(crate) broken: usize,
    prods: BTreeSet<ProdId>,
    states: BTreeSet<StateId>,
    actions: BTreeSet<(StateId, TokenId, Taken)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Taken {
    Shift,
    Reduce(ProdId),
}

/// One kind of thing: how many there are, and which are never used.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) what: &'static str,
    pub(crate) total: usize,
    pub(crate) unused: Vec<String>,
}

impl Coverage {
    /// Takes in one text.
    pub(crate) fn add(&mut self, language: &Language, text: &str) {
        let tokens: Vec<TokenId> = language.words(text).iter().map(|word| word.token).collect();
        let (_, accepted) = lr::run(&language.table.tables(), &tokens, |state, token, action| {
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
        self.files += 1;
        self.broken += usize::from(!accepted);
    }

    /// The account.
    pub(crate) fn parts(&self, language: &Language) -> [Part; 4] {
        [
            self.productions(language),
            self.state_part(language),
            self.resolutions(language),
            self.conflicts(language),
        ]
    }

    fn productions(&self, language: &Language) -> Part {
        let graph = &language.graph.graph;
        let reduced =
            graph.states().iter().flat_map(|state| state.reductions.iter().map(|(prod, _)| *prod));
        let usable: BTreeSet<ProdId> =
            reduced.filter(|prod| !graph.is_start_production(*prod)).collect();
        Part {
            what: "productions",
            total: usable.len(),
            unused: usable
                .difference(&self.prods)
                .map(|prod| language.grammar.show_production(*prod, None))
                .collect(),
        }
    }

    fn state_part(&self, language: &Language) -> Part {
        let states = || (0..language.table.state_count()).map(StateId::new);
        let shown = |state: StateId| {
            let kernel = &language.graph.graph.state(state).kernel;
            let item = kernel
                .core
                .first()
                .map(|item| language.grammar.show_production(item.prod, Some(item.dot as usize)));
            format!("{}: {}", state.index(), item.unwrap_or_default())
        };
        Part {
            what: "states",
            total: states().count(),
            unused: states().filter(|state| !self.states.contains(state)).map(shown).collect(),
        }
    }

    /// Conflicts that precedence decided, said by production and token. A shift counts where the production stands
    /// complete in the state.
    fn resolutions(&self, language: &Language) -> Part {
        let grammar = &language.grammar;
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
            .graph
            .resolutions
            .iter()
            .filter(|found| found.decision != Decision::Error)
            .collect();
        let unused = decided.iter().filter(|found| !used(found.prod, found.token, found.decision));
        Part {
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
        let len = language.grammar.symbols(prod).len();
        let state = language.graph.graph.state(state);
        len == 0
            || state.kernel.core.iter().any(|item| item.prod == prod && item.dot as usize == len)
    }

    fn conflicts(&self, language: &Language) -> Part {
        let grammar = &language.grammar;
        let conflicts = &language.graph.conflicts;
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
        Part {
            what: "conflicts by default",
            total: all.len(),
            unused: all.into_iter().filter(|(used, _)| !used).map(|(_, name)| name).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_used_is_named() {
        let language = Language::named("figure2").unwrap();
        let mut coverage = Coverage::default();
        coverage.add(&language, "2 + 3");
        let [productions, states, ..] = coverage.parts(&language);
        assert_eq!((productions.total, productions.unused.len()), (6, 2));
        assert!(productions.unused.iter().any(|prod| prod.contains("\"*\"")), "{productions:?}");
        coverage.add(&language, "2 * (3)");
        let [productions, all, ..] = coverage.parts(&language);
        assert_eq!(productions.unused, Vec::<String>::new());
        assert!(all.unused.len() < states.unused.len());
        assert_eq!((coverage.files, coverage.broken), (2, 0));
    }
}
