//! Tests the recoverer that restarts before the error, against its definition.
//!
//! Let the error be detected at lexeme e, and let b be the later of e less the reach and of the
//! last edit of the previous recovery. For every p from b to e there is the stack after the shift
//! of the lexeme before p, with nothing of p looked at. From each of these a sequence begins with
//! an edit; then come insertions (not straight after a deletion), deletions and shifts of single
//! lexemes. It succeeds when its last three steps are shifts and it is at e + 3 or later, or when
//! the end of input is accepted. Of all successes, from any p, those of least cost are kept, and of
//! these those from which parsing gets furthest. If from none of them parsing gets to e + 10 or to
//! the end, but does from some that cost one more, those are taken instead. Trailing shifts are
//! cut. Sequences that make one input are merged.
//!
//! Nothing is merged, shared or cached while searching, so this is only for small grammars and
//! short inputs.

use std::{collections::BTreeMap, sync::Arc};

use lrpar::{
    ParseError, RecoveryKind,
    recovery::{
        Alternatives, Bound, Dearer, Ngrams, Repair, RepairKind, Status, experiment::Phase,
    },
};
use lrtable::{StateId, TokenId, random::Random};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, steps, syntax_errors},
    random_grammar::{self, Sizes},
    reference::{self, Fate, Step},
};

/// Number of configurations that the definition may expand at one error before a case is given up.
const PATIENCE: usize = 3_000;

struct Definition<'a> {
    language: &'a Language,
    input: &'a [TokenId],
    costs: &'a [u8],
}

#[derive(Clone)]
struct Config {
    stack: Vec<StateId>,
    position: usize,
    start: usize,
    steps: Vec<Step>,
}

/// Start of a sequence, its steps, and whether the input is accepted in the end.
type Sequence = (usize, Vec<Step>, bool);

