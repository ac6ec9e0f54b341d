//! From raw lexemes and line ends to the lexemes that the parser sees.
//!
//! In: lexemes, errors and line ends one by one, in the order of the text. Out: lexemes and errors.
//! What the filter knows between two of them is a [`State`], which is copied in constant time, so
//! that a reader can go back. Errors count as lexemes of their lines: a stretch that is no lexeme
//! has an indentation, too. Cost: constant for each of them and each that is made, but for the
//! white space at the start of a line, which is read once.

use std::{iter, rc::Rc};

use lrpar::Lexeme;
use lrtable::{Span, Storage};

use super::{
    Layout, Lines, Tabs,
    class::{Class, Classes},
    indentation::{Blocks, Change, column},
};
use crate::{chain::Chain, lexeme::LRLexError, problem::Problem};

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made<LexemeT> {
    Lexeme(LexemeT),
    Error(LRLexError),
    /// An error at this span, with what is wrong.
    Problem(Span, Problem),
}

/// A token: `None` if the parser does not know it.
#[derive(Clone, Copy, Debug)]
struct Token<StorageT> {
    id: Option<StorageT>,
    /// Whether no rule gives it.
    is_made: bool,
}

/// How line ends count.
#[derive(Debug)]
enum Kind<StorageT> {
    Indented {
        newline: Token<StorageT>,
        indent: Token<StorageT>,
        dedent: Token<StorageT>,
        tabs: Tabs,
    },
    Terminated {
        terminator: Token<StorageT>,
    },
    Other,
}

/// The filter of a text.
#[derive(Debug)]
pub(crate) struct Filter<'t, StorageT> {
    text: &'t str,
    kind: Kind<StorageT>,
    classes: Classes,
}

/// What is known between two lexemes.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Where the present line begins.
    line_start: usize,
    /// Whether it has lexemes.
    is_begun: bool,
    /// The last line end since the last lexeme, if it counts.
    line_end: Option<Span>,
    blocks: Blocks,
    brackets: Brackets,
    /// What the last lexeme means to layout.
    last: Class,
}

/// The brackets that are open.
#[derive(Clone, Debug, Default)]
struct Brackets {
    /// Their kinds.
    open: Chain<u8>,
    /// How many of each kind are open.
    counts: Rc<Vec<usize>>,
    /// Whether the outermost one is not in the text: a reading supposes it.
    is_supposed: bool,
}

impl Brackets {
    fn read(&mut self, class: Class) {
        // What closes a bracket that is not open is ignored.
        let closes = usize::from(class.closes);
        if closes > 0 && self.counts.get(closes).is_some_and(|count| *count > 0) {
            let counts = Rc::make_mut(&mut self.counts);
            while let Some(kind) = self.open.pop() {
                counts[usize::from(kind)] -= 1;
                if kind == class.closes {
                    break;
                }
            }
            self.is_supposed &= self.open.depth() > 0;
        }
        if class.opens > 0 {
            let opens = usize::from(class.opens);
            let counts = Rc::make_mut(&mut self.counts);
            if counts.len() <= opens {
                counts.resize(opens + 1, 0);
            }
            counts[opens] += 1;
            self.open.push(class.opens);
        }
    }
}

impl State {
    /// The state before a text of which the first `start` bytes are no part: a byte order mark.
    pub(crate) fn new(start: usize) -> State {
        State {
            line_start: start,
            is_begun: false,
            line_end: None,
            blocks: Blocks::default(),
            brackets: Brackets::default(),
            last: Class::default(),
        }
    }

    /// Whether there is a line end that counts since the last lexeme.
    pub(crate) fn is_after_line_end(&self) -> bool {
        self.line_end.is_some()
    }

    /// How many brackets are open in which lines do not count.
    pub(crate) fn brackets(&self) -> usize {
        self.brackets.open.depth()
    }

    /// Closes all brackets.
    pub(crate) fn close_brackets(&mut self) {
        self.brackets = Brackets::default();
    }

