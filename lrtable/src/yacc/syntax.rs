//! The syntax tree of a grammar file: every declaration and rule with its span, no name resolved
//! yet.
//!
//! The reader makes this, [`Grammar`](crate::grammar::Grammar) checks and resolves it. Nothing here
//! is an index, and nothing here has been validated beyond its syntax.

use std::fmt;

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

/// How often something may stand: the sign after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// `X?`: once or not at all.
    Optional,
    /// `X*`: any number of times.
    Any,
    /// `X+`: once or more often.
    Some,
}

impl Repetition {
    /// Returns the sign in the file.
    pub fn sign(self) -> char {
        match self {
            Repetition::Optional => '?',
            Repetition::Any => '*',
            Repetition::Some => '+',
        }
    }
}

/// What stands in a production where a symbol can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A symbol.
    Symbol(SymbolRef),
    /// `X?`, `X*` or `X+`.
    Repeated {
        /// What is repeated.
        item: Box<Item>,
        /// How often it may stand.
        repetition: Repetition,
        /// The place of the item with its sign.
        span: Span,
    },
    /// Alternatives in parentheses: `(A | B 'c')`.
    Group {
        /// The alternatives, at least one.
        productions: Vec<ProductionDef>,
        /// The place of the group, parentheses included.
        span: Span,
    },
    /// A rule with parameters, applied: `pair(Key, Value)`.
    Call {
        /// The name of the rule.
        rule: SymbolRef,
        /// What stands for the rule's parameters, at least one.
        arguments: Vec<Item>,
        /// The place of the name and the arguments.
        span: Span,
    },
}

impl Item {
    /// Returns the place of the item, without its label.
    pub fn span(&self) -> Span {
        match self {
            Item::Symbol(symbol) => symbol.span,
            Item::Repeated { span, .. } | Item::Group { span, .. } | Item::Call { span, .. } => {
                *span
            }
        }
    }

    /// Calls `visit` with each symbol that the item names, in the order of the text, groups'
    /// productions included.
    pub fn symbols<'a>(&'a self, visit: &mut dyn FnMut(&'a SymbolRef)) {
        match self {
            Item::Symbol(symbol) => visit(symbol),
            Item::Repeated { item, .. } => item.symbols(visit),
            Item::Group { productions, .. } => {
                productions.iter().for_each(|production| production.symbols(visit));
            }
            Item::Call { rule, arguments, .. } => {
                visit(rule);
                arguments.iter().for_each(|argument| argument.symbols(visit));
            }
        }
    }

    /// Calls `visit` with each production of a group in the item, an outer one before those inside.
    pub fn productions<'a>(&'a self, visit: &mut dyn FnMut(&'a ProductionDef)) {
        match self {
            Item::Symbol(_) => {}
            Item::Repeated { item, .. } => item.productions(visit),
            Item::Group { productions, .. } => {
                productions.iter().for_each(|production| production.visit(visit));
            }
            Item::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.productions(visit));
            }
        }
    }
}

/// The item as a file has it, without actions and labels.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Symbol(SymbolRef { text, quote: Quote::None, .. }) => f.write_str(text),
            Item::Symbol(SymbolRef { text, quote: Quote::Single, .. }) => {
                write!(f, "'{}'", text.escape_debug())
            }
            Item::Symbol(SymbolRef { text, .. }) => write!(f, "\"{}\"", text.escape_debug()),
            Item::Repeated { item, repetition, .. } => write!(f, "{item}{}", repetition.sign()),
            Item::Call { rule, arguments, .. } => {
                let arguments: Vec<String> = arguments.iter().map(Item::to_string).collect();
                write!(f, "{}({})", rule.text, arguments.join(", "))
            }
            Item::Group { productions, .. } => {
                let productions: Vec<String> =
                    productions.iter().map(ProductionDef::to_string).collect();
                write!(f, "({})", productions.join(" | "))
            }
        }
    }
}