impl Definition<'_> {
    fn token(&self, position: usize) -> TokenId {
        self.input.get(position).copied().unwrap_or(self.language.grammar.eof())
    }

    fn cost(&self, token: TokenId) -> u32 {
        self.costs.get(token.index()).map_or(1, |cost| u32::from(*cost))
    }

    fn feed(&self, stack: &[StateId], token: TokenId) -> (Fate, Vec<StateId>) {
        reference::feed(&self.language.grammar, &self.language.table, stack, token)
    }

    fn accepts(&self, config: &Config) -> bool {
        config.position >= self.input.len()
            && self.feed(&config.stack, self.language.grammar.eof()).0 == Fate::Accepted
    }

    fn neighbours(&self, config: &Config) -> Vec<(u32, Config)> {
        let mut found = Vec::new();
        let eof = self.language.grammar.eof();
        let mut add = |price, stack, step, consumed| {
            let steps = [&config.steps[..], &[step]].concat();
            let position = config.position + consumed;
            found.push((price, Config { stack, position, start: config.start, steps }));
        };
        if config.steps.last() != Some(&Step::Delete) {
            for token in self.language.grammar.token_ids().filter(|token| *token != eof) {
                if let (Fate::Shifted, stack) = self.feed(&config.stack, token) {
                    add(self.cost(token), stack, Step::Insert(token), 0);
                }
            }
        }
        let next = self.token(config.position);
        if config.position < self.input.len() {
            add(self.cost(next), config.stack.clone(), Step::Delete, 1);
        }
        // Shifting first would be beginning one lexeme later.
        if !config.steps.is_empty()
            && let (Fate::Shifted, stack) = self.feed(&config.stack, next)
        {
            add(0, stack, Step::Shift, 1);
        }
        found
    }

    fn succeeds(&self, config: &Config, detected: usize) -> bool {
        let far = config.steps.ends_with(&[Step::Shift; 3]) && config.position >= detected + 3;
        !config.steps.is_empty() && (far || self.accepts(config))
    }

    /// Returns the successes of least cost from `sources`; `None` if patience ran out or there is
    /// none.
    fn search(&self, sources: Vec<Config>, detected: usize) -> Option<(u32, Vec<Config>)> {
        let succeeds = |config: &Config| self.succeeds(config, detected);
        reference::cheapest(sources, PATIENCE, succeeds, |config| self.neighbours(config))
    }

    /// Returns the successes of least cost above `cost`, the cost of the cheapest; none of them
    /// continues one of those.
    fn search_above(
        &self,
        cost: u32,
        sources: Vec<Config>,
        detected: usize,
    ) -> Option<(u32, Vec<Config>)> {
        let succeeds = |config: &Config| self.succeeds(config, detected);
        reference::cheapest(
            sources,
            PATIENCE,
            |config| succeeds(config) && self.price(config) > cost,
            |config| if succeeds(config) { Vec::new() } else { self.neighbours(config) },
        )
    }

    /// Returns the cost of a configuration's steps.
    fn price(&self, config: &Config) -> u32 {
        let mut at = config.start;
        let price = |step: &Step| match step {
            Step::Insert(token) => self.cost(*token),
            Step::Delete | Step::Shift => {
                at += 1;
                if *step == Step::Shift { 0 } else { self.cost(self.token(at - 1)) }
            }
        };
        config.steps.iter().map(price).sum()
    }

    /// Returns those from which parsing gets furthest.
    fn furthest<'c>(
        &self,
        successes: &'c [Config],
        detected: usize,
    ) -> impl Iterator<Item = &'c Config> {
        let distance = move |config: &Config| self.distance(config, detected).0;
        let best = successes.iter().map(distance).max();
        successes.iter().filter(move |config| Some(distance(config)) == best)
    }

    fn distance(&self, config: &Config, detected: usize) -> (usize, bool) {
        let Language { grammar, table, .. } = self.language;
        let token = |position| self.token(position);
        reference::distance(grammar, table, &config.stack, config.position, token, detected)
    }

    /// Returns the input that a sequence makes.
    fn made(&self, start: usize, steps: &[Step]) -> Vec<TokenId> {
        let mut made = self.input[..start].to_vec();
        let mut at = start;
        for step in steps {
            match step {
                Step::Insert(token) => made.push(*token),
                Step::Delete => at += 1,
                Step::Shift => {
                    made.push(self.token(at));
                    at += 1;
                }
            }
        }
        made.extend(&self.input[at..]);
        made
    }

    /// Returns what remains of the successes, by the input that they make.
    fn kept(&self, successes: &[Config], detected: usize) -> BTreeMap<Vec<TokenId>, Sequence> {
        let distances: Vec<_> = successes.iter().map(|c| self.distance(c, detected)).collect();
        let best = distances.iter().map(|(distance, _)| *distance).max();
        let mut kept: BTreeMap<Vec<TokenId>, Sequence> = BTreeMap::new();
        for (config, (distance, accepted)) in successes.iter().zip(distances) {
            if Some(distance) != best {
                continue;
            }
            let mut steps = config.steps.clone();
            while steps.last() == Some(&Step::Shift) {
                steps.pop();
            }
            let sequence = (config.start, steps, accepted);
            let rank = |(start, steps, _): &Sequence| {
                let edits = steps.iter().filter(|step| **step != Step::Shift).count();
                (std::cmp::Reverse(*start), edits, steps.clone())
            };
            let made = self.made(config.start, &sequence.1);
            match kept.get(&made) {
                Some(other) if rank(other) <= rank(&sequence) => {}
                _ => drop(kept.insert(made, sequence)),
            }
        }
        kept
    }

    /// Returns the score of a sequence as the guide defines it, in floating point.
    fn score(&self, detected: usize, (start, steps, _): &Sequence) -> f64 {
        let consumed = steps.iter().filter(|step| !matches!(step, Step::Insert(_))).count();
        let eof = self.language.grammar.eof();
        let with_end = |tokens: &[TokenId]| [tokens, &[eof]].concat();
        let (old, new) = (with_end(self.input), with_end(&self.made(*start, steps)));
        let old_end = (start + consumed + 3).min(old.len());
        let new_end = new.len() - (old.len() - old_end);
        // And text that is no lexeme, and the end of a line.
        let kinds = eof.index().max(self.language.grammar.tokens().len()) as f64 + 2.0;
        let log = |text: &[TokenId], end: usize| -> f64 {
            (*start..end).map(|at| likely(&old, text, at, kinds).ln()).sum()
        };
        let leaning: f64 = steps
            .iter()
            .map(|step| match step {
                Step::Insert(_) => 0.5,
                Step::Delete => -0.5,
                Step::Shift => 0.0,
            })
            .sum();
        let avoids = steps.iter().any(
            |step| matches!(step, Step::Insert(t) if self.language.grammar.token(*t).avoid_insert),
        );
        let avoided = if avoids { 3.0 } else { 0.0 };
        let gain = log(&new, new_end) - log(&old, old_end);
        gain - ((1 + detected - start) as f64).ln() + leaning - avoided
    }
}

