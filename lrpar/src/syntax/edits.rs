//! Edits of a text by the nodes of its syntax tree.

use std::collections::{BTreeMap, BTreeSet};

use lrtable::Span;

use super::{
    SyntaxNode, SyntaxTree,
    place::{glues, is_blank},
    trivia::LINE_BREAKS,
};
use crate::edit::{TextEdit, apply_edits};

/// Edits of a text by nodes of its tree; from [`SyntaxTree::edit`].
///
/// Edits are collected and made at once. A node that is the only one with its text inside an item
/// of a list stands for the item.
///
/// Where edits overlap, those of outer nodes win: what is done below a node that is removed or
/// replaced has no effect.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// let tree = sum_tree("one plus  one");
/// let last = tree.root().last_token().unwrap();
/// assert_eq!(tree.edit().replace(last, "two").apply(), "one plus  two");
/// assert_eq!(tree.edit().remove(last).apply(), "one plus");
/// ```
#[derive(Clone, Debug)]
pub struct SyntaxEdits<'t> {
    tree: &'t SyntaxTree,
    /// Nodes that are replaced by these texts, or removed.
    changed: BTreeMap<u32, Option<String>>,
    /// Insertions at nodes.
    inserted: Vec<(u32, TextEdit)>,
}

impl SyntaxTree {
    /// Returns a collection of edits of the tree's text, without any yet.
    pub fn edit(&self) -> SyntaxEdits<'_> {
        SyntaxEdits { tree: self, changed: BTreeMap::new(), inserted: Vec::new() }
    }
}

impl<'t> SyntaxEdits<'t> {
    /// Replaces the text of a node; trivia around it stay. A later edit of the node replaces this
    /// one.
    ///
    /// # Panics
    ///
    /// If the node is of another tree; so do the other edits.
    pub fn replace(&mut self, node: SyntaxNode<'t>, text: impl Into<String>) -> &mut Self {
        self.change(node, Some(text.into()))
    }

    /// Removes a node with its own comments: [trailing](SyntaxNode::trailing_trivia) ones, and
    /// [leading](SyntaxNode::leading_trivia) ones up to a blank line. The separator of an item of a
    /// list goes with it, the one after it or, at the end of the list, the one before. So do blanks
    /// on one side, so that no empty line remains.
    ///
    /// Removing all items removes all that stands for the list; whether that may be empty is not
    /// checked.
    pub fn remove(&mut self, node: SyntaxNode<'t>) -> &mut Self {
        self.change(node.as_item(), None)
    }

    /// Inserts text after a node and its trailing comments: in a list as an item after it, with the
    /// separator and the blanks that stand between neighbours there, otherwise on a line of its own
    /// if the node begins one.
    ///
    /// For a list of one item the separator is written as its token is named, if that is a text.
    pub fn insert_after(&mut self, node: SyntaxNode<'t>, text: &str) -> &mut Self {
        self.check(node);
        let item = node.as_item();
        let own = item.own_span();
        let layout = Layout::of(item, true);
        let separator = item.next_symbol().filter(|next| next.is_separator());
        let before = layout.before.as_str();
        match separator.filter(|it| !it.is_missing() && !before.contains(LINE_BREAKS)) {
            Some(it) => {
                let end = it.own_span().end();
                let after = layout.after(item, end);
                self.insert(node, end, format!("{after}{text}{before}{}", layout.separator))
            }
            None => {
                let after = layout.after(item, own.end());
                let breaks_line = after.starts_with(LINE_BREAKS);
                let sign = format!("{before}{}", layout.separator);
                if breaks_line && own.end() > item.span().end() && !before.contains(LINE_BREAKS) {
                    // The separator stands before a comment at the end of the line.
                    self.insert(node, item.span().end(), sign);
                    return self.insert(node, own.end(), format!("{after}{text}"));
                }
                self.insert(node, own.end(), format!("{sign}{after}{text}"))
            }
        }
    }

    /// Inserts text before a node and its leading comments, as
    /// [`insert_after`](SyntaxEdits::insert_after) does after it.
    pub fn insert_before(&mut self, node: SyntaxNode<'t>, text: &str) -> &mut Self {
        self.check(node);
        let item = node.as_item();
        let Layout { before, separator, after } = Layout::of(item, false);
        let start = item.own_span().start();
        self.insert(node, start, format!("{text}{before}{separator}{after}"))
    }

