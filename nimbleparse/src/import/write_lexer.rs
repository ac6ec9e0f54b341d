//! A lex file with actions in C, written anew with simple ones.
//!
//! In: the text of the file, and what its actions do, in the order of the text. Out: the text with
//! each action replaced; regexes, definitions, options and comments stay as they are, other code
//! goes. What a warning says of an action stands as a comment before its rule. Where texts of a
//! rule have effects of their own, the rule becomes several. Cost: linear in both.

use std::{borrow::Cow, fmt::Write as _};

use lrlex::{
    Extent, StartState, StartStateOperation,
    actions::{Effect, Given, Kept, Token, tokens},
};
use lrtable::{
    Span, Spanned as _,
    diagnostic::{Diagnostic, Severity},
};

/// What was read of a lex file, as far as it is to be written.
#[derive(Default)]
pub(super) struct Record {
    /// The places of code that is no action.
    pub(super) code: Vec<Span>,
    actions: Vec<Action>,
    /// The rules for the end of the text.
    pub(super) ends: Vec<End>,
    /// Rules that were made: the number of the start state, the regex, and what is done.
    pub(super) made: Vec<(usize, String, Effect)>,
    /// The numbers of start states that were made for values of variables.
    pub(super) followed: Vec<usize>,
    /// The places of what begins and ends blocks of rules.
    pub(super) blocks: Vec<Span>,
    /// Where the `%%` before the rules begins, and where the rules end.
    pub(super) rules: (usize, usize),
}

/// A rule for the end of the text.
pub(super) struct End {
    /// The place of `<<EOF>>`.
    pub(super) place: Span,
    pub(super) action: Span,
    pub(super) states: States,
    pub(super) effect: Effect,
}

/// An action of some rules.
struct Action {
    span: Span,
    rules: Vec<Rule>,
}

/// Some texts of a rule.
#[derive(Clone)]
pub(super) struct Part {
    /// The only text.
    pub(super) text: Option<String>,
    /// The regex, as flex has it.
    pub(super) regex: String,
}

/// A rule, or that of texts that have an effect of their own.
#[derive(Clone)]
struct Rule {
    /// The place of the regex, without start states.
    regex: Span,
    /// The part of the texts for which the rule is.
    part: Option<Part>,
    states: States,
    effect: Effect,
}

/// The start states of a rule.
#[derive(Clone)]
pub(super) struct States {
    pub(super) all: Vec<usize>,
    /// Whether they are those that are written, by blocks or before the regex.
    pub(super) as_written: bool,
}

impl Record {
    /// Begins an action.
    pub(super) fn begin(&mut self, span: Span) {
        self.actions.push(Action { span, rules: Vec::new() });
    }

    /// Adds a rule of the action that was begun last.
    pub(super) fn rule(&mut self, regex: Span, part: Option<Part>, states: States, effect: Effect) {
        if let Some(action) = self.actions.last_mut() {
            action.rules.push(Rule { regex, part, states, effect });
        }
    }
}

