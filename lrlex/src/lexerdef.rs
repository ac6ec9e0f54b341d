//! A lexer's definition: made from a lex file, joined with a parser's token ids, applied to texts.

#[cfg(feature = "generator")]
mod read;
mod unfinished;

use std::{
    collections::{HashMap, HashSet},
    marker::PhantomData,
    slice,
};

use lrpar::LexerTypes;
use lrtable::{Span, Storage};

#[cfg(feature = "generator")]
use crate::kind::LexBuildResult;
use crate::{
    course::{AtOnce, BYTE_ORDER_MARK, Course},
    follow::Follow,
    layout::{self, Layout, filter::Filter},
    lexed::Lexed,
    lexeme::{LRLexError, MAX_BYTES},
    lexer::LRNonStreamingLexer,
    matcher::{Cell, Matcher, Tables},
    reader::{self, Read, Source},
    reclassify::{Reclassify, reclassify},
    rule::Rule,
    shared::Shared,
    start_state::StartState,
};

pub use unfinished::Unfinished;

/// A lexer definition: the rules, token ids and start states of a lex file.
pub trait LexerDef<LexerTypesT: LexerTypes> {
    /// Makes a definition from the text of a lex file.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
    /// let lex = "%%\n[0-9]+ 'INT'\n";
    /// let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
    /// assert_eq!(lexerdef.get_rule(0).unwrap().name(), Some("INT"));
    /// ```
    ///
    /// Token ids are the rules' numbers in the file until [`set_rule_ids`](Self::set_rule_ids);
    /// rules that give the same token have the number of the first.
    ///
    /// # Errors
    ///
    /// All errors of the file; warnings are left out.
    #[cfg(feature = "generator")]
    fn from_str(s: &str) -> LexBuildResult<Self>
    where
        Self: Sized;

    /// Returns the rule with the number `idx`, counted from 0.
    fn get_rule(&self, idx: usize) -> Option<&Rule<LexerTypesT::StorageT>>;

    /// Returns the first rule that gives the token `tok_id`.
    ///
    /// # Panics
    ///
    /// If there is none.
    fn get_rule_by_id(&self, tok_id: LexerTypesT::StorageT) -> &Rule<LexerTypesT::StorageT>;

    /// Returns the first rule that gives the token named `n`.
    fn get_rule_by_name(&self, n: &str) -> Option<&Rule<LexerTypesT::StorageT>>;

    /// Sets the ids of tokens to those that a parser has for them.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
    /// use std::collections::{HashMap, HashSet};
    ///
    /// let lex = "%%\na 'A'\nb 'B'\n";
    /// let mut lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
    /// let (from_lexer, from_parser) = lexerdef.set_rule_ids(&HashMap::from([("A", 7), ("C", 8)]));
    /// assert_eq!(from_lexer, Some(HashSet::from(["C"])));
    /// assert_eq!(from_parser, Some(HashSet::from(["B"])));
    /// assert_eq!(lexerdef.get_rule_by_name("A").unwrap().tok_id(), Some(7));
    /// ```
    ///
    /// Returns the names that no rule of the lexer gives, and the names that the parser does not
    /// know, each `None` if there are none. The text of a token that the parser does not know lexes
    /// to an error.
    fn set_rule_ids<'a>(
        &'a mut self,
        rule_ids_map: &HashMap<&'a str, LexerTypesT::StorageT>,
    ) -> (Option<HashSet<&'a str>>, Option<HashSet<&'a str>>);

    /// Iterates over the rules in the order of the file.
    fn iter_rules(&self) -> slice::Iter<'_, Rule<LexerTypesT::StorageT>>;

    /// Iterates over the start states; the first is `INITIAL`.
    fn iter_start_states(&self) -> slice::Iter<'_, StartState>;
}

