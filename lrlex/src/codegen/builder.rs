//! The builder that build scripts use: settings in, a Rust file out, together with that of a parser
//! if one is configured.

use std::{
    collections::{HashMap, HashSet},
    error::Error,
    path::Path,
};

use indexmap::IndexMap;
use lrpar::{
    CTParser, CTParserBuilder, LexerTypes,
    codegen::{BuildError, Settings, output},
    shared_setters,
};
use lrtable::{Span, diagnostic::Severity};

use super::{missing, module::Module, samples};
use crate::{
    DefaultLexerTypes, LRLexError, LRNonStreamingLexerDef, LexFlags, LexerDef, flags::each_flag,
};

/// The kind of lexer that is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LexerKind {
    /// A lexer of a text that is in memory as a whole.
    LRNonStreamingLexer,
}

type ParserConfig<'a, LexerTypesT> =
    Box<dyn Fn(CTParserBuilder<'_, LexerTypesT>) -> CTParserBuilder<'_, LexerTypesT> + 'a>;

/// Generates a lexer from a lex file in a build script, and optionally its parser.
///
/// ```no_run
/// use lrlex::CTLexerBuilder;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// CTLexerBuilder::new()
///     .lrpar_config(|ctp| ctp.grammar_in_src_dir("calc.y").unwrap())
///     .lexer_in_src_dir("calc.l")?
///     .build()?;
/// # Ok(())
/// # }
/// ```
pub struct CTLexerBuilder<'a, LexerTypesT: LexerTypes = DefaultLexerTypes<u32>> {
    lrpar_config: Option<ParserConfig<'a, LexerTypesT>>,
    settings: Settings<'a>,
    rule_ids_map: Option<HashMap<String, LexerTypesT::StorageT>>,
    allow_missing_terms_in_lexer: bool,
    allow_missing_tokens_in_parser: bool,
    flags: LexFlags,
}

impl CTLexerBuilder<'_, DefaultLexerTypes<u32>> {
    /// Makes a builder of lexers with token ids of 32 bits.
    pub fn new() -> Self {
        Self::new_with_lexemet()
    }
}

impl<LexerTypesT: LexerTypes<LexErrorT = LRLexError> + 'static> Default
    for CTLexerBuilder<'_, LexerTypesT>
{
    fn default() -> Self {
        Self::new_with_lexemet()
    }
}

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident: $ty:ty, $slot:ident, $resolved:ty = $resolve:expr;)*) => {
        $(
            #[doc = concat!("Sets the flag `", stringify!($name), "`, which counts more than what the lex file says.")]
            ///
            $(#[$doc])*
            #[must_use]
            pub fn $name(mut self, flag: $ty) -> Self {
                self.flags.$name = Some(flag);
                self
            }
        )*
    };
}

