//! Texts of languages with layout, changed at random: trees lose nothing, and of ten texts with
//! repairs written into them nine have just the tokens that the repairs say.

use std::env;

use crate::by_layout::{check, text_of};
use lrtable::random::Random;

/// `LAYOUT_TEXTS=200000` looks at more texts than a usual run does.
#[test]
fn trees_are_whole_and_most_edits_make_the_repaired_tokens() {
    let count = env::var("LAYOUT_TEXTS").map_or(2000, |count| count.parse().unwrap());
    let mut random = Random::new(11);
    // For each language and each result.
    let mut results = [[0; 5]; 3];
    for _ in 0..count {
        let bytes: Vec<u8> =
            (0..5 + 3 * random.below(3)).map(|_| random.below(256) as u8).collect();
        if let Some((number, kind, text)) = text_of(&bytes) {
            let checked = check(number, kind, &text);
            results[number][checked as usize] += 1;
            if env::var("LAYOUT_SHOW").is_ok() && checked as usize > 2 {
                println!("=== {checked:?} {kind:?}\n{text}");
            }
        }
    }
    println!("nothing to write, unwritten, written, other tokens, still wrong: {results:?}");
    for [_, unwritten, written, others, wrong] in results {
        assert!(
            written > count / 40 && 10 * (others + wrong) < written && 3 * unwritten < written,
            "{results:?}"
        );
    }
}
