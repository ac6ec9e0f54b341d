//! The warning of rules that never match, against trying all short texts with the `regex` crate.

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags};
use lrtable::{Spanned, random::Random};
use regex::Regex;

/// A random regex of the characters `a` and `b`.
fn regex(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 3 } else { 8 }) {
        0 => "a".into(),
        1 => "b".into(),
        2 => "[ab]".into(),
        3 | 4 => regex(random, depth - 1) + &regex(random, depth - 1),
        5 => format!("(?:{}|{})", regex(random, depth - 1), regex(random, depth - 1)),
        _ => {
            let times = random.choose(&["*", "+", "?", "*?", "{2}"]);
            format!("(?:{}){times}", regex(random, depth - 1))
        }
    }
}

/// Whether the leftmost-first match at the start is all of `text`.
fn matches(regex: &Regex, text: &str) -> bool {
    regex.find(text).is_some_and(|found| found.end() == text.len())
}

#[test]
fn rules_that_never_match_are_those_that_win_on_no_short_text() {
    let mut texts = vec![String::new()];
    for at in 0..(1 << 10) - 1 {
        let text: String = texts[at].clone();
        texts.extend(["a", "b"].map(|next| text.clone() + next));
    }
    let mut random = Random::new(9);
    let (mut never, mut sometimes) = (0, 0);
    for _ in 0..300 {
        let rules: Vec<String> = (0..1 + random.below(5)).map(|_| regex(&mut random, 3)).collect();
        let source: String = rules.iter().map(|rule| format!("{rule} 'T'\n")).collect();
        let source = format!("%%\n{source}");
        let (_, diagnostics) =
            LRNonStreamingLexerDef::<DefaultLexerTypes>::read(&source, &LexFlags::default());
        let compiled: Vec<Regex> =
            rules.iter().map(|rule| Regex::new(&format!("^(?:{rule})")).unwrap()).collect();
        let mut start = 3;
        for (at, rule) in rules.iter().enumerate() {
            let is_warned = diagnostics.iter().any(|diagnostic| {
                diagnostic.message().contains("never matches")
                    && diagnostic.spans()[0].start() == start
            });
            start += rule.len() + " 'T'\n".len();
            let own = texts[1..].iter().filter(|text| matches(&compiled[at], text));
            let mut own = own.peekable();
            if own.peek().is_none() {
                // It has no text, or only long ones.
                continue;
            }
            let wins = own.any(|text| !compiled[..at].iter().any(|earlier| matches(earlier, text)));
            assert_eq!(is_warned, !wins, "'{rule}' in\n{source}");
            never += usize::from(is_warned);
            sometimes += usize::from(!is_warned);
        }
    }
    println!("{never} rules never match, {sometimes} sometimes");
    assert!(never > 50 && sometimes > 300);
}
