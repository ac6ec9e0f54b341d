//! Repairs of a text whose line ends and indentation are tokens, as edits: the edited text lexes to
//! the tokens that the repairs make.
//!
//! What stands between two words (lexemes that are written) is a *gap*: blanks, comments, line ends
//! and the lexemes of layout. A gap in which something changes is written anew, with its comments.
//! From there on the blocks of the text as it is and as it will be are followed, and lines are
//! indented anew until both agree; so are the brackets between which line ends do not count. What
//! cannot be written has no edits: a DEDENT before an INDENT, a line end within brackets, a block
//! that nothing ends.
//!
//! Source of the rules of indentation: "The Python Language Reference", 2.1 ("Line structure").
//! Cost: that of the text between the first change and where the blocks agree again.

use std::borrow::Cow;

use lrtable::{Span, Storage, TokenId};

use super::{
    Change, Editor, TextEdit,
    blocks::{Blocks, Kind, Rules},
    wants_blank,
};
use crate::lexer::{Lexeme, LexerTypes};

/// Line ends.
const BREAKS: [char; 2] = ['\n', '\r'];

/// How far a repair reaches that changes how deep lines are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All repairs of a text are made: up to where its lexemes say.
    Text,
    /// One of several repairs is made: up to where the lexemes say.
    Repair,
    /// One of several repairs is made: over the next line, with the lines that belong to it, or to
    /// the end of a block.
    Line,
}

/// Returns the edits that make `changes`; `None` if they cannot be written.
pub(super) fn edits<LexerTypesT: LexerTypes>(
    editor: &Editor<'_, LexerTypesT>,
    (rules, blocks): (&Rules, &Blocks),
    changes: &[Change],
    text_of: &mut dyn FnMut(TokenId) -> Option<String>,
    extent: Extent,
) -> Option<Vec<TextEdit>> {
    let mut walk = Walk {
        editor,
        rules,
        blocks,
        text_of,
        extent,
        levels: Both::default(),
        open: Both::default(),
        before: None,
        turn: None,
        corrected: None,
        at: 0,
        edits: Vec::new(),
    };
    walk.go(changes)?;
    Some(walk.edits)
}

/// What is open at a place in the text as it is, and as it will be.
struct Both<T> {
    old: Vec<T>,
    new: Vec<T>,
    /// How many of the outermost are equal.
    agreed: usize,
}

impl<T> Default for Both<T> {
    fn default() -> Self {
        Both { old: Vec::new(), new: Vec::new(), agreed: 0 }
    }
}

impl<T: PartialEq + Clone> Both<T> {
    fn of(open: Vec<T>) -> Both<T> {
        Both { agreed: open.len(), new: open.clone(), old: open }
    }

    /// Makes a change to what is open.
    fn change(&mut self, change: impl FnOnce(&mut Vec<T>, &mut Vec<T>)) {
        change(&mut self.old, &mut self.new);
        let most = self.old.len().min(self.new.len());
        // A change closes something, or opens one thing.
        self.agreed = self.agreed.min(most);
        while self.agreed < most && self.old[self.agreed] == self.new[self.agreed] {
            self.agreed += 1;
        }
    }

    fn agrees(&self) -> bool {
        self.agreed == self.old.len() && self.agreed == self.new.len()
    }
}

/// How many blocks were open after the last change, and whether there are more in the new text.
#[derive(Clone, Copy)]
struct Turn {
    depth: usize,
    is_deeper: bool,
}

struct Walk<'w, 's, LexerTypesT: LexerTypes> {
    editor: &'w Editor<'s, LexerTypesT>,
    rules: &'w Rules,
    blocks: &'w Blocks,
    text_of: &'w mut dyn FnMut(TokenId) -> Option<String>,
    extent: Extent,
    /// The indentations of the blocks.
    levels: Both<Cow<'s, str>>,
    /// The brackets between which line ends do not count.
    open: Both<usize>,
    /// The last word of the new text.
    before: Option<usize>,
    turn: Option<Turn>,
    /// A wrong indentation that was corrected, and how many blocks are open there: a lexer may take
    /// it for right from then on.
    corrected: Option<(&'s str, usize)>,
    /// The index of the first lexeme of the region that is written.
    at: usize,
    edits: Vec<TextEdit>,
}

/// The lexemes between two words that stay, and the changes there.
struct Region<'c> {
    from: usize,
    to: usize,
    changes: &'c [Change],
}

