//! The builder that build scripts use: settings in, a Rust file out.

use std::{
    collections::{HashMap, HashSet},
    error::Error,
    marker::PhantomData,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use lrtable::{
    Conflicts, NewlineCache, Span, StateGraph, StateTable, Storage, YaccGrammar,
    construct::Construction,
    diagnostic::{Diagnostic, Severity},
    from_yacc_by,
    grammar::Grammar,
    yacc::{YaccKind, ast::HeaderOption},
};

use super::{
    BuildError, BuildErrorKind, SerialisationFormat, Settings, actions::Actions, conflicts,
    module::Module, names, output,
};
use crate::{
    lexer::LexerTypes,
    parser::RTParserBuilder,
    recovery::{Ngrams, RecoveryKind, RecoveryOptions},
    shared_setters,
};

/// Callback that inspects a parser before its code is written: gets the header of the grammar file,
/// a parser over the new table, the ids of the tokens by name, and the file's path.
pub type RunTimeInspector<'a, LexerTypesT> = Box<
    dyn for<'b, 'y> FnMut(
            &'b mut Vec<HeaderOption>,
            RTParserBuilder<'y, <LexerTypesT as LexerTypes>::StorageT, LexerTypesT>,
            &'b HashMap<String, <LexerTypesT as LexerTypes>::StorageT>,
            &PathBuf,
        ) -> Result<(), Box<dyn Error>>
        + 'a,
>;

/// Builder that generates a parser from a Yacc file, in a build script.
///
/// The type parameter sets the width of token ids; [`build`](Self::build) reports an error if the
/// grammar needs a wider one.
///
/// ```no_run
/// # use lrpar::{CTParserBuilder, LexerTypes};
/// # fn main_<DefaultLexerTypes: LexerTypes>() -> Result<(), Box<dyn std::error::Error>> {
/// CTParserBuilder::<DefaultLexerTypes>::new().grammar_in_src_dir("calc.y")?.build()?;
/// # Ok(())
/// # }
/// ```
pub struct CTParserBuilder<'a, LexerTypesT: LexerTypes> {
    settings: Settings<'a>,
    recoverer: Option<RecoveryKind>,
    recovery_options: RecoveryOptions,
    model: ModelFile,
    yacckind: Option<YaccKind>,
    construction: Option<Construction>,
    error_on_conflicts: bool,
    syntax_tree: bool,
    #[cfg(feature = "query")]
    queries: super::queries::Files,
    inspect_rt: Option<RunTimeInspector<'a, LexerTypesT>>,
    lexer_types: PhantomData<LexerTypesT>,
}

/// The file of the n-gram model that is compiled in.
enum ModelFile {
    /// The grammar's path with the ending `ngram`, if it exists and the recoverer uses models.
    BesideGrammar,
    Named(PathBuf),
    None,
}

impl<LexerTypesT: LexerTypes> Default for CTParserBuilder<'_, LexerTypesT> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a, LexerTypesT: LexerTypes> CTParserBuilder<'a, LexerTypesT> {
    /// Makes a builder for which conflicts and warnings are errors.
    pub fn new() -> Self {
        CTParserBuilder {
            settings: Settings::new(true),
            recoverer: None,
            recovery_options: RecoveryOptions::default(),
            model: ModelFile::BesideGrammar,
            yacckind: None,
            construction: None,
            error_on_conflicts: true,
            syntax_tree: false,
            #[cfg(feature = "query")]
            queries: super::queries::Files::default(),
            inspect_rt: None,
            lexer_types: PhantomData,
        }
    }

    shared_setters!("grammar file", grammar_path, grammar_in_src_dir, "lrpar_mod", "On");

    /// Sets the recoverer, whatever the grammar's header says; the default is CPCT+.
    #[must_use]
    pub fn recoverer(mut self, rk: RecoveryKind) -> Self {
        self.recoverer = Some(rk);
        self
    }

    /// Sets the parser's default recovery options, used unless `parse_with` of the generated module
    /// gets others at run time. A clock and a stop function cannot be compiled into a parser:
    /// setting one here is an error.
    #[must_use]
    pub fn recovery_options(mut self, options: RecoveryOptions) -> Self {
        self.recovery_options = options;
        self
    }

