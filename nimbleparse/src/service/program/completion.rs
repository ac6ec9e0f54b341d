//! Completion in a program: exactly the tokens that the grammar allows at a place, after errors
//! too.
//!
//! The lexemes before the place are parsed again, with the first repair of each error that was
//! detected before it, so that the stack is that of a parser at the place; where recovery dropped a
//! region, it is the stack that the syntax tree has after it. Then each token is tried. Text after
//! the place matters only for the choice of those repairs.
//!
//! Cost: one step for each lexeme before the place, and one try for each token.

use std::collections::HashMap;

use lrpar::{
    LexError as _, Lexeme as _, Lexer as _, SyntaxKind,
    recovery::Repair,
    steps::{Step, step},
};
use lrtable::{Action, Span, StateId, TokenId, pack::Tables};

use super::Program;
use crate::{limits, service::token_classes::Class};

/// Completions at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The part of the text that an offer replaces: the word before the place.
    pub replaced: Span,
    /// The offers, in order.
    pub items: Vec<Offer>,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The text to insert.
    pub text: String,
    /// The class of the text.
    pub class: Class,
    /// The kind of text of which this is an example, if other texts of its kind may stand there
    /// too.
    pub detail: Option<String>,
}

impl Offer {
    /// Makes an offer with a detail.
    pub(in crate::service) fn new(text: &str, class: Class, detail: &str) -> Offer {
        Offer { text: text.to_owned(), class, detail: Some(detail.to_owned()) }
    }
}

/// Returns whether a lexeme with this text is a word, which may be unfinished.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// Returns what the grammar allows at byte `at`: tokens, and for those without a fixed text the
/// texts that the program has for them. Nothing inside comments and strings.
///
/// ```
/// use std::sync::Arc;
/// use nimbleparse::language::{Recovery, builtin};
/// use nimbleparse::service::program::{Program, completion::completions};
/// let program = Program::new(Arc::new(builtin("calc").unwrap()), "1 + ", &Recovery::default());
/// let offers = completions(&program, 4);
/// let texts: Vec<&str> = offers.items.iter().map(|offer| offer.text.as_str()).collect();
/// assert_eq!(texts, ["(", "1"]);
/// ```
pub fn completions(program: &Program, at: usize) -> Offers {
    let (replaced, before) = match place(program, at) {
        Some(found) => found,
        None => return Offers { replaced: Span::new(at, at), items: Vec::new() },
    };
    let language = program.language();
    let expected = expected(program, before);
    let mut words = words(program, &expected, replaced);
    let mut items = Vec::new();
    for token in expected {
        let class = language.class(token);
        match language.token_text(token) {
            Some(text) => items.push(Offer { text, class, detail: None }),
            None => {
                let own = words.remove(&token).unwrap_or_default();
                let token = language.table.grammar.token(token);
                let name = token.epp.as_ref().unwrap_or(&token.name);
                items.extend(own.into_iter().map(|text| Offer::new(text, class, name)));
            }
        }
    }
    Offers { replaced, items }
}

/// Returns the tokens that may stand at byte `at`, `$` for the end; none inside comments and
/// strings.
pub fn expected_at(program: &Program, at: usize) -> Vec<TokenId> {
    place(program, at).map_or_else(Vec::new, |(_, before)| expected(program, before))
}

/// Returns the word before byte `at`, and the number of lexemes before it; `None` inside a lexeme
/// that is no word.
fn place(program: &Program, at: usize) -> Option<(Span, usize)> {
    let lexemes = program.lexemes();
    let text = program.text();
    let at = text.floor_char_boundary(at);
    // The first lexeme that does not end before the place.
    let next = lexemes.partition_point(|(_, span)| span.end() < at);
    let inside = lexemes.get(next).filter(|(_, span)| span.start() < at);
    if let Some((_, span)) = inside {
        let typed = &text[span.start()..at];
        return match is_word(typed) {
            true => Some((Span::new(span.start(), at), next)),
            false if span.end() == at => Some((Span::new(at, at), next + 1)),
            false => None,
        };
    }
    // Between lexemes only skipped text stands before the place, blanks or a comment.
    let last = next.checked_sub(1).map_or(0, |last| lexemes[last].1.end());
    let is_free = text[last..at].trim().is_empty() || begins_lexeme(program, at);
    is_free.then_some((Span::new(at, at), next))
}

