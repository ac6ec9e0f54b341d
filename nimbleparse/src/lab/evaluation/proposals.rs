//! Proposes changes that improve repairs: found on one part of the mutants, their gain measured on
//! another.
//!
//! Tokens that first repairs insert and delete wrongly suggest changes to try; productions by which
//! mutants parse and that no sample uses may accept too much. A change is proposed if it has a gain
//! by itself, and in addition to those with a higher gain.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use lrtable::{ProdId, Symbol, TokenId};

use super::{
    Options, Progress, Sample,
    broken_samples::{Mutant, few_edits, mutants, productions},
    gain::{Gain, gain, gained},
    grammar_change::{Change, Sources},
    raw_names,
    verdicts::{Sums, Verdict, measured, sums, verdict},
};
use crate::{
    lab::limits::{PROPOSED_OF_A_KIND, SHOWN_MISSES},
    lab::quality::single_errors::{SingleError, cases},
    language::{Language, parses},
};

/// Number of mutants that must parse by a production for its removal to be proposed; with fewer,
/// samples just happen not to use it.
const LEAST: usize = 2;
/// Confidence in its gain that a proposed change must have: many are tried.
const SURE: f64 = 0.99;
/// Length of the runs that a model counts, unless another is asked for.
pub const ORDER: usize = 5;

/// A proposed change with its gain.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The change.
    pub change: Change,
    /// The gain on mutants on which the change was not found; `None` for `%epp`, which changes no
    /// repair.
    pub gain: Option<Gain>,
    /// A remark.
    pub note: String,
}

/// Half of the mutants, with the verdicts on their mistakes.
pub struct Half<'m> {
    mutants: Vec<&'m Mutant>,
    verdicts: Vec<&'m [Verdict]>,
    sums: Vec<Sums>,
}

impl<'m> Half<'m> {
    /// Splits mutants in two: those of every other sample, and the rest; or of every other round if
    /// there is one sample.
    pub fn both(
        mutants: &'m [Mutant],
        verdicts: &'m [Vec<Verdict>],
        samples: usize,
    ) -> [Half<'m>; 2] {
        [0, 1].map(|half| {
            let mut this = Half { mutants: Vec::new(), verdicts: Vec::new(), sums: Vec::new() };
            for (at, (mutant, verdicts)) in mutants.iter().zip(verdicts).enumerate() {
                if half == if samples > 1 { mutant.sample % 2 } else { at % 2 } {
                    this.mutants.push(mutant);
                    this.verdicts.push(verdicts);
                    this.sums.push(sums(verdicts));
                }
            }
            this
        })
    }

    /// Returns the number of mistakes in the half.
    pub fn mistakes(&self) -> u64 {
        self.sums.iter().map(|sums| sums.cases).sum()
    }
}

/// Trial of changes.
struct Trial<'a> {
    sources: &'a Sources,
    language: &'a Language,
    samples: &'a [Sample],
    options: &'a Options,
}

