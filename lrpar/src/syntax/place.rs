//! What stands around a node in the text: its own comments, blanks, its line, and the list in which
//! it is an item.

use lrtable::Span;

use super::{SyntaxNode, trivia::LINE_BREAKS};
use crate::node_types::{NodeForm, SyntaxKind};

impl<'t> SyntaxNode<'t> {
    fn source(self) -> &'t str {
        self.tree.text()
    }

    /// The bytes of the node without trivia at its ends, which only a root has.
    pub(super) fn tokens_span(self) -> Span {
        match (self.first_text(), self.last_text()) {
            (Some(first), Some(last)) if self.at == 0 => {
                Span::new(first.span().start(), last.span().end())
            }
            _ => self.span(),
        }
    }

    /// The bytes of the node and of its own comments: trailing ones, and leading ones after the
    /// last blank line.
    pub(super) fn own_span(self) -> Span {
        let mut span = self.tokens_span();
        for leaf in self.leading_trivia().rev() {
            if leaf.is_comment() {
                span = Span::new(leaf.span().start(), span.end());
            } else if !is_blank(leaf) || has_blank_line(leaf) {
                break;
            }
        }
        let last = self.trailing_trivia().next_back();
        Span::new(span.start(), last.map_or(span.end(), |leaf| leaf.span().end()))
    }

    /// The blanks before the node and its own comments.
    pub(super) fn blanks_before(self) -> Span {
        let own = self.own_span().start();
        let before = self.tree.leaf_before(own);
        match before.filter(|leaf| self.at > 0 && is_blank(*leaf)) {
            Some(blank) => blank.span(),
            None => Span::new(own, own),
        }
    }

    /// Whether a comment ends at byte `at`.
    pub(super) fn is_after_comment(self, at: usize) -> bool {
        let leaf = self.tree.leaf_before(at);
        leaf.is_some_and(|leaf| leaf.kind() == SyntaxKind::Trivia && !is_blank(leaf))
    }

    /// The line break and the blanks with which the node's line begins, if nothing else stands
    /// before the node there; a blank otherwise.
    pub(super) fn line_start(self) -> String {
        let span = self.blanks_before();
        let (before, blanks) = (&self.source()[..span.start()], span.text(self.source()));
        match blanks.rfind(LINE_BREAKS) {
            Some(_) => line_break_and_indentation(blanks),
            None if before.is_empty() || before.ends_with(LINE_BREAKS) => format!("\n{blanks}"),
            None => " ".to_owned(),
        }
    }

    /// A line break and the blanks with which the line of the node begins, if that is near.
    pub(super) fn next_line(self) -> String {
        let at = self.span().start();
        let from = self.source().floor_char_boundary(at.saturating_sub(NEAR));
        line_break_and_indentation(&self.source()[from..at])
    }

    /// The node, or the largest around it with the same text that is an item of a list, if there is
    /// one.
    pub(super) fn as_item(self) -> SyntaxNode<'t> {
        let mut node = self;
        while let Some(parent) = node.parent() {
            if parent.is_list() {
                return node;
            }
            if parent.span() != self.span() {
                break;
            }
            node = parent;
        }
        self
    }

    pub(super) fn is_list(self) -> bool {
        matches!(self.kind(), SyntaxKind::Rule(rule) if self.tree.types().form(rule) == NodeForm::List)
    }

    /// Whether the node is an item of a list.
    pub(super) fn is_item(self) -> bool {
        let in_list = self.parent().is_some_and(SyntaxNode::is_list);
        in_list && self.is_symbol() && !self.is_separator()
    }

    /// Whether the node separates items of a list.
    pub(super) fn is_separator(self) -> bool {
        match (self.parent().map(SyntaxNode::kind), self.symbol()) {
            (Some(SyntaxKind::Rule(list)), Some(symbol)) => {
                self.tree.types().is_separator(list, symbol)
            }
            _ => false,
        }
    }

    /// How the separator of a list is written, as far as names of tokens say.
    pub(super) fn separator_text(self) -> &'t str {
        let types = self.tree.types();
        let SyntaxKind::Rule(list) = self.kind() else { return "" };
        types.separators(list).next().map_or("", |separator| types.spelling(separator))
    }
}

pub(super) fn is_blank(leaf: SyntaxNode<'_>) -> bool {
    leaf.kind() == SyntaxKind::Trivia && leaf.text().trim().is_empty()
}

/// Number of bytes before a node in which the beginning of its line is looked for.
const NEAR: usize = 1000;

/// The last line break of a text and the blanks after it.
fn line_break_and_indentation(text: &str) -> String {
    let (before, line) = match text.rfind(LINE_BREAKS) {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    let line_break = if before.ends_with("\r\n") { "\r\n" } else { "\n" };
    format!("{line_break}{}", &line[..blanks])
}

/// Whether blanks have an empty line among them.
fn has_blank_line(leaf: SyntaxNode<'_>) -> bool {
    let ends_line = leaf.source()[..leaf.span().start()].ends_with('\n');
    leaf.text().matches('\n').count() + usize::from(ends_line) > 1
}

/// Whether a lexer may read a text that ends in `a` and one that begins with `b` as one.
pub(super) fn glues(a: char, b: char) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || "_.$@#".contains(c);
    let is_sign = |c: char| c.is_ascii_punctuation() && !"()[]{},;_\"'`".contains(c);
    is_word(a) && is_word(b) || is_sign(a) && is_sign(b)
}
