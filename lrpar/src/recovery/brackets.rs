//! Which tokens are brackets: those that the grammar declares, and those that are inferred from it.
//!
//! `%brackets` names pairs; they need not be balanced anywhere. Of the other tokens, one closes if
//! a production ends with it, if before it there is always one that opens, and if in every
//! production opening and closing tokens are balanced: then they are in every sentence. `(` and `)`
//! are such a pair in most languages; `{` and `}` too, where `${` may open what `}` closes;
//! `return` and `;` are not, because `;` also ends statements without `return`.
//!
//! A rule of which every production ends with a closing token that nothing opens there closes like
//! that token: so with `body: '(' names ')' block 'end'`, `'function' body` opens what `end`
//! closes. Where several tokens could open, the one is taken that must open elsewhere, or else the
//! nearest: in `'while' e 'do' s 'end'` that is `do`.
//!
//! Cost: productions times tokens that end one, at most [`limits::BRACKET_WORK`], once for a table.

use lrtable::{Symbol, TIdx, TokenId, pack::Tables};

use super::{
    budget::{Meter, Spent},
    limits,
};

/// Role of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Not a bracket.
    Other,
    /// An opening bracket, closed by this token.
    Opens(TokenId),
    /// A closing bracket.
    Closes,
}

/// The brackets of a grammar.
#[derive(Debug, Default)]
pub(crate) struct Brackets {
    roles: Vec<Role>,
    /// The closing tokens.
    pub(super) closing: Vec<TokenId>,
}

impl Brackets {
    /// Computes the brackets of the grammar that `tables` were made of, without a limit on time.
    pub(crate) fn of_tables(tables: &Tables<'_>) -> Brackets {
        Brackets::new(tables, &Meter::of_steps(u64::MAX)).unwrap_or_default()
    }

    /// Computes the brackets of the grammar that `tables` were made of.
    ///
    /// # Errors
    ///
    /// If the time of `meter` is over.
    pub(super) fn new(tables: &Tables<'_>, meter: &Meter) -> Result<Brackets, Spent> {
        let mut brackets =
            Brackets { roles: vec![Role::Other; tables.token_count], closing: Vec::new() };
        for (opening, closing) in tables.brackets {
            brackets.declare(TIdx(*opening), TIdx(*closing));
        }
        let productions = Productions::new(tables);
        let is_last = |token: &TokenId| {
            let last = |at: &usize| productions.all[*at].1.last() == Some(&token.index());
            productions.naming[token.index()].iter().any(last)
        };
        let closing: Vec<TokenId> = tables.token_ids().filter(is_last).collect();
        if productions.all.len().saturating_mul(closing.len()) > limits::BRACKET_WORK {
            return Ok(brackets);
        }
        for token in closing {
            meter.look()?;
            let opening = Closing::opening(&productions, token.index());
            let opening: Vec<TokenId> = opening.into_iter().flatten().map(TokenId::new).collect();
            let is_new = |token: &TokenId| brackets.role(*token) == Role::Other;
            if is_new(&token) && opening.iter().all(is_new) {
                opening.into_iter().for_each(|opening| brackets.declare(opening, token));
            }
        }
        Ok(brackets)
    }

    fn declare(&mut self, opening: TokenId, closing: TokenId) {
        self.roles[opening.index()] = Role::Opens(closing);
        if self.role(closing) != Role::Closes {
            self.roles[closing.index()] = Role::Closes;
            self.closing.push(closing);
        }
    }

    /// Returns whether `token` closes a bracket.
    pub(crate) fn closes(&self, token: TokenId) -> bool {
        self.role(token) == Role::Closes
    }

    /// Returns whether `token` opens what `closing` closes.
    pub(crate) fn opens(&self, token: TokenId, closing: TokenId) -> bool {
        self.role(token) == Role::Opens(closing)
    }

    /// Returns whether `token` opens or closes a bracket.
    pub(crate) fn is_one(&self, token: TokenId) -> bool {
        self.role(token) != Role::Other
    }

    /// Returns the role of `token`, which may be outside the grammar.
    pub(super) fn role(&self, token: TokenId) -> Role {
        self.roles.get(token.index()).copied().unwrap_or(Role::Other)
    }
}

