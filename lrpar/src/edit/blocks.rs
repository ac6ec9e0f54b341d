//! The layout of a text, for edits: which lexemes stand for line ends and indentation, and how the
//! blocks around a lexeme are indented.
//!
//! Blocks are read off the INDENT and DEDENT lexemes, in one pass when they are first needed. A
//! DEDENT without its INDENT closes nothing, and a block may stay open at the end: a lexer may read
//! a text so where it is wrong.

use lrtable::{Span, Storage, TokenId};

use crate::lexer::{LayoutTokens, Lexeme, LineRules};

/// What a lexeme stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A line end.
    Newline,
    Indent,
    Dedent,
    /// A token that is not written.
    Assumed,
    /// Anything that is written.
    Word,
}

/// The tokens of layout, as indices.
pub(crate) struct Rules {
    newline: Option<usize>,
    indent: Option<usize>,
    dedent: Option<usize>,
    assumed: Option<usize>,
    suspending: Vec<(usize, usize)>,
    pub(super) ending: Vec<usize>,
}

impl Rules {
    pub(super) fn new<StorageT: Storage>(
        tokens: LayoutTokens<StorageT>,
        rules: LineRules<StorageT>,
    ) -> Rules {
        let index = |token: Option<StorageT>| token.map(Storage::to_index);
        let pair = |(open, close): (StorageT, StorageT)| (open.to_index(), close.to_index());
        Rules {
            newline: index(tokens.newline),
            indent: index(tokens.indent),
            dedent: index(tokens.dedent),
            assumed: index(tokens.assumed),
            suspending: rules.suspending.into_iter().map(pair).collect(),
            ending: rules.ending.into_iter().map(Storage::to_index).collect(),
        }
    }

    /// Returns whether line ends have a token of their own.
    pub(super) fn has_lines(&self) -> bool {
        self.newline.is_some()
    }

    /// Returns the token that may be assumed.
    pub(super) fn assumed(&self) -> Option<TokenId> {
        self.assumed.map(TokenId::new)
    }

    /// Returns what a token stands for that is inserted.
    pub(crate) fn kind(&self, token: usize) -> Kind {
        match Some(token) {
            token if token == self.newline => Kind::Newline,
            token if token == self.indent => Kind::Indent,
            token if token == self.dedent => Kind::Dedent,
            token if token == self.assumed => Kind::Assumed,
            _ => Kind::Word,
        }
    }

    /// Returns what a lexeme stands for: an assumed token may also be written.
    pub(crate) fn kind_of<StorageT: Storage>(
        &self,
        lexeme: &impl Lexeme<StorageT>,
        source: &str,
    ) -> Kind {
        match self.kind(lexeme.tok_id().to_index()) {
            Kind::Assumed if !lexeme.span().text(source).trim().is_empty() => Kind::Word,
            kind => kind,
        }
    }

    /// Returns whether a lexeme is an indentation that is wrong: a lexing error of blanks.
    pub(super) fn is_column<StorageT: Storage>(
        &self,
        lexeme: &impl Lexeme<StorageT>,
        source: &str,
    ) -> bool {
        self.indent.is_some()
            && self.kind_of(lexeme, source) == Kind::Word
            && lexeme.span().text(source).trim().is_empty()
    }

    /// Returns the pairs of brackets that `token` closes.
    fn pairs(&self, token: usize) -> impl Iterator<Item = usize> {
        let pairs = self.suspending.iter().enumerate();
        pairs.filter(move |(_, (_, close))| *close == token).map(|(pair, _)| pair)
    }

    /// Calls `count` for the pairs of brackets that `token` opens.
    fn count(&self, token: usize, count: impl FnMut(usize)) {
        let pairs = self.suspending.iter().enumerate();
        pairs.filter(|(_, (open, _))| *open == token).map(|(pair, _)| pair).for_each(count);
    }

    /// Returns whether `token` opens a bracket between which line ends do not count.
    pub(super) fn opens(&self, token: usize) -> bool {
        self.suspending.iter().any(|(open, _)| *open == token)
    }

    /// Returns whether `token` closes such a bracket.
    pub(super) fn closes(&self, token: usize) -> bool {
        self.suspending.iter().any(|(_, close)| *close == token)
    }

    /// Returns how many of the brackets `open` are left after the one that `token` closes.
    pub(super) fn closed(&self, open: &[usize], token: usize) -> Option<usize> {
        open.iter().rposition(|open| self.suspending.contains(&(*open, token)))
    }
}

/// The lines and blocks of a text.
pub(super) struct Blocks {
    /// The blocks in the order of their beginnings; the first is the whole text.
    blocks: Vec<Block>,
    /// The lines that begin with a token, in order.
    lines: Vec<Line>,
    /// The brackets between which line ends do not count: after the lexeme with an index, the
    /// innermost of `open`.
    brackets: Vec<(usize, usize)>,
    /// The brackets that are open somewhere: the token, and the one around it. The first stands for
    /// no bracket.
    open: Vec<(usize, usize)>,
    /// How lines end.
    pub(super) line_end: &'static str,
    has_tabs: bool,
}

struct Block {
    /// The index of its INDENT.
    at: usize,
    parent: usize,
    /// The white space before its first line.
    indentation: Span,
}

struct Line {
    /// The index of its first lexeme.
    first: usize,
    block: usize,
}