    /// Opens a bracket of this kind that is not in the text, where none is open.
    pub(crate) fn suppose_bracket(&mut self, opens: u8) {
        self.brackets.read(Class { opens, ..Class::default() });
        self.brackets.is_supposed = true;
    }

    /// Whether a bracket is open that is not in the text.
    pub(crate) fn supposes_bracket(&self) -> bool {
        self.brackets.is_supposed
    }

    /// Returns this state with those brackets only that are in the text.
    pub(crate) fn without_supposed_bracket(&self) -> State {
        let mut state = self.clone();
        if self.brackets.is_supposed {
            let mut open = self.brackets.open.clone();
            let mut kinds: Vec<u8> = iter::from_fn(|| open.pop()).collect();
            kinds.pop();
            state.brackets = Brackets::default();
            let opens = kinds.into_iter().rev();
            opens.for_each(|opens| state.brackets.read(Class { opens, ..Class::default() }));
        }
        state
    }

    /// Closes the innermost bracket, whatever its kind.
    pub(crate) fn close_bracket(&mut self) {
        if let Some(closes) = self.brackets.open.top() {
            self.brackets.read(Class { closes, ..Class::default() });
        }
    }

    /// Opens or closes a bracket.
    pub(crate) fn pass(&mut self, class: Class) {
        self.brackets.read(class);
    }

    /// Whether as many brackets of each kind are open as in another state.
    pub(crate) fn has_brackets_of(&self, other: &State) -> bool {
        let count = |state: &State, kind| state.brackets.counts.get(kind).copied().unwrap_or(0);
        let kinds = self.brackets.counts.len().max(other.brackets.counts.len());
        (0..kinds).all(|kind| count(self, kind) == count(other, kind))
    }

    /// Takes over the brackets of another state.
    pub(crate) fn take_brackets_of(&mut self, other: &State) {
        self.brackets = other.brackets.clone();
    }

    /// The innermost block counts as part of the one around it.
    pub(crate) fn join_block(&mut self) {
        self.blocks.join();
    }

    /// How many blocks are open.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.depth()
    }

    /// Whether the line that this state is in has lexemes.
    pub(crate) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// What the last lexeme means to layout.
    pub(crate) fn last(&self) -> Class {
        self.last
    }

    /// Whether a bracket is open in which lines do not count.
    fn is_suspended(&self) -> bool {
        self.brackets.open.depth() > 0
    }
}

impl<'t, StorageT: Storage> Filter<'t, StorageT> {
    /// The filter of `text`; `id` tells the id of a rule's token, and `is_made` whether a rule
    /// stands for a token that layout makes.
    pub(crate) fn new(
        text: &'t str,
        layout: &Layout,
        id: impl Fn(usize) -> Option<StorageT>,
        is_made: impl Fn(usize) -> bool,
    ) -> Self {
        let token = |rule: usize| Token { id: id(rule), is_made: is_made(rule) };
        let kind = match (&layout.lines, layout.newline) {
            (Some(Lines::Indented { indent, dedent, tabs }), Some(newline)) => Kind::Indented {
                newline: token(newline),
                indent: token(*indent),
                dedent: token(*dedent),
                tabs: *tabs,
            },
            (Some(Lines::Terminated { terminator, .. }), _) => {
                Kind::Terminated { terminator: token(*terminator) }
            }
            _ => Kind::Other,
        };
        Filter { text, kind, classes: Classes::of(layout, id) }
    }

    /// Reads a lexeme or an error.
    #[inline]
    pub(crate) fn read<LexemeT: Lexeme<StorageT>>(
        &self,
        state: &mut State,
        found: Result<LexemeT, LRLexError>,
        start: usize,
        out: &mut impl FnMut(Made<LexemeT>),
    ) {
        if !state.is_begun {
            self.begin_line(state, start, out);
        }
        match found {
            Ok(lexeme) => {
                let class = self.classes.class(lexeme.tok_id());
                if class.opens | class.closes != 0 {
                    state.brackets.read(class);
                }
                state.last = class;
                out(Made::Lexeme(lexeme));
            }
            Err(error) => out(Made::Error(error)),
        }
        state.line_end = None;
    }

