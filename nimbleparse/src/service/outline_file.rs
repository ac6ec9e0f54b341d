//! Declarations for editors that a grammar has no place for: which rules are symbols of an outline,
//! which fold, and the kinds of tokens.
//!
//! They are in a file beside the grammar, `NAME.outline`, so that other Yaccs can read the grammar.
//! Each line is one declaration of words between blanks; `//` begins a comment:
//!
//! | line | meaning |
//! |---|---|
//! | `symbol KIND RULE NAME` | Each sentence of `RULE` is a symbol if it holds a `NAME`, a token or a rule, whose text is its name; one in a sentence of another such `RULE` is not a symbol of its own. |
//! | `symbol KIND RULE NAME PART` | As before, but `NAME` and `PART` are both symbols of the same production of `RULE`. |
//! | `symbol KIND RULE NAME/INNER …` | As these, but the text of the first `INNER` in `NAME` is the name. |
//! | `fold RULE` | Each sentence of `RULE` on several lines folds. Brackets and comments do anyway. |
//! | `token KIND TOKEN…` | These tokens have the colour of `KIND`. Others have that which their lex rules suggest. |
//!
//! The kinds are those of [`Kind`]. Names may be in quotes, as in the grammar.

use std::collections::HashMap;

use lrtable::{RuleId, Span, Symbol, TokenId, grammar::Grammar, near};

use super::token_classes::Class;

macro_rules! kinds {
    ($($kind:ident $name:literal,)*) => {
        /// The kind of a symbol or a token, for outlines and colours.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $(#[doc = concat!("Declared as `", $name, "`.")] $kind,)*
        }

        impl Kind {
            /// All kinds, in the order of their declaration.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// Returns the kind's name in a file of declarations.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    Module "module", Namespace "namespace", Class "class", Interface "interface", Struct "struct", Enum "enum", Member "enumMember",
    Type "type", Function "function", Method "method", Constructor "constructor", Property "property", Field "field",
    Variable "variable", Constant "constant", Parameter "parameter", Keyword "keyword", Operator "operator", Number "number",
    String "string", Comment "comment",
}

impl Class {
    /// Returns the kind of such tokens; `None` where only declarations can tell.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Class::Keyword => Some(Kind::Keyword),
            Class::Operator => Some(Kind::Operator),
            Class::Number => Some(Kind::Number),
            Class::String => Some(Kind::String),
            Class::Name => None,
        }
    }
}

/// How the sentences of a rule are named in an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The kind of the symbols.
    pub kind: Kind,
    /// The symbol whose text is the name.
    pub name: Symbol,
    /// The symbol in the sentence of `name` whose text is the name, if it is not the whole
    /// sentence.
    pub inner: Option<Symbol>,
    /// The symbol that must stand beside the name, if any.
    pub part: Option<Symbol>,
}

/// The declarations of a language; empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The rules whose sentences are symbols, each with the ways to name them, in order of
    /// preference.
    pub symbols: HashMap<RuleId, Vec<Naming>>,
    /// The rules whose sentences fold.
    pub folds: Vec<RuleId>,
    /// The declared kinds of tokens.
    pub tokens: HashMap<TokenId, Kind>,
}

/// A declaration that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// The place of the declaration.
    pub span: Span,
    /// The mistake in one line.
    pub message: String,
}

