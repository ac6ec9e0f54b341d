//! The tokens of a grammar file: who they are, their aliases, precedences and costs.
//!
//! A token with the number 0 is the end of the input itself, as in Bison, unless a production names
//! it: then it is a token like others, which a lexer has to give before the end.

use fnv::{FnvHashMap, FnvHashSet};
use indexmap::IndexMap;

use super::super::{Precedence, Token};
use crate::{
    Span, TokenId,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    mistake::{Mistake, Written},
    yacc::{
        YaccKind,
        syntax::{Ast, Quote, SymbolRef, TokenDecl},
    },
};

/// The cost of an insertion or a deletion where the file names none.
const DEFAULT_COST: u8 = 1;

/// A token's identity: in Yacc proper the character `'a'` and the identifier `a` differ, elsewhere
/// they do not.
type TokenKey = (bool, String);

/// The tokens as far as they are known.
pub(super) struct Tokens<'a> {
    ast: &'a Ast,
    tokens: IndexMap<TokenKey, Token>,
    aliases: FnvHashMap<&'a str, TokenId>,
    precedences: FnvHashMap<TokenKey, Precedence>,
    used: FnvHashSet<TokenId>,
    /// The names that stand after `%avoid_insert` and `%expect-unused`.
    mentioned: FnvHashSet<&'a str>,
    /// The names that stand without quotes after `%token` and in precedences, each with its first
    /// place.
    plain: FnvHashMap<&'a str, Span>,
    /// The end of the input, `$`.
    end: Token,
    /// The tokens of the file that are the end of the input by their number.
    end_keys: FnvHashSet<TokenKey>,
}