impl Blocks {
    pub(super) fn new<StorageT: Storage>(
        rules: &Rules,
        source: &str,
        lexemes: &[impl Lexeme<StorageT>],
    ) -> Blocks {
        let mut blocks = vec![Block { at: 0, parent: 0, indentation: Span::new(0, 0) }];
        let mut lines = Vec::new();
        let (mut block, mut is_start, mut end) = (0, true, 0);
        let mut opened = true;
        let (mut brackets, mut open, mut inner) = (Vec::new(), vec![(0, 0)], 0);
        // How many brackets of each kind are open.
        let mut counts = vec![0usize; rules.suspending.len()];
        for (at, lexeme) in lexemes.iter().enumerate() {
            match rules.kind_of(lexeme, source) {
                Kind::Word if rules.is_column(lexeme, source) => {}
                Kind::Word => {
                    let start = lexeme.span().start();
                    if std::mem::take(&mut is_start) {
                        if std::mem::take(&mut opened) {
                            blocks[block].indentation =
                                indentation(source, end.min(start), start).unwrap_or_default();
                        }
                        lines.push(Line { first: at, block });
                    }
                    end = lexeme.span().end();
                    let token = lexeme.tok_id().to_index();
                    if rules.opens(token) {
                        open.push((token, inner));
                        inner = open.len() - 1;
                        rules.count(token, |kind| counts[kind] += 1);
                        brackets.push((at, inner));
                    } else if rules.pairs(token).any(|kind| counts[kind] > 0) {
                        let mut is_own = false;
                        while !is_own {
                            let (opener, around) = open[inner];
                            is_own = rules.suspending.contains(&(opener, token));
                            rules.count(opener, |kind| counts[kind] -= 1);
                            inner = around;
                        }
                        brackets.push((at, inner));
                    }
                }
                Kind::Newline => {
                    is_start = true;
                    if inner != 0 {
                        inner = 0;
                        counts.fill(0);
                        brackets.push((at, 0));
                    }
                }
                Kind::Indent => {
                    // The span is the white space, or nothing.
                    let own = lexeme.span();
                    let text = own.text(source);
                    let start = text.rfind(['\n', '\r', '\u{c}']).map_or(0, |at| at + 1);
                    let is_blank = start < text.len() && text.trim().is_empty();
                    let indentation = Span::new(own.start() + start, own.end());
                    blocks.push(Block { at, parent: block, indentation });
                    block = blocks.len() - 1;
                    (is_start, opened) = (true, !is_blank);
                }
                Kind::Dedent => {
                    block = blocks[block].parent;
                    (is_start, opened) = (true, false);
                }
                Kind::Assumed => {}
            }
        }
        let line_end = match source.find('\n') {
            Some(at) if source[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        Blocks { blocks, lines, brackets, open, line_end, has_tabs: source.contains("\n\t") }
    }

    /// Returns the brackets open after the lexeme at `at` between which line ends do not count.
    pub(super) fn open_after(&self, at: usize) -> Vec<usize> {
        let after = self.brackets.partition_point(|(bracket, _)| *bracket <= at);
        let mut inner = after.checked_sub(1).map_or(0, |last| self.brackets[last].1);
        let mut found = Vec::new();
        while inner != 0 {
            let (token, around) = self.open[inner];
            found.push(token);
            inner = around;
        }
        found.reverse();
        found
    }

    fn line(&self, at: usize) -> Option<&Line> {
        let after = self.lines.partition_point(|line| line.first <= at);
        self.lines.get(after.checked_sub(1)?)
    }

    /// Returns the indentations of the blocks around the line with the lexeme at `at`, the
    /// outermost first.
    pub(super) fn around<'s>(&self, at: usize, source: &'s str) -> Vec<&'s str> {
        let mut block = self.line(at).map_or(0, |line| line.block);
        let mut found = Vec::new();
        loop {
            found.push(self.blocks[block].indentation.text(source));
            if block == 0 {
                break;
            }
            block = self.blocks[block].parent;
        }
        found.reverse();
        found
    }

    /// Returns the indentation of the block that the INDENT at `at` opens.
    pub(super) fn opened_by<'s>(&self, at: usize, source: &'s str) -> &'s str {
        let found = self.blocks[1..].binary_search_by_key(&at, |block| block.at);
        found.map_or("", |index| self.blocks[index + 1].indentation.text(source))
    }

    /// Returns by what a block is indented deeper than what is around it: as the nearest one before
    /// the lexeme at `at` is, or after it.
    pub(super) fn step<'s>(&self, at: usize, source: &'s str) -> &'s str {
        let step = |block: &Block| {
            let outer = self.blocks[block.parent].indentation.text(source);
            let step = block.indentation.text(source).strip_prefix(outer)?;
            (!step.is_empty()).then_some(step)
        };
        let inner = &self.blocks[1..];
        let (before, after) = inner.split_at(inner.partition_point(|block| block.at <= at));
        let near = |blocks: &mut dyn Iterator<Item = &Block>| blocks.take(STEPS).find_map(step);
        let found = near(&mut before.iter().rev()).or_else(|| near(&mut after.iter()));
        found.unwrap_or(if self.has_tabs { "\t" } else { "    " })
    }
}

/// How many blocks are looked at for a step.
const STEPS: usize = 100;

/// Returns the white space at the start of the line of byte `at`, if only this is between; `from`
/// is the end of the lexeme before. A form feed begins a line anew.
fn indentation(source: &str, from: usize, at: usize) -> Option<Span> {
    let gap = &source[from..at];
    let start = match gap.rfind(['\n', '\r', '\u{c}']) {
        Some(line) => from + line + 1,
        None if from == 0 => 0,
        None => return None,
    };
    source[start..at].chars().all(char::is_whitespace).then(|| Span::new(start, at))
}
