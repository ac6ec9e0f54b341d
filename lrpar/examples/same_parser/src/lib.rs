//! Compares generated lexers and parsers with those made at run time: lexemes, trees, errors and
//! repairs are equal for every sample of every grammar.
#![cfg(test)]

mod actions;

use std::{collections::HashMap, fs, path::Path};

use lrlex::{
    DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef,
    language::{self, Text},
};
use lrpar::{
    Errors, LexError, LexParseError, Lexeme, Lexer, Node, NonStreamingLexer, ParseRepair,
    RTParserBuilder, RecoveryKind, generated::LexerRef, recovery::RepairKind,
};
use lrtable::{Minimiser, TIdx, YaccGrammar, from_yacc, grammar::Grammar};

include!(concat!(env!("OUT_DIR"), "/list.rs"));

type Types = DefaultLexerTypes;
type Parsed = (Option<Node<DefaultLexeme, u32>>, Errors<u32, Types>);
type Parse = for<'l, 'i> fn(LexerRef<'l, 'i, Types>) -> Parsed;

/// Compares a generated lexer and parser with those made at run time, on all samples of the
/// grammar.
fn compare(
    name: &str,
    generated_lexer: LRNonStreamingLexerDef<Types>,
    generated_parse: Parse,
    makes_tree: bool,
    generated_epp: &dyn Fn(TIdx<u32>) -> Option<&'static str>,
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammars").join(name);
    let read = |file: String| fs::read_to_string(folder.join(file)).unwrap();
    let grammar = Grammar::parse(&read(format!("{name}.y")), None).unwrap();
    let grammar = YaccGrammar::from_grammar(grammar).unwrap();
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
    let (lexerdef, _) =
        LRNonStreamingLexerDef::<Types>::read(&read(format!("{name}.l")), &LexFlags::default());
    let mut lexerdef = lexerdef.unwrap();
    let ids: HashMap<&str, u32> =
        grammar.tokens_map().into_iter().map(|(name, id)| (name, id.as_storaget())).collect();
    lexerdef.set_rule_ids(&ids);
    for token in grammar.iter_tidxs() {
        assert_eq!(generated_epp(token), grammar.token_epp(token));
    }
    let rules = |lexerdef: &LRNonStreamingLexerDef<Types>| {
        let rules: Vec<_> = lexerdef.iter_rules().collect();
        let states: Vec<_> = lexerdef.iter_start_states().collect();
        format!("{rules:?} {states:?}")
    };
    assert_eq!(rules(&lexerdef), rules(&generated_lexer));
    let mut samples = 0;
    for text in samples_of(&folder) {
        samples += 1;
        let (lexer, other) = (lexerdef.lexer(&text), generated_lexer.lexer(&text));
        assert!(lexer.iter().eq(other.iter()), "{name}: {text}");
        let (tree, errors) =
            RTParserBuilder::<u32, Types>::new(&grammar, &table).parse_generictree(&lexer);
        let (other_tree, other_errors) = generated_parse(&other);
        assert!(!makes_tree || same_tree(tree, other_tree), "{name}: {text}");
        assert_eq!(errors.len(), other_errors.len(), "{name}: {text}");
        for (error, other_error) in errors.iter().zip(&other_errors) {
            let shown = error.pp(&lexer, &|token| grammar.token_epp(token));
            assert_eq!(
                shown,
                other_error.pp(&other, &|token| generated_epp(token)),
                "{name}: {text}"
            );
            match (error, other_error) {
                (LexParseError::LexError(a), LexParseError::LexError(b)) => {
                    assert_eq!(LexError::span(a), LexError::span(b));
                }
                (LexParseError::ParseError(a), LexParseError::ParseError(b)) => {
                    assert_eq!(a.repairs(), b.repairs());
                    assert_eq!(a.expected(), b.expected());
                    assert_eq!((a.stidx(), a.cost()), (b.stidx(), b.cost()));
                }
                _ => panic!("{name}: errors of two kinds: {text}"),
            }
        }
    }
    assert!(samples > 0, "{name} has samples");
}

