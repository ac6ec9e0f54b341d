//! Lexers by another engine: every rule's regex is run by the `regex` crate at every place, in
//! flex's dialect over every part of the text that begins there.
//!
//! It is what tests, and the fuzz target `lexer`, compare the automaton with. Of a lexer's
//! definition it takes the rules and start states; the flags it reads off the header. It knows no
//! trailing context and no `^` of flex, since a definition shows the regex before them only: the
//! test `oracle` compares rules with these, and with `delim`, with backtracking.

use std::collections::HashMap;

use lrlex::{DefaultLexerTypes, Extent, LRNonStreamingLexerDef, LexerDef, StartStateOperation};
use regex::{Regex, RegexBuilder};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

/// The id of a token, `None` for an error, and where its text begins and ends.
pub(crate) type Found = (Option<u32>, usize, usize);

/// A lexer.
pub(crate) struct ByRegex {
    rules: Vec<Rule>,
    /// For each start state the rules that are active.
    active: Vec<Vec<usize>>,
}

struct Rule {
    matcher: Matcher,
    named: bool,
    tok_id: Option<u32>,
    target: Option<(usize, StartStateOperation)>,
    extent: Extent,
    has_delim: bool,
}

/// The ends of matches, by how much of the text is left.
type Known = HashMap<usize, Option<usize>>;

enum Matcher {
    /// Where the regex has letters only.
    Literal(String),
    Regex(Regex),
    /// It matches a whole text; the longest counts.
    Longest(Regex),
}

/// After so many matches in a row that do not come farther, lexing goes on after them.
const RETURNS: usize = 1_000;

impl Rule {
    /// How long the rule's match at the start of `rest` is, and the text of its group. `known` are
    /// matches by the lengths of what is left of the text.
    fn find<'t>(&self, rest: &'t str, known: &mut Known) -> Option<(usize, Option<&'t str>)> {
        match &self.matcher {
            Matcher::Literal(text) => rest.starts_with(text).then_some((text.len(), None)),
            Matcher::Longest(regex) => {
                // Lexemes that are given back are looked for again and again.
                if let Some(known) = known.get(&rest.len()) {
                    return known.map(|end| (end, None));
                }
                let ends = (1..=rest.len()).rev().filter(|end| rest.is_char_boundary(*end));
                let mut matches = ends.filter(|end| regex.is_match(&rest[..*end]));
                let end = matches.next();
                known.insert(rest.len(), end);
                end.map(|end| (end, None))
            }
            Matcher::Regex(regex) if !self.has_delim => Some((regex.find(rest)?.end(), None)),
            Matcher::Regex(regex) => {
                let captures = regex.captures(rest)?;
                let delim = captures.name("delim").map_or("", |group| group.as_str());
                Some((captures.get(0)?.end(), Some(delim)))
            }
        }
    }

    fn pushes(&self) -> bool {
        matches!(self.target, Some((_, StartStateOperation::Push)))
    }
}

impl ByRegex {
    /// The lexer of `source`, from which `def` was made.
    pub(crate) fn new(def: &Def, source: &str) -> Self {
        let is_flex = source.starts_with("%option");
        let header = source.trim_start().strip_prefix("%grmtools");
        let header = header.and_then(|rest| rest.split('}').next()).unwrap_or("");
        let rules: Vec<Rule> = def
            .iter_rules()
            .map(|rule| {
                let text = rule.re_str();
                let plain = !header.contains("case_insensitive")
                    && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let build = |text: &str| {
                    RegexBuilder::new(text)
                        .dot_matches_new_line(!is_flex && !header.contains("!dot_matches_new_line"))
                        .multi_line(!header.contains("!multi_line"))
                        .octal(true)
                        .case_insensitive(header.contains("case_insensitive"))
                        .swap_greed(header.contains("swap_greed"))
                        .unicode(!header.contains("!unicode"))
                        .size_limit(1 << 30)
                        .build()
                };
                // A comment may swallow the bracket.
                let end = if is_flex { "\\z" } else { "" };
                let regex = || {
                    build(&format!("\\A(?:{text}){end}"))
                        .or_else(|_| build(&format!("\\A(?:{text}\n)")))
                        .unwrap_or_else(|error| panic!("{error} in\n{source}"))
                };
                let matcher = match plain {
                    true => Matcher::Literal(text.to_owned()),
                    false if is_flex => Matcher::Longest(regex()),
                    false => Matcher::Regex(regex()),
                };
                // In a class such brackets are characters.
                let is_delim = |name: Option<&str>| name == Some("delim");
                let has_delim = matches!(&matcher, Matcher::Regex(regex) if regex.capture_names().any(is_delim));
                Rule {
                    matcher,
                    named: rule.name().is_some() || rule.is_error(),
                    tok_id: rule.tok_id(),
                    target: rule.target_state(),
                    extent: rule.extent(),
                    has_delim,
                }
            })
            .collect();
        let active = |(state, exclusive): (usize, bool)| {
            let is_active = |states: &[usize]| match states {
                [] => !exclusive,
                states => states.contains(&state),
            };
            let rules = def.iter_rules().enumerate();
            rules.filter(|(_, rule)| is_active(rule.start_states())).map(|(at, _)| at).collect()
        };
        let states = def.iter_start_states().map(|state| state.exclusive()).enumerate();
        ByRegex { rules, active: states.map(active).collect() }
    }

