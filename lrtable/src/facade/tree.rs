//! A grammar file in the form of grmtools' syntax tree: rules and productions by name, copied out
//! of what was read.
//!
//! Symbols are as the file writes them: an unquoted name of a rule is the rule, all else is a
//! token. Mid-rule actions are left out. A group, a repetition or a call is a rule of which only the
//! text is known.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use indexmap::{IndexMap, IndexSet};

use super::YaccGrammarWarning;
use crate::{
    diagnostic::Diagnostic,
    grammar::Precedence,
    span::Span,
    yacc::syntax::{Ast, Code, Element, Item, Name, ProductionDef, Quote, SymbolRef},
};

/// The syntax tree of a grammar file: rules, productions, tokens and declarations by name, with
/// their places.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GrammarAST {
    /// The first start rule, and where `%start` names it; without `%start` the first rule of the
    /// file.
    pub start: Option<(String, Span)>,
    /// The rules by name, in the order of the file.
    pub rules: IndexMap<String, Rule>,
    /// The productions of all rules, in the order of the file.
    pub prods: Vec<Production>,
    /// The indices in `tokens` of the tokens that `%token` declares.
    pub token_directives: HashSet<usize>,
    /// The names of the tokens: declared ones, then those that productions use, each once.
    pub tokens: IndexSet<String>,
    /// The first place of each token, parallel to `tokens`.
    pub spans: Vec<Span>,
    /// The precedence of each token that has one, and where it is declared.
    pub precs: HashMap<String, (Precedence, Span)>,
    /// The tokens that `%avoid_insert` names, with their places; `None` without that declaration.
    pub avoid_insert: Option<HashMap<String, Span>>,
    /// The tokens that `%implicit_tokens` names, with their places; `None` without that
    /// declaration.
    pub implicit_tokens: Option<HashMap<String, Span>>,
    /// The tokens that `%epp` names: the token's place, and the text to show with its place.
    pub epp: HashMap<String, (Span, (String, Span))>,
    /// The number of shift/reduce conflicts that `%expect` declares, and its place.
    pub expect: Option<(usize, Span)>,
    /// The number of reduce/reduce conflicts that `%expect-rr` declares, and its place.
    pub expectrr: Option<(usize, Span)>,
    /// The name and the type of the parameter of `%parse-param`.
    pub parse_param: Option<(String, String)>,
    /// The text of `%parse-generics`.
    pub parse_generics: Option<String>,
    /// The text of the programs section, after the second `%%`.
    pub programs: Option<String>,
    /// The symbols that `%expect-unused` names.
    pub expect_unused: Vec<Symbol>,
    warnings: Vec<Diagnostic>,
}

/// A rule of a grammar file, of all places in which it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The rule's name, and the place of its first definition.
    pub name: (String, Span),
    /// The indices of the rule's productions in [`GrammarAST::prods`].
    pub pidxs: Vec<usize>,
    /// The type of the rule's value; `None` if the file names none.
    pub actiont: Option<String>,
}

/// A production of a grammar file, without its mid-rule actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// The production's symbols, in order.
    pub symbols: Vec<Symbol>,
    /// The token that `%prec` names; `None` without it.
    pub precedence: Option<String>,
    /// The code of the action at the end of the production, and its place.
    pub action: Option<(String, Span)>,
    /// The place of the production.
    pub prod_span: Span,
}

/// A symbol of a production, by name, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A rule (nonterminal), by name.
    Rule(String, Span),
    /// A token (terminal), by name.
    Token(String, Span),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Symbol::Rule(name, _) | Symbol::Token(name, _)) = self;
        f.write_str(name)
    }
}

impl GrammarAST {
    pub(super) fn of(ast: &Ast, warnings: Vec<Diagnostic>) -> GrammarAST {
        let all = &ast.declarations;
        let mut this = GrammarAST {
            expect: all.expect,
            expectrr: all.expect_rr,
            parse_param: all.parse_param.as_ref().map(Code::parameter),
            parse_generics: all.parse_generics.as_ref().map(|code| code.text.clone()),
            programs: all.programs.as_ref().map(|code| code.text.clone()),
            avoid_insert: by_name(&ast.avoid_insert),
            implicit_tokens: by_name(&ast.implicit_tokens),
            warnings,
            ..GrammarAST::default()
        };
        let start = ast.starts.first().or(ast.default_start());
        this.start = start.map(|Name { text, span }| (text.clone(), *span));
        for token in &ast.tokens {
            let place = this.add_token(&token.name.text, token.name.span);
            this.token_directives.insert(place);
        }
        for token in &ast.precedences {
            let precedence = Precedence { level: token.level, assoc: token.assoc };
            this.precs.insert(token.name.text.clone(), (precedence, token.name.span));
        }
        for (token, text) in &ast.epp {
            let text = (text.text.clone(), text.span);
            this.epp.insert(token.text.clone(), (token.span, text));
        }
        for def in &ast.rules {
            let Name { text, span } = &def.name;
            let rule = this.rules.entry(text.clone()).or_insert_with(|| Rule {
                name: (text.clone(), *span),
                pidxs: Vec::new(),
                actiont: None,
            });
            let ty = def.ty.as_ref().or(all.action_type.as_ref());
            rule.actiont = rule.actiont.take().or(ty.map(|ty| ty.text.trim().to_owned()));
        }
        this.expect_unused = ast.expect_unused.iter().map(|symbol| this.symbol(symbol)).collect();
        for def in &ast.rules {
            for production in &def.productions {
                let production = this.production(production);
                for symbol in &production.symbols {
                    if let Symbol::Token(name, span) = symbol {
                        this.add_token(name, *span);
                    }
                }
                this.rules[&def.name.text].pidxs.push(this.prods.len());
                this.prods.push(production);
            }
        }
        this
    }

