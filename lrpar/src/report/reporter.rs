//! The [`Reporter`], which holds what reports are made from, and the errors of a parse grouped by
//! place: a lexing error and the syntax error detected at it are merged into one location.

use std::cell::{Cell, OnceCell};

use lrtable::{NewlineCache, Span, StateId, Storage, TokenId, pack::Tables};

use super::Labels;
use crate::{
    edit::Editor,
    error::{LexParseError, ParseError},
    input::line_ends,
    lexer::{LexError, Lexeme, Lexer, LexerTypes, NonStreamingLexer},
    recovery::{
        Brackets, Change, Knowledge, Lexicon, LineEnds, RecoveryOptions, RepairSequence, Written,
        changes, limits, suggest::Suggester,
    },
};

/// A place where something is wrong: a lexing error, a syntax error, or both at one lexeme.
#[derive(Debug)]
pub struct Location<'e, LexemeT, StorageT> {
    /// The number of errors up to this location, including its own.
    pub count: usize,
    /// The span of the lexing error, if there is one.
    pub lex: Option<Span>,
    /// The syntax error, if there is one.
    pub parse: Option<&'e ParseError<LexemeT, StorageT>>,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Location<'_, LexemeT, StorageT> {
    /// Returns the span of the location in the text.
    pub fn span(&self) -> Span {
        let parse = self.parse.map(|error| error.lexeme().span());
        self.lex.or(parse).expect("a location has an error")
    }
}

/// A syntax error in the input of a lexer.
pub(super) type ErrorOf<LexerTypesT> =
    ParseError<<LexerTypesT as LexerTypes>::LexemeT, <LexerTypesT as LexerTypes>::StorageT>;

/// A place where something is wrong in the input of a lexer.
pub(super) type LocationOf<'e, LexerTypesT> =
    Location<'e, <LexerTypesT as LexerTypes>::LexemeT, <LexerTypesT as LexerTypes>::StorageT>;

/// Groups the errors of a parse by place: a lexing error and the syntax error detected at it become
/// one [`Location`].
pub fn locations<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    errors: &[LexParseError<StorageT, LexerTypesT>],
) -> impl Iterator<Item = Location<'_, LexerTypesT::LexemeT, StorageT>> + Clone {
    let mut rest = errors;
    std::iter::from_fn(move || {
        let (lex, parse, after) = match rest {
            [] => return None,
            [LexParseError::ParseError(error), after @ ..] => (None, Some(error), after),
            [LexParseError::LexError(lex), LexParseError::ParseError(error), after @ ..]
                if error.lexeme().span() == lex.span() =>
            {
                (Some(lex.span()), Some(error), after)
            }
            [LexParseError::LexError(lex), after @ ..] => (Some(lex.span()), None, after),
        };
        rest = after;
        Some(Location { count: errors.len() - rest.len(), lex, parse })
    })
}

/// Makes reports from the errors of parses of one text.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
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
/// let reporter = Reporter::new(&table.tables(), labels.labels(), &lexer);
/// let renderer = Renderer::new("sum.txt", text);
/// let reports = reporter.reports(&errors);
/// let shown: Vec<String> = reports.map(|report| renderer.short(&report)).collect();
/// assert_eq!(shown, ["sum.txt:1:10: error: expected `one` (help: insert `one`)\n"]);
/// ```
pub struct Reporter<'a, LexerTypesT: LexerTypes> {
    pub(super) source: &'a str,
    pub(super) lexer: &'a dyn Lexer<LexerTypesT>,
    pub(super) tables: Tables<'a>,
    pub(super) labels: Labels<'a>,
    /// The text of each token that has just one, which is not too long.
    pub(super) lexicon: Lexicon,
    texts: Vec<Option<String>>,
    /// The tokens of the lexemes, and `$`.
    tokens: OnceCell<Vec<TokenId>>,
    suggestion_options: RecoveryOptions,
    pub(super) editor: Editor<'a, LexerTypesT>,
    pub(super) start: usize,
    own_knowledge: Knowledge,
    knowledge: Option<&'a Knowledge>,
    lines: OnceCell<NewlineCache>,
    line_ends: Option<LineEnds>,
    /// The first unterminated comment, if there is one.
    pub(super) comment: OnceCell<Option<usize>>,
    /// Steps left for work that looks further.
    steps: Cell<u64>,
}

impl<'a, LexerTypesT: LexerTypes> Reporter<'a, LexerTypesT> {
    /// Makes a reporter for the text of `lexer`.
    pub fn new<'input: 'a>(
        tables: &Tables<'a>,
        labels: Labels<'a>,
        lexer: &'a dyn NonStreamingLexer<'input, LexerTypesT>,
    ) -> Self {
        let editor = Editor::new(lexer);
        let is_short = |text: &String| text.len() <= limits::INSERTED_TEXT;
        let texts = lexer.token_texts().into_iter().map(|text| text.filter(is_short));
        let texts: Vec<Option<String>> = texts.collect();
        let lexemes = editor.lexemes().len() as u64;
        Reporter {
            source: lexer.text(),
            lexer,
            tables: *tables,
            labels,
            lexicon: Lexicon::new(texts.clone(), tables.token_count),
            texts,
            tokens: OnceCell::new(),
            suggestion_options: RecoveryOptions::default(),
            editor,
            start: 0,
            own_knowledge: Knowledge::new(),
            knowledge: None,
            lines: OnceCell::new(),
            line_ends: line_ends(lexer),
            comment: OnceCell::new(),
            steps: Cell::new((lexemes + 10_000) * limits::REPORT_STEPS),
        }
    }