/// Writes a lex file anew. `said` are its diagnostics, `states` its start states, those that were
/// made included, and `rename` gives the name by which the parser knows a token.
pub(super) fn write(
    source: &str,
    record: &Record,
    said: &[Diagnostic],
    states: &[StartState],
    rename: &dyn Fn(&str) -> String,
) -> String {
    let rules = || record.actions.iter().flat_map(|action| &action.rules);
    let of_rules = rules().map(|rule| &rule.states);
    let mut all = of_rules.chain(record.ends.iter().map(|end| &end.states));
    // Blocks name states for all rules in them.
    let unfolded = if all.any(|states| !states.as_written) { &record.blocks[..] } else { &[] };
    let writer = Writer { source, said, states, rename, unfolded };
    let mut edits = vec![(Span::new(0, 0), writer.header())];
    let (start, end) = record.rules;
    let code = record.code.iter().filter(|span| span.start() < end);
    edits.extend(code.map(|span| (writer.code(*span), String::new())));
    edits.extend(unfolded.iter().map(|span| (writer.whole_line(*span), String::new())));
    for End { place, action, states, effect } in &record.ends {
        let start = writer.line_start(place.start());
        let whole = Span::new(place.start(), action.end());
        edits.push((Span::new(start, start), writer.comments(whole)));
        edits.push((Span::new(start, place.start()), writer.before(*place, states)));
        edits.push((Span::new(place.end(), action.end()), format!(" {}", writer.effect(effect))));
    }
    for action in &record.actions {
        let is_of_end = record.ends.iter().any(|end| end.action == action.span);
        writer.action(action, is_of_end, &mut edits);
    }
    let (mut made, mut names) = (String::new(), Vec::new());
    for (state, regex, effect) in &record.made {
        let name = writer.state(*state);
        let _ = writeln!(made, "<{name}>{regex} {}", writer.effect(effect));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if !names.is_empty() {
        edits.push((Span::new(start, start), format!("%x {}\n", names.join(" "))));
    }
    for (sign, exclusive) in [("%s", false), ("%x", true)] {
        let of_kind =
            record.followed.iter().filter(|state| states[**state].exclusive() == exclusive);
        let names: Vec<String> = of_kind.map(|state| writer.state(*state)).collect();
        if !names.is_empty() {
            edits.push((Span::new(start, start), format!("{sign} {}\n", names.join(" "))));
        }
    }
    let line_end = if source[..end].ends_with('\n') { "" } else { "\n" };
    edits.push((Span::new(end, source.len()), format!("{line_end}{made}")));
    apply(source, edits)
}

/// Makes the edits, but for those inside of others; of several empty lines one is left.
pub(super) fn apply(source: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(span, _)| (span.start(), span.end()));
    let mut out = String::with_capacity(source.len());
    let mut done = 0;
    for (span, text) in edits {
        if span.start() >= done {
            out.push_str(&source[done..span.start()]);
            out.push_str(&text);
            done = span.end();
        }
    }
    out.push_str(&source[done..]);
    let mut newlines = 0;
    out.retain(|c| {
        newlines = if c == '\n' { newlines + 1 } else { 0 };
        newlines <= 2
    });
    out
}

/// The rules of a regex; those of single characters, each a token of its own, as one, if the rest
/// of the texts are errors.
fn by_character(rules: Vec<&Rule>) -> Vec<Cow<'_, Rule>> {
    let is_own = |rule: &&Rule| {
        let Some(Part { text, .. }) = &rule.part else { return rule.effect.given == Given::Error };
        let text = text.as_deref();
        let own = match &rule.effect.given {
            Given::Token(name, _) => Some(&name[..]) == text && name.len() == 1,
            Given::End => text == Some("\0"),
            _ => false,
        };
        own && rule.effect.change.is_none() && rule.effect.kept.is_none()
    };
    let rest_is_own = rules.iter().all(|rule| rule.part.is_some() || is_own(rule));
    let (own, others): (Vec<&Rule>, Vec<&Rule>) = match rest_is_own {
        true => rules.into_iter().partition(|rule| is_own(rule)),
        false => (Vec::new(), rules),
    };
    if own.len() < 3 {
        return others.into_iter().chain(own).map(Cow::Borrowed).collect();
    }
    let effect = Effect { given: Given::Character, ..Effect::default() };
    let one = Rule { part: None, effect, ..own[0].clone() };
    others.into_iter().map(Cow::Borrowed).chain([Cow::Owned(one)]).collect()
}

/// Whether a diagnostic sums up the file.
fn is_summary(said: &Diagnostic) -> bool {
    said.message().starts_with("of the rules' actions")
}

/// Whether code stays what it is between brackets.
fn is_balanced(code: &str) -> bool {
    let mut depth = 0;
    let goes_on = |token: &Token<'_>| {
        depth += i32::from(token.text == "(") - i32::from(token.text == ")");
        depth >= 0 && !matches!(token.text, "\"" | "'")
    };
    tokens(code, Span::new(0, code.len())).iter().all(goes_on) && depth == 0
}

struct Writer<'a> {
    source: &'a str,
    said: &'a [Diagnostic],
    states: &'a [StartState],
    rename: &'a dyn Fn(&str) -> String,
    /// What begins and ends blocks of which the rules name their states themselves.
    unfolded: &'a [Span],
}

