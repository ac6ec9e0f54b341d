//! Repairs, written into the text as edits, make it one that parses.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef, token_text};
use lrpar::{
    LexParseError, Lexeme, Lexer, RTParserBuilder, RecoveryKind, apply_edits,
    edit::{all_text_edits, text_edits},
    recovery::Repair,
};
use lrtable::{Minimiser, StateTable, TIdx, YaccGrammar, from_yacc, grammar::Grammar};

type Types = DefaultLexerTypes;

struct Language {
    folder: PathBuf,
    grammar: YaccGrammar,
    table: StateTable,
    lexerdef: LRNonStreamingLexerDef<Types>,
    /// The texts of tokens that have more than one.
    texts: HashMap<&'static str, &'static str>,
}

impl Language {
    fn new(name: &str, texts: &[(&'static str, &'static str)]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(name);
        let read =
            |ending: &str| fs::read_to_string(folder.join(name).with_extension(ending)).unwrap();
        let grammar = Grammar::parse(&read("y"), None).unwrap();
        let grammar = YaccGrammar::from_grammar(grammar).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let (lexerdef, _) = LRNonStreamingLexerDef::read(&read("l"), &LexFlags::default());
        let mut lexerdef = lexerdef.unwrap();
        let ids: HashMap<&str, u32> =
            grammar.tokens_map().into_iter().map(|(name, id)| (name, id.as_storaget())).collect();
        lexerdef.set_rule_ids(&ids);
        Language { texts: texts.iter().copied().collect(), folder, grammar, table, lexerdef }
    }

    fn text_of(&self, token: TIdx<u32>) -> Option<String> {
        let name = self.grammar.token_name(token)?;
        let given = self.texts.get(name).map(|text| (*text).to_owned());
        given.or_else(|| token_text(&self.lexerdef, token.as_storaget()))
    }

