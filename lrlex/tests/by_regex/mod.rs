//! Lexers of grmtools' dialect by another engine: every rule's regex is run by the `regex` crate at every place.
//!
//! It is what tests, and the fuzz target `lexer`, compare the automaton with. Of a lexer's definition it takes the rules and
//! start states; the flags it reads off the header.

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef, StartStateOperation};
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
    has_delim: bool,
}

enum Matcher {
    /// Where the regex has letters only.
    Literal(String),
    Regex(Regex),
}

impl Rule {
    /// How long the rule's match at the start of `rest` is, and the text of its group.
    fn find<'t>(&self, rest: &'t str) -> Option<(usize, Option<&'t str>)> {
        match &self.matcher {
            Matcher::Literal(text) => rest.starts_with(text).then_some((text.len(), None)),
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
                        .dot_matches_new_line(!header.contains("!dot_matches_new_line"))
                        .multi_line(!header.contains("!multi_line"))
                        .octal(true)
                        .case_insensitive(header.contains("case_insensitive"))
                        .swap_greed(header.contains("swap_greed"))
                        .unicode(!header.contains("!unicode"))
                        .size_limit(1 << 30)
                        .build()
                };
                // A comment may swallow the bracket.
                let regex = || {
                    build(&format!("\\A(?:{text})"))
                        .or_else(|_| build(&format!("\\A(?:{text}\n)")))
                        .unwrap_or_else(|error| panic!("{error} in\n{source}"))
                };
                let matcher = match plain {
                    true => Matcher::Literal(text.to_owned()),
                    false => Matcher::Regex(regex()),
                };
                Rule {
                    matcher,
                    named: rule.name().is_some() || rule.is_error(),
                    tok_id: rule.tok_id(),
                    target: rule.target_state(),
                    has_delim: text.contains("<delim>"),
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
        let marked = text.starts_with('\u{feff}') && self.best(text, stack[0]).is_none();
        let mut at = if marked { '\u{feff}'.len_utf8() } else { 0 };
        while let Some(next) = text[at..].chars().next() {
            let rest = &text[at..];
            let top = stack[stack.len() - 1];
            let Some((rule, len, delim)) = self.best(rest, top) else {
                garbage.get_or_insert(at);
                at += next.len_utf8();
                continue;
            };
            found.extend(garbage.take().map(|start| (None, start, at)));
            if rule.named {
                found.push((rule.tok_id, at, at + len));
            }
            at += len;
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
        }
        found.extend(garbage.map(|start| (None, start, at)));
        found
    }

    /// The longest match at the start of `rest`, and what its group has.
    fn best<'t>(
        &self,
        rest: &'t str,
        (state, stored): (usize, Option<&str>),
    ) -> Option<(&Rule, usize, Option<&'t str>)> {
        let mut best: Option<(&Rule, usize, Option<&'t str>)> = None;
        for rule in self.active[state].iter().map(|rule| &self.rules[*rule]) {
            let Some((len, delim)) = rule.find(rest) else { continue };
            let counts = !rule.has_delim || rule.pushes() || stored.is_some() && delim == stored;
            if counts && len > best.map_or(0, |(_, len, _)| len) {
                best = Some((rule, len, delim));
            }
        }
        best
    }
}
