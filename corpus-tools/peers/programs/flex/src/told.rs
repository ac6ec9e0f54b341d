//! Where flex's lexer and ours differ, and whether a warning told of it.
//!
//! In: a lex file, the C that flex made of it, warnings, and both lists of tokens with the actions
//! that ran. Out: the first difference, and whether a warning is at a line of an action that ran
//! between the last equal token and that difference (both included), at a line of a macro or
//! function that such an action uses, in code that runs before each match, or at an action that ran
//! before and changes the start state.
//! Cost: the length of the file for each question.

use std::collections::{BTreeMap, BTreeSet};

use lrtable::{
    NewlineCache, Spanned,
    diagnostic::{Diagnostic, Severity},
};

use crate::lexer::{self, Found, Token};

/// Words that change the start state, or what text is read again.
const FAR: [&str; 6] = ["BEGIN", "yybegin", "yy_push_state", "yy_pop_state", "yymore", "unput"];

/// Macros that the actions of all rules use.
const EVERYWHERE: [&str; 3] = ["YY_USER_ACTION", "YY_BREAK", "YY_RULE_SETUP"];

pub(crate) struct Told<'a> {
    source: &'a str,
    lines: Vec<&'a str>,
    /// The first line of each action; lines begin with 1.
    actions: BTreeMap<String, usize>,
    /// The lines of the rules.
    rules: std::ops::Range<usize>,
    /// The name and lines of each macro and function, as far as it begins a line.
    helpers: Vec<(&'a str, std::ops::Range<usize>)>,
}

/// The first difference in a text.
pub(crate) struct Difference {
    pub(crate) says: String,
    near: BTreeSet<String>,
    far: BTreeSet<String>,
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

impl<'a> Told<'a> {
    /// `made` is what flex made of the file.
    pub(crate) fn new(source: &'a str, made: &str) -> Told<'a> {
        let lines: Vec<&str> = source.lines().collect();
        let mut marks = (1..).zip(&lines).filter(|(_, line)| line.trim_end() == "%%");
        let first = marks.next().map_or(1, |(number, _)| number);
        let last = marks.next().map_or(lines.len() + 1, |(number, _)| number);
        let mut helpers: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
        for (number, line) in (1..).zip(&lines) {
            let begins = line.starts_with(|c: char| c.is_ascii_alphabetic() || "#_".contains(c));
            if first < number && number <= last || !begins {
                continue;
            }
            let text = line.strip_prefix("#define").unwrap_or(line);
            let head = text.split('(').next().unwrap_or(text);
            let name =
                if text.len() < line.len() { words(text).next() } else { words(head).last() };
            if !line.starts_with('#') || text.len() < line.len() {
                helpers.extend(name.map(|name| (name, number..number + 1)));
            }
        }
        for at in 0..helpers.len() {
            let place = helpers[at].1.start;
            let end = if place < first { first } else { lines.len() + 1 };
            helpers[at].1.end = helpers.get(at + 1).map_or(end, |(_, next)| next.start.min(end));
        }
        Told { source, lines, actions: actions(made), rules: first + 1..last, helpers }
    }

    /// The line of an action that did not run; the last of flex's is not one of the file.
    pub(crate) fn idle(&self, ran: &BTreeSet<&str>) -> Option<usize> {
        let lines: BTreeSet<usize> = ran.iter().filter_map(|act| self.line(act)).collect();
        let own = self.actions.values().filter(|line| self.rules.contains(line));
        own.copied().find(|line| !lines.contains(line))
    }

    fn line(&self, action: &str) -> Option<usize> {
        self.actions.get(action).copied()
    }

    /// The line and the message of each warning; not of the sum of all.
    pub(crate) fn warnings(&self, said: &[Diagnostic]) -> Vec<(usize, String)> {
        let cache = NewlineCache::of(self.source);
        let tells = |said: &&Diagnostic| {
            let message = said.message();
            said.severity() == Severity::Warning
                && !["never matches", "matches the empty text", "of the rules' actions"]
                    .iter()
                    .any(|known| message.contains(known))
                || message.contains("ends by an error")
        };
        let line = |said: &Diagnostic| cache.byte_to_line_num(said.spans().first()?.start());
        (said.iter().filter(tells))
            .map(|said| (line(said).unwrap_or(0), said.message().to_owned()))
            .collect()
    }

    pub(crate) fn difference(&self, ours: &[Token], theirs: &Found) -> Difference {
        let mut ran: Vec<BTreeSet<String>> = Vec::new();
        let mut tokens: Vec<Token> = Vec::new();
        let clears = self.source.contains("unput(") || self.source.contains("input(");
        for (number, actions) in theirs.ran.iter().enumerate() {
            let token = theirs.tokens.get(number);
            let is_error = |token: Option<&Token>| token.is_some_and(|(name, _)| name == "(error)");
            match (token, ran.last_mut()) {
                (Some((_, text)), Some(last)) if is_error(token) && is_error(tokens.last()) => {
                    last.extend(actions.iter().cloned());
                    if let Some((_, so_far)) = tokens.last_mut() {
                        so_far.extend(text);
                    }
                }
                _ => {
                    ran.push(actions.iter().cloned().collect());
                    tokens.extend(token.cloned());
                }
            }
        }
        let mut ours = lexer::joined(ours);
        let same = |ours: &[Token], theirs: &[Token]| {
            ours.iter().zip(theirs).take_while(|(a, b)| a == b).count()
        };
        // Cleared texts may be equal by chance beyond the difference.
        let sharp = same(&ours, &tokens);
        if clears {
            ours.iter_mut().chain(&mut tokens).for_each(|(_, text)| text.clear());
        }
        let at = same(&ours, &tokens);
        let near = [sharp, at].into_iter().flat_map(|at| {
            // Text that is an error of ours goes on into what flex finds next.
            let errors = [ours.get(at), tokens.get(at)].map(|token| token.map(|(name, _)| &**name));
            let end = at + 1 + usize::from(errors == [Some("(error)"); 2]);
            ran.iter().take(end).skip(at.saturating_sub(1)).flatten().cloned()
        });
        let near = near.collect();
        let far = ran.iter().take(at).flatten().cloned().collect();
        let shown = |token: Option<&Token>| match token {
            Some((name, text)) => format!("{name} {:?}", String::from_utf8_lossy(text)),
            None => "nothing".to_owned(),
        };
        let says =
            format!("token {at} is {}, of flex {}", shown(ours.get(at)), shown(tokens.get(at)));
        Difference { says, near, far }
    }

    /// The lines of an action, and of what it uses.
    fn reach(&self, action: &str) -> BTreeSet<usize> {
        let Some(first) = self.line(action) else { return BTreeSet::new() };
        let next = self.actions.values().filter(|line| **line > first).min();
        let end = next.map_or(self.rules.end, |line| (*line).min(self.rules.end));
        let mut lines: BTreeSet<usize> = (first..end.max(first + 1)).collect();
        lines.extend(self.before());
        let mut used: BTreeSet<&str> = EVERYWHERE.into();
        let mut size = 0;
        while size < lines.len() {
            size = lines.len();
            used.extend(lines.iter().flat_map(|line| words(self.text(*line))));
            let reached = self.helpers.iter().filter(|(name, _)| used.contains(name));
            lines.extend(reached.flat_map(|(_, place)| place.clone()));
        }
        lines
    }

    /// The lines before the first rule, which run before each match.
    fn before(&self) -> BTreeSet<usize> {
        let own = self.actions.values().filter(|line| self.rules.contains(line));
        own.min().into_iter().flat_map(|first| self.rules.start..*first).collect()
    }

    fn text(&self, line: usize) -> &'a str {
        line.checked_sub(1).and_then(|at| self.lines.get(at)).copied().unwrap_or_default()
    }

