//! Which rules are lists, whose sentences are one node each.
//!
//! A rule is a list if it is made by `*`, `+` or a list of the library; or if the file writes one
//! out: each of its productions that mentions it does so once, without a name for it, all at their
//! beginning or all at their end, and what is left after separators is an item: another production
//! of the rule, or something with the token `error`; or anything, if the rule can be empty.
//! `List: Item | List ',' Item` is a list, and `Postfix: Name | Postfix '.' Name
//! | Postfix '(' ')'` is not.
//!
//! Chains of operators have the same form (`Sum: Term | Sum '+' Term`), and are told apart by the
//! separator. `,` and `;` are separators. A token that `%left` or `%right` names, is written in
//! signs of operators or brackets, or has the name of an operator (`PLUS`) separates nothing.

use lrtable::{
    RuleId, Symbol, TokenId,
    grammar::{Grammar, Origin, Production, Rule},
    yacc::ast::Assoc,
};

/// A rule that is a list.
pub(super) struct List {
    /// The symbols that separate items.
    pub(super) separators: Vec<Symbol>,
    /// The symbols of items, each with the name that the file gives it.
    pub(super) items: Vec<(Symbol, Option<String>)>,
}

/// Returns the rule of which all items of the list `rule` are sentences, if there is one; `None` if
/// `rule` is no list.
pub(crate) fn items(grammar: &Grammar, rule: RuleId) -> Option<Option<RuleId>> {
    let list = list(grammar, rule)?;
    Some(match list.items[..] {
        [(Symbol::Rule(only), _)] => Some(only),
        _ => None,
    })
}

/// Returns what `rule` is a list of, if it is one.
pub(super) fn list(grammar: &Grammar, rule: RuleId) -> Option<List> {
    let inner = inner_list(grammar, rule).unwrap_or(rule);
    match grammar.rule(rule).origin {
        Some(Origin::Optional(_)) => None,
        Some(Origin::List(_)) => list_of(grammar, inner, |_| true),
        _ => list_of(grammar, rule, |symbol| is_separator(grammar, symbol))
            .filter(List::has_plain_names),
    }
}

/// Returns the rule whose nodes are those of `rule`, if `rule` is a list of the library that is
/// another one or nothing: `separated_list`.
pub(super) fn inner_list(grammar: &Grammar, rule: RuleId) -> Option<RuleId> {
    let Rule { origin, productions, .. } = grammar.rule(rule);
    matches!(origin, Some(Origin::List(_))).then_some(())?;
    productions.iter().find_map(|prod| match grammar.symbols(*prod) {
        [Symbol::Rule(inner)] if grammar.rule(*inner).origin == *origin && *inner != rule => {
            Some(*inner)
        }
        _ => None,
    })
}