/// A lexer in the form in which generated code holds it.
#[derive(Debug)]
pub struct Lexer<StorageT: 'static> {
    /// The automaton of all rules.
    pub automaton: &'static Tables,
    /// The rules, by number.
    pub rules: &'static [Rule<StorageT>],
    /// The start states; the first is `INITIAL`.
    pub start_states: &'static [StartState],
    /// The `%reclassify` directives, in which tokens are numbers of rules that give them.
    pub reclassifications: &'static [Reclassify<usize>],
    /// What the directives of layout say.
    pub layout: Option<&'static Layout>,
}

impl<StorageT: Storage> Lexer<StorageT> {
    /// Makes the lexer definition, without copying.
    ///
    /// `CellT` is the type of the automaton's cells; `PLAIN` promises that its tables are plain.
    pub fn lexerdef<CellT, const PLAIN: bool, LexerTypesT>(
        &'static self,
    ) -> LRNonStreamingLexerDef<LexerTypesT>
    where
        CellT: Cell,
        LexerTypesT: LexerTypes<StorageT = StorageT, LexErrorT = LRLexError>,
    {
        LRNonStreamingLexerDef {
            rules: Shared::Static(self.rules),
            start_states: Shared::Static(self.start_states),
            reclassifications: Shared::Static(self.reclassifications),
            layout: self.layout.map(Shared::Static),
            automaton: Shared::Static(self.automaton),
            lex: LRNonStreamingLexerDef::lex::<CellT, PLAIN>,
            reclassify: None,
            lay_out: None,
            read: None,
        }
    }
}

/// What is found in a text.
type LexedOf<LexerTypesT> = Lexed<<LexerTypesT as LexerTypes>::LexemeT>;

/// A lexer definition that lexes texts in memory; threads can share it, and clones share what is
/// large.
#[derive(Clone, Debug)]
pub struct LRNonStreamingLexerDef<LexerTypesT: LexerTypes> {
    pub(crate) rules: Shared<[Rule<LexerTypesT::StorageT>]>,
    pub(crate) start_states: Shared<[StartState]>,
    /// The `%reclassify` directives, in which tokens are numbers of rules that give them.
    pub(crate) reclassifications: Shared<[Reclassify<usize>]>,
    /// What the directives of layout say, in which tokens are numbers of rules.
    pub(crate) layout: Option<Shared<Layout>>,
    pub(crate) automaton: Shared<Tables>,
    /// The function that runs the automaton: a pointer, so that a program with generated lexers
    /// contains only what these need.
    lex: fn(&Self, &str) -> LexedOf<LexerTypesT>,
    /// The function that applies the directives, if there are any.
    reclassify: Option<fn(&Self, &str, &mut LexedOf<LexerTypesT>)>,
    /// The function that makes lexemes of line ends and indentation, if lines count.
    lay_out: Option<fn(&Self, &str, &mut LexedOf<LexerTypesT>)>,
    /// The function that reads a text as a parser goes, if lexemes depend on that.
    read: Option<Read<LexerTypesT>>,
}

impl<LexerTypesT: LexerTypes> LRNonStreamingLexerDef<LexerTypesT> {
    /// Applies the `%reclassify` directives to what is lexed.
    #[doc(hidden)]
    pub fn reclassifying(self) -> Self {
        LRNonStreamingLexerDef { reclassify: Some(Self::reclassify), ..self }
    }

    /// Applies the directives of layout to what is lexed.
    #[doc(hidden)]
    pub fn laying_out(self) -> Self {
        LRNonStreamingLexerDef { lay_out: Some(Self::lay_out), ..self }
    }

    /// Whether texts are read as a parser goes.
    pub(crate) fn is_read_by_parsers(&self) -> bool {
        self.read.is_some()
    }

    /// Reads texts as a parser goes.
    #[doc(hidden)]
    pub fn reading<CellT: Cell, const PLAIN: bool>(self) -> Self {
        LRNonStreamingLexerDef { read: Some(reader::read::<CellT, PLAIN, LexerTypesT>), ..self }
    }