    /// Returns the edits of the text, sorted and disjoint. Takes time linear in the nodes edited,
    /// the trivia around them and the siblings between them, times the logarithm of the size of the
    /// tree.
    pub fn text_edits(&self) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        let mut removal = Removal::default();
        let mut outer: Option<SyntaxNode<'_>> = None;
        let inside = |outer: Option<SyntaxNode<'_>>, at: u32| {
            outer.is_some_and(|outer| outer.at < at && at < outer.element().end)
        };
        let removed: BTreeSet<u32> =
            self.changed.iter().filter(|(_, text)| text.is_none()).map(|(at, _)| *at).collect();
        let mut outermost = Vec::new();
        for (&at, text) in &self.changed {
            if inside(outer, at) {
                continue;
            }
            let node = SyntaxNode { tree: self.tree, at };
            outer = Some(node);
            outermost.push(at);
            match text {
                Some(text) => edits.push(replacement(node, text)),
                None => removal.remove(node, &removed),
            }
        }
        edits.extend(removal.edits(self.tree.text()));
        let is_kept = |(at, _): &&(u32, TextEdit)| {
            let before = outermost.partition_point(|outer| outer < at).checked_sub(1);
            let outer = before.map(|index| SyntaxNode { tree: self.tree, at: outermost[index] });
            !inside(outer, *at)
        };
        let inserted = self.inserted.iter().filter(is_kept).map(|(_, edit)| edit.clone());
        joined(edits, inserted)
    }

    /// Returns the text with the edits.
    pub fn apply(&self) -> String {
        apply_edits(self.tree.text(), &self.text_edits())
    }

    fn check(&self, node: SyntaxNode<'t>) {
        assert!(node == SyntaxNode { tree: self.tree, at: node.at }, "the node is of another tree");
    }

    fn change(&mut self, node: SyntaxNode<'t>, text: Option<String>) -> &mut Self {
        self.check(node);
        self.changed.insert(node.at, text);
        self
    }

    fn insert(&mut self, node: SyntaxNode<'t>, at: usize, text: String) -> &mut Self {
        let text = spaced(self.tree.text(), Span::new(at, at), text);
        self.inserted.push((node.at, TextEdit { span: Span::new(at, at), text }));
        self
    }
}

/// What stands between two neighbours in a list: blanks, the separator, blanks.
struct Layout {
    before: String,
    separator: String,
    after: String,
}

impl Layout {
    /// Returns the layout between an item and its next or its previous neighbour, or the other one
    /// if it has no such neighbour.
    fn of(item: SyntaxNode<'_>, next: bool) -> Layout {
        let parent = item.parent().filter(|parent| parent.is_list());
        let pair = |right: SyntaxNode<'_>| {
            let separator = right.previous_symbol()?;
            if !separator.is_separator() {
                return Some(Layout::new("", "", right));
            }
            separator.previous_symbol()?;
            let before = separator.blanks_before().text(item.tree.text());
            let is_spelt = !separator.is_missing();
            let text =
                if is_spelt { separator.text() } else { separator.parent()?.separator_text() };
            Some(Layout::new(before, text, right))
        };
        let following = || {
            let next = item.next_symbol()?;
            pair(if next.is_separator() { next.next_symbol()? } else { next })
        };
        let neighbours = parent.and_then(|_| match next {
            true => following().or_else(|| pair(item)),
            false => pair(item).or_else(following),
        });
        neighbours.unwrap_or_else(|| Layout {
            before: String::new(),
            separator: parent.map_or("", SyntaxNode::separator_text).to_owned(),
            after: item.line_start(),
        })
    }

    fn new(before: &str, separator: &str, right: SyntaxNode<'_>) -> Layout {
        let after = right.blanks_before().text(right.tree.text());
        Layout {
            before: before.to_owned(),
            separator: separator.to_owned(),
            after: after.to_owned(),
        }
    }

    /// Returns the blanks between a separator and an item that is written at byte `at`: another
    /// line, if a comment stands there that may go to the end of its line.
    fn after(&self, item: SyntaxNode<'_>, at: usize) -> String {
        let text = item.tree.text();
        if text[..at].ends_with(LINE_BREAKS) {
            return self.after.trim_start_matches(LINE_BREAKS).to_owned();
        }
        match item.is_after_comment(at) && !self.after.contains(LINE_BREAKS) {
            true => item.next_line(),
            false => self.after.clone(),
        }
    }
}

/// Nodes that are removed, from the first to the last.
#[derive(Default)]
struct Removal {
    /// The separators that go with them.
    separators: BTreeSet<u32>,
    /// The element that is the first symbol of its parent when what was removed is gone, and the
    /// blanks before what was removed.
    first: Option<(u32, Span)>,
    pieces: Vec<Span>,
}