/// Returns how likely the token at `at` of `text` is after the three before it, counted in `corpus`
/// (Witten & Bell), by definition.
fn likely(corpus: &[TokenId], text: &[TokenId], at: usize, kinds: f64) -> f64 {
    let padded = |tokens: &[TokenId]| -> Vec<Option<TokenId>> {
        [None; 3].into_iter().chain(tokens.iter().copied().map(Some)).collect()
    };
    let (corpus, text) = (padded(corpus), padded(text));
    let token = text[at + 3];
    let mut likely = 1.0 / kinds;
    for len in 0..4 {
        let history = &text[at + 3 - len..at + 3];
        let followers: Vec<_> = (3..corpus.len())
            .filter(|at| &corpus[at - len..*at] == history)
            .map(|at| corpus[at])
            .collect();
        let mut kinds = followers.clone();
        kinds.sort_unstable();
        kinds.dedup();
        if followers.is_empty() {
            break;
        }
        let seen = followers.iter().filter(|follower| **follower == token).count() as f64;
        likely = (seen + kinds.len() as f64 * likely) / (followers.len() + kinds.len()) as f64;
    }
    likely
}

/// Compares the recoverer's result for `input` with the definition; returns how many errors were
/// compared and how many of them have sequences that begin before the error.
fn compare(
    language: &Language,
    input: &[TokenId],
    costs: &[u8],
    reach: usize,
    phases: Option<&'static [Phase]>,
) -> (usize, usize) {
    let mut restart = Recovery::from(RecoveryKind::Restart).with(|options| {
        // With resolved conflicts there may be no repair at all, and no end of the search.
        options.budget.work = Some(200_000);
        options.max_repairs = usize::MAX;
        options.reach = reach;
        options.alternatives = Alternatives::NONE;
    });
    restart.experiment.phases = phases;
    let parser = language.recovering(&restart).term_costs(&|token| costs[token.0 as usize]);
    let (_, errors) = parser.parse_tree(&ToldLexer::of_tokens(input));
    let definition = Definition { language, input, costs };
    let context = format!("{input:?}, costs {costs:?}, reach {reach} and\n{}", language.text);
    // The stacks that a sequence may start from, the last with nothing of the next lexeme looked
    // at.
    let mut sources = vec![(vec![StateId::new(0)], 0)];
    let (mut compared, mut earlier) = (0, 0);
    for error in syntax_errors(errors) {
        let detected = error.position();
        loop {
            let (stack, position) = sources.last().unwrap().clone();
            let (fate, after) = definition.feed(&stack, definition.token(position));
            match fate {
                Fate::Shifted => sources.push((after, position + 1)),
                Fate::Accepted => panic!("no error at {detected}: {context}"),
                Fate::Refused => {
                    assert_eq!(position, detected, "{context}");
                    break;
                }
            }
        }
        if error.status() != Status::Complete {
            return (compared, earlier);
        }
        let starts = sources.iter().filter(|(_, position)| position + reach >= detected);
        let starts = starts.map(|(stack, position)| Config {
            stack: stack.clone(),
            position: *position,
            start: *position,
            steps: Vec::new(),
        });
        let starts: Vec<Config> = starts.collect();
        let gets_on = |config: &Config| {
            let (position, accepted) = definition.distance(config, detected);
            accepted || position >= detected + 10
        };
        let reaches_end = |config: &Config| definition.distance(config, detected).0 == input.len();
        let Some((mut cost, mut successes)) = definition.search(starts.clone(), detected) else {
            return (compared, earlier);
        };
        if !definition
            .furthest(&successes, detected)
            .any(|config| gets_on(config) || reaches_end(config))
        {
            let Some((more, mut dearer)) = definition.search_above(cost, starts, detected) else {
                return (compared, earlier);
            };
            if more == cost + 1 && definition.furthest(&dearer, detected).any(gets_on) {
                dearer.retain(gets_on);
                (cost, successes) = (more, dearer);
            }
        }
        let kept = definition.kept(&successes, detected);
        assert_eq!(error.cost(), Some(cost), "{context}");
        let found: Vec<(usize, Vec<Step>)> =
            error.sequences().map(|sequence| (sequence.start, steps(&sequence))).collect();
        let mut sorted = found.clone();
        sorted.sort();
        let mut wanted: Vec<_> =
            kept.values().map(|(start, steps, _)| (*start, steps.clone())).collect();
        wanted.sort();
        assert_eq!(sorted, wanted, "at {detected} in {context}");
        assert_eq!(error.repairs_total(), found.len() as u128);
        // The order: accepted sequences first, then by score.
        let mut before = (false, f64::INFINITY);
        for (start, steps) in &found {
            let sequence = &kept[&definition.made(*start, steps)];
            let score = definition.score(detected, sequence);
            let here = (!sequence.2, score);
            assert!(
                !before.0 && here.0 || before.0 == here.0 && before.1 > score - 0.01,
                "{found:?} in {context}"
            );
            before = here;
        }
        compared += 1;
        earlier += usize::from(found.iter().any(|(start, _)| *start < detected));
        // Continue as the recoverer did.
        let (start, steps) = &found[0];
        sources.retain(|(_, position)| position <= start);
        for step in steps {
            let (stack, position) = sources.last().unwrap().clone();
            let (token, next) = match step {
                Step::Insert(token) => (Some(*token), position),
                Step::Delete => (None, position + 1),
                Step::Shift => (Some(definition.token(position)), position + 1),
            };
            let after = token.map_or(stack.clone(), |token| definition.feed(&stack, token).1);
            if *step != Step::Shift {
                sources.clear();
            }
            sources.push((after, next));
        }
    }
    (compared, earlier)
}

