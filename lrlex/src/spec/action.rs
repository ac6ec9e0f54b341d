//! Actions in C: from what they do on their ways to what a rule says, and what is told of the
//! difference.
//!
//! An action is read as if all its conditions were false: `{ if (c) return A; return B; }` gives B.
//! Where a condition would make another lexeme of it, a warning quotes the condition. What no rule
//! can say (`unput`, a token that is computed) is a warning too, and other calls a note. Which of
//! its lexemes a rule has kept is summed up for the file, worst first.

use crate::LexErrorKind;
use lrtable::{NewlineCache, Span, diagnostic::Diagnostic};

use super::{
    Flags, Reader, RuleSpec, StartStateOperation,
    c::{Token, macros::Code, tokens},
    cut::Piece,
    guess::Kept,
    paths::{Effect, Lost, Path},
    returns::Seen,
    value::{MatchedText, Symbol, Value},
};
use crate::{
    extent::Extent,
    limits,
    regex::{Budget, parse},
};

/// What becomes of the rules of a file, by the lines of their actions.
#[derive(Default)]
pub(super) struct Fates {
    /// The actions of the rules that have each fate.
    rules: [Vec<Span>; 3],
    /// Whether it was said what to do with tokens that a program computes.
    hinted: bool,
}

/// How far a rule gives the lexemes that flex would give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Kept,
    Changed,
    Lost,
}

/// What an action does on all its ways.
struct Ways<'a> {
    /// The ways, of which the first is that where all conditions are false.
    all: Vec<Way>,
    /// The first condition that was one too many.
    more: Option<Span>,
    /// The first call that has no effect.
    ignored: Option<Span>,
    /// Whether the matched text decides something.
    asks: bool,
    seen: Seen<'a>,
}

/// A way on which some conditions are true.
struct Way {
    /// The last condition that is true on the way, if there is any.
    condition: Option<Span>,
    effect: Effect,
    /// The number of the way on which `condition` is false.
    before: usize,
}

impl Ways<'_> {
    fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.all.iter().map(|way| &way.effect)
    }
}

impl<'a> Reader<'a> {
    /// Gives rules what their action at `span` says; there may be more of them then.
    pub(super) fn action(
        &mut self,
        span: Span,
        rules: Vec<RuleSpec>,
        flags: &Flags,
    ) -> Vec<RuleSpec> {
        let tokens = tokens(self.source, span);
        let known = self.ambiguous(&tokens);
        let code = self.definitions_in_c.action(tokens);
        let mut ways = self.ways(&code, &MatchedText::Any);
        let mut seen = std::mem::take(&mut ways.seen);
        let reads = |effect: &Effect| effect.lost.iter().any(|(lost, _)| *lost == Lost::Input);
        let mut read = Seen::default();
        let is_read = ways.effects().any(reads);
        if let Some(effect) = is_read.then(|| self.by_input(&code, &mut read)).flatten() {
            let is_lost = self.tell_unseen(&code, &read, span);
            let fate = if is_lost { Fate::Lost } else { Fate::Kept };
            self.fates.rules[fate as usize].extend(rules.iter().map(|_| span));
            let rules = rules.into_iter();
            return rules.filter_map(|rule| self.with_effect(rule, &effect, span)).collect();
        }
        let mut fates = Vec::with_capacity(rules.len());
        let mut plain: Option<(Effect, Fate)> = None;
        let mut out = Vec::with_capacity(rules.len());
        for rule in &rules {
            let mut how = known;
            if let Some(texts) = self.ways_by_text(rule, &ways, &code, flags) {
                for (rule, matched, mut ways) in texts {
                    seen.join(std::mem::take(&mut ways.seen));
                    let one = std::slice::from_ref(&rule);
                    let (effect, worst) = self.judge(&ways, one, &matched, span, flags);
                    how = how.max(worst);
                    out.extend(self.with_effect(rule, &effect, span));
                }
            } else {
                let (effect, worst) = plain.get_or_insert_with(|| {
                    self.judge(&ways, &rules, &MatchedText::Any, span, flags)
                });
                how = how.max(*worst);
                out.extend(self.with_effect(rule.clone(), effect, span));
            }
            fates.push(how);
        }
        let least = match self.tell_unseen(&code, &seen, span) {
            true => Fate::Lost,
            false => Fate::Kept,
        };
        fates.iter_mut().for_each(|how| *how = least.max(*how));
        fates.iter().for_each(|how| self.fates.rules[*how as usize].push(span));
        let fate = fates.into_iter().max().unwrap_or(known);
        if let (Some(place), Fate::Kept) = (ways.ignored, fate) {
            self.note(format!("'{}' in an action has no effect", self.text(place)), place);
        }
        out
    }

