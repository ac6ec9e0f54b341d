//! The syntax tree of a grammar file: every declaration and rule with its span, no name resolved
//! yet.
//!
//! The reader makes this, [`Grammar`](crate::grammar::Grammar) checks and resolves it. Nothing here
//! is an index, and nothing here has been validated beyond its syntax.

use crate::{
    Span,
    diagnostic::Diagnostic,
    yacc::{YaccKind, scan},
};
pub use scan::Quote;

/// A name in a grammar file, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, without quotes.
    pub text: String,
    /// The place of the name, quotes included.
    pub span: Span,
}

/// A reference to a symbol in a grammar file, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolRef {
    /// The symbol's name, without quotes and with escapes decoded.
    pub text: String,
    /// The place of the reference, quotes included.
    pub span: Span,
    /// The quotes in which the name stands.
    pub quote: Quote,
}

/// A piece of foreign text in a grammar file, such as an action, a type or the programs section,
/// and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The text between the delimiters.
    pub text: String,
    /// The place of the text, without the delimiters.
    pub span: Span,
}

impl Code {
    /// The name and the type of a parameter: what stands before and after its colon.
    pub(crate) fn parameter(&self) -> (String, String) {
        let (name, ty) = self.text.split_once(':').unwrap_or((&self.text, ""));
        (name.trim().to_owned(), ty.trim().to_owned())
    }
}

/// A token as `%token` or its like declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenDecl {
    /// The token's name.
    pub name: SymbolRef,
    /// A string by which rules may refer to the token as well (`%token ARROW "->"`).
    pub alias: Option<SymbolRef>,
    /// The token's number; 0 makes it the end of the input, others have no effect.
    pub number: Option<i64>,
}

/// The associativity of the operators of a precedence level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assoc {
    /// Left-associative operators (`%left`): `a - b - c` is `(a - b) - c`.
    Left,
    /// Right-associative operators (`%right`): `a = b = c` is `a = (b = c)`.
    Right,
    /// Operators that cannot stand in a row (`%nonassoc`): `a < b < c` is an error.
    Nonassoc,
    /// Operators without associativity (`%precedence`): conflicts among them stay.
    None,
}

/// A token of a precedence declaration, with its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrecedenceDecl {
    /// The token, or a name that only `%prec` uses.
    pub name: SymbolRef,
    /// The level, counted from 0; a higher one binds tighter.
    pub level: u32,
    /// The associativity of the level's operators.
    pub assoc: Assoc,
}

/// An element of a production: a symbol or a mid-rule action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A reference to a symbol, perhaps with a name of its own (`expr[left]`).
    Symbol {
        /// The symbol that is referred to.
        symbol: SymbolRef,
        /// The name by which an action may refer to the symbol's value.
        label: Option<Name>,
    },
    /// An action before the end of the production.
    MidRule {
        /// The code of the action.
        code: Code,
        /// The type of the action's value (`<T>{ … }`), where given.
        ty: Option<Code>,
        /// The name by which a later action may refer to the action's value.
        label: Option<Name>,
    },
}

/// An alternative of a rule, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductionDef {
    /// The production's symbols and mid-rule actions, in order.
    pub elements: Vec<Element>,
    /// The symbol after `%prec`; `None` without it.
    pub prec: Option<SymbolRef>,
    /// The action at the end of the production; `None` if there is none.
    pub action: Option<Code>,
    /// The place of `%empty`; `None` without it.
    pub empty: Option<Span>,
    /// The place of the alternative, without `|` and `;`; an empty span where symbols could stand
    /// if there are none.
    pub span: Span,
}

/// A definition of a rule; one rule may be defined in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDef {
    /// The rule's name.
    pub name: Name,
    /// The type of the rule's value (`Rule -> Type:`); `None` if the definition names none.
    pub ty: Option<Code>,
    /// The rule's alternatives, at least one.
    pub productions: Vec<ProductionDef>,
}

/// An option `key: value` of a `%grmtools { … }` header.
///
/// A bare `key` has the value `true`, `!key` has `false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderOption {
    /// The option's key, in lower case.
    pub key: Name,
    /// The option's value: the parts of a list `[a, b]`, else one part; escapes of a string `"…"`
    /// are decoded.
    pub value: Vec<Name>,
}

/// Declarations of a grammar file that concern the grammar as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// The number of shift/reduce conflicts that `%expect` accepts, and its place.
    pub expect: Option<(usize, Span)>,
    /// The number of reduce/reduce conflicts that `%expect-rr` accepts, and its place.
    pub expect_rr: Option<(usize, Span)>,
    /// The construction that the file asks for by `%define lr.type`.
    pub lr_type: Option<Name>,
    /// The text after `%parse-param`: `name: type`.
    pub parse_param: Option<Code>,
    /// The text after `%parse-generics`: generic parameters of the parse function.
    pub parse_generics: Option<Code>,
    /// The text after `%actiontype`: the type of all rules that name none.
    pub action_type: Option<Code>,
    /// The programs section, after the second `%%`.
    pub programs: Option<Code>,
    /// The options of the `%grmtools` header.
    pub header: Vec<HeaderOption>,
}

/// The syntax tree of a grammar file, no name resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ast {
    /// The dialect as which the file was read.
    pub kind: YaccKind,
    /// The declarations that concern the grammar as a whole.
    pub declarations: Declarations,
    /// The start rules, in the order of their `%start` declarations.
    pub starts: Vec<Name>,
    /// The declared tokens, in order, repeated declarations included.
    pub tokens: Vec<TokenDecl>,
    /// The tokens with a precedence, in order, the loosest level first.
    pub precedences: Vec<PrecedenceDecl>,
    /// Whether a production without `%prec` has no precedence, not that of its last token
    /// (`%no-default-prec`).
    pub no_default_prec: bool,
    /// The tokens that `%avoid_insert` names.
    pub avoid_insert: Vec<SymbolRef>,
    /// The texts by which messages call symbols (`%epp`).
    pub epp: Vec<(SymbolRef, Name)>,
    /// The costs of inserting tokens (`%insert-cost`), from 1 to 255.
    pub insert_costs: Vec<(SymbolRef, u8)>,
    /// The costs of deleting lexemes of tokens (`%delete-cost`), from 1 to 255.
    pub delete_costs: Vec<(SymbolRef, u8)>,
    /// The pairs of tokens that `%brackets` declares: what opens, and what closes it.
    pub brackets: Vec<(SymbolRef, SymbolRef)>,
    /// What `%mistake` declares: tokens or texts that people write, and the tokens that they mean.
    pub mistakes: Vec<(Vec<SymbolRef>, Vec<SymbolRef>)>,
    /// The tokens that may stand anywhere in Eco's grammars (`%implicit_tokens`).
    pub implicit_tokens: Vec<SymbolRef>,
    /// The symbols that may be unused without a warning (`%expect-unused`).
    pub expect_unused: Vec<SymbolRef>,
    /// The definitions of rules, in order.
    pub rules: Vec<RuleDef>,
}

/// A grammar file that was read: the syntax tree of what could be understood, and all messages
/// about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGrammar {
    /// The syntax tree, only fit for a grammar if there is no error among the messages.
    pub ast: Ast,
    /// Errors, warnings and notes, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}