    /// Lexes the whole of `text` and returns the lexemes and errors.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
    /// use lrpar::{Lexeme, Lexer};
    ///
    /// let lex = "%%\n[0-9]+ 'INT'\n";
    /// let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
    /// let lexer = lexerdef.lexer("12?");
    /// let found: Vec<_> = lexer.iter().map(|one| one.map(|lexeme| lexeme.span().len())).collect();
    /// assert!(matches!(found[..], [Ok(2), Err(_)]));
    /// ```
    ///
    /// At each place the longest match counts, among equals the earliest rule. A stretch of
    /// characters at which no rule matches is one error in the list; lexing goes on after it. A
    /// text of 2 GiB or more is one error. A byte order mark that the text starts with is skipped,
    /// unless a rule matches there. If rules read far ahead without a match again and again, the
    /// rest of the text is one error. At last the file's `%reclassify` directives are applied, in
    /// their order, and then those of layout.
    pub fn lexer<'lexer, 'input: 'lexer>(
        &'lexer self,
        text: &'input str,
    ) -> LRNonStreamingLexer<'lexer, 'input, LexerTypesT> {
        if let (Some(read), Some(layout)) = (self.read, self.layout.as_deref())
            && text.len() <= MAX_BYTES as usize
        {
            let LRNonStreamingLexerDef { rules, start_states, automaton, .. } = self;
            let source = Source { rules, start_states, automaton, layout, types: PhantomData };
            return LRNonStreamingLexer::read_by(text, source, read);
        }
        let mut lexed = self.lexed(text, MAX_BYTES as usize);
        if let Some(reclassify) = self.reclassify {
            reclassify(self, text, &mut lexed);
        }
        if let Some(lay_out) = self.lay_out {
            lay_out(self, text, &mut lexed);
        }
        LRNonStreamingLexer::unindexed(text, lexed, &self.rules, self.layout.as_deref())
    }

    fn lay_out(&self, text: &str, lexed: &mut LexedOf<LexerTypesT>) {
        let Some(layout) = self.layout.as_deref().filter(|_| text.len() <= MAX_BYTES as usize)
        else {
            return;
        };
        let rule = |number: usize| self.rules.get(number);
        let id = |number| rule(number).and_then(Rule::tok_id);
        let is_made = |number| rule(number).is_some_and(Rule::is_made);
        let mark = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        layout::lay_out(&Filter::new(text, layout, id, is_made), mark, lexed);
    }

    fn reclassify(&self, text: &str, lexed: &mut LexedOf<LexerTypesT>) {
        for directive in self.reclassifications.iter() {
            let tokens = directive.map(|rule| self.rules[rule].tok_id());
            reclassify(text, lexed, &tokens);
        }
    }

    fn lexed(&self, text: &str, max_bytes: usize) -> LexedOf<LexerTypesT> {
        if text.len() > max_bytes {
            let mut lexed = Lexed::new();
            let end = text.floor_char_boundary(max_bytes);
            lexed.push_error(LRLexError::new(Span::new(0, end)));
            return lexed;
        }
        (self.lex)(self, text)
    }

    /// Lexes the whole of `text` by an automaton with cells of this type.
    fn lex<CellT: Cell, const PLAIN: bool>(&self, text: &str) -> LexedOf<LexerTypesT> {
        let cells = CellT::of(&self.automaton.cells).unwrap_or_default();
        self.lex_with(text, Matcher::<_, PLAIN>::new(&self.automaton, cells, text))
    }

    /// Lexes the whole of `text`, to which `matcher` applies the rules.
    fn lex_with<'t, Cell: Copy + Into<u32>, const PLAIN: bool>(
        &self,
        text: &'t str,
        mut matcher: Matcher<'_, 't, Cell, PLAIN>,
    ) -> LexedOf<LexerTypesT> {
        let mut course = Course::new(text, &mut matcher);
        let mut follow = Follow::new(&self.rules, text, 0, course.pending());
        let pace = &mut AtOnce::default();
        course.run(&self.start_states, &mut matcher, &mut follow, pace, None);
        follow.lexed
    }
}

