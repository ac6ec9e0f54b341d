#![deny(warnings)]
#![cfg_attr(not(test), allow(dead_code, unused_imports))]

use std::collections::HashMap;

use cfgrammar::{
    yacc::{ast::ASTWithValidityInfo, YaccGrammar, YaccKind, YaccOriginalActionKind},
    RIdx, Span, Spanned, Symbol, TIdx,
};
use lrlex::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::{
    LexParseError, Lexeme, NonStreamingLexer, ParseRepair, RTParserBuilder, RecoveryKind,
};
use cfgrammar::{from_yacc, Action, Minimiser, StIdx, StateGraph, StateTable};

const GRAMMAR: &str = "%start Expr\n%%\nExpr: Expr '+' Term | Term;\nTerm: 'INT' | '(' Expr ')';\n";
const LEXER: &str = "%%\n[0-9]+ 'INT'\n\\+ '+'\n\\( '('\n\\) ')'\n[ ]+ ;\n";

struct Language {
    grm: YaccGrammar<u32>,
    sgraph: StateGraph<u32>,
    stable: StateTable<u32>,
    lexerdef: LRNonStreamingLexerDef<DefaultLexerTypes<u32>>,
}

fn language() -> Language {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let grm = YaccGrammar::new(kind, GRAMMAR).unwrap();
    let (sgraph, stable) = from_yacc(&grm, Minimiser::Pager).unwrap();
    let mut lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes<u32>>::from_str(LEXER).unwrap();
    {
        let ids: HashMap<&str, u32> =
            grm.tokens_map().iter().map(|(&n, &t)| (n, usize::from(t) as u32)).collect();
        let (missing_from_lexer, missing_from_parser) = lexerdef.set_rule_ids(&ids);
        assert!(missing_from_lexer.is_none() && missing_from_parser.is_none());
    }
    Language { grm, sgraph, stable, lexerdef }
}

fn main() {
    let Language { grm, lexerdef, stable, .. } = language();
    let lexer = lexerdef.lexer("1 + (2 + 3)");
    let (tree, errors) = RTParserBuilder::<u32, DefaultLexerTypes<u32>>::new(&grm, &stable)
        .recoverer(RecoveryKind::CPCTPlus)
        .parse_generictree(&lexer);
    println!("{:?} {}", tree, errors.len());
}

#[test]
fn parsing() {
    let Language { grm, stable, lexerdef, .. } = language();
    let lexer = lexerdef.lexer("1 + (2 + 3)");
    let pb = RTParserBuilder::new(&grm, &stable).recoverer(RecoveryKind::None);
    let (sum, errs) = pb.parse_map(
        &lexer,
        &|lexeme: DefaultLexeme<u32>| lexer.span_str(lexeme.span()).parse::<u64>().unwrap_or(0),
        &|_, values: Vec<u64>| values.iter().sum(),
    );
    assert_eq!((sum, errs.len()), (Some(6), 0));
    let broken = lexerdef.lexer("1 + + 2");
    let pb = RTParserBuilder::<u32, DefaultLexerTypes>::new(&grm, &stable).term_costs(&|_| 1);
    let errs = pb.parse_noaction(&broken);
    let LexParseError::ParseError(e) = &errs[0] else { panic!() };
    let kinds: Vec<String> = e.repairs()[0]
        .iter()
        .map(|r| match r {
            ParseRepair::Insert(t) => format!("insert {}", grm.token_name(*t).unwrap()),
            ParseRepair::Delete(l) => format!("delete {}", broken.span_str(l.span())),
            ParseRepair::Shift(l) => format!("shift {}", broken.span_str(l.span())),
        })
        .collect();
    assert_eq!(kinds.len(), 1);
    assert!(errs[0].pp(&broken, &|t| grm.token_epp(t)).starts_with("Parsing error at line 1 column 5."));
    let (_, errs) = pb.parse_generictree(&broken);
    assert_eq!(errs.len(), 1);
}

type Param<'a> = &'a str;

fn unit<'b, 'input>(
    _: RIdx<u32>,
    lexer: &'b dyn NonStreamingLexer<'input, DefaultLexerTypes<u32>>,
    span: Span,
    args: std::vec::Drain<lrpar::parser::AStackType<DefaultLexeme<u32>, String>>,
    param: Param<'_>,
) -> String {
    let _ = args.count();
    format!("{}{}", param, lexer.span_str(span))
}

