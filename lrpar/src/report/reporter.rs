//! What reports are made with: the [`Reporter`], and the errors of a parse grouped by place. A lexing error and the syntax error that was
//! detected at it are one.

use std::cell::{Cell, OnceCell};

use lrtable::{NewlineCache, Span, Storage, TokenId, pack::Tables};

use super::{Labels, Report, words::Names};
use crate::{
    edit::Editor,
    error::{LexParseError, ParseError},
    lexer::{LexError, Lexeme, LexerTypes, NonStreamingLexer},
    recovery::{Brackets, Knowledge, Lexicon, limits},
};

/// A place where something is wrong: a lexing error, a syntax error, or both at one lexeme.
#[derive(Debug)]
pub struct Location<'e, LexemeT, StorageT> {
    /// How many errors there are up to it, itself included.
    pub count: usize,
    /// The span of the text that is no lexeme.
    pub lex: Option<Span>,
    /// The syntax error.
    pub parse: Option<&'e ParseError<LexemeT, StorageT>>,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Location<'_, LexemeT, StorageT> {
    /// The place of the location in the text.
    pub fn span(&self) -> Span {
        let parse = self.parse.map(|error| error.lexeme().span());
        self.lex.or(parse).expect("a location has an error")
    }
}

/// Groups the errors of a parse by place: a lexing error and the syntax error that was detected at it are one [`Location`].
pub fn locations<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    errors: &[LexParseError<StorageT, LexerTypesT>],
) -> impl Iterator<Item = Location<'_, LexerTypesT::LexemeT, StorageT>> {
    locations_from(errors, 0)
}

/// The [`locations`] of the errors from index `from` on.
pub(super) fn locations_from<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    errors: &[LexParseError<StorageT, LexerTypesT>],
    from: usize,
) -> impl Iterator<Item = Location<'_, LexerTypesT::LexemeT, StorageT>> {
    let mut errors = errors[from..].iter().zip(from + 1..).peekable();
    std::iter::from_fn(move || {
        let (error, count) = errors.next()?;
        let error = match error {
            LexParseError::LexError(error) => error,
            LexParseError::ParseError(error) => {
                return Some(Location { count, lex: None, parse: Some(error) });
            }
        };
        let span = error.span();
        let same = errors.next_if(|(next, _)| match next {
            LexParseError::ParseError(next) => next.lexeme().span() == span,
            LexParseError::LexError(_) => false,
        });
        Some(match same {
            Some((LexParseError::ParseError(error), count)) => {
                Location { count, lex: Some(span), parse: Some(error) }
            }
            _ => Location { count, lex: Some(span), parse: None },
        })
    })
}

/// Makes reports of the errors of parses of one text.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{RTParserBuilder, Renderer, Reporter, report::GrammarLabels};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let text = "one plus plus one";
/// # let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let (_, errors) = parser.parse_tree(&lexer);
/// let labels = GrammarLabels::new(&grammar);
/// let reporter = Reporter::new(&table.tables(), labels.labels(), text, &lexer);
/// let renderer = Renderer::new("sum.txt", text);
/// let shown: Vec<String> = reporter.reports(&errors).map(|report| renderer.short(&report)).collect();
/// assert_eq!(shown, ["sum.txt:1:10: error: expected `one` (help: insert `one`)\n"]);
/// ```
pub struct Reporter<'a, LexerTypesT: LexerTypes> {
    pub(super) source: &'a str,
    pub(super) tables: Tables<'a>,
    pub(super) labels: Labels<'a>,
    pub(super) names: Names<'a>,
    pub(super) editor: Editor<'a, LexerTypesT>,
    pub(super) start: usize,
    own_knowledge: Knowledge,
    knowledge: Option<&'a Knowledge>,
    lines: OnceCell<NewlineCache>,
    /// The comment that does not end, if there is one.
    pub(super) comment: OnceCell<Option<usize>>,
    /// How tokens are written.
    pub(super) lexicon: OnceCell<Lexicon>,
    /// Steps that are left for what looks further.
    steps: Cell<u64>,
}

