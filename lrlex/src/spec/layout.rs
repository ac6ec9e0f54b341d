//! The directives of layout: `%indentation`, `%suspend`, `%tabs`, `%terminate`, `%assume`,
//! `%restrict`, `%context`.
//!
//! In: the lines, and the rules of the file. Out: a [`Layout`], rules for the tokens that it makes
//! (see [`ReadRule::properties`]), and marks on rules whose texts are line ends or that depend on
//! the parser. A name is a word or a text in quotes. A directive that takes a list may be
//! repeated; lists add up. One of `%indentation`, `%terminate` and `%assume` may stand in a file:
//! each says what becomes of every line end, so two of them would contradict each other.
//!
//! Cost: linear in the file, times a logarithm; the number of names is limited.

use std::collections::BTreeMap;

use crate::LexErrorKind;
use fnv::{FnvHashMap, FnvHashSet};
use lrtable::{Span, diagnostic::Diagnostic, near};

use super::{LexFile, ReadRule};
use crate::{
    layout::{LAYOUT_DIRECTIVES, Layout, Lines, Tabs},
    limits,
    shared::Array,
};

/// The directives as they stand in the file; tokens are the places of their names.
#[derive(Default)]
pub(super) struct Directives {
    /// The directive that says how line ends count.
    lines: Option<Kind>,
    /// Opening and closing tokens.
    suspend: Vec<(Span, Span)>,
    /// The place of the first `%suspend`.
    suspended: Option<Span>,
    tabs: Option<(Span, Tabs)>,
    restrict: Option<Span>,
    restrict_after: Vec<Span>,
    restrict_before: Vec<Span>,
    context: Vec<Span>,
    /// The number of names.
    names: usize,
}

impl Directives {
    /// The place of a directive by which lexemes depend on the parser.
    pub(super) fn depending(&self) -> Option<Span> {
        let assumed = |kind: &Kind| matches!(kind.tokens, Tokens::Assumed { .. });
        let assumed = self.lines.as_ref().filter(|kind| assumed(kind)).map(|kind| kind.word);
        assumed.or(self.context.first().copied())
    }
}

/// One of the directives that say how line ends count.
struct Kind {
    /// The place of the word that begins the directive.
    word: Span,
    newline: Span,
    tokens: Tokens,
}

enum Tokens {
    /// `%indentation`
    Indented { indent: Span, dedent: Span },
    /// `%terminate`
    Terminated { terminator: Span, after: Vec<Span> },
    /// `%assume`
    Assumed { assumed: Span, before: Vec<Span> },
}

/// How the directives are written, in the order of [`LAYOUT_DIRECTIVES`].
const USAGE: [&str; 7] = [
    "%indentation NEWLINE INDENT DEDENT",
    "%suspend OPEN CLOSE …",
    "%tabs WIDTH' or '%tabs refused",
    "%terminate TOKEN at NEWLINE after TOKEN …",
    "%assume TOKEN at NEWLINE before TOKEN …",
    "%restrict after TOKEN …' or '%restrict before TOKEN …",
    "%context TOKEN …",
];