/// The text between two words as it was.
#[derive(Clone, Copy)]
struct Gap<'s> {
    text: &'s str,
    /// Whether a line end in it counts, or an assumed token is there, and stays.
    kept: bool,
    /// Whether a line end in it counted.
    counted: bool,
    /// Whether a line end in it did not count although no bracket is open.
    joined: bool,
}

impl<'s> Gap<'s> {
    fn has_break(self) -> bool {
        self.text.contains(BREAKS)
    }

    fn is_blank(self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns the text up to its last line end, and the rest.
    fn split(self) -> (&'s str, &'s str) {
        self.text.split_at(self.text.rfind(BREAKS).map_or(0, |at| at + 1))
    }
}

/// A part of a region, in order.
enum Piece<'s> {
    Word(usize, String),
    /// A token of layout; the index of its lexeme, if it stays.
    Layout(Kind, Option<usize>),
    Deleted(Kind, usize),
    Gap(Gap<'s>),
}

/// What stands between two words of the new text.
#[derive(Default)]
struct Run<'s> {
    kinds: Vec<(Kind, Option<usize>)>,
    gaps: Vec<Gap<'s>>,
    /// The indentations of the innermost block before it, in the old text and the new one.
    inner: Option<[Cow<'s, str>; 2]>,
    /// Whether it is as it was.
    is_intact: bool,
    /// Whether no word is before it.
    is_first: bool,
}

impl Run<'_> {
    fn has(&self, kind: Kind) -> bool {
        self.kinds.iter().any(|(own, _)| *own == kind)
    }

    /// Returns whether a line may go on after its end: which column counts is unknown then.
    fn goes_on(&self) -> bool {
        let goes_on = |gap: &Gap<'_>| gap.text.lines().any(|line| line.trim_end().ends_with('\\'));
        self.gaps.iter().any(goes_on)
    }

    /// Returns whether a lexer gives these tokens.
    fn is_possible(&self, is_last: bool) -> bool {
        let kinds: Vec<Kind> = self.kinds.iter().map(|(kind, _)| *kind).collect();
        match kinds[..] {
            [] => true,
            [Kind::Indent] => self.is_first && !is_last,
            _ if self.is_first => false,
            [Kind::Newline | Kind::Assumed] => true,
            [Kind::Newline, Kind::Indent] => !is_last,
            [Kind::Newline, ref dedents @ ..] => dedents.iter().all(|kind| *kind == Kind::Dedent),
            _ => false,
        }
    }
}