    /// Sets whether the first lexing error ends the parse, without a value and with that error
    /// alone, as in grmtools. Off by default: recovery deletes text that is no lexeme.
    #[must_use]
    pub fn end_at_lexing_error(mut self, b: bool) -> Self {
        self.recovery_options.end_at_lexing_error = b;
        self
    }

    /// Compiles the n-gram model in the file `model` into the parser; [`RecoveryKind::Restart`]
    /// orders repair sequences by it. Other recoverers use no model: setting one of them as well is
    /// an error.
    ///
    /// By default it is the file beside the grammar whose name differs in the ending `ngram`, if
    /// there is one, as `nimbleparse train` makes it; other recoverers than `Restart` leave that
    /// file alone. A relative path begins in the current folder, which is the package's in a build
    /// script.
    #[must_use]
    pub fn ngrams<P: AsRef<Path>>(mut self, model: P) -> Self {
        self.model = ModelFile::Named(model.as_ref().to_owned());
        self
    }

    /// Compiles no n-gram model into the parser, even if there is one beside the grammar.
    #[must_use]
    pub fn without_ngrams(mut self) -> Self {
        self.model = ModelFile::None;
        self
    }

    /// Sets the dialect of the grammar, whatever the file declares.
    #[must_use]
    pub fn yacckind(mut self, yk: YaccKind) -> Self {
        self.yacckind = Some(yk);
        self
    }

    /// Sets the table construction, whatever the file declares by `%define lr.type`; the default is
    /// Pager's.
    #[must_use]
    pub fn construction(mut self, construction: Construction) -> Self {
        self.construction = Some(construction);
        self
    }

    /// Sets whether the generated module also makes syntax trees; off by default. If on, the module
    /// has a function `parse_syntax`, whose trees hold all of the text, and a module `syntax` with
    /// a type for each rule ([`TypedNode`](crate::TypedNode)).
    #[must_use]
    pub fn syntax_tree(mut self, b: bool) -> Self {
        self.syntax_tree = b;
        self
    }

    /// Compiles the [`Query`](crate::Query) in a file into the module, which then also makes syntax
    /// trees. For `highlights.scm` the module `queries` of the generated module gets a function
    /// `highlights`, which returns the query. A mistake in it is an error.
    ///
    /// A relative path begins in the current folder, which is the package's in a build script.
    #[cfg(feature = "query")]
    #[must_use]
    pub fn query<P: AsRef<Path>>(mut self, file: P) -> Self {
        self.queries.paths.push(file.as_ref().to_owned());
        self.syntax_tree = true;
        self
    }

