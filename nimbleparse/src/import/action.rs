//! Actions in C: from what they do on their ways to what a rule says, and what is told of the
//! difference.
//!
//! An action is read as if all its conditions were false: `{ if (c) return A; return B; }` gives B.
//! Where a condition would make another lexeme of it, a warning quotes the condition. What no rule
//! can say (`unput`, a token that is computed) is a warning too, and other calls a note. Which of
//! its lexemes a rule has kept is summed up for the file, worst first.

use lrlex::{
    Extent, StartStateOperation,
    actions::{EndRule, Given, Kept, MatchedText, ReadRule},
};
use lrtable::{NewlineCache, Span};

use super::{
    Reading,
    c::{Token, TokenKind, macros::Code, tokens},
    limits,
    paths::{Asked, Effect, Lost, Path},
    returns::Seen,
    texts::{Division, Matched, quoted},
    value::Value,
    write_lexer::{End, Part, States},
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
pub(super) struct Ways<'a> {
    /// The ways, of which the first is that where all conditions are false.
    all: Vec<Way>,
    /// The first condition that was one too many.
    more: Option<Span>,
    /// The first call that has no effect.
    ignored: Option<Span>,
    /// What of the matched text decides something.
    asked: Asked,
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

    /// The first variable that is followed and has another value under a condition, or all if
    /// there are conditions beyond those that were looked at.
    pub(super) fn doubtful(&self) -> Option<usize> {
        let levels = |effect: &Effect| effect.values.iter().map(Value::level).collect::<Vec<_>>();
        let first = levels(self.first());
        let lives = self.effects().filter(|effect| !effect.dies).map(levels);
        let differs = |other: Vec<_>| first.iter().zip(&other).position(|(a, b)| a != b);
        let found = lives.filter_map(differs).min();
        found.or(self.more.filter(|_| !first.is_empty()).map(|_| 0))
    }

    /// What is done where all conditions are false.
    pub(super) fn first(&self) -> &Effect {
        &self.all[0].effect
    }

    /// Whether the match does not count where all conditions are false.
    fn rejects(&self) -> bool {
        matches!(self.all[0].effect.given, Value::Rejected)
    }

    /// Whether both do the same, under the same conditions.
    fn is_same(&self, other: &Ways<'_>) -> bool {
        let same = |(one, other): (&Way, &Way)| {
            (one.condition, one.before) == (other.condition, other.before)
                && one.effect.dies == other.effect.dies
                && one.effect.is_same(&other.effect)
        };
        self.all.len() == other.all.len() && self.all.iter().zip(&other.all).all(same)
    }
}

/// A rule, or a part of one, with what is done.
struct Done {
    rule: ReadRule,
    part: Option<Part>,
    effect: lrlex::actions::Effect,
    /// Where a state is stacked or left that the file keeps in a variable.
    remembers: Option<Span>,
}

impl Done {
    /// Whether the same is done for the same parts.
    fn are_same(one: &[Done], other: &[Done]) -> bool {
        let is_same = |(one, other): (&Done, &Done)| {
            let regex = |done: &Done| done.part.as_ref().map(|part| part.regex.clone());
            let kept = |done: &Done| done.effect.kept.map(|kept| kept.place);
            regex(one) == regex(other)
                && one.effect.given == other.effect.given
                && one.effect.change == other.effect.change
                && one.effect.extent == other.effect.extent
                && kept(one) == kept(other)
        };
        one.len() == other.len() && one.iter().zip(other).all(is_same)
    }
}

/// A rule for some texts of another.
pub(super) struct Of<'a> {
    rule: ReadRule,
    /// How its regex is written, if it is not that of the other rule.
    pub(super) part: Option<Part>,
    matched: Matched,
    /// The ways of its action.
    pub(super) ways: Ways<'a>,
}

