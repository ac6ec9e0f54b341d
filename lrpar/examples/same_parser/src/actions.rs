//! Compares generated actions, with a stack for each type, with functions at run time, on one
//! stack: both make equal values of random texts, whatever the recoverer drops.

use std::fs;

use lrlex::{DefaultLexeme, DefaultLexerTypes};
use lrpar::{AStackType, Lexeme, NonStreamingLexer, RTParserBuilder, RecoveryKind, Span};
use lrtable::{Minimiser, RIdx, YaccGrammar, from_yacc, grammar::Grammar, random::Random};

use super::{actions_cpctplus_y, actions_l, actions_panic_y, actions_restart_y};

type Types = DefaultLexerTypes;
type Token = Result<DefaultLexeme, DefaultLexeme>;

/// Returns a lexeme as actions get it.
pub(crate) fn shown(token: Token) -> String {
    let kind = if token.is_ok() { "lexeme" } else { "inserted" };
    let (Ok(lexeme) | Err(lexeme)) = token;
    format!("{kind} at {:?}", lexeme.span())
}

/// What the actions return.
#[derive(Debug, PartialEq)]
enum Value {
    Text(String),
    List(Vec<String>),
    Count(usize),
    Nothing,
}

/// Runs the actions of `actions.y`, chosen by their rules and by the number of symbols.
fn action(rule: &str, span: Span, symbols: Vec<AStackType<DefaultLexeme, Value>>) -> Value {
    use AStackType::{ActionType as Rule, Lexeme as Token};
    let mut symbols = symbols.into_iter();
    let mut next = || symbols.next();
    match (rule, next(), next(), next(), next()) {
        ("File" | "Args", None, ..) => Value::List(vec![]),
        ("File", Some(Rule(Value::List(mut list))), Some(Rule(Value::Text(item))), ..) => {
            list.push(item);
            Value::List(list)
        }
        (
            "Item",
            Some(Rule(Value::Count(count))),
            Some(Rule(Value::Text(name))),
            Some(Rule(Value::List(args))),
            _,
        ) => Value::Text(format!("{span:?} {count} {name} {args:?}")),
        ("Item", Some(Token(_)), Some(Rule(Value::List(list))), Some(Rule(Value::Nothing)), _) => {
            Value::Text(format!("{span:?} {list:?}"))
        }
        ("Count", None, ..) => Value::Count(0),
        ("Count", Some(Token(_)), Some(Rule(Value::Count(count))), ..) => Value::Count(count + 1),
        ("Name", Some(Token(lexeme)), ..) => {
            Value::Text(shown(if lexeme.faulty() { Err(lexeme) } else { Ok(lexeme) }))
        }
        ("Args", Some(Token(_)), Some(Rule(Value::List(mut list))), ..) => {
            // The mid-rule action of the generated parser.
            list.push("all".to_string());
            Value::List(list)
        }
        ("Names", Some(Rule(Value::Text(name))), ..) => Value::List(vec![name]),
        ("Names", Some(Rule(Value::List(mut list))), _, Some(Rule(Value::Text(name))), ..) => {
            list.push(name);
            Value::List(list)
        }
        // The rule that stands for the mid-rule action is the only other one.
        (_, None, ..) => Value::Nothing,
        other => panic!("no production of {other:?}"),
    }
}

#[test]
fn typed_stacks_give_what_one_stack_gives() {
    let source = fs::read_to_string("src/actions.y").unwrap();
    let grammar = YaccGrammar::<u32>::from_grammar(Grammar::parse(&source, None).unwrap()).unwrap();
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
    let mut random = Random::new(7);
    let (mut valid, mut repaired) = (0, 0);
    for _ in 0..3_000 {
        let tokens = ["a", "b", "+", "{", "}", "(", ")", ",", ";", "a ;", "( a , b )", "{ a ; }"];
        let words: Vec<&str> =
            (0..random.below(14)).map(|_| tokens[random.below(tokens.len())]).collect();
        let text = words.join(" ");
        let lexerdef = actions_l::lexerdef();
        let lexer = lexerdef.lexer(&text);
        let kinds = [
            (RecoveryKind::CPCTPlus, actions_cpctplus_y::parse(&lexer)),
            (RecoveryKind::Panic, actions_panic_y::parse(&lexer)),
            (RecoveryKind::Restart, actions_restart_y::parse(&lexer)),
        ];
        for (kind, (value, errors)) in kinds {
            let run = |rule: RIdx<u32>,
                       _: &dyn NonStreamingLexer<'_, Types>,
                       span: Span,
                       symbols: std::vec::Drain<'_, AStackType<DefaultLexeme, Value>>,
                       (): ()| {
                action(&grammar.rule(rule.widen()).name, span, symbols.collect())
            };
            let functions: Vec<lrpar::ActionFn<'_, '_, '_, u32, Types, Value, ()>> =
                (0..grammar.productions().len()).map(|_| &run as _).collect();
            let (other, other_errors) = RTParserBuilder::<u32, Types>::new(&grammar, &table)
                .recoverer(kind)
                .parse_actions(&lexer, &functions, ());
            assert_eq!(value.map(Value::List), other, "{kind:?}: {text}");
            assert_eq!(errors.len(), other_errors.len(), "{kind:?}: {text}");
            valid += u32::from(errors.is_empty());
            repaired += u32::from(!errors.is_empty());
        }
    }
    assert!(valid > 300 && repaired > 3_000, "{valid} {repaired}");
}
