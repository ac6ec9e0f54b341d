//! The two lexers of a lex file: ours, and the one that flex makes, with what they find in texts.

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{LexError, Lexeme, Lexer};
use lrtable::diagnostic::{Diagnostic, Severity};
use nimbleparse::{
    import::{CActions, import_lexer},
    language::Text,
};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

/// A token's name and its text; one-character names in quotes, as hexadecimal numbers.
pub(crate) type Token = (String, Vec<u8>);

/// Our lexer: that of the file that `nimbleparse import` writes.
pub(crate) struct Ours {
    definition: Def,
    /// Names that flex's lexer needs.
    pub(crate) names: BTreeSet<String>,
    /// What was said of the file.
    pub(crate) said: Vec<Diagnostic>,
    /// Was there a warning?
    pub(crate) warned: bool,
    /// Is the file in flex's dialect?
    pub(crate) flex: bool,
}

impl Ours {
    pub(crate) fn new(source: &str) -> Result<Ours, String> {
        let (definition, said) = Def::read_with(source, &LexFlags::default(), &mut CActions::new());
        let definition = definition.ok_or_else(|| {
            let error = said.iter().find(|diagnostic| diagnostic.severity() == Severity::Error);
            error.map_or("not read", |error| error.message()).to_owned()
        })?;
        // A rule that never matches, or matches the empty text too, is the same in both.
        let warned = said.iter().any(|diagnostic| {
            diagnostic.severity() == Severity::Warning
                && !diagnostic.message().contains("never matches")
                && !diagnostic.message().contains("matches the empty text")
        });
        let flex = source.contains("%option") || source.contains("%{");
        let words = source.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let mut names: BTreeSet<String> = definition
            .iter_rules()
            .filter_map(|rule| {
                let at = rule.name_span().start();
                let quoted = rule.name_span().is_empty() || source[..at].ends_with('\'');
                rule.name().filter(|_| !quoted)
            })
            .map(str::to_owned)
            .collect();
        let mut before = "";
        for word in words.filter(|word| !word.is_empty()) {
            let upper = word.chars().all(|c| !c.is_ascii_lowercase());
            if before == "return" && upper && word.starts_with(|c: char| c.is_ascii_uppercase()) {
                names.insert(word.to_owned());
            }
            before = word;
        }
        // What is compared is the file without code.
        let text = Text { name: "lexer", text: source };
        let written = import_lexer(text, None, &mut String::new());
        let written = written.map_err(|error| error.to_string())?;
        let (definition, said_again) = LRNonStreamingLexerDef::read(&written, &LexFlags::default());
        let definition = definition.ok_or_else(|| format!("{said_again:?}\n{written}"))?;
        Ok(Ours { definition, names, said, warned, flex })
    }

    /// What is found in a text.
    pub(crate) fn lex(&self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        for lexeme in self.definition.lexer(text).iter() {
            let (name, span) = match lexeme {
                Ok(lexeme) => {
                    let rule = self.definition.get_rule_by_id(lexeme.tok_id());
                    let name = rule.name().expect("a lexeme has a token");
                    let name = match name.as_bytes() {
                        [byte] if !self.names.contains(name) => format!("'{byte:02x}'"),
                        _ => name.to_owned(),
                    };
                    (name, lexeme.span())
                }
                Err(error) => ("(error)".to_owned(), error.span()),
            };
            tokens.push((name, text.as_bytes()[span.start()..span.end()].to_vec()));
        }
        tokens
    }
}

/// The tokens with errors that follow each other as one.
pub(crate) fn joined(tokens: &[Token]) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for (name, text) in tokens {
        match joined.last_mut() {
            Some((last, so_far)) if name == "(error)" && last == name => so_far.extend(text),
            _ => joined.push((name.clone(), text.clone())),
        }
    }
    joined
}

/// Tokens after which flex's lexer may have been stopped in a loop, out of which ours goes sooner.
const LOOP: usize = 500;

/// Are these the tokens that flex's lexer finds?
///
/// `unput` and `input` leave flex's text as it is, and what `yymore` and `input` begin is an error
/// of ours at the end of the text.
pub(crate) fn is_same(source: &str, ours: &[Token], theirs: &Found) -> bool {
    let mut ours = joined(ours);
    let mut theirs_tokens = joined(&theirs.tokens);
    if !theirs.ends {
        theirs_tokens.truncate(theirs_tokens.len().saturating_sub(1).min(LOOP));
        ours.truncate(theirs_tokens.len());
    }
    let begins = source.contains("yymore") || source.contains("input(");
    if begins && ours.last().is_some_and(|(name, _)| name == "(error)") {
        let (_, text) = ours.pop().expect("there is a last one");
        let error = theirs_tokens.pop_if(|(name, _)| name == "(error)");
        if error.is_some_and(|(_, theirs)| !text.starts_with(&theirs)) {
            return false;
        }
    }
    if source.contains("unput(") || source.contains("input(") {
        ours.iter_mut().chain(&mut theirs_tokens).for_each(|(_, text)| text.clear());
    }
    ours == theirs_tokens
}

/// How flex's lexer is made and run.
#[derive(Default)]
pub(crate) struct How<'a> {
    /// What the file includes as `parser.h`.
    pub(crate) header: &'a str,
    /// Is the code in C++? Otherwise words tell.
    pub(crate) cpp: bool,
    /// Is each action told that runs?
    pub(crate) trace: bool,
}

