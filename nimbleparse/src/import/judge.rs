//! How far rules do what their actions in C do, and what is said of the difference.
//!
//! Where a condition would make another lexeme of the text, a warning quotes the condition. What no
//! rule can say (`unput`, a token that is computed) is a warning too, and other calls a note. Which
//! of its lexemes a rule has kept is summed up for the file, worst first.

use lrlex::{
    Extent, StartStateOperation,
    actions::{EndRule, Given, Kept, ReadRule},
};
use lrtable::{NewlineCache, Span};

use super::{
    Reading,
    c::{Token, TokenKind, tokens},
    limits,
    paths::{Effect, Lost},
    texts::Matched,
    value::Value,
    ways::{Way, Ways},
    write_lexer::{End, States},
};

/// What becomes of the rules of a file, by the lines of their actions.
#[derive(Default)]
pub(super) struct Fates {
    /// The actions of the rules that have each fate.
    pub(super) rules: [Vec<Span>; 3],
    /// Whether it was said what to do with tokens that a program computes.
    hinted: bool,
}

/// How far a rule gives the lexemes that flex would give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    Kept,
    Changed,
    Lost,
}

impl<'a> Reading<'_, 'a> {
    /// What rules do whose action has these ways, and how far that is what flex would do.
    pub(super) fn judge(
        &mut self,
        ways: &Ways<'a>,
        rules: &[ReadRule],
        matched: &Matched,
        action: Span,
    ) -> (Effect, Fate) {
        let (plain, chosen) = self.usual(ways);
        if let Some(condition) = chosen {
            self.tell_usual(condition, plain, &ways.all[0].effect);
        }
        let mut fate = if chosen.is_some() { Fate::Changed } else { Fate::Kept };
        let mut effect = plain.clone();
        if let Some((c, place)) = effect.unput.take() {
            match rules.iter().all(|rule| self.file.ends_in(rule, matched.text(), c)) {
                true => effect.extent = Extent::ButLast(1),
                false => effect.lost.push((Lost::Unput, place)),
            }
        }
        for Way { condition, effect: other, before } in &ways.all {
            let before = &ways.all[*before].effect;
            let Some(condition) = condition else { continue };
            if !other.dies && plain.changes.is_empty() {
                let kept = other
                    .changes
                    .last()
                    .map(|change| Kept { place: *condition, change: Some(*change) });
                effect.kept = effect.kept.or(kept);
            }
            if other.dies && !plain.dies && !before.dies {
                let message = format!(
                    "under the condition '{}' the program ends by an error: conditions are taken to be false",
                    self.file.on_one_line(*condition)
                );
                self.file.note(message, *condition);
            }
            if other.dies || plain.is_same(other) || before.is_same(other) {
                continue;
            }
            let does_nothing = matches!(effect.given, Value::Nothing) && effect.changes.is_empty();
            fate = fate.max(if does_nothing { Fate::Lost } else { Fate::Changed });
            let message = format!(
                "under the condition '{}' this action {}: conditions are taken to be false, so it {}",
                self.file.on_one_line(*condition),
                self.told(other),
                self.told(&effect)
            );
            self.file.warn(message, *condition);
        }
        if let Some(next) = ways.more {
            let most = limits::CONDITIONS;
            let message = format!(
                "what the conditions of an action change is reported for {most} of them at most: simplify it"
            );
            self.file.warn(message, next);
            fate = fate.max(Fate::Changed);
        }
        if effect.changes.len() > 1 {
            let message =
                "this action changes the start state several times: only the last change is made";
            self.file.warn(message, self.file.first_line(action));
            fate = fate.max(Fate::Changed);
        }
        if let Some((_, place)) = effect.lost.iter().find(|(lost, _)| *lost == Lost::State) {
            effect.kept = Some(Kept { place: *place, change: None });
        }
        fate = fate.max(self.lost(&effect));
        if let (Value::FirstChar(place, _), Matched::Any) = (&effect.given, matched) {
            let message = "the token is named by the text only where the regex is one character, a class '[…]', '.', or several of these with '|' between: other text is an error";
            self.file.warn(message, *place);
        }
        (effect, fate)
    }

    /// Says that a condition is taken to be true, on the way of which an action does this.
    fn tell_usual(&mut self, condition: Span, usual: &Effect, plain: &Effect) {
        let otherwise = match plain.given {
            Value::Name(..) | Value::Char(..) if !plain.dies => {
                format!("it {}, which no production uses", self.told(plain))
            }
            _ => "the text is an error".to_owned(),
        };
        let message = format!(
            "under the condition '{}' this action {}, otherwise {otherwise}: the condition is taken to be true",
            self.file.on_one_line(condition),
            self.told(usual),
        );
        self.file.warn(message, condition);
    }

    fn told(&self, effect: &Effect) -> String {
        let given = match &effect.given {
            Value::Nothing => "skips the text".to_owned(),
            Value::Name(name, _) => format!("gives '{}'", name.escape_debug()),
            Value::Char(c, _) => format!("gives '{}'", c.escape_debug()),
            Value::FirstChar(..) => "gives the character".to_owned(),
            Value::End => "ends the input".to_owned(),
            Value::Error => "is an error".to_owned(),
            Value::Rejected => "rejects the match".to_owned(),
            Value::Computed(place) | Value::Argument(_, _, place) => {
                format!("gives what '{}' is", self.file.on_one_line(*place))
            }
            Value::Number(number) => format!("gives '{number}'"),
            _ => "gives a value".to_owned(),
        };
        let state = match effect.changes.last() {
            None => String::new(),
            Some((_, StartStateOperation::Pop)) => " and leaves the state".to_owned(),
            Some((state, _)) => {
                format!(" and goes to '{}'", self.file.start_states()[*state].name())
            }
        };
        let extent = match effect.extent {
            Extent::All => "",
            Extent::First(_) | Extent::ButLast(_) => " and gives text back",
            Extent::More => " and goes on with the lexeme",
        };
        let lost = if effect.lost.is_empty() { "" } else { " and reads or changes text itself" };
        format!("{given}{state}{extent}{lost}")
    }

    /// Tells what of an effect no rule can say.
    fn lost(&mut self, effect: &Effect) -> Fate {
        let mut fate = Fate::Kept;
        for &(lost, place) in &effect.lost {
            let (how, what) = match lost {
                Lost::Unput => (
                    Fate::Lost,
                    "has no effect: what it puts back is not the end of what the rule matches; let a rule match less, or go to a start state",
                ),
                Lost::Input => (
                    Fate::Lost,
                    "takes no text: let the regex match that too, or rules of a start state",
                ),
                Lost::Less => (
                    Fate::Changed,
                    "has no effect, since its number is not a constant: use trailing context 'r/s'",
                ),
                Lost::State => (
                    Fate::Lost,
                    "has no effect, since it does not name a start state: name one, or use 'yy_push_state' and 'yy_pop_state'",
                ),
                Lost::Line => (Fate::Changed, "has no effect: a line starts after a line end only"),
                Lost::Both => (
                    Fate::Changed,
                    "has no effect: an action gives text back, or goes on with the lexeme, not both",
                ),
                Lost::Text => (Fate::Changed, "has no effect: a lexer reads one text"),
                Lost::Argument => (Fate::Changed, "is taken to be the token in its argument"),
                Lost::Rest => {
                    (Fate::Lost, "is not read to its end: write a simpler action, or fewer calls")
                }
            };
            fate = fate.max(how);
            self.file.warn(format!("'{}' {what}", self.file.on_one_line(place)), place);
        }
        if let Value::Computed(place) = effect.given {
            let message = format!(
                "the token '{}' is computed, which a lexer cannot do: the text is an error until the action returns the name of a token",
                self.file.on_one_line(place)
            );
            self.file.warn(message, place);
            if !std::mem::replace(&mut self.c.fates.hinted, true) {
                let message = "where a program computes tokens, return one of them here, and put another in its place by 'map_lexemes', or by '%reclassify' if declarations decide";
                self.file.warn(message, place);
            }
            fate = Fate::Lost;
        }
        fate
    }

    /// Tells the first macro of which it is not known what it stands for.
    pub(super) fn ambiguous(&mut self, tokens: &[Token<'_>]) -> Fate {
        let defines = |token: &&Token<'_>| {
            let line = token.text.trim_start_matches(['#', ' ', '\t']);
            token.kind == TokenKind::Directive && line.starts_with("define")
        };
        if let Some(line) = tokens.iter().find(defines) {
            let message =
                "a macro that an action defines is not followed: define it before the rules";
            self.file.warn(message, self.file.first_line(line.span()));
            return Fate::Changed;
        }
        let known = &self.c.definitions.ambiguous;
        let Some(token) = tokens.iter().find(|token| known.contains(token.text)) else {
            return Fate::Kept;
        };
        let message = format!("'{}' has several definitions: the last one counts", token.text);
        self.file.warn(message, token.span());
        Fate::Changed
    }

    /// Reads code that is run before each match, which no rule can say.
    pub(super) fn code_before_rules(&mut self, span: Span) {
        let blank = self.file.text(span).len() - self.file.text(span).trim_start().len();
        let span = Span::new(span.start() + blank, span.end());
        let tokens = tokens(self.file.source(), span);
        let changes = |token: &&Token<'a>| {
            let line = token.text.trim_start_matches(['#', ' ', '\t']);
            token.kind == TokenKind::Directive
                && line.starts_with("def") | line.starts_with("undef")
        };
        if let Some(line) = tokens.iter().find(changes) {
            let message = "a macro that is changed among the rules is not followed: the definition before the rules counts";
            self.file.warn(message, line.span());
        }
        if self.c.starts {
            return;
        }
        let code = self.c.definitions.code(tokens);
        let nothing = Effect::default();
        let ways = self.ways(&code, &Matched::Any);
        if ways.effects().any(|other| !nothing.is_same(other)) {
            let message = "this code has no effect, but would change lexemes: no rule does what stands before each match";
            self.file.warn(message, self.file.first_line(span));
        } else if !self.tell_unseen(&code, &ways.seen, span) {
            self.file.note("indented code has no effect", self.file.first_line(span));
        }
    }

    /// Checks that a variable that holds a state and the stack of states come to the same: that is
    /// so if nothing but leaving is done in the states that are begun when one is kept.
    pub(super) fn check_remembered(&mut self, rules: &[ReadRule]) {
        let remembered = std::mem::take(&mut self.c.remembered);
        let begun: Vec<usize> = (remembered.iter())
            .filter_map(|(_, _, target)| {
                (target.1 == StartStateOperation::Push).then_some(target.0)
            })
            .collect();
        let is_named =
            |rule: &ReadRule| rule.start_states().iter().any(|state| begun.contains(state));
        let stays = rules.iter().filter(|rule| is_named(rule)).all(|rule| {
            rule.target().is_none_or(|(_, operation)| operation == StartStateOperation::Pop)
        });
        for (place, states, (_, operation)) in remembered {
            let inside = !states.is_empty() && states.iter().all(|state| begun.contains(state));
            if operation == StartStateOperation::Pop && !(stays && inside) {
                let message = "'BEGIN' of a variable is read as the way back to the state that was last kept in one: use 'yy_push_state' and 'yy_pop_state' if that is not meant";
                self.file.warn(message, place);
            }
        }
    }

    /// Says how many rules were kept as they are, of a file of which some were not.
    pub(super) fn sum_up(&mut self, place: Span) {
        let [kept, changed, lost] = std::mem::take(&mut self.c.fates.rules);
        if changed.is_empty() && lost.is_empty() {
            return;
        }
        let newlines = NewlineCache::of(self.file.source());
        let lines = |spans: &[Span]| {
            let mut lines: Vec<String> = (spans.iter())
                .filter_map(|span| newlines.byte_to_line_num(span.start()))
                .map(|line| line.to_string())
                .collect();
            lines.dedup();
            let word = if lines.len() == 1 { "line" } else { "lines" };
            let more = if lines.len() > limits::LINES { ", …" } else { "" };
            lines.truncate(limits::LINES);
            match lines.is_empty() {
                true => String::new(),
                false => format!(" ({word} {}{more})", lines.join(", ")),
            }
        };
        let message = format!(
            "of the rules' actions {} lost{}, {} changed{}, {} kept",
            lost.len(),
            lines(&lost),
            changed.len(),
            lines(&changed),
            kept.len()
        );
        self.file.sum_up(message, place);
    }

    /// Reads a rule for the end of the text: what it does on the way without conditions, or on the
    /// first that gives a token that the grammar uses. The end comes once, however often flex would
    /// run the action.
    pub(super) fn end_rule(&mut self, rule: &EndRule, action: Span) {
        let code = self.c.definitions.code(tokens(self.file.source(), action));
        let ways = self.ways(&code, &Matched::Any);
        self.tell_unseen(&code, &ways.seen, action);
        let gives = |effect: &&Effect| match &effect.given {
            Value::Name(name, _) => self.c.is_used(name) && !effect.dies,
            Value::Char(..) => true,
            _ => false,
        };
        let chosen = &ways.all[ways.effects().position(|effect| gives(&effect)).unwrap_or(0)];
        let differs = |way: &&Way| {
            let gives_token = gives(&&way.effect) || gives(&&chosen.effect);
            gives_token && !way.effect.dies && !way.effect.is_same(&chosen.effect)
        };
        if let Some(other) = ways.all.iter().find(differs)
            && let Some(condition) = chosen.condition.or(other.condition)
        {
            let message = format!(
                "the condition '{}' decides what is given at the end of the text: it is taken to be {}, so this action {}",
                self.file.on_one_line(condition),
                chosen.condition.is_some(),
                self.told(&chosen.effect),
            );
            self.file.warn(message, condition);
        }
        let effect = chosen.effect.of_rule();
        let effect = match &effect.given {
            // The grammar knows where its input ends.
            Given::Token(name, _) if !self.c.is_used(name) => {
                lrlex::actions::Effect { given: Given::End, ..effect }
            }
            _ => effect,
        };
        let states = self.numbers(&rule.states);
        let written = States { as_written: states == rule.states, all: states.clone() };
        let (place, done) = (rule.place, effect.clone());
        self.c.record.ends.push(End { place, action, states: written, effect: done });
        self.file.add_end_rule(&EndRule { states, ..rule.clone() }, &effect);
    }

    /// Warns of a function 'yylex' of the file, which is run in the place of the one that flex
    /// makes, and of a macro that lets an action go on in the next one.
    pub(super) fn warn_of_own_code(&mut self) {
        if let Some(place) = self.c.definitions.after_actions {
            let message = "with this 'YY_BREAK' an action that does not return goes on in the next one, here each ends by itself: end actions by 'return', or by 'break' and leave the macro out";
            self.file.warn(message, place);
        }
        let own = self.c.definitions.functions.get("yylex");
        let Some(first) = own.and_then(|own| own.body.tokens.first()) else { return };
        let message = "this file has a function 'yylex' of its own, which may give other tokens than its rules do: what it does is for the program to do, such as by 'map_lexemes'";
        let place = first.span();
        self.file.warn(message, place);
    }
}
