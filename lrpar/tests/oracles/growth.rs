//! Tests growth, in counted work: whatever an input has many of, recovery takes work in proportion
//! to the input, or is cut off by the limit of a parse. All work of recovery is counted, so this
//! holds for its time too.

use lrpar::{RecoveryKind, recovery::limits};
use lrtable::TokenId;

use crate::common::{Language, Recovery, ToldLexer, syntax_errors};

/// Grammars with the parts of their inputs: a beginning, a part that is repeated, and an end.
const SHAPES: [(&str, &str, [&str; 3]); 8] = [
    ("many errors", "%% L: | L S; S: 'a' 'b' 'c' 'd' ';';", ["", "a b d ;", ""]),
    ("depth", "%% S: '(' S ')' | 'x';", ["", "(", ""]),
    ("an error at each depth", "%% S: '(' L ')'; L: | L S | L 'x' ';';", ["", "( x x ;", ""]),
    ("lexemes to delete", "%% S: '(' S ')' | 'x';", ["x", ")", ""]),
    ("lexemes to delete, more to come", "%% S: | S '(' S ')' ';';", ["( ) ;", ")", "( ) ;"]),
    ("what no grammar knows", "%% S: | S 'x';", ["x", "?", "x"]),
    (
        "errors above a right-recursive stack",
        "%% S: 'i' 'b' ';' | 'i' 'b' ';' 'e' S | '{' S '}' | '(' S ')';",
        ["{", "i b ; ) e", "}"],
    ),
    (
        "reductions through a deep stack, without a shift",
        "%% S: '(' L ')' | '[' L ']'; L: | 'a' L;",
        ["(", "a", "] ] ] a"],
    ),
];

/// Returns the number of errors and the work on them, with so many parts and so much work allowed.
fn effort(
    language: &Language,
    parts: &[Vec<TokenId>; 3],
    count: usize,
    recovery: &Recovery,
) -> (u64, u64) {
    let input = [parts[0].clone(), parts[1].repeat(count), parts[2].clone()].concat();
    let (tree, errors) = language.recovering(recovery).parse_tree(&ToldLexer::of_tokens(&input));
    assert!(tree.is_some() || recovery.kind == RecoveryKind::None);
    let errors = syntax_errors(errors);
    (errors.len() as u64, errors.iter().map(|error| error.effort().work).sum())
}

fn shapes() -> impl Iterator<Item = (&'static str, Language, [Vec<TokenId>; 3])> {
    SHAPES.into_iter().map(|(name, text, parts)| {
        let language = Language::new(text);
        let unknown = TokenId::new(language.grammar.tokens().len());
        let tokens = |part: &str| {
            let word = |word| if word == "?" { unknown } else { language.token(word) };
            part.split_whitespace().map(word).collect()
        };
        let parts = parts.map(tokens);
        (name, language, parts)
    })
}

#[test]
fn work_is_cut_off_by_the_ceiling_of_a_parse_and_the_fall_back_is_linear() {
    const WORK: u64 = 10_000;
    const COUNT: usize = 5_000;
    for (name, language, parts) in shapes() {
        let lexemes = parts.iter().map(Vec::len).sum::<usize>() * COUNT;
        for recovery in Recovery::all() {
            let recovery = recovery.with(|options| options.budget.work = Some(WORK));
            let (errors, work) = effort(&language, &parts, COUNT, &recovery);
            // The last error that has a share may exceed it by what follows a search. The fall-back
            // may look at the whole stack once, at the end.
            let last = 2 * limits::RANK_WORK_MIN;
            let fall_back = errors * (limits::FALL_BACK_WORK + 10) + lexemes as u64;
            let most = limits::OVERDRAFT * WORK + last + fall_back;
            assert!(work <= most, "{name}, {}: {work} of {most}, {errors} errors", recovery.name);
        }
    }
}

#[test]
fn twice_as_much_takes_twice_the_work() {
    for (name, language, parts) in shapes() {
        for kind in [RecoveryKind::CPCTPlus, RecoveryKind::Restart, RecoveryKind::Panic] {
            let recovery = Recovery::from(kind);
            let [once, twice] =
                [10_000, 20_000].map(|count| effort(&language, &parts, count, &recovery));
            // The layout is looked at up to 5,000 lexemes before an error, and at first the parse
            // has more work left: later errors take somewhat more.
            let most = 2 * once.1 + once.1 / 2 + limits::ERROR_WORK_MIN;
            // A right-recursive stack grows with the input, and so does the cost of one simulation.
            let is_deep = name == "errors above a right-recursive stack";
            let most = if is_deep { 2 * most } else { most };
            let fall_back = twice.0 * (limits::FALL_BACK_WORK + 10);
            let ceiling = limits::OVERDRAFT * limits::PARSE_WORK + fall_back;
            assert!(
                twice.1 <= most.min(ceiling),
                "{name}, {}: {once:?} and {twice:?}",
                kind.name()
            );
        }
    }
}
