//! Tests far brackets: programs that are indented as they are meant, from which one bracket was
//! removed or to which one was added, out of reach of the cheapest repairs. The change is known,
//! and so is its inverse.

use lrpar::{
    ParseError, RecoveryKind,
    recovery::{Alternatives, RepairKind},
};
use lrtable::{TokenId, random::Random};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, steps, syntax_errors},
    reference::Step,
};

/// Definitions of blocks of statements.
const BLOCKS: &str = "%start P
%%
P: | P 'd' '(' ')' '{' S '}';
S: | S 'a' ';' | S 'i' '(' 'a' ')' '{' S '}';";

/// Returns a program by lines: each with its depth and its text.
fn program(random: &mut Random) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    for _ in 0..4 {
        lines.push((0, "d(){".to_string()));
        block(random, 1, &mut lines);
        lines.push((0, "}".to_string()));
    }
    lines
}

fn block(random: &mut Random, depth: usize, lines: &mut Vec<(usize, String)>) {
    for _ in 0..3 + random.below(4) {
        if depth < 4 && random.one_in(3) {
            lines.push((depth, "i(a){".to_string()));
            block(random, depth + 1, lines);
            lines.push((depth, "}".to_string()));
        } else {
            lines.push((depth, "a;".to_string()));
        }
    }
}

fn text(lines: &[(usize, String)]) -> String {
    lines.iter().map(|(depth, line)| format!("{:1$}{line}\n", "", depth * 2)).collect()
}

fn tokens(language: &Language, text: &str) -> Vec<TokenId> {
    let letters = text.chars().filter(|c| !c.is_whitespace());
    letters.map(|c| language.token(&c.to_string())).collect()
}

/// Returns the tokens that a sequence makes.
fn made(tokens: &[TokenId], start: usize, sequence: &[Step]) -> Vec<TokenId> {
    let mut made = tokens[..start].to_vec();
    let mut at = start;
    for step in sequence {
        match step {
            Step::Insert(token) => made.push(*token),
            Step::Delete => at += 1,
            Step::Shift => {
                made.push(tokens[at]);
                at += 1;
            }
        }
    }
    made.extend(&tokens[at..]);
    made
}

/// Returns the input that each repair of the first error makes, the error, and how many errors
/// there are.
fn repairs(
    language: &Language,
    text: &str,
) -> (ParseError<TestLexeme, u32>, Vec<Vec<TokenId>>, usize) {
    let restart = Recovery::from(RecoveryKind::Restart).with(|options| {
        options.alternatives = Alternatives { brackets: true, ..Alternatives::NONE };
    });
    let lexer = ToldLexer::of_text(text, |letter| language.grammar.token_named(letter));
    let (_, errors) = language.recovering(&restart).parse_tree(&lexer);
    let mut errors = syntax_errors(errors);
    let count = errors.len();
    let error = errors.swap_remove(0);
    let tokens = tokens(language, text);
    let made = error.sequences().map(|one| made(&tokens, one.start, &steps(&one))).collect();
    (error, made, count)
}

#[test]
fn what_the_layout_says_was_forgotten_or_added_is_found() {
    let language = Language::new(BLOCKS);
    let mut random = Random::new(1);
    let (mut far, mut first_of_kind, mut applied) = (0, 0, 0);
    for _ in 0..300 {
        let lines = program(&mut random);
        let whole = tokens(&language, &text(&lines));
        let mut broken = lines.clone();
        let at = random.below(lines.len());
        let inner = |line: &(usize, String)| line.0 > 0 && line.1 != "a;";
        if random.one_in(2) {
            let Some(line) = (at..lines.len()).find(|line| inner(&lines[*line])) else { continue };
            match broken[line].1.pop() {
                Some('{') => {}
                _ => drop(broken.remove(line)),
            }
        } else {
            let Some(line) = (at..lines.len()).find(|line| lines[*line].1 == "a;") else {
                continue;
            };
            let more = if random.one_in(2) { "a;{" } else { "a;}" };
            broken[line].1 = more.to_string();
        }
        let broken = text(&broken);
        let (error, made, errors) = repairs(&language, &broken);
        let found = made.iter().position(|made| *made == whole);
        let starts: Vec<usize> = error.sequences().map(|one| one.start).collect();
        let found = found.unwrap_or_else(|| panic!("{broken}\n{starts:?}"));
        let kinds: Vec<RepairKind> = error.sequences().map(|one| one.kind).collect();
        if kinds[found] == RepairKind::Bracket {
            far += 1;
            let first = kinds.iter().position(|kind| *kind == RepairKind::Bracket);
            first_of_kind += usize::from(first == Some(found));
            assert!(starts[found] + error.reach() < error.position());
            if found == 0 {
                applied += 1;
                assert_eq!(errors, 1, "nothing is wrong with what is made:\n{broken}");
            }
        }
    }
    println!("{far} out of reach, {first_of_kind} the first of their kind, {applied} applied");
    assert!(first_of_kind * 10 > far * 9, "{far} {first_of_kind}");
    assert!(applied > 50, "{far} {applied}");
}

#[test]
fn an_input_of_one_line_has_no_far_brackets() {
    let language = Language::new(BLOCKS);
    let mut random = Random::new(2);
    for _ in 0..50 {
        let lines = program(&mut random);
        let at = lines.iter().position(|(_, line)| line == "i(a){").unwrap_or(0);
        let all = lines.iter().enumerate().filter(|(line, _)| *line != at);
        let one: String = all.map(|(_, (_, line))| line.as_str()).collect();
        let (error, ..) = repairs(&language, &one);
        assert!(error.sequences().all(|one| one.kind == RepairKind::Cheapest));
    }
}

/// All brackets before the last one could be deleted as well, at equal cost.
#[test]
fn of_surplus_brackets_the_last_one_of_a_text_goes_unless_the_layout_speaks_for_another() {
    let language = Language::new(BLOCKS);
    let mut random = Random::new(2);
    let mut nested = 0;
    for _ in 0..100 {
        let mut lines = program(&mut random);
        let whole = tokens(&language, &text(&lines));
        let surplus = format!("{}}}\n", text(&lines));
        let (error, made, _) = repairs(&language, &surplus);
        assert_eq!(error.position(), whole.len());
        assert_eq!(made[0], whole, "{surplus}");
        let last = lines.len() - 2;
        if lines[last].1 == "}" && lines[last].0 == 1 {
            nested += 1;
        }
        // Deeper than every open bracket: the layout speaks for it.
        let at = lines.len() - 1;
        lines.insert(at, (3, "}".to_string()));
        let (_, made, _) = repairs(&language, &text(&lines));
        assert!(made.contains(&whole), "{}", text(&lines));
    }
    assert!(nested > 10, "{nested}");
}