    /// How many kinds of brackets there are.
    pub(crate) fn bracket_kinds(&self) -> u8 {
        self.classes.bracket_kinds()
    }

    /// What a token means to layout.
    pub(crate) fn class(&self, id: StorageT) -> Class {
        self.classes.class(id)
    }

    /// Does what comes before a lexeme that starts at byte `start`, whatever it is.
    pub(crate) fn begin<LexemeT: Lexeme<StorageT>>(
        &self,
        state: &mut State,
        start: usize,
        out: &mut impl FnMut(Made<LexemeT>),
    ) {
        if !state.is_begun {
            self.begin_line(state, start, out);
        }
    }

    /// Begins a line whose first lexeme starts at byte `start`.
    fn begin_line<LexemeT: Lexeme<StorageT>>(
        &self,
        state: &mut State,
        start: usize,
        out: &mut impl FnMut(Made<LexemeT>),
    ) {
        state.is_begun = true;
        let Kind::Indented { indent, dedent, tabs, .. } = self.kind else { return };
        let rest = &self.text[state.line_start.min(start)..start];
        let blank = Span::new(start - rest.len(), start - rest.len() + column(rest, tabs).1);
        let text = &self.text[blank.start()..blank.end()];
        let Change { problem, dedents, indents } = state.blocks.line(text, start, tabs);
        if let Some(problem) = problem {
            out(Made::Problem(blank, problem));
        }
        for _ in 0..dedents {
            make(dedent, Span::new(start, start), out);
        }
        if indents {
            // The text of an error is no text of a lexeme, too.
            let after = Span::new(blank.end(), blank.end());
            make(indent, if problem.is_some() { after } else { blank }, out);
        }
    }

    /// Reads a line end.
    pub(crate) fn read_line_end<LexemeT: Lexeme<StorageT>>(
        &self,
        state: &mut State,
        span: Span,
        out: &mut impl FnMut(Made<LexemeT>),
    ) {
        if state.is_suspended() {
            return;
        }
        let text = &self.text[span.start()..span.end()];
        let line = text.rfind(['\n', '\r']).map_or(text.len(), |at| at + 1);
        state.line_start = span.start() + line;
        self.end_line(state, span, out);
        state.is_begun = false;
        state.line_end = Some(span);
    }

    fn end_line<LexemeT: Lexeme<StorageT>>(
        &self,
        state: &mut State,
        span: Span,
        out: &mut impl FnMut(Made<LexemeT>),
    ) {
        match self.kind {
            Kind::Indented { newline, .. } if state.is_begun => make(newline, span, out),
            Kind::Terminated { terminator } if state.last.after => {
                make(terminator, span, out);
                let class = terminator.id.map(|id| self.classes.class(id));
                state.last = class.unwrap_or_default();
            }
            _ => {}
        }
    }

    /// Reads the end of the text.
    pub(crate) fn end<LexemeT: Lexeme<StorageT>>(
        &self,
        mut state: State,
        out: &mut impl FnMut(Made<LexemeT>),
    ) {
        let end = Span::new(self.text.len(), self.text.len());
        self.end_line(&mut state, end, out);
        if let Kind::Indented { dedent, .. } = self.kind {
            (0..state.blocks.end()).for_each(|_| make(dedent, end, out));
        }
    }
}

/// Makes a lexeme, or an error if the parser does not know the token; of a token that no rule gives
/// nothing then.
fn make<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    token: Token<StorageT>,
    span: Span,
    out: &mut impl FnMut(Made<LexemeT>),
) {
    match token.id {
        Some(id) => out(Made::Lexeme(LexemeT::new(id, span.start(), span.len()))),
        None if token.is_made => {}
        None => out(Made::Error(LRLexError::new(span))),
    }
}