    /// The ways of an action for each text of a rule, if it asks for the text, and there are few.
    fn ways_by_text(
        &mut self,
        rule: &RuleSpec,
        ways: &Ways,
        code: &Code<'a>,
        flags: &Flags,
    ) -> Option<Vec<(RuleSpec, MatchedText, Ways<'a>)>> {
        if !ways.asks || self.used.steps >= limits::TEXT_STEPS {
            return None;
        }
        let is_token = ways.effects().any(|effect| matches!(effect.given, Value::FirstChar(..)));
        let named: Vec<char> = (self.symbols(code).iter())
            .filter_map(|symbol| if let Symbol::Char(c) = symbol { Some(*c) } else { None })
            .collect();
        let strings = self.strings(code);
        let texts = self.by_text(rule, flags, (!is_token).then_some(&named), &strings)?;
        let more = texts.len().saturating_sub(1);
        let context = rule.context.as_ref().map_or(0, |context| context.text.len());
        self.spend_regex(more * context, rule.pattern.span);
        self.spend_active(more * rule.properties.start_states.len(), rule.pattern.span);
        let with_ways = |(rule, matched): (RuleSpec, MatchedText)| {
            let ways = self.ways(code, &matched);
            (rule, matched, ways)
        };
        let texts: Vec<_> = texts.into_iter().map(with_ways).collect();
        // The rule for what is left would match what this one rejects.
        let rejects = |(_, _, ways): &(RuleSpec, MatchedText, Ways<'a>)| {
            matches!(ways.all[0].effect.given, Value::Rejected)
        };
        (!texts.iter().any(rejects)).then_some(texts)
    }

    /// What rules do whose action has these ways, and how far that is what flex would do.
    fn judge(
        &mut self,
        ways: &Ways<'a>,
        rules: &[RuleSpec],
        matched: &MatchedText,
        action: Span,
        flags: &Flags,
    ) -> (Effect, Fate) {
        let plain = self.usual(ways);
        let is_chosen = !std::ptr::eq(plain, &raw const ways.all[0].effect);
        let mut fate = if is_chosen { Fate::Changed } else { Fate::Kept };
        let mut effect = plain.clone();
        if let Some((c, place)) = effect.unput.take() {
            match rules.iter().all(|rule| self.ends_in(rule, matched, c, flags)) {
                true => effect.extent = Extent::ButLast(1),
                false => effect.lost.push((Lost::Unput, place)),
            }
        }
        for Way { condition, effect: other, before } in &ways.all {
            let before = &ways.all[*before].effect;
            let Some(condition) = condition else { continue };
            if !other.dies && plain.changes.is_empty() {
                let kept = other.changes.last().map(|change| Kept::new(*condition, Some(*change)));
                effect.kept = effect.kept.or(kept);
            }
            if other.dies && !plain.dies && !before.dies {
                let message = format!(
                    "under the condition '{}' the program ends by an error: conditions are taken to be false",
                    self.on_one_line(*condition)
                );
                self.note(message, *condition);
            }
            if other.dies || plain.is_same(other) || before.is_same(other) {
                continue;
            }
            let does_nothing = matches!(effect.given, Value::Nothing) && effect.changes.is_empty();
            fate = fate.max(if does_nothing { Fate::Lost } else { Fate::Changed });
            let message = format!(
                "under the condition '{}' this action {}: conditions are taken to be false, so it {}",
                self.on_one_line(*condition),
                self.told(other),
                self.told(&effect)
            );
            self.warn(message, *condition);
        }
        if let Some(next) = ways.more {
            let most = limits::CONDITIONS;
            let message = format!(
                "what the conditions of an action change is reported for {most} of them at most: simplify it"
            );
            self.warn(message, next);
            fate = fate.max(Fate::Changed);
        }
        if effect.changes.len() > 1 {
            let message =
                "this action changes the start state several times: only the last change is made";
            self.warn(message, self.first_line(action));
            fate = fate.max(Fate::Changed);
        }
        if let Some((_, place)) = effect.lost.iter().find(|(lost, _)| *lost == Lost::State) {
            effect.kept = Some(Kept::new(*place, None));
        }
        fate = fate.max(self.lost(&effect));
        if let (Value::FirstChar(place, _), MatchedText::Any) = (&effect.given, matched) {
            let message = "the token is named by the text only where the regex is one character, a class '[…]', '.', or several of these with '|' between: other text is an error";
            self.warn(message, *place);
        }
        (effect, fate)
    }