    /// Sets the start rule of the parse to the `k`-th one that the grammar declares, counted from
    /// 0; the default is the first.
    #[must_use]
    pub fn start_rule(mut self, k: usize) -> Self {
        self.start = k;
        self
    }

    /// Shares the cache of what is known of the table with the parsers of that table, so that it is
    /// computed once.
    #[must_use]
    pub fn knowledge(mut self, knowledge: &'a Knowledge) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    /// Takes `steps` steps from the limit; returns whether there were any left.
    pub(super) fn take(&self, steps: u64) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Returns the lines of the text.
    pub(super) fn lines(&self) -> &NewlineCache {
        self.lines.get_or_init(|| NewlineCache::of(self.source))
    }

    /// Returns the brackets of the grammar.
    pub(super) fn brackets(&self) -> &Brackets {
        self.known().brackets.get_or_init(|| Brackets::of_tables(&self.tables))
    }

    pub(super) fn known(&self) -> &Knowledge {
        self.knowledge.unwrap_or(&self.own_knowledge)
    }

    /// Returns what makes suggestions at the errors of the parse, in order.
    pub(super) fn suggester(&self) -> Suggester<'_> {
        let tokens = self
            .tokens
            .get_or_init(|| (0..=self.editor.lexemes().len()).map(|at| self.token(at)).collect());
        let start = StateId::new(self.start);
        let settings = (self.known(), &self.suggestion_options);
        let steps = tokens.len() as u64 * limits::REPORT_STEPS + limits::SUGGESTION_STEPS;
        Suggester::new(&self.tables, start, tokens, self, settings, steps)
    }

    /// Returns the token of the lexeme at `at`; `$` after the last.
    pub(super) fn token(&self, at: usize) -> TokenId {
        let Some(lexeme) = self.editor.lexemes().get(at) else { return self.tables.eof() };
        let index = lexeme.tok_id().to_index();
        let is_known = index < self.tables.eof().index();
        if is_known { TokenId::new(index) } else { self.tables.no_token() }
    }

    /// Returns the span of the lexeme at `at`; an empty one after the last.
    pub(super) fn span(&self, at: usize) -> Span {
        self.editor.span(at).unwrap_or_else(|| {
            let end = self.editor.lexemes().last().map_or(0, |last| last.span().end());
            Span::new(end, end)
        })
    }

    /// Returns the text from the lexeme at `first` to that at `last`.
    pub(super) fn text_between(&self, first: usize, last: usize) -> &'a str {
        Span::new(self.span(first).start(), self.span(last).end()).text(self.source)
    }

    /// Returns the changes of a repair that are written: line ends follow from these.
    pub(super) fn changes(&self, sequence: &RepairSequence) -> Vec<Change> {
        let changes = changes([sequence]);
        let Some(ends) = &self.line_ends else { return changes };
        let begins_line = |at: usize| {
            at >= self.editor.lexemes().len()
                || at == 0
                || self.on_other_lines(self.span(at - 1).end(), self.span(at).start())
        };
        let written =
            |change| ends.written(change, |at| self.token(at), |at| self.is_blank(at), begins_line);
        changes.into_iter().map(written).collect()
    }

    /// Returns whether there is a line end between two places.
    pub(super) fn on_other_lines(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        // Places further apart than any line that is shown whole count as on different lines.
        b - a > limits::REPORTED_LINE || self.source.as_bytes()[a..b].contains(&b'\n')
    }

    pub(super) fn is_within(&self, region: &Region, next: &LocationOf<'_, LexerTypesT>) -> bool {
        match next.parse {
            None => next.span().start() < region.end,
            Some(error) => {
                error.sequences().next().is_none()
                    && error.position() <= region.resumed + limits::REGION_GAP
            }
        }
    }
}

impl<LexerTypesT: LexerTypes> Written for Reporter<'_, LexerTypesT> {
    fn line_column(&self, at: usize) -> (usize, usize) {
        let start = self.span(at).start();
        self.lines().byte_to_line_num_and_col_num(self.source, start).unwrap_or((1, 1))
    }

    fn text(&self, at: usize) -> String {
        match self.span(at) {
            span if span.len() <= limits::WORD_TEXT => span.text(self.source).to_owned(),
            _ => String::new(),
        }
    }

    fn source(&self) -> &str {
        self.source
    }

    fn span(&self, at: usize) -> Span {
        self.span(at)
    }

    fn tokens(&self) -> Vec<Option<String>> {
        self.texts.clone()
    }

    fn is_blank(&self, at: usize) -> bool {
        self.span(at).text(self.source).trim().is_empty()
    }

    fn line_ends(&self) -> Option<LineEnds> {
        self.line_ends.clone()
    }
}

/// A region of lexemes without a repair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// The byte after the last lexeme of the region.
    pub(super) end: usize,
    /// The index of the lexeme after the region.
    pub(super) resumed: usize,
}