impl Removal {
    fn remove(&mut self, node: SyntaxNode<'_>, removed: &BTreeSet<u32>) {
        let own = node.own_span();
        let (mut start, mut end) = (own.start(), own.end());
        let next = node.next_symbol();
        let mut after = next;
        match next.filter(|next| node.is_item() && next.is_separator()) {
            Some(separator) => {
                self.separators.insert(separator.at);
                after = separator.next_symbol();
                let (blanks, taken) = (separator.blanks_before(), separator.span());
                let taken = Span::new(taken.start(), separator.own_span().end());
                if blanks.start() <= end && blanks.end() == taken.start() {
                    end = taken.end();
                } else {
                    self.pieces.push(taken);
                }
            }
            None if node.is_item() && next.is_none() => self.separator_before(node, removed),
            None => {}
        }
        let is_first = node.previous_symbol().is_none().then(|| node.blanks_before());
        let is_next = self.first.filter(|(first, _)| *first == node.at);
        let first = is_first.or(is_next.map(|(_, blanks)| blanks));
        if let (Some(first), Some(after)) = (first, after.filter(|_| node.is_symbol())) {
            self.first = Some((after.at, first));
            let blanks = node.tree().leaf_at(end).filter(|leaf| is_blank(*leaf));
            end = blanks.map_or(end, |leaf| leaf.span().end());
        } else {
            let rest = node.tree().text()[end..].trim_start_matches([' ', '\t']);
            let ends_line = rest.is_empty() || rest.starts_with(LINE_BREAKS);
            let blanks = node.blanks_before();
            // A comment may need the end of its line.
            if ends_line || !node.is_after_comment(blanks.start()) {
                start = blanks.start();
            }
            // What stays between removed nodes stands where the first of them stood.
            if let Some((_, blanks)) = is_next
                && !node.is_after_comment(blanks.start())
            {
                self.pieces.push(blanks);
            }
        }
        self.pieces.push(Span::new(start, end));
    }

    /// Removes the last separator before an item at the end of a list that no other removed item
    /// takes.
    fn separator_before(&mut self, item: SyntaxNode<'_>, removed: &BTreeSet<u32>) {
        let mut before = item.previous_symbol();
        while let Some(symbol) = before {
            if symbol.is_separator() && self.separators.insert(symbol.at) {
                let (blanks, span) = (symbol.blanks_before(), symbol.span());
                let is_alone =
                    blanks.end() == span.start() && !symbol.is_after_comment(blanks.start());
                let start = if is_alone { blanks.start() } else { span.start() };
                self.pieces.push(Span::new(start, span.end()));
                return;
            }
            if !symbol.is_separator() && !removed.contains(&symbol.at) {
                return;
            }
            before = symbol.previous_symbol();
        }
    }

    /// Returns the edits that remove all pieces of `text`.
    fn edits(mut self, text: &str) -> Vec<TextEdit> {
        self.pieces.sort_by_key(|piece| (piece.start(), piece.end()));
        let mut whole: Vec<Span> = Vec::new();
        for piece in self.pieces {
            match whole.last_mut() {
                Some(last) if piece.start() <= last.end() => {
                    *last = Span::new(last.start(), last.end().max(piece.end()));
                }
                _ => whole.push(piece),
            }
        }
        let edit = |span: Span| {
            let (before, after) = (&text[..span.start()], &text[span.end()..]);
            let glued = before.chars().next_back().zip(after.chars().next());
            let is_glued = glued.is_some_and(|(a, b)| glues(a, b));
            TextEdit { span, text: if is_glued { " " } else { "" }.to_owned() }
        };
        whole.into_iter().filter(|span| !span.is_empty()).map(edit).collect()
    }
}

fn replacement(node: SyntaxNode<'_>, text: &str) -> TextEdit {
    let span = node.tokens_span();
    TextEdit { span, text: spaced(node.tree.text(), span, text.to_owned()) }
}

/// Adds blanks at the ends of a new text for `span` where its neighbours would be read as part of
/// it, and the old text's ends are not as near to them.
fn spaced(source: &str, span: Span, mut text: String) -> String {
    let old = span.text(source);
    let meet = |left: &str, right: &str| {
        let ends = left.chars().next_back().zip(right.chars().next());
        ends.is_some_and(|(a, b)| glues(a, b))
    };
    let (before, after) = (&source[..span.start()], &source[span.end()..]);
    if meet(&text, after) && !meet(old, after) {
        text.push(' ');
    }
    if meet(before, &text) && !meet(before, old) {
        text.insert(0, ' ');
    }
    text
}

/// Sorts edits; insertions in the midst of another edit go to its end.
fn joined(mut edits: Vec<TextEdit>, inserted: impl Iterator<Item = TextEdit>) -> Vec<TextEdit> {
    edits.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    let mut done = 0;
    edits.retain(|edit| {
        let is_free = edit.span.start() >= done;
        done = done.max(edit.span.end());
        is_free
    });
    let mut inserted: Vec<TextEdit> = inserted.filter(|edit| !edit.text.is_empty()).collect();
    inserted.sort_by_key(|edit| edit.span.start());
    let mut placed: Vec<(usize, TextEdit)> = Vec::new();
    for edit in inserted {
        let at = edit.span.start();
        let after = edits.partition_point(|other| other.span.start() < at);
        let end = after.checked_sub(1).map_or(0, |before| edits[before].span.end()).max(at);
        placed.push((after, TextEdit { span: Span::new(end, end), ..edit }));
    }
    let mut placed = placed.into_iter().peekable();
    let mut all = Vec::new();
    for (index, edit) in edits.into_iter().enumerate() {
        all.extend(
            std::iter::from_fn(|| placed.next_if(|(after, _)| *after <= index)).map(|it| it.1),
        );
        all.push(edit);
    }
    all.extend(placed.map(|(_, edit)| edit));
    all
}
