//! Conflicts between operators of which none has a precedence: one block of declarations decides
//! all of them.
//!
//! Each such conflict is one production `E: E op E` against another of its kind. The order of the
//! block, which only people can know, is that of the levels that most languages have; what is not
//! among these comes first, so that it binds loosest.

use super::{Example, Explanation, Rival, advice};
use crate::{TokenId, diagnostic::Diagnostic, grammar::Grammar};

/// Levels of operators, the loosest first: the declaration, then signs and names of tokens.
const LEVELS: [(&str, &[&str]); 10] = [
    ("%right", &["=", ":=", "+=", "-=", "*=", "/=", "assign"]),
    ("%left", &["||", "or", "oror"]),
    ("%left", &["&&", "and", "andand"]),
    ("%left", &["|"]),
    ("%left", &["&"]),
    ("%left", &["==", "!=", "<>", "~=", "eq", "ne", "neq", "equal"]),
    ("%left", &["<", ">", "<=", ">=", "lt", "gt", "le", "ge", "lte", "gte"]),
    ("%left", &["+", "-", "plus", "minus", "add", "sub"]),
    ("%left", &["*", "/", "%", "times", "mul", "star", "div", "divide", "slash", "mod", "percent"]),
    ("%right", &["**", "^", "pow", "power"]),
];

/// One or more causes of conflicts as they are reported to people; all conflicts between operators
/// are reported as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// A warning that names what is in conflict, at the places of the productions.
    pub diagnostic: Diagnostic,
    /// The example and the advice, a line of text each.
    pub body: String,
    /// Precedence declarations that decide all conflicts between operators, a line each, the
    /// tightest last; `None` for other causes.
    pub block: Option<String>,
}

impl Told {
    /// Returns title, example and advice as one diagnostic.
    pub fn explained(&self) -> Diagnostic {
        self.diagnostic.clone().explained(self.body.clone())
    }
}

/// Returns explanations as they are reported to people, in order, those of conflicts between
/// operators as one.
///
/// ```
/// use lrtable::{construct::Construction, counterexample, grammar::Grammar, statetable};
///
/// let grammar = Grammar::parse("%% E: E '+' E | E '*' E | 'n';", None).unwrap();
/// let (graph, _) = statetable::build(&grammar, Construction::Pager);
/// let causes = counterexample::explain(&grammar, &graph);
/// let told = counterexample::told(&grammar, &causes);
/// assert_eq!((causes.len(), told.len()), (4, 1));
/// assert_eq!(told[0].block.as_deref(), Some("%left '+'\n%left '*'\n"));
/// ```
pub fn told(grammar: &Grammar, explanations: &[Explanation]) -> Vec<Told> {
    let operators = operators(grammar, explanations);
    let members = operators.as_ref().map_or(&[][..], |operators| &operators.members);
    let mut told = Vec::new();
    for (at, explanation) in explanations.iter().enumerate() {
        let mut cause =
            Told { diagnostic: explanation.diagnostic(), body: explanation.body(), block: None };
        match (members.iter().position(|member| *member == at), &operators) {
            (Some(0), Some(Operators { members, block })) => {
                cause.body.push_str(&format!(
                    "- {} causes like this one, between operators, are decided by these lines above '%%'; put them in the order you \
                     mean, what binds tightest last:\n{block}",
                    members.len(),
                ));
                cause.block = Some(block.clone());
            }
            (Some(_), _) => continue,
            (None, _) => {}
        }
        told.push(cause);
    }
    told
}

/// Conflicts between operators without precedence.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Operators {
    /// The indices of the explanations about conflicts between operators, in order; at least two.
    members: Vec<usize>,
    /// Precedence declarations that decide all these conflicts, a line each.
    block: String,
}

/// Those of `explanations` that are about operators without precedence; `None` if there are fewer
/// than two.
fn operators(grammar: &Grammar, explanations: &[Explanation]) -> Option<Operators> {
    let mut members = Vec::new();
    let mut tokens: Vec<TokenId> = Vec::new();
    for (at, explanation) in explanations.iter().enumerate() {
        let (Some(Example::Unifying { .. }), Rival::Shift(item)) =
            (&explanation.example, explanation.rival)
        else {
            continue;
        };
        let both = [explanation.prod, item.prod].map(|prod| {
            let is_free = grammar.production(prod).precedence.is_none();
            advice::operator(grammar, prod).filter(|_| is_free)
        });
        if let [Some(own), Some(other)] = both {
            members.push(at);
            tokens.extend([own, other]);
        }
    }
    tokens.sort_unstable();
    tokens.dedup();
    (members.len() > 1).then(|| Operators { members, block: block(grammar, &tokens) })
}

fn block(grammar: &Grammar, tokens: &[TokenId]) -> String {
    let name = |token: &TokenId| grammar.token(*token).name.trim_matches('\'').to_lowercase();
    let level = |token: &TokenId| {
        LEVELS.iter().position(|(_, names)| names.contains(&name(token).as_str()))
    };
    let mut lines: Vec<String> = Vec::new();
    for token in tokens.iter().filter(|token| level(token).is_none()) {
        lines.push(format!("%left {}\n", advice::spelled(grammar, *token)));
    }
    for (at, (declaration, _)) in LEVELS.iter().enumerate() {
        let own = tokens.iter().filter(|token| level(token) == Some(at));
        let own: Vec<String> = own.map(|token| advice::spelled(grammar, *token)).collect();
        if !own.is_empty() {
            lines.push(format!("{declaration} {}\n", own.join(" ")));
        }
    }
    lines.concat()
}

#[cfg(test)]
mod tests {
    use crate::{YaccGrammar, construct::Construction, counterexample::explain, from_yacc_by};

    #[test]
    fn the_block_decides_the_conflicts_that_it_is_for() {
        let rules =
            "%token AND\n%% E: E '+' E | E '-' E | E '*' E | E '?' E | E AND E | '-' E | 'n' ;";
        let conflicts = |text: &str| {
            let grammar = YaccGrammar::<u32>::parse(text, None).unwrap();
            let (graph, _) = from_yacc_by(&grammar, Construction::Pager).unwrap();
            let explanations = explain(&grammar, &graph);
            let found = super::operators(&grammar, &explanations);
            (explanations.len(), found)
        };
        let (count, found) = conflicts(rules);
        let found = found.unwrap();
        assert_eq!(found.block, "%left '?'\n%left AND\n%left '+' '-'\n%left '*'\n");
        assert_eq!(found.members.len(), 25);
        let (left, none) = conflicts(&format!("{}{rules}", found.block));
        assert_eq!((left, none), (0, None));
        assert_eq!(count, 30);
    }
}