impl LexFile<'_> {
    /// Reads what stands at `rest`, after the directive's word, which stands at `word`.
    pub(super) fn layout_directive(&mut self, word: Span, rest: Span) {
        let mut left = rest;
        let names: Vec<Span> = std::iter::from_fn(|| self.word(&mut left)).collect();
        self.layout.names = self.layout.names.saturating_add(names.len());
        if self.layout.names > limits::LAYOUT {
            let message = format!(
                "the directives of layout name more than {} tokens: name fewer",
                limits::LAYOUT
            );
            return self.stop(message, word);
        }
        // A word in quotes is a token's name.
        let is = |at: usize, text: &str| {
            names.get(at).is_some_and(|name| {
                self.text(*name) == text && !self.source[..name.start()].ends_with(['"', '\''])
            })
        };
        let understood = match (&self.text(word)[1..], names.as_slice()) {
            (_, names) if names.iter().any(|name| name.is_empty()) => false,
            ("indentation", &[newline, indent, dedent]) => {
                let tokens = Tokens::Indented { indent, dedent };
                return self.line_directive(Kind { word, newline, tokens });
            }
            ("suspend", [_, _, ..]) if names.len().is_multiple_of(2) => {
                self.layout.suspended.get_or_insert(word);
                self.layout.suspend.extend(names.chunks(2).map(|pair| (pair[0], pair[1])));
                true
            }
            ("tabs", &[width]) => return self.tabs(word, width),
            ("terminate", &[terminator, _, newline, _, _, ..]) if is(1, "at") && is(3, "after") => {
                let tokens = Tokens::Terminated { terminator, after: names[4..].to_vec() };
                return self.line_directive(Kind { word, newline, tokens });
            }
            ("assume", &[assumed, _, newline]) if is(1, "at") => {
                let tokens = Tokens::Assumed { assumed, before: Vec::new() };
                return self.line_directive(Kind { word, newline, tokens });
            }
            ("assume", &[assumed, _, newline, _, _, ..]) if is(1, "at") && is(3, "before") => {
                let tokens = Tokens::Assumed { assumed, before: names[4..].to_vec() };
                return self.line_directive(Kind { word, newline, tokens });
            }
            ("restrict", [_, tokens @ ..]) if is(0, "after") && !tokens.is_empty() => {
                self.layout.restrict.get_or_insert(word);
                self.layout.restrict_after.extend(tokens);
                true
            }
            ("restrict", [_, tokens @ ..]) if is(0, "before") && !tokens.is_empty() => {
                self.layout.restrict.get_or_insert(word);
                self.layout.restrict_before.extend(tokens);
                true
            }
            ("context", [_, ..]) => {
                self.layout.context.extend(&names);
                true
            }
            _ => false,
        };
        if !understood {
            let name = self.text(word);
            let mut usages = LAYOUT_DIRECTIVES.iter().zip(USAGE);
            let usage = usages.find(|(known, _)| **known == name).map_or("", |(_, usage)| usage);
            let span = if rest.is_empty() { word } else { rest };
            self.error(format!("expected '{usage}'"), span);
        }
    }

    fn tabs(&mut self, word: Span, width: Span) {
        let text = self.text(width);
        let tabs = match text.parse() {
            Ok(width) if (1..=limits::TAB).contains(&width) => Tabs::Width(width),
            _ if text == "refused" => Tabs::Refused,
            _ => {
                let message = format!(
                    "a tab is 1 to {} columns wide, or 'refused'{}",
                    limits::TAB,
                    near::did_you_mean(text, ["refused"])
                );
                return self.error(message, width);
            }
        };
        match self.layout.tabs {
            Some((first, _)) => self.given_twice(word, first),
            None => self.layout.tabs = Some((word, tabs)),
        }
    }

    /// Keeps a directive that says how line ends count, or adds its list to that of the first.
    fn line_directive(&mut self, new: Kind) {
        let source = self.source;
        let same = |a: Span, b: Span| source[a.start()..a.end()] == source[b.start()..b.end()];
        let Some(first) = &mut self.layout.lines else {
            self.layout.lines = Some(new);
            return;
        };
        let (word, place) = (new.word, first.word);
        let same_newline = same(first.newline, new.newline).then_some(()).ok_or(new.newline);
        let differs = match (&mut first.tokens, new.tokens) {
            (
                Tokens::Terminated { terminator: made, after: list },
                Tokens::Terminated { terminator: token, after: more },
            )
            | (
                Tokens::Assumed { assumed: made, before: list },
                Tokens::Assumed { assumed: token, before: more },
            ) => {
                list.extend(more);
                let same_token = same(*made, token).then_some(()).ok_or(token);
                let Err(differs) = same_token.and(same_newline) else { return };
                differs
            }
            _ => {
                if same(place, word) {
                    return self.given_twice(word, place);
                }
                let message = format!(
                    "'{}' cannot stand beside '{}': both say what line ends are",
                    self.text(word),
                    self.text(place)
                );
                let error = Diagnostic::error(LexErrorKind::Syntax, message, word);
                return self.say(error.also(place, "the other one"));
            }
        };
        let message = format!("'{}' names another token than before", self.text(word));
        let error = Diagnostic::error(LexErrorKind::DuplicateName, message, differs);
        self.say(error.also(place, "given here first"));
    }

    fn given_twice(&mut self, word: Span, first: Span) {
        let message = format!("'{}' is given twice", self.text(word));
        let error = Diagnostic::error(LexErrorKind::DuplicateName, message, word);
        self.say(error.also(first, "given here first"));
    }

    /// What the directives say, by the rules that give the tokens. Marks those of line ends and of
    /// `%context`, and adds rules for tokens that layout makes to `made`.
    pub(super) fn resolve_layout(
        &mut self,
        rules: &mut [ReadRule],
        made: &mut Vec<ReadRule>,
    ) -> Option<Layout> {
        let directives = std::mem::take(&mut self.layout);
        // A rule that could not be read would have given a token.
        if self.errors() > 0 || directives.names == 0 {
            return None;
        }
        self.check_company(&directives);
        let mut firsts = FnvHashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            rule.name().map(|name| *firsts.entry(name).or_insert(number));
        }
        let mut resolver = Resolver { reader: self, rules, firsts, made };
        let layout = resolver.layout(directives);
        if self.errors() > 0 {
            return None;
        }
        let name = |number: usize| rules.get(number).and_then(ReadRule::name).map(str::to_owned);
        let newline = layout.newline.and_then(name);
        let context: FnvHashSet<String> =
            layout.context.iter().filter_map(|number| name(*number)).collect();
        for rule in rules.iter_mut() {
            let Some(name) = rule.properties.name.as_deref() else { continue };
            let (ends, depends) = (newline.as_deref() == Some(name), context.contains(name));
            (rule.properties.line_end, rule.properties.conditional) = (ends, depends);
            rule.properties.consumed = ends && layout.consumes_line_ends();
        }
        Some(layout)
    }

    /// Errors of directives that say nothing without another one.
    fn check_company(&mut self, directives: &Directives) {
        let tokens = directives.lines.as_ref().map(|lines| &lines.tokens);
        let indented = matches!(tokens, Some(Tokens::Indented { .. }));
        let assumed = matches!(tokens, Some(Tokens::Assumed { .. }));
        if let Some((word, _)) = directives.tabs.filter(|_| !indented) {
            self.error("'%tabs' says nothing without '%indentation'", word);
        }
        if let Some(word) = directives.suspended.filter(|_| tokens.is_none()) {
            let message =
                "'%suspend' says nothing without '%indentation', '%terminate' or '%assume'";
            self.error(message, word);
        }
        if let Some(word) = directives.restrict.filter(|_| !assumed) {
            self.error("'%restrict' says nothing without '%assume'", word);
        }
    }
}

