//! Functions that are generic over the bounds that grmtools has, by the names of all of its crates.

#![deny(warnings)]
#![cfg_attr(not(test), allow(dead_code, unused_imports))]

extern crate lrtable as cfgrammar;

use std::{fmt::Debug, hash::Hash};

use cfgrammar::{
    newlinecache::NewlineCache, span::Location, yacc::parser::SpansKind,
    yacc::{AssocKind, Precedence, YaccGrammar, YaccKind, YaccOriginalActionKind},
    PIdx, RIdx, SIdx, Spanned, Symbol, TIdx,
};
use lrlex::{
    defaults::DefaultLexerTypes, lrlex_mod, LRNonStreamingLexerDef, LexerDef, DEFAULT_LEX_FLAGS,
};
use lrpar::{
    lex_api::{LexError, LexerTypes, NonStreamingLexer},
    lrpar_mod,
    parser::{LexParseError, RecoveryKind},
    RTParserBuilder,
};
use lrtable::{from_yacc, statetable::Conflicts, Action, Minimiser, StIdx, StateTable};
use num_traits::{AsPrimitive, PrimInt, Unsigned};

lrlex_mod!("list.l");
lrpar_mod!("list.y");

/// The symbols of a production that no action has seen.
fn symbols_of<StorageT: 'static + PrimInt + Unsigned>(
    grm: &YaccGrammar<StorageT>,
    pidx: PIdx<StorageT>,
) -> (usize, usize)
where
    usize: AsPrimitive<StorageT>,
{
    let SIdx(len) = grm.prod_len(pidx);
    assert_eq!(usize::from(SIdx(len)), grm.prod(pidx).len());
    assert!(usize::from(pidx) < usize::from(grm.prods_len()));
    let rules = grm.prod(pidx).iter().filter(|sym| matches!(sym, Symbol::Rule(_)));
    (rules.count(), u32::from(SIdx(len)) as usize)
}

/// Conflicts as a language server shows them.
fn conflicts<StorageT: 'static + Debug + Hash + PrimInt + Unsigned>(
    grm: &YaccGrammar<StorageT>,
    conflicts: &Conflicts<StorageT>,
) -> Vec<String>
where
    usize: AsPrimitive<StorageT>,
{
    let mut out = Vec::new();
    for (tidx, pidx, stidx) in conflicts.sr_conflicts() {
        let name = grm.token_name(*tidx).unwrap_or("$");
        out.push(format!("{name} {} {}", grm.pp_prod(*pidx), usize::from(*stidx) > 0));
    }
    for (_, r1_prod_idx, r2_prod_idx, _) in conflicts.rr_conflicts() {
        let (first, second) = (grm.prod_to_rule(*r1_prod_idx), grm.prod_to_rule(*r2_prod_idx));
        out.push(format!("{} {}", grm.rule_name_str(first), grm.rule_name_str(second)));
    }
    out
}

/// How many states only reduce, and all reductions.
fn reductions<StorageT: 'static + Hash + PrimInt + Unsigned>(
    stable: &StateTable<StorageT>,
    states: StIdx<StorageT>,
) -> (usize, usize)
where
    usize: AsPrimitive<StorageT>,
{
    let states = (0..usize::from(states)).map(|state| StIdx(state.as_()));
    let counted = states.map(|stidx| {
        let core = stable.core_reduces(stidx).count();
        (usize::from(stable.reduce_only_state(stidx)), core)
    });
    counted.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// The texts of all errors.
fn texts<'a, StorageT, LexerTypesT>(
    lexer: &dyn NonStreamingLexer<LexerTypesT>,
    errors: &[LexParseError<StorageT, LexerTypesT>],
    epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
) -> Vec<String>
where
    StorageT: 'static + Debug + Hash + PrimInt + Unsigned,
    LexerTypesT: LexerTypes<StorageT = StorageT>,
    usize: AsPrimitive<StorageT>,
{
    let place = |error: &LexParseError<StorageT, LexerTypesT>| match error {
        LexParseError::LexError(error) => error.span().start(),
        LexParseError::ParseError(error) => usize::from(error.stidx()),
    };
    errors.iter().map(|error| format!("{} {}", place(error), error.pp(lexer, epp))).collect()
}