impl<'a> Reading<'_, 'a> {
    /// Gives rules what their action at `span` says; there may be more of them then.
    pub(super) fn action(&mut self, span: Span, rules: Vec<ReadRule>) -> Vec<ReadRule> {
        let tokens = tokens(self.file.source(), span);
        let known = self.ambiguous(&tokens);
        let code = self.c.definitions.action(tokens);
        let mut ways = self.ways(&code, &Matched::Any);
        let mut seen = std::mem::take(&mut ways.seen);
        let reads = |effect: &Effect| effect.lost.iter().any(|(lost, _)| *lost == Lost::Input);
        let mut read = Seen::default();
        let is_read = ways.effects().any(reads);
        self.c.record.begin(span);
        if let Some(effect) = is_read.then(|| self.by_input(&code, &mut read)).flatten() {
            let is_lost = self.tell_unseen(&code, &read, span);
            let fate = if is_lost { Fate::Lost } else { Fate::Kept };
            self.c.fates.rules[fate as usize].extend(rules.iter().map(|_| span));
            let mut out = Vec::with_capacity(rules.len());
            for rule in rules {
                let numbers = self.contexts(&rule).into_iter().map(|(_, number)| number).collect();
                let done = Done { rule, part: None, effect: effect.of_rule(), remembers: None };
                out.extend(self.give(done, numbers, true, span));
            }
            return out;
        }
        let mut fates = Vec::with_capacity(rules.len());
        let mut plain: Option<(Effect, Fate)> = None;
        let mut out = Vec::with_capacity(rules.len());
        let depends = self.depends_on_state(&code);
        for rule in &rules {
            let mut how = known;
            // What the rule does in which states of the lexer.
            let mut outcomes: Vec<(Vec<usize>, Vec<Done>)> = Vec::new();
            let mut same: Option<Vec<(ReadRule, Option<Part>, Effect)>> = None;
            for (state, number) in self.contexts(rule) {
                let here = match same.as_ref().filter(|_| !depends) {
                    Some(same) => same.clone(),
                    None if depends => {
                        self.enter(state);
                        let mut ways = self.ways(&code, &Matched::Any);
                        seen.join(std::mem::take(&mut ways.seen));
                        match self.parts(rule, &ways, &code) {
                            Some(parts) => self.judge_parts(parts, span, &mut how, &mut seen),
                            None => {
                                let one = std::slice::from_ref(rule);
                                let (effect, worst) = self.judge(&ways, one, &Matched::Any, span);
                                how = how.max(worst);
                                vec![(rule.clone(), None, effect)]
                            }
                        }
                    }
                    None => match self.parts(rule, &ways, &code) {
                        Some(parts) => self.judge_parts(parts, span, &mut how, &mut seen),
                        None => {
                            let (effect, worst) = plain.get_or_insert_with(|| {
                                self.judge(&ways, &rules, &Matched::Any, span)
                            });
                            how = how.max(*worst);
                            vec![(rule.clone(), None, effect.clone())]
                        }
                    },
                };
                let mut done = Vec::with_capacity(here.len());
                for (rule, part, effect) in &here {
                    let change = self.change(state, number, effect);
                    let remembers = effect.remembers;
                    let effect = lrlex::actions::Effect { change, ..effect.of_rule() };
                    done.push(Done { rule: rule.clone(), part: part.clone(), effect, remembers });
                }
                same = Some(here);
                match outcomes.iter_mut().find(|(_, known)| Done::are_same(known, &done)) {
                    Some((numbers, _)) => numbers.push(number),
                    None => outcomes.push((vec![number], done)),
                }
            }
            self.enter(None);
            let everywhere = outcomes.len() == 1;
            for (numbers, all) in outcomes {
                for done in all {
                    out.extend(self.give(done, numbers.clone(), everywhere, span));
                }
            }
            fates.push(how);
        }
        let least = match self.tell_unseen(&code, &seen, span) {
            true => Fate::Lost,
            false => Fate::Kept,
        };
        fates.iter_mut().for_each(|how| *how = least.max(*how));
        fates.iter().for_each(|how| self.c.fates.rules[*how as usize].push(span));
        let fate = fates.into_iter().max().unwrap_or(known);
        if let (Some(place), Fate::Kept) = (ways.ignored, fate) {
            let what = self.file.text(place);
            self.file.note(format!("'{what}' in an action has no effect"), place);
        }
        out
    }

    /// The rules that a rule becomes if its action asks for the text, with the ways of the action
    /// for each.
    pub(super) fn parts(
        &mut self,
        rule: &ReadRule,
        ways: &Ways<'a>,
        code: &Code<'a>,
    ) -> Option<Vec<Of<'a>>> {
        if ways.asked.is_empty() || self.c.steps >= limits::TEXT_STEPS {
            return None;
        }
        match ways.asked.text {
            true => self.by_text(rule, code),
            false => self.by_class(rule, &ways.asked, code),
        }
    }

    /// The rules of the texts of a rule, if they are few.
    fn by_text(&mut self, rule: &ReadRule, code: &Code<'a>) -> Option<Vec<Of<'a>>> {
        let texts = self.file.by_text(rule)?.into_iter().map(|(rule, matched)| {
            let (part, matched) = match matched {
                MatchedText::Text(text) => {
                    let regex = self.file.regex_of_part(&rule, &quoted(&text));
                    (Some(Part { text: Some(text.clone()), regex }), Matched::Text(text))
                }
                MatchedText::Other => (None, Matched::Other),
            };
            (rule, part, matched)
        });
        let texts: Vec<_> = texts.collect();
        let with_ways = |(rule, part, matched)| {
            let ways = self.ways(code, &matched);
            Of { rule, part, matched, ways }
        };
        let texts: Vec<Of> = texts.into_iter().map(with_ways).collect();
        // The rule for what is left would match what this one rejects.
        (!texts.iter().any(|of| of.ways.rejects())).then_some(texts)
    }

    /// The rules of the classes of texts between which the tests of an action differ.
    fn by_class(&mut self, rule: &ReadRule, asked: &Asked, code: &Code<'a>) -> Option<Vec<Of<'a>>> {
        let mut asked = asked.clone();
        // What is known of the text shows what else is asked for.
        let (division, classes) = loop {
            let division = Division::new(self.file, rule, &asked.tests)?;
            let of_class = |class| {
                let matched = division.matched(class, &asked.tests);
                let ways = self.ways(code, &matched);
                (matched, ways)
            };
            let classes: Vec<(Matched, Ways)> = (0..division.len()).map(of_class).collect();
            let known = asked.tests.len();
            classes.iter().for_each(|(_, ways)| asked.join(ways.asked.clone()));
            if asked.text {
                return self.by_text(rule, code);
            }
            if asked.tests.len() == known {
                break (division, classes);
            }
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (class, (_, ways)) in classes.iter().enumerate() {
            match groups.iter_mut().find(|group| classes[group[0]].1.is_same(ways)) {
                Some(group) => group.push(class),
                None => groups.push(vec![class]),
            }
        }
        // Where no test holds, or else where most texts are, the regex stays what it is, after all
        // others, unless that would match what one rejects.
        let default = |group: &&Vec<usize>| (division.is_plain(group), division.weight(group));
        let rejects = groups.len() > 1 && groups.iter().any(|one| classes[one[0]].1.rejects());
        let last = groups.iter().max_by_key(default).filter(|_| !rejects).cloned();
        groups.retain(|group| last.as_ref() != Some(group));
        let is_whole = groups.is_empty();
        let kept = groups.iter().filter(|group| !classes[group[0]].1.rejects()).cloned().collect();
        let mut parts = Vec::new();
        for (group, (regex, in_flex)) in division.regexes(kept)? {
            let regex_of_part = self.file.regex_of_part(rule, &in_flex);
            parts.push((
                rule.part(&regex),
                Some(Part { text: None, regex: regex_of_part }),
                group[0],
            ));
        }
        if let Some(group) = last {
            parts.push((if is_whole { rule.clone() } else { rule.rest() }, None, group[0]));
        }
        self.file.spend_parts(rule, parts.len());
        let mut classes: Vec<Option<(Matched, Ways)>> = classes.into_iter().map(Some).collect();
        let with_ways = |(rule, part, class): (ReadRule, Option<Part>, usize)| {
            let (matched, ways) = classes[class].take()?;
            Some(Of { rule, part, matched, ways })
        };
        parts.into_iter().map(with_ways).collect()
    }

    /// What rules do whose action has these ways, and how far that is what flex would do.
    fn judge(
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

    /// What is done for the parts of a rule.
    fn judge_parts(
        &mut self,
        parts: Vec<Of<'a>>,
        span: Span,
        how: &mut Fate,
        seen: &mut Seen<'a>,
    ) -> Vec<(ReadRule, Option<Part>, Effect)> {
        let mut all = Vec::with_capacity(parts.len());
        for Of { rule, part, matched, mut ways } in parts {
            seen.join(std::mem::take(&mut ways.seen));
            let (effect, worst) = self.judge(&ways, std::slice::from_ref(&rule), &matched, span);
            *how = worst.max(*how);
            all.push((rule, part, effect));
        }
        all
    }

    /// Gives a rule what its action at `span` does in these states of the lexer, in which it does
    /// the same `everywhere` or not; `None` if that rejects every match.
    fn give(
        &mut self,
        done: Done,
        mut numbers: Vec<usize>,
        everywhere: bool,
        span: Span,
    ) -> Option<ReadRule> {
        let Done { mut rule, part, effect, remembers } = done;
        numbers.sort_unstable();
        let is_as_written =
            self.c.followings.is_none() || everywhere && self.file.active(&rule) == numbers;
        if !is_as_written {
            rule = rule.in_states(numbers.clone());
        }
        let all = rule.start_states().to_vec();
        let states = States { all, as_written: is_as_written };
        self.c.record.rule(rule.regex(), part, states, effect.clone());
        let rule = self.file.give(rule, &effect, span)?;
        if let (Some(place), Some(target), None) = (remembers, rule.target(), &self.c.followings) {
            self.c.remembered.push((place, rule.start_states().to_vec(), target));
        }
        Some(rule)
    }

    /// What an action does on its usual way: where all conditions are false, unless that is an
    /// error or a token without a production, and another way gives a token that has one. With it
    /// the condition of that way.
    pub(super) fn usual<'w>(&self, ways: &'w Ways<'a>) -> (&'w Effect, Option<Span>) {
        let is_used = |effect: &Effect| match &effect.given {
            Value::Name(name, _) if !effect.dies => self.c.is_used(name),
            Value::Char(c, _) if !effect.dies => self.c.is_used(c.encode_utf8(&mut [0; 4])),
            Value::Error => false,
            _ => !effect.dies,
        };
        let plain = &ways.all[0].effect;
        let gives_token = |way: &&Way| matches!(way.effect.given, Value::Name(..));
        let mut others = ways.all[1..].iter().filter(gives_token);
        match others.find(|way| is_used(&way.effect)).filter(|_| !is_used(plain)) {
            Some(other) => (&other.effect, other.condition),
            None => (plain, None),
        }
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

    /// What an action does on all its ways: on that where all conditions are false, and for each
    /// condition on one where it and those before it that lead to it are true.
    pub(super) fn ways(&mut self, code: &Code<'a>, matched: &Matched) -> Ways<'a> {
        let limit = match matched {
            Matched::Any => limits::ACTION_STEPS,
            _ => limits::ACTION_STEPS.min(limits::TEXT_STEPS.saturating_sub(self.c.steps)),
        };
        let (mut all, mut ignored, mut used) = (Vec::new(), None, 0);
        let mut asked = Asked::default();
        let mut seen = Seen::default();
        // For each way where the conditions begin that are true, the last of them, and the number
        // of the way without it.
        let mut todo: Vec<(Vec<usize>, Option<Span>, usize)> = vec![(Vec::new(), None, 0)];
        while let Some((flipped, condition, before)) =
            todo.get(all.len()).filter(|_| all.len() <= limits::CONDITIONS).cloned()
        {
            let mut path = Path::new(&self.c.definitions, self.file, &flipped, &self.c.context);
            path.matched = matched.clone();
            path.left = limit;
            path.run(code);
            used += limit - path.left;
            asked.join(std::mem::take(&mut path.asked));
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
        if !matches!(matched, Matched::Any) {
            self.c.steps += used;
        }
        Ways { all, more, ignored, asked, seen }
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
    fn ambiguous(&mut self, tokens: &[Token<'_>]) -> Fate {
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
