//! The declaration `%reclassify FROM TO after KW`.

use crate::LexErrorKind;
use lrtable::Span;

use super::{Reader, RuleSpec, cut::unquoted, is_blank};
use crate::{limits, reclassify::Reclassify};

impl Reader<'_> {
    /// Reads what stands at `rest`, after the word `%reclassify`, which stands at `word`.
    pub(super) fn reclassification(&mut self, word: Span, rest: Span) {
        let names = self.names(rest);
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
        rules: &[RuleSpec],
    ) -> Vec<Reclassify<usize>> {
        // A rule that could not be read would have given a token.
        if self.errors() > 0 {
            return Vec::new();
        }
        let mut resolved = Vec::new();
        for names in std::mem::take(&mut self.reclassifications) {
            let found = names.map(|span| {
                let name = self.text(span);
                let rule = rules.iter().position(|rule| rule.name.as_deref() == Some(name));
                if rule.is_none() {
                    self.error_of(
                        LexErrorKind::UnknownName,
                        format!("no rule gives the token '{name}'"),
                        span,
                    );
                }
                rule
            });
            if let (Some(from), Some(to), Some(after)) = (found.from, found.to, found.after) {
                resolved.push(Reclassify { from, to, after });
            }
        }
        resolved
    }

    /// The names in `span`, which blanks separate; one in quotes may contain blanks. A comment may follow.
    fn names(&self, span: Span) -> Vec<Span> {
        let mut names = Vec::new();
        let mut at = span.start();
        loop {
            let rest = self.text(Span::new(at, span.end()));
            let word = rest.trim_start_matches(is_blank);
            at += rest.len() - word.len();
            if word.is_empty() || word.starts_with("//") || word.starts_with("/*") {
                return names;
            }
            let quoted = word
                .chars()
                .next()
                .filter(|c| *c == '"' || *c == '\'')
                .and_then(|quote| Some(word[1..].find(quote)? + 2));
            let len = quoted.unwrap_or(word.find(is_blank).unwrap_or(word.len()));
            let inner = usize::from(unquoted(&word[..len]).is_some());
            names.push(Span::new(at + inner, at + len - inner));
            at += len;
        }
    }
}
