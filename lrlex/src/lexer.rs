//! A lexed text: lexemes and errors in the order of the text, and what its places are called.

mod by_hand;

use std::{fmt, sync::OnceLock};

use lrpar::{LayoutTokens, Lexeme, Lexer, LexerTypes, LineRules, NonStreamingLexer, Reader};
use lrtable::{NewlineCache, Span};

use self::by_hand::ByHand;
use crate::{
    layout::Layout,
    lexed::Lexed,
    lexeme::LRLexError,
    reader::{Read, Source},
    readings::Readings,
    rule::{Rule, token_texts},
};

/// A text with its lexemes, made by
/// [`LRNonStreamingLexerDef::lexer`](crate::LRNonStreamingLexerDef::lexer), or from lexemes that a
/// hand-written lexer found.
pub struct LRNonStreamingLexer<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes> {
    text: &'input str,
    lexed: OnceLock<Lexed<LexerTypesT::LexemeT>>,
    /// What parsers have read; the lexemes of the last one count then.
    readings: Readings<LexerTypesT::LexemeT>,
    /// How lexemes are found that depend on the parser.
    reading: Option<(Source<'lexer, LexerTypesT>, Read<LexerTypesT>)>,
    /// The index of lines, made when a line or column is first asked for.
    newlines: OnceLock<NewlineCache>,
    /// The rules that made the lexemes; none for a hand-written lexer.
    rules: &'lexer [Rule<LexerTypesT::StorageT>],
    /// What the directives of layout say.
    layout: Option<&'lexer Layout>,
    /// What a hand-written lexer tells of its tokens.
    by_hand: Option<Box<ByHand<LexerTypesT::StorageT>>>,
}

impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes>
    LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    /// Makes a lexer of `text` from the lexemes and errors of a hand-written lexer, in the order of
    /// the text.
    ///
    /// `newlines` serves if it was fed the whole text; else a line index is made when it is needed.
    /// Spans that do not fit the text panic when they are used.
    ///
    /// ```
    /// use lrlex::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexer};
    /// use lrpar::{Lexeme, NonStreamingLexer};
    ///
    /// let lexemes = vec![Ok(DefaultLexeme::new(0, 0, 1)), Ok(DefaultLexeme::new(0, 2, 1))];
    /// let lexer =
    ///     LRNonStreamingLexer::<DefaultLexerTypes>::new("a\nb", lexemes, Default::default());
    /// assert_eq!(lexer.line_col(lrtable::Span::new(2, 3)).0, (2, 1));
    /// ```
    pub fn new(
        text: &'input str,
        lexemes: Vec<Result<LexerTypesT::LexemeT, LRLexError>>,
        newlines: NewlineCache,
    ) -> Self {
        let fits = newlines.len() == text.len();
        let newlines = if fits { newlines.into() } else { OnceLock::new() };
        LRNonStreamingLexer { newlines, ..Self::from_lexemes(text, lexemes) }
    }

    /// Makes a lexer of `text` from the lexemes and errors that an iterator gives, in the order of
    /// the text.
    ///
    /// ```
    /// use lrlex::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexer};
    /// use lrpar::{Lexeme, Lexer};
    ///
    /// // Each character is a token, with its number as the token's.
    /// let text = "ab";
    /// let lexeme = |(at, c): (usize, char)| Ok(DefaultLexeme::new(c.into(), at, c.len_utf8()));
    /// let lexemes = text.char_indices().map(lexeme);
    /// let lexer = LRNonStreamingLexer::<DefaultLexerTypes>::from_lexemes(text, lexemes);
    /// assert_eq!(lexer.iter().count(), 2);
    /// ```
    ///
    /// What more the lexer knows of its tokens can be told by
    /// [`with_token_texts`](Self::with_token_texts) and the methods after it.
    pub fn from_lexemes(
        text: &'input str,
        lexemes: impl IntoIterator<Item = Result<LexerTypesT::LexemeT, LRLexError>>,
    ) -> Self {
        Self::unindexed(text, Lexed::of(lexemes), &[], None)
    }

