//! A specification, a Yacc file and its lex file, as people edit them: read, with all diagnostics,
//! whether or not they are right.
//!
//! In: two texts, of which one may be missing. Out: the language if both are right, what could be
//! understood of them otherwise, and the diagnostics of both. Cost: building the table; for
//! conflicts see [`crate::service::grammar::findings`].

use std::{cell::RefCell, sync::Arc};

use lrlex::{LRNonStreamingLexerDef, language::Until};
use lrtable::{
    Stop,
    diagnostic::{Diagnostic, Severity},
    grammar::Grammar,
    yacc::{self, ast::Ast},
};

use super::{Language, Messages, Table, Text, Types, lexers::read_lexer_alone};
use crate::{Error, ErrorKind};

/// One of the two files of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The Yacc file.
    Grammar,
    /// The lex file.
    Lexer,
}

/// A Yacc file and its lex file, read with all diagnostics.
///
/// ```
/// use nimbleparse::language::{Part, Specification};
/// let grammar = "%%\nSum: Sum '+' 'INT' | 'INT';".to_string();
/// let lexer = "%%\n[0-9]+ 'INT'\n[ ]+ ;".to_string();
/// let specification = Specification::new(Some(grammar), Some(lexer));
/// assert!(specification.has(Part::Lexer) && specification.grammar().is_some());
/// assert!(specification.warnings().contains("'+'"), "{}", specification.warnings());
/// ```
pub struct Specification {
    grammar: Option<String>,
    lexer: Option<String>,
    /// The syntax tree of the Yacc file.
    pub ast: Ast,
    /// The language, or the mistakes, rendered.
    language: Result<Arc<Language>, Error>,
    /// The table or the grammar, and the lexer, where no language can be made of them.
    alone: Alone,
    warnings: String,
    diagnostics: Vec<(Part, Diagnostic)>,
    /// Ends work that is no longer wanted.
    pub(crate) stop: Stop,
}

#[derive(Default)]
struct Alone {
    /// The grammar with its table, if there is no lex file.
    table: Option<Table>,
    /// The grammar, if the lex file is wrong.
    grammar: Option<Grammar>,
    lexer: Option<LRNonStreamingLexerDef<Types>>,
}

/// Collects diagnostics beside rendering them.
#[derive(Default)]
struct Collector {
    rendered: String,
    found: RefCell<Vec<(Part, Diagnostic)>>,
}

const GRAMMAR: &str = "grammar";
const LEXER: &str = "lexer";

impl Messages for Collector {
    fn render(&self, diagnostics: &[Diagnostic], text: Text<'_>) -> String {
        let part = if text.name == LEXER { Part::Lexer } else { Part::Grammar };
        self.found.borrow_mut().extend(diagnostics.iter().map(|one| (part, one.clone())));
        self.rendered.render(diagnostics, text)
    }

    fn render_whole(&self, warning: &str, text: Text<'_>) -> String {
        self.rendered.render_whole(warning, text)
    }

    fn take(&mut self, rendered: &str) {
        self.rendered.take(rendered);
    }
}

impl Specification {
    /// Reads both texts. If one is missing there is no language, and the other is read all the
    /// same.
    pub fn new(grammar: Option<String>, lexer: Option<String>) -> Specification {
        Specification::until(grammar, lexer, Stop::new(|| false))
    }

    /// Reads both texts as [`new`](Specification::new) does, until `stop` returns `true`: then the
    /// table is not completed, and further findings are incomplete.
    pub fn until(grammar: Option<String>, lexer: Option<String>, stop: Stop) -> Specification {
        let collector = &mut Collector::default();
        let messages = &mut Until { messages: collector, stop: stop.clone() };
        let ast = grammar.as_deref().map(|text| yacc::read(text, None).ast).unwrap_or_default();
        let lex = lexer.as_deref().map(|text| Text { name: LEXER, text });
        let mut alone = Alone::default();
        let missing = |what: &str| Error::new(ErrorKind::Specification, what);
        let table = match &grammar {
            Some(text) => Table::new(Text { name: GRAMMAR, text }, None, None, None, messages),
            None => Err(missing("there is no Yacc file\n")),
        };
        let language = match (table, lex) {
            (Ok(table), Some(lex)) => {
                let grammar = table.grammar.clone();
                let language = Language::new(lex, table, None, messages);
                alone.grammar = language.is_err().then_some(grammar);
                language.map(Arc::new)
            }
            (Ok(table), None) => {
                alone.table = Some(table);
                Err(missing("there is no lex file\n"))
            }
            (Err(wrong), lex) => {
                if let Some(lex) = lex {
                    let (lexer, said) = read_lexer_alone(lex.text);
                    let _ = messages.render(&said, lex);
                    alone.lexer = lexer;
                }
                Err(wrong)
            }
        };
        let Collector { rendered: warnings, found } = std::mem::take(collector);
        let diagnostics = found.into_inner();
        Specification { grammar, lexer, ast, language, alone, warnings, diagnostics, stop }
    }

