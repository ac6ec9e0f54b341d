//! Any small grammar, any tokens: a parse ends in a tree, twice in the same; guided search finds
//! what the plain search finds; and every repair sequence replays.

#![no_main]

use std::fmt;

use libfuzzer_sys::fuzz_target;
use lrpar::{
    LexError, LexParseError, Lexeme, Lexer, LexerTypes, NonStreamingLexer, ParseError, ParseRepair,
    RTParserBuilder, Span,
    recovery::{
        Bound, Budget, RecoveryKind, RecoveryOptions, Status,
        experiment::{Experiment, Phase, Variant},
    },
};
use lrtable::{
    Minimiser, ProdId, StateId, StateTable, TokenId, YaccGrammar, from_yacc,
    statetable::Action,
    yacc::{YaccKind, YaccOriginalActionKind},
};

/// Phases that escalate at once, through every bound.
const EAGER: &[Phase] = &[
    Phase { bound: Bound::None, quotient: false, depth: 0, expansions: 1 },
    Phase { bound: Bound::Window5, quotient: true, depth: 50, expansions: 2 },
    Phase { bound: Bound::Window5, quotient: false, depth: 50, expansions: 3 },
    Phase { bound: Bound::Window10, quotient: false, depth: 3, expansions: 4 },
    Phase { bound: Bound::Window10, quotient: true, depth: 50, expansions: u64::MAX },
];

const BUDGET: Budget = Budget { work: Some(20_000), memory: 64 << 20, time: None };

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().copied();
    let text = grammar(&mut bytes);
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let Ok(grammar) = YaccGrammar::<u32>::new(kind, &text) else { return };
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).expect("32 bits are enough");
    let dear = bytes.next().unwrap_or(0) % 4 + 1;
    let tokens: Vec<u32> =
        bytes.take(40).map(|byte| u32::from(byte) % (grammar.tokens().len() as u32 + 1)).collect();
    let errors = |variant: Option<Variant>, phases: Option<&'static [Phase]>| {
        let parser = RTParserBuilder::<u32, Types>::new(&grammar, &table)
            .recoverer(RecoveryKind::CPCTPlus)
            .recovery_options(RecoveryOptions::with(|options| options.budget = BUDGET))
            .experiment(Experiment { variant, phases, ..Experiment::NONE })
            .term_costs(&|token| 1 + (token.0 as u8) % dear);
        let (tree, errors) = parser.parse_tree(&Told(&tokens));
        assert!(tree.is_some(), "{text}\n{tokens:?}");
        syntax_errors(errors)
    };
    let plain = errors(Some(Variant::Plain), None);
    let guided = errors(None, None);
    let eager = errors(None, Some(EAGER));
    for found in [&guided, &eager] {
        for (found, plain) in found.iter().zip(&plain) {
            assert_eq!(found.position(), plain.position());
            if found.status() != Status::Complete || plain.status() != Status::Complete {
                break;
            }
            assert_eq!(found.cost(), plain.cost(), "{text}\n{tokens:?}");
            assert_eq!(found.repairs_total(), plain.repairs_total(), "{text}\n{tokens:?}");
            assert_eq!(found.repairs(), plain.repairs(), "{text}\n{tokens:?}");
        }
    }
    assert_eq!(guided, errors(None, None));
    // Where reductions may never end, the parser decides how many are made before that is detected.
    if let Some(first) = guided.first().filter(|_| !table.tables().can_reduce_forever) {
        replay(&table, &grammar, &tokens, first);
    }
});

/// Makes a grammar from the bytes: at most 6 rules, 6 tokens.
fn grammar(bytes: &mut impl Iterator<Item = u8>) -> String {
    let head = bytes.next().unwrap_or(0);
    let (rules, tokens) = (usize::from(head % 6) + 1, usize::from(head / 6 % 6) + 1);
    let mut text = String::new();
    if head & 0x80 != 0 {
        text.push_str("%left 'a'\n%right 'b'\n%nonassoc 'c'\n");
    }
    text.push_str("%%\n");
    for rule in 0..rules {
        text += &format!("R{rule}:");
        let alternatives = bytes.next().unwrap_or(0) % 3;
        for alternative in 0..=alternatives {
            if alternative > 0 {
                text.push_str(" |");
            }
            for _ in 0..bytes.next().unwrap_or(0) % 5 {
                let symbol = usize::from(bytes.next().unwrap_or(0)) % (rules + tokens);
                if symbol < rules {
                    text += &format!(" R{symbol}");
                } else {
                    text += &format!(" '{}'", char::from(b'a' + (symbol - rules) as u8));
                }
            }
        }
        text.push_str(";\n");
    }
    text
}