    /// A lexer without a line index, which is made when it is needed.
    pub(crate) fn unindexed(
        text: &'input str,
        lexed: Lexed<LexerTypesT::LexemeT>,
        rules: &'lexer [Rule<LexerTypesT::StorageT>],
        layout: Option<&'lexer Layout>,
    ) -> Self {
        LRNonStreamingLexer {
            text,
            lexed: lexed.into(),
            readings: Readings::new(),
            reading: None,
            newlines: OnceLock::new(),
            rules,
            layout,
            by_hand: None,
        }
    }

    /// A lexer whose lexemes are found by a parser, or when they are first asked for.
    pub(crate) fn read_by(
        text: &'input str,
        source: Source<'lexer, LexerTypesT>,
        read: Read<LexerTypesT>,
    ) -> Self {
        LRNonStreamingLexer {
            text,
            lexed: OnceLock::new(),
            readings: Readings::new(),
            reading: Some((source, read)),
            newlines: OnceLock::new(),
            rules: source.rules,
            layout: Some(source.layout),
            by_hand: None,
        }
    }

    /// What is found in the text: by a parser, or else without one.
    fn lexed(&self) -> &Lexed<LexerTypesT::LexemeT> {
        self.readings.last().unwrap_or_else(|| {
            self.lexed.get_or_init(|| match self.reading {
                Some((source, read)) => {
                    let readings = Readings::new();
                    read(source, self.text, &readings).finish();
                    readings.last().cloned().unwrap_or_else(Lexed::new)
                }
                None => Lexed::new(),
            })
        })
    }

    /// Replaces each lexeme by what `map` makes of it and its text.
    ///
    /// For what a lex file cannot say: tokens that depend on what was read before, names that the
    /// program knows. The hook is called in the order of the text, with a lexeme and its text, and
    /// may keep what it has seen. Errors stay as they are. What drops or adds lexemes can make a
    /// lexer by [`new`](Self::new) from the changed [`iter`](lrpar::Lexer::iter) of this one.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
    /// use lrpar::{Lexeme, Lexer};
    ///
    /// let lex = "%%\n[a-z]+ 'ID'\n[A-Z]+ 'TYPE'\n[ ]+ ;\n";
    /// let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
    /// let type_id = lexerdef.get_rule_by_name("TYPE").unwrap().tok_id().unwrap();
    /// let types = HashSet::from(["list", "map"]);
    /// let lexer = lexerdef.lexer("map x").map_lexemes(|lexeme, text| {
    ///     if types.contains(text) {
    ///         Lexeme::new(type_id, lexeme.span().start(), lexeme.span().len())
    ///     } else {
    ///         lexeme
    ///     }
    /// });
    /// let ids: Vec<u32> = lexer.iter().map(|lexeme| lexeme.unwrap().tok_id()).collect();
    /// assert_eq!(ids, [type_id, 0]);
    /// ```
    #[must_use]
    pub fn map_lexemes(
        mut self,
        mut map: impl FnMut(LexerTypesT::LexemeT, &'input str) -> LexerTypesT::LexemeT,
    ) -> Self {
        let mut lexed = self.lexed().clone();
        lexed.change(0, |lexeme, _| {
            let span = lexeme.span();
            Ok(map(lexeme, &self.text[span.start()..span.end()]))
        });
        (self.lexed, self.readings, self.reading) = (lexed.into(), Readings::new(), None);
        self
    }

    fn newlines(&self) -> &NewlineCache {
        self.newlines.get_or_init(|| NewlineCache::of(self.text))
    }

    fn check(&self, span: Span) {
        assert!(
            span.end() <= self.text.len(),
            "the span {}..{} does not lie in a text of {} bytes",
            span.start(),
            span.end(),
            self.text.len()
        );
    }
}

impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes<LexErrorT = LRLexError>> Lexer<LexerTypesT>
    for LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    fn iter<'a>(
        &'a self,
    ) -> Box<dyn Iterator<Item = Result<LexerTypesT::LexemeT, LexerTypesT::LexErrorT>> + 'a> {
        Box::new(self.lexed().iter())
    }

    fn lexemes(&self) -> Option<&[LexerTypesT::LexemeT]> {
        self.lexed().without_errors()
    }

    fn reason(&self, span: Span) -> Option<String> {
        if let Some(reason) = self.by_hand.as_ref().and_then(|own| own.reasons.get(&span.start())) {
            return Some(reason.clone());
        }
        if let Some(problem) = self.lexed().problem(span.start()) {
            let line = |at| self.newlines().byte_to_line_num(at).unwrap_or(0);
            return Some(problem.message(line));
        }
        let rule = self.rules.get(self.lexed().error_rule(span.start())?)?;
        rule.properties.guess.as_deref().map(str::to_owned)
    }

    fn named_trivia<'a>(&'a self) -> Box<dyn Iterator<Item = (Span, &'a str)> + 'a> {
        let skipped = self.lexed().skipped();
        Box::new(skipped.filter_map(|(rule, span)| Some((span, self.rules.get(rule)?.skips()?))))
    }

    fn token_texts(&self) -> Vec<Option<String>> {
        match &self.by_hand {
            Some(by_hand) => by_hand.texts.clone(),
            None => token_texts(self.rules),
        }
    }

    fn reader<'a>(&'a self) -> Option<Box<dyn Reader<LexerTypesT> + 'a>> {
        let (source, read) = self.reading?;
        Some(read(source, self.text, &self.readings))
    }

    fn layout(&self) -> Option<LayoutTokens<LexerTypesT::StorageT>> {
        if let Some(by_hand) = &self.by_hand {
            return by_hand.layout;
        }
        let id = |rule: usize| self.rules.get(rule).and_then(Rule::tok_id);
        self.layout.filter(|layout| layout.lines.is_some()).map(|layout| layout.tokens(id))
    }

    fn line_rules(&self) -> LineRules<LexerTypesT::StorageT> {
        if let Some(by_hand) = &self.by_hand {
            return by_hand.line_rules.clone();
        }
        let id = |rule: usize| self.rules.get(rule).and_then(Rule::tok_id);
        self.layout.map_or_else(LineRules::default, |layout| layout.line_rules(id))
    }
}

impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes<LexErrorT = LRLexError>>
    NonStreamingLexer<'input, LexerTypesT> for LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    fn text(&self) -> &'input str {
        self.text
    }

    fn span_str(&self, span: Span) -> &'input str {
        self.check(span);
        &self.text[span.start()..span.end()]
    }

    fn span_lines_str(&self, span: Span) -> &'input str {
        self.check(span);
        let (start, end) = self.newlines().span_line_bytes(span);
        &self.text[start..end]
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        self.check(span);
        let place = |at| {
            self.newlines()
                .byte_to_line_num_and_col_num(self.text, at)
                .expect("the span was checked above")
        };
        (place(span.start()), place(span.end()))
    }
}

impl<LexerTypesT: LexerTypes> fmt::Debug for LRNonStreamingLexer<'_, '_, LexerTypesT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LRNonStreamingLexer")
            .field("bytes", &self.text.len())
            .field("lexemes", &self.lexed().len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use lrpar::LexError;

    use super::*;
    use crate::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};

    type Types = DefaultLexerTypes<u8>;

    /// As users pass lexers around.
    fn places(lexer: &dyn NonStreamingLexer<'_, Types>) -> Vec<(String, String, (usize, usize))> {
        let spans = lexer.iter().map(|lexeme| match lexeme {
            Ok(lexeme) => lexeme.span(),
            Err(error) => error.span(),
        });
        spans
            .map(|span| {
                let text = lexer.span_str(span).to_owned();
                (text, lexer.span_lines_str(span).to_owned(), lexer.line_col(span).0)
            })
            .collect()
    }

    #[test]
    fn places_are_told_in_lines_and_characters() {
        let source = "%%\n[a-zé]+ 'ID'\n/\\*.*\\*/ 'COMMENT'\n[ \\n]+ ;\n";
        let lexerdef = LRNonStreamingLexerDef::<Types>::from_str(source).unwrap();
        let text = "éé x\nyé ?/*\n*/ z";
        let expected = [
            ("éé", "éé x", (1, 1)),
            ("x", "éé x", (1, 4)),
            ("yé", "yé ?/*", (2, 1)),
            ("?", "yé ?/*", (2, 4)),
            ("/*\n*/", "yé ?/*\n*/ z", (2, 5)),
            ("z", "*/ z", (3, 4)),
        ];
        let expected = expected.map(|(text, line, at)| (text.to_owned(), line.to_owned(), at));
        assert_eq!(places(&lexerdef.lexer(text)), expected);
    }

    #[test]
    fn a_lexer_can_be_made_of_lexemes_found_by_hand() {
        let text = "ab\ncd";
        let lexemes = vec![
            Ok(DefaultLexeme::new(1, 0, 2)),
            Err(LRLexError::new(Span::new(2, 3))),
            Ok(DefaultLexeme::new(2, 3, 2)),
        ];
        let mut newlines = NewlineCache::new();
        newlines.feed(text);
        let lexer: LRNonStreamingLexer<'_, '_, Types> =
            LRNonStreamingLexer::new(text, lexemes, newlines);
        let texts: Vec<_> = places(&lexer).into_iter().map(|(text, ..)| text).collect();
        assert_eq!(texts, ["ab", "\n", "cd"]);
        assert_eq!(lexer.line_col(Span::new(3, 5)), ((2, 1), (2, 3)));
    }

    #[test]
    fn skipped_texts_have_the_names_of_groups_and_definitions() {
        let named = |lex: &str, text: &str| -> Vec<String> {
            let lexerdef = LRNonStreamingLexerDef::<Types>::from_str(lex).unwrap();
            let lexer = lexerdef.lexer(text);
            let named = lexer.named_trivia();
            named.map(|(span, name)| format!("{name} {:?}", lexer.span_str(span))).collect()
        };
        let plain = "%x S\nDOC ##[a-z]*\n%%\n(?P<line>#[a-z]*) ;\n{DOC} ;\n(?<id>[a-z]+) 'ID'\n( |\\n)+ ;\n\\( 'OPEN'\n\
                     (?P<nested>/\\*) <+S>;\n<S>/\\* <+S>;\n<S>(?P<other>x) ;\n<S>[^*/x!] ;\n<S>! <-S>'END'\n<S>\\*/ <-S>;\n";
        assert_eq!(
            named(plain, "a #b\n##c(#d##"),
            ["line \"#b\"", "DOC \"##c\"", "line \"#d\"", "DOC \"##\""]
        );
        // A text goes on to where the lexer is back in the start state in which it began, or to a
        // lexeme.
        assert_eq!(
            named(plain, "/*a/*x*/*/b/*a!#"),
            ["nested \"/*a/*x*/*/\"", "nested \"/*a\"", "line \"#\""]
        );
        assert_eq!(named(plain, "/*é ? x"), ["nested \"/*é ? x\""]);
        let flex = "%x C\nOPEN \"/*\"\nHASH #.*\nAT @\n%%\n{OPEN} { BEGIN(C); }\n<C>\"*/\" { BEGIN(INITIAL); }\n<C>.|\\n ;\n{HASH} ;\n\
                    {AT} { return AT; }\n[a-z] { return ID; }\n";
        assert_eq!(named(flex, "a/*b\n*/c#d\n@"), ["OPEN \"/*b\\n*/\"", "HASH \"#d\""]);
    }

    #[test]
    #[should_panic(expected = "the span 1..9 does not lie in a text of 2 bytes")]
    fn a_span_outside_the_text_panics() {
        let lexer: LRNonStreamingLexer<'_, '_, Types> =
            LRNonStreamingLexer::new("ab", Vec::new(), NewlineCache::of("ab"));
        lexer.span_str(Span::new(1, 9));
    }
}