impl<LexerTypesT: LexerTypes> LexerDef<LexerTypesT> for LRNonStreamingLexerDef<LexerTypesT> {
    #[cfg(feature = "generator")]
    fn from_str(s: &str) -> LexBuildResult<Self> {
        Self::new_with_options(s, crate::LexFlags::default())
    }

    fn get_rule(&self, idx: usize) -> Option<&Rule<LexerTypesT::StorageT>> {
        self.rules.get(idx)
    }

    fn get_rule_by_id(&self, tok_id: LexerTypesT::StorageT) -> &Rule<LexerTypesT::StorageT> {
        self.rules
            .iter()
            .find(|rule| rule.name().is_some() && rule.tok_id() == Some(tok_id))
            .expect("a rule gives the token")
    }

    fn get_rule_by_name(&self, n: &str) -> Option<&Rule<LexerTypesT::StorageT>> {
        self.rules.iter().find(|rule| rule.name() == Some(n))
    }

    fn set_rule_ids<'a>(
        &'a mut self,
        rule_ids_map: &HashMap<&'a str, LexerTypesT::StorageT>,
    ) -> (Option<HashSet<&'a str>>, Option<HashSet<&'a str>>) {
        for rule in self.rules.to_mut() {
            rule.set_tok_id(rule.name().and_then(|name| rule_ids_map.get(name).copied()));
        }
        let given: HashSet<&'a str> = self.rules.iter().filter_map(Rule::name).collect();
        let missing_from_lexer =
            rule_ids_map.keys().copied().filter(|name| !given.contains(name)).collect();
        // A name that stands nowhere was made of a class of characters: the grammar needs only some
        // of them. Line ends may stand for other tokens.
        let written = self.rules.iter();
        let written = written.filter(|rule| !rule.name_span().is_empty() && !rule.is_consumed());
        let missing_from_parser = written
            .filter_map(Rule::name)
            .filter(|name| !rule_ids_map.contains_key(name))
            .collect();
        let some = |names: HashSet<&'a str>| (!names.is_empty()).then_some(names);
        (some(missing_from_lexer), some(missing_from_parser))
    }

    fn iter_rules(&self) -> slice::Iter<'_, Rule<LexerTypesT::StorageT>> {
        self.rules.iter()
    }

    fn iter_start_states(&self) -> slice::Iter<'_, StartState> {
        self.start_states.iter()
    }
}

