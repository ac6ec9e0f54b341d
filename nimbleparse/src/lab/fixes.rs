//! Counts what people edited to fix mistakes, for a model: pairs of broken and fixed texts in.

use lrpar::recovery::{Ngrams, Repair};

use super::{
    limits::EVALUATED_EDITS,
    quality::{
        necessary_edits::Edit,
        single_errors::{SingleError, changes},
    },
};
use crate::language::Language;

/// Counts the fixes of cases in a model of the language's texts; returns how many they were.
/// Longer ones are no fixes of one mistake, and left out.
pub fn count_fixes(language: &Language, model: &mut Ngrams, cases: &[SingleError]) -> usize {
    let short = cases.iter().filter(|case| changes(&case.fix) <= EVALUATED_EDITS);
    let counted = short.map(|case| {
        let mut tokens = case.tokens.clone();
        tokens.push(language.table.grammar.eof());
        let repairs: Vec<Repair> = case.fix.iter().map(repair).collect();
        model.count_fix(&tokens, case.start, &repairs);
    });
    counted.count()
}

fn repair(edit: &Edit) -> Repair {
    match edit {
        Edit::Insert(token) => Repair::Insert(*token),
        Edit::Delete(_) => Repair::Delete,
        Edit::Keep(_) => Repair::Shift,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::quality::single_errors::cases, language::builtin};

    #[test]
    fn fixes_of_few_edits_are_counted() {
        let language = builtin("json").unwrap();
        let mut model = language.empty_model(2);
        for (broken, fixed, counted) in [
            ("[1 2]", "[1, 2]", 1),
            ("[1, 2", "[1, 2, 3, 4, 5, 6]", 0),
            ("[1 2, 3, 4, 5, 6, 7, 8 9]", "[1, 2, 3, 4, 5, 6, 7, 8, 9]", 2),
        ] {
            let cases = cases(&language, broken, fixed).unwrap();
            assert_eq!(count_fixes(&language, &mut model, &cases), counted, "{broken}");
        }
        let text = model.to_text(&language.table.grammar);
        let (_, edits) = text.split_once("edits 1 order 3\n").unwrap();
        // Three commas were inserted, each between numbers: the runs are `+,`, `=NUMBER +,` and
        // `=NUMBER =NUMBER +,`.
        assert_eq!(edits, "t =NUMBER\nt +,\n0 1 0 2 3\n1 1 0 2 3\n3 2 3\nend\n");
    }
}