const fn alone(bound: Bound, quotient: bool) -> [Phase; 1] {
    [Phase { bound, quotient, depth: 20_000, expansions: u64::MAX }]
}

/// The recoverer's own search, and single bounds.
const GUIDES: [Option<&[Phase]>; 5] = [
    None,
    Some(&alone(Bound::None, false)),
    Some(&alone(Bound::Window5, true)),
    Some(&alone(Bound::Window10, true)),
    Some(&[
        Phase { bound: Bound::None, quotient: true, depth: 0, expansions: 3 },
        Phase { bound: Bound::Window5, quotient: true, depth: 3, expansions: 3 },
        Phase { bound: Bound::Window10, quotient: true, depth: 3, expansions: u64::MAX },
    ]),
];

fn compare_all(seed: u64, languages: usize, conflicts: bool, dearest: usize) {
    let sizes = Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 };
    let mut random = Random::new(seed);
    let (mut compared, mut earlier) = (0, 0);
    for nth in 0..languages {
        let language = loop {
            let text = if conflicts {
                format!("%left 'a'\n%right 'b'\n{}", random_grammar::text(&mut random, sizes))
            } else {
                let (text, _) = random_grammar::conflict_free(&mut random, sizes);
                let avoided = if text.contains("'b'") { "%avoid_insert 'b'\n" } else { "" };
                format!("{avoided}{text}")
            };
            let language = Language::new(text);
            if !language.table.tables().can_reduce_forever {
                break language;
            }
        };
        for _ in 0..5 {
            let mut input = language.broken_input(&mut random, 9);
            if random.one_in(6) && !input.is_empty() {
                // A token that the lexer does not know.
                let at = random.below(input.len());
                input[at] = TokenId::new(language.grammar.tokens().len());
            }
            let costs: Vec<u8> =
                language.grammar.tokens().iter().map(|_| 1 + random.below(dearest) as u8).collect();
            let reach = *random.choose(&[0, 1, 2, 3, 10]);
            let guide = GUIDES[nth % GUIDES.len()];
            let (now, before) = compare(&language, &input, &costs, reach, guide);
            compared += now;
            earlier += before;
        }
    }
    println!("{compared} errors compared, {earlier} with sequences that begin before the error");
    assert!(compared > languages && earlier * 8 > compared, "{compared} {earlier}");
}

