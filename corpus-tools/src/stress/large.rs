//! A large grammar: a language of many kinds of statements, each with expressions of its own.

use nimbleparse::Error;

use crate::language::{Language, Source};

/// Name of the language, beside those of the built-in grammars.
pub(crate) const NAME: &str = "large";

/// Number of kinds of statements. Each is 27 productions, so that there are just above 2,000.
const KINDS: usize = 80;

/// Binary operators, the weakest first.
const OPERATORS: [&str; 6] = ["=", "or", "and", "<", "+", "*"];

/// Returns the language with this name: [`NAME`], or one that [`Source::named`] knows.
///
/// # Errors
///
/// If there is none, or it is wrong.
pub(crate) fn language(name: &str) -> Result<Language, Error> {
    if name == NAME { source() } else { Source::named(name)? }.language()
}

fn source() -> Source {
    Source {
        name: NAME.to_string(),
        lex: (format!("{NAME}.l"), lex()),
        yacc: (format!("{NAME}.y"), yacc()),
    }
}

fn lex() -> String {
    let mut text = String::from("%%\n[ \\t\\n]+ ;\n[0-9]+ \"NUMBER\"\n");
    for word in OPERATORS.iter().chain(&["(", ")", "[", "]", "{", "}", ",", ";", "-"]) {
        let quoted: String = word
            .chars()
            .map(|c| if c.is_alphabetic() { c.to_string() } else { format!("\\{c}") })
            .collect();
        text.push_str(&format!("{quoted} \"{word}\"\n"));
    }
    for kind in 0..KINDS {
        text.push_str(&format!("k{kind} \"k{kind}\"\n"));
    }
    text + "[a-z][a-z0-9]* \"NAME\"\n"
}

fn yacc() -> String {
    let mut text = String::from(
        "%start program\n%token NAME NUMBER\n%%\nprogram: | program statement ;\nstatement:",
    );
    for kind in 0..KINDS {
        text.push_str(if kind == 0 { "" } else { " |" });
        text.push_str(&format!(" s{kind}"));
    }
    text.push_str(" ;\n");
    for kind in 0..KINDS {
        let tightest = OPERATORS.len();
        text.push_str(&format!(
            "s{kind}: 'k{kind}' '(' e{kind}_0 ')' statement | 'k{kind}' l{kind} ';'\n  \
             | 'k{kind}' '{{' b{kind} '}}' ;\n\
             b{kind}: | b{kind} e{kind}_0 ';' ;\n\
             l{kind}: e{kind}_0 | l{kind} ',' e{kind}_0 ;\n"
        ));
        for (level, operator) in OPERATORS.iter().enumerate() {
            let tighter = level + 1;
            text.push_str(&format!(
                "e{kind}_{level}: e{kind}_{level} '{operator}' e{kind}_{tighter} | e{kind}_{tighter} ;\n"
            ));
        }
        text.push_str(&format!(
            "e{kind}_{tightest}: '-' e{kind}_{tightest} | p{kind} ;\n\
             p{kind}: NAME | NUMBER | '(' e{kind}_0 ')' | p{kind} '(' l{kind} ')' | p{kind} '[' e{kind}_0 ']' ;\n"
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_two_thousand_productions_and_no_conflict() {
        let language = language(NAME).unwrap();
        let productions = language.table.grammar.iter_pidxs().count();
        assert!((2_000..2_200).contains(&productions), "{productions}");
        assert!(language.table.table.conflicts().is_none());
    }
}
