//! Actions in C: the rules that a rule becomes, for parts of its texts and start states in which
//! its action does something else, with what each does.

use lrlex::actions::{MatchedText, ReadRule};
use lrtable::Span;

use super::{
    Reading,
    c::{macros::Code, tokens},
    judge::Fate,
    limits,
    paths::{Asked, Effect, Lost},
    returns::Seen,
    texts::{Division, Matched, quoted},
    ways::Ways,
    write_lexer::{Part, States},
};

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
            self.c.steps += division.size();
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
}