impl<LexerTypesT: LexerTypes> LRNonStreamingLexerDef<LexerTypesT> {
    /// Takes a prefix off the names of tokens that `ids` has without it.
    #[cfg(feature = "generator")]
    pub(crate) fn strip_token_prefix(
        &mut self,
        prefix: &str,
        ids: &HashMap<&str, LexerTypesT::StorageT>,
    ) {
        for rule in self.rules.to_mut() {
            rule.properties.strip_prefix(prefix, |name| ids.contains_key(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrpar::Lexeme;

    use crate::{DefaultLexerTypes, LexFlags, StartStateOperation};

    type Def<T = u32> = LRNonStreamingLexerDef<DefaultLexerTypes<T>>;

    const SOURCE: &str = "%%\nif \"IF\"\n[a-z]+ \"ID\"\nx1 \"IF\"\n[ ]+ ;\n";

    #[test]
    fn a_definition_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Def>();
        shared::<LRNonStreamingLexer<'_, '_, DefaultLexerTypes<u8>>>();
    }

    #[test]
    fn a_text_that_is_too_long_is_one_error() {
        let lexerdef = <Def>::from_str(SOURCE).unwrap();
        let lexed: Vec<_> = lexerdef.lexed("a é b", 3).iter().collect();
        assert_eq!(lexed, [Err(LRLexError::new(Span::new(0, 2)))]);
        assert_eq!(lexerdef.lexed("a b", 3).len(), 2);
    }

    #[test]
    fn bytes_read_in_vain_are_counted_but_for_some_hundred_of_a_walk() {
        let lexerdef = <Def>::from_str("%%\na 'A'\nax*b 'B'\nx 'X'\n").unwrap();
        let cells = u8::of(&lexerdef.automaton.cells).unwrap();
        for read in [2_000, 10_000, 100_000] {
            let text = "a".to_owned() + &"x".repeat(read);
            let mut matcher = Matcher::<_, true>::new(&lexerdef.automaton, cells, &text);
            assert_eq!(matcher.match_at(0), Some((0, 1)));
            assert!((read - 1_000..=read).contains(&matcher.vain()), "{}", matcher.vain());
        }
    }

    #[test]
    fn ids_are_those_of_the_parser_once_they_are_set() {
        let mut lexerdef = Def::<u8>::from_str(SOURCE).unwrap();
        assert_eq!(lexerdef.get_rule_by_name("ID").unwrap().tok_id(), Some(1));
        assert_eq!(lexerdef.get_rule(2).unwrap().tok_id(), Some(0));
        let ids = HashMap::from([("IF", 7), ("ELSE", 8)]);
        let missing = lexerdef.set_rule_ids(&ids);
        assert_eq!(missing, (Some(HashSet::from(["ELSE"])), Some(HashSet::from(["ID"]))));
        assert_eq!(lexerdef.get_rule_by_id(7).name(), Some("IF"));
        let id = |tok_id, start, len| Ok(Lexeme::new(tok_id, start, len));
        let unknown = Err(LRLexError::new(Span::new(3, 5)));
        let lexed: Vec<_> = lexerdef.lexed("if ab x1", 100).iter().collect();
        assert_eq!(lexed, [id(7, 0, 2), unknown, id(7, 6, 2)]);
        let ids = HashMap::from([("IF", 7), ("ID", 8)]);
        assert_eq!(lexerdef.set_rule_ids(&ids), (None, None));
    }

    #[test]
    fn a_file_with_too_many_rules_for_its_ids_is_refused() {
        let mut source = "%%\n".to_owned();
        (0..257).for_each(|k| source.push_str(&format!("a{k} \"A{k}\"\n")));
        let errors = Def::<u8>::from_str(&source).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].to_string(), "257 rules are too many for token ids of 8 bits");
        assert!(Def::<u16>::from_str(&source).is_ok());
    }

    #[test]
    fn flags_of_the_caller_count_more_than_those_of_the_file() {
        let source = "%grmtools{case_insensitive}%%\na \"A\"\n";
        let default = LexFlags::default();
        let count = |flags: &LexFlags| {
            let lexerdef = <Def>::read(source, flags).0.unwrap();
            lexerdef.lexed("aA", 9).iter().filter(|lexeme| lexeme.is_ok()).count()
        };
        let sensitive = LexFlags { case_insensitive: Some(false), ..LexFlags::default() };
        assert_eq!((count(&default), count(&sensitive)), (2, 1));
    }

    #[test]
    fn rules_and_start_states_can_be_listed() {
        let lexerdef = <Def>::from_str("%x S\n%%\na <+S>\"A\"\n<S>\\<b ;\n").unwrap();
        let names: Vec<_> =
            lexerdef.iter_rules().map(|rule| (rule.name(), rule.re_str())).collect();
        assert_eq!(names, [(Some("A"), "a"), (None, "<b")]);
        let rule = lexerdef.get_rule(0).unwrap();
        assert_eq!(rule.target_state(), Some((1, StartStateOperation::Push)));
        assert_eq!(rule.name_span(), Span::new(15, 16));
        assert_eq!(lexerdef.get_rule(1).unwrap().start_states(), [1]);
        let states: Vec<_> =
            lexerdef.iter_start_states().map(|state| (state.name(), state.exclusive())).collect();
        assert_eq!(states, [("INITIAL", false), ("S", true)]);
    }
}