impl<'s, LexerTypesT: LexerTypes> Walk<'_, 's, LexerTypesT> {
    fn go(&mut self, changes: &[Change]) -> Option<()> {
        let regions = self.regions(changes);
        let Some(first) = regions.first() else { return Some(()) };
        let mut at = first.from;
        self.begin(at);
        let mut left = &regions[..];
        loop {
            let agrees = self.levels.agrees() && self.open.agrees() && self.corrected.is_none();
            let (region, rest) = match left {
                [] if agrees => return Some(()),
                [next, rest @ ..] if next.from == at || agrees => {
                    if next.from != at {
                        self.begin(next.from);
                    }
                    (Region { ..*next }, rest)
                }
                _ => {
                    let is_layout = |at: &usize| self.kind(*at).is_some_and(|k| k != Kind::Word);
                    let to = (at..).find(|at| !is_layout(at)).expect("the text ends");
                    (Region { from: at, to, changes: &[] }, left)
                }
            };
            self.region(&region)?;
            if left.len() == 1 && rest.is_empty() {
                let (depth, new) = (self.levels.old.len(), self.levels.new.len());
                self.turn = Some(Turn { depth, is_deeper: new > depth });
                if self.extent != Extent::Text {
                    self.open = Both::default();
                }
            }
            left = rest;
            let Some(token) = self.token(region.to) else { break };
            self.bracket(token, true, true);
            self.before = Some(token);
            at = region.to + 1;
        }
        let Both { old, new, .. } = &self.levels;
        let is_closed = new.len() == 1 || new.len() == old.len();
        (is_closed || self.extent == Extent::Line).then_some(())
    }

    /// Returns what the lexeme at `at` stands for.
    fn kind(&self, at: usize) -> Option<Kind> {
        Some(self.rules.kind_of(self.editor.lexemes.get(at)?, self.editor.source))
    }

    fn is_column(&self, at: usize) -> bool {
        let lexeme = self.editor.lexemes.get(at);
        lexeme.is_some_and(|lexeme| self.rules.is_column(lexeme, self.editor.source))
    }

    fn token(&self, at: usize) -> Option<usize> {
        Some(self.editor.lexemes.get(at)?.tok_id().to_index())
    }

    /// Returns the gaps in which there are changes.
    fn regions<'c>(&self, changes: &'c [Change]) -> Vec<Region<'c>> {
        let is_layout = |at: usize| self.kind(at).is_some_and(|kind| kind != Kind::Word);
        let mut regions: Vec<(Region<'c>, usize)> = Vec::new();
        for (index, change) in changes.iter().enumerate() {
            let mut to = change.at + change.deleted;
            while is_layout(to) {
                to += 1;
            }
            if let Some((last, first)) = regions.last_mut()
                && change.at <= last.to
            {
                last.to = to.max(last.to);
                last.changes = &changes[*first..=index];
                continue;
            }
            let mut from = change.at;
            while from > 0 && is_layout(from - 1) {
                from -= 1;
            }
            regions.push((Region { from, to, changes: &changes[index..=index] }, index));
        }
        regions.into_iter().map(|(region, _)| region).collect()
    }

    /// Begins at the lexeme `at`, before which both texts are equal.
    fn begin(&mut self, at: usize) {
        let source = self.editor.source;
        let last = at.checked_sub(1);
        let around = self.blocks.around(at.saturating_sub(1), source);
        self.levels = Both::of(around.into_iter().map(Cow::Borrowed).collect());
        self.open = Both::of(last.map_or(Vec::new(), |last| self.blocks.open_after(last)));
        self.before = last.and_then(|last| self.token(last));
    }

    /// Opens or closes a bracket in the old text, the new one, or both.
    fn bracket(&mut self, token: usize, in_old: bool, in_new: bool) {
        if !self.rules.opens(token) && !self.rules.closes(token) {
            return;
        }
        let look = |open: &mut Vec<usize>| match self.rules.opens(token) {
            true => open.push(token),
            false => open.truncate(self.rules.closed(open, token).unwrap_or(open.len())),
        };
        self.open.change(|old, new| {
            if in_old {
                look(old);
            }
            if in_new {
                look(new);
            }
        });
    }

    /// Follows the old text over a lexeme of layout.
    fn pass(&mut self, kind: Kind, at: usize) {
        match kind {
            Kind::Newline => self.open.change(|old, _| old.clear()),
            Kind::Indent => {
                let own = Cow::Borrowed(self.blocks.opened_by(at, self.editor.source));
                self.levels.change(|old, _| old.push(own));
            }
            Kind::Dedent => self.levels.change(|old, _| old.truncate(old.len().max(2) - 1)),
            Kind::Assumed | Kind::Word => {}
        }
    }

    /// Returns the text of a lexeme's place: its span; an empty one at the end.
    fn span(&self, at: usize) -> Span {
        let end = self.editor.source.len();
        self.editor.span(at).unwrap_or(Span::new(end, end))
    }

    /// Writes a region anew.
    fn region(&mut self, region: &Region<'_>) -> Option<()> {
        self.at = region.from;
        let start = region.from.checked_sub(1).map_or(0, |last| self.span(last).end());
        let end = self.span(region.to).start().max(start);
        if let [change] = region.changes
            && self.is_plain(region, change)
        {
            let edit = self.editor.edit(change, &mut *self.text_of)?;
            self.edits.push(edit);
            for at in region.from..region.to {
                self.token(at).into_iter().for_each(|token| self.bracket(token, true, false));
            }
            for token in &change.inserted {
                self.bracket(token.index(), false, true);
            }
            return Some(());
        }
        let is_intact = region.changes.is_empty();
        let run = |is_first| Run { is_intact, is_first, ..Run::default() };
        let mut current = run(region.from == 0);
        let mut out = String::new();
        let mut wrong = None;
        for piece in self.pieces(region)? {
            match piece {
                Piece::Gap(gap) => {
                    let joined = self.rules.has_lines() && !gap.counted && self.open.old.is_empty();
                    current.gaps.push(Gap { joined, ..gap });
                    let inner = [&self.levels.old, &self.levels.new].map(|levels| levels.last());
                    if let (None, [Some(old), Some(new)]) = (&current.inner, inner) {
                        current.inner = Some([old.clone(), new.clone()]);
                    }
                }
                Piece::Layout(kind, at) => {
                    at.into_iter().for_each(|at| self.pass(kind, at));
                    current.kinds.push((kind, at));
                }
                Piece::Deleted(Kind::Word, at) if self.is_column(at) => wrong = Some(at),
                Piece::Deleted(Kind::Word, at) => {
                    self.token(at).into_iter().for_each(|token| self.bracket(token, true, false));
                }
                Piece::Deleted(kind, at) => self.pass(kind, at),
                Piece::Word(token, text) => {
                    let ended = std::mem::replace(&mut current, run(false));
                    self.write(&ended, Some(&text), start, &mut out)?;
                    out.push_str(&text);
                    self.bracket(token, false, true);
                    self.before = Some(token);
                }
            }
        }
        let next = self.editor.span(region.to).map(|span| span.text(self.editor.source));
        self.write(&current, next, start, &mut out)?;
        if let Some(at) = wrong {
            let before = &self.editor.source[start..self.span(at).end().max(start)];
            let own = &before[before.rfind(BREAKS).map_or(0, |at| at + 1)..];
            if own.contains('\t') {
                // Which width of a tab is meant is unknown.
                return None;
            }
            self.corrected = Some((own, self.levels.old.len()));
        }
        self.put(Span::new(start, end), &out);
        Some(())
    }

    /// Returns whether a change stands inside a line, or where line ends do not count.
    fn is_plain(&self, region: &Region<'_>, change: &Change) -> bool {
        let is_word = |token: &TokenId| self.rules.kind(token.index()) == Kind::Word;
        let is_inside = region.from > 0 || change.deleted == 0 || !self.rules.has_lines();
        let is_here = is_inside
            && region.to - region.from == change.deleted
            && (region.from..region.to).all(|at| self.kind(at) == Some(Kind::Word))
            && change.inserted.iter().all(is_word);
        if !is_here {
            return false;
        }
        let gaps = region.from..=region.to;
        let has_break = gaps.clone().any(|at| self.gap_before(at).contains(BREAKS));
        let is_free = !self.rules.has_lines() && self.rules.ending.is_empty();
        let is_suspended = || {
            let is_bracket = |token: usize| self.rules.opens(token) || self.rules.closes(token);
            !self.open.old.is_empty()
                && !self.open.new.is_empty()
                && !change.inserted.iter().any(|token| is_bracket(token.index()))
                && !(region.from..region.to).filter_map(|at| self.token(at)).any(is_bracket)
        };
        is_free || !has_break || self.rules.has_lines() && is_suspended()
    }

    /// Returns the text between the last lexeme before `at` and the one at `at`.
    fn gap_before(&self, at: usize) -> &'s str {
        let start = at.checked_sub(1).map_or(0, |last| self.span(last).end());
        Span::new(start, self.span(at).start().max(start)).text(self.editor.source)
    }

    /// Returns the parts of a region in the order of the new text; `None` if it is not known how an
    /// inserted token is written.
    fn pieces(&mut self, region: &Region<'_>) -> Option<Vec<Piece<'s>>> {
        let mut pieces = Vec::new();
        let mut changes = region.changes.iter().peekable();
        let mut deleted_to = region.from;
        let mut at = region.from;
        loop {
            // A gap begins at `at`.
            let is_layout = |at: &usize| self.kind(*at).is_some_and(|kind| kind != Kind::Word);
            let to = (at..region.to).find(|at| !is_layout(at)).unwrap_or(region.to);
            let start = at.checked_sub(1).map_or(0, |last| self.span(last).end());
            let end = self.span(to).start().max(start);
            let text = Span::new(start, end).text(self.editor.source);
            let mut gap = Some(Gap { text, kept: false, counted: false, joined: false });
            // A comment at the end of the text stays there.
            let is_last = to == self.editor.lexemes.len()
                && !gap.is_some_and(|gap| gap.split().1.trim().is_empty());
            let ends = |kind| matches!(kind, Kind::Newline | Kind::Assumed);
            let counted = (at..to).find(|at| self.kind(*at).is_some_and(ends));
            for place in at..=to {
                if let Some(change) = changes.next_if(|change| change.at == place) {
                    deleted_to = place + change.deleted;
                    let kinds = || change.inserted.iter().map(|t| self.rules.kind(t.index()));
                    let has_end = kinds().any(ends);
                    let mut words = Vec::new();
                    for (token, kind) in change.inserted.iter().zip(kinds().collect::<Vec<_>>()) {
                        words.push(match kind {
                            Kind::Word => Piece::Word(token.index(), (self.text_of)(*token)?),
                            _ => Piece::Layout(kind, None),
                        });
                    }
                    let closes = matches!(&words[..], [Piece::Word(_, text), ..]
                        if text.starts_with([')', ']', '}', ',', ';', ':']));
                    let is_after = closes && self.rules.ending.is_empty();
                    for word in words {
                        let is_end = matches!(word, Piece::Layout(kind, _) if ends(kind));
                        let is_before = if has_end { is_end } else { !is_after };
                        if counted.is_none() && is_before && !is_last {
                            pieces.extend(gap.take().map(Piece::Gap));
                        }
                        pieces.push(word);
                    }
                }
                if place < to {
                    let kind = self.kind(place).expect("a lexeme of the region");
                    let kept = place >= deleted_to;
                    if counted.is_none_or(|counted| counted == place) {
                        gap = gap.map(|gap| Gap {
                            kept: kept && counted.is_some(),
                            counted: counted.is_some(),
                            ..gap
                        });
                        if !is_last {
                            pieces.extend(gap.take().map(Piece::Gap));
                        }
                    }
                    pieces.push(match kept {
                        true => Piece::Layout(kind, Some(place)),
                        false => Piece::Deleted(kind, place),
                    });
                }
            }
            pieces.extend(gap.map(Piece::Gap));
            if to == region.to {
                return Some(pieces);
            }
            pieces.push(Piece::Deleted(Kind::Word, to));
            at = to + 1;
        }
    }

    /// Writes what stands before `next`, a word or the end of the text; the region begins at byte
    /// `start`.
    fn write(
        &mut self,
        run: &Run<'s>,
        next: Option<&str>,
        start: usize,
        out: &mut String,
    ) -> Option<()> {
        if !run.is_intact && !run.is_possible(next.is_none()) {
            return None;
        }
        if run.has(Kind::Newline) || run.has(Kind::Indent) || run.has(Kind::Dedent) {
            self.write_lines(run, next, out)
        } else if run.has(Kind::Assumed) {
            self.write_assumed(run, next, start, out)
        } else {
            self.write_in_line(run, next, start, out)
        }
    }

    /// Writes a line end, and the indentation of the next line.
    fn write_lines(&mut self, run: &Run<'s>, next: Option<&str>, out: &mut String) -> Option<()> {
        if run.has(Kind::Newline) && !self.open.new.is_empty() {
            return None;
        }
        for (kind, at) in &run.kinds {
            match kind {
                Kind::Indent => self.indent(*at, run),
                Kind::Dedent if self.levels.new.len() > 1 => self.levels.change(|_, new| {
                    new.pop();
                }),
                Kind::Dedent if self.extent != Extent::Line => return None,
                _ => {}
            }
        }
        if run.is_intact && self.extent == Extent::Line {
            self.turn_back();
        }
        let (old, new) = (self.levels.old.last()?.clone(), self.levels.new.last()?.clone());
        self.before = None;
        let depth = self.levels.old.len();
        self.corrected = self.corrected.filter(|(_, own)| depth >= *own);
        let tail = run.gaps.last().map_or("", |gap| gap.split().1);
        let is_wrong = self.corrected.is_some_and(|(own, _)| own == tail);
        let is_equal = !is_wrong && run.inner.as_ref().is_none_or(|[old, new]| old == new);
        if run.is_intact && old == new && is_equal {
            run.gaps.iter().for_each(|gap| out.push_str(gap.text));
            return Some(());
        }
        if run.goes_on() {
            return None;
        }
        let (mut text, mut rest) = (String::new(), "");
        for gap in &run.gaps {
            let (head, tail) = gap.split();
            if gap.kept || !head.trim().is_empty() {
                // Comments at the end of a block are its own.
                let own = run.inner.as_ref().filter(|[inner, _]| inner.len() > old.len());
                let outer = &[old.clone(), new.clone()];
                reindent(head, own.into_iter().chain([outer]), &mut text);
            }
            rest = tail;
            if head.is_empty() && !gap.is_blank() {
                text.push_str(gap.text.trim_end());
                rest = "";
            }
        }
        let ends_itself = next.is_none() && run.gaps.iter().any(|gap| gap.kept);
        let is_written = run.is_first || text.contains(BREAKS) || ends_itself;
        if !is_written {
            text.push_str(self.blocks.line_end);
        }
        if next.is_some() {
            text.push_str(&new);
            text.push_str(rest.trim_start());
        } else if !rest.trim().is_empty() {
            text.push_str(rest);
        }
        out.push_str(&text);
        Some(())
    }

    /// Opens a block in the new text.
    fn indent(&mut self, kept: Option<usize>, run: &Run<'s>) {
        let source = self.editor.source;
        let outer = self.levels.new.last().cloned().unwrap_or_default();
        let own = match kept {
            Some(at) => self.blocks.opened_by(at, source),
            None => run.gaps.last().map_or("", |gap| gap.split().1),
        };
        let is_blank = own.chars().all(char::is_whitespace);
        let by_own = own.strip_prefix(&*outer).is_some_and(|step| !step.is_empty() && is_blank);
        let old_outer = self.levels.old.iter().nth_back(1).filter(|_| kept.is_some());
        let step = old_outer.and_then(|outer| own.strip_prefix(&**outer));
        let is_equal = old_outer.is_some_and(|old| *old == outer);
        let deeper = match step.filter(|step| !step.is_empty()) {
            Some(_) if is_equal => Cow::Borrowed(own),
            Some(step) => Cow::Owned(format!("{outer}{step}")),
            None if by_own => Cow::Owned(own.to_owned()),
            None => Cow::Owned(format!("{outer}{}", self.blocks.step(self.at, source))),
        };
        self.levels.change(|_, new| new.push(deeper));
    }

    /// Ends what one repair changes in the depth of lines.
    fn turn_back(&mut self) {
        let Some(Turn { depth, is_deeper }) = self.turn else { return };
        let now = self.levels.old.len();
        if now < depth || is_deeper && now == depth {
            let old = self.levels.old.clone();
            self.levels = Both::of(old);
        }
    }

    /// Writes a token that a line end may stand for.
    fn write_assumed(
        &mut self,
        run: &Run<'s>,
        next: Option<&str>,
        start: usize,
        out: &mut String,
    ) -> Option<()> {
        let has_break = next.is_none() || run.gaps.iter().any(|gap| gap.has_break());
        let is_kept = run.gaps.iter().any(|gap| gap.kept);
        let ends = self.before.is_some_and(|before| self.rules.ending.contains(&before));
        let token = self.rules.assumed()?;
        let text = (self.text_of)(token);
        let is_free = text.is_none() && self.rules.ending.is_empty();
        if has_break && (ends || is_free) || is_free && is_kept {
            self.before = None;
            let is_kept =
                |gap: &&Gap<'_>| run.gaps.len() == 1 || gap.has_break() || !gap.is_blank();
            run.gaps.iter().filter(is_kept).for_each(|gap| out.push_str(gap.text));
            return Some(());
        }
        if let Some(text) = text {
            out.push_str(&text);
            self.before = Some(token.index());
            return self.write_in_line(run, next, start, out);
        }
        if !ends && !is_free || run.gaps.iter().any(|gap| !gap.is_blank()) {
            return None;
        }
        let line = &self.editor.source[..start];
        let line = &line[line.rfind(BREAKS).map_or(0, |at| at + 1)..];
        self.before = None;
        out.push_str(self.blocks.line_end);
        out.push_str(&line[..line.len() - line.trim_start().len()]);
        Some(())
    }

    /// Writes what stands between two words of a line.
    fn write_in_line(
        &mut self,
        run: &Run<'s>,
        next: Option<&str>,
        start: usize,
        out: &mut String,
    ) -> Option<()> {
        let counts = self.rules.has_lines() && self.open.new.is_empty()
            || self.before.is_some_and(|before| self.rules.ending.contains(&before));
        let is_free = !self.rules.has_lines() && self.rules.ending.is_empty();
        let joins = |gap: &Gap<'_>| {
            let counts = if is_free { gap.counted && !gap.kept } else { counts && !gap.joined };
            gap.has_break() && counts
        };
        let is_start = run.is_first && out.is_empty();
        if !is_start && next.is_none() && !run.is_intact && counts {
            return None;
        }
        if is_start {
            // Before the first word line ends count for nothing.
            if !run.is_intact && self.rules.has_lines() && run.goes_on() {
                return None;
            }
            let mut tail = "";
            for (index, gap) in run.gaps.iter().enumerate() {
                if index == 0 || !gap.is_blank() {
                    let (head, rest) = gap.split();
                    out.push_str(head);
                    tail = rest;
                }
            }
            let new = self.levels.new.last()?;
            let is_equal = run.is_intact && self.levels.old.last() == Some(new);
            let is_kept = is_equal || !self.rules.has_lines();
            out.push_str(if is_kept { tail } else { new });
            return Some(());
        }
        let must_join = run.gaps.iter().any(joins);
        if must_join && run.gaps.iter().any(|gap| !gap.is_blank()) {
            return None;
        }
        let broken = run.gaps.iter().any(|gap| gap.has_break());
        if broken && !must_join {
            let (old, new) = (self.levels.old.last()?, self.levels.new.last()?);
            let mut rest = "";
            for gap in run.gaps.iter().filter(|gap| gap.has_break() || !gap.is_blank()) {
                reindent(gap.text, [&[old.clone(), new.clone()]].into_iter(), out);
                rest = gap.text;
            }
            if !rest.ends_with(char::is_whitespace) {
                out.push(' ');
            }
            return Some(());
        }
        if run.is_intact && !must_join {
            run.gaps.iter().for_each(|gap| out.push_str(gap.text));
            return Some(());
        }
        for gap in run.gaps.iter().filter(|gap| !gap.is_blank()) {
            out.push(' ');
            out.push_str(gap.text.trim());
        }
        let left = out.chars().next_back();
        let left = left.or_else(|| self.editor.source[..start].chars().next_back());
        let right = next.and_then(|next| next.chars().next());
        if let Some((left, right)) = left.zip(right) {
            let touches = right == ':' && (left.is_alphanumeric() || ")]}_\"'".contains(left));
            if !touches && wants_blank(left, right) {
                out.push(' ');
            }
        }
        Some(())
    }

    /// Adds the edit that makes `text` of a span, as short as it can be.
    fn put(&mut self, span: Span, text: &str) {
        let old = span.text(self.editor.source);
        let pairs = old.char_indices().zip(text.chars());
        let same = pairs.clone().take_while(|((_, a), b)| a == b);
        let first = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
        let (old, text) = (&old[first..], &text[first..]);
        let pairs = old.chars().rev().zip(text.chars().rev());
        let last: usize = pairs.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
        let (old, text) = (&old[..old.len() - last], &text[..text.len() - last]);
        if old != text {
            let start = span.start() + first;
            let span = Span::new(start, start + old.len());
            self.edits.push(TextEdit { span, text: text.to_owned() });
        }
    }
}

/// Adds a text to `out`. Each of its lines after the first that begins with the first text of one
/// of `indentations` begins with the second instead.
fn reindent<'a, 's: 'a>(
    text: &str,
    indentations: impl Iterator<Item = &'a [Cow<'s, str>; 2]> + Clone,
    out: &mut String,
) {
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let is_moved = index > 0 && !line.trim().is_empty();
        let begins = |[old, new]: &'a [Cow<'s, str>; 2]| Some((&**new, line.strip_prefix(&**old)?));
        let (start, rest) =
            indentations.clone().filter(|_| is_moved).find_map(begins).unwrap_or(("", line));
        out.push_str(start);
        out.push_str(rest);
    }
}
