//! Checks types for syntax trees: calls each function of a grammar's types on each node of the
//! syntax tree of a text.

use std::sync::OnceLock;

use lrlex::{
    LRNonStreamingLexerDef,
    language::{self, Text, Types},
};
use lrpar::{
    Lexer, NodeForm, RTParserBuilder, RecoveryKind, SyntaxKind, SyntaxNode, SyntaxTree, TypedNode,
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

/// Returns the language with this number, made on first use.
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

/// Makes the syntax tree of `text` in the grammar `number` and checks it; returns the tree, and how
/// many functions were called.
///
/// # Panics
///
/// If a function returns a node that is not one of its node's symbols, or not the symbol in its
/// comment; if no function returns a symbol; if named trivia are not a leaf with their name.
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
    let (tree, _) = parser.parse_syntax_tree(&lexer);
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
    let is_list = matches!(node.kind(), SyntaxKind::Rule(rule) if node.tree().types().form(rule) == NodeForm::List);
    let symbols = if node.production().is_some() && !is_list { node.symbols().count() } else { 0 };
    assert_eq!(returned, symbols, "each symbol has one function: {node:?}");
    calls
}