/// Tokens of directives by the rules that give them.
struct Resolver<'r, 'a> {
    reader: &'r mut LexFile<'a>,
    rules: &'r [ReadRule],
    /// The first rule of each token.
    firsts: FnvHashMap<&'r str, usize>,
    made: &'r mut Vec<ReadRule>,
}

impl Resolver<'_, '_> {
    fn layout(&mut self, directives: Directives) -> Layout {
        let Directives { lines, suspend, tabs, restrict_after, restrict_before, context, .. } =
            directives;
        let newline = lines.as_ref().and_then(|lines| self.given(lines.newline));
        let lines = lines.and_then(|Kind { newline, tokens, .. }| match tokens {
            Tokens::Indented { indent, dedent } => {
                self.told_apart(&[newline, indent, dedent]);
                let (indent, dedent) = (self.only_made(indent), self.only_made(dedent));
                let tabs = tabs.map(|(_, tabs)| tabs).unwrap_or_default();
                Some(Lines::Indented { indent: indent?, dedent: dedent?, tabs })
            }
            Tokens::Terminated { terminator, after } => {
                self.told_apart(&[newline, terminator]);
                let name = self.reader.text(terminator);
                let terminator = match self.firsts.get(name) {
                    Some(number) => *number,
                    None => self.make(terminator),
                };
                Some(Lines::Terminated { terminator, after: self.list(&after) })
            }
            Tokens::Assumed { assumed, before } => {
                let assumed = self.only_made(assumed);
                Some(Lines::Assumed {
                    before: self.list(&before),
                    restrict_after: self.list(&restrict_after),
                    restrict_before: self.list(&restrict_before),
                    assumed: assumed?,
                })
            }
        });
        let suspend = self.brackets(&suspend);
        Layout { newline, lines, suspend, context: self.list(&context) }
    }

