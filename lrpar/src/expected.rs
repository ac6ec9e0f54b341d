//! What was expected at an error, in as few words as the grammar has: "an expression" instead of
//! forty tokens.
//!
//! `%epp` on a rule gives it the words. They are used where the rule can come and every token with
//! which its sentences begin is expected.

use lrtable::{StateTable, Storage, YaccGrammar};

use crate::{
    error::ParseError,
    lexer::Lexeme,
    report::{Expectation, Expected},
};

impl Expected {
    /// Returns the symbol's name for messages: of a rule its label, of a token its `%epp` text or
    /// name, of `$` "end of input".
    pub fn name<StorageT>(self, grammar: &YaccGrammar<StorageT>) -> &str {
        match self {
            Expected::Rule(rule) => {
                let rule = grammar.rule(rule);
                rule.epp.as_deref().unwrap_or(&rule.name)
            }
            Expected::Token(token) if token == grammar.eof() => "end of input",
            Expected::Token(token) => grammar.shown_token(token),
        }
    }
}

/// Describes what was expected at `error`: labelled rules first, those that cover most tokens
/// before others, then the remaining tokens.
///
/// Computes the FIRST sets of the grammar; for several errors make one [`Expectations`].
/// [`ParseError::expected`] has the tokens without labels.
pub fn describe_expected<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    table: &StateTable<StorageT>,
    error: &ParseError<LexemeT, StorageT>,
) -> Vec<Expected> {
    Expectations::new(grammar, table).at(error)
}

/// Describes what was expected at errors; holds what is computed once for a grammar.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{Expectations, LexParseError, RTParserBuilder};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// let source = "%epp Term 'a term' %% Sum: Sum 'plus' Term | Term; Term: 'one' | 'two';";
/// # let grammar = YaccGrammar::<u32>::new(kind, source).unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// # let lexer = Words::new("one plus plus one", |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let (_, errors) = parser.parse_tree(&lexer);
/// let LexParseError::ParseError(error) = &errors[0] else { panic!() };
/// let expected = Expectations::new(&grammar, &table).at(error);
/// let names: Vec<&str> = expected.iter().map(|one| one.name(&grammar)).collect();
/// assert_eq!(names, ["a term"]);
/// ```
pub struct Expectations<'g, StorageT> {
    grammar: &'g YaccGrammar<StorageT>,
    table: &'g StateTable<StorageT>,
}

impl<'g, StorageT: Storage> Expectations<'g, StorageT> {
    /// Makes a value for a grammar and its table.
    pub fn new(grammar: &'g YaccGrammar<StorageT>, table: &'g StateTable<StorageT>) -> Self {
        Expectations { grammar, table }
    }

    /// Describes what was expected at `error`: labelled rules first, those that cover most tokens
    /// before others, then the remaining tokens.
    pub fn at<LexemeT: Lexeme<StorageT>>(
        &self,
        error: &ParseError<LexemeT, StorageT>,
    ) -> Vec<Expected> {
        let (grammar, tables) = (self.grammar, self.table.tables());
        let labelled = grammar.rule_ids().filter(|rule| grammar.rule(*rule).epp.is_some());
        let rules = labelled.map(|rule| (rule, grammar.first().first(rule)));
        Expectation::new(&tables, error.shifting_states()).grouped(&tables, rules)
    }
}