/// Returns whether text typed at byte `at` begins a lexeme, perhaps a wrong one, and is no part of
/// a comment: the text is lexed with a letter there.
fn begins_lexeme(program: &Program, at: usize) -> bool {
    let (before, after) = program.text().split_at(at);
    let typed = format!("{before}x{after}");
    let lexer = program.language().lexed(&typed);
    lexer.iter().any(|lexeme| match lexeme {
        Ok(lexeme) => lexeme.span().start() == at,
        Err(error) => error.span().start() == at,
    })
}

/// Returns the tokens that a parser would shift or accept after the first `before` lexemes.
fn expected(program: &Program, before: usize) -> Vec<TokenId> {
    let tables = program.language().table.table.tables();
    let mut stack = stack(program, &tables, before);
    let kept = stack.clone();
    let grammar = &program.language().table.grammar;
    let can_stand = |token: &TokenId| !grammar.token(*token).is_error;
    let mut found = Vec::new();
    for token in grammar.token_ids().filter(can_stand) {
        let (mut height, mut least) = (stack.len(), stack.len());
        let step = step(&tables, &mut stack, token, |_, action| {
            if let Action::Reduce(prod) = action {
                height -= tables.production(prod).1;
                least = least.min(height);
                height += 1;
            }
        });
        if step != Step::Error {
            found.push(token);
        }
        // Only what was popped is restored.
        stack.truncate(least);
        stack.extend_from_slice(&kept[least..]);
    }
    found
}

/// Returns a parser's stack after the first `before` lexemes, with the repairs of the errors among
/// them.
fn stack(program: &Program, tables: &Tables<'_>, before: usize) -> Vec<StateId> {
    let lexemes = program.lexemes();
    let mut stack = vec![StateId::new(0)];
    let mut next = 0;
    let take = |stack: &mut Vec<StateId>, token: TokenId| {
        // A step that fails may have reduced; the lexeme is then left out.
        let _ = step(tables, stack, token, |_, _| {});
    };
    for error in program.syntax_errors().take_while(|error| error.position() < before) {
        let Some(sequence) = error.sequences().next() else {
            let stop = error.position().max(next);
            for (token, _) in &lexemes[next..stop] {
                take(&mut stack, *token);
            }
            next = stop;
            match error.resumed_at().filter(|resume| (next..=before).contains(resume)) {
                Some(resume) => {
                    stack = stack_in_tree(program, tables, resume);
                    next = resume;
                }
                // The place is in the region: the stack is that where the region begins.
                None => return stack,
            }
            continue;
        };
        while next < sequence.start {
            take(&mut stack, lexemes[next].0);
            next += 1;
        }
        for repair in &sequence.repairs {
            if next >= before {
                return stack;
            }
            match repair {
                Repair::Insert(token) => take(&mut stack, *token),
                Repair::Delete => next += 1,
                Repair::Shift => {
                    take(&mut stack, lexemes[next].0);
                    next += 1;
                }
            }
        }
    }
    for (token, _) in lexemes.get(next..before).unwrap_or_default() {
        take(&mut stack, *token);
    }
    stack
}

/// Returns the stack after the tokens before the lexeme `at` in the syntax tree, but for those in
/// error nodes. Takes time linear in the text.
fn stack_in_tree(program: &Program, tables: &Tables<'_>, at: usize) -> Vec<StateId> {
    let mut stack = vec![StateId::new(0)];
    let offset = program.lexemes().get(at).map_or(usize::MAX, |(_, span)| span.start());
    let mut error = usize::MAX;
    for (depth, node) in program.tree().root().preorder() {
        if node.span().start() >= offset {
            break;
        }
        if depth > error {
            continue;
        }
        error = usize::MAX;
        match node.kind() {
            SyntaxKind::Error => error = depth,
            SyntaxKind::Token(token) | SyntaxKind::Missing(token)
                if step(tables, &mut stack, token, |_, _| {}) == Step::Error =>
            {
                return stack;
            }
            _ => {}
        }
    }
    stack
}