    /// Sets the names of trivia that queries may mention, those that the lexer gives (`comment`).
    #[cfg(feature = "query")]
    #[must_use]
    pub fn query_trivia(mut self, names: &[&str]) -> Self {
        self.queries.trivia = names.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    /// Sets whether conflicts are errors (the default) or warnings; as many conflicts as the
    /// grammar expects are neither.
    #[must_use]
    pub fn error_on_conflicts(mut self, b: bool) -> Self {
        self.error_on_conflicts = b;
        self
    }

    /// Has no effect: tables are arrays in the generated code.
    #[must_use]
    pub fn serialisation_format(self, _format: SerialisationFormat) -> Self {
        self
    }

    /// Sets a callback that gets a parser for the grammar before the output is written; an error of
    /// it ends the build.
    #[must_use]
    pub fn inspect_rt(mut self, cb: RunTimeInspector<'a, LexerTypesT>) -> Self {
        self.inspect_rt = Some(cb);
        self
    }

    /// Reads the grammar and writes the parser; a file that would not change is not written.
    ///
    /// # Errors
    ///
    /// If the grammar has mistakes (syntax, names, actions, conflicts, warnings that count as
    /// errors), rendered with source lines; if the settings contradict each other; if a file cannot
    /// be read or written.
    pub fn build(mut self) -> Result<CTParser<LexerTypesT::StorageT>, BuildError> {
        self.build_by_reference()
    }

    /// Reads the grammar file `inp`, writes the parser to `outp` and returns the ids of the
    /// grammar's tokens by name.
    ///
    /// # Errors
    ///
    /// See [`build`](Self::build).
    #[deprecated(note = "use `grammar_path`, `output_path`, `build` and `token_map`")]
    pub fn process_file<P: AsRef<Path>, Q: AsRef<Path>>(
        &mut self,
        inp: P,
        outp: Q,
    ) -> Result<HashMap<String, LexerTypesT::StorageT>, Box<dyn Error>> {
        self.settings.input = Some(inp.as_ref().to_owned());
        self.settings.output = Some(outp.as_ref().to_owned());
        Ok(self.build_by_reference()?.rule_ids)
    }

    /// Reads the grammar file `srcp` below the folder `src`, writes the parser to the file that
    /// [`lrpar_mod!`](crate::lrpar_mod) includes, and returns the ids of the grammar's tokens by
    /// name.
    ///
    /// # Errors
    ///
    /// See [`grammar_in_src_dir`](Self::grammar_in_src_dir) and [`build`](Self::build).
    #[deprecated(note = "use `grammar_in_src_dir`, `build` and `token_map`")]
    pub fn process_file_in_src(
        &mut self,
        srcp: &str,
    ) -> Result<HashMap<String, LexerTypesT::StorageT>, Box<dyn Error>> {
        let (input, output) = output::in_src_dir(srcp.as_ref())?;
        #[expect(deprecated, reason = "one deprecated function calls another")]
        self.process_file(input, output)
    }

    fn build_by_reference(&mut self) -> Result<CTParser<LexerTypesT::StorageT>, BuildError> {
        let (input, output) = self.settings.take_files("grammar")?;
        claim(&output)?;
        self.generate(&input, &output).inspect_err(|error| {
            output::remove(&output);
            self.settings.tell(error);
        })
    }

    fn generate(
        &mut self,
        input: &Path,
        output: &Path,
    ) -> Result<CTParser<LexerTypesT::StorageT>, BuildError> {
        let source = output::read(input)?;
        let file = output::shown(input);
        let fail = |errors: &[Diagnostic]| BuildError::of(errors, &file, &source);
        let grammar = Grammar::parse(&source, self.yacckind).map_err(|mut errors| {
            // Notes and warnings on a file that cannot be used are noise.
            errors.retain(|error| error.severity() == Severity::Error);
            fail(&errors)
        })?;
        let mut errors = Vec::new();
        let chosen = self.recoverer_of(&grammar, &mut errors);
        let recoverer = chosen.unwrap_or_default();
        let actions = Actions::new(&grammar, &mut errors);
        let warnings = grammar.warnings().iter();
        let mut warnings: Vec<Diagnostic> =
            warnings.filter(|warning| warning.severity() == Severity::Warning).cloned().collect();
        let with_warnings = self.settings.raise(&mut warnings, &mut errors);
        let construction = self.construction.unwrap_or_else(|| Construction::of(&grammar));
        let built = table_of(&grammar, construction);
        match &built {
            Err(limits) => errors.extend_from_slice(limits),
            Ok((_, graph, _)) if self.error_on_conflicts => {
                errors.extend(conflicts::messages(&grammar, &graph.widen(), Severity::Error));
            }
            Ok((_, graph, _)) => {
                warnings.extend(conflicts::messages(&grammar, &graph.widen(), Severity::Warning));
            }
        }
        let (yacc_grammar, graph, table) = match built {
            Ok(built) if errors.is_empty() => built,
            _ if with_warnings => return Err(fail(&errors).with_warnings()),
            _ => return Err(fail(&errors)),
        };
        self.settings.warn(&warnings, &file, &source);
        let options = self.options(&grammar, self.model_file(input, chosen), recoverer)?;
        let rule_ids = token_map(&grammar);
        if let Some(inspect) = &mut self.inspect_rt {
            let mut header = grammar.declarations().header.clone();
            let parser = RTParserBuilder::new(&yacc_grammar, &table).recoverer(recoverer);
            let parser = parser.recovery_options(options.clone());
            inspect(&mut header, parser, &rule_ids, &input.to_owned())
                .map_err(|error| BuildError::new(error.to_string()))?;
        }
        let mut tables = table.tables();
        let costs = options.costs(&tables);
        if let Some((insert, delete)) = &costs {
            (tables.insert_costs, tables.delete_costs) = (insert, delete);
        }
        #[cfg(feature = "query")]
        let queries = self.queries.compile(&grammar)?;
        let module = Module {
            grammar: &grammar,
            tables,
            actions,
            lines: NewlineCache::of(&source),
            file,
            name: self.settings.module_name(input, "y")?,
            visibility: self.settings.visibility.to_code(),
            lexer_types: names::type_path::<LexerTypesT>(),
            storage: names::type_path::<LexerTypesT::StorageT>(),
            recoverer,
            options: &options,
            syntax_tree: self.syntax_tree,
            #[cfg(feature = "query")]
            queries,
        };
        let regenerated = output::write_if_changed(output, &module.to_code())?;
        let (grammar_src, grammar_path) = (source, input.to_owned());
        Ok(CTParser {
            regenerated,
            rule_ids,
            yacc_grammar,
            grammar_src,
            grammar_path,
            graph,
            table,
        })
    }

    /// Returns the options that are compiled in, with the n-gram model.
    fn options(
        &self,
        grammar: &Grammar,
        model: Option<PathBuf>,
        recoverer: RecoveryKind,
    ) -> Result<RecoveryOptions, BuildError> {
        let mut options = self.recovery_options.clone();
        if let Some(model) = model {
            options.ngrams = Some(Arc::new(read_model(&model, grammar, recoverer)?));
        }
        if options.clock.is_some() || options.stop.is_some() {
            let message = "a clock or a stop function cannot be compiled into a parser: pass it to 'parse_with' at run time";
            return Err(BuildError::new(message));
        }
        Ok(options)
    }

    /// Returns the file of the model that is compiled in, for the recoverer that was chosen.
    fn model_file(&self, grammar: &Path, chosen: Option<RecoveryKind>) -> Option<PathBuf> {
        let beside = match &self.model {
            ModelFile::Named(file) => return Some(file.clone()),
            ModelFile::BesideGrammar if self.recovery_options.ngrams.is_none() => {
                grammar.with_extension("ngram")
            }
            ModelFile::BesideGrammar | ModelFile::None => return None,
        };
        let exists = beside.exists();
        match chosen {
            Some(RecoveryKind::Restart) if exists => return Some(beside),
            Some(RecoveryKind::Restart) => output::rerun_if_added(&beside),
            None if exists && self.settings.show_warnings => {
                output::rerun_if_changed(&beside);
                output::warn(&format!(
                    "the model '{}' is not used: choose '.recoverer(RecoveryKind::Restart)' or '.without_ngrams()'",
                    output::shown(&beside)
                ));
            }
            _ => {}
        }
        None
    }

    /// Returns the recoverer that was set, or else the one that the grammar's header names.
    fn recoverer_of(
        &self,
        grammar: &Grammar,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<RecoveryKind> {
        let header = &grammar.declarations().header;
        let option = header.iter().find(|option| option.key.text == "recoverer");
        let value = option.and_then(|option| option.value.first());
        let named = value.and_then(|value| recoverer_named(&value.text));
        if let (Some(value), None) = (value, named) {
            let message = format!(
                "unknown recoverer '{}': expected 'RecoveryKind::CPCTPlus', 'RecoveryKind::Restart' or 'RecoveryKind::None'",
                value.text
            );
            errors.push(Diagnostic::error(BuildErrorKind::UnknownRecoverer, message, value.span));
        }
        self.recoverer.or(named)
    }
}

/// Reads an n-gram model from a file.
fn read_model(
    file: &Path,
    grammar: &Grammar,
    recoverer: RecoveryKind,
) -> Result<Ngrams, BuildError> {
    output::rerun_if_changed(file);
    let shown = output::shown(file);
    if recoverer != RecoveryKind::Restart {
        return Err(BuildError::new(format!(
            "the model '{shown}' is of no use to the recoverer '{recoverer:?}': expected 'RecoveryKind::Restart'"
        )));
    }
    let text = output::read(file)?;
    Ngrams::of_grammar(&text, grammar).map_err(|error| {
        let error = Diagnostic::error(BuildErrorKind::InvalidModel, error.message(), error.span());
        BuildError::of(&[error], &shown, &text)
    })
}

/// Returns the recoverer called `name`: a variant, with or without the path of its type, or its
/// name on command lines.
fn recoverer_named(name: &str) -> Option<RecoveryKind> {
    let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let last = name.rsplit("::").next().unwrap_or_default();
    let is = |kind: &RecoveryKind| format!("{kind:?}").eq_ignore_ascii_case(last);
    RecoveryKind::ALL.into_iter().find(is).or_else(|| RecoveryKind::from_name(last))
}

/// Records that a parser is generated into `output`; a second claim of one file is an error.
fn claim(output: &Path) -> Result<(), BuildError> {
    static CLAIMED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut claimed = CLAIMED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if claimed.get_or_insert_default().insert(output.to_owned()) {
        return Ok(());
    }
    Err(BuildError::new(format!(
        "two parsers are generated into '{}': give one of them another 'output_path', and perhaps a 'mod_name'",
        output.display()
    )))
}

/// The grammar in a storage type, its states and its table.
type Built<StorageT> = (YaccGrammar<StorageT>, StateGraph<StorageT>, StateTable<StorageT>);

/// Returns the table of a grammar, or the limits that it does not fit into.
fn table_of<StorageT: Storage>(
    grammar: &Grammar,
    construction: Construction,
) -> Result<Built<StorageT>, Vec<Diagnostic>> {
    let stored = YaccGrammar::from_grammar(grammar.clone())?;
    match from_yacc_by(&stored, construction) {
        Ok((graph, table)) => Ok((stored, graph, table)),
        Err(error) => Err(vec![Diagnostic::error(error.kind, error.to_string(), Span::new(0, 0))]),
    }
}

/// Returns the ids of the tokens that lexers produce, by name.
fn token_map<StorageT: Storage>(grammar: &Grammar) -> HashMap<String, StorageT> {
    let tokens = grammar
        .token_ids()
        .filter(|token| *token != grammar.eof() && !grammar.token(*token).is_error);
    tokens
        .map(|token| {
            let id = token.narrow().expect("the grammar's ids fit");
            (grammar.token(token).name.clone(), id.as_storaget())
        })
        .collect()
}

/// Conflicts of a grammar with their context: the grammar, its state graph and table, and the
/// conflicts.
pub type ConflictContext<'p, StorageT> = (
    &'p YaccGrammar<StorageT>,
    &'p StateGraph<StorageT>,
    &'p StateTable<StorageT>,
    &'p Conflicts<StorageT>,
);

/// Result of [`CTParserBuilder::build`] beside the generated file: the grammar, the table, the ids
/// of the tokens.
pub struct CTParser<StorageT = u32> {
    regenerated: bool,
    rule_ids: HashMap<String, StorageT>,
    yacc_grammar: YaccGrammar<StorageT>,
    grammar_src: String,
    grammar_path: PathBuf,
    graph: StateGraph<StorageT>,
    table: StateTable<StorageT>,
}

impl<StorageT: Storage> CTParser<StorageT> {
    /// Returns whether the output file was written; `false` if its content had not changed.
    pub fn regenerated(&self) -> bool {
        self.regenerated
    }

