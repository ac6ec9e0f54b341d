//! A grammar file that has been read, with the errors found in it.

use crate::{
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind},
    grammar::Grammar,
    yacc::{
        self, ReadGrammar, YaccKind,
        ast::{Ast, RuleDef},
    },
};

/// The syntax tree of a grammar file, and what is wrong with the file.
#[derive(Clone, Debug)]
pub struct ASTWithValidityInfo {
    read: ReadGrammar,
    grammar: Result<Grammar, Vec<Diagnostic>>,
    errors: Vec<Diagnostic>,
}

impl ASTWithValidityInfo {
    /// Reads the text of a Yacc file as one of kind `kind`.
    pub fn new(kind: YaccKind, source: &str) -> Self {
        Self::of(yacc::read(source, Some(kind)))
    }

    fn of(read: ReadGrammar) -> Self {
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity() == Severity::Error;
        let grammar = Grammar::from_read(&read);
        let all = grammar.as_ref().err().map_or(&[][..], Vec::as_slice);
        let errors = all.iter().filter(is_error).cloned().collect();
        ASTWithValidityInfo { read, grammar, errors }
    }

    /// The syntax tree, as far as the file could be understood.
    pub fn ast(&self) -> &Ast {
        &self.read.ast
    }

    /// Whether there is no error.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// The kind as which the file was read.
    pub fn yacc_kind(&self) -> YaccKind {
        self.read.ast.kind
    }

    /// All errors.
    pub fn errors(&self) -> &[Diagnostic] {
        &self.errors
    }

    /// This tree with `rule` as the only start rule.
    ///
    /// # Errors
    ///
    /// If the file has no such rule.
    pub fn clone_and_change_start_rule(&self, rule: RuleDef) -> Result<Self, Diagnostic> {
        if !self.read.ast.rules.iter().any(|other| other.name.text == rule.name.text) {
            let message = format!("unknown start rule '{}'", rule.name.text);
            let error =
                Diagnostic::error(YaccGrammarErrorKind::InvalidStartRule, message, rule.name.span);
            return Err(error);
        }
        let mut read = self.read.clone();
        read.ast.starts = vec![rule.name];
        Ok(Self::of(read))
    }

    pub(super) fn grammar(&self) -> Result<Grammar, Vec<Diagnostic>> {
        self.grammar.clone()
    }
}

impl Ast {
    /// The first definition of the rule of this name.
    pub fn get_rule(&self, name: &str) -> Option<&RuleDef> {
        self.rules.iter().find(|rule| rule.name.text == name)
    }

    /// Whether the file declares a token of this name.
    pub fn has_token(&self, name: &str) -> bool {
        self.tokens.iter().any(|token| token.name.text == name)
    }
}