    fn parser(&self) -> RTParserBuilder<'_, u32, Types> {
        RTParserBuilder::new(&self.grammar, &self.table)
    }

    /// Repairs `text` where it can be repaired, and requires that the result is a sentence with
    /// just the tokens that the repairs say. Says whether there was anything to repair.
    fn check(&self, text: &str) -> bool {
        let lexer = self.lexerdef.lexer(text);
        let errors = self.parser().parse_noaction(&lexer);
        let repaired = errors.iter().all(|error| match error {
            LexParseError::ParseError(error) => !error.repairs().is_empty(),
            LexParseError::LexError(_) => true,
        });
        if errors.is_empty() || !repaired {
            return false;
        }
        let text_of = |token| self.text_of(token);
        let edits = all_text_edits(&lexer, &errors, &text_of).expect("every token has a text");
        let edited = apply_edits(text, &edits);
        let lexer = self.lexerdef.lexer(&edited);
        let left = self.parser().parse_noaction(&lexer);
        let shown: Vec<String> = left
            .iter()
            .map(|error| error.pp(&lexer, &|token| self.grammar.token_epp(token)))
            .collect();
        assert!(left.is_empty(), "{text}\n{edited}\n{shown:#?}");
        true
    }

    /// Repairs a text in which lines count by each recoverer; says whether the repairs could be
    /// written, and requires that the result has just the tokens that they make. `None` if there
    /// is nothing to repair.
    fn check_lines(&self, text: &str) -> Option<bool> {
        let ids = |text: &str| -> Vec<u32> {
            let lexer = self.lexerdef.lexer(text);
            lexer.iter().map(|one| one.map_or(u32::MAX, |lexeme| lexeme.tok_id())).collect()
        };
        let lexer = self.lexerdef.lexer(text);
        let found = ids(text);
        let mut is_written = None;
        for kind in RecoveryKind::ALL {
            let errors = self.parser().recoverer(kind).parse_noaction(&lexer);
            // Texts that a parser reads otherwise are in `random_layout.rs`.
            let read = lexer.iter().map(|one| one.map_or(u32::MAX, |lexeme| lexeme.tok_id()));
            if !read.eq(found.iter().copied()) {
                continue;
            }
            let sequences: Option<Vec<_>> = errors
                .iter()
                .filter_map(|error| match error {
                    LexParseError::ParseError(error) => Some(error.sequences().next()),
                    LexParseError::LexError(_) => None,
                })
                .collect();
            let Some(sequences) = sequences.filter(|sequences| !sequences.is_empty()) else {
                continue;
            };
            let (mut wanted, mut at) = (Vec::new(), 0);
            for sequence in sequences {
                wanted.extend_from_slice(&found[at..sequence.start]);
                at = sequence.start;
                for repair in &sequence.repairs {
                    match repair {
                        Repair::Insert(token) => wanted.push(token.0),
                        Repair::Delete => at += 1,
                        Repair::Shift => {
                            wanted.push(found[at]);
                            at += 1;
                        }
                    }
                }
            }
            wanted.extend_from_slice(&found[at..]);
            let text_of = |token| self.text_of(token);
            let edits = all_text_edits(&lexer, &errors, &text_of);
            is_written = Some(is_written.unwrap_or(true) && edits.is_some());
            if let Some(edits) = edits {
                let edited = apply_edits(text, &edits);
                assert_eq!(ids(&edited), wanted, "{kind:?}\n{text}\n---\n{edited}\n---{edits:?}");
            }
        }
        is_written
    }

    /// Changes good samples and repairs them; gives the number of texts that were repaired.
    fn check_samples(&self, per_sample: u64) -> u64 {
        let mut repaired = 0;
        for kind in ["ok", "bad"] {
            for entry in fs::read_dir(self.folder.join(kind)).unwrap() {
                let path = entry.unwrap().path();
                // What a sample should print stands beside it, with the name of a recoverer as its
                // ending.
                let ending = path.extension().and_then(|ending| ending.to_str());
                if ending.is_some_and(|ending| RecoveryKind::from_name(ending).is_some()) {
                    continue;
                }
                let Ok(text) = fs::read_to_string(path) else { continue };
                repaired += u64::from(self.check(&text));
                for seed in 0..per_sample {
                    repaired += u64::from(self.check(&self.without_some_lexemes(&text, seed)));
                }
            }
        }
        repaired
    }

    fn without_some_lexemes(&self, text: &str, seed: u64) -> String {
        let lexer = self.lexerdef.lexer(text);
        let spans: Vec<_> = lexer.iter().filter_map(|l| l.ok().map(|l| l.span())).collect();
        let mut out = text.to_owned();
        let first = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let count = u64::try_from(spans.len()).unwrap();
        if count > 0 {
            let at = usize::try_from(first % count).unwrap();
            out.replace_range(spans[at].start()..spans[at].end(), "");
        }
        out
    }
}

#[test]
fn repaired_calculations_parse() {
    assert!(Language::new("calc", &[("INT", "0")]).check_samples(5) > 10);
}

#[test]
fn repaired_json_parses() {
    let texts = [("STRING", "\"\""), ("NUMBER", "0")];
    assert!(Language::new("json", &texts).check_samples(5) > 10);
}

#[test]
fn of_plain_rules_the_first_says_how_a_token_is_written() {
    let lex = "%x A\n%%\n<A>x 'LATE'\n<A>%> '}'\n[}] '}'\n\\} '}'\n%> '}'\n[a-z]+ 'ID'\n<A>y 'LATE'\n<A>;+ 'END'\n";
    let (lexerdef, _) = LRNonStreamingLexerDef::<Types>::read(lex, &LexFlags::default());
    let lexerdef = lexerdef.unwrap();
    let text = |name| token_text(&lexerdef, lexerdef.get_rule_by_name(name).unwrap().tok_id()?);
    let texts = ["}", "LATE", "ID", "END"].map(text);
    assert_eq!(texts.map(Option::unwrap_or_default), ["}", "x", "", ""]);
}