    /// Returns the ids of the grammar's tokens by name, which the rules of a lexer are to produce.
    pub fn token_map(&self) -> &HashMap<String, StorageT> {
        &self.rule_ids
    }

    /// Returns what a lexer of flex writes before the names of tokens, if the grammar says so.
    pub fn token_prefix(&self) -> Option<&str> {
        self.yacc_grammar.declarations().token_prefix.as_ref().map(|prefix| &prefix.text[..])
    }

    /// Returns the conflicts, with grammar, state graph and table; `None` if there are none.
    pub fn conflicts(&self) -> Option<ConflictContext<'_, StorageT>> {
        let conflicts = self.table.conflicts()?;
        Some((&self.yacc_grammar, &self.graph, &self.table, conflicts))
    }

    /// Returns the grammar.
    pub fn yacc_grammar(&self) -> &YaccGrammar<StorageT> {
        &self.yacc_grammar
    }

    /// Returns the state table.
    pub fn state_table(&self) -> &StateTable<StorageT> {
        &self.table
    }

    /// Returns the text of the grammar file.
    pub fn grammar_src(&self) -> &str {
        &self.grammar_src
    }

    /// Returns the path of the grammar file.
    pub fn grammar_path(&self) -> &Path {
        &self.grammar_path
    }
}
