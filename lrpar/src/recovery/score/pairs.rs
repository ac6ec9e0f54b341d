//! Which tokens are brackets: those that the grammar declares, and those that are inferred from it.
//!
//! `%brackets` names pairs; they need not be balanced anywhere. Of the other tokens, one closes if a production ends with it, if
//! before it there is always one that opens, and if in every production opening and closing tokens are balanced: then they are in
//! every sentence. `(` and `)` are such a pair in most languages; `{` and `}` too, where `${` may open what `}` closes; `return`
//! and `;` are not, because `;` also ends statements without `return`.
//!
//! A rule of which every production ends with a closing token that nothing opens there closes like that token: so with `body: '('
//! names ')' block 'end'`, `'function' body` opens what `end` closes. Where several tokens could open, the one is taken that must
//! open elsewhere, or else the nearest: in `'while' e 'do' s 'end'` that is `do`.
//!
//! Cost: productions times tokens that end one, at most [`limits::BRACKET_WORK`], once for a table.

use lrtable::{ProdId, RuleId, Symbol, TIdx, TokenId, pack::Tables};

use crate::recovery::{
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
        let mut ends = vec![false; tables.token_count];
        for (_, symbols) in &productions.all {
            if let Some(Symbol::Token(token)) = symbols.last() {
                ends[token.index()] = true;
            }
        }
        let closing: Vec<TokenId> =
            tables.token_ids().filter(|token| ends[token.index()]).collect();
        if productions.all.len().saturating_mul(closing.len()) > limits::BRACKET_WORK {
            return Ok(brackets);
        }
        for token in closing {
            meter.look()?;
            if let Some(opening) = Closing::new(&productions, token).opening() {
                brackets.add(&opening, token);
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

    fn add(&mut self, opening: &Tokens, closing: TokenId) {
        let is_new = |at: usize| self.roles[at] == Role::Other;
        let mut opens = (0..opening.len()).filter(|at| opening[*at]);
        if !is_new(closing.index()) || !opens.all(is_new) {
            return;
        }
        for at in (0..opening.len()).filter(|at| opening[*at]) {
            self.declare(TokenId::new(at), closing);
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

    /// Returns the closing bracket of the pair that `token` opens or closes.
    pub(super) fn closing_of(&self, token: TokenId) -> Option<TokenId> {
        match self.role(token) {
            Role::Opens(closing) => Some(closing),
            Role::Closes => Some(token),
            Role::Other => None,
        }
    }

    /// Returns the role of `token`, which may be outside the grammar.
    pub(super) fn role(&self, token: TokenId) -> Role {
        self.roles.get(token.index()).copied().unwrap_or(Role::Other)
    }
}

/// The productions of a grammar, with indices of their uses.
struct Productions {
    /// The rule and the symbols of each production.
    all: Vec<(RuleId, Vec<Symbol>)>,
    /// The indices of each rule's productions.
    of_rules: Vec<Vec<usize>>,
    /// The indices of the productions that name each rule, and each token, once for each time that they do.
    naming_rules: Vec<Vec<usize>>,
    naming_tokens: Vec<Vec<usize>>,
}

impl Productions {
    fn new(tables: &Tables<'_>) -> Productions {
        let mut rest = tables.symbols;
        let mut productions = Productions {
            all: Vec::with_capacity(tables.productions.len()),
            of_rules: vec![Vec::new(); tables.rule_count],
            naming_rules: vec![Vec::new(); tables.rule_count],
            naming_tokens: vec![Vec::new(); tables.token_count],
        };
        for at in 0..tables.productions.len() {
            let (rule, len) = tables.production(ProdId::new(at));
            let (symbols, after) = rest.split_at(len);
            let symbols: Vec<Symbol> = symbols.iter().map(|code| Tables::symbol(*code)).collect();
            for symbol in &symbols {
                match symbol {
                    Symbol::Token(token) => productions.naming_tokens[token.index()].push(at),
                    Symbol::Rule(rule) => productions.naming_rules[rule.index()].push(at),
                }
            }
            productions.of_rules[rule.index()].push(at);
            productions.all.push((rule, symbols));
            rest = after;
        }
        productions
    }
}

/// A set of tokens, as one flag for each.
type Tokens = Vec<bool>;

/// A token that may close, while its openers are looked for.
struct Closing<'p> {
    productions: &'p Productions,
    closing: TokenId,
    /// Whether each rule closes like the token.
    rules: Vec<bool>,
    /// The productions in which something closes. All others are balanced: they contain no opening token.
    some: Vec<usize>,
}

impl<'p> Closing<'p> {
    fn new(productions: &'p Productions, closing: TokenId) -> Self {
        let rules = vec![false; productions.of_rules.len()];
        let mut own = Closing { productions, closing, rules, some: Vec::new() };
        own.take(&productions.naming_tokens[closing.index()]);
        own
    }

    /// Adds productions in which something closes.
    fn take(&mut self, naming: &[usize]) {
        self.some.extend(naming);
        self.some.sort_unstable();
        self.some.dedup();
    }

    /// Returns the tokens that open what the token closes; `None` if it is no bracket.
    fn opening(mut self) -> Option<Tokens> {
        loop {
            let productions = self.only_tokens();
            let candidates = self.candidates(&productions);
            let none = vec![false; candidates.len()];
            let nothing_opens = |tokens: &Vec<TokenId>| {
                let first = self.unopened(tokens, &none);
                first.is_some_and(|at| !tokens[..at].iter().any(|token| candidates[token.index()]))
            };
            match productions.iter().position(nothing_opens) {
                None => return self.chosen(&productions, &candidates),
                Some(at) => {
                    let all = self.productions;
                    let (rule, _) = all.all[self.some[at]];
                    let mut own = all.of_rules[rule.index()].iter();
                    if self.rules[rule.index()] || !own.all(|at| self.ends(&all.all[*at].1)) {
                        return None;
                    }
                    self.rules[rule.index()] = true;
                    self.take(&all.naming_rules[rule.index()]);
                }
            }
        }
    }

    /// Returns whether a symbol closes.
    fn is_closing(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Token(token) => token == self.closing,
            Symbol::Rule(rule) => self.rules[rule.index()],
        }
    }

    /// Returns whether a production ends with a closing symbol, after other symbols.
    fn ends(&self, symbols: &[Symbol]) -> bool {
        symbols.len() > 1 && symbols.last().is_some_and(|last| self.is_closing(*last))
    }

    /// Returns the tokens of each production with closing symbols, with the closing token in place of such symbols. It is left
    /// out at the end of rules that close like it: their openers stand elsewhere.
    fn only_tokens(&self) -> Vec<Vec<TokenId>> {
        let token = |symbol: &Symbol| match symbol {
            Symbol::Token(token) => Some(*token),
            Symbol::Rule(_) => self.is_closing(*symbol).then_some(self.closing),
        };
        let of_one = |(rule, symbols): &(RuleId, Vec<Symbol>)| {
            let end = symbols.len() - usize::from(self.rules[rule.index()]);
            symbols[..end].iter().filter_map(token).collect()
        };
        self.some.iter().map(|at| of_one(&self.productions.all[*at])).collect()
    }

    /// Returns the tokens that are always followed by the closing token.
    fn candidates(&self, productions: &[Vec<TokenId>]) -> Tokens {
        let naming = &self.productions.naming_tokens;
        let mut followed = vec![0; naming.len()];
        for tokens in productions {
            let last = tokens.iter().rposition(|token| *token == self.closing).unwrap_or(0);
            for token in &tokens[..last] {
                followed[token.index()] += 1;
            }
        }
        followed[self.closing.index()] = 0;
        followed.iter().zip(naming).map(|(count, all)| *count > 0 && *count == all.len()).collect()
    }

    /// Returns those of `candidates` that open: with them every production is balanced, and one has something between the two.
    fn chosen(&self, productions: &[Vec<TokenId>], candidates: &Tokens) -> Option<Tokens> {
        let mut opening = vec![false; candidates.len()];
        loop {
            // In productions where something closes that nothing opens: takes the one with the fewest tokens that may open, where
            // the choice is least, and in it the nearest token.
            let mut least: Option<(usize, TokenId)> = None;
            for tokens in productions {
                let Some(at) = self.unopened(tokens, &opening) else { continue };
                let mut may = tokens[..at].iter().filter(|token| candidates[token.index()]);
                let (count, nearest) = (may.clone().count(), *may.next_back()?);
                if least.is_none_or(|(other, _)| count < other) {
                    least = Some((count, nearest));
                }
            }
            let Some((_, nearest)) = least else { break };
            if std::mem::replace(&mut opening[nearest.index()], true) {
                return None;
            }
        }
        let is_balanced = |tokens: &Vec<TokenId>| {
            let opens = tokens.iter().filter(|token| opening[token.index()]).count();
            let closes = tokens.iter().filter(|token| **token == self.closing).count();
            opens == closes
        };
        let brackets = |(_, symbols): &(RuleId, Vec<Symbol>)| {
            let before = match symbols.as_slice() {
                [before @ .., _, Symbol::Token(last)] if *last == self.closing => before,
                [before @ .., last @ Symbol::Rule(_)] if self.is_closing(*last) => before,
                _ => return false,
            };
            let opens =
                |symbol: &Symbol| matches!(symbol, Symbol::Token(token) if opening[token.index()]);
            before.iter().any(opens)
        };
        let is_bracket = productions.iter().all(is_balanced)
            && self.some.iter().any(|at| brackets(&self.productions.all[*at]));
        is_bracket.then_some(opening)
    }

    /// Returns the index among `tokens` of a closing token that none of `opening` opens.
    fn unopened(&self, tokens: &[TokenId], opening: &Tokens) -> Option<usize> {
        let mut open = 0usize;
        for (at, token) in tokens.iter().enumerate() {
            if opening[token.index()] {
                open += 1;
            } else if *token == self.closing {
                match open.checked_sub(1) {
                    Some(left) => open = left,
                    None => return Some(at),
                }
            }
        }
        None
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
