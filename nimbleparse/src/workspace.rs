//! A workspace: a grammar, a lexer, and programs in their language.
//!
//! Texts go in under names, results come out, always of the current texts. The table is built once for each change of the grammar
//! or the lexer; a program is parsed on demand.

use std::collections::BTreeMap;

use lrtable::diagnostic::Diagnostic;

pub use crate::service::specification::Part;
use crate::{
    language::Language,
    run::{Parsed, Recovery},
    service::specification::Specification,
};

/// A language and programs in it, by name.
pub struct Workspace {
    specification: Specification,
    /// The recoverer and its options for programs.
    pub recovery: Recovery,
    programs: BTreeMap<String, String>,
}

impl Workspace {
    /// Makes a workspace without programs. The language may have mistakes: [`Workspace::diagnostics`] returns them.
    pub fn new(lexer: impl Into<String>, grammar: impl Into<String>) -> Workspace {
        Workspace {
            specification: Specification::new(Some(grammar.into()), Some(lexer.into())),
            recovery: Recovery::default(),
            programs: BTreeMap::new(),
        }
    }

    /// Replaces the Yacc file.
    pub fn set_grammar(&mut self, text: impl Into<String>) {
        let lexer = self.specification.text(Part::Lexer).to_owned();
        self.specification = Specification::new(Some(text.into()), Some(lexer));
    }

    /// Replaces the lex file.
    pub fn set_lexer(&mut self, text: impl Into<String>) {
        let grammar = self.specification.text(Part::Grammar).to_owned();
        self.specification = Specification::new(Some(grammar), Some(text.into()));
    }

    /// Returns both files, with all that editors ask about them.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Adds a program, or replaces the one with this name.
    pub fn set_program(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.programs.insert(name.into(), text.into());
    }

    /// Removes a program; returns whether there was one with this name.
    pub fn remove_program(&mut self, name: &str) -> bool {
        self.programs.remove(name).is_some()
    }

    /// Returns the names of the programs, sorted.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.programs.keys().map(String::as_str)
    }

    /// Returns the language, ready to parse with.
    ///
    /// # Errors
    ///
    /// The mistakes in the grammar or the lexer, rendered.
    pub fn language(&self) -> Result<&Language, &str> {
        self.specification.language().map(|language| &**language)
    }

    /// Returns the warnings on a language that can be used all the same, rendered: those of its files, conflicts, tokens that one
    /// of them lacks.
    pub fn warnings(&self) -> &str {
        self.specification.warnings()
    }

    /// Returns the diagnostics on grammar and lexer, each with its file.
    pub fn diagnostics(&self) -> Vec<(Part, Diagnostic)> {
        self.specification.diagnostics().to_vec()
    }

    /// Parses a program; `None` if there is none with this name, or the language cannot be used.
    pub fn parse(&self, program: &str) -> Option<Parsed<'_>> {
        let text = self.programs.get(program)?;
        Some(Parsed::new(self.language().ok()?, text, &self.recovery, None))
    }

    /// Returns the text of a program with the first repair of each error applied; `None` as for [`Workspace::parse`], and if a
    /// repair inserts a token without a fixed text.
    pub fn repaired(&self, program: &str) -> Option<String> {
        self.parse(program)?.repaired(self.language().ok()?, self.programs.get(program)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEXER: &str = "%%\na 'A'\nb 'B'\n[ ] ;\n";

    #[test]
    fn results_are_those_of_the_texts_as_they_are() {
        let mut workspace = Workspace::new(LEXER, "%%\nS: 'A' 'B';");
        workspace.set_program("p", "a");
        assert_eq!(workspace.repaired("p").as_deref(), Some("a b"));
        workspace.set_grammar("%%\nS: 'A' | 'B';");
        assert!(workspace.parse("p").unwrap().errors.is_empty());
        workspace.set_grammar("%%\nS: T;");
        let [(Part::Grammar, found)] = &workspace.diagnostics()[..] else { panic!() };
        assert!(found.message().contains("'T'"));
        assert!(workspace.language().is_err() && workspace.parse("p").is_none());
        workspace.set_grammar("%%\nS: 'A' | 'B';");
        workspace.set_lexer("%%\na 'A'\n( 'B'\n");
        assert!(workspace.diagnostics().iter().all(|(part, _)| *part == Part::Lexer));
        workspace.set_lexer(LEXER);
        assert!(workspace.language().is_ok() && workspace.diagnostics().is_empty());
        assert_eq!(workspace.warnings(), "");
        assert!(workspace.remove_program("p") && workspace.programs().next().is_none());
    }
}
