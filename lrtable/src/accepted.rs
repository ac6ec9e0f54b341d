//! Lists of accepted conflicts: checked in beside a grammar, they tell a new conflict even if an
//! old one has gone and the count stays.
//!
//! An identity is one line that names the token and the productions, not the state: it is the same
//! however states are numbered, and for every construction that has the conflict.
//!
//! ```
//! use lrtable::{accepted, construct::Construction, grammar::Grammar, statetable, yacc::YaccKind};
//! let kind = YaccKind::from_name("original");
//! let grammar = Grammar::parse("%% S: 'i' S | 'i' S 'e' S | 'x';", kind).unwrap();
//! let (resolved, _) = statetable::build(&grammar, Construction::Lalr);
//! let identities = resolved.conflicts.identities(&grammar);
//! assert_eq!(identities, ["shift/reduce on \"e\", not reduced: S: \"i\" S"]);
//! let comparison = accepted::compare("# none yet\n", &identities);
//! assert_eq!(comparison.new, identities);
//! ```

use std::collections::BTreeSet;

use crate::{
    conflict::Conflicts,
    grammar::{Grammar, Symbol},
    limits::DUMP,
};

impl Conflicts {
    /// Returns the identity of each conflict, one line of text each, sorted and without
    /// repetitions.
    ///
    /// Conflicts after the first [`DUMP`] bytes of text are left out.
    pub fn identities(&self, grammar: &Grammar) -> Vec<String> {
        let token = |token| grammar.show_symbol(Symbol::Token(token));
        let production = |prod| grammar.show_production(prod, None);
        let shift_reduce = self.shift_reduce.iter().map(|conflict| {
            let (token, prod) = (token(conflict.token), production(conflict.prod));
            format!("shift/reduce on {token}, not reduced: {prod}")
        });
        let reduce_reduce = self.reduce_reduce.iter().map(|conflict| {
            let (kept, dropped) = (production(conflict.kept), production(conflict.dropped));
            format!(
                "reduce/reduce on {}, reduced: {kept}, and not: {dropped}",
                token(conflict.token)
            )
        });
        let mut bytes = 0;
        let fits = |line: &String| {
            bytes += line.len();
            bytes <= DUMP
        };
        let lines = shift_reduce.chain(reduce_reduce).take_while(fits);
        lines.collect::<BTreeSet<String>>().into_iter().collect()
    }
}

/// The differences between the conflicts of a grammar and the list of those that are accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Identities of conflicts that the grammar has and the list lacks.
    pub new: Vec<String>,
    /// Identities of conflicts that the list has and the grammar lacks.
    pub gone: Vec<String>,
}

impl Comparison {
    /// Returns whether the grammar has just the conflicts of the list.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty()
    }
}

/// Returns the number, from 1, of the first line of `list` that can be no identity of a conflict;
/// `None` if there is no such line.
pub fn first_that_is_none(list: &str) -> Option<usize> {
    const STARTS: [&str; 3] = ["#", "shift/reduce on ", "reduce/reduce on "];
    let is_none = |line: &str| {
        let line = line.trim();
        !line.is_empty() && !STARTS.iter().any(|start| line.starts_with(start))
    };
    list.lines().position(is_none).map(|at| at + 1)
}

/// Compares `list`, the text of a list of accepted conflicts with an identity a line, with the
/// `identities` of a grammar's conflicts.
///
/// Empty lines and lines that begin with `#` are skipped.
pub fn compare(list: &str, identities: &[String]) -> Comparison {
    let lines = list.lines().map(str::trim);
    let accepted: BTreeSet<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let found: BTreeSet<&str> = identities.iter().map(String::as_str).collect();
    let all_but = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| -> Vec<String> {
        a.difference(b).map(|line| (*line).to_owned()).collect()
    };
    Comparison { new: all_but(&found, &accepted), gone: all_but(&accepted, &found) }
}