impl Outline {
    /// Reads the declarations for a grammar. Wrong ones are left out, and returned as mistakes.
    pub fn read(text: &str, grammar: &Grammar) -> (Outline, Vec<WrongLine>) {
        let mut outline = Outline::default();
        let mut mistakes = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let code = line.split("//").next().unwrap_or("");
            let words: Vec<&str> = code.split_whitespace().collect();
            if let Err((word, message)) = outline.declare(&words, grammar) {
                let at = word.map_or(start, |word| {
                    start + (word.as_ptr() as usize - line.as_ptr() as usize)
                });
                let span = Span::new(at, at + word.map_or(code.trim_end().len(), str::len));
                mistakes.push(WrongLine { span, message });
            }
            start += line.len();
        }
        (outline, mistakes)
    }

    fn declare<'l>(
        &mut self,
        words: &[&'l str],
        grammar: &Grammar,
    ) -> Result<(), (Option<&'l str>, String)> {
        match *words {
            [] => {}
            ["symbol", kind, of, name, ref part @ ..] if part.len() < 2 => {
                let (name, inner) = match name.split_once('/') {
                    Some((name, inner)) => (name, Some(inner)),
                    None => (name, None),
                };
                let (kind, of, name) =
                    (find_kind(kind)?, rule(of, grammar)?, symbol(name, grammar)?);
                let optional =
                    |word: Option<&'l str>| word.map(|word| symbol(word, grammar)).transpose();
                let (inner, part) = (optional(inner)?, optional(part.first().copied())?);
                self.symbols.entry(of).or_default().push(Naming { kind, name, inner, part });
            }
            ["fold", of] => self.folds.push(rule(of, grammar)?),
            ["token", kind, ref tokens @ ..] if !tokens.is_empty() => {
                let kind = find_kind(kind)?;
                for token in tokens {
                    match symbol(token, grammar)? {
                        Symbol::Token(id) => self.tokens.insert(id, kind),
                        Symbol::Rule(_) => {
                            return Err((Some(token), format!("'{token}' is a rule, not a token")));
                        }
                    };
                }
            }
            _ => {
                let message = "a line is 'symbol KIND RULE NAME', 'symbol KIND RULE NAME PART', 'fold RULE' or 'token KIND TOKEN…'";
                return Err((None, message.to_owned()));
            }
        }
        Ok(())
    }
}

type Found<'l, T> = Result<T, (Option<&'l str>, String)>;

fn find_kind(word: &str) -> Found<'_, Kind> {
    Kind::ALL.iter().copied().find(|kind| kind.name() == word).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        (Some(word), format!("unknown kind '{word}': there are {}", names.join(", ")))
    })
}

fn symbol<'l>(word: &'l str, grammar: &Grammar) -> Found<'l, Symbol> {
    let name = word.trim_matches(['"', '\'']);
    let found = grammar.rule_named(name).map(Symbol::Rule);
    found.or_else(|| grammar.token_named(name).map(Symbol::Token)).ok_or_else(|| {
        let names = grammar.rules().iter().map(|rule| &*rule.name);
        let names = names.chain(grammar.tokens().iter().map(|token| &*token.name));
        let meant = near::did_you_mean(name, names);
        (Some(word), format!("the grammar has neither a rule nor a token '{name}'{meant}"))
    })
}

fn rule<'l>(word: &'l str, grammar: &Grammar) -> Found<'l, RuleId> {
    match symbol(word, grammar)? {
        Symbol::Rule(rule) => Ok(rule),
        Symbol::Token(_) => Err((Some(word), format!("'{word}' is a token, not a rule"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_and_mistakes_have_their_places() {
        let grammar = Grammar::parse("%%\nS: 'a' T;\nT: 'b';", None).unwrap();
        let text = "// all\nsymbol class S T/'b' // one\nfold T\ntoken string 'a' b\nfold a\nsymbol x S T\nfold Tt\nfolds\n";
        let (outline, mistakes) = Outline::read(text, &grammar);
        let (s, t) = (grammar.rule_named("S").unwrap(), grammar.rule_named("T").unwrap());
        let inner = Some(Symbol::Token(grammar.token_named("b").unwrap()));
        let naming = Naming { kind: Kind::Class, name: Symbol::Rule(t), inner, part: None };
        assert_eq!(outline.symbols[&s], [naming]);
        assert_eq!((outline.folds, outline.tokens.len()), (vec![t], 2));
        let places: Vec<&str> = mistakes.iter().map(|mistake| mistake.span.text(text)).collect();
        assert_eq!(places, ["a", "x", "Tt", "folds"]);
        assert!(mistakes[1].message.contains("class") && mistakes[0].message.contains("token"));
    }

    #[test]
    fn the_declarations_of_the_built_in_languages_are_right() {
        let with = crate::builtin::ALL.iter().filter_map(|one| Some((one.name, one.outline?)));
        let mut seen = 0;
        for (name, text) in with {
            let language = crate::language::builtin(name).unwrap();
            let (outline, mistakes) = Outline::read(text, &language.table.grammar);
            assert_eq!(mistakes, [], "{name}");
            assert!(!outline.symbols.is_empty());
            seen += 1;
        }
        assert!(seen > 3);
    }
}
