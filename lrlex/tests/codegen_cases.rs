//! What the builders say about inputs that are wrong: each `.case` file in `codegen_cases` holds cases of a grammar, perhaps a
//! lex file, perhaps settings, and the messages. `UPDATE_GOLDEN=1` rewrites the messages.

use std::{env, error::Error, fmt::Write, fs, path::Path};

use lrlex::{CTLexerBuilder, DefaultLexerTypes, LRLexError};
use lrpar::{CTParserBuilder, LexerTypes, RecoveryKind};
use lrtable::yacc::YaccKind;

const DEFAULT_LEXER: &str = "%%\n[a-z] \"ID\"\n\\+ \"+\"\n[ \\n]+ ;\n";

#[derive(Default)]
struct Case {
    title: String,
    settings: String,
    lexer: Option<String>,
    grammar: String,
    /// A file `g.input` beside them.
    input: Option<String>,
    /// A file `g.ngram` beside them, a model of texts.
    model: Option<String>,
    messages: String,
}

impl Case {
    fn text(&self) -> String {
        let mut out = format!("==== {}\n", self.title);
        let sections = [
            ("settings", Some(&self.settings).filter(|text| !text.is_empty())),
            ("lexer", self.lexer.as_ref()),
            ("grammar", Some(&self.grammar)),
            ("input", self.input.as_ref()),
            ("model", self.model.as_ref()),
            ("messages", Some(&self.messages)),
        ];
        for (name, text) in sections {
            if let Some(text) = text {
                let _ = write!(out, "---- {name}\n{text}");
            }
        }
        out
    }

    fn setting(&self, name: &str) -> Option<&str> {
        let mut lines = self.settings.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    fn is_set(&self, name: &str, default: bool) -> bool {
        self.setting(name).map_or(default, |value| value == "true")
    }

    fn run(&self, folder: &Path) -> String {
        let result = match self.setting("storage") {
            Some("u8") => self.build::<DefaultLexerTypes<u8>>(folder),
            Some("u16") => self.build::<DefaultLexerTypes<u16>>(folder),
            _ => self.build::<DefaultLexerTypes<u32>>(folder),
        };
        match result {
            Ok(()) => "built\n".to_owned(),
            Err(error) => format!("{error}\n"),
        }
    }

    fn build<T>(&self, folder: &Path) -> Result<(), Box<dyn Error>>
    where
        T: LexerTypes<LexErrorT = LRLexError> + 'static,
    {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("g.y"), &self.grammar)?;
        if let Some(input) = &self.input {
            fs::write(folder.join("g.input"), input)?;
        }
        if let Some(model) = &self.model {
            fs::write(folder.join("g.ngram"), model)?;
        }
        fs::write(folder.join("g.l"), self.lexer.as_deref().unwrap_or(DEFAULT_LEXER))?;
        CTLexerBuilder::<T>::new_with_lexemet()
            .lrpar_config(|parser| match self.setting("mod_name") {
                Some("1bad") => self.configured(parser, folder).mod_name("1bad"),
                _ => self.configured(parser, folder),
            })
            .lexer_path(folder.join("g.l"))
            .output_path(folder.join("g.l.rs"))
            .show_warnings(false)
            .warnings_are_errors(self.is_set("lexer_warnings_are_errors", false))
            .allow_missing_terms_in_lexer(self.is_set("allow_missing_terms_in_lexer", false))
            .allow_missing_tokens_in_parser(self.is_set("allow_missing_tokens_in_parser", false))
            .build()?;
        Ok(())
    }

    fn configured<'a, T: LexerTypes>(
        &self,
        parser: CTParserBuilder<'a, T>,
        folder: &Path,
    ) -> CTParserBuilder<'a, T> {
        let parser = parser
            .grammar_path(folder.join("g.y"))
            .output_path(folder.join("g.y.rs"))
            .show_warnings(false)
            .error_on_conflicts(self.is_set("error_on_conflicts", true))
            .warnings_are_errors(self.is_set("warnings_are_errors", true));
        let parser = match self.setting("recoverer") {
            Some(name) => parser.recoverer(RecoveryKind::from_name(name).expect("it is one")),
            None => parser,
        };
        let parser = match &self.model {
            Some(_) => parser.ngrams(folder.join("g.ngram")),
            None => parser,
        };
        match self.setting("yacckind") {
            Some(kind) => parser.yacckind(YaccKind::from_name(kind).expect("it is a kind")),
            None => parser,
        }
    }
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut section = "";
    for line in text.split_inclusive('\n') {
        if let Some(title) = line.strip_prefix("==== ") {
            cases.push(Case { title: title.trim_end().to_owned(), ..Case::default() });
            continue;
        }
        let case = cases.last_mut().expect("a case file starts with a title");
        if let Some(name) = line.strip_prefix("---- ") {
            section = name.trim_end();
            if section == "lexer" {
                case.lexer = Some(String::new());
            }
            if section == "model" {
                case.model = Some(String::new());
            }
            continue;
        }
        match section {
            "settings" => case.settings.push_str(line),
            "lexer" => case.lexer.get_or_insert_default().push_str(line),
            "input" => case.input.get_or_insert_default().push_str(line),
            "model" => case.model.get_or_insert_default().push_str(line),
            "grammar" => case.grammar.push_str(line),
            "messages" => case.messages.push_str(line),
            other => panic!("there is no section '{other}'"),
        }
    }
    cases
}

#[test]
fn every_wrong_input_has_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/codegen_cases");
    let update = env::var_os("UPDATE_GOLDEN").is_some();
    let mut wrong = String::new();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut updated = String::new();
        for (number, mut case) in cases(&text).into_iter().enumerate() {
            count += 1;
            let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cases/{name}{number}"));
            let _ = fs::remove_dir_all(&out);
            let messages = case.run(&out);
            if messages != case.messages && !update {
                let _ = writeln!(
                    wrong,
                    "{name}: {}: expected\n{}but it says\n{messages}",
                    case.title, case.messages
                );
            }
            let built = messages == "built\n";
            assert_eq!(built, out.join("g.l.rs").exists(), "{name}: {}", case.title);
            case.messages = messages;
            updated.push_str(&case.text());
        }
        if update {
            fs::write(&path, updated).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 20);
}
