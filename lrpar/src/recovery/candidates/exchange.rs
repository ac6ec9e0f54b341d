//! Exchanges as alternatives: two neighbours exchanged (`double final x`), or two signs that are one, in either order (`= =`,
//! `=<`).
//!
//! In: the error's place, the tokens, what is known of their texts. Out: a form for each pair of neighbours near the error.

use lrtable::TokenId;

use super::nearby::Form;
use crate::recovery::{
    lexicon::{Lexicon, Sort, Written},
    limits,
    sequence::{Repair, RepairKind},
};

/// Returns a form for each pair of neighbours near `detected`, not before `first`.
pub(in crate::recovery) fn pairs(
    (written, lexicon): (Written<'_>, &Lexicon),
    tokens: &[TokenId],
    (first, detected): (usize, usize),
) -> Vec<Form> {
    let mut forms = Vec::new();
    let first = detected.saturating_sub(limits::EXCHANGE_BEFORE).max(first);
    for at in first..=detected {
        // The last token is `$`.
        let [a, b, ..] = tokens[at..tokens.len() - 1] else { break };
        if a == b {
            continue;
        }
        let repairs = vec![Repair::Delete, Repair::Shift, Repair::Insert(a)];
        forms.push(Form { at, kind: RepairKind::Exchange, repairs });
        if [a, b].map(|token| lexicon.sort(token)) != [Sort::Sign; 2] {
            continue;
        }
        let [x, y] = [written.text(at), written.text(at + 1)];
        let joined = [format!("{x}{y}"), format!("{y}{x}")];
        for token in joined.iter().filter_map(|joined| lexicon.named(joined)) {
            let repairs = vec![Repair::Insert(token), Repair::Delete, Repair::Delete];
            forms.push(Form { at, kind: RepairKind::Spelling, repairs });
        }
    }
    forms
}
