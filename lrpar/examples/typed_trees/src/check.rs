//! A grammar of the repository and a text in: each function of its types called on each node of the syntax tree, and checked.

use std::sync::OnceLock;

use lrlex::{
    LRNonStreamingLexerDef,
    language::{self, Text, Types},
};
use lrpar::{
    Lexer, RTParserBuilder, RecoveryKind, SyntaxKind, SyntaxNode, SyntaxTree, TypedNode,
    recovery::{Knowledge, RecoveryOptions},
};
use lrtable::{StateTable, Symbol, YaccGrammar};

include!(concat!(env!("OUT_DIR"), "/syntax.rs"));

/// A grammar, its table and its lexer.
pub(crate) struct Language {
    /// The grammar.
    pub(crate) grammar: YaccGrammar<u32>,
    table: StateTable<u32>,
    lexerdef: LRNonStreamingLexerDef<Types>,
    knowledge: Knowledge,
}

/// The grammar of this number, made when it is first asked for.
pub(crate) fn language(number: usize) -> &'static Language {
    static MADE: [OnceLock<Language>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    MADE[number].get_or_init(|| {
        let (yacc, lex) = TEXTS[number];
        let (mut warnings, yacc) = (String::new(), Text { name: "g.y", text: yacc });
        let grammar = language::grammar(yacc, None, &mut warnings).expect("it is right");
        let lex = Text { name: "l.l", text: lex };
        let lexerdef = language::lexer(lex, &grammar, &mut warnings).expect("it is right");
        let built = language::table(&grammar, None, yacc, &mut warnings);
        let (_, table) = built.expect("no limit is hit");
        Language { grammar, table, lexerdef, knowledge: Knowledge::new() }
    })
}

/// The syntax tree of `text` in the grammar `number`, and how many functions were called for it.
///
/// # Panics
///
/// If a function returns a node that is none of its node's symbols, or not the symbol that its comment says; if no function returns a
/// symbol; if a skipped text that has a name is no leaf with this name.
pub(crate) fn check(
    number: usize,
    kind: RecoveryKind,
    options: RecoveryOptions,
    text: &str,
) -> (SyntaxTree, usize) {
    let Language { grammar, table, lexerdef, knowledge } = language(number);
    let lexer = lexerdef.lexer(text);
    let parser = RTParserBuilder::<u32, Types>::new(grammar, table);
    let parser = parser.knowledge(knowledge).recoverer(kind).recovery_options(options);
    let (tree, _) = parser.parse_syntax_tree(&lexer, text);
    let named = tree.root().leaves().filter_map(|leaf| Some((leaf.span(), leaf.trivia_name()?)));
    assert!(named.eq(lexer.named_trivia()));
    let calls = tree.root().preorder().map(|(_, node)| check_node(number, grammar, node)).sum();
    (tree, calls)
}

fn check_node(number: usize, grammar: &YaccGrammar<u32>, node: SyntaxNode<'_>) -> usize {
    let mut returned = 0;
    let calls = visit(number, node, &mut |found, declared| {
        let symbol = match found.kind() {
            SyntaxKind::Rule(rule) => Symbol::Rule(rule),
            SyntaxKind::Token(token) | SyntaxKind::Missing(token) => Symbol::Token(token),
            kind => panic!("{kind:?} is no symbol"),
        };
        if declared.is_empty() {
            assert_eq!(found.parent().map(SyntaxNode::kind), Some(node.kind()));
        } else {
            assert_eq!(grammar.show_symbol(symbol), declared);
            assert_eq!(found.parent(), Some(node));
            returned += 1;
        }
    });
    let symbols = if node.production().is_some() { node.symbols().count() } else { 0 };
    assert_eq!(returned, symbols, "each symbol has one function: {node:?}");
    calls
}