/// Returns the changes with a gain on the first half, each with its gain on the second; and the
/// gain of all together.
pub fn propose(
    (sources, language): (&Sources, &Language),
    samples: &[Sample],
    [found_on, stated_on]: [&Half<'_>; 2],
    options: &Options,
    progress: Progress<'_>,
) -> (Vec<Proposal>, Option<Gain>) {
    let trial = Trial { sources, language, samples, options };
    let tried = trial.candidates(found_on);
    let removals = trial.removals(found_on);
    let steps = 2 * tried.len() + removals.len() + 1;
    let mut step = 0;
    let mut go_on = || {
        step += 1;
        progress("tried changes", step.min(steps), steps);
    };
    let mut worth: Vec<(f64, Change)> = Vec::new();
    for change in tried {
        if let Some(least) = trial.least_worth(std::slice::from_ref(&change), &[], found_on) {
            worth.push((least, change));
        }
        go_on();
    }
    worth.retain(|(least, _)| *least > 0.0);
    worth.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut chosen: Vec<Change> = Vec::new();
    for (_, change) in worth {
        go_on();
        let more = [&chosen[..], std::slice::from_ref(&change)].concat();
        if chosen.is_empty()
            || trial.least_worth(&more, &chosen, found_on).is_some_and(|least| least > 0.0)
        {
            chosen = more;
        }
    }
    let stated = |changes: &[Change]| {
        trial.sums(changes, stated_on, 0).map(|(before, after)| gain(&before, &after))
    };
    let mut proposals: Vec<Proposal> = Vec::new();
    for change in &chosen {
        let gain = stated(std::slice::from_ref(change));
        proposals.push(Proposal { change: change.clone(), gain, note: String::new() });
    }
    let helps = |proposal: &&Proposal| proposal.gain.is_some_and(|gain| gain.is_any());
    let helping: Vec<Change> =
        proposals.iter().filter(helps).map(|proposal| proposal.change.clone()).collect();
    let together = if helping.len() > 1 { stated(&helping) } else { None };
    for (change, note) in removals {
        go_on();
        let gain = stated(std::slice::from_ref(&change));
        proposals.push(Proposal { change, gain, note });
    }
    let named = raw_names::named((sources, language), &stated_on.mutants, options);
    proposals.extend(named.into_iter().map(|(change, note)| Proposal { change, gain: None, note }));
    progress("tried changes", steps, steps);
    (proposals, together)
}

/// Returns the gain of changes on the mutants of every other sample by the options' seed; models
/// are made of the other samples. `None` if the changes cannot be made.
pub fn worth(
    sources: &Sources,
    samples: &[Sample],
    changes: &[Change],
    options: &Options,
) -> Option<Gain> {
    let language = &sources.language(&[]).ok()?;
    let mutants = mutants(language, samples, options, &mut |_, _, _| {});
    let verdicts = measured(language, &mutants, options, &mut |_, _| {});
    let [_, half] = Half::both(&mutants, &verdicts, samples.len());
    let trial = Trial { sources, language, samples, options };
    trial.sums(changes, &half, 0).map(|(before, after)| gain(&before, &after))
}

impl Trial<'_> {
    /// Returns the lower end of the gain of changes on a half, in addition to others.
    fn least_worth(&self, changes: &[Change], beside: &[Change], half: &Half<'_>) -> Option<f64> {
        let (_, before) = self.sums(beside, half, 1)?;
        let (_, after) = self.sums(changes, half, 1)?;
        Some(gained(&before, &after, Sums::worth, SURE).low)
    }

    /// Returns the sums of a half's mutants before and after changes; models are made of the
    /// samples of half `model_of`. `None` if the changes cannot be made, or change what is valid.
    /// Mutants that no longer parse were undetected mistakes.
    fn sums(
        &self,
        changes: &[Change],
        half: &Half<'_>,
        model_of: usize,
    ) -> Option<(Vec<Sums>, Vec<Sums>)> {
        if changes.is_empty() {
            return Some((half.sums.clone(), half.sums.clone()));
        }
        let mut language = self.sources.language(changes).ok()?;
        if !self.samples.iter().all(|sample| parses(&language, &sample.text)) {
            return None;
        }
        if changes.contains(&Change::Model) {
            let texts = self.samples.iter().skip(model_of).step_by(2);
            let model = language.model(ORDER, texts.map(|sample| sample.text.as_str()));
            language.ngrams = Some(Arc::new(model));
        }
        let is_narrower = changes.iter().any(|change| matches!(change, Change::Remove(..)));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (mutant, old) in half.mutants.iter().zip(&half.sums) {
            let cases = match is_narrower {
                true => few_edits(cases(&language, &mutant.text, &mutant.truth)),
                false => self.in_tokens(&language, mutant)?,
            };
            let verdicts: Vec<Verdict> =
                cases.iter().map(|case| verdict(&language, case, self.options)).collect();
            let new = sums(&verdicts);
            let unnoticed = Sums { cases: new.cases, ..Sums::default() };
            before.push(if mutant.cases.is_empty() { unnoticed } else { *old });
            after.push(new);
        }
        Some((before, after))
    }

    /// Converts a mutant's mistakes to the tokens of another grammar of the language.
    fn in_tokens(&self, language: &Language, mutant: &Mutant) -> Option<Vec<SingleError>> {
        let (old, new) = (&self.language.table.grammar, &language.table.grammar);
        let token = |id: TokenId| match id {
            id if id == self.language.no_token() => Some(language.no_token()),
            id if id == old.eof() => Some(new.eof()),
            id => new.token_named(self.language.name_of(id)),
        };
        mutant.cases.iter().map(|case| case.in_tokens(token)).collect()
    }

    /// Returns changes to try, by the wrong repairs.
    fn candidates(&self, half: &Half<'_>) -> Vec<Change> {
        let Trial { sources, language, samples, .. } = self;
        let grammar = &language.table.grammar;
        let verdicts = || half.verdicts.iter().flat_map(|verdicts| verdicts.iter());
        let name = |token: TokenId| sources.spelt(language.name_of(token));
        let inserted = often(verdicts().flat_map(|verdict| &verdict.inserted));
        let deleted = often(verdicts().flat_map(|verdict| &verdict.deleted));
        let mut tried = Vec::new();
        let is_word = |token: &TokenId| {
            language.token_text(*token).is_some_and(|text| text.chars().all(char::is_alphabetic))
        };
        let is_open = |token: &TokenId| {
            let is_other = *token == grammar.eof() || grammar.token(*token).is_error;
            !is_other && language.token_text(*token).is_none()
        };
        let all =
            |is: &dyn Fn(&TokenId) -> bool| grammar.token_ids().filter(|token| is(token)).collect();
        let single = |tokens: Vec<TokenId>| tokens.into_iter().map(|token| vec![token]);
        let names =
            |tokens: &[TokenId]| tokens.iter().map(|token| name(*token)).collect::<Vec<_>>();
        let dearer = |cost: u8| cost.saturating_add(1);
        for tokens in [all(&is_open), all(&is_word)].into_iter().chain(single(inserted)) {
            let Some(first) = tokens.first() else { continue };
            let is_avoided = |token: &TokenId| grammar.token(*token).avoid_insert;
            if !tokens.iter().all(is_avoided) {
                tried.push(Change::AvoidInsert(names(&tokens)));
            }
            tried.push(Change::InsertCost(
                dearer(grammar.token(*first).insert_cost),
                names(&tokens),
            ));
        }
        for tokens in [all(&is_open), all(&is_word)].into_iter().chain(single(deleted)) {
            let Some(first) = tokens.first().filter(|token| **token != language.no_token()) else {
                continue;
            };
            tried.push(Change::DeleteCost(
                dearer(grammar.token(*first).delete_cost),
                names(&tokens),
            ));
        }
        let brackets = brackets(language, samples);
        tried.extend(brackets.into_iter().map(|(a, b)| Change::Brackets(name(a), name(b))));
        if samples.len() > 1 {
            tried.push(Change::Model);
        }
        tried
    }

    /// Returns productions by which mutants parse and that no sample uses although it uses their
    /// rules, each with the case against it.
    fn removals(&self, half: &Half<'_>) -> Vec<(Change, String)> {
        let grammar = &self.language.table.grammar;
        let mut used = BTreeSet::new();
        for sample in self.samples {
            used.extend(productions(self.language, &self.language.tokens(&sample.text)));
        }
        let is_used = |prod: &&ProdId| {
            let rule = grammar.production(**prod).rule;
            grammar.rule(rule).productions.iter().any(|prod| used.contains(prod))
        };
        let mut by: BTreeMap<ProdId, Vec<&Mutant>> = BTreeMap::new();
        for mutant in &half.mutants {
            for prod in mutant.accepted_by.iter().filter(is_used) {
                by.entry(*prod).or_default().push(mutant);
            }
        }
        let mut by: Vec<_> = by.into_iter().collect();
        by.retain(|(_, mutants)| mutants.len() > LEAST);
        by.sort_by_key(|(_, mutants)| std::cmp::Reverse(mutants.len()));
        by.truncate(PROPOSED_OF_A_KIND);
        let change = |(prod, mutants): (ProdId, Vec<&Mutant>)| {
            let before = self.sources.yacc.1.get(..grammar.production(prod).span.start());
            let line = before.unwrap_or_default().matches('\n').count() + 1;
            let Mutant { sample, done, .. } = mutants[0];
            let note = format!(
                "no sample uses it, and {} broken ones parse by it, such as '{}' with {}",
                mutants.len(),
                self.samples[*sample].name,
                done.join(", ")
            );
            (Change::Remove(prod, grammar.show_production(prod, None), line), note)
        };
        by.into_iter().map(change).collect()
    }
}

