//! Which tokens are brackets: read off the grammar.
//!
//! A token closes if a production ends with it, if before it there is always one that opens, and if in every production
//! opening and closing tokens are balanced: then they are in every sentence. `(` and `)` are such a pair in most languages;
//! `{` and `}` too, where `${` may open what `}` closes; `return` and `;` are none, because `;` also ends what nothing began.

use std::collections::BTreeSet;

use lrtable::{ProdId, Symbol, TokenId, pack::Tables};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// No bracket.
    Other,
    /// It opens what this token closes.
    Opens(TokenId),
    /// It closes.
    Closes,
}

/// The brackets of a grammar.
#[derive(Debug)]
pub(super) struct Brackets {
    roles: Vec<Role>,
    /// The closing tokens.
    pub(super) closing: Vec<TokenId>,
}

impl Brackets {
    /// Those of the grammar that `tables` were made of.
    pub(super) fn new(tables: &Tables<'_>) -> Brackets {
        let mut brackets =
            Brackets { roles: vec![Role::Other; tables.token_count], closing: Vec::new() };
        let productions = productions(tables);
        let tokens: Vec<Vec<TokenId>> =
            productions.iter().map(|symbols| only_tokens(symbols)).collect();
        for token in tables.token_ids() {
            // With something between, or nothing is bracketed.
            let ends = |opening: &BTreeSet<TokenId>| {
                productions.iter().any(|symbols| match symbols.as_slice() {
                    [before @ .., _, Symbol::Token(last)] if *last == token => {
                        only_tokens(before).iter().any(|token| opening.contains(token))
                    }
                    _ => false,
                })
            };
            if let Some(opening) = opening(&tokens, token)
                && ends(&opening)
                && balanced(&tokens, &opening, token)
            {
                brackets.add(&opening, token);
            }
        }
        brackets
    }

    fn add(&mut self, opening: &BTreeSet<TokenId>, closing: TokenId) {
        let mut all = opening.iter().chain([&closing]);
        if all.any(|token| self.role(*token) != Role::Other) {
            return;
        }
        for token in opening {
            self.roles[token.index()] = Role::Opens(closing);
        }
        self.roles[closing.index()] = Role::Closes;
        self.closing.push(closing);
    }

    /// What `token` is. It may be what is no token.
    pub(super) fn role(&self, token: TokenId) -> Role {
        self.roles.get(token.index()).copied().unwrap_or(Role::Other)
    }
}

/// The symbols of each production.
fn productions(tables: &Tables<'_>) -> Vec<Vec<Symbol>> {
    let mut rest = tables.symbols;
    let mut productions = Vec::with_capacity(tables.productions.len());
    for prod in (0..tables.productions.len()).map(ProdId::new) {
        let (symbols, behind) = rest.split_at(tables.production(prod).1);
        productions.push(symbols.iter().map(|code| Tables::symbol(*code)).collect());
        rest = behind;
    }
    productions
}

/// The tokens among them.
fn only_tokens(symbols: &[Symbol]) -> Vec<TokenId> {
    let token = |symbol: &Symbol| match symbol {
        Symbol::Token(token) => Some(*token),
        Symbol::Rule(_) => None,
    };
    symbols.iter().filter_map(token).collect()
}

/// The tokens that open what `closing` closes: before each `closing` the nearest that is always followed by one. `None` if
/// there is no such token before one of them.
fn opening(productions: &[Vec<TokenId>], closing: TokenId) -> Option<BTreeSet<TokenId>> {
    let is_closed = |token: TokenId| {
        token != closing
            && productions.iter().all(|tokens| {
                let last = tokens.iter().rposition(|other| *other == token);
                last.is_none_or(|last| tokens[last..].contains(&closing))
            })
    };
    let mut opening = BTreeSet::new();
    for tokens in productions {
        for (at, _) in tokens.iter().enumerate().filter(|(_, token)| **token == closing) {
            opening.insert(*tokens[..at].iter().rev().find(|token| is_closed(**token))?);
        }
    }
    Some(opening)
}

/// Is every production balanced?
fn balanced(productions: &[Vec<TokenId>], opening: &BTreeSet<TokenId>, closing: TokenId) -> bool {
    productions.iter().all(|tokens| {
        let mut open = 0usize;
        for token in tokens {
            if opening.contains(token) {
                open += 1;
            } else if *token == closing {
                match open.checked_sub(1) {
                    Some(left) => open = left,
                    None => return false,
                }
            }
        }
        open == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::YaccKind};

    /// The brackets of a grammar: each closing token with those that open what it closes.
    fn brackets(text: &str) -> Vec<String> {
        let kind = YaccKind::Original(lrtable::yacc::YaccOriginalActionKind::NoAction);
        let grammar = YaccGrammar::<u32>::new(kind, text).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let brackets = Brackets::new(&table.tables());
        let name = |token: TokenId| grammar.token(token).name.clone();
        let of = |closing: &TokenId| {
            let opens = grammar
                .token_ids()
                .filter(|token| brackets.role(*token) == Role::Opens(*closing))
                .map(name);
            format!("{} {}", opens.collect::<Vec<_>>().join(" "), name(*closing))
        };
        brackets.closing.iter().map(of).collect()
    }

    #[test]
    fn pairs_are_what_every_production_balances() {
        let text = "%start S\n%%\nS: | S T;
            T: 'a' ';' | 'return' E ';' | 'break' ';' | '{' S '}' | 'class' 'a' '{' S '}'
             | 'if' '(' E ')' T | 'if' E 'then' S 'fi';
            E: 'a' | '(' E ')' | 'a' '[' E ']' | '<' 'a' '>' | 'a' '>' 'a' | '@' 'b';";
        // `;` and `>` also stand alone; nothing is between `@` and `b`.
        assert_eq!(brackets(text), ["{ }", "( )", "then fi", "[ ]"]);
    }

    #[test]
    fn what_closes_may_close_what_several_tokens_open() {
        let text =
            "%start S\n%%\nS: | S T;\nT: 'a' | '{' S '}' | '${' 'a' '}' | 'do' S 'end' | 'end';";
        assert_eq!(brackets(text), ["{ ${ }"]);
    }
}