/// An element of a production: an item or a mid-rule action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A symbol, or what stands for one, perhaps with a name of its own (`expr[left]`,
    /// `left=expr`).
    Item {
        /// What stands there.
        item: Item,
        /// The name by which an action may refer to the item's value.
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

impl Element {
    /// Returns the symbol, if the element is one and no repetition, group or call.
    pub fn symbol(&self) -> Option<&SymbolRef> {
        match self {
            Element::Item { item: Item::Symbol(symbol), .. } => Some(symbol),
            _ => None,
        }
    }

    /// Returns the element's label.
    pub fn label(&self) -> Option<&Name> {
        let (Element::Item { label, .. } | Element::MidRule { label, .. }) = self;
        label.as_ref()
    }

    /// Returns the place of the element, without its label; of an action that of its code.
    pub fn span(&self) -> Span {
        match self {
            Element::Item { item, .. } => item.span(),
            Element::MidRule { code, .. } => code.span,
        }
    }
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
    /// In a group, the type of that action's value (`<T>{ … }`), where given.
    pub action_type: Option<Code>,
    /// The place of `%empty`; `None` without it.
    pub empty: Option<Span>,
    /// The place of the alternative, without `|` and `;`; an empty span where symbols could stand
    /// if there are none.
    pub span: Span,
}

/// The items of the production as a file has them, without actions and labels.
impl fmt::Display for ProductionDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.elements.iter().filter_map(|element| match element {
            Element::Item { item, .. } => Some(item.to_string()),
            Element::MidRule { .. } => None,
        });
        f.write_str(&items.collect::<Vec<_>>().join(" "))
    }
}

impl ProductionDef {
    /// Calls `visit` with each symbol that the production names, groups included; without `%prec`.
    pub fn symbols<'a>(&'a self, visit: &mut dyn FnMut(&'a SymbolRef)) {
        for element in &self.elements {
            if let Element::Item { item, .. } = element {
                item.symbols(visit);
            }
        }
    }

    /// Calls `visit` with the production, then with those of its groups.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a ProductionDef)) {
        visit(self);
        for element in &self.elements {
            if let Element::Item { item, .. } = element {
                item.productions(visit);
            }
        }
    }
}

/// A definition of a rule; one rule may be defined in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDef {
    /// The rule's name.
    pub name: Name,
    /// The names of the rule's parameters (`pair(X, Y):`); empty for most rules.
    pub parameters: Vec<Name>,
    /// The place of `%inline` before the rule; `None` without it.
    pub inline: Option<Span>,
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
    /// What the lexer writes before the names of tokens, by Bison's `%define api.token.prefix`.
    pub token_prefix: Option<Name>,
    /// The places of what other programs use and has no effect here: directives with their
    /// operands, tags of tokens, and the code in `%{ … %}`.
    pub without_effect: Vec<Span>,
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
    /// The rules whose values have their places with them (`%spanned`).
    pub spanned: Vec<SymbolRef>,
    /// The rules whose productions of one symbol have no nodes in syntax trees (`%transparent`).
    pub transparent: Vec<SymbolRef>,
    /// The symbols that may be unused without a warning (`%expect-unused`).
    pub expect_unused: Vec<SymbolRef>,
    /// The definitions of rules, in order.
    pub rules: Vec<RuleDef>,
}

impl Ast {
    /// Returns the start rules: those that the file declares, or its first rule without parameters,
    /// inlined ones last.
    pub(crate) fn start_names(&self) -> impl Iterator<Item = &Name> {
        let plain = self.rules.iter().filter(|def| def.parameters.is_empty());
        let first = plain.min_by_key(|def| def.inline.is_some());
        let first = first.map(|def| &def.name).filter(|_| self.starts.is_empty());
        self.starts.iter().chain(first)
    }

    /// Calls `visit` with each production of the file, those of groups included, in the order of
    /// the text.
    pub fn productions<'a>(&'a self, visit: &mut dyn FnMut(&'a ProductionDef)) {
        let productions = self.rules.iter().flat_map(|rule| &rule.productions);
        productions.for_each(|production| production.visit(visit));
    }
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