    /// The token that is named at `span`, which a rule must give.
    fn given(&mut self, span: Span) -> Option<usize> {
        let name = self.reader.text(span);
        if let Some(number) = self.firsts.get(name) {
            return Some(*number);
        }
        let message = format!(
            "no rule gives the token '{name}'{}",
            near::did_you_mean(name, self.firsts.keys().copied())
        );
        self.reader.error_of(LexErrorKind::UnknownName, message, span);
        None
    }

    /// The token that is named at `span`, which no rule may give.
    fn only_made(&mut self, span: Span) -> Option<usize> {
        let name = self.reader.text(span);
        let Some(number) = self.firsts.get(name) else {
            return Some(self.make(span));
        };
        let message = format!("a rule gives the token '{name}', which layout makes");
        let error = Diagnostic::error(LexErrorKind::DuplicateName, message, span);
        self.reader.say(error.also(self.rules[*number].name_span(), "this rule"));
        None
    }

    /// Makes a rule for the token that is named at `span`; its number.
    fn make(&mut self, span: Span) -> usize {
        let mut rule = ReadRule::default();
        let name = self.reader.text(span);
        if name.len() > limits::NAME {
            let message = format!("the name of a token has {} bytes at most", limits::NAME);
            self.reader.error_of(LexErrorKind::LimitReached, message, span);
        }
        rule.properties.set_name(name.to_owned(), span);
        rule.properties.made = true;
        self.made.push(rule);
        self.rules.len() + self.made.len() - 1
    }

    /// The tokens of a list, sorted.
    fn list(&mut self, names: &[Span]) -> Array<usize> {
        let mut places = BTreeMap::new();
        for name in names {
            let Some(number) = self.given(*name) else { continue };
            match places.get(&number) {
                Some(first) => self.twice(*name, *first),
                None => _ = places.insert(number, *name),
            }
        }
        places.into_keys().collect::<Vec<usize>>().into()
    }

    /// The pairs of brackets. A token opens one kind of bracket at most; several may be closed by
    /// one token.
    fn brackets(&mut self, pairs: &[(Span, Span)]) -> Array<(usize, usize)> {
        let (mut opening, mut closing) = (BTreeMap::new(), BTreeMap::new());
        let mut brackets = Vec::new();
        for (open, close) in pairs {
            let (Some(opens), Some(closes)) = (self.given(*open), self.given(*close)) else {
                continue;
            };
            if let Some(first) = opening.insert(opens, *open) {
                self.twice(*open, first);
            }
            closing.entry(closes).or_insert(*close);
            brackets.push((opens, closes));
        }
        if closing.len() > limits::BRACKETS {
            let message = format!(
                "'%suspend' has more than {} tokens that close brackets: name fewer",
                limits::BRACKETS
            );
            self.reader.stop(message, pairs[0].0);
        }
        for (number, close) in closing {
            if let Some(open) = opening.get(&number) {
                let name = self.reader.text(close);
                let message = format!("'{name}' cannot open a bracket and close one");
                let error = Diagnostic::error(LexErrorKind::DuplicateName, message, close);
                self.reader.say(error.also(*open, "it opens one here"));
            }
        }
        brackets.into()
    }

    fn twice(&mut self, span: Span, first: Span) {
        let message = format!("'{}' is named twice", self.reader.text(span));
        let error = Diagnostic::error(LexErrorKind::DuplicateName, message, span);
        self.reader.say(error.also(first, "named here first"));
    }

    /// Errors of names that are equal and must not be.
    fn told_apart(&mut self, names: &[Span]) {
        for (at, name) in names.iter().enumerate() {
            let text = self.reader.text(*name);
            let first = names[..at].iter().find(|first| self.reader.text(**first) == text);
            if let Some(first) = first.copied() {
                self.twice(*name, first);
            }
        }
    }
}