impl<'a> Tokens<'a> {
    /// The names of the tokens that are known.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.tokens.keys().map(|(_, name)| name)
    }

    /// The declared tokens. What is wrong with them is added to `diagnostics`.
    pub(super) fn declared(ast: &'a Ast, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut end = token("$", None);
        end.insert_cost = 0;
        let mut this = Tokens {
            ast,
            tokens: IndexMap::new(),
            aliases: FnvHashMap::default(),
            precedences: FnvHashMap::default(),
            used: FnvHashSet::default(),
            mentioned: ast
                .avoid_insert
                .iter()
                .chain(&ast.expect_unused)
                .map(|symbol| symbol.text.as_str())
                .collect(),
            plain: FnvHashMap::default(),
            end,
            end_keys: FnvHashSet::default(),
        };
        this.find_end(diagnostics);
        let declared = ast.tokens.iter().map(|decl| &decl.name);
        let with_precedence = ast.precedences.iter().map(|decl| &decl.name);
        for name in declared.chain(with_precedence).filter(|name| name.quote == Quote::None) {
            this.plain.entry(&name.text).or_insert(name.span);
        }
        for decl in &ast.tokens {
            if !this.is_end(&decl.name) {
                this.declare(decl, diagnostics);
            }
        }
        for decl in &ast.precedences {
            let key = match (decl.name.quote, this.aliases.get(decl.name.text.as_str())) {
                (Quote::Double, Some(token)) => {
                    this.tokens.get_index(token.index()).expect("aliases name tokens").0.clone()
                }
                _ => this.key(&decl.name),
            };
            let precedence = Precedence { level: decl.level, assoc: decl.assoc };
            if this.end_keys.contains(&key) {
                this.end.precedence = Some(precedence);
            }
            this.precedences.insert(key, precedence);
        }
        this
    }

    /// How many there are, the end of the input among them.
    pub(super) fn len(&self) -> usize {
        self.tokens.len() + 1
    }

    fn is_original(&self) -> bool {
        matches!(self.ast.kind, YaccKind::Original(_))
    }

    fn key(&self, symbol: &SymbolRef) -> TokenKey {
        (self.is_original() && symbol.quote == Quote::Single, symbol.text.clone())
    }

    fn is_end(&self, symbol: &SymbolRef) -> bool {
        self.end_keys.contains(&self.key(symbol))
    }

    /// Finds out which tokens have the number 0, and whether a production names one of them.
    fn find_end(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        if !self.is_original() {
            return;
        }
        let declared: Vec<&TokenDecl> =
            self.ast.tokens.iter().filter(|decl| decl.number == Some(0)).collect();
        let names = declared.iter().flat_map(|decl| std::iter::once(&decl.name).chain(&decl.alias));
        let keys: FnvHashSet<TokenKey> = names.map(|name| self.key(name)).collect();
        let mut named = None;
        let productions = self.ast.rules.iter().flat_map(|rule| &rule.productions);
        productions.for_each(|production| {
            production.symbols(&mut |symbol| {
                named = named.or(Some(symbol).filter(|symbol| keys.contains(&self.key(symbol))));
            });
        });
        match (named, declared.first()) {
            (None, _) => self.end_keys = keys,
            (Some(symbol), Some(decl)) => {
                let message = format!(
                    "'{}' is the end of the input by its number; in a production it is a token of its own, which the \
                     lexer has to give",
                    decl.name.text
                );
                let note = Diagnostic::note(Kind::EndInProduction, message, symbol.span);
                diagnostics.push(note.also(decl.name.span, "declared here"));
            }
            (Some(_), None) => {}
        }
    }

    fn declare(&mut self, decl: &'a TokenDecl, diagnostics: &mut Vec<Diagnostic>) {
        let token = self.named(&decl.name);
        let Some(alias) = &decl.alias else { return };
        self.tokens[token.index()].alias = Some(alias.text.clone());
        if let Some(other) = self.aliases.insert(&alias.text, token)
            && other != token
        {
            let name = &self.tokens[other.index()].name;
            let message = format!("\"{}\" is already the alias of '{name}'", alias.text);
            diagnostics.push(Diagnostic::error(Kind::DuplicateAlias, message, alias.span));
        }
    }

    /// The token that `symbol` names, made if it is new.
    pub(super) fn named(&mut self, symbol: &SymbolRef) -> TokenId {
        if let Some(token) = self.known(symbol) {
            return token;
        }
        let plain = self.is_original() && symbol.quote == Quote::None;
        let mut token = token(&symbol.text, Some(symbol.span));
        token.is_error = plain && matches!(symbol.text.as_str(), "error" | "YYerror");
        if token.is_error {
            token.insert_cost = 0;
        }
        TokenId::new(self.tokens.insert_full(self.key(symbol), token).0)
    }

    /// The token that `symbol` names, if the file declares it or has used it.
    pub(super) fn known(&self, symbol: &SymbolRef) -> Option<TokenId> {
        if symbol.quote == Quote::Double
            && let Some(&token) = self.aliases.get(symbol.text.as_str())
        {
            return Some(token);
        }
        self.tokens.get_index_of(&self.key(symbol)).map(TokenId::new)
    }

    /// Whether an unquoted name that is no rule may stand for a token.
    pub(super) fn is_known(&self, symbol: &SymbolRef) -> bool {
        let predefined = ["error", "YYerror", "YYUNDEF", "YYEOF"];
        self.known(symbol).is_some()
            || self.precedences.contains_key(&self.key(symbol))
            || self.mentioned.contains(symbol.text.as_str())
            || (self.is_original() && predefined.contains(&symbol.text.as_str()))
    }

    /// A production uses the token.
    pub(super) fn set_used(&mut self, token: TokenId) {
        self.used.insert(token);
    }

    /// All tokens but the end of the input that no production uses.
    pub(super) fn unused(&self) -> impl Iterator<Item = &Token> {
        let is_used = |at: usize| self.used.contains(&TokenId::new(at));
        self.tokens
            .values()
            .enumerate()
            .filter(move |(at, _)| !is_used(*at))
            .map(|(_, token)| token)
    }

    /// The precedence of a token.
    pub(super) fn precedence(&self, token: TokenId) -> Option<Precedence> {
        let (key, _) = self.tokens.get_index(token.index()).expect("the token is there");
        self.precedences.get(key).copied()
    }

    /// The precedence that `%prec` with this name gives.
    pub(super) fn precedence_of(&self, name: &SymbolRef) -> Option<Precedence> {
        let of_token = self.known(name).and_then(|token| self.precedence(token));
        of_token.or_else(|| self.precedences.get(&self.key(name)).copied())
    }

    /// Whether the file names it as a token, but as nothing that could be a rule as well.
    pub(super) fn declaration_of(&self, rule: &str) -> Option<Span> {
        if !self.is_original() {
            return None;
        }
        self.plain.get(rule).copied()
    }

    /// Sets what declarations say about tokens that productions may have been the first to name.
    /// `set_rule` is tried first on `%epp`.
    pub(super) fn set_properties(
        &mut self,
        diagnostics: &mut Vec<Diagnostic>,
        mut set_rule: impl FnMut(&SymbolRef, &str) -> bool,
    ) {
        let ast = self.ast;
        let mut set = |symbol, directive, change: &dyn Fn(&mut Token)| match self.changed(symbol) {
            Some(token) => change(token),
            None => diagnostics.push(unknown_token(directive, symbol)),
        };
        for symbol in &ast.avoid_insert {
            set(symbol, "%avoid_insert", &|token| token.avoid_insert = true);
        }
        for (symbol, text) in &ast.epp {
            if !set_rule(symbol, &text.text) {
                set(symbol, "%epp", &|token| token.epp = Some(text.text.clone()));
            }
        }
        for (symbol, cost) in &ast.insert_costs {
            set(symbol, "%insert-cost", &|token| {
                // A token of cost 0 is never inserted.
                if token.insert_cost > 0 {
                    token.insert_cost = *cost;
                }
            });
        }
        for (symbol, cost) in &ast.delete_costs {
            set(symbol, "%delete-cost", &|token| token.delete_cost = *cost);
        }
        for at in 0..self.tokens.len() {
            self.tokens[at].precedence = self.precedence(TokenId::new(at));
        }
        self.tell_characters_apart();
    }

    /// Reports tokens with the number of an earlier one. As in Bison, a character has its code.
    pub(super) fn check_numbers(&self, diagnostics: &mut Vec<Diagnostic>) {
        let declared = self.ast.tokens.iter().filter_map(|decl| {
            let (is_char, name) = self.key(&decl.name);
            Some((decl.number?, is_char, name, decl.name.span))
        });
        let characters = self.tokens.iter().filter_map(|((is_char, name), token)| {
            let code = Some(name.as_bytes()).filter(|bytes| *is_char && bytes.len() == 1)?[0];
            Some((i64::from(code), true, name.clone(), token.span?))
        });
        let mut firsts: FnvHashMap<i64, (bool, String, Span)> = FnvHashMap::default();
        for (number, is_char, name, span) in declared.chain(characters) {
            let first = firsts.entry(number).or_insert_with(|| (is_char, name.clone(), span));
            if (first.0, &first.1) != (is_char, &name) {
                let message = format!(
                    "'{name}' has the number of '{}', {number}: expected another one",
                    first.1
                );
                let error = Diagnostic::error(Kind::DuplicateNumber, message, span);
                diagnostics.push(error.also(first.2, "first given here"));
            }
        }
    }

    /// What `%brackets` declares, as far as it makes sense.
    pub(super) fn brackets(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<(TokenId, TokenId)> {
        let mut pairs = Vec::with_capacity(self.ast.brackets.len());
        // Where each token is named first, and whether it closes there.
        let mut named: FnvHashMap<TokenId, (Span, bool)> = FnvHashMap::default();
        for (opening, closing) in &self.ast.brackets {
            let mut token = |symbol: &SymbolRef, closes: bool| {
                let token = self.bracket(symbol, diagnostics)?;
                let (first, closes_first) = *named.entry(token).or_insert((symbol.span, closes));
                if first == symbol.span || closes && closes_first {
                    return Some(token);
                }
                let message = format!(
                    "'{}' is named twice by '%brackets': only what closes may be, for several that open",
                    symbol.text
                );
                let error = Diagnostic::error(Kind::InvalidBracket, message, symbol.span);
                diagnostics.push(error.also(first, "named first here"));
                None
            };
            pairs.extend(token(opening, false).zip(token(closing, true)));
        }
        pairs
    }

    /// A token that may be a bracket; an error if there is no such token.
    fn bracket(&self, symbol: &SymbolRef, diagnostics: &mut Vec<Diagnostic>) -> Option<TokenId> {
        diagnostics.push(match self.known(symbol) {
            Some(token) => return Some(token),
            None if self.is_end(symbol) => {
                let message =
                    format!("'{}' is the end of the input: it is no bracket", symbol.text);
                Diagnostic::error(Kind::InvalidBracket, message, symbol.span)
            }
            None => unknown_token("%brackets", symbol),
        });
        None
    }

    /// What `%mistake` declares, as far as it makes sense.
    pub(super) fn mistakes(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Mistake> {
        let mut unknown = |symbol: &SymbolRef| diagnostics.push(unknown_token("%mistake", symbol));
        let mut mistakes = Vec::new();
        for (written, meant) in &self.ast.mistakes {
            let written = written.iter().map(|symbol| match self.known(symbol) {
                Some(token) => Some(Written::Token(token)),
                None if symbol.quote == Quote::None
                    || symbol.text.contains(char::is_whitespace) =>
                {
                    unknown(symbol);
                    None
                }
                None => Some(Written::Text(symbol.text.clone())),
            });
            let written: Option<Vec<Written>> = written.collect();
            let meant = meant.iter().map(|symbol| {
                let token = self.known(symbol);
                token.is_none().then(|| unknown(symbol));
                token
            });
            let meant: Option<Vec<TokenId>> = meant.collect();
            let parts = written.zip(meant);
            mistakes.extend(parts.map(|(written, meant)| Mistake { written, meant }));
        }
        mistakes
    }

    /// The token that a declaration names, if there is one.
    fn changed(&mut self, symbol: &SymbolRef) -> Option<&mut Token> {
        if self.is_end(symbol) {
            return Some(&mut self.end);
        }
        self.known(symbol).map(|token| &mut self.tokens[token.index()])
    }

    /// A character is called `'a'` if there is a token `a`, too.
    fn tell_characters_apart(&mut self) {
        let plain = self.tokens.keys().filter(|(char, _)| !char);
        let names: FnvHashSet<String> = plain.map(|(_, name)| name.clone()).collect();
        for ((char, name), token) in &mut self.tokens {
            if *char && names.contains(name) {
                token.name = format!("'{name}'");
            }
        }
    }

    /// All tokens, the end of the input last.
    pub(super) fn into_vec(self) -> Vec<Token> {
        self.tokens.into_values().chain(std::iter::once(self.end)).collect()
    }
}

fn unknown_token(directive: &str, symbol: &SymbolRef) -> Diagnostic {
    let message = format!("'{directive}' names an unknown token '{}'", symbol.text);
    Diagnostic::error(Kind::UnknownToken, message, symbol.span)
}

fn token(name: &str, span: Option<Span>) -> Token {
    Token {
        name: name.to_string(),
        alias: None,
        epp: None,
        span,
        precedence: None,
        avoid_insert: false,
        insert_cost: DEFAULT_COST,
        delete_cost: DEFAULT_COST,
        is_error: false,
    }
}