/// Compares the repairs of a generated parser with an n-gram model, and their order, with those of
/// a parser made at run time, on all samples of the grammar.
fn compare_repairs(name: &str, model: &str, generated_parse: Parse) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammars").join(name);
    let read = |file: String| fs::read_to_string(folder.join(file)).unwrap();
    let (yacc, lex) = (read(format!("{name}.y")), read(format!("{name}.l")));
    let mut warnings = String::new();
    let grammar = language::grammar(Text { name: "y", text: &yacc }, None, &mut warnings).unwrap();
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
    let lexerdef =
        language::lexer(Text { name: "l", text: &lex }, &grammar, &mut warnings).unwrap();
    let plain =
        RTParserBuilder::<u32, Types>::new(&grammar, &table).recoverer(RecoveryKind::Restart);
    let with_model = RTParserBuilder::<u32, Types>::new(&grammar, &table)
        .recoverer(RecoveryKind::Restart)
        .ngrams(model)
        .unwrap();
    let (mut repaired, mut changed) = (0, 0);
    for text in samples_of(&folder) {
        let lexer = lexerdef.lexer(&text);
        let repairs = |errors: Errors<u32, Types>| {
            let of_error = |error| match error {
                LexParseError::ParseError(error) => Some((
                    error.position(),
                    error.sequences().collect::<Vec<_>>(),
                    (error.status(), error.reach(), error.cost(), error.repairs_total()),
                )),
                LexParseError::LexError(_) => None,
            };
            errors.into_iter().map(of_error).collect::<Vec<_>>()
        };
        let generated = repairs(generated_parse(&lexer).1);
        assert_eq!(generated, repairs(with_model.parse_noaction(&lexer)), "{name}: {text}");
        repaired += generated.len();
        // A few files suffice to see that the model has an effect.
        if changed < 5 && generated != repairs(plain.parse_noaction(&lexer)) {
            changed += 1;
        }
    }
    assert!(repaired > 20 && changed == 5, "{name}: {repaired} errors, {changed} files changed");
}

/// `if` and `fi` are brackets only by `%brackets` in the grammar, since something follows `fi`.
#[test]
fn declared_brackets_are_known_to_generated_parsers() {
    let text = "\
one;
if two
  three;
  if four
    five;
  six;
  seven;
fi eight;
nine;
if ten
  eleven;
fi twelve;
";
    let lexerdef = blocks_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (_, errors) = blocks_y::parse(&lexer);
    let [LexParseError::ParseError(error)] = errors.as_slice() else { panic!("{errors:?}") };
    let far = error.sequences().find(|one| one.kind == RepairKind::Bracket).unwrap();
    let [ParseRepair::Insert(token)] = error.with_lexemes(&far)[..] else {
        panic!("one insertion")
    };
    assert_eq!(blocks_y::token_epp(token), Some("fi"));
    // Before the first line that is indented less.
    let ((line, _), _) = lexer.line_col(error.begin_of(&far).span());
    assert_eq!(line, 6);
}

/// Compared without recursion: trees are deep.
fn same_tree(a: Option<Node<DefaultLexeme, u32>>, b: Option<Node<DefaultLexeme, u32>>) -> bool {
    let mut todo = match (a, b) {
        (Some(a), Some(b)) => vec![(a, b)],
        (a, b) => return a.is_none() && b.is_none(),
    };
    while let Some(pair) = todo.pop() {
        let (a, b) = match pair {
            (Node::Term { lexeme: a }, Node::Term { lexeme: b }) if a == b => continue,
            (Node::Nonterm { ridx: r, nodes: a }, Node::Nonterm { ridx: s, nodes: b })
                if r == s =>
            {
                (a, b)
            }
            _ => return false,
        };
        if a.len() != b.len() {
            return false;
        }
        todo.extend(a.into_iter().zip(b));
    }
    true
}

/// Returns the texts of all samples, good and bad.
fn samples_of(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for kind in ["ok", "bad"] {
        let Ok(entries) = fs::read_dir(folder.join(kind)) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            // A file beside a sample, with the name of a recoverer as its ending, has the expected
            // output.
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_file()
                && ending.is_none_or(|ending| RecoveryKind::from_name(ending).is_none())
                && let Ok(text) = fs::read_to_string(path)
            {
                texts.push(text);
            }
        }
    }
    texts
}
