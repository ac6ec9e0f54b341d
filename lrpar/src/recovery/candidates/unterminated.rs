//! A comment or a text closed that does not end on its line. Of a comment, the lexemes from `/*` to
//! the end of the line are deleted. Of a text, its quote is no lexeme to a lexer, and what follows
//! is read as a program: the lexemes from the quote on are made one lexeme of a token whose lexemes
//! begin with that quote elsewhere, or of one of which there is no lexeme; up to the next such
//! quote, or the end of the line, but for the signs that usually follow a text.

use lrtable::TokenId;

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, lexicon::Sort, limits};

pub(super) const SPEC: KindSpec =
    KindSpec { forms, needs_model: false, stands_for_text: true, nats: 12, ..KindSpec::NEARBY };

/// Signs that usually follow a text.
const AFTER: [&str; 6] = [")", "]", "}", ";", ",", ":"];

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { place, detected, lexicon, meter, .. } = *near;
    if lexicon.is_empty() {
        return Ok(());
    }
    let quote = near.text(detected);
    let is_unknown = place.tokens[detected] == place.tables.no_token();
    if is_unknown && ["\"", "'", "`"].contains(&quote.as_str()) {
        let line = rest_of_line(near, detected + 1);
        meter.charge(line.len() as u64)?;
        let is_after = |text: &&String| AFTER.contains(&text.as_str());
        let content = match line.iter().position(|text| *text == quote) {
            Some(closing) => closing + 1,
            None => line.len() - line.iter().rev().take_while(is_after).count(),
        };
        if content > 0 {
            for token in openers(near, &quote)? {
                near.replace(detected, RepairKind::Unterminated, &[token], 1 + content);
            }
        }
    }
    for at in detected.saturating_sub(2).max(near.earliest)..=detected {
        let line = rest_of_line(near, at);
        let begins = matches!(&line[..], [a, b, ..] if a == "/" && b.starts_with('*'));
        if begins && near.written.touches(at) && line.len() < limits::UNTERMINATED_LEXEMES {
            near.replace(at, RepairKind::Unterminated, &[], line.len());
        }
    }
    Ok(())
}

/// Returns the texts of the lexemes on a line from the one at `at` on.
fn rest_of_line(near: &Nearby<'_>, at: usize) -> Vec<String> {
    let end = (at + limits::UNTERMINATED_LEXEMES).min(near.place.tokens.len() - 1);
    let line = (at..end)
        .take_while(|next| near.written.line(*next) == near.written.line(near.detected.min(at)));
    // A line end may be a lexeme.
    line.map(|at| near.text(at)).take_while(|text| !text.trim().is_empty()).collect()
}

/// Returns the tokens written in many ways whose lexemes begin with a quote elsewhere in the input;
/// if there are none, those that the input does not have.
fn openers(near: &Nearby<'_>, quote: &str) -> Result<Vec<TokenId>, Spent> {
    let Nearby { place, detected, lexicon, meter, .. } = *near;
    let tokens = place.tokens;
    let around = detected.saturating_sub(limits::UNTERMINATED_AROUND)
        ..(detected + limits::UNTERMINATED_AROUND).min(tokens.len() - 1);
    meter.charge(around.len() as u64)?;
    let mut opens: Vec<Option<bool>> = vec![None; place.tables.token_count];
    for at in around.filter(|at| lexicon.sort(tokens[*at]) == Sort::Open) {
        opens[tokens[at].index()].get_or_insert_with(|| near.text(at).starts_with(quote));
    }
    let wanted = if opens.contains(&Some(true)) { Some(true) } else { None };
    let open = lexicon.tokens().filter(|token| lexicon.sort(*token) == Sort::Open);
    Ok(open.filter(|token| opens[token.index()] == wanted).collect())
}