/// The productions of a grammar. Symbols are numbers: tokens first, by their ids, then rules.
struct Productions {
    token_count: usize,
    /// The rule and the symbols of each production.
    all: Vec<(usize, Vec<usize>)>,
    /// The indices of the productions of each symbol; tokens have none.
    of_rule: Vec<Vec<usize>>,
    /// The indices of the productions that name each symbol, once for each time that they do.
    naming: Vec<Vec<usize>>,
}

impl Productions {
    fn new(tables: &Tables<'_>) -> Productions {
        let none = vec![Vec::new(); tables.token_count + tables.rule_count];
        let (mut all, mut of_rule, mut naming) = (Vec::new(), none.clone(), none);
        for (at, (rule, symbols)) in tables.rules_and_symbols().enumerate() {
            let symbols: Vec<usize> = symbols.map(|symbol| tables.number(symbol)).collect();
            symbols.iter().for_each(|symbol| naming[*symbol].push(at));
            let rule = tables.number(Symbol::Rule(rule));
            of_rule[rule].push(at);
            all.push((rule, symbols));
        }
        Productions { token_count: tables.token_count, all, of_rule, naming }
    }
}

/// A token that may close, while its openers are looked for.
struct Closing<'p> {
    productions: &'p Productions,
    closing: usize,
    /// Whether each symbol closes like the token, or is it.
    closes: Vec<bool>,
    /// The productions in which something closes. All others are balanced: they contain no opening
    /// token.
    some: Vec<usize>,
}

impl<'p> Closing<'p> {
    /// Makes a symbol one that closes, and adds the productions that name it.
    fn take(&mut self, symbol: usize) {
        self.closes[symbol] = true;
        self.some.extend(&self.productions.naming[symbol]);
        self.some.sort_unstable();
        self.some.dedup();
    }

    /// Returns the tokens that open what `closing` closes; `None` if it is no bracket.
    fn opening(productions: &'p Productions, closing: usize) -> Option<Vec<usize>> {
        let closes = vec![false; productions.naming.len()];
        let mut own = Closing { productions, closing, closes, some: Vec::new() };
        own.take(closing);
        loop {
            let texts = own.only_tokens();
            let candidates = own.candidates(&texts);
            let nothing_opens = |tokens: &Vec<usize>| {
                let first = tokens.iter().position(|token| *token == closing);
                first.is_some_and(|at| !tokens[..at].iter().any(|token| candidates[*token]))
            };
            let Some(at) = texts.iter().position(nothing_opens) else {
                return own.chosen(&texts, &candidates);
            };
            let Productions { all, of_rule, .. } = productions;
            let (rule, _) = all[own.some[at]];
            if own.closes[rule] || !of_rule[rule].iter().all(|at| own.ends(&all[*at].1)) {
                return None;
            }
            own.take(rule);
        }
    }

    /// Returns whether a production ends with a closing symbol, after other symbols.
    fn ends(&self, symbols: &[usize]) -> bool {
        symbols.len() > 1 && symbols.last().is_some_and(|last| self.closes[*last])
    }

    /// Returns the tokens of each production with closing symbols, with the closing token in place
    /// of such symbols. It is left out at the end of rules that close like it: their openers stand
    /// elsewhere.
    fn only_tokens(&self) -> Vec<Vec<usize>> {
        let token = |symbol: &usize| match *symbol {
            symbol if self.closes[symbol] => Some(self.closing),
            symbol => (symbol < self.productions.token_count).then_some(symbol),
        };
        let of_one = |at: &usize| {
            let (rule, symbols) = &self.productions.all[*at];
            let end = symbols.len() - usize::from(self.closes[*rule]);
            symbols[..end].iter().filter_map(token).collect()
        };
        self.some.iter().map(of_one).collect()
    }

    /// Returns whether each symbol is a token that is always followed by the closing token.
    fn candidates(&self, productions: &[Vec<usize>]) -> Vec<bool> {
        let naming = &self.productions.naming;
        let mut followed = vec![0; naming.len()];
        for tokens in productions {
            let last = tokens.iter().rposition(|token| *token == self.closing).unwrap_or(0);
            tokens[..last].iter().for_each(|token| followed[*token] += 1);
        }
        followed[self.closing] = 0;
        followed.iter().zip(naming).map(|(count, all)| *count > 0 && *count == all.len()).collect()
    }

