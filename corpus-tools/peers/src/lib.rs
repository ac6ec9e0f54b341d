//! Other parser generators beside ours: how fast, how large, how long to build.
//!
//! Each of the commands `speed`, `building` and `construct` prints tables, in Markdown, whose
//! figures come from one run. `programs` holds the parsers that are measured, each a program of its
//! own.

#![forbid(unsafe_code)]

pub mod api;
pub mod c_program;
pub mod child;
pub mod generate;
pub mod inputs;
pub mod names;
pub mod sample;
pub mod table;

#[path = "../programs/shared/lex.rs"]
#[allow(dead_code, reason = "some notations are for build scripts only")]
mod lex;
#[path = "../programs/shared/yacc.rs"]
#[allow(dead_code, reason = "some notations are for build scripts only")]
mod yacc;

#[cfg(test)]
mod tests {
    use cfgrammar::yacc::{YaccGrammar, YaccKind, YaccOriginalActionKind};
    use regex::Regex;

    use super::{child, lex::without_lazy, yacc::Yacc};

    #[test]
    fn a_lazy_search_for_a_closing_bracket_is_said_without_it() {
        for level in ["", "=", "==", "==="] {
            let lazy = format!("\\[.*?\\]{level}\\]");
            let (lazy, greedy) = (Regex::new(&lazy).unwrap(), without_lazy(&lazy).unwrap());
            let greedy = Regex::new(&format!("^(?:{greedy})$")).unwrap();
            let mut texts = vec!["[".to_string()];
            for _ in 0..8 {
                let longer = texts.iter().filter(|text| text.len() < 9);
                let longer = longer.flat_map(|text| ["]", "=", "a"].map(|c| format!("{text}{c}")));
                texts = longer.collect();
                for text in &texts {
                    let found = lazy.find(text).is_some_and(|found| found.end() == text.len());
                    assert_eq!(found, greedy.is_match(text), "{level} {text}");
                }
            }
        }
    }

    #[test]
    fn grammars_that_count_have_the_same_productions() {
        for name in ["java7", "lua53"] {
            let file = child::package().join(format!("../../grammars/{name}/{name}.y"));
            let text = std::fs::read_to_string(file).unwrap();
            let plain = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
            let plain = YaccGrammar::new(plain, &text).unwrap();
            let counting = Yacc::new(&text).unwrap().counting();
            let counting = YaccGrammar::new(YaccKind::Grmtools, &counting).unwrap();
            for production in plain.iter_pidxs() {
                assert_eq!(plain.pp_prod(production), counting.pp_prod(production));
            }
            assert_eq!(plain.prods_len(), counting.prods_len());
        }
    }
}