#[test]
fn sets_are_those_of_the_definition() {
    compare_all(1, 600, false, 1);
}

#[test]
fn sets_are_those_of_the_definition_whatever_tokens_cost() {
    compare_all(2, 400, false, 4);
}

#[test]
fn sets_are_those_of_the_definition_where_conflicts_were_resolved() {
    compare_all(3, 400, true, 2);
}

/// A canonical table makes no reduction under a token that then is an error, so both recoverers
/// start from one stack.
#[test]
fn without_reach_the_set_is_that_of_cpctplus_each_repair_once() {
    let sizes = Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 };
    let mut random = Random::new(4);
    let (mut compared, mut merged, mut dearer) = (0, 0, 0);
    for _ in 0..500 {
        let (text, grammar) = random_grammar::conflict_free(&mut random, sizes);
        let language = Language::canonical(text, grammar);
        for _ in 0..6 {
            let input = language.broken_input(&mut random, 9);
            let first = |kind| {
                let recovery = Recovery::from(kind).with(|options| {
                    options.reach = 0;
                    options.max_repairs = usize::MAX;
                    options.alternatives = Alternatives::NONE;
                });
                let parser = language.recovering(&recovery);
                let (_, errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
                syntax_errors(errors).into_iter().next()
            };
            let (Some(here), Some(there)) =
                (first(RecoveryKind::CPCTPlus), first(RecoveryKind::Restart))
            else {
                continue;
            };
            assert_eq!(here.position(), there.position());
            if there.cost() == here.cost().map(|cost| cost + 1) {
                dearer += 1;
                continue;
            }
            assert_eq!(here.cost(), there.cost());
            let definition = Definition { language: &language, input: &input, costs: &[] };
            let made = |error: &ParseError<TestLexeme, u32>| -> Vec<Vec<TokenId>> {
                error.sequences().map(|one| definition.made(one.start, &steps(&one))).collect()
            };
            let (mut here, mut there) = (made(&here), made(&there));
            let all = here.len();
            here.sort();
            here.dedup();
            there.sort();
            assert_eq!(here, there, "{input:?} and\n{}", language.text);
            compared += 1;
            merged += usize::from(here.len() < all);
        }
    }
    println!("{dearer} with repairs that cost one more, and get on");
    assert!(compared > 1_000 && merged > 20, "{compared} errors, {merged} with merged repairs");
    assert!(dearer * 4 < compared, "{dearer} of {compared}");
}