/// Checks that each sequence, applied at the error, leads to three shifts or to accept.
fn replay(
    table: &StateTable<u32>,
    grammar: &YaccGrammar<u32>,
    tokens: &[u32],
    error: &ParseError<Token, u32>,
) {
    let eof = grammar.eof();
    let token = |at: usize| match tokens.get(at) {
        None => eof,
        // `$` is no lexeme: the parser takes one for what is no token.
        Some(token) if *token >= eof.0 => TokenId::new(eof.index() + 1),
        Some(token) => TokenId::new(*token as usize),
    };
    let mut stack = vec![StateId::new(0)];
    for at in 0..error.position() {
        assert_eq!(step(table, grammar, &mut stack, token(at)), Some(true));
    }
    // Recovery starts after the reductions that were made before the error was detected.
    assert_eq!(step(table, grammar, &mut stack, token(error.position())), None);
    for sequence in error.repairs() {
        let mut stack = stack.clone();
        let mut at = error.position();
        for repair in sequence {
            match repair {
                ParseRepair::Insert(inserted) => {
                    assert_eq!(step(table, grammar, &mut stack, inserted.widen()), Some(true));
                }
                ParseRepair::Delete(_) => at += 1,
                ParseRepair::Shift(_) => {
                    assert_eq!(step(table, grammar, &mut stack, token(at)), Some(true));
                    at += 1;
                }
            }
        }
        let trailing =
            sequence.iter().rev().take_while(|r| matches!(r, ParseRepair::Shift(_))).count();
        for _ in trailing..3 {
            match step(table, grammar, &mut stack, token(at)) {
                Some(true) => at += 1,
                Some(false) => break,
                None => panic!("{sequence:?} does not replay"),
            }
        }
    }
}

/// Makes all reductions that `token` demands, and shifts it (`true`), accepts (`false`), or fails
/// (`None`).
fn step(
    table: &StateTable<u32>,
    grammar: &YaccGrammar<u32>,
    stack: &mut Vec<StateId>,
    token: TokenId,
) -> Option<bool> {
    let table: &lrtable::statetable::StateTable = table;
    for _ in 0..100_000 {
        match table.action(*stack.last()?, token) {
            Action::Shift(state) => {
                stack.push(state);
                return Some(true);
            }
            Action::Accept => return Some(false),
            Action::Error => return None,
            Action::Reduce(prod) => reduce(table, grammar, stack, prod)?,
        }
    }
    None
}

fn reduce(
    table: &lrtable::statetable::StateTable,
    grammar: &YaccGrammar<u32>,
    stack: &mut Vec<StateId>,
    prod: ProdId,
) -> Option<()> {
    let production = grammar.production(prod);
    stack.truncate(stack.len() - production.symbols.len());
    let state = table.goto(*stack.last()?, production.rule)?;
    stack.push(state);
    Some(())
}

fn syntax_errors(errors: Vec<LexParseError<u32, Types>>) -> Vec<ParseError<Token, u32>> {
    let errors = errors.into_iter().filter_map(|error| match error {
        LexParseError::ParseError(error) => Some(error),
        LexParseError::LexError(_) => None,
    });
    errors.collect()
}

#[derive(Clone, Debug)]
struct Types;

impl LexerTypes for Types {
    type LexemeT = Token;
    type StorageT = u32;
    type LexErrorT = Never;
}

/// A lexeme one byte long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Token {
    token: u32,
    start: usize,
    len: usize,
    faulty: bool,
}

impl Lexeme<u32> for Token {
    fn new(token: u32, start: usize, len: usize) -> Self {
        Token { token, start, len, faulty: false }
    }

    fn new_faulty(token: u32, start: usize, len: usize) -> Self {
        Token { token, start, len, faulty: true }
    }

    fn tok_id(&self) -> u32 {
        self.token
    }

    fn span(&self) -> Span {
        Span::new(self.start, self.start + self.len)
    }

    fn faulty(&self) -> bool {
        self.faulty
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.token)
    }
}

/// There are no lexing errors.
#[derive(Clone, Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl LexError for Never {
    fn span(&self) -> Span {
        match *self {}
    }
}

/// A lexer of given tokens.
struct Told<'t>(&'t [u32]);

impl Lexer<Types> for Told<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<Token, Never>> + 'a> {
        Box::new(self.0.iter().enumerate().map(|(at, token)| Ok(Token::new(*token, at, 1))))
    }
}

impl NonStreamingLexer<'static, Types> for Told<'_> {
    fn span_str(&self, _: Span) -> &'static str {
        ""
    }

    fn span_lines_str(&self, _: Span) -> &'static str {
        ""
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        ((1, span.start() + 1), (1, span.end() + 1))
    }
}