fn grammar(source: &str) -> YaccGrammar<u16> {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    YaccGrammar::new_with_storaget(kind, source).unwrap()
}

fn main() {}

#[test]
fn grammars_and_tables() {
    let grm = grammar("%left '+'\n%%\nE: E '+' E | E '-' E | A | B;\nA: 'x'; B: 'x';");
    let prod = grm.rule_to_prods(grm.rule_idx("E").unwrap())[0];
    assert_eq!(symbols_of(&grm, prod), (2, 3));
    let Precedence { level: _, assoc, .. } = grm.prod_precedence(prod).unwrap();
    assert_eq!(assoc, AssocKind::Left);
    let (sgraph, stable) = from_yacc(&grm, Minimiser::Pager).unwrap();
    let shown = conflicts(&grm, stable.conflicts().unwrap());
    assert!(shown.iter().any(|one| one.starts_with("- E: ") && one.ends_with(" true")), "{shown:?}");
    assert!(shown.contains(&"A B".to_owned()), "{shown:?}");
    let (only, core) = reductions(&stable, sgraph.all_states_len());
    assert!(only > 0 && core >= only);
    let start: Action<u16> = stable.action(stable.start_state(), grm.token_idx("x").unwrap());
    assert!(matches!(start, Action::Shift(_)));
    assert_eq!(*grm.programs(), None);
    assert_eq!((grm.implicit_rule(), grm.actiontype(RIdx(1))), (None, &None));
}

#[test]
fn places() {
    let kind = YaccKind::Original(YaccOriginalActionKind::NoAction);
    let errors = YaccGrammar::<u32>::new(kind, "%start A\n%start B\n%%\nA: C;").unwrap_err();
    for error in &errors {
        assert_eq!(error.spans().len() > 1, error.spanskind() == SpansKind::DuplicationError);
        assert_eq!(Location::from(error.spans()[0]), Location::Span(error.spans()[0]));
    }
    assert_eq!(NewlineCache::new().byte_to_line_num(0), Some(1));
}

#[test]
fn parsing() {
    let lexerdef =
        LRNonStreamingLexerDef::<DefaultLexerTypes<u32>>::new_with_options("%%\n. 'c'", DEFAULT_LEX_FLAGS);
    assert_eq!(lexerdef.unwrap().iter_rules().count(), 1);

    let lexerdef = list_l::lexerdef();
    let lexer = lexerdef.lexer("a , ? b c");
    let (tree, errors) = list_y::parse(&lexer);
    let shown = texts(&lexer, &errors, &list_y::token_epp);
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(shown[0].starts_with("4 Lexing error at line 1 column 5."), "{shown:?}");
    assert!(tree.is_some());

    let grm = grammar("%%\nList: 'ID' | List ',' 'ID';");
    let (_, stable) = from_yacc(&grm, Minimiser::Pager).unwrap();
    let mut lexerdef =
        LRNonStreamingLexerDef::<DefaultLexerTypes<u16>>::from_str("%%\n[a-z]+ 'ID'\n, ','").unwrap();
    let ids = grm.tokens_map().iter().map(|(name, id)| (*name, id.as_storaget())).collect();
    assert_eq!(lexerdef.set_rule_ids(&ids), (None, None));
    let lexer = lexerdef.lexer("a,b");
    let builder = RTParserBuilder::new(&grm, &stable).recoverer(RecoveryKind::None);
    let (tree, errors) = builder.parse_generictree(&lexer);
    assert!(errors.is_empty());
    assert_eq!(tree.unwrap().pp(&grm, "a,b"), "List\n List\n  ID a\n , ,\n ID b\n");
}
