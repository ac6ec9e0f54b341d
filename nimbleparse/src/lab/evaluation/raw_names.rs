//! Finds tokens that messages call by raw names, as they are in the grammar.

use std::collections::BTreeMap;

use lrpar::Report;
use lrtable::TokenId;

use super::{
    Options,
    broken_samples::Mutant,
    grammar_change::{Change, Sources},
};
use crate::{
    lab::limits::PROPOSED_OF_A_KIND,
    language::{Language, Parsed},
    output::reports,
};

/// Returns `%epp` for each token that messages on these mutants call by a raw name, the most
/// frequent first, with the number of messages.
pub fn named(
    (sources, language): (&Sources, &Language),
    mutants: &[&Mutant],
    options: &Options,
) -> Vec<(Change, String)> {
    let raw = raw_names(language);
    let mut counts: BTreeMap<TokenId, usize> = BTreeMap::new();
    let mut messages = 0usize;
    for case in mutants.iter().flat_map(|mutant| &mutant.cases) {
        let parsed = Parsed::new(language, &case.text, &options.recovery, None);
        let seen = reports::each(&parsed, |_, report| {
            let Some(report) = report else { return Ok(()) };
            messages += 1;
            let said = said(&report);
            for (token, _) in raw.iter().filter(|(_, phrase)| said.contains(phrase)) {
                *counts.entry(*token).or_default() += 1;
            }
            Ok(())
        });
        seen.expect("nothing is written");
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(PROPOSED_OF_A_KIND);
    let proposal = |(token, count)| {
        let name = language.name_of(token);
        let note = format!(
            "{count} of {messages} messages have its name in the grammar; say what your users call it"
        );
        (Change::Epp(sources.spelt(name), called(name)), note)
    };
    counts.into_iter().map(proposal).collect()
}

/// Returns tokens without `%epp` that have no fixed text, with their names in messages, between
/// blanks.
fn raw_names(language: &Language) -> Vec<(TokenId, String)> {
    let grammar = &language.table.grammar;
    let is_raw = |token: &TokenId| {
        *token != grammar.eof()
            && !grammar.token(*token).is_error
            && grammar.token(*token).epp.is_none()
            && language.token_text(*token).is_none()
    };
    let phrase = |token| format!(" {} ", language.name_of(token).to_lowercase().replace('_', " "));
    grammar.token_ids().filter(is_raw).map(|token| (token, phrase(token))).collect()
}

/// Returns the words of a report, with a blank on either side of each.
fn said(report: &Report) -> String {
    let labels = report.secondary.iter().map(|label| &label.text);
    let helps = report.helps.iter().map(|help| &help.text);
    let texts = [&report.title, &report.primary.text].into_iter().chain(labels).chain(helps);
    let mut said = " ".to_string();
    for text in texts.chain(&report.notes) {
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            said.push_str(&word.to_lowercase());
            said.push(' ');
        }
    }
    said
}

/// Returns a guess of what people call a token with this name: `an identifier`.
fn called(name: &str) -> String {
    let mut words = String::new();
    for (at, c) in name.char_indices() {
        let splits = c == '_' || (c.is_uppercase() && name[..at].ends_with(char::is_lowercase));
        if splits && !words.ends_with(' ') && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase().filter(|c| *c != '_'));
    }
    let known = match words.trim() {
        "id" | "ident" => "identifier",
        "num" => "number",
        "int" => "integer",
        "str" => "string",
        other => other,
    };
    let article = if known.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        for (name, expected) in [
            ("ID", "an identifier"),
            ("NUMBER", "a number"),
            ("FLOAT_LITERAL", "a float literal"),
            ("StringPart", "a string part"),
        ] {
            assert_eq!(called(name), expected);
        }
    }
}
