//! Repairs as edits of the source text, which an editor offers as quick fixes.
//!
//! A repair sequence says which tokens to insert and which lexemes to delete. Here it becomes a
//! list of [`TextEdit`]s, sorted and disjoint, with the blanks that keep neighbours from being read
//! as one lexeme:
//!
//! - Inserted text stands before the next lexeme; but after the previous one if the next is on
//!   another line, or begins with a closing bracket, a comma or a semicolon. So a missing `;` goes
//!   to the end of its line. A missing `}` or `end` goes to the next line if that is blank, a word
//!   after `;`, `{` or `}` to the next line with a lexeme.
//! - A deleted lexeme takes the blanks before it along if blanks follow it too, or a line ends
//!   there.
//!
//! Where line ends and indentation are tokens ([`Lexer::layout`](crate::Lexer::layout)), repairs of
//! these become line ends and blanks: `layout`.
//!
//! The caller says how inserted tokens are written; lrlex knows the text of tokens whose rules are
//! plain strings.
//!
//! An [`Editor`] finds the span of each lexeme. It borrows the lexemes of a lexer that holds them
//! in memory, and reads those of any other lexer once. The edits for an error then cost as much as
//! its repair sequence is long, wherever in the text it is.

mod blocks;
mod layout;

use std::{borrow::Cow, cell::OnceCell};

pub use lrtable::render::TextEdit;
use lrtable::{Span, Storage, TIdx, TokenId};

pub(crate) use self::blocks::Kind;
use self::{
    blocks::{Blocks, Rules},
    layout::Extent,
};
use crate::{
    error::LexParseError,
    input::all_lexemes,
    lexer::{Lexeme, LexerTypes, NonStreamingLexer},
    recovery::{Change, RepairSequence, changes},
};

/// Converts the repair sequences of one text's errors to text edits.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{RTParserBuilder, apply_edits, edit::Editor};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let text = "one plus plus one plus plus one";
/// # let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let (_, errors) = parser.parse_tree(&lexer);
/// let spelling = |token| grammar.token_name(token).map(str::to_owned);
/// let edits = Editor::new(&lexer).all_text_edits(&errors, &spelling).unwrap();
/// assert_eq!(apply_edits(text, &edits), "one plus one plus one plus one plus one");
/// ```
pub struct Editor<'a, LexerTypesT: LexerTypes> {
    source: &'a str,
    /// The lexemes; a lexing error is a lexeme that no grammar accepts.
    lexemes: Cow<'a, [LexerTypesT::LexemeT]>,
    /// The tokens of layout, and the blocks of the text when they were needed.
    layout: Option<(Rules, OnceCell<Blocks>)>,
}

impl<'a, LexerTypesT: LexerTypes> Editor<'a, LexerTypesT> {
    /// Makes an editor for the text of `lexer`.
    ///
    /// Takes one pass over the lexemes, or none if the lexer lends them
    /// ([`Lexer::lexemes`](crate::Lexer::lexemes)).
    pub fn new<'input: 'a>(lexer: &'a dyn NonStreamingLexer<'input, LexerTypesT>) -> Self {
        let rules = lexer.layout().map(|tokens| Rules::new(tokens, lexer.line_rules()));
        Editor {
            source: lexer.text(),
            lexemes: all_lexemes(lexer, &mut Vec::new()),
            layout: rules.map(|rules| (rules, OnceCell::new())),
        }
    }

    /// Returns the span of the lexeme with index `at`, or of the lexing error there; `None` at the
    /// end of the input.
    pub fn span(&self, at: usize) -> Option<Span> {
        self.lexemes.get(at).map(Lexeme::span)
    }

    /// Returns the edits that apply the repair sequence `sequence` to the text.
    ///
    /// `token_text` returns how a token is written. The result is `None` if it returns `None` for
    /// an inserted token that is not of the layout, or if a change of the layout cannot be written.
    ///
    /// A sequence that opens a block and does not end it indents one line, with the lines that
    /// belong to it, unless a lexeme ends the block.
    pub fn text_edits(
        &self,
        sequence: &RepairSequence,
        token_text: &dyn Fn(TIdx<LexerTypesT::StorageT>) -> Option<String>,
    ) -> Option<Vec<TextEdit>> {
        self.edits(&changes([sequence]), |token| token_text(token.narrow()?))
    }

    /// Returns the edits that apply the first repair sequence of each of `errors`, which must be
    /// all of one parse, in its order.
    ///
    /// `None` if `token_text` returns `None` for an inserted token that is not of the layout, or if
    /// a change of the layout cannot be written.
    pub fn all_text_edits(
        &self,
        errors: &[LexParseError<LexerTypesT::StorageT, LexerTypesT>],
        token_text: &dyn Fn(TIdx<LexerTypesT::StorageT>) -> Option<String>,
    ) -> Option<Vec<TextEdit>> {
        let firsts = errors.iter().filter_map(|error| match error {
            LexParseError::ParseError(error) => error.sequences().next(),
            LexParseError::LexError(_) => None,
        });
        let firsts: Vec<RepairSequence> = firsts.collect();
        let changes = changes(&firsts);
        let mut text_of = |token: TokenId| token_text(token.narrow()?);
        match self.layout() {
            Some(layout) => layout::edits(self, layout, &changes, &mut text_of, Extent::Text),
            None => changes.iter().map(|change| self.edit(change, text_of)).collect(),
        }
    }