/// The lexer that flex makes.
pub(crate) struct Theirs {
    folder: PathBuf,
}

/// What it finds in a text.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) tokens: Vec<Token>,
    /// Did it come to the end of the text?
    pub(crate) ends: bool,
    /// The actions that ran before each token was given, and those after the last one.
    pub(crate) ran: Vec<Vec<String>>,
}

impl Theirs {
    pub(crate) fn new(source: &str, names: &BTreeSet<String>) -> Result<Theirs, String> {
        Theirs::with(source, names, &How::default())
    }

    pub(crate) fn with(
        source: &str,
        names: &BTreeSet<String>,
        how: &How<'_>,
    ) -> Result<Theirs, String> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!(
            "compare-flex-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let theirs = Theirs { folder };
        let mut names = names.clone();
        let is_cpp = how.cpp
            || !how.trace
                && ["throw", "catch", "auto", "bool"].iter().any(|word| source.contains(word));
        let compiler = if is_cpp { "g++" } else { "gcc" };
        theirs.write("lexer.l", source)?;
        theirs.write("driver.c", include_str!("driver.c"))?;
        theirs.write("parser.h", how.header)?;
        theirs.write("parser.c", "int yyerror() { return 0; }\n")?;
        theirs
            .run("flex", &["-o", "lexer.c", "lexer.l"])
            .map_err(|error| format!("flex: {}", error.lines().next().unwrap_or_default()))?;
        let mut defines = vec!["-DLEXER=\"lexer.c\"", "-DNAMES=\"names.h\""];
        if how.trace {
            let made = theirs.made()?;
            theirs
                .write("lexer.c", &made.replacen("\ndo_action:", "\ndo_action: RAN(yy_act);", 1))?;
            defines.push("-DTRACE");
        }
        let options = |word: &str| {
            source.lines().any(|line| line.starts_with("%option") && line.contains(word))
        };
        let kinds =
            [("reentrant", "-DREENTRANT"), ("bison-bridge", "-DBRIDGE"), ("c++", "-DCLASS")];
        defines.extend(kinds.iter().filter(|(word, _)| options(word)).map(|(_, define)| *define));
        let args = ["-w", "-O0", "-fmax-errors=0", "-o", "lexer", "driver.c", "parser.c"];
        let args = [&defines[..], &args].concat();
        loop {
            let list: String = names.iter().map(|name| format!("NAME({name})\n")).collect();
            theirs.write("names.h", &list)?;
            let Err(error) = theirs.run(compiler, &args) else { return Ok(theirs) };
            // Tokens that the actions name in other ways than 'return NAME'.
            let known = names.len();
            names.extend(error.split('‘').filter(|_| !how.trace).filter_map(|after| {
                let (name, what) = after.split_once('’')?;
                what.starts_with(" undeclared").then(|| name.to_owned())
            }));
            if names.len() == known {
                let why = error.lines().find(|line| line.contains("error")).unwrap_or(&error);
                return Err(format!("{compiler}: {}", why.trim()));
            }
        }
    }

    /// What flex made, in C.
    pub(crate) fn made(&self) -> Result<String, String> {
        let made = fs::read(self.folder.join("lexer.c")).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&made).into_owned())
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        fs::write(self.folder.join(name), text).map_err(|error| format!("{name}: {error}"))
    }

    fn run(&self, program: &str, args: &[&str]) -> Result<(), String> {
        let output = Command::new(program).args(args).current_dir(&self.folder).output();
        let output = output.map_err(|error| format!("{program}: {error}"))?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => Ok(()),
            false => Err(errors),
        }
    }

    /// What is found in each of the texts.
    pub(crate) fn lex(&self, texts: &[String]) -> Result<Vec<Found>, String> {
        let mut child = Command::new(Path::new(&self.folder).join("lexer"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut stdin = child.stdin.take().ok_or("no standard input")?;
        let mut bytes = Vec::new();
        for text in texts {
            bytes.extend(format!("{}\n{text}", text.len()).into_bytes());
        }
        let writer = std::thread::spawn(move || stdin.write_all(&bytes));
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        writer.join().map_err(|_| "the writer failed")?.map_err(|error| error.to_string())?;
        let mut all = Vec::new();
        let mut found = Found { ends: true, ..Found::default() };
        let mut ran = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            match line.split_once(' ') {
                Some(("@", action)) => ran.push(action.to_owned()),
                Some((name, hex)) => {
                    found.tokens.push((name.to_owned(), decode(hex)));
                    found.ran.push(std::mem::take(&mut ran));
                }
                None if line == "." => {
                    found.ran.push(std::mem::take(&mut ran));
                    let next = Found { ends: true, ..Found::default() };
                    all.push(std::mem::replace(&mut found, next));
                }
                // The end of the text gives the same token again and again: once is enough.
                None if line == "(end)" => {
                    found.tokens.dedup_by(|b, a| a == b && a.1.is_empty());
                    found.ran.truncate(found.tokens.len());
                }
                None => found.ends = false,
            }
        }
        match all.len() == texts.len() {
            true => Ok(all),
            false => Err("flex's lexer did not come to its end".to_owned()),
        }
    }
}

impl Drop for Theirs {
    fn drop(&mut self) {
        // What cannot be removed is the system's to remove.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn decode(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    digits.filter_map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()).collect()
}

/// Is there a program of this name?
pub(crate) fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