    /// Lexes the whole of `text`.
    pub(crate) fn lex(&self, text: &str) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut stack: Vec<(usize, Option<&str>)> = vec![(0, None)];
        let mut garbage: Option<usize> = None;
        // Where the lexeme begins that the next match continues.
        let mut begun: Option<usize> = None;
        let (mut farthest, mut returns) = (0, 0);
        let mut known = vec![Known::new(); self.rules.len()];
        let marked =
            text.starts_with('\u{feff}') && self.best(text, stack[0], &mut known).is_none();
        let mut at = if marked { '\u{feff}'.len_utf8() } else { 0 };
        while let Some(next) = text[at..].chars().next() {
            let rest = &text[at..];
            let top = stack[stack.len() - 1];
            let Some((rule, len, delim)) = self.best(rest, top, &mut known) else {
                garbage.get_or_insert(begun.take().unwrap_or(at));
                at += next.len_utf8();
                continue;
            };
            found.extend(garbage.take().map(|start| (None, start, at)));
            let begin = begun.take().unwrap_or(at);
            let whole = at + len;
            at = match rule.extent {
                Extent::All | Extent::More => whole,
                Extent::First(bytes) => whole.min(begin + bytes as usize),
                Extent::ButLast(bytes) => begin.max(whole.saturating_sub(bytes as usize)),
            };
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            if rule.extent == Extent::More && rule.tok_id.is_none() {
                begun = Some(begin);
            } else if rule.named {
                found.push((rule.tok_id, begin, at));
            }
            let changes = rule.target.is_some() || at < whole || begun.is_some();
            if changes {
                returns = if at > farthest { 0 } else { returns + 1 };
                farthest = farthest.max(at);
            }
            match rule.target {
                Some((state, StartStateOperation::ReplaceStack)) => stack = vec![(state, None)],
                Some((state, StartStateOperation::ReplaceTop)) => {
                    stack.pop();
                    stack.push((state, None));
                }
                Some((state, StartStateOperation::Push)) => stack.push((state, delim)),
                Some((_, StartStateOperation::Pop)) => {
                    stack.pop();
                    if stack.is_empty() {
                        stack.push((0, None));
                    }
                }
                None => {}
            }
            if changes && returns > RETURNS {
                garbage = Some(at);
                at = farthest + text[farthest..].chars().next().map_or(0, char::len_utf8);
            }
        }
        found.extend(begun.or(garbage).map(|start| (None, start, at)));
        found
    }

    /// The longest match at the start of `rest`, and what its group has.
    fn best<'t>(
        &self,
        rest: &'t str,
        (state, stored): (usize, Option<&str>),
        known: &mut [Known],
    ) -> Option<(&Rule, usize, Option<&'t str>)> {
        let mut best: Option<(&Rule, usize, Option<&'t str>)> = None;
        for &number in &self.active[state] {
            let rule = &self.rules[number];
            let Some((len, delim)) = rule.find(rest, &mut known[number]) else { continue };
            let counts = !rule.has_delim || rule.pushes() || stored.is_some() && delim == stored;
            if counts && len > best.map_or(0, |(_, len, _)| len) {
                best = Some((rule, len, delim));
            }
        }
        best
    }
}