/// With a model of other texts, and where one edit suffices, the repairs include all replacements
/// of one lexeme after which parsing gets as far as after the cheapest.
#[test]
fn replacements_are_all_there_are() {
    let sizes = Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 };
    let mut random = Random::new(5);
    let (mut compared, mut replaced) = (0, 0);
    for _ in 0..400 {
        let language = Language::new(random_grammar::conflict_free(&mut random, sizes).0);
        let tokens = language.grammar.tokens().len();
        let ngrams = Arc::new(Ngrams::new(3, tokens + 1));
        for _ in 0..5 {
            let input = language.broken_input(&mut random, 9);
            let reach = *random.choose(&[0, 2, 10]);
            let restart = Recovery::from(RecoveryKind::Restart).with(|options| {
                options.reach = reach;
                options.max_repairs = usize::MAX;
                options.alternatives = Alternatives { replacements: true, ..Alternatives::NONE };
                options.ngrams = Some(ngrams.clone());
            });
            let parser = language.recovering(&restart);
            let (_, errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
            let Some(error) = syntax_errors(errors).into_iter().next() else { continue };
            let all = error.sequences().filter(|one| one.kind == RepairKind::Replacement);
            let mut found: Vec<(usize, Vec<Step>)> =
                all.map(|one| (one.start, steps(&one))).collect();
            if error.cost() != Some(1) {
                assert!(found.is_empty());
                continue;
            }
            let definition = Definition { language: &language, input: &input, costs: &[] };
            let detected = error.position();
            let mut sources = vec![(vec![StateId::new(0)], 0)];
            while let (Fate::Shifted, after) =
                definition.feed(&sources.last().unwrap().0, definition.token(sources.len() - 1))
            {
                sources.push((after, sources.len()));
            }
            sources.retain(|(_, position)| position + reach >= detected);
            let starts = sources.iter().map(|(stack, position)| Config {
                stack: stack.clone(),
                position: *position,
                start: *position,
                steps: Vec::new(),
            });
            let starts: Vec<Config> = starts.collect();
            let Some((_, best)) = definition.search(starts.clone(), detected) else { continue };
            let best = best.iter().map(|c| definition.distance(c, detected).0).max().unwrap();
            let mut wanted = Vec::new();
            for source in starts.iter().filter(|source| source.position < input.len()) {
                for token in language.grammar.token_ids() {
                    let (fate, stack) = definition.feed(&source.stack, token);
                    let after = Config { stack, position: source.position + 1, ..source.clone() };
                    if token != input[source.position]
                        && token != language.grammar.eof()
                        && fate == Fate::Shifted
                        && definition.distance(&after, detected).0 >= best
                    {
                        wanted.push((source.position, vec![Step::Insert(token), Step::Delete]));
                    }
                }
            }
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{input:?}, reach {reach} and\n{}", language.text);
            compared += 1;
            replaced += found.len();
        }
    }
    assert!(compared > 400 && replaced > 200, "{compared} errors, {replaced} replacements");
}