    /// Returns the edits for the changes of one repair sequence; `None` if `text_of` does not know
    /// the text of an inserted token, or if they cannot be written.
    pub(crate) fn edits(
        &self,
        changes: &[Change],
        mut text_of: impl FnMut(TokenId) -> Option<String>,
    ) -> Option<Vec<TextEdit>> {
        let Some(layout) = self.layout() else {
            return changes.iter().map(|change| self.edit(change, &mut text_of)).collect();
        };
        let mut made = |extent| layout::edits(self, layout, changes, &mut text_of, extent);
        made(Extent::Repair).or_else(|| made(Extent::Line))
    }

    fn layout(&self) -> Option<(&Rules, &Blocks)> {
        let (rules, blocks) = self.layout.as_ref()?;
        Some((rules, blocks.get_or_init(|| Blocks::new(rules, self.source, &self.lexemes))))
    }

    /// Returns what a token stands for that is inserted.
    pub(crate) fn kind(&self, token: TokenId) -> Kind {
        self.layout.as_ref().map_or(Kind::Word, |(rules, _)| rules.kind(token.index()))
    }

    /// Returns what the lexeme at `at` stands for; the end of the text is a word.
    pub(crate) fn kind_at(&self, at: usize) -> Kind {
        let lexeme = self.lexemes.get(at).zip(self.layout.as_ref());
        lexeme.map_or(Kind::Word, |(lexeme, (rules, _))| rules.kind_of(lexeme, self.source))
    }

    /// Returns the lexemes; a lexing error is a lexeme that no grammar accepts.
    pub(crate) fn lexemes(&self) -> &[LexerTypesT::LexemeT] {
        &self.lexemes
    }

    /// Returns the edit for a change inside a line; `None` if `text_of` does not know the text of
    /// an inserted token.
    pub(crate) fn edit(
        &self,
        change: &Change,
        text_of: impl FnMut(TokenId) -> Option<String>,
    ) -> Option<TextEdit> {
        let words: Vec<String> =
            change.inserted.iter().copied().map(text_of).collect::<Option<_>>()?;
        let place = self.place(change, words.first().map_or("", String::as_str));
        let span = if change.deleted == 0 { place } else { self.deletion_span(change.at, place) };
        Some(TextEdit { span, text: self.spaced(span, &words) })
    }

    /// Returns the span that a change replaces: its deleted lexemes, or the empty span at which
    /// text is inserted that begins with `first`.
    pub(crate) fn place(&self, change: &Change, first: &str) -> Span {
        let Change { at, deleted, .. } = *change;
        if deleted > 0 {
            return Span::new(
                self.lexemes[at].span().start(),
                self.lexemes[at + deleted - 1].span().end(),
            );
        }
        let after = self.span(at).map(|span| span.start());
        let is_layout = |at: usize| self.kind_at(at) != Kind::Word;
        let place = match self.end_before(at) {
            Some(_) if is_layout(at - 1) => after.unwrap_or(self.source.len()),
            // Before a comment at the end of the line.
            Some(before) if is_layout(at) => before,
            Some(before) => self.place_after(before, after, first),
            None => after.unwrap_or(0),
        };
        Span::new(place, place)
    }

    /// Returns the end of the lexeme before the one at `at`.
    fn end_before(&self, at: usize) -> Option<usize> {
        self.span(at.checked_sub(1)?).map(|span| span.end())
    }

    /// Returns where a text that begins with `first` stands between a lexeme that ends at `before`
    /// and one that starts at `after`.
    fn place_after(&self, before: usize, after: Option<usize>, first: &str) -> usize {
        if matches!(first, "}" | "end")
            && let Some(line) = self.blank_line(before, after)
        {
            return line;
        }
        let closes = first.starts_with([')', ']', '}', ',', ';']);
        // A word after the end of a statement begins the next.
        let begins = first.starts_with(char::is_alphabetic)
            && first != "end"
            && self.source[..before].ends_with([';', '{', '}']);
        let is_on_line = |after: usize| !self.source[before..after].contains('\n');
        after.filter(|after| !closes && (begins || is_on_line(*after))).unwrap_or(before)
    }

