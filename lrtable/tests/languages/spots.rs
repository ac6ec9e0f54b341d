//! Places at which grammars easily get conflicts: the notation has no more than a rule that a
//! careful author writes by hand.

use lrtable::yacc;

use crate::{
    language::{Language, Tokens},
    network::Network,
};

/// What each place is, then its rules with notation, then those written by hand. `%%` stands before
/// them unless declarations do.
const SPOTS: [(&str, &str, &str); 25] = [
    ("a list at the end", "S: 'k' X*; X: 'x' 'y';", "S: 'k' L; L: | L X; X: 'x' 'y';"),
    ("a list in the middle", "S: 'k' 'x'* 'e';", "S: 'k' L 'e'; L: | L 'x';"),
    ("a list before its own item", "S: 'x'+ 'y' 'x';", "S: L 'y' 'x'; L: 'x' | L 'x';"),
    (
        "a list of lists",
        "S: ('[' ('x'+ ';')* ']')*;",
        "S: | S '[' R ']'; R: | R L ';'; L: 'x' | L 'x';",
    ),
    ("a list in brackets of itself", "S: '(' S* ')' | 'x';", "S: '(' L ')' | 'x'; L: | L S;"),
    ("two lists", "S: 'a'* 'b'*;", "S: A B; A: | A 'a'; B: | B 'b';"),
    (
        "an optional separator at the end",
        "S: '(' X (',' X)* ','? ')'; X: 'x';",
        "S: '(' L ')' | '(' L ',' ')'; L: X | L ',' X; X: 'x';",
    ),
    (
        "an optional separator after a separated list",
        "S: '(' separated_nonempty_list(',', 'x') ','? ')';",
        "S: '(' L ')' | '(' L ',' ')'; L: 'x' | L ',' 'x';",
    ),
    (
        "nothing, or a list with a separator at its end",
        "S: '(' ('x' (',' 'x')* ','?)? ')';",
        "S: '(' ')' | '(' L ')' | '(' L ',' ')'; L: 'x' | L ',' 'x';",
    ),
    (
        "a separated list that may be empty, and a separator",
        "S: '(' separated_list(',', 'x') ';'? ')';",
        "S: '(' O E ')'; O: | L; L: 'x' | L ',' 'x'; E: | ';';",
    ),
    (
        "a list with the separator before each item, and one more",
        "S: '(' (',' 'x')* ','? ')';",
        "S: '(' L ')' | '(' L ',' ')'; L: | L ',' 'x';",
    ),
    ("a sign after each", "S: ('x' ';')* 'x'?;", "S: L | L 'x'; L: | L 'x' ';';"),
    (
        "optional before optional",
        "S: 'a'? 'b'? 'c'? 'e';",
        "S: A B C 'e'; A: | 'a'; B: | 'b'; C: | 'c';",
    ),
    (
        "optional groups with one beginning",
        "S: ioption((',' 'x')) ioption((',' 'y')) 'e';",
        "S: 'e' | ',' 'x' 'e' | ',' 'y' 'e' | ',' 'x' ',' 'y' 'e';",
    ),
    ("optional before a list", "S: 'a'? 'x'* 'e';", "S: A L 'e'; A: | 'a'; L: | L 'x';"),
    ("optional after a list", "S: 'x'* 'a'? 'e';", "S: L A 'e'; A: | 'a'; L: | L 'x';"),
    (
        "an optional part in a list's item",
        "S: ('x' ('=' 'v')? ';')+;",
        "S: I | S I; I: 'x' ';' | 'x' '=' 'v' ';';",
    ),
    (
        "an optional part that begins as what follows",
        "S: ioption(('x' '.')) 'x' 'e';",
        "S: 'x' 'e' | 'x' '.' 'x' 'e';",
    ),
    (
        "two of one beginning",
        "S: ('a' 'x' | 'a' 'y')* 'e';",
        "S: L 'e'; L: | L 'a' 'x' | L 'a' 'y';",
    ),
    (
        "operators with a list on the right",
        "S: T ('+' T)*; T: F ('*' F)*; F: 'n' | '(' S ')';",
        "S: T | S '+' T; T: F | T '*' F; F: 'n' | '(' S ')';",
    ),
    (
        "suffixes after a prefix",
        "S: '-'* 'n' ('.' 'n' | '[' S ']')*;",
        "S: M P; M: | M '-'; P: 'n' | P '.' 'n' | P '[' S ']';",
    ),
    (
        "statements with an else of many",
        "S: 'i' '{' S* '}' ('l' 'i' '{' S* '}')* ('l' '{' S* '}')? | 'x' ';';",
        "S: I | I 'l' B | 'x' ';'; I: 'i' B | I 'l' 'i' B; B: '{' L '}'; L: | L S;",
    ),
    (
        "several in brackets, each with a separator",
        "S: '[' (E ';')* E? ']'; E: 'x' | S;",
        "S: '[' L ']' | '[' L E ']'; L: | L E ';'; E: 'x' | S;",
    ),
    (
        "a dangling part that precedence decides",
        "%nonassoc 'i' %nonassoc 'l' %% S: 'i' S ioption(('l' S)) | 'x';",
        "%nonassoc 'i' %nonassoc 'l' %% S: 'i' S | 'i' S 'l' S | 'x';",
    ),
    ("a dangling part", "S: 'i' S ('l' S)? | 'x';", "S: 'i' S | 'i' S 'l' S | 'x';"),
];

