//! Definitions made from lex files.

use crate::LexErrorKind;
use std::{collections::HashMap, sync::Arc};

use lrpar::LexerTypes;
use lrtable::{
    Storage,
    diagnostic::{Diagnostic, Severity},
};

use super::LRNonStreamingLexerDef;
use crate::{
    compile::compile,
    flags::LexFlags,
    kind::{LexBuildError, LexBuildResult},
    matcher::{Cells, Tables},
    rules::{Outcome, Rule, Rules, Texts},
    shared::Shared,
    spec::{self, LexSpec},
};

impl<LexerTypesT: LexerTypes> LRNonStreamingLexerDef<LexerTypesT> {
    /// Makes a definition from the text of a lex file; returns all diagnostics with it.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags};
    ///
    /// let lex = "%%\n[a-z]+ 'ID'\nif 'IF'\n";
    /// let (lexerdef, diagnostics) =
    ///     LRNonStreamingLexerDef::<DefaultLexerTypes>::read(lex, &LexFlags::default());
    /// assert!(lexerdef.is_some());
    /// assert!(diagnostics[0].message().starts_with("this rule never matches"));
    /// ```
    ///
    /// `flags` count more than what the file says. There is a definition if no diagnostic is an error. The diagnostics are
    /// in the order of the text.
    pub fn read(source: &str, flags: &LexFlags) -> (Option<Self>, Vec<Diagnostic>) {
        let (_, lexerdef, diagnostics) = Self::read_with_spec(source, flags);
        (lexerdef, diagnostics)
    }

    /// As [`read`](Self::read), with what was read.
    pub(crate) fn read_with_spec(
        source: &str,
        flags: &LexFlags,
    ) -> (LexSpec, Option<Self>, Vec<Diagnostic>) {
        let (spec, mut diagnostics) = spec::read(source, flags);
        let compiled = compile(&spec, &mut diagnostics);
        let rules = number(&spec, &mut diagnostics);
        spec::sort(&mut diagnostics);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity() == Severity::Error;
        let compiled = compiled.filter(|_| !diagnostics.iter().any(is_error));
        let lexerdef = compiled.map(|(tables, texts)| Self::new(&spec, rules, tables, texts));
        (spec, lexerdef, diagnostics)
    }

    /// Makes a definition of what was read and compiled.
    fn new(
        spec: &LexSpec,
        mut rules: Vec<Rule<LexerTypesT::StorageT>>,
        tables: Tables,
        texts: Vec<Texts>,
    ) -> Self {
        rules.iter_mut().zip(texts).for_each(|(rule, texts)| rule.texts = texts);
        let lex = match tables.cells {
            Cells::U8(_) => Self::lex::<u8, false>,
            Cells::U16(_) => Self::lex::<u16, false>,
            Cells::U32(_) => Self::lex::<u32, false>,
        };
        LRNonStreamingLexerDef {
            outcomes: rules.iter().map(Outcome::of).collect(),
            rules: Rules::new(rules),
            start_states: spec.start_states.iter().cloned().collect(),
            reclassifications: spec.reclassifications.iter().copied().collect(),
            automaton: Shared::Built(Arc::new(tables)),
            lex,
            reclassify: (!spec.reclassifications.is_empty()).then_some(Self::reclassify),
        }
    }

    /// Makes a definition from the text of a lex file; `flags` count more than what the file says.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags};
    /// use lrpar::Lexer;
    ///
    /// let mut flags = LexFlags::default();
    /// flags.case_insensitive = Some(true);
    /// let lexerdef =
    ///     LRNonStreamingLexerDef::<DefaultLexerTypes>::new_with_options("%%\nif 'IF'\n", flags).unwrap();
    /// assert!(lexerdef.lexer("IF").iter().all(|found| found.is_ok()));
    /// ```
    ///
    /// # Errors
    ///
    /// All errors of the file; warnings are left out.
    pub fn new_with_options(source: &str, flags: LexFlags) -> LexBuildResult<Self> {
        let (lexerdef, diagnostics) = Self::read(source, &flags);
        let errors =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        lexerdef.ok_or_else(|| errors.map(LexBuildError::of).collect())
    }
}

/// The rules with their first token ids.
fn number<StorageT: Storage>(
    spec: &LexSpec,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Rule<StorageT>> {
    let mut ids: HashMap<&str, usize> = HashMap::new();
    let mut rules = Vec::with_capacity(spec.rules.len());
    let mut fits = true;
    for (k, rule) in spec.rules.iter().enumerate() {
        let id = rule.name.as_deref().map(|name| *ids.entry(name).or_insert(k));
        let tok_id = id.and_then(StorageT::from_index);
        if id.is_some() && tok_id.is_none() && fits {
            fits = false;
            let message = format!(
                "{} rules are too many for token ids of {} bits",
                spec.rules.len(),
                8 * size_of::<StorageT>()
            );
            let error = Diagnostic::error(LexErrorKind::StorageTooNarrow, message, rule.name_span);
            diagnostics.push(error);
        }
        rules.push(Rule::new(rule, tok_id));
    }
    rules
}