#[test]
fn one_repair_is_a_quick_fix() {
    let language = Language::new("calc", &[]);
    let text = "2 + + 3";
    let lexer = language.lexerdef.lexer(text);
    let errors = language.parser().parse_noaction(&lexer);
    let LexParseError::ParseError(error) = &errors[0] else { panic!("it is a syntax error") };
    let fixed: Vec<Option<String>> = error
        .sequences()
        .map(|sequence| {
            let text_of = |token| language.text_of(token);
            let edits = text_edits(&lexer, &sequence, &text_of)?;
            Some(apply_edits(text, &edits))
        })
        .collect();
    // Nobody said how a number is written.
    assert_eq!(fixed, [Some("2 + 3".to_owned()), None]);
}

/// Lines of a language in which indentation counts.
const BLOCKS: [&str; 3] = [
    "%indentation NEWLINE INDENT DEDENT\n%suspend '(' ')'\n%%\n\\r?\\n 'NEWLINE'\n[ \\t]+ ;\n#[^\\r\\n]* ;\n\\\\\\r?\\n ;\n\
     if 'if'\npass 'pass'\n[a-z]+ 'ID'\n\\( '('\n\\) ')'\n: ':'\n= '='\n\\+ '+'\n, ','\n",
    "%start File %%\nFile: | File Statement;\nStatement: Simple 'NEWLINE' | 'if' Sum ':' Block;\n\
     Block: Simple 'NEWLINE' | 'NEWLINE' 'INDENT' Body 'DEDENT';\nBody: Statement | Body Statement;\n\
     Simple: 'ID' '=' Sum | 'pass' | 'ID' '(' List ')';\nList: | Sum | List ',' Sum;\n\
     Sum: Factor | Sum '+' Factor;\nFactor: 'ID' | '(' Sum ')';\n",
    "if a:\n    x = (a +\n  b) # c\n    if b:\n        pass\n\n        f(a, b)\n    # d\n    pass\ny = a\nif b:\n    \
     pass\nif c: pass\nif d:\n    if e:\n        y = a + (b +\n c)\n    pass\nf(a)\n",
];

#[test]
fn repairs_of_indentation_are_blanks_and_line_ends() {
    let [lex, yacc, text] = BLOCKS;
    let grammar = Grammar::parse(
        yacc,
        Some(lrtable::yacc::YaccKind::Original(lrtable::yacc::YaccOriginalActionKind::NoAction)),
    );
    let grammar = YaccGrammar::from_grammar(grammar.unwrap()).unwrap();
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
    let (lexerdef, messages) = LRNonStreamingLexerDef::read(lex, &LexFlags::default());
    let mut lexerdef = lexerdef.unwrap_or_else(|| panic!("{messages:?}"));
    let ids: HashMap<&str, u32> =
        grammar.tokens_map().into_iter().map(|(name, id)| (name, id.as_storaget())).collect();
    lexerdef.set_rule_ids(&ids);
    let texts = HashMap::from([("ID", "x")]);
    let language = Language { folder: PathBuf::new(), grammar, table, lexerdef, texts };
    let mut random = lrtable::random::Random::new(7);
    let (mut written, mut unwritten) = (0, 0);
    for _ in 0..20_000 {
        let mut mutant = text.replace('\n', if random.one_in(9) { "\r\n" } else { "\n" });
        for _ in 0..1 + random.below(2) {
            let at = random.below(mutant.len());
            let pieces = [
                "", "", "", " ", "  ", "    ", "\n", "(", ")", ":", " x ", "if ", "\\\n", "\t",
                "# e",
            ];
            let mut end = at + random.below(6);
            end = end.min(mutant.len());
            let piece = *random.choose(&pieces);
            mutant.replace_range(at..end, piece);
        }
        // Half a line end is an error that may end a comment; what takes its place would be part of
        // the comment.
        if mutant.replace("\r\n", "").contains('\r') {
            continue;
        }
        match language.check_lines(&mutant) {
            Some(true) => written += 1,
            Some(false) => unwritten += 1,
            None => {}
        }
    }
    assert!(written > 5_000 && unwritten * 10 < written, "{written} {unwritten}");
}