/// Returns the most frequent tokens, the most frequent first.
fn often<'t>(tokens: impl Iterator<Item = &'t TokenId>) -> Vec<TokenId> {
    let mut counts: BTreeMap<TokenId, usize> = BTreeMap::new();
    tokens.for_each(|token| *counts.entry(*token).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(SHOWN_MISSES);
    counts.into_iter().map(|(token, _)| token).collect()
}

/// Returns undeclared pairs of tokens in one production that have one text each and are balanced in
/// all samples.
fn brackets(language: &Language, samples: &[Sample]) -> Vec<(TokenId, TokenId)> {
    let grammar = &language.table.grammar;
    let declared: BTreeSet<TokenId> =
        grammar.brackets().iter().flat_map(|(open, close)| [*open, *close]).collect();
    let texts: Vec<Vec<TokenId>> =
        samples.iter().map(|sample| language.tokens(&sample.text)).collect();
    let mut pairs = BTreeSet::new();
    for production in grammar.productions() {
        let is_fixed =
            |token: &TokenId| !declared.contains(token) && language.token_text(*token).is_some();
        let tokens = production.symbols.iter().filter_map(|symbol| match symbol {
            Symbol::Token(token) if *token != grammar.eof() => Some(*token),
            _ => None,
        });
        let tokens: Vec<TokenId> = tokens.filter(is_fixed).collect();
        for (at, open) in tokens.iter().enumerate() {
            let closing = tokens[at + 1..].iter().filter(|close| *close != open);
            pairs.extend(closing.map(|close| (*open, *close)));
        }
    }
    let balanced = |pair: &(TokenId, TokenId)| texts.iter().all(|text| is_balanced(text, *pair));
    let seen = |pair: &(TokenId, TokenId)| texts.iter().any(|text| text.contains(&pair.0));
    pairs.into_iter().filter(seen).filter(balanced).take(SHOWN_MISSES).collect()
}

fn is_balanced(text: &[TokenId], (open, close): (TokenId, TokenId)) -> bool {
    let mut depth = 0usize;
    for token in text {
        if *token == open {
            depth += 1;
        } else if *token == close {
            let Some(less) = depth.checked_sub(1) else { return false };
            depth = less;
        }
    }
    depth == 0
}