#[test]
fn actions() {
    let Language { grm, stable, lexerdef, .. } = language();
    let lexer = lexerdef.lexer("1 + (2 + 3)");
    let pb = RTParserBuilder::<u32, DefaultLexerTypes<u32>>::new(&grm, &stable);
    let actions: Vec<
        &dyn Fn(
            RIdx<u32>,
            &dyn NonStreamingLexer<DefaultLexerTypes<u32>>,
            Span,
            std::vec::Drain<lrpar::parser::AStackType<DefaultLexeme<u32>, String>>,
            Param<'_>,
        ) -> String,
    > = grm.iter_pidxs().map(|_| &unit as _).collect();
    let (value, errs) = pb.parse_actions(&lexer, &actions, "> ");
    assert_eq!((value, errs.len()), (Some("> 1 + (2 + 3)".to_string()), 0));
}

#[test]
fn grammars() {
    let Language { grm, sgraph, stable, lexerdef } = language();
    let names: Vec<&str> = grm.iter_rules().map(|r| grm.rule_name_str(r)).collect();
    assert_eq!(names, ["^", "Expr", "Term"]);
    let expr = grm.rule_idx("Expr").unwrap();
    assert_eq!(grm.rule_to_prods(expr).len(), 2);
    let pidx = grm.rule_to_prods(expr)[0];
    assert_eq!(grm.prod_to_rule(pidx), expr);
    let shown: Vec<String> = grm
        .prod(pidx)
        .iter()
        .map(|s| match *s {
            Symbol::Rule(r) => grm.rule_name_str(r).to_string(),
            Symbol::Token(t) => grm.token_name(t).unwrap().to_string(),
        })
        .collect();
    assert_eq!(shown, ["Expr", "+", "Term"]);
    let plus: TIdx<u32> = grm.token_idx("+").unwrap();
    assert_eq!(grm.token_span(plus), Some(Span::new(26, 29)));
    assert_eq!(grm.rule_name_span(expr), Span::new(15, 19));
    assert_eq!(usize::from(grm.eof_token_idx()), grm.iter_tidxs().count() - 1);
    assert!(grm.firsts().is_set(expr, grm.token_idx("INT").unwrap()));
    assert!(grm.follows().is_set(expr, plus));
    assert_eq!(grm.sentence_generator(|_| 1).min_sentence(expr).len(), 1);
    assert!(grm.has_path(expr, grm.rule_idx("Term").unwrap()));
    assert!(stable.conflicts().is_none());
    let mut seen: HashMap<StIdx<u32>, usize> = HashMap::new();
    for st in sgraph.iter_stidxs() {
        for t in stable.state_actions(st) {
            match stable.action(st, t) {
                Action::Shift(to) => *seen.entry(to).or_default() += 1,
                Action::Reduce(p) => assert!(usize::from(p) > 0),
                Action::Accept => assert_eq!(t, grm.eof_token_idx()),
                Action::Error => unreachable!(),
            }
        }
    }
    assert!(!seen.is_empty());
    assert!(stable.goto(stable.start_state(), expr).is_some());
    assert!(sgraph.pp_core_states(&grm).starts_with("0:"));
    assert!(sgraph.pp_closed_states(&grm).contains("[Expr -> . Expr '+' Term, {"));
    assert_eq!(lexerdef.get_rule_by_name("+").unwrap().name(), Some("+"));
    let id = lexerdef.get_rule_by_name("INT").unwrap().tok_id().unwrap();
    assert_eq!(lexerdef.get_rule_by_id(id).name(), Some("INT"));
}

#[test]
fn wrong_grammars() {
    let kind = YaccKind::Original(YaccOriginalActionKind::NoAction);
    let errs = YaccGrammar::new(kind, "%%\nA: B;").unwrap_err();
    assert_eq!(errs[0].spans()[0], Span::new(6, 7));
    assert!(!errs[0].to_string().is_empty());
    let ast = ASTWithValidityInfo::new(kind, GRAMMAR);
    assert!(ast.is_valid());
    let term = ast.ast().get_rule("Term").unwrap().clone();
    let ast = ast.clone_and_change_start_rule(term).unwrap();
    let grm: YaccGrammar<u32> = YaccGrammar::new_from_ast_with_validity_info(&ast).unwrap();
    assert_eq!(grm.prod(grm.start_prod()), [Symbol::Rule(grm.rule_idx("Term").unwrap())]);
    assert!(LRNonStreamingLexerDef::<DefaultLexerTypes<u32>>::from_str("%%\n( 'A'\n").is_err());
}
