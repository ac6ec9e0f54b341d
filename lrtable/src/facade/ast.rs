//! A grammar file that has been read, with the errors found in it.

use std::sync::OnceLock;

use super::{
    YaccGrammarError,
    tree::{GrammarAST, Rule},
};
use crate::{
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind},
    grammar::Grammar,
    yacc::{self, ReadGrammar, YaccKind, syntax::Name},
};

/// The syntax tree of a grammar file together with the errors found in the file.
///
/// ```
/// use lrtable::yacc::{YaccKind, ast::ASTWithValidityInfo};
///
/// let kind = YaccKind::from_name("original").unwrap();
/// let file = ASTWithValidityInfo::new(kind, "%% S: 'a' B;");
/// assert!(!file.is_valid());
/// assert_eq!(file.ast().get_rule("S").unwrap().pidxs, [0]);
/// ```
#[derive(Clone, Debug)]
pub struct ASTWithValidityInfo {
    read: ReadGrammar,
    grammar: Result<Grammar, Vec<Diagnostic>>,
    errors: Vec<Diagnostic>,
    /// The tree in grmtools' form, made when first asked for.
    ast: OnceLock<GrammarAST>,
}

impl ASTWithValidityInfo {
    /// Reads the text of a Yacc file as one of kind `kind`, whether or not it has errors.
    pub fn new(kind: YaccKind, source: &str) -> Self {
        Self::of(yacc::read(source, Some(kind)))
    }

    fn of(read: ReadGrammar) -> Self {
        let grammar = Grammar::from_read(&read);
        let errors = said(&grammar, Severity::Error);
        ASTWithValidityInfo { read, grammar, errors, ast: OnceLock::new() }
    }

    /// Returns the syntax tree, as far as the file could be understood.
    pub fn ast(&self) -> &GrammarAST {
        let warnings = || said(&self.grammar, Severity::Warning);
        self.ast.get_or_init(|| GrammarAST::of(&self.read.ast, warnings()))
    }

    /// Returns whether the file has no errors.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns the kind as which the file was read.
    pub fn yacc_kind(&self) -> YaccKind {
        self.read.ast.kind
    }

    /// Returns all errors of the file, in the order of their places.
    pub fn errors(&self) -> &[YaccGrammarError] {
        &self.errors
    }

    /// Returns a copy of the tree with `rule` as the only start rule.
    ///
    /// # Errors
    ///
    /// If the file has no such rule.
    pub fn clone_and_change_start_rule(&self, rule: Rule) -> Result<Self, Diagnostic> {
        let (text, span) = rule.name;
        if self.ast().get_rule(&text).is_none() {
            let message = format!("unknown start rule '{text}'");
            let error = Diagnostic::error(YaccGrammarErrorKind::InvalidStartRule, message, span);
            return Err(error);
        }
        let mut read = self.read.clone();
        read.ast.starts = vec![Name { text, span }];
        Ok(Self::of(read))
    }

    pub(super) fn grammar(&self) -> Result<Grammar, Vec<Diagnostic>> {
        self.grammar.clone()
    }
}

/// What is said about a file with this severity.
fn said(grammar: &Result<Grammar, Vec<Diagnostic>>, severity: Severity) -> Vec<Diagnostic> {
    let all = grammar.as_ref().map_or_else(Vec::as_slice, Grammar::warnings);
    all.iter().filter(|diagnostic| diagnostic.severity() == severity).cloned().collect()
}
