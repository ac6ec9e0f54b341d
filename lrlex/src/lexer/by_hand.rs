//! What a hand-written lexer tells of its tokens, beside the lexemes: how they are written, which
//! of them are layout, and what is wrong at its errors.

use std::collections::BTreeMap;

use lrpar::{LayoutTokens, LexerTypes, LineRules};
use lrtable::{Span, Storage};

use super::LRNonStreamingLexer;
use crate::{
    limits::NAMED_TOKENS,
    rule::{Rule, token_texts},
};

/// What is told.
#[derive(Clone)]
pub(crate) struct ByHand<StorageT> {
    pub(crate) texts: Vec<Option<String>>,
    pub(crate) layout: Option<LayoutTokens<StorageT>>,
    pub(crate) line_rules: LineRules<StorageT>,
    /// What is wrong at the errors that begin at these bytes.
    pub(crate) reasons: BTreeMap<usize, String>,
}

impl<StorageT> Default for ByHand<StorageT> {
    fn default() -> Self {
        ByHand {
            texts: Vec::new(),
            layout: None,
            line_rules: LineRules::default(),
            reasons: BTreeMap::new(),
        }
    }
}

/// For hand-written lexers: what they know beside lexemes.
impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes>
    LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    /// Tells how tokens are written that are always written alike, so that repairs insert them and
    /// misspelt keywords are found. Tokens from 2²⁰ on have no text.
    ///
    /// ```
    /// use lrlex::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexer};
    /// use lrpar::{Lexeme, Lexer};
    ///
    /// let lexemes = [Ok(DefaultLexeme::new(1, 0, 3))];
    /// let lexer = LRNonStreamingLexer::<DefaultLexerTypes>::from_lexemes("def", lexemes)
    ///     .with_token_texts([(1, "def"), (2, ":")]);
    /// let texts = lexer.token_texts();
    /// assert_eq!(texts[1..], [Some("def".to_owned()), Some(":".to_owned())]);
    /// ```
    #[must_use]
    pub fn with_token_texts<TextT: Into<String>>(
        mut self,
        texts: impl IntoIterator<Item = (LexerTypesT::StorageT, TextT)>,
    ) -> Self {
        let known = &mut self.by_hand.get_or_insert_default().texts;
        for (token, text) in texts {
            let index = token.to_index();
            if index >= NAMED_TOKENS {
                continue;
            }
            if known.len() <= index {
                known.resize(index + 1, None);
            }
            known[index] = Some(text.into());
        }
        self
    }

    /// Tells that tokens are written as the rules of a lexer definition have them
    /// ([`LexerDef::iter_rules`](crate::LexerDef::iter_rules)): those whose rules are plain texts.
    #[must_use]
    pub fn with_rules(mut self, rules: &[Rule<LexerTypesT::StorageT>]) -> Self {
        self.by_hand.get_or_insert_default().texts = token_texts(rules);
        self
    }

    /// Tells which tokens are line ends and indentation, so that repairs of these become line ends
    /// and blanks, and reports name them.
    #[must_use]
    pub fn with_layout(mut self, layout: LayoutTokens<LexerTypesT::StorageT>) -> Self {
        self.by_hand.get_or_insert_default().layout = Some(layout);
        self
    }

    /// Tells between and after which tokens line ends count, which edits keep to.
    #[must_use]
    pub fn with_line_rules(mut self, rules: LineRules<LexerTypesT::StorageT>) -> Self {
        self.by_hand.get_or_insert_default().line_rules = rules;
        self
    }

    /// Tells what is wrong at errors: each the span of an error, and the title of its report.
    #[must_use]
    pub fn with_reasons<TextT: Into<String>>(
        mut self,
        reasons: impl IntoIterator<Item = (Span, TextT)>,
    ) -> Self {
        let reasons = reasons.into_iter().map(|(span, reason)| (span.start(), reason.into()));
        self.by_hand.get_or_insert_default().reasons.extend(reasons);
        self
    }
}
