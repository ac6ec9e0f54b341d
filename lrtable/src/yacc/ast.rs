//! A grammar file as it was read: every declaration and rule with its span, no name resolved yet.
//!
//! The reader makes this, [`Grammar`](crate::grammar::Grammar) checks and resolves it. Nothing here is an index, and nothing here
//! has been validated beyond its syntax.

use crate::{
    Span,
    diagnostic::Diagnostic,
    yacc::{YaccKind, scan},
};
pub use ::lrtable::{
    ASTWithValidityInfo,
    facade::{GrammarAST, Production, Rule, Symbol},
};
pub use scan::Quote;

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A reference to a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolRef {
    /// The name, without quotes and with escapes decoded.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
    /// How it was written.
    pub quote: Quote,
}

/// A piece of foreign text (an action, a type, the programs section) and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The text between the delimiters.
    pub text: String,
    /// Where `text` stands: without the delimiters.
    pub span: Span,
}

impl Code {
    /// The name and the type of a parameter: what stands before and after its colon.
    pub(crate) fn parameter(&self) -> (String, String) {
        let (name, ty) = self.text.split_once(':').unwrap_or((&self.text, ""));
        (name.trim().to_owned(), ty.trim().to_owned())
    }
}

/// A token as `%token` and its like declare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenDecl {
    /// The token's name.
    pub name: SymbolRef,
    /// A string by which rules may refer to it as well (`%token ARROW "->"`).
    pub alias: Option<SymbolRef>,
    /// The token number, which has no meaning here.
    pub number: Option<i64>,
}

/// How operators of one precedence level group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assoc {
    /// `%left`
    Left,
    /// `%right`
    Right,
    /// `%nonassoc`
    Nonassoc,
    /// `%precedence`: a level without associativity
    None,
}

/// One token of a precedence declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrecedenceDecl {
    /// The token, or a name that only `%prec` uses.
    pub name: SymbolRef,
    /// The level, counted from 0; a higher one binds tighter.
    pub level: u32,
    /// How operators of this level group.
    pub assoc: Assoc,
}

/// One element of a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A reference to a symbol, perhaps with a name of its own (`expr[left]`).
    Symbol {
        /// The symbol.
        symbol: SymbolRef,
        /// The name by which an action may refer to its value.
        label: Option<Name>,
    },
    /// An action before the end of the production.
    MidRule {
        /// The action.
        code: Code,
        /// The type of its value (`<T>{ … }`), where given.
        ty: Option<Code>,
        /// The name by which a later action may refer to its value.
        label: Option<Name>,
    },
}

/// One alternative of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductionDef {
    /// The production's symbols and mid-rule actions.
    pub elements: Vec<Element>,
    /// The symbol after `%prec`.
    pub prec: Option<SymbolRef>,
    /// The action at its end.
    pub action: Option<Code>,
    /// Where `%empty` stands.
    pub empty: Option<Span>,
    /// The whole alternative, without `|` and `;`; an empty span at the place where symbols could stand if there are none.
    pub span: Span,
}

/// A rule; one name may be defined in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDef {
    /// The rule's name.
    pub name: Name,
    /// The type of the rule's value (`Rule -> Type:`).
    pub ty: Option<Code>,
    /// The rule's alternatives, at least one.
    pub productions: Vec<ProductionDef>,
}

/// One `key: value` of a `%grmtools { … }` header; a bare `key` has the value `true`, `!key` has `false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderOption {
    /// The key.
    pub key: Name,
    /// The value's text, `"…"` decoded, `[a, b]` split into its parts, else one part.
    pub value: Vec<Name>,
}

/// Declarations that concern the grammar as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// `%expect`: the number of shift/reduce conflicts that are accepted.
    pub expect: Option<(usize, Span)>,
    /// `%expect-rr`: the number of reduce/reduce conflicts that are accepted.
    pub expect_rr: Option<(usize, Span)>,
    /// `%define lr.type`: the construction that the file asks for.
    pub lr_type: Option<Name>,
    /// `%parse-param name: type`, as the text after the directive.
    pub parse_param: Option<Code>,
    /// `%parse-generics`
    pub parse_generics: Option<Code>,
    /// `%actiontype`
    pub action_type: Option<Code>,
    /// What follows the second `%%`.
    pub programs: Option<Code>,
    /// What the `%grmtools` header says.
    pub header: Vec<HeaderOption>,
}

/// A whole grammar file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ast {
    /// How the file was read.
    pub kind: YaccKind,
    /// What it declares about the grammar as a whole.
    pub declarations: Declarations,
    /// The start rules, in the order of their `%start` declarations.
    pub starts: Vec<Name>,
    /// Declared tokens, in order, repeated declarations included.
    pub tokens: Vec<TokenDecl>,
    /// Precedences, in order.
    pub precedences: Vec<PrecedenceDecl>,
    /// Whether a production without `%prec` has no precedence, not that of its last token: `%no-default-prec`.
    pub no_default_prec: bool,
    /// `%avoid_insert`
    pub avoid_insert: Vec<SymbolRef>,
    /// `%epp`: how a token is called in messages.
    pub epp: Vec<(SymbolRef, Name)>,
    /// `%insert-cost`
    pub insert_costs: Vec<(SymbolRef, u8)>,
    /// `%delete-cost`
    pub delete_costs: Vec<(SymbolRef, u8)>,
    /// `%brackets`: what opens, and what closes it.
    pub brackets: Vec<(SymbolRef, SymbolRef)>,
    /// `%implicit_tokens` (Eco)
    pub implicit_tokens: Vec<SymbolRef>,
    /// `%expect-unused`: symbols about which no warning is wanted.
    pub expect_unused: Vec<SymbolRef>,
    /// The rules, in order.
    pub rules: Vec<RuleDef>,
}

/// What the reader made of a file: always a syntax tree (of what could be understood), and all it has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGrammar {
    /// The tree; only fit for a grammar if there is no error among the messages.
    pub ast: Ast,
    /// Errors, warnings and notes, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}