impl<'a, LexerTypesT: LexerTypes> Reporter<'a, LexerTypesT> {
    /// The reporter for `source`, of which `lexer` must be the lexer.
    pub fn new(
        tables: &Tables<'a>,
        labels: Labels<'a>,
        source: &'a str,
        lexer: &'a dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Self {
        let editor = Editor::new(source, lexer);
        let lexemes = editor.lexemes().len() as u64;
        Reporter {
            source,
            tables: *tables,
            labels,
            names: Names::new(labels, lexer.token_texts(), tables.eof()),
            editor,
            start: 0,
            own_knowledge: Knowledge::new(),
            knowledge: None,
            lines: OnceCell::new(),
            comment: OnceCell::new(),
            lexicon: OnceCell::new(),
            steps: Cell::new((lexemes + 10_000) * limits::REPORT_STEPS),
        }
    }

    /// Says that the parse began with the `k`-th of the start rules that the grammar declares, and not with the first.
    #[must_use]
    pub fn start_rule(mut self, k: usize) -> Self {
        self.start = k;
        self
    }

    /// Shares what is known of the table with the parsers of it: then a reporter does not find it out again.
    #[must_use]
    pub fn knowledge(mut self, knowledge: &'a Knowledge) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    /// Takes so many steps; false if there are no more.
    pub(super) fn take(&self, steps: u64) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or(0));
        left.is_some()
    }

    /// The lines of the text.
    pub(super) fn lines(&self) -> &NewlineCache {
        self.lines.get_or_init(|| NewlineCache::of(self.source))
    }

    /// The brackets of the grammar.
    pub(super) fn brackets(&self) -> &Brackets {
        let knowledge = self.knowledge.unwrap_or(&self.own_knowledge);
        knowledge.brackets.get_or_init(|| Brackets::of_tables(&self.tables))
    }

    /// The token of the lexeme at `at`; `$` after the last.
    pub(super) fn token(&self, at: usize) -> TokenId {
        let Some(lexeme) = self.editor.lexemes().get(at) else { return self.tables.eof() };
        let index = lexeme.tok_id().to_index();
        let is_known = index < self.tables.eof().index();
        if is_known { TokenId::new(index) } else { self.tables.no_token() }
    }

    /// The place of the lexeme at `at`, an empty one after the last.
    pub(super) fn span(&self, at: usize) -> Span {
        self.editor.span(at).unwrap_or_else(|| {
            let end = self.editor.lexemes().last().map_or(0, |last| last.span().end());
            Span::new(end, end)
        })
    }

    /// The text from the lexeme at `first` to that at `last`.
    pub(super) fn text(&self, first: usize, last: usize) -> &'a str {
        Span::new(self.span(first).start(), self.span(last).end()).text(self.source)
    }

    /// Whether there is a line end between two places.
    pub(super) fn on_other_lines(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        // What is further away than any line that is shown whole counts as another line.
        b - a > limits::REPORTED_LINE || self.source.as_bytes()[a..b].contains(&b'\n')
    }

    pub(super) fn is_within(
        &self,
        region: &Region,
        next: &Location<'_, LexerTypesT::LexemeT, LexerTypesT::StorageT>,
    ) -> bool {
        match next.parse {
            None => next.span().start() < region.end,
            Some(error) => {
                error.sequences().next().is_none()
                    && error.position() <= region.resumed + limits::REGION_GAP
            }
        }
    }
}

/// A report, and what of the text it covers.
pub(super) struct Made {
    pub(super) report: Report,
    /// Errors before this byte are covered.
    pub(super) covers: usize,
    /// If nothing could be made of a region, that region.
    pub(super) region: Option<Region>,
}

/// Lexemes of which nothing could be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// The byte after the last of them.
    pub(super) end: usize,
    /// The index of the lexeme after them.
    pub(super) resumed: usize,
}