/// Returns, for each of `tokens` without a fixed text, the texts of the program's lexemes, the
/// nearest before the place first.
fn words<'p>(
    program: &'p Program,
    tokens: &[TokenId],
    place: Span,
) -> HashMap<TokenId, Vec<&'p str>> {
    let language = program.language();
    let mut found: HashMap<TokenId, Vec<&str>> = HashMap::new();
    for token in tokens.iter().filter(|token| language.token_text(**token).is_none()) {
        found.insert(*token, Vec::new());
    }
    let mut seen = std::collections::HashSet::new();
    let lexemes = program.lexemes();
    let here = lexemes.partition_point(|(_, span)| span.start() < place.start());
    let nearest = lexemes[..here].iter().rev().chain(&lexemes[here..]);
    for (token, span) in nearest {
        let Some(words) = found.get_mut(token).filter(|words| words.len() < limits::OFFERED_WORDS)
        else {
            continue;
        };
        let text = span.text(program.text());
        // Neither the word that is being typed, nor texts that would fill a screen.
        if span.start() != place.start()
            && text.len() <= limits::OFFERED_TEXT
            && !text.contains('\n')
            && seen.insert((token, text))
        {
            words.push(text);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lrtable::random::Random;

    use super::*;
    use crate::language::{self, Recovery, parser_steps};

    fn program(name: &str, text: &str) -> Program {
        let language = Arc::new(language::builtin(name).unwrap());
        Program::new(language, text, &Recovery::default())
    }

    fn texts(name: &str, marked: &str) -> Vec<String> {
        let at = marked.find('|').unwrap();
        let program = program(name, &marked.replacen('|', "", 1));
        completions(&program, at).items.into_iter().map(|item| item.text).collect()
    }

    /// Oracle: a token is allowed after a prefix if a parser without recovery takes the prefix and
    /// the token.
    #[test]
    fn in_a_valid_text_what_is_expected_is_what_a_parser_takes() {
        let mut compared = 0;
        for (name, text) in [
            (
                "java7",
                "class A<T> { int f(int[] a) { if (a[0] > 1) return g(a, x -> 0); } @B int c; }",
            ),
            ("lua53", "local t = { 1, x = 2 }\nfor i = 1, 3 do f(t[i]) end\nreturn function() end"),
            ("json", "{\"a\": [1, {}, null], \"b\": -2}"),
        ] {
            let program = program(name, text);
            let tables = program.language().table.table.tables();
            let tokens: Vec<TokenId> = program.lexemes().iter().map(|(token, _)| *token).collect();
            let clean = parser_steps::run(&tables, &tokens, |_, _, _| {}).0;
            for before in 0..=clean.min(tokens.len()) {
                let of_oracle = tables.token_ids().filter(|token| {
                    if *token == tables.eof() {
                        return parser_steps::run(&tables, &tokens[..before], |_, _, _| {}).1;
                    }
                    let with = [&tokens[..before], &[*token]].concat();
                    parser_steps::run(&tables, &with, |_, _, _| {}).0 > before
                });
                let oracle: Vec<TokenId> = of_oracle.collect();
                assert_eq!(expected(&program, before), oracle, "{name} {before}");
                compared += oracle.len();
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn a_word_that_is_begun_is_replaced_and_nothing_is_offered_in_comments_and_strings() {
        let found = texts("java7", "class A { int foo; void f() { re| } }");
        assert!(["return", "foo", "int"].iter().all(|text| found.iter().any(|one| one == text)));
        assert!(!found.iter().any(|text| text == "else" || text == ")"), "{found:?}");
        for inside in
            ["class A { /* re| */ }", "class A { String s = \"re|\"; }", "class A { // re|\n }"]
        {
            assert_eq!(texts("java7", inside), Vec::<String>::new(), "{inside}");
        }
        // What the lexer skips need not be a comment.
        let found = texts("php73", "<p><?php | // x\n}");
        assert!(found.iter().any(|text| text == "if"), "{found:?}");
        let begun = "class A { vo| }";
        let at = begun.find('|').unwrap();
        let program = program("java7", &begun.replace('|', ""));
        assert_eq!(completions(&program, at).replaced, Span::new(10, 12));
    }

    #[test]
    fn after_an_error_the_repaired_prefix_counts() {
        // The missing `)` is inserted, so that a statement may follow; in the list of arguments
        // none could.
        let found = texts("c11", "int f(void) { g(1; x = 2; | }");
        assert!(
            ["return", "while", "}"].iter().all(|text| found.iter().any(|one| one == text)),
            "{found:?}"
        );
        let found = texts("lua53", "x = = 1\nlocal y = 2\n|");
        assert!(
            ["local", "return"].iter().all(|text| found.iter().any(|one| one == text)),
            "{found:?}"
        );
    }

    /// Whatever is broken, at each place there is an answer, and each token of it can be taken.
    #[test]
    fn at_every_place_of_a_broken_text_there_is_an_answer() {
        let pieces = ["{", "}", "(", ")", ";", "int ", "x ", "= ", "\"", "class ", "/*", "\n", "é"];
        for seed in 0..12 {
            let mut random = Random::new(seed);
            let text: String = (0..40).map(|_| pieces[random.below(pieces.len())]).collect();
            for name in ["java7", "c11", "php73"] {
                let program = program(name, &text);
                for at in 0..=text.len() {
                    let found = completions(&program, at);
                    assert!(found.replaced.end() <= text.len());
                }
            }
        }
    }
}
