#![deny(warnings)]

use cfgrammar::{NewlineCache, Span};
use lrlex::{lrlex_mod, DefaultLexeme, DefaultLexerTypes, LRLexError, LRNonStreamingLexer};
use lrpar::{lrpar_mod, Lexeme, NonStreamingLexer};
use token_map::*;

lrlex_mod!("token_map");
lrlex_mod!("token_map_2");
lrpar_mod!("calc.y");

fn lex(s: &str) -> LRNonStreamingLexer<'_, '_, DefaultLexerTypes<u8>> {
    let mut lexemes = Vec::new();
    let mut newlines = NewlineCache::new();
    let mut i = 0;
    while i < s.len() {
        if i == s.len() {
            break;
        }
        let start = i;
        match s.as_bytes()[i] {
            b' ' => {
                i += 1;
                continue;
            }
            b'\n' => {
                newlines.feed(&s[start..=i]);
                i += 1;
                continue;
            }
            b'+' => lexemes.push(Ok(DefaultLexeme::new(T_PLUS, start, 1))),
            b'*' => lexemes.push(Ok(DefaultLexeme::new(T_MUL, start, 1))),
            b'(' => lexemes.push(Ok(DefaultLexeme::new(T_LBRACK, start, 1))),
            b')' => lexemes.push(Ok(DefaultLexeme::new(T_RBRACK, start, 1))),
            b'0'..=b'9' => {
                while i + 1 < s.len() && s.as_bytes()[i + 1].is_ascii_digit() {
                    i += 1;
                }
                lexemes.push(Ok(DefaultLexeme::new(T_INT, start, i + 1 - start)));
            }
            _ => {
                lexemes.push(Err(LRLexError::new(Span::new(start, start + 1))));
                return LRNonStreamingLexer::new(s, lexemes, newlines);
            }
        }
        i += 1;
    }
    LRNonStreamingLexer::new(s, lexemes, newlines)
}

fn eval(s: &str) -> Option<u64> {
    let lexer: &dyn NonStreamingLexer<DefaultLexerTypes<u8>> = &lex(s);
    let (res, errs) = calc_y::parse(lexer);
    assert_eq!(res.is_none(), !errs.is_empty());
    for e in &errs {
        println!("{}", e.pp(lexer, &calc_y::token_epp));
    }
    res
}

fn main() {
    println!("{:?}", eval("2 + 3 * 4"));
}

#[test]
fn it_calculates() {
    assert_eq!(eval("2 + 3 * 4"), Some(14));
    // The header asks for no recovery.
    assert_eq!(eval("(2 + 3"), None);
    assert_eq!(TOK_IDS.len(), 5);
    assert_eq!(token_map_2::T_PLUS, T_PLUS);
}
