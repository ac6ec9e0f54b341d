//! The ways through an action, and the usual one of them.
//!
//! An action is read as if all its conditions were false: `{ if (c) return A; return B; }` gives B;
//! and for each condition on the way where it is true. Cost: ways times statements, all bounded.

use lrtable::Span;

use super::{
    Reading,
    c::macros::Code,
    limits,
    paths::{Asked, Effect, Path},
    returns::Seen,
    texts::Matched,
    value::Value,
};

/// What an action does on all its ways.
pub(super) struct Ways<'a> {
    /// The ways, of which the first is that where all conditions are false.
    pub(super) all: Vec<Way>,
    /// The first condition that was one too many.
    pub(super) more: Option<Span>,
    /// The first call that has no effect.
    pub(super) ignored: Option<Span>,
    /// What of the matched text decides something.
    pub(super) asked: Asked,
    pub(super) seen: Seen<'a>,
}

/// A way on which some conditions are true.
pub(super) struct Way {
    /// The last condition that is true on the way, if there is any.
    pub(super) condition: Option<Span>,
    pub(super) effect: Effect,
    /// The number of the way on which `condition` is false.
    pub(super) before: usize,
}

impl Ways<'_> {
    pub(super) fn effects(&self) -> impl Iterator<Item = &Effect> {
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
    pub(super) fn rejects(&self) -> bool {
        matches!(self.all[0].effect.given, Value::Rejected)
    }

    /// Whether both do the same, under the same conditions.
    pub(super) fn is_same(&self, other: &Ways<'_>) -> bool {
        let same = |(one, other): (&Way, &Way)| {
            (one.condition, one.before) == (other.condition, other.before)
                && one.effect.dies == other.effect.dies
                && one.effect.is_same(&other.effect)
        };
        self.all.len() == other.all.len() && self.all.iter().zip(&other.all).all(same)
    }
}

impl<'a> Reading<'_, 'a> {
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
        if !matches!(matched, Matched::Any) || self.c.context.state.is_some() {
            self.c.steps += used;
        }
        Ways { all, more, ignored, asked, seen }
    }
}