    /// Returns the text of a file; empty if it is missing.
    pub fn text(&self, part: Part) -> &str {
        let text = match part {
            Part::Grammar => &self.grammar,
            Part::Lexer => &self.lexer,
        };
        text.as_deref().unwrap_or_default()
    }

    /// Returns whether the file exists.
    pub fn has(&self, part: Part) -> bool {
        match part {
            Part::Grammar => self.grammar.is_some(),
            Part::Lexer => self.lexer.is_some(),
        }
    }

    /// Returns the language, ready to parse with.
    ///
    /// # Errors
    ///
    /// The mistakes in the grammar or the lexer, rendered.
    pub fn language(&self) -> Result<&Arc<Language>, &Error> {
        self.language.as_ref()
    }

    /// Takes an n-gram model for the language, if there is one; see [`Language::take_ngrams`].
    ///
    /// # Errors
    ///
    /// If the model is wrong, or the language is shared already.
    pub fn take_ngrams(&mut self, name: &str, text: &str) -> Result<(), Error> {
        match &mut self.language {
            Ok(language) => {
                let in_use = || Error::new(ErrorKind::Impossible, "the language is in use");
                Arc::get_mut(language).ok_or_else(in_use)?.take_ngrams(name, text)
            }
            Err(_) => Ok(()),
        }
    }

    /// Returns the grammar with its table, if it is right and there is no wrong lex file.
    pub fn table(&self) -> Option<&Table> {
        let of_language = self.language.as_ref().ok().map(|language| &language.table);
        of_language.or(self.alone.table.as_ref())
    }

    /// Returns the grammar, if it is right.
    pub fn grammar(&self) -> Option<&Grammar> {
        let of_table = self.table().map(|table| &table.grammar);
        of_table.or(self.alone.grammar.as_ref())
    }

    /// Returns the lexer, if it is right.
    pub fn lexer(&self) -> Option<&LRNonStreamingLexerDef<Types>> {
        let of_language = self.language.as_ref().ok().map(|language| &language.lexer);
        of_language.or(self.alone.lexer.as_ref())
    }

    /// Returns the warnings on a language that can be used all the same, rendered.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }

    /// Returns errors, warnings and notes with their places, those of the grammar first.
    pub fn diagnostics(&self) -> &[(Part, Diagnostic)] {
        &self.diagnostics
    }

    /// Returns what is wrong with the files as wholes, where no diagnostic has a place, and yet
    /// there is no language.
    pub(crate) fn wrong_as_a_whole(&self) -> Option<&str> {
        let has_error = |(_, one): &(Part, Diagnostic)| one.severity() == Severity::Error;
        let is_whole = self.has(Part::Grammar) && self.has(Part::Lexer);
        let said = self.language.as_ref().err()?;
        (is_whole && !self.diagnostics.iter().any(has_error)).then_some(said.message().trim_end())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn diagnostics_are_those_of_the_wrong_file() {
        let read = |grammar: &str, lexer: &str| {
            Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()))
        };
        let lexer = "%%\na 'A'\nb 'B'\n[ ] ;\n";
        let wrong = read("%%\nS: T;", lexer);
        let [(Part::Grammar, found)] = wrong.diagnostics() else { panic!() };
        assert!(found.message().contains("'T'") && wrong.language().is_err());
        let wrong = read("%%\nS: 'A' | 'B';", "%%\na 'A'\n( 'B'\n");
        assert!(wrong.diagnostics().iter().all(|(part, _)| *part == Part::Lexer));
        assert!(!wrong.diagnostics().is_empty());
        let right = read("%%\nS: 'A' | 'B';", lexer);
        assert!(right.language().is_ok() && right.diagnostics().is_empty());
        assert_eq!(right.warnings(), "");
    }

    /// Whenever it is stopped, there is an answer; only the whole one is a language.
    #[test]
    fn building_a_table_is_stopped_wherever_it_is() {
        let grammar = "%%\nS: S '+' S | 'n' T | ;\nT: 'x' T | 'y';";
        let lexer = "%%\nn 'n'\nx 'x'\ny 'y'\n\\+ '+'\n";
        let read = |asked: usize| {
            let left = AtomicUsize::new(asked);
            let stop = Stop::new(move || {
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                    .is_err()
            });
            let read = Specification::until(Some(grammar.to_owned()), Some(lexer.to_owned()), stop);
            read.language().map(|_| ()).map_err(ToString::to_string)
        };
        let stopped = (0..).take_while(|asked| read(*asked).is_err()).count();
        assert!(stopped > 10, "{stopped}");
        for asked in 0..stopped {
            assert!(read(asked).unwrap_err().contains("no longer wanted"));
        }
    }
}