    pub(crate) fn is_warned(&self, warnings: &[(usize, String)], found: &Difference) -> bool {
        let is_told =
            |lines: &BTreeSet<usize>| warnings.iter().any(|(line, _)| lines.contains(line));
        let is_far = |lines: &BTreeSet<usize>| {
            let mut all = lines.iter().flat_map(|line| words(self.text(*line)));
            all.any(|word| FAR.contains(&word))
        };
        is_told(&self.before())
            || found.near.iter().any(|action| is_told(&self.reach(action)))
            || found.far.iter().map(|action| self.reach(action)).any(|l| is_far(&l) && is_told(&l))
    }
}

/// The first line of each action, by the number that flex gave it.
fn actions(made: &str) -> BTreeMap<String, usize> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut actions = BTreeMap::new();
    let mut open = Vec::new();
    for line in made.lines() {
        let mut parts = line.split_whitespace();
        match (parts.next(), parts.next(), parts.next()) {
            (Some("#define"), Some(name), Some(number)) => {
                numbers.extend(number.parse().ok().map(|number: usize| (name, number)));
            }
            (Some("case"), Some(number), None) => {
                let number = number.trim_end_matches(':');
                let state = number.strip_prefix("YY_STATE_EOF(");
                let state = state.and_then(|state| numbers.get(state.trim_end_matches(')')));
                let end = numbers.get("YY_END_OF_BUFFER").copied().unwrap_or(0);
                let number = state.map_or(number.to_owned(), |state| (end + state + 1).to_string());
                open.push(number);
            }
            (Some("#line"), Some(line), Some("\"lexer.l\"")) => {
                let line = line.parse().unwrap_or(0);
                actions.extend(open.drain(..).map(|number| (number, line)));
            }
            _ => {}
        }
    }
    actions
}
