//! From the syntax tree of a grammar file to a [`Grammar`]: names become ids, mid-rule actions become rules of their own,
//! Eco's implicit tokens are woven in, and what makes no sense is reported, all of it at once.

mod check;

use fnv::{FnvHashMap, FnvHashSet};
use indexmap::IndexMap;

use super::{Declarations, Grammar, Precedence, Production, Rule, Symbol, Token};
use crate::{
    ProdId, RuleId, Span, TokenId,
    diagnostic::{Diagnostic, Severity},
    span::Spanned,
    yacc::{
        YaccKind,
        ast::{Ast, Code, Element, Name, ProductionDef, Quote, ReadGrammar, SymbolRef},
    },
};

/// The cost of an insertion or a deletion where the file names none.
const DEFAULT_COST: u8 = 1;

/// Name of the augmented rule.
const AUGMENTED: &str = "^";
/// Name of the rule that Eco puts before the start rule.
const ECO_START: &str = "^~";
/// Name of Eco's rule for implicit tokens.
const ECO_IMPLICIT: &str = "~";

/// Resolves what the reader made of a file.
///
/// # Errors
///
/// All messages, if one of them, from the reader or from here, is an error.
pub(super) fn resolve(read: ReadGrammar) -> Result<Grammar, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(&read.ast);
    resolver.diagnostics = read.diagnostics;
    // A syntax error may have swallowed a declaration: what is then said about names could be wrong.
    if !resolver.has_errors() {
        resolver.declare_tokens();
        resolver.declare_rules();
        resolver.add_productions();
        resolver.set_starts();
        resolver.set_token_properties();
    }
    resolver.finish()
}

/// A token's identity: in Yacc proper the character `'a'` and the identifier `a` differ, elsewhere they do not.
type TokenKey = (bool, String);

struct Resolver<'a> {
    ast: &'a Ast,
    diagnostics: Vec<Diagnostic>,
    tokens: IndexMap<TokenKey, Token>,
    aliases: FnvHashMap<&'a str, TokenId>,
    precedences: FnvHashMap<TokenKey, Precedence>,
    rule_names: IndexMap<String, RuleId>,
    rules: Vec<Rule>,
    productions: Vec<Production>,
    starts: Vec<RuleId>,
    implicit_tokens: Vec<TokenId>,
    used_tokens: FnvHashSet<TokenId>,
}