impl<'a, LexerTypesT: LexerTypes<LexErrorT = LRLexError> + 'static>
    CTLexerBuilder<'a, LexerTypesT>
{
    /// Makes a builder of lexers with token ids and lexemes of any type:
    /// `CTLexerBuilder::<DefaultLexerTypes<u8>>::new_with_lexemet()`.
    pub fn new_with_lexemet() -> Self {
        CTLexerBuilder {
            lrpar_config: None,
            settings: Settings::new(false),
            rule_ids_map: None,
            allow_missing_terms_in_lexer: false,
            allow_missing_tokens_in_parser: false,
            flags: LexFlags::default(),
        }
    }

    /// Generates a parser too, with the settings that `config_func` makes, and gives the lexer the
    /// parser's token ids.
    #[must_use]
    pub fn lrpar_config<F>(mut self, config_func: F) -> Self
    where
        F: Fn(CTParserBuilder<'_, LexerTypesT>) -> CTParserBuilder<'_, LexerTypesT> + 'a,
    {
        self.lrpar_config = Some(Box::new(config_func));
        self
    }

    shared_setters!("lex file", lexer_path, lexer_in_src_dir, "lrlex_mod", "Off");

    /// Sets the kind of lexer; has no effect, since there is only one kind.
    #[must_use]
    pub fn lexerkind(self, lexerkind: LexerKind) -> Self {
        let LexerKind::LRNonStreamingLexer = lexerkind;
        self
    }

    /// Sets the ids of tokens by their names, for a parser that another builder generates.
    #[must_use]
    pub fn rule_ids_map<T>(mut self, rule_ids_map: T) -> Self
    where
        T: std::borrow::Borrow<HashMap<String, LexerTypesT::StorageT>> + Clone,
    {
        self.rule_ids_map = Some(rule_ids_map.borrow().clone());
        self
    }

    /// Permits tokens of the grammar that no rule gives. Off by default: such a token is an error.
    #[must_use]
    pub fn allow_missing_terms_in_lexer(mut self, allow: bool) -> Self {
        self.allow_missing_terms_in_lexer = allow;
        self
    }

    /// Silences the warning about tokens that rules give and the grammar lacks. Off by default:
    /// each is a warning, or with [`warnings_are_errors`](Self::warnings_are_errors) an error.
    #[must_use]
    pub fn allow_missing_tokens_in_parser(mut self, allow: bool) -> Self {
        self.allow_missing_tokens_in_parser = allow;
        self
    }

    each_flag!(flags);

    /// Generates the lexer, and the parser if one is configured; files that would not change are
    /// not written.
    ///
    /// # Errors
    ///
    /// All that is wrong with the grammar and the lex file, rendered with source lines; what is
    /// missing in one of them; or what is wrong with the settings or the files.
    pub fn build(mut self) -> Result<CTLexer, BuildError> {
        let (input, output) = self.settings.take_files("lex file")?;
        self.generate(&input, &output).inspect_err(|_| output::remove(&output))
    }

    /// Generates the lexer `outp` from the lex file `inp`.
    ///
    /// Returns the names that no rule of the lexer gives, and the names that the parser does not
    /// know, each `None` if there are none.
    ///
    /// # Errors
    ///
    /// See [`build`](Self::build).
    #[deprecated(note = "use `lexer_path`, `output_path` and `build`")]
    pub fn process_file<P: AsRef<Path>, Q: AsRef<Path>>(
        self,
        inp: P,
        outp: Q,
    ) -> Result<MissingNames, Box<dyn Error>> {
        Ok(self.lexer_path(inp).output_path(outp).build()?.missing())
    }

    /// Generates a lexer from the lex file `srcp` below the folder `src`, for
    /// [`lrlex_mod!`](crate::lrlex_mod).
    ///
    /// Returns the names that no rule of the lexer gives, and the names that the parser does not
    /// know, each `None` if there are none.
    ///
    /// # Errors
    ///
    /// See [`lexer_in_src_dir`](Self::lexer_in_src_dir) and [`build`](Self::build).
    #[deprecated(note = "use `lexer_in_src_dir` and `build`")]
    pub fn process_file_in_src(self, srcp: &str) -> Result<MissingNames, Box<dyn Error>> {
        Ok(self.lexer_in_src_dir(srcp)?.build()?.missing())
    }

    fn generate(&mut self, input: &Path, output: &Path) -> Result<CTLexer, BuildError> {
        let configure = self.lrpar_config.as_ref();
        let parser = configure.map(|configure| configure(CTParserBuilder::new()).build());
        let source = output::read(input)?;
        let file = output::shown(input);
        let lexer = self.read(&source, &file);
        let (parser, mut lexerdef) = match (parser.transpose(), lexer) {
            (Ok(parser), Ok(lexer)) => (parser, lexer),
            (Err(error), Ok(_)) => return Err(error),
            (Ok(_), Err(error)) => {
                self.settings.tell(&error);
                return Err(error);
            }
            (Err(parser), Err(lexer)) => {
                self.settings.tell(&lexer);
                return Err(parser.and(lexer));
            }
        };
        let ids = parser.as_ref().map(|parser| parser.token_map().clone());
        let ids = ids.or_else(|| self.rule_ids_map.take());
        let lexer = self.join(&mut lexerdef, ids.as_ref(), parser.as_ref(), &file, &source)?;
        if let Some(parser) = &parser {
            samples::check(parser, &lexerdef)?;
        }
        let ids = ids.iter().flatten();
        let mut tokens: Vec<_> = ids.map(|(name, id)| (name.as_str(), *id)).collect();
        tokens.sort_unstable_by_key(|(name, _)| *name);
        let module = Module {
            lexerdef: &lexerdef,
            tokens,
            file,
            name: self.settings.module_name(input, "l")?,
            visibility: self.settings.visibility.to_code(),
        };
        output::write_if_changed(output, &module.to_code())?;
        Ok(lexer)
    }

    /// Reads and compiles a lex file.
    fn read(
        &self,
        source: &str,
        file: &str,
    ) -> Result<LRNonStreamingLexerDef<LexerTypesT>, BuildError> {
        let (lexerdef, diagnostics) = LRNonStreamingLexerDef::read(source, &self.flags);
        let told = diagnostics.into_iter().filter(|told| told.severity() != Severity::Note);
        let (mut warnings, mut errors): (Vec<_>, Vec<_>) =
            told.partition(|told| told.severity() == Severity::Warning);
        let with_warnings = self.settings.raise(&mut warnings, &mut errors);
        self.settings.warn(&warnings, file, source);
        match lexerdef {
            Some(lexerdef) if errors.is_empty() => Ok(lexerdef),
            _ if with_warnings => Err(BuildError::of(&errors, file, source).with_warnings()),
            _ => Err(BuildError::of(&errors, file, source)),
        }
    }

    /// Gives the lexer its token ids, and sees what is missing.
    fn join(
        &self,
        lexerdef: &mut LRNonStreamingLexerDef<LexerTypesT>,
        ids: Option<&HashMap<String, LexerTypesT::StorageT>>,
        parser: Option<&CTParser<LexerTypesT::StorageT>>,
        file: &str,
        source: &str,
    ) -> Result<CTLexer, BuildError> {
        let Some(ids) = ids else {
            return Ok(CTLexer::default());
        };
        let ids: HashMap<&str, LexerTypesT::StorageT> =
            ids.iter().map(|(name, id)| (name.as_str(), *id)).collect();
        if let Some(prefix) = parser.and_then(CTParser::token_prefix) {
            lexerdef.strip_token_prefix(prefix, &ids);
        }
        let (from_lexer, from_parser) = lexerdef.set_rule_ids(&ids);
        let [from_lexer, from_parser] = [from_lexer, from_parser]
            .map(|names| names.map(|names| names.into_iter().map(str::to_owned).collect()));
        let from_parser: HashSet<String> = from_parser.unwrap_or_default();
        let mut unknown: IndexMap<&str, Span> = IndexMap::new();
        for rule in lexerdef.iter_rules() {
            let name = rule.name().filter(|name| from_parser.contains(*name));
            name.map(|name| *unknown.entry(name).or_insert(rule.name_span()));
        }
        let mut error = BuildError::new(String::new());
        if let (Some(names), false) = (&from_lexer, self.allow_missing_terms_in_lexer) {
            error = error.and(missing::from_lexer(names, parser));
        }
        if !unknown.is_empty() && !self.allow_missing_tokens_in_parser {
            let mut missing = missing::from_parser(&unknown);
            let mut raised = Vec::new();
            if self.settings.raise(&mut missing, &mut raised) {
                error = error.and(BuildError::of(&raised, file, source));
            }
            self.settings.warn(&missing, file, source);
        }
        if !error.text().is_empty() {
            self.settings.tell(&error);
            return Err(error);
        }
        let named = unknown.into_iter().map(|(name, span)| (name.to_owned(), span));
        let missing_from_parser = (!from_parser.is_empty()).then(|| named.collect());
        Ok(CTLexer { missing_from_lexer: from_lexer, missing_from_parser })
    }
}

/// The result of generating a lexer: the tokens that only the lexer or only its parser has.
#[derive(Clone, Debug, Default)]
pub struct CTLexer {
    missing_from_lexer: Option<HashSet<String>>,
    missing_from_parser: Option<HashSet<(String, Span)>>,
}

/// The names that no rule of a lexer gives, and the names that its parser does not know.
type MissingNames = (Option<HashSet<String>>, Option<HashSet<String>>);

impl CTLexer {
    fn missing(self) -> MissingNames {
        let names = |all: HashSet<(String, Span)>| all.into_iter().map(|(name, _)| name).collect();
        (self.missing_from_lexer, self.missing_from_parser.map(names))
    }

    /// Returns the tokens of the parser that no rule of the lexer gives; `None` if there are none.
    pub fn missing_from_lexer(&self) -> Option<&HashSet<String>> {
        self.missing_from_lexer.as_ref()
    }

    /// Returns the tokens that the parser does not have, each with the place of its name in the lex
    /// file; `None` if there are none.
    pub fn missing_from_parser(&self) -> Option<&HashSet<(String, Span)>> {
        self.missing_from_parser.as_ref()
    }
}
