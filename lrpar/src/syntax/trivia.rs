//! Which trivia belong to which token.
//!
//! Between two tokens, trivia belong to the first, *trailing*, or to the second, *leading*:
//!
//! | between the tokens | belongs to |
//! |---|---|
//! | what stands before the first line break that is in no comment, if there is a comment | the first |
//! | that, if there is no line break, but the text ends, or a closing bracket, a comma or a semicolon follows | the first |
//! | all other trivia, and blanks after the last comment | the second |
//!
//! So comments at the end of a line belong to what stands in that line, and comments in lines of
//! their own to what follows. Trivia at the end of the text that are not trailing belong to none.
//!
//! Comments are the trivia that the lexer names so. Without such names, all trivia are leading.

use std::iter;

use super::{SyntaxNode, SyntaxTree};
use crate::node_types::SyntaxKind;

impl<'t> SyntaxNode<'t> {
    /// Returns whether the node is trivia with a name that contains `comment`, in whatever case.
    pub fn is_comment(self) -> bool {
        let parts = self.trivia_name().unwrap_or("").as_bytes().windows("comment".len());
        parts.into_iter().any(|part| part.eq_ignore_ascii_case(b"comment"))
    }

    /// Returns an iterator over the trivia before the node that belong to its first token, in the
    /// order of the text: blanks, and the comments that are not the
    /// [trailing trivia](SyntaxNode::trailing_trivia) of the token before.
    ///
    /// These trivia stand before the node, mostly further up in the tree. Nodes without text and
    /// trivia have none, nor has a root, which contains all. Takes time linear in the trivia
    /// between both tokens, each of which is found in logarithmic time.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let plus = tree.leaf_at(5).unwrap();
    /// let blanks: String = plus.leading_trivia().map(|leaf| leaf.text()).collect();
    /// assert_eq!(blanks, " ");
    /// ```
    pub fn leading_trivia(self) -> impl DoubleEndedIterator<Item = SyntaxNode<'t>> {
        let mut trivia = Vec::new();
        if self.has_trivia_around() {
            trivia = self.tree.trivia_before(self.span().start());
            let is_first = trivia.first().is_none_or(|leaf| leaf.span().start() == 0);
            if !is_first {
                trivia.drain(..trailing(&trivia, self.text()));
            }
        }
        trivia.into_iter()
    }

    /// Returns an iterator over the trivia after the node that belong to its last token, in the
    /// order of the text: comments up to the end of the line, and the blanks before each of them.
    ///
    /// A comment that more follows in its line is trailing if a closing bracket, a comma or a
    /// semicolon is next, as in `f(a /* x */, b)`. In `f(/* x */ a)` it belongs to what follows.
    /// Takes as much time as [`leading_trivia`](SyntaxNode::leading_trivia).
    pub fn trailing_trivia(self) -> impl DoubleEndedIterator<Item = SyntaxNode<'t>> {
        let mut trivia = Vec::new();
        if self.has_trivia_around() {
            trivia = self.tree.trivia_from(self.span().end());
            let end = trivia.last().map_or(0, |leaf| leaf.span().end());
            trivia.truncate(trailing(&trivia, &self.tree.text()[end..]));
        }
        trivia.into_iter()
    }

    fn has_trivia_around(self) -> bool {
        self.at > 0 && self.kind() != SyntaxKind::Trivia && !self.span().is_empty()
    }
}

impl SyntaxTree {
    /// The trivia that end at byte `end`, after the token before.
    fn trivia_before(&self, end: usize) -> Vec<SyntaxNode<'_>> {
        let before = |end: usize| self.leaf_before(end);
        let leaves = iter::successors(before(end), |leaf| before(leaf.span().start()));
        let mut trivia: Vec<_> =
            leaves.take_while(|leaf| leaf.kind() == SyntaxKind::Trivia).collect();
        trivia.reverse();
        trivia
    }

    /// The trivia that begin at byte `start`, before the next token.
    fn trivia_from(&self, start: usize) -> Vec<SyntaxNode<'_>> {
        let leaves = iter::successors(self.leaf_at(start), |leaf| self.leaf_at(leaf.span().end()));
        leaves.take_while(|leaf| leaf.kind() == SyntaxKind::Trivia).collect()
    }
}

pub(super) const LINE_BREAKS: [char; 2] = ['\n', '\r'];

/// Returns the number of `trivia` between two tokens that belong to the first; `rest` is the text
/// after them.
fn trailing(trivia: &[SyntaxNode<'_>], rest: &str) -> usize {
    let mut line = trivia.len();
    let mut ends = rest.is_empty() || rest.starts_with([')', ']', '}', ',', ';']);
    for (at, leaf) in trivia.iter().enumerate() {
        let breaks_line = match leaf.is_comment() {
            true => leaf.text().ends_with(LINE_BREAKS),
            false => leaf.text().contains(LINE_BREAKS),
        };
        if breaks_line {
            line = at + usize::from(leaf.is_comment());
            ends = true;
            break;
        }
    }
    let last = trivia[..line].iter().rposition(|leaf| leaf.is_comment());
    last.filter(|_| ends).map_or(0, |last| last + 1)
}