impl<'a> Resolver<'a> {
    fn new(ast: &'a Ast) -> Self {
        Resolver {
            ast,
            diagnostics: Vec::new(),
            tokens: IndexMap::new(),
            aliases: FnvHashMap::default(),
            precedences: FnvHashMap::default(),
            rule_names: IndexMap::new(),
            rules: Vec::new(),
            productions: Vec::new(),
            starts: Vec::new(),
            implicit_tokens: Vec::new(),
            used_tokens: FnvHashSet::default(),
        }
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity() == Severity::Error)
    }

    fn error(&mut self, message: String, span: Span) {
        self.diagnostics.push(Diagnostic::error(message, span));
    }

    fn is_original(&self) -> bool {
        matches!(self.ast.kind, YaccKind::Original(_))
    }

    fn key(&self, symbol: &SymbolRef) -> TokenKey {
        (self.is_original() && symbol.quote == Quote::Single, symbol.text.clone())
    }

    /// The token that `symbol` names, made if it is new.
    fn token(&mut self, symbol: &SymbolRef) -> TokenId {
        if symbol.quote == Quote::Double
            && let Some(&token) = self.aliases.get(symbol.text.as_str())
        {
            return token;
        }
        let key = self.key(symbol);
        let is_error = self.is_original() && symbol.quote == Quote::None && symbol.text == "error";
        let index = self.tokens.get_index_of(&key).unwrap_or_else(|| {
            let token = Token {
                name: symbol.text.clone(),
                alias: None,
                epp: None,
                span: Some(symbol.span),
                precedence: None,
                avoid_insert: false,
                insert_cost: if is_error { 0 } else { DEFAULT_COST },
                delete_cost: DEFAULT_COST,
                is_error,
            };
            self.tokens.insert_full(key, token).0
        });
        TokenId::new(index)
    }

    /// The token that `symbol` names, if the file declares or uses it.
    fn known_token(&self, symbol: &SymbolRef) -> Option<TokenId> {
        if symbol.quote == Quote::Double
            && let Some(&token) = self.aliases.get(symbol.text.as_str())
        {
            return Some(token);
        }
        self.tokens.get_index_of(&self.key(symbol)).map(TokenId::new)
    }

    fn declare_tokens(&mut self) {
        for decl in &self.ast.tokens {
            let token = self.token(&decl.name);
            if let Some(alias) = &decl.alias {
                self.tokens[token.index()].alias = Some(alias.text.clone());
                if let Some(other) = self.aliases.insert(&alias.text, token)
                    && other != token
                {
                    let name = &self.tokens[other.index()].name;
                    let message = format!("\"{}\" is already the alias of '{name}'", alias.text);
                    self.error(message, alias.span);
                }
            }
        }
        for decl in &self.ast.precedences {
            let key = match (decl.name.quote, self.aliases.get(decl.name.text.as_str())) {
                (Quote::Double, Some(token)) => {
                    self.tokens.get_index(token.index()).expect("aliases name tokens").0.clone()
                }
                _ => self.key(&decl.name),
            };
            self.precedences.insert(key, Precedence { level: decl.level, assoc: decl.assoc });
        }
        for symbol in &self.ast.implicit_tokens {
            let token = self.token(symbol);
            self.implicit_tokens.push(token);
        }
    }

    fn new_rule(&mut self, name: &str, span: Option<Span>) -> RuleId {
        let id = RuleId::new(self.rules.len());
        self.rules.push(Rule {
            name: name.to_string(),
            span,
            epp: None,
            action_type: None,
            productions: Vec::new(),
        });
        id
    }

    fn new_production(&mut self, production: Production) -> ProdId {
        let id = ProdId::new(self.productions.len());
        self.rules[production.rule.index()].productions.push(id);
        self.productions.push(production);
        id
    }

    fn declare_rules(&mut self) {
        self.new_rule(AUGMENTED, None);
        let global_type = self.ast.action_type.as_ref().map(|code| code.text.trim().to_string());
        for def in &self.ast.rules {
            let declared = def.ty.as_ref().map(|code| code.text.trim().to_string());
            match self.rule_names.get(&def.name.text).copied() {
                None => {
                    let id = self.new_rule(&def.name.text, Some(def.name.span));
                    self.rules[id.index()].action_type = declared.or_else(|| global_type.clone());
                    self.rule_names.insert(def.name.text.clone(), id);
                }
                Some(id) => {
                    let rule = &mut self.rules[id.index()];
                    if declared.is_some() && rule.action_type.is_none() {
                        rule.action_type = declared;
                    } else if declared.is_some() && declared != rule.action_type {
                        let first = rule.span.expect("a rule of the file has a place");
                        let message =
                            format!("rule '{}' has another type here than before", rule.name);
                        self.diagnostics.push(
                            Diagnostic::error(message, def.name.span)
                                .also(first, "first defined here"),
                        );
                    }
                }
            }
        }
        if self.ast.rules.is_empty() {
            self.error("a grammar needs at least one rule".to_string(), Span::new(0, 0));
        }
    }

    /// The start rules come first, so that production k is `^: S` for the k-th of them.
    fn set_starts(&mut self) {
        let first = self.ast.rules.first().map(|def| def.name.clone());
        let names: Vec<Name> = if self.ast.starts.is_empty() {
            first.into_iter().collect()
        } else {
            self.ast.starts.clone()
        };
        for name in &names {
            match self.rule_names.get(&name.text) {
                None => self.error(format!("unknown start rule '{}'", name.text), name.span),
                Some(&rule) if self.starts.contains(&rule) => {}
                Some(&rule) => self.starts.push(rule),
            }
        }
    }

    fn add_productions(&mut self) {
        // The augmented productions take the first ids; their symbols are set when all else is known.
        let start_count =
            self.ast.starts.iter().map(|name| &name.text).collect::<FnvHashSet<_>>().len().max(1);
        for _ in 0..start_count {
            self.new_production(Production {
                rule: RuleId::new(0),
                symbols: Vec::new(),
                labels: Vec::new(),
                precedence: None,
                action: None,
                mid_rule: None,
                span: Span::new(0, 0),
            });
        }
        // Tokens are numbered by first use: quoted ones first make unquoted references to them known.
        let quoted: FnvHashSet<&str> = self
            .ast
            .rules
            .iter()
            .flat_map(|rule| &rule.productions)
            .flat_map(|production| &production.elements)
            .filter_map(|element| match element {
                Element::Symbol { symbol, .. } if symbol.quote != Quote::None => {
                    Some(symbol.text.as_str())
                }
                _ => None,
            })
            .collect();
        for def in &self.ast.rules {
            let rule = self.rule_names[&def.name.text];
            for production in &def.productions {
                self.add_production(rule, production, &quoted);
            }
        }
    }

    fn add_production(&mut self, rule: RuleId, def: &ProductionDef, quoted: &FnvHashSet<&str>) {
        let mut symbols = Vec::new();
        let mut labels = Vec::new();
        let mut mid_rules = Vec::new();
        for element in &def.elements {
            let (symbol, label) = match element {
                Element::Symbol { symbol, label } => (self.symbol(symbol, quoted), label),
                Element::MidRule { code, ty, label } => {
                    let prod = self.add_mid_rule(code, ty.as_ref());
                    mid_rules.push((prod, symbols.len()));
                    (Some(Symbol::Rule(self.productions[prod.index()].rule)), label)
                }
            };
            let Some(symbol) = symbol else { continue };
            symbols.push(symbol);
            labels.push(label.as_ref().map(|name| name.text.clone()));
            if let (YaccKind::Eco, Symbol::Token(_)) = (self.ast.kind, symbol) {
                symbols.push(Symbol::Rule(self.eco_implicit()));
                labels.push(None);
            }
        }
        let precedence = match &def.prec {
            Some(name) => self.prec_of(name),
            None => symbols
                .iter()
                .rev()
                .find_map(|symbol| match symbol {
                    Symbol::Token(token) => Some(self.token_precedence(*token)),
                    Symbol::Rule(_) => None,
                })
                .flatten(),
        };
        if let (Some(span), false) = (def.empty, def.elements.is_empty()) {
            self.error("'%empty' stands in a production that is not empty".to_string(), span);
        }
        let action = def.action.clone();
        let production = Production {
            rule,
            symbols,
            labels,
            precedence,
            action,
            mid_rule: None,
            span: def.span,
        };
        self.warn_if_repeated(&production);
        let id = self.new_production(production);
        for (prod, before) in mid_rules {
            self.productions[prod.index()].mid_rule = Some((id, before));
        }
    }

    fn add_mid_rule(&mut self, code: &Code, ty: Option<&Code>) -> ProdId {
        let count = self.rules.len() - self.rule_names.len();
        let rule = self.new_rule(&format!("@{count}"), Some(code.span));
        self.rules[rule.index()].action_type =
            Some(ty.map_or_else(|| "()".to_string(), |ty| ty.text.trim().to_string()));
        self.new_production(Production {
            rule,
            symbols: Vec::new(),
            labels: Vec::new(),
            precedence: None,
            action: Some(code.clone()),
            mid_rule: None,
            span: code.span,
        })
    }

    fn symbol(&mut self, symbol: &SymbolRef, quoted: &FnvHashSet<&str>) -> Option<Symbol> {
        if symbol.quote == Quote::None {
            if let Some(&rule) = self.rule_names.get(&symbol.text) {
                return Some(Symbol::Rule(rule));
            }
            let known = self.known_token(symbol).is_some()
                || self.precedences.contains_key(&self.key(symbol))
                || quoted.contains(symbol.text.as_str())
                || self.ast.avoid_insert.iter().any(|other| other.text == symbol.text)
                || self.ast.expect_unused.iter().any(|other| other.text == symbol.text)
                || (self.is_original() && symbol.text == "error");
            if !known {
                let message = format!(
                    "unknown symbol '{}': neither a rule nor a declared token",
                    symbol.text
                );
                self.error(message, symbol.span);
                return None;
            }
        }
        let token = self.token(symbol);
        self.used_tokens.insert(token);
        Some(Symbol::Token(token))
    }

    fn token_precedence(&self, token: TokenId) -> Option<Precedence> {
        let (key, _) = self.tokens.get_index(token.index()).expect("the token is there");
        self.precedences.get(key).copied()
    }

    fn prec_of(&mut self, name: &SymbolRef) -> Option<Precedence> {
        if let Some(token) = self.known_token(name)
            && let Some(precedence) = self.token_precedence(token)
        {
            return Some(precedence);
        }
        if let Some(precedence) = self.precedences.get(&self.key(name)) {
            return Some(*precedence);
        }
        let message = format!("'{}' has no precedence: no '%left' or its like names it", name.text);
        let diagnostic = if self.is_original() || self.known_token(name).is_some() {
            Diagnostic::warning(message, name.span)
        } else {
            Diagnostic::error(message, name.span)
        };
        self.diagnostics.push(diagnostic);
        None
    }

    fn warn_if_repeated(&mut self, production: &Production) {
        let rule = &self.rules[production.rule.index()];
        let same = rule
            .productions
            .iter()
            .map(|prod| &self.productions[prod.index()])
            .find(|other| other.symbols == production.symbols);
        if let Some(other) = same {
            let message = format!("rule '{}' has this production already", rule.name);
            let warning = Diagnostic::warning(message, production.span)
                .also(other.span, "the same production");
            self.diagnostics.push(warning);
        }
    }

    /// Eco's rule `~`, made on its first use.
    fn eco_implicit(&mut self) -> RuleId {
        if let Some(&rule) = self.rule_names.get(ECO_IMPLICIT) {
            return rule;
        }
        let rule = self.new_rule(ECO_IMPLICIT, None);
        self.rule_names.insert(ECO_IMPLICIT.to_string(), rule);
        for token in self.implicit_tokens.clone() {
            self.used_tokens.insert(token);
            self.eco_production(rule, vec![Symbol::Token(token), Symbol::Rule(rule)]);
        }
        self.eco_production(rule, Vec::new());
        rule
    }

    fn eco_production(&mut self, rule: RuleId, symbols: Vec<Symbol>) {
        let labels = vec![None; symbols.len()];
        self.new_production(Production {
            rule,
            symbols,
            labels,
            precedence: None,
            action: None,
            mid_rule: None,
            span: Span::new(0, 0),
        });
    }

    fn set_token_properties(&mut self) {
        let ast = self.ast;
        for symbol in &ast.avoid_insert {
            if let Some(token) = self.declared(symbol, "%avoid_insert") {
                token.avoid_insert = true;
            }
        }
        for (symbol, text) in &ast.epp {
            let rule = self.rule_names.get(&symbol.text).filter(|_| symbol.quote == Quote::None);
            if let Some(&rule) = rule {
                self.rules[rule.index()].epp = Some(text.text.clone());
            } else if let Some(token) = self.declared(symbol, "%epp") {
                token.epp = Some(text.text.clone());
            }
        }
        for (symbol, cost) in &ast.insert_costs {
            if let Some(token) = self.declared(symbol, "%insert-cost")
                && !token.is_error
            {
                token.insert_cost = *cost;
            }
        }
        for (symbol, cost) in &ast.delete_costs {
            if let Some(token) = self.declared(symbol, "%delete-cost") {
                token.delete_cost = *cost;
            }
        }
        for at in 0..self.tokens.len() {
            self.tokens[at].precedence = self.token_precedence(TokenId::new(at));
        }
        let names: FnvHashSet<String> = self
            .tokens
            .iter()
            .filter(|((char, _), _)| !char)
            .map(|((_, name), _)| name.clone())
            .collect();
        for ((char, name), token) in &mut self.tokens {
            if *char && names.contains(name) {
                token.name = format!("'{name}'");
            }
        }
    }

    /// The token that a declaration names; an error if there is none.
    fn declared(&mut self, symbol: &SymbolRef, directive: &str) -> Option<&mut Token> {
        match self.known_token(symbol) {
            Some(token) => Some(&mut self.tokens[token.index()]),
            None => {
                let message = format!("'{directive}' names an unknown token '{}'", symbol.text);
                self.error(message, symbol.span);
                None
            }
        }
    }

    fn finish(mut self) -> Result<Grammar, Vec<Diagnostic>> {
        let mut productive = Vec::new();
        if !self.has_errors() {
            self.augment();
            productive = self.check_productive();
            self.check_used();
        }
        self.diagnostics.sort_by_key(|d| d.spans()[0].start());
        if self.has_errors() {
            return Err(self.diagnostics);
        }
        let mut tokens: Vec<Token> = self.tokens.into_values().collect();
        tokens.push(Token {
            name: "$".to_string(),
            alias: None,
            epp: None,
            span: None,
            precedence: None,
            avoid_insert: false,
            insert_cost: 0,
            delete_cost: DEFAULT_COST,
            is_error: false,
        });
        let ast = self.ast;
        Ok(Grammar {
            kind: ast.kind,
            tokens,
            rules: self.rules,
            productions: self.productions,
            starts: self.starts,
            declarations: Declarations {
                expect: ast.expect,
                expect_rr: ast.expect_rr,
                lr_type: ast.lr_type.clone(),
                parse_param: ast.parse_param.clone(),
                parse_generics: ast.parse_generics.clone(),
                action_type: ast.action_type.clone(),
                programs: ast.programs.clone(),
                header: ast.header.clone(),
                implicit_tokens: self.implicit_tokens,
            },
            warnings: self.diagnostics,
            productive,
        })
    }

    fn augment(&mut self) {
        for (at, start) in self.starts.clone().into_iter().enumerate() {
            let symbol = if self.ast.kind == YaccKind::Eco {
                let implicit = self.eco_implicit();
                let eco_start = self.new_rule(ECO_START, None);
                self.eco_production(eco_start, vec![Symbol::Rule(implicit), Symbol::Rule(start)]);
                eco_start
            } else {
                start
            };
            let production = &mut self.productions[at];
            production.symbols = vec![Symbol::Rule(symbol)];
            production.labels = vec![None];
        }
    }
}