/// A replacement comes before the cheapest repairs if it is clearly more usual, not because those
/// insert a token to avoid; that it inserts one speaks against it.
#[test]
fn a_replacement_comes_first_only_where_it_is_clearly_more_usual() {
    let rules = "%start S\n%%\nS: | S T;\nT: 'a' 'v' 'b' ';' | 'c' 'b' ';';";
    let first_of = |declared: &str, before: &str, after: &str| {
        let language = Language::new(format!("{declared}\n{rules}"));
        let text = format!("{before}ab;\n{after}");
        let lexer = ToldLexer::of_text(&text, |letter| language.grammar.token_named(letter));
        let restart = Recovery::from(RecoveryKind::Restart)
            .with(|options| options.alternatives.nearby = false);
        let (_, errors) = language.recovering(&restart).parse_tree(&lexer);
        let error = syntax_errors(errors).swap_remove(0);
        assert_eq!(error.cost(), Some(1));
        let kinds: Vec<RepairKind> = error.sequences().map(|one| one.kind).collect();
        assert!(kinds.contains(&RepairKind::Replacement));
        kinds[0]
    };
    let first =
        |declared: &str, usual: &str| first_of(declared, &usual.repeat(40), &usual.repeat(4));
    assert_eq!(first("", "cb;\n"), RepairKind::Replacement);
    assert_eq!(first("", "avb;\n"), RepairKind::Cheapest);
    assert_eq!(first("%avoid_insert 'v'", "cb;\n"), RepairKind::Replacement);
    assert_eq!(first("%avoid_insert 'v'", "avb;\n"), RepairKind::Cheapest);
    assert_eq!(first("%avoid_insert 'c'", "cb;\n"), RepairKind::Replacement);
    // So many lines make it usual enough to come first.
    let needed = |declared: &str| {
        let first = |times: &usize| first_of(declared, &"cb;\n".repeat(*times), "");
        (0..400).find(|times| first(times) == RepairKind::Replacement)
    };
    let (plain, avoided) = (needed("").unwrap(), needed("%avoid_insert 'c'").unwrap());
    assert!(plain < avoided, "{plain} {avoided}");
}

/// The cost without a maximum says what is found with one, and what may be said where nothing is.
#[test]
fn repairs_may_cost_the_maximum_and_no_more() {
    let sizes = Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 5 };
    let mut random = Random::new(12);
    let mut compared = [0; 2];
    for round in 0..600 {
        let most = [1, 4, 255][round % 3];
        let (text, grammar) = random_grammar::conflict_free(&mut random, sizes);
        let language = Language::from_grammar(text, grammar);
        let input = language.broken_input(&mut random, 12);
        let costs: Vec<u8> =
            language.grammar.tokens().iter().map(|_| 1 + random.below(most) as u8).collect();
        let first_error = |max_cost: u32| {
            let restart = Recovery::from(RecoveryKind::Restart).with(|options| {
                options.max_cost = max_cost;
                options.alternatives = Alternatives::NONE;
            });
            let parser = language.recovering(&restart).term_costs(&|token| costs[token.0 as usize]);
            let (_, errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
            syntax_errors(errors).into_iter().next()
        };
        let Some(error) = first_error(u32::MAX) else { continue };
        let is_cheapest = error.status() == Status::Complete && error.dearer() != Dearer::Taken;
        let Some(cost) = error.cost().filter(|_| is_cheapest) else { continue };
        let context = format!("{input:?} and\n{}", language.text);
        assert_eq!(first_error(cost).and_then(|error| error.cost()), Some(cost), "{context}");
        compared[0] += 1;
        if cost > 1 {
            let refused = first_error(cost - 1).unwrap();
            assert_eq!(refused.cost(), None, "{context}");
            assert!(refused.lower_bound() <= cost, "{context}");
            compared[1] += 1;
        }
    }
    assert!(compared[0] > 100 && compared[1] > 30, "{compared:?}");
}

/// Memory is charged for what sequences change, not for what stands before them.
#[test]
fn what_is_usual_comes_first_late_in_a_long_input_too() {
    let words: Vec<String> = (0..100).map(|number| format!("'x{number}'")).collect();
    let language = Language::new(format!("%% S: | S 'k' X ';'; X: {};", words.join(" | ")));
    let mut input = language.tokens("k x57 ;").repeat(100_000);
    input.extend(language.tokens("k ; k x57 ;"));
    let parser = language.recovering(&RecoveryKind::Restart.into());
    let errors = syntax_errors(parser.parse_tree(&ToldLexer::of_tokens(&input)).1);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].repairs_total() >= 100);
    let first = errors[0].sequences().next().unwrap();
    assert_eq!(first.repairs, [Repair::Insert(language.token("x57"))]);
}