impl Writer<'_> {
    /// What stands at the start of the file.
    fn header(&self) -> String {
        let mut header = String::from("/* Written by 'nimbleparse import'.");
        if let Some(summary) = self.said.iter().find(|one| is_summary(one)) {
            let _ = write!(header, " Summary: {}.", summary.message());
        }
        header.push_str(" */\n");
        let declarations = self.source.lines().take_while(|line| !line.starts_with("%%"));
        if !declarations.into_iter().any(|line| line.trim_start().starts_with("%option")) {
            header.push_str("%option noyywrap\n");
        }
        header
    }

    /// The whole lines of code that stands at `span`, with what encloses it.
    fn code(&self, span: Span) -> Span {
        let before = self.source[..span.start()].trim_end();
        let after = &self.source[span.end()..];
        let open = if before.ends_with("%{") { "%{" } else { "%top" };
        let start = before.rfind(open).filter(|_| before.ends_with('{'));
        let line = self.line_start(span.start());
        let is_line = self.source[line..span.start()].trim().is_empty();
        let start = start.unwrap_or(if is_line { line } else { span.start() });
        let closed = after.strip_prefix("%}").or(after.strip_prefix('}')).unwrap_or(after);
        let line = closed.find('\n').map_or(closed.len(), |at| at + 1);
        let rest = if closed[..line].trim().is_empty() { line } else { 0 };
        Span::new(start, self.source.len() - closed.len() + rest)
    }

    fn line_start(&self, at: usize) -> usize {
        self.source[..at].rfind(['\n', '\r']).map_or(0, |at| at + 1)
    }

    /// The line in which this stands, if nothing else does.
    fn whole_line(&self, span: Span) -> Span {
        let start = self.line_start(span.start());
        let rest = &self.source[span.end()..];
        let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let alone = self.source[start..span.start()].trim().is_empty();
        let alone = alone && (rest[..line].trim().is_empty() || span.end() > span.start() + line);
        if alone && !self.source[..span.end()].ends_with('\n') {
            Span::new(start, span.end() + line)
        } else {
            Span::new(if alone { start } else { span.start() }, span.end())
        }
    }

    /// What stands before the regex at `place` in its line: its start states.
    fn before(&self, place: Span, states: &States) -> String {
        let blocks = self.unfolded.iter().filter(|span| span.end() <= place.start());
        let depth =
            blocks.fold(0, |depth, span| match self.source[span.start()..].starts_with('<') {
                true => depth + 1,
                false => depth - 1,
            });
        if states.as_written && depth <= 0 {
            return self.source[self.line_start(place.start())..place.start()].to_owned();
        }
        let names: Vec<String> = states.all.iter().map(|state| self.state(*state)).collect();
        if names.is_empty() { String::new() } else { format!("<{}>", names.join(",")) }
    }

    /// The warnings on what stands at `span`, as comments.
    fn comments(&self, span: Span) -> String {
        let is_here = |one: &&Diagnostic| {
            let at = one.spans().first().map(Span::start);
            let is_inside = at.is_some_and(|at| at >= span.start() && at < span.end());
            one.severity() == Severity::Warning && is_inside && !is_summary(one)
        };
        let texts = self.said.iter().filter(is_here);
        texts.map(|one| format!("  /* {} */\n", one.message().replace("*/", "* /"))).collect()
    }

    /// Writes the rules of an action; `is_of_end`: it stands in the line of a rule for the end.
    fn action(&self, action: &Action, is_of_end: bool, edits: &mut Vec<(Span, String)>) {
        let Some(first) = action.rules.first() else { return };
        let comments = self.comments(action.span);
        let same = self.effect(&first.effect);
        let is_kept = |rule: &&Rule| rule.effect.given != Given::Rejected;
        let is_same = |rule: &Rule| {
            rule.part.is_none() && is_kept(&rule) && self.effect(&rule.effect) == same
        };
        let mut regexes: Vec<Span> = action.rules.iter().map(|rule| rule.regex).collect();
        regexes.dedup();
        if !is_of_end && regexes.len() == action.rules.len() && action.rules.iter().all(is_same) {
            let start = self.line_start(first.regex.start());
            edits.push((Span::new(start, start), comments));
            for Rule { regex, states, .. } in &action.rules {
                let start = self.line_start(regex.start());
                edits.push((Span::new(start, regex.start()), self.before(*regex, states)));
            }
            let blank = if action.span.is_empty() { " " } else { "" };
            edits.push((action.span, format!("{blank}{same}")));
            return;
        }
        let mut text = comments;
        for (nth, regex) in regexes.iter().enumerate() {
            let start = self.line_start(regex.start());
            let rest = self.source[regex.end()..].find(['\n', '\r']);
            let end = match nth + 1 == regexes.len() && !is_of_end {
                true => action.span.end(),
                false => rest.map_or(self.source.len(), |len| regex.end() + len),
            };
            let written = &self.source[regex.start()..regex.end()];
            let rules = action.rules.iter().filter(|rule| rule.regex == *regex).filter(is_kept);
            let mut lines = Vec::new();
            for rule in by_character(rules.collect()) {
                let regex = rule.part.as_ref().map_or(written, |part| &part.regex);
                let states = self.before(rule.regex, &rule.states);
                lines.push(format!("{states}{regex} {}", self.effect(&rule.effect)));
            }
            text.push_str(&lines.join("\n"));
            edits.push((Span::new(start, end), std::mem::take(&mut text)));
        }
    }

    /// The name of a start state; that of one that was made says so in brackets.
    fn state(&self, number: usize) -> String {
        let name = self.states[number].name();
        let Some(name) = name.strip_prefix('(') else { return name.to_owned() };
        let mut name = name.trim_end_matches(')').replace(' ', "_");
        while self.states.iter().any(|state| state.name() == name) {
            name.push('_');
        }
        name
    }

    /// An effect as a simple action.
    fn effect(&self, effect: &Effect) -> String {
        let change = effect.change.map(|change| format!("{};", self.change(change)));
        let doubt = effect.kept.map(|Kept { place, change }| {
            let code = &self.source[place.start()..place.end()].replace([';', '{', '}'], " ");
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            let code = if is_balanced(&code) { &code } else { "condition" };
            let change = change.map(|change| format!(", {}", self.change(change)));
            format!("perhaps({code}{});", change.unwrap_or_default())
        });
        let extent = match effect.extent {
            Extent::All => None,
            Extent::First(len) => Some(format!("yyless({len});")),
            Extent::ButLast(len) => Some(format!("yyless(yyleng - {len});")),
            Extent::More => Some("yymore();".to_owned()),
        };
        let given = match &effect.given {
            Given::Nothing | Given::Rejected => None,
            Given::Token(name, _) => Some(format!("return {};", self.token(name))),
            Given::Character => Some("return yytext[0];".to_owned()),
            Given::Error => Some("return YYUNDEF;".to_owned()),
            Given::End => Some("yyterminate();".to_owned()),
        };
        let parts: Vec<String> = [change, doubt, extent, given].into_iter().flatten().collect();
        match parts.is_empty() {
            true => ";".to_owned(),
            false => format!("{{ {} }}", parts.join(" ")),
        }
    }

    /// A change of start state as a call.
    fn change(&self, (state, operation): (usize, StartStateOperation)) -> String {
        match operation {
            StartStateOperation::Push => format!("yy_push_state({})", self.state(state)),
            StartStateOperation::Pop => "yy_pop_state()".to_owned(),
            StartStateOperation::ReplaceTop | StartStateOperation::ReplaceStack => {
                format!("BEGIN({})", self.state(state))
            }
        }
    }

    /// A token's name, as C writes it.
    fn token(&self, name: &str) -> String {
        let mut chars = name.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_ascii_alphabetic() && c != '_' => match c {
                '\n' => r"'\n'".to_owned(),
                '\'' | '\\' => format!(r"'\{c}'"),
                ' '..='~' => format!("'{c}'"),
                _ => format!(r"'\x{:02x}'", u32::from(c)),
            },
            _ => (self.rename)(name),
        }
    }
}