    /// What an action does on its usual way: where all conditions are false, unless that is an
    /// error or a token without a production, and another way gives a token that has one.
    fn usual<'w>(&mut self, ways: &'w Ways<'a>) -> &'w Effect {
        let is_used = |effect: &Effect| match (&effect.given, self.is_used) {
            (Value::Name(name, _), Some(is_used)) if !effect.dies => is_used(name),
            (Value::Error, _) => false,
            _ => !effect.dies,
        };
        let plain = &ways.all[0].effect;
        let gives_token = |way: &&Way| matches!(way.effect.given, Value::Name(..));
        let mut others = ways.all[1..].iter().filter(gives_token);
        let Some(other) = others.find(|way| is_used(&way.effect)).filter(|_| !is_used(plain))
        else {
            return plain;
        };
        if let Some(condition) = other.condition {
            let otherwise = match plain.given {
                Value::Name(..) if !plain.dies => {
                    format!("it {}, which no production uses", self.told(plain))
                }
                _ => "the text is an error".to_owned(),
            };
            let message = format!(
                "under the condition '{}' this action {}, otherwise {otherwise}: the condition is taken to be true",
                self.on_one_line(condition),
                self.told(&other.effect),
            );
            self.warn(message, condition);
        }
        &other.effect
    }

    /// What an action does on all its ways: on that where all conditions are false, and for each
    /// condition on one where it and those before it that lead to it are true.
    fn ways(&mut self, code: &Code<'a>, matched: &MatchedText) -> Ways<'a> {
        let limit = match matched {
            MatchedText::Any => limits::ACTION_STEPS,
            _ => limits::ACTION_STEPS.min(limits::TEXT_STEPS.saturating_sub(self.used.steps)),
        };
        let (mut all, mut ignored, mut asks, mut used) = (Vec::new(), None, false, 0);
        let mut seen = Seen::default();
        // For each way where the conditions begin that are true, the last of them, and the number
        // of the way without it.
        let mut todo: Vec<(Vec<usize>, Option<Span>, usize)> = vec![(Vec::new(), None, 0)];
        while let Some((flipped, condition, before)) =
            todo.get(all.len()).filter(|_| all.len() <= limits::CONDITIONS).cloned()
        {
            let mut path = Path::new(&self.definitions_in_c, &self.state_numbers, &flipped);
            path.matched = matched.clone();
            path.left = limit;
            path.run(code);
            used += limit - path.left;
            asks |= path.asks;
            seen.join(std::mem::take(&mut path.seen));
            if all.is_empty() {
                ignored = path.ignored;
            }
            for next in path.conditions {
                if !todo.iter().any(|(_, met, _)| *met == Some(next)) {
                    todo.push(([&flipped[..], &[next.start()]].concat(), Some(next), all.len()));
                }
            }
            all.push(Way { condition, effect: path.effect, before });
        }
        let more = todo.get(all.len()).and_then(|(_, condition, _)| *condition);
        if !matches!(matched, MatchedText::Any) {
            self.used.steps += used;
        }
        Ways { all, more, ignored, asks, seen }
    }

    /// Whether each text of the rule ends in this character, or is one character if none is named.
    fn ends_in(
        &self,
        rule: &RuleSpec,
        matched: &MatchedText,
        c: Option<char>,
        flags: &Flags,
    ) -> bool {
        if let MatchedText::Text(text) = matched {
            return c.map_or(text.len() == 1, |c| text.ends_with(c));
        }
        let mut budget = Budget::new();
        let Ok(tree) = parse(&rule.pattern.text, flags, &mut budget) else { return false };
        match c {
            None => tree.single_chars(&budget.sets).is_some(),
            Some(c) => tree.last_chars(&budget.sets).and_then(|last| last.only()) == Some(c),
        }
    }

    /// A piece of C for a message.
    pub(super) fn on_one_line(&self, span: Span) -> String {
        let words: Vec<&str> = self.text(span).split_whitespace().collect();
        words.join(" ")
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
                format!("gives what '{}' is", self.on_one_line(*place))
            }
            Value::Number(number) => format!("gives '{number}'"),
        };
        let state = match effect.changes.last() {
            None => String::new(),
            Some((_, StartStateOperation::Pop)) => " and leaves the state".to_owned(),
            Some((state, _)) => format!(" and goes to '{}'", self.start_states[*state].name()),
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
                Lost::Text => (Fate::Changed, "has no effect: a lexer reads one text"),
                Lost::Argument => (Fate::Changed, "is taken to be the token in its argument"),
                Lost::Rest => {
                    (Fate::Lost, "is not read to its end: write a simpler action, or fewer calls")
                }
            };
            fate = fate.max(how);
            self.warn(format!("'{}' {what}", self.on_one_line(place)), place);
        }
        if let Value::Computed(place) = effect.given {
            let message = format!(
                "the token '{}' is computed, which a lexer cannot do: the text is an error until the action returns the name of a token",
                self.on_one_line(place)
            );
            self.warn(message, place);
            if !std::mem::replace(&mut self.fates.hinted, true) {
                let message = "where a program computes tokens, return one of them here, and put another in its place by 'map_lexemes', or by '%reclassify' if declarations decide";
                self.warn(message, place);
            }
            fate = Fate::Lost;
        }
        fate
    }

    /// Tells the first macro of which it is not known what it stands for.
    fn ambiguous(&mut self, tokens: &[Token<'_>]) -> Fate {
        let known = &self.definitions_in_c.ambiguous;
        let Some(token) = tokens.iter().find(|token| known.contains(token.text)) else {
            return Fate::Kept;
        };
        let message = format!("'{}' has several definitions: the last one counts", token.text);
        self.warn(message, token.span());
        Fate::Changed
    }

    /// Reads code that is run before each match, which no rule can say.
    pub(super) fn code_before_rules(&mut self, span: Span) {
        let code = self.definitions_in_c.code(tokens(self.source, span));
        let nothing = Effect::default();
        let ways = self.ways(&code, &MatchedText::Any);
        if ways.effects().any(|other| !nothing.is_same(other)) {
            let message = "this code has no effect, but would change lexemes: no rule does what stands before each match";
            self.warn(message, self.first_line(span));
        } else if !self.tell_unseen(&code, &ways.seen, span) {
            self.note("indented code has no effect", self.first_line(span));
        }
    }

    fn first_line(&self, span: Span) -> Span {
        let len = self.text(span).find(super::is_newline).unwrap_or(span.len());
        Span::new(span.start(), span.start() + len)
    }

    /// Checks that a variable that holds a state and the stack of states come to the same: that is
    /// so if nothing but leaving is done in the states that are begun when one is kept.
    pub(super) fn check_remembered(&mut self, rules: &[RuleSpec]) {
        let remembered = std::mem::take(&mut self.remembered);
        let begun: Vec<usize> = (remembered.iter())
            .filter_map(|(_, _, target)| {
                (target.1 == StartStateOperation::Push).then_some(target.0)
            })
            .collect();
        let is_named = |rule: &RuleSpec| {
            rule.properties.start_states.iter().any(|state| begun.contains(state))
        };
        let stays = rules.iter().filter(|rule| is_named(rule)).all(|rule| {
            rule.properties
                .target
                .is_none_or(|(_, operation)| operation == StartStateOperation::Pop)
        });
        for (place, states, (_, operation)) in remembered {
            let inside = !states.is_empty() && states.iter().all(|state| begun.contains(state));
            if operation == StartStateOperation::Pop && !(stays && inside) {
                let message = "'BEGIN' of a variable is read as the way back to the state that was last kept in one: use 'yy_push_state' and 'yy_pop_state' if that is not meant";
                self.warn(message, place);
            }
        }
    }

    /// Warns of rules that give text back if others ask where a line starts, of which flex then has
    /// another view.
    pub(super) fn check_given_back(&mut self, rules: &[RuleSpec]) {
        let gives_back = |rule: &&RuleSpec| {
            matches!(rule.properties.extent, Extent::First(_) | Extent::ButLast(_))
        };
        let written = |rule: &&RuleSpec| !rule.pattern.span.is_empty();
        let Some(rule) = rules.iter().filter(written).find(gives_back) else { return };
        if let Some(start) = rules.iter().find(|rule| rule.line_start) {
            let message = "'^' is tried after text that is given back as well, where flex looks at the text before it was given back";
            let warning = Diagnostic::warning(LexErrorKind::Action, message, start.pattern.span);
            self.say(warning.also(rule.pattern.span, "given back here"));
        }
    }

    /// Says how many rules were kept as they are, of a file of which some were not.
    pub(super) fn sum_up(&mut self, place: Span) {
        let [kept, changed, lost] = std::mem::take(&mut self.fates.rules);
        if changed.is_empty() && lost.is_empty() {
            return;
        }
        let newlines = NewlineCache::of(self.source);
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
        // However many warnings there are.
        self.diagnostics.push(Diagnostic::warning(LexErrorKind::Action, message, place));
    }

    /// Says what becomes of a rule for the end of the text.
    pub(super) fn end_rule(&mut self, rule: Span, piece: &Piece) {
        let mut names: Vec<String> = Vec::new();
        let mut is_lost = false;
        if let Piece::Action(span) = piece {
            let code = self.definitions_in_c.code(tokens(self.source, *span));
            let ways = self.ways(&code, &MatchedText::Any);
            is_lost = self.tell_unseen(&code, &ways.seen, *span);
            for effect in ways.effects() {
                let name = match &effect.given {
                    Value::Name(name, _) => name.clone(),
                    Value::Char(c, _) => c.to_string(),
                    _ => continue,
                };
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        if names.is_empty() {
            if !is_lost {
                let message = "a rule for the end of the text has no effect: there the input ends";
                self.note(message, rule);
            }
            return;
        }
        let message = format!(
            "no lexeme is given at the end of the text: drop '{}' from the grammar, which knows where its input ends",
            names.join("', '")
        );
        self.say(Diagnostic::warning(LexErrorKind::EndOfText, message, rule));
    }

    /// Warns of a function 'yylex' of the file, which is run in the place of the one that flex
    /// makes, and of a macro that lets an action go on in the next one.
    pub(super) fn warn_of_own_code(&mut self) {
        if let Some(place) = self.definitions_in_c.after_actions {
            let message = "with this 'YY_BREAK' an action that does not return goes on in the next one, here each ends by itself: end actions by 'return', or by 'break' and leave the macro out";
            self.warn(message, place);
        }
        let own = self.definitions_in_c.functions.get("yylex");
        let Some(first) = own.and_then(|own| own.body.tokens.first()) else { return };
        let message = "this file has a function 'yylex' of its own, which may give other tokens than its rules do: what it does is for the program to do, such as by 'map_lexemes'";
        let place = first.span();
        self.warn(message, place);
    }
}