/// Returns what `rule` is a list of if all of its productions fit; symbols that `separates` accepts
/// may stand between items.
fn list_of(grammar: &Grammar, rule: RuleId, separates: impl Fn(Symbol) -> bool) -> Option<List> {
    let own = Symbol::Rule(rule);
    let (mut bases, mut rests) = (Vec::new(), Vec::new());
    let (mut is_left, mut is_right) = (false, false);
    for prod in &grammar.rule(rule).productions {
        let Production { symbols, labels, .. } = grammar.production(*prod);
        let Some(at) = symbols.iter().position(|symbol| *symbol == own) else {
            bases.push((&symbols[..], &labels[..]));
            continue;
        };
        let (first, last) = (at == 0, at + 1 == symbols.len());
        let is_again = symbols[at + 1..].contains(&own);
        if first == last || is_again || labels[at].is_some() {
            return None;
        }
        is_left |= first;
        is_right |= last;
        let rest = if first { 1..symbols.len() } else { 0..at };
        rests.push((&symbols[rest.clone()], &labels[rest]));
    }
    if is_left == is_right {
        return None;
    }
    let is_item = |symbols: &[Symbol]| {
        bases.iter().any(|base| !symbols.is_empty() && base.0 == symbols)
            || symbols.iter().any(|symbol| is_error(grammar, *symbol))
    };
    let may_be_empty = bases.iter().any(|base| base.0.is_empty());
    let mut list = List { separators: Vec::new(), items: Vec::new() };
    // Separators at the end of a list.
    let mut trailing = Vec::new();
    for (symbols, labels) in &rests {
        let count = symbols.len();
        let mut inwards: Vec<Symbol> = symbols.to_vec();
        if is_right {
            inwards.reverse();
        }
        let most = inwards.iter().take_while(|symbol| separates(**symbol)).count();
        let parted = |most: usize| match is_left {
            true => (0..most, most..count),
            false => (count - most..count, 0..count - most),
        };
        let found = (0..=most).find(|most| is_item(&symbols[parted(*most).1]));
        let count = match found {
            Some(separators) => separators,
            // Items are whatever follows nothing, and a sign.
            None if may_be_empty => {
                usize::from(most > 0 && count > 1 && is_sign(grammar, inwards[0]))
            }
            None if most == count && is_left => {
                trailing.extend(*symbols);
                continue;
            }
            None => return None,
        };
        let (separators, item) = parted(count);
        list.separators.extend(&symbols[separators]);
        list.add(&symbols[item.clone()], &labels[item]);
    }
    if !trailing.iter().all(|symbol| list.separators.contains(symbol)) {
        return None;
    }
    bases.into_iter().for_each(|(symbols, labels)| list.add(symbols, labels));
    Some(list)
}

impl List {
    /// Adds the symbols of an item.
    fn add(&mut self, symbols: &[Symbol], labels: &[Option<String>]) {
        for (symbol, label) in symbols.iter().zip(labels) {
            let item = (*symbol, label.clone());
            if !self.items.contains(&item) {
                self.items.push(item);
            }
        }
    }

    /// Returns whether no symbol has two names, or a name and separates items too.
    fn has_plain_names(&self) -> bool {
        self.items.iter().all(|(symbol, label)| {
            let mut others = self.items.iter().filter(|(other, _)| other == symbol);
            let is_other = |(_, other): &(_, Option<String>)| other.is_some() && other != label;
            label.is_none() || !others.any(is_other) && !self.separators.contains(symbol)
        })
    }
}

fn is_error(grammar: &Grammar, symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Token(token) if grammar.token(token).is_error)
}

/// Returns whether a symbol is a token that is written without letters and digits.
fn is_sign(grammar: &Grammar, symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Token(_))
        && !grammar.symbol_name(symbol).contains(char::is_alphanumeric)
}

/// Returns whether a symbol can separate the items of a list: a token that is no operator, or a
/// rule of such tokens.
fn is_separator(grammar: &Grammar, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Token(token) => !is_operator(grammar, token),
        Symbol::Rule(rule) => grammar.rule(rule).productions.iter().all(|prod| {
            matches!(*grammar.symbols(*prod), [Symbol::Token(token)] if !is_operator(grammar, token))
        }),
    }
}

/// Returns whether a token looks like an operator or a bracket.
fn is_operator(grammar: &Grammar, token: TokenId) -> bool {
    let token = grammar.token(token);
    let spelt = token.alias.as_deref().unwrap_or(&token.name);
    let is_sign = |c: char| "+-*/%^&|<>=!~?@()[]{}".contains(c);
    let is_word =
        |word: &str| OPERATORS.split_whitespace().any(|one| one.eq_ignore_ascii_case(word));
    if matches!(spelt, "," | ";") {
        return false;
    }
    token
        .precedence
        .is_some_and(|precedence| matches!(precedence.assoc, Assoc::Left | Assoc::Right))
        || token.is_error
        || spelt.chars().any(is_sign)
        || token.name.split('_').any(is_word)
}

/// Words in names of tokens that are operators.
const OPERATORS: &str = "
    plus minus add sub subtract times mul mult multiply star asterisk div divide slash mod modulo
    rem percent pow power exp caret and or xor not eq equal equals ne neq lt le gt ge less greater
    amp ampersand pipe bar tilde shl shr lshift rshift assign op operator arrow in is as like
    concat cat
";