    /// Returns those of `candidates` that open, in order: with them every production is balanced,
    /// and one has something between the two.
    fn chosen(&self, productions: &[Vec<usize>], candidates: &[bool]) -> Option<Vec<usize>> {
        let mut opening = vec![false; candidates.len()];
        loop {
            // In productions where something closes that nothing opens: takes the one with the
            // fewest tokens that may open, where the choice is least, and in it the nearest token.
            let mut least: Option<(usize, usize)> = None;
            for tokens in productions {
                let Some(at) = self.unopened(tokens, &opening) else { continue };
                let mut may = tokens[..at].iter().filter(|token| candidates[**token]);
                let (count, nearest) = (may.clone().count(), *may.next_back()?);
                if least.is_none_or(|(other, _)| count < other) {
                    least = Some((count, nearest));
                }
            }
            let Some((_, nearest)) = least else { break };
            if std::mem::replace(&mut opening[nearest], true) {
                return None;
            }
        }
        let is_balanced = |tokens: &Vec<usize>| {
            let opens = tokens.iter().filter(|token| opening[**token]).count();
            let closes = tokens.iter().filter(|token| **token == self.closing).count();
            opens == closes
        };
        let brackets = |at: &usize| {
            let Some((last, before)) = self.productions.all[*at].1.split_last() else {
                return false;
            };
            // Right before the closing token nothing is between the two.
            let end = before.len().saturating_sub(usize::from(*last == self.closing));
            self.closes[*last] && before[..end].iter().any(|symbol| opening[*symbol])
        };
        let is_bracket = productions.iter().all(is_balanced) && self.some.iter().any(brackets);
        is_bracket.then(|| (0..opening.len()).filter(|token| opening[*token]).collect())
    }

    /// Returns the index among `tokens` of a closing token that none of `opening` opens.
    fn unopened(&self, tokens: &[usize], opening: &[bool]) -> Option<usize> {
        let mut open = 0usize;
        tokens.iter().position(|token| {
            let is_closed = *token == self.closing && open == 0;
            open += usize::from(opening[*token]);
            open -= usize::from(*token == self.closing && open > 0);
            is_closed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::YaccKind};

    /// Returns the brackets of a grammar: each closing token with those that open it.
    fn brackets(text: &str) -> Vec<String> {
        let kind = YaccKind::Original(lrtable::yacc::YaccOriginalActionKind::NoAction);
        let grammar = YaccGrammar::<u32>::new(kind, text).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let meter = Meter::of_steps(u64::MAX);
        let brackets = Brackets::new(&table.tables(), &meter).unwrap();
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
    fn what_opens_may_stand_in_another_rule() {
        let text = "%start S\n%%\nS: | S T;
            T: E | 'function' 'a' B | 'if' E 'then' S I 'end' | 'if' E 'then' S I 'else' S 'end'
             | 'while' E 'do' S 'end' | 'do' S 'end' | 'repeat' S 'until' E;
            I: | I 'elseif' E 'then' S;
            B: '(' ')' S 'end' | '(' 'a' ')' S 'end';
            E: 'a' | '(' E ')' | 'function' B;";
        assert_eq!(brackets(text), ["function if do end", "( )"]);
        // Without `elseif` what is nearest opens. The order of productions does not matter.
        let rules = "T: 'a' | 'if' 'a' 'then' T 'else' T 'end' | 'if' 'a' 'then' T 'end';";
        assert_eq!(brackets(&format!("%start T\n%%\n{rules}")), ["then end"]);
        // If one of its productions closes nothing, the rule is uncertain.
        assert_eq!(brackets(&text.replace("B: ", "B: ';' | ")), ["( )"]);
        // Nothing opens what the start rule closes.
        assert_eq!(brackets("%start S\n%%\nS: T 'end'; T: 'a' | '(' T ')';"), ["( )"]);
    }

    #[test]
    fn declared_pairs_come_first_and_leave_the_others_as_they_are() {
        let rules = "%start S\n%%\nS: | S T;
            T: 'a' | '{' S '}' | '(' S ')' | 'repeat' S 'until' 'a' | 'loop' S 'until' 'a';";
        assert_eq!(brackets(rules), ["{ }", "( )"]);
        let declared = format!("%brackets 'repeat' 'until' 'loop' 'until' 'a' ')'\n{rules}");
        assert_eq!(brackets(&declared), ["repeat loop until", "a )", "{ }"]);
    }

    #[test]
    fn what_closes_may_close_what_several_tokens_open() {
        let text =
            "%start S\n%%\nS: | S T;\nT: 'a' | '{' S '}' | '${' 'a' '}' | 'do' S 'end' | 'end';";
        assert_eq!(brackets(text), ["{ ${ }"]);
    }
}
