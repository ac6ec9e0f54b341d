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
    actions::Actions,
    compile::compile,
    flags::LexFlags,
    kind::{LexBuildError, LexBuildResult},
    matcher::{Cells, Tables},
    reader,
    rule::Rule,
    shared::Shared,
    spec::{self, LexSpec, ReadRule, simple::SimpleActions},
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
    /// `flags` count more than what the file says. There is a definition if no diagnostic is an
    /// error. The diagnostics are in the order of the text.
    pub fn read(source: &str, flags: &LexFlags) -> (Option<Self>, Vec<Diagnostic>) {
        Self::read_with(source, flags, &mut SimpleActions)
    }

    /// Makes a definition like [`read`](Self::read), of a file whose actions `actions` reads.
    pub fn read_with<'a>(
        source: &'a str,
        flags: &LexFlags,
        actions: &mut dyn Actions<'a>,
    ) -> (Option<Self>, Vec<Diagnostic>) {
        let (mut spec, mut diagnostics) = spec::read(source, flags, actions);
        let tables = compile(&mut spec, &mut diagnostics);
        spec.rules.append(&mut spec.made);
        let ids = number(&spec.rules, &mut diagnostics);
        spec::sort(&mut diagnostics);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity() == Severity::Error;
        let tables = tables.filter(|_| !diagnostics.iter().any(is_error));
        (tables.map(|tables| Self::new(spec, ids, tables)), diagnostics)
    }

    /// Makes a definition of what was read and compiled, with these token ids of the rules.
    fn new(spec: LexSpec, ids: Vec<Option<LexerTypesT::StorageT>>, tables: Tables) -> Self {
        let rules = spec.rules.into_iter().zip(ids);
        let lex = match tables.cells {
            Cells::U8(_) => Self::lex::<u8, false>,
            Cells::U16(_) => Self::lex::<u16, false>,
            Cells::U32(_) => Self::lex::<u32, false>,
        };
        // What is reclassified is known only once all lexemes are.
        let reads = spec.reclassifications.is_empty()
            && spec.layout.as_ref().is_some_and(|layout| layout.needs_parser());
        let read = match tables.cells {
            Cells::U8(_) => reader::read::<u8, false, LexerTypesT>,
            Cells::U16(_) => reader::read::<u16, false, LexerTypesT>,
            Cells::U32(_) => reader::read::<u32, false, LexerTypesT>,
        };
        let lines = spec.layout.as_ref().is_some_and(|layout| layout.lines.is_some());
        LRNonStreamingLexerDef {
            rules: rules.map(|(rule, id)| Rule::of(id, rule.properties)).collect(),
            start_states: spec.start_states.into_iter().collect(),
            reclassify: (!spec.reclassifications.is_empty()).then_some(Self::reclassify),
            reclassifications: spec.reclassifications.into_iter().collect(),
            lay_out: lines.then_some(Self::lay_out),
            layout: spec.layout.map(|layout| Shared::Built(Arc::new(layout))),
            automaton: Shared::Built(Arc::new(tables)),
            lex,
            read: reads.then_some(read),
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
    /// let lex = "%%\nif 'IF'\n";
    /// let lexerdef =
    ///     LRNonStreamingLexerDef::<DefaultLexerTypes>::new_with_options(lex, flags).unwrap();
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

/// The first token ids of `rules`: for each the number of the first rule with its name.
fn number<StorageT: Storage>(
    rules: &[ReadRule],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<StorageT>> {
    let mut firsts: HashMap<&str, usize> = HashMap::new();
    let mut too_large = None;
    let ids = rules.iter().enumerate().map(|(number, rule)| {
        let first = *firsts.entry(rule.name()?).or_insert(number);
        let id = StorageT::from_index(first);
        if id.is_none() {
            too_large.get_or_insert(rule.name_span());
        }
        id
    });
    let ids = ids.collect();
    if let Some(span) = too_large {
        let bits = 8 * size_of::<StorageT>();
        let message = format!("{} rules are too many for token ids of {bits} bits", rules.len());
        diagnostics.push(Diagnostic::error(LexErrorKind::StorageTooNarrow, message, span));
    }
    ids
}