    /// Returns the end of the line after that of byte `before`, if the line is blank and the next
    /// lexeme, at `after`, stands on a later one.
    fn blank_line(&self, before: usize, after: Option<usize>) -> Option<usize> {
        let gap = &self.source[before..after.unwrap_or(self.source.len())];
        let mut lines = gap.split('\n');
        let rest = lines.next()?;
        let line = lines.next()?.trim_end_matches('\r');
        let is_before_other = lines.next().is_some() || after.is_none() && !line.is_empty();
        let is_blank = line.chars().all(|c| c == ' ' || c == '\t');
        (is_blank && is_before_other).then_some(before + rest.len() + 1 + line.len())
    }

    /// Returns the span of lexemes deleted from `at` on, extended to the blanks before it if blanks
    /// or the end of a line follow. Comments between deleted lexemes are deleted too.
    fn deletion_span(&self, at: usize, span: Span) -> Span {
        let is_blank = |c: char| c == ' ' || c == '\t';
        let rest = &self.source[span.end()..];
        let free = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace());
        let gap = self.end_before(at).unwrap_or(0);
        let kept = gap + self.source[gap..span.start()].trim_end_matches(is_blank).len();
        // At the start of a line blanks are indentation, which stays, unless the line is empty
        // otherwise.
        let indented = kept == 0 || self.source[..kept].ends_with('\n');
        let start = if free && !indented { kept } else { span.start() };
        Span::new(start, span.end())
    }

    /// Joins `words`, with blanks where they are needed between them and at both ends of `span`.
    fn spaced(&self, span: Span, words: &[String]) -> String {
        let (before, after) = (&self.source[..span.start()], &self.source[span.end()..]);
        let next = &after[..after.chars().next().map_or(0, char::len_utf8)];
        let mut out = String::new();
        for word in words.iter().map(String::as_str).chain([next]) {
            let left = out.chars().next_back().or(before.chars().next_back());
            if let (Some(a), Some(b)) = (left, word.chars().next())
                && wants_blank(a, b)
            {
                out.push(' ');
            }
            out.push_str(word);
        }
        out.truncate(out.len() - next.len());
        out
    }
}

/// Returns the edits that apply the repair sequence `sequence` of an error to the text of `lexer`.
///
/// `token_text` returns how a token is written. The result is `None` if it returns `None`
/// for an inserted token.
///
/// For many errors make one [`Editor`]: unless the lexer lends its lexemes, each call reads them
/// all.
pub fn text_edits<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    sequence: &RepairSequence,
    token_text: &dyn Fn(TIdx<StorageT>) -> Option<String>,
) -> Option<Vec<TextEdit>> {
    Editor::new(lexer).text_edits(sequence, token_text)
}

/// Returns the edits that apply the first repair sequence of each of `errors`, the errors of one
/// parse.
///
/// The edited text is a sentence if every error has a repair sequence, and either the recoverer is
/// [`RecoveryKind::Restart`](crate::RecoveryKind::Restart) or the grammar has neither conflicts nor
/// precedences: other recoverers keep the reductions made under the wrong lexeme, and the edited
/// text may parse differently. The result is `None` if `token_text` returns `None` for an inserted
/// token.
pub fn all_text_edits<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    errors: &[LexParseError<StorageT, LexerTypesT>],
    token_text: &dyn Fn(TIdx<StorageT>) -> Option<String>,
) -> Option<Vec<TextEdit>> {
    Editor::new(lexer).all_text_edits(errors, token_text)
}

/// Applies `edits` to `source` and returns the new text.
///
/// ```
/// use lrpar::{Span, TextEdit, apply_edits};
/// let insert = TextEdit { span: Span::new(3, 3), text: " 2".to_string() };
/// assert_eq!(apply_edits("1 + 3", &[insert]), "1 + 2 3");
/// ```
///
/// # Panics
///
/// If an edit lies outside the text, cuts a character, or begins before the previous one ends.
pub fn apply_edits(source: &str, edits: &[TextEdit]) -> String {
    let mut out = String::with_capacity(source.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(&source[done..edit.span.start()]);
        out.push_str(&edit.text);
        done = edit.span.end();
    }
    out.push_str(&source[done..]);
    out
}

/// Returns whether a blank is needed between a lexeme that ends in `a` and one that begins with
/// `b`: at least wherever both could be read as one lexeme.
fn wants_blank(a: char, b: char) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || "_'\"".contains(c);
    match (a, b) {
        _ if a.is_whitespace() || b.is_whitespace() => false,
        (_, ')' | ']' | '}' | ',' | ';') => false,
        ('(' | '{', '(' | '[' | '{') | ('[', '(' | '{') => false,
        ('(' | '[' | '{', _) => !is_word(b),
        (_, '(' | '[') => !is_word(a) && a != ')' && a != ']',
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_from_left_to_right() {
        let edit = |start, end, text: &str| TextEdit {
            span: Span::new(start, end),
            text: text.to_owned(),
        };
        assert_eq!(
            apply_edits("abcdef", &[edit(0, 0, "x"), edit(1, 3, ""), edit(5, 6, "yz")]),
            "xadeyz"
        );
    }
}
