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
