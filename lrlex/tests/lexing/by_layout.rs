//! Small languages with layout and tokens by context, texts in them made of bytes, and what must
//! hold of each text: for a test, and for the fuzz target `layout`.
//!
//! The lexer's texts and the languages are written for this; what is checked is said by `check`.

use std::sync::OnceLock;

use lrlex::{
    LRNonStreamingLexerDef,
    language::{self, Text, Types},
    token_text,
};
use lrpar::{
    LexParseError, Lexeme, Lexer, RTParserBuilder, RecoveryKind, SyntaxNode, apply_edits,
    edit::all_text_edits,
    recovery::{Knowledge, RecoveryOptions, Repair},
};
use lrtable::{StateTable, TIdx, YaccGrammar};

/// Lex file, Yacc file, and a text.
const FILES: [[&str; 3]; 3] = [
    // Indentation.
    [
        "%indentation NEWLINE INDENT DEDENT\n%suspend '(' ')'\n%%\n\\r?\\n 'NEWLINE'\n[ \\t]+ ;\n(?P<comment>#[^\\r\\n]*) ;\n\
         \\\\\\r?\\n ;\nif 'if'\npass 'pass'\n[a-z]+ 'ID'\n\\( '('\n\\) ')'\n: ':'\n= '='\n\\+ '+'\n, ','\n",
        "%start File %%\nFile: Statement*;\nStatement: Simple 'NEWLINE' | 'if' Sum ':' Block;\n\
         Block: Simple 'NEWLINE' | 'NEWLINE' 'INDENT' Statement+ 'DEDENT';\n\
         Simple: 'ID' '=' Sum | 'pass' | 'ID' '(' separated_list(',', Sum) ')';\n\
         Sum: Factor | Sum '+' Factor;\nFactor: 'ID' | '(' Sum ')';\n",
        "if a:\n    x = (a +\n  b) # c\n    if b:\n        pass\n\n        f(a, b)\n    # d\n    pass\ny = a\nif b:\n    pass\nif c: pass\n",
    ],
    // Line ends after some tokens.
    [
        "%terminate ';' at NEWLINE after ID ')' '}' return\n%%\n\\r?\\n 'NEWLINE'\n; ';'\nreturn 'return'\nif 'if'\n[a-z]+ 'ID'\n\
         \\( '('\n\\) ')'\n\\{ '{'\n\\} '}'\n= '='\n\\+ '+'\n, ','\n[ \\t]+ ;\n(?P<comment>#[^\\r\\n]*) ;\n",
        "%start File %%\nFile: (Statement ';')*;\nStatement: 'ID' '=' Sum | 'if' Sum Block | 'return' Sum? | Call;\n\
         Block: '{' (Statement ';')* Statement? '}';\nCall: 'ID' '(' separated_list(',', Sum) ')';\n\
         Sum: Factor | Sum '+' Factor;\nFactor: 'ID' | '(' Sum ')' | Call;\n",
        "a = b + c\nif a {\n  x = (a +\n    b) # c\n  return\n}\nif b { f(a, b); return a }\ng()\n\nreturn x",
    ],
    // Assumed tokens, and tokens by context.
    [
        "%assume AUTO at NEWLINE before '}'\n%restrict after return\n%restrict before '++'\n%context REGEX get\n%%\n\\r?\\n 'NEWLINE'\n\
         return 'return'\nget 'get'\n[a-z]+ 'ID'\n/[^/\\r\\n]+/ 'REGEX'\n/ '/'\n\\+\\+ '++'\n= '='\n; ';'\n\\( '('\n\\) ')'\n\\{ '{'\n\\} '}'\n\
         (?P<comment>#[^\\r\\n]*) ;\n[ \\t]+ ;\n",
        "%start File %%\nFile: Statement*;\nStatement: Sum End | 'return' Sum? End | 'get' 'ID' Block | Block;\nBlock: '{' Statement* '}';\n\
         End: ';' | 'AUTO';\nSum: Quotient | 'ID' '=' Sum;\nQuotient: Prefix | Quotient '/' Prefix;\nPrefix: Postfix | '++' Prefix;\n\
         Postfix: Factor | Postfix '++';\nFactor: 'ID' | 'REGEX' | '(' Sum ')';\n",
        "a = b / c / d\nx = /e f/ # c\nget y { return (a\n)\n}\n{ a; return }\na\n++\nb\nget z { z = get / x }",
    ],
];

/// What is put into a text.
const PIECES: [&str; 24] = [
    "", "", "", " ", "  ", "    ", "\n", "\r\n", "(", ")", ":", " x ", "if ", "\\\n", "\t", "# e",
    "}", "{ ", ";", "/", "++", "get ", "return ", "é",
];

const KINDS: [RecoveryKind; 4] =
    [RecoveryKind::Restart, RecoveryKind::CPCTPlus, RecoveryKind::Panic, RecoveryKind::None];

struct Language {
    grammar: YaccGrammar<u32>,
    table: StateTable<u32>,
    lexerdef: LRNonStreamingLexerDef<Types>,
    knowledge: Knowledge,
}