/// Compares on all viable prefixes of at most so many tokens; returns how many are sentences.
fn compare(
    by_notation: &dyn Fn(&Tokens) -> (usize, bool),
    by_hand: &dyn Fn(&Tokens) -> (usize, bool),
    prefix: &mut Tokens,
    all: &Tokens,
    left: usize,
) -> usize {
    let found = by_hand(prefix);
    assert_eq!(by_notation(prefix), found, "{}", prefix.join(" "));
    if found.0 < prefix.len() || left == 0 {
        return usize::from(found.1);
    }
    let mut sentences = usize::from(found.1);
    for token in all {
        prefix.push(token.clone());
        sentences += compare(by_notation, by_hand, prefix, all, left - 1);
        prefix.pop();
    }
    sentences
}

#[test]
fn notation_has_no_conflict_that_careful_rules_have_not() {
    for (what, notation, by_hand) in SPOTS {
        let whole = |rules: &str| match rules.contains("%%") {
            true => rules.to_owned(),
            false => format!("%% {rules}"),
        };
        let (notation, by_hand) = (whole(notation), whole(by_hand));
        let (made, written) = (Language::new(&notation), Language::new(&by_hand));
        assert_eq!(made.conflicts, written.conflicts, "{what}");
        let is_dangling = what == "a dangling part";
        assert_eq!(written.conflicts != (0, 0), is_dangling, "{what}");
        let parse = |tokens: &Tokens| written.parse(tokens);
        let all = made.tokens();
        let is_same = |other: &dyn Fn(&Tokens) -> (usize, bool)| {
            compare(other, &parse, &mut Tokens::new(), &all, 9)
        };
        let sentences = is_same(&|tokens| made.parse(tokens));
        assert!(sentences > 0, "{what}");
        let read = yacc::read(&notation, None);
        let network = Network::new(&read.ast);
        assert_eq!(is_same(&|tokens| network.recognise(tokens)), sentences, "{what}");
    }
}

/// `X?` decides whether it is empty where it begins; `ioption(X)` needs not.
#[test]
fn an_optional_part_that_begins_as_what_follows_is_to_be_inlined() {
    for (by_sign, inlined) in [
        ("S: (',' 'x')? (',' 'y')? 'e';", "S: ioption((',' 'x')) (',' 'y')? 'e';"),
        ("S: ('x' '.')? 'x' 'e';", "S: ioption(('x' '.')) 'x' 'e';"),
        ("S: '.'* 'n' | '.'+;", "S: '.'+ 'n'? | 'n';"),
    ] {
        let language = |rules: &str| Language::new(&format!("%% {rules}"));
        assert_eq!(language(by_sign).conflicts, (1, 0), "{by_sign}");
        assert_eq!(language(inlined).conflicts, (0, 0), "{inlined}");
    }
}