    /// Returns the rule called `key`; `None` if there is none.
    pub fn get_rule(&self, key: &str) -> Option<&Rule> {
        self.rules.get(key)
    }

    /// Returns whether the file has a token called `s`.
    pub fn has_token(&self, s: &str) -> bool {
        self.tokens.contains(s)
    }

    /// Returns the warnings about the file, such as that of a rule that is not used.
    pub fn warnings(&self) -> Vec<YaccGrammarWarning> {
        self.warnings.clone()
    }

    fn add_token(&mut self, name: &str, span: Span) -> usize {
        let (place, is_new) = self.tokens.insert_full(name.to_owned());
        if is_new {
            self.spans.push(span);
        }
        place
    }

    fn symbol(&self, SymbolRef { text, span, quote }: &SymbolRef) -> Symbol {
        match *quote == Quote::None && self.rules.contains_key(text) {
            true => Symbol::Rule(text.clone(), *span),
            false => Symbol::Token(text.clone(), *span),
        }
    }

    fn production(&self, def: &ProductionDef) -> Production {
        let symbols = def.elements.iter().filter_map(|element| match element {
            Element::Item { item: Item::Symbol(symbol), .. } => Some(self.symbol(symbol)),
            Element::Item { item, .. } => Some(Symbol::Rule(item.to_string(), item.span())),
            Element::MidRule { .. } => None,
        });
        Production {
            symbols: symbols.collect(),
            precedence: def.prec.as_ref().map(|name| name.text.clone()),
            action: def.action.as_ref().map(|code| (code.text.clone(), code.span)),
            prod_span: def.span,
        }
    }
}

/// The places of symbols by name; `None` if there are none.
fn by_name(symbols: &[SymbolRef]) -> Option<HashMap<String, Span>> {
    let places = symbols.iter().map(|symbol| (symbol.text.clone(), symbol.span));
    (!symbols.is_empty()).then(|| places.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ASTWithValidityInfo, yacc::YaccKind};

    #[test]
    fn what_the_file_holds_is_found_by_name() {
        let source = "%token A\n%left '+'\n%epp A \"an a\"\n%%\nS: S '+' T | T %prec A { x };\nT: A 'b' | ;\nU: A;";
        let info = ASTWithValidityInfo::new(YaccKind::default(), source);
        let GrammarAST { prods, rules, tokens, spans, .. } = info.ast();
        let shown: Vec<Vec<String>> =
            prods.iter().map(|prod| prod.symbols.iter().map(Symbol::to_string).collect()).collect();
        assert_eq!(shown, [vec!["S", "+", "T"], vec!["T"], vec!["A", "b"], vec![], vec!["A"]]);
        assert_eq!(rules["T"].pidxs, [2, 3]);
        assert!(tokens.iter().eq(["A", "+", "b"]));
        for prod in prods {
            for symbol in &prod.symbols {
                let (Symbol::Rule(name, span) | Symbol::Token(name, span)) = symbol;
                assert_eq!(span.text(source).trim_matches('\''), name);
                assert_eq!(matches!(symbol, Symbol::Rule(..)), rules.contains_key(name));
            }
        }
        assert_eq!(spans[2].text(source), "'b'");
        assert_eq!(prods[1].precedence.as_deref(), Some("A"));
        assert_eq!(prods[1].action.as_ref().map(|(text, _)| text.trim()), Some("x"));
        assert_eq!(info.ast().start.as_ref().map(|(name, _)| &name[..]), Some("S"));
        assert_eq!(info.ast().epp["A"].1.0, "an a");
        assert!(info.ast().has_token("b") && info.ast().get_rule("U").is_some());
        let messages: Vec<String> = info.ast().warnings().iter().map(ToString::to_string).collect();
        assert!(messages.iter().any(|message| message.contains("'U'")), "{messages:?}");
    }
}
