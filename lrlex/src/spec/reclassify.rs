//! The declaration `%reclassify FROM TO after KW`.

use crate::LexErrorKind;
use lrtable::Span;

use super::{LexFile, ReadRule};
use crate::{limits, reclassify::Reclassify};

impl LexFile<'_> {
    /// Reads what stands at `rest`, after the word `%reclassify`, which stands at `word`.
    pub(super) fn reclassification(&mut self, word: Span, rest: Span) {
        let mut left = rest;
        let names: Vec<Span> = std::iter::from_fn(|| self.word(&mut left)).collect();
        match names.as_slice() {
            &[from, to, keyword, after] if self.text(keyword) == "after" => {
                if self.reclassifications.len() == limits::RECLASSIFICATIONS {
                    let message = format!(
                        "a lexer has {} directives '%reclassify' at most: use fewer",
                        limits::RECLASSIFICATIONS
                    );
                    return self.stop(message, word);
                }
                self.reclassifications.push(Reclassify { from, to, after });
            }
            _ => {
                let span = if rest.is_empty() { word } else { rest };
                self.error("expected '%reclassify FROM TO after KEYWORD'", span);
            }
        }
    }

    /// The tokens of the directives by the rules that give them.
    pub(super) fn resolve_reclassifications(
        &mut self,
        rules: &[ReadRule],
    ) -> Vec<Reclassify<usize>> {
        // A rule that could not be read would have given a token.
        if self.errors() > 0 {
            return Vec::new();
        }
        let mut resolved = Vec::new();
        for names in std::mem::take(&mut self.reclassifications) {
            let found = names.map(|span| {
                let name = self.text(span);
                let rule = rules.iter().position(|rule| rule.name() == Some(name));
                if rule.is_none() {
                    let message = format!("no rule gives the token '{name}'");
                    self.error_of(LexErrorKind::UnknownName, message, span);
                }
                rule
            });
            if let (Some(from), Some(to), Some(after)) = (found.from, found.to, found.after) {
                resolved.push(Reclassify { from, to, after });
            }
        }
        resolved
    }
}
