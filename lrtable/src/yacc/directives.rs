//! The table of directives: every spelling that some Yacc knows, and what it means here.

use crate::{near, yacc::syntax::Assoc};

/// What a directive means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    /// `%token NAME number "alias" …`
    Token,
    /// `%left` and its like: one level of precedence.
    Precedence(Assoc),
    /// `%start RULE …`
    Start,
    /// `%expect N`
    Expect,
    /// `%expect-rr N`
    ExpectRr,
    /// `%expect-unused SYMBOL …`
    ExpectUnused,
    /// `%avoid_insert TOKEN …`
    AvoidInsert,
    /// `%epp TOKEN "text"`
    Epp,
    /// `%implicit_tokens TOKEN …`
    ImplicitTokens,
    /// `%spanned RULE …`
    Spanned,
    /// `%transparent RULE …`
    Transparent,
    /// `%parse-param name: Type`, or in braces, for other languages, without effect.
    ParseParam,
    /// `%parse-generics 'a, T`
    ParseGenerics,
    /// `%actiontype Type`
    ActionType,
    /// `%insert-cost N TOKEN …`
    InsertCost,
    /// `%delete-cost N TOKEN …`
    DeleteCost,
    /// `%brackets OPEN CLOSE …`
    Brackets,
    /// `%mistake WRITTEN … -> MEANT …`
    Mistake,
    /// `%define variable value`
    Define,
    /// `%default-prec` or `%no-default-prec`
    DefaultPrec(bool),
    /// `%grmtools`, which stands only at the start of a file.
    Header,
    /// `%inline` before a rule.
    Inline,
    /// `%prec SYMBOL`, inside a production.
    Prec,
    /// `%empty`, inside a production.
    Empty,
    /// `%dprec N`, inside a production, without effect.
    Dprec,
    /// `%merge <name>`, inside a production, without effect.
    Merge,
    /// `%?{ … }`, inside a production, without effect.
    Predicate,
    /// A directive without effect, with the arguments of its operands.
    Ignored(Arguments),
}

/// What follows a directive that has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    /// No operands.
    Nothing,
    /// Perhaps `=`, perhaps one string, name or number.
    Value,
    /// Perhaps names, then blocks in braces, then perhaps symbols and tags.
    Blocks,
    /// Symbols and tags.
    Symbols,
    /// Symbols, a colon, a string.
    Message,
}

/// The directive with this `name` (without its sign), and the spelling under which messages speak
/// of it.
pub(super) fn lookup(name: &str) -> Option<(Directive, &'static str)> {
    let dash = |byte| if byte == b'_' { b'-' } else { byte };
    let same = |known: &str| known[1..].bytes().map(dash).eq(name.bytes().map(dash));
    TABLE.iter().find(|(known, _)| same(known)).map(|&(known, what)| (what, known))
}

/// The known directive whose name differs least from `name`, if it is close.
pub(super) fn similar(name: &str) -> Option<&'static str> {
    // Longer names resemble nothing, and comparing them takes quadratic time.
    if name.len() > 30 {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let edits = TABLE
        .iter()
        .map(|&(known, _)| (near::alignment(&known.as_bytes()[1..], name.as_bytes()), known));
    edits.filter(|(edits, known)| *edits <= known.len() / 4).min().map(|(_, known)| known)
}

use Arguments::*;
use Directive::*;

/// Each directive under the spelling that messages use; in a file, dashes and underscores are the
/// same.
const TABLE: &[(&str, Directive)] = &[
    ("%token", Token),
    ("%term", Token),
    ("%0", Token),
    ("%left", Precedence(Assoc::Left)),
    ("%<", Precedence(Assoc::Left)),
    ("%right", Precedence(Assoc::Right)),
    ("%>", Precedence(Assoc::Right)),
    ("%nonassoc", Precedence(Assoc::Nonassoc)),
    ("%binary", Precedence(Assoc::Nonassoc)),
    ("%2", Precedence(Assoc::Nonassoc)),
    ("%precedence", Precedence(Assoc::None)),
    ("%start", Start),
    ("%expect", Expect),
    ("%expect-rr", ExpectRr),
    ("%expect-unused", ExpectUnused),
    ("%avoid_insert", AvoidInsert),
    ("%epp", Epp),
    ("%implicit_tokens", ImplicitTokens),
    ("%spanned", Spanned),
    ("%transparent", Transparent),
    ("%parse-param", ParseParam),
    ("%parse-generics", ParseGenerics),
    ("%actiontype", ActionType),
    ("%insert-cost", InsertCost),
    ("%delete-cost", DeleteCost),
    ("%brackets", Brackets),
    ("%mistake", Mistake),
    ("%define", Define),
    ("%default-prec", DefaultPrec(true)),
    ("%no-default-prec", DefaultPrec(false)),
    ("%grmtools", Header),
    ("%inline", Inline),
    ("%prec", Prec),
    ("%=", Prec),
    ("%empty", Empty),
    ("%dprec", Dprec),
    ("%merge", Merge),
    ("%?", Predicate),
    // Types of values.
    ("%type", Ignored(Symbols)),
    ("%nterm", Ignored(Symbols)),
    ("%union", Ignored(Blocks)),
    ("%struct", Ignored(Blocks)),
    // Code.
    ("%code", Ignored(Blocks)),
    ("%destructor", Ignored(Blocks)),
    ("%printer", Ignored(Blocks)),
    ("%initial-action", Ignored(Blocks)),
    ("%param", Ignored(Blocks)),
    ("%lex-param", Ignored(Blocks)),
    ("%module", Ignored(Blocks)),
    ("%error", Ignored(Message)),
    // Options of other programs.
    ("%debug", Ignored(Nothing)),
    ("%error-verbose", Ignored(Nothing)),
    ("%fixed-output-files", Ignored(Nothing)),
    ("%glr-parser", Ignored(Nothing)),
    ("%locations", Ignored(Nothing)),
    ("%no-lines", Ignored(Nothing)),
    ("%no-parser", Ignored(Nothing)),
    ("%nondeterministic-parser", Ignored(Nothing)),
    ("%pure-parser", Ignored(Nothing)),
    ("%raw", Ignored(Nothing)),
    ("%semantic-parser", Ignored(Nothing)),
    ("%token-table", Ignored(Nothing)),
    ("%verbose", Ignored(Nothing)),
    ("%yacc", Ignored(Nothing)),
    ("%defines", Ignored(Value)),
    ("%file-prefix", Ignored(Value)),
    ("%header", Ignored(Value)),
    ("%ident", Ignored(Value)),
    ("%include", Ignored(Value)),
    ("%language", Ignored(Value)),
    ("%name-prefix", Ignored(Value)),
    ("%output", Ignored(Value)),
    ("%output-file", Ignored(Value)),
    ("%require", Ignored(Value)),
    ("%skeleton", Ignored(Value)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn underscores_count_as_dashes() {
        assert_eq!(lookup("pure_parser"), Some((Ignored(Nothing), "%pure-parser")));
        assert_eq!(lookup("expect-rr"), Some((ExpectRr, "%expect-rr")));
        assert_eq!(lookup("Token"), None);
    }

    #[test]
    fn a_misspelt_directive_resembles_one() {
        assert_eq!(similar("tokne"), Some("%token"));
        assert_eq!(similar("tonke"), None);
        assert_eq!(similar("tokn"), Some("%token"));
        assert_eq!(similar("Left"), Some("%left"));
        assert_eq!(similar("option"), None);
    }
}