fn language(number: usize) -> &'static Language {
    static MADE: [OnceLock<Language>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    MADE[number].get_or_init(|| {
        let [lex, yacc, _] = FILES[number];
        let (mut messages, yacc) = (String::new(), Text { name: "g.y", text: yacc });
        let lex = Text { name: "l.l", text: lex };
        let grammar = language::grammar(yacc, None, &mut messages).expect("it is right");
        let lexerdef = language::lexer(lex, &grammar, &mut messages).expect("it is right");
        let (_, table) = language::table(&grammar, None, yacc, &mut messages).expect("it is small");
        Language { grammar, table, lexerdef, knowledge: Knowledge::new() }
    })
}

impl Language {
    fn text_of(&self, token: TIdx<u32>) -> Option<String> {
        match self.grammar.token_name(token)? {
            "ID" => Some("x".to_owned()),
            "REGEX" => Some("/x/".to_owned()),
            _ => token_text(&self.lexerdef, token.0),
        }
    }
}

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    /// There was nothing to repair, or something that no repair makes right.
    NothingToWrite,
    /// The repairs cannot be written.
    Unwritten,
    /// The edited text has just the tokens that the repairs say, and no error.
    Written,
    /// It has no error, but other tokens: lines that a repair joins or indents may be written as
    /// other lines of the same sense.
    OtherTokens,
    /// It has an error.
    StillWrong,
}

/// Makes a text of bytes: the first two choose the language and the recoverer; then each three are
/// an edit of its text, the place, how much is taken out, and what is put in.
pub(crate) fn text_of(bytes: &[u8]) -> Option<(usize, RecoveryKind, String)> {
    let [language, kind, edits @ ..] = bytes else { return None };
    let number = usize::from(*language) % FILES.len();
    let mut text = FILES[number][2].to_owned();
    for edit in edits.chunks_exact(3).take(8) {
        let [at, taken, piece] = [edit[0], edit[1], edit[2]].map(usize::from);
        let start = text.floor_char_boundary(at % (text.len() + 1));
        let end = text.floor_char_boundary((start + taken % 8).min(text.len()));
        text.replace_range(start..end.max(start), PIECES[piece % PIECES.len()]);
    }
    // Half a line end is an error that may end a comment; what takes its place would be part of the
    // comment.
    let is_whole = !text.replace("\r\n", "").contains('\r');
    is_whole.then_some((number, KINDS[usize::from(*kind) % KINDS.len()], text))
}

/// Parses a text, and asserts that the leaves of its tree are the text, and that a second parse
/// with the same lexer finds the same; says what becomes of the text if the first repair of each
/// error is written into it.
pub(crate) fn check(number: usize, kind: RecoveryKind, text: &str) -> Checked {
    let Language { grammar, table, lexerdef, knowledge } = language(number);
    let parser = || {
        // With the default budget, an input of many errors takes long where coverage is counted.
        let options = RecoveryOptions::with(|options| options.budget.work = Some(100_000));
        let parser = RTParserBuilder::<u32, Types>::new(grammar, table);
        parser.knowledge(knowledge).recovery_options(options)
    };
    let lexer = lexerdef.lexer(text);
    let (tree, errors) = parser().recoverer(kind).parse_syntax_tree(&lexer);
    let leaves: String = tree.root().leaves().map(SyntaxNode::text).collect();
    assert_eq!(leaves, text);
    assert!(tree.root().tokens().count() <= lexer.iter().count(), "{text:?}");
    let again = parser().recoverer(kind).parse_syntax_tree(&lexer).0;
    assert_eq!(tree, again, "{text:?}");
    let ids = |lexer: &dyn Lexer<Types>| -> Vec<u32> {
        lexer.iter().map(|one| one.map_or(u32::MAX, |lexeme| lexeme.tok_id())).collect()
    };
    let found = ids(&lexer);
    let (mut wanted, mut at) = (Vec::new(), 0);
    for error in &errors {
        let LexParseError::ParseError(error) = error else { return Checked::NothingToWrite };
        let Some(sequence) = error.sequences().next() else { return Checked::NothingToWrite };
        wanted.extend_from_slice(&found[at..sequence.start]);
        at = sequence.start;
        for repair in &sequence.repairs {
            if let Repair::Insert(token) = repair {
                wanted.push(token.0);
                continue;
            }
            wanted.extend(found.get(at).filter(|_| *repair == Repair::Shift));
            at += 1;
        }
    }
    wanted.extend_from_slice(&found[at..]);
    if errors.is_empty() {
        return Checked::NothingToWrite;
    }
    let Some(edits) = all_text_edits(&lexer, &errors, &|token| language(number).text_of(token))
    else {
        return Checked::Unwritten;
    };
    let edited = apply_edits(text, &edits);
    let lexer = lexerdef.lexer(&edited);
    let left = parser().recoverer(RecoveryKind::None).parse_noaction(&lexer);
    match () {
        () if !left.is_empty() => Checked::StillWrong,
        () if ids(&lexer) != wanted => Checked::OtherTokens,
        () => Checked::Written,
    }
}
