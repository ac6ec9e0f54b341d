//! Replays typing: how long answers take, and how often completion offers what was typed next.
//!
//! In: folders of valid programs in the built-in languages. For each of some files a random lexeme
//! and what follows it on its line is taken out and typed again, character by character, into a
//! server that runs here; after each character diagnostics and completions are asked for, and the
//! times until they arrive are measured. And at random places after a blank: is the next real token
//! among those that the grammar allows, in the file as it is, and with a lexeme missing somewhere
//! before? In a folder with folders `broken` and `fixed` it is the person's edit that is typed:
//! what differs between files of one name.
//!
//! `cargo run --release --example typing -- COUNT FOLDER…`

use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write, pipe},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use lrpar::SyntaxKind;
use lrtable::random::Random;
use nimbleparse::{
    builtin,
    language::{self, Language, Recovery},
    service::program::{
        Program,
        completion::{completions, expected_at},
    },
};
use nimbleparse_lsp::text::{Encoding, Text};
use serde_json::{Value, json};

/// Places of each file at which completion is tried, and lexemes before them that are left out.
const PLACES: usize = 20;
const BEFORE: usize = 100;
/// Characters that are typed into each file, at most.
const TYPED: usize = 20;
/// Lines of the files whose times stand apart from those of longer ones.
const LINES: usize = 1_000;
/// Characters of a person's edit; files with longer ones are left out.
const MENDED: usize = 200;

fn main() {
    let mut arguments = env::args().skip(1);
    let count: usize = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(50);
    for folder in arguments {
        let mut files = Vec::new();
        let fixed = Path::new(&folder).join("fixed");
        find_files(if fixed.is_dir() { &fixed } else { Path::new(&folder) }, &mut files);
        files.sort();
        let mut random = Random::new(1);
        let Some(first) = files.first() else { continue };
        let name = builtin::for_file(first.to_str().unwrap_or_default()).map_or("", |one| one.name);
        let mut measured = Measured::new(name);
        while measured.files < count && !files.is_empty() {
            let file = files.swap_remove(random.below(files.len()));
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let name = file.to_string_lossy();
            let broken =
                file.strip_prefix(&fixed).map(|of| Path::new(&folder).join("broken").join(of));
            match broken.map(fs::read_to_string) {
                Ok(Ok(broken)) => measured.mend(&broken, &text, &name),
                Ok(Err(_)) => {}
                Err(_) => measured.take(&text, &name, &mut random),
            }
        }
        measured.print(&folder);
    }
}

/// Finds the files in a folder and in those in it that are in a built-in language.
fn find_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            find_files(&path, files);
        } else if path.to_str().is_some_and(|path| builtin::for_file(path).is_some()) {
            files.push(path);
        }
    }
}

struct Measured {
    language: Arc<Language>,
    server: Server,
    files: usize,
    lines: Vec<usize>,
    /// Of files of up to [`LINES`] lines, and of others.
    diagnostics: [Vec<Duration>; 2],
    completions: [Vec<Duration>; 2],
    /// The longest time, and in which file.
    slowest: (Duration, String),
    /// Places; those where the token was among what is allowed; those where its text was offered.
    /// First in valid files, then after an error.
    rates: [[usize; 3]; 2],
}

impl Measured {
    fn new(name: &str) -> Measured {
        let language = Arc::new(language::builtin(name).expect("it is built in"));
        let (diagnostics, completions) = Default::default();
        let server = Server::start();
        Measured {
            language,
            server,
            files: 0,
            lines: Vec::new(),
            diagnostics,
            completions,
            slowest: Default::default(),
            rates: [[0; 3]; 2],
        }
    }

    fn program(&self, text: &str) -> Program {
        Program::new(Arc::clone(&self.language), text, &Recovery::default())
    }

    fn take(&mut self, text: &str, file: &str, random: &mut Random) {
        let program = self.program(text);
        if !program.reports().is_empty() || program.lexemes().len() < 20 {
            return;
        }
        self.files += 1;
        self.lines.push(text.lines().count());
        let lexemes = program.lexemes();
        for _ in 0..PLACES {
            let at = 1 + random.below(lexemes.len() - 1);
            let (token, span) = lexemes[at];
            let is_free = text[..span.start()].ends_with(char::is_whitespace)
                && program
                    .tree()
                    .leaf_at(span.start() - 1)
                    .is_some_and(|leaf| leaf.kind() == SyntaxKind::Trivia);
            if !is_free {
                continue;
            }
            let left_out = lexemes[at.saturating_sub(1 + random.below(BEFORE.min(at)))].1;
            for (kind, gap) in [None, Some(left_out)].into_iter().enumerate() {
                let mut typed = text.to_owned();
                typed.replace_range(span.start()..span.end(), "");
                let mut place = span.start();
                if let Some(gap) = gap {
                    typed.replace_range(gap.start()..gap.end(), " ");
                    place = place + 1 - gap.len();
                }
                let program = self.program(&typed);
                let offered = completions(&program, place);
                let own = span.text(text);
                let [places, tokens, texts] = &mut self.rates[kind];
                *places += 1;
                *tokens += usize::from(expected_at(&program, place).contains(&token));
                *texts += usize::from(offered.items.iter().any(|offer| offer.text == own));
            }
        }
        let start = lexemes[random.below(lexemes.len())].1.start();
        let line = text[start..].lines().next().unwrap_or_default();
        let typed: String = line.chars().take(TYPED).collect();
        let without = format!("{}{}", &text[..start], &text[start + typed.len()..]);
        self.replay(without, start, &typed, file);
    }

    /// Types what a person changed in a broken file to fix it.
    fn mend(&mut self, broken: &str, fixed: &str, file: &str) {
        let same = |(a, b): &(char, char)| a == b;
        let length =
            |pairs: Vec<(char, char)>| pairs.iter().map(|(c, _)| c.len_utf8()).sum::<usize>();
        let start = length(broken.chars().zip(fixed.chars()).take_while(same).collect());
        let [a, b] = [&broken[start..], &fixed[start..]];
        let after = length(a.chars().rev().zip(b.chars().rev()).take_while(same).collect());
        let typed = &b[..b.len() - after];
        let program = self.program(fixed);
        if !program.reports().is_empty() || typed.is_empty() || typed.chars().count() > MENDED {
            return;
        }
        self.files += 1;
        self.lines.push(fixed.lines().count());
        let without = format!("{}{}", &broken[..start], &broken[broken.len() - after..]);
        let now = self.program(&without);
        let next = program.lexemes().iter().find(|(_, span)| span.start() == start);
        let is_free = now
            .tree()
            .leaf_at(start.saturating_sub(1))
            .is_some_and(|leaf| leaf.kind() == SyntaxKind::Trivia);
        if let Some((token, span)) = next.filter(|_| is_free) {
            let offered = completions(&now, start);
            let [places, tokens, texts] = &mut self.rates[1];
            *places += 1;
            *tokens += usize::from(expected_at(&now, start).contains(token));
            let own = span.text(fixed);
            *texts += usize::from(offered.items.iter().any(|offer| offer.text == own));
        }
        self.replay(without, start, typed, file);
    }

    /// Types into a file.
    fn replay(&mut self, without: String, start: usize, typed: &str, file: &str) {
        let name = file.rsplit('/').next().unwrap_or(file).replace(' ', "-");
        let uri = format!("file:///typing/{}-{name}", self.files);
        self.server.open(&uri, &without);
        let mut now = Text::new(without, Encoding::Utf16);
        let mut at = start;
        let is_long = usize::from(now.as_str().lines().count() > LINES);
        for (version, c) in (2..).zip(typed.chars()) {
            let place = now.position(at);
            let change =
                json!({ "range": { "start": place, "end": place }, "text": c.to_string() });
            now.change(&serde_json::from_value(change.clone()).expect("it is a change"));
            at += c.len_utf8();
            let document = json!({ "uri": uri, "version": version });
            let params = json!({ "textDocument": document, "contentChanges": [change] });
            let begun = Instant::now();
            self.server.notify("textDocument/didChange", params);
            let document = json!({ "uri": uri });
            self.server.ask("textDocument/diagnostic", json!({ "textDocument": document }));
            let took = begun.elapsed();
            self.slowest = self.slowest.clone().max((took, file.to_owned()));
            self.diagnostics[is_long].push(took);
            let begun = Instant::now();
            let params = json!({ "textDocument": document, "position": now.position(at) });
            self.server.ask("textDocument/completion", params);
            self.completions[is_long].push(begun.elapsed());
        }
        self.server.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    fn print(mut self, folder: &str) {
        let middle = |list: &mut Vec<usize>| {
            list.sort_unstable();
            (list.get(list.len() / 2).copied(), list.last().copied())
        };
        let (median, most) = middle(&mut self.lines);
        println!(
            "{folder}: {} files, {} lines (median), {} at most",
            self.files,
            median.unwrap_or(0),
            most.unwrap_or(0)
        );
        let [short, long] = &mut self.diagnostics;
        let [short_completions, long_completions] = &mut self.completions;
        for (what, lines, times) in [
            ("diagnostics after a keystroke", "up to", short),
            ("diagnostics after a keystroke", "of more than", long),
            ("completion", "up to", short_completions),
            ("completion", "of more than", long_completions),
        ] {
            if times.is_empty() {
                continue;
            }
            times.sort_unstable();
            let part = |percent: usize| {
                times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
            };
            let [p50, p99] = [50, 99].map(|percent| part(percent).copied().unwrap_or_default());
            println!(
                "  {what}, files {lines} {LINES} lines: p50 {p50:.1?}, p99 {p99:.1?} of {}",
                times.len()
            );
        }
        println!("  the longest: {:.1?} in {}", self.slowest.0, self.slowest.1);
        for (what, [places, tokens, texts]) in
            ["in valid files", "after an error"].iter().zip(self.rates)
        {
            let percent = |count: usize| 100.0 * count as f64 / places.max(1) as f64;
            println!(
                "  next token {what}: allowed at {:.2} % of {places} places, offered as text at {:.1} %",
                percent(tokens),
                percent(texts)
            );
        }
    }
}

/// A server in threads of this program, and the pipes to it.
struct Server {
    input: Box<dyn Write>,
    output: Box<dyn BufRead>,
    next: i32,
}

impl Server {
    fn start() -> Server {
        let (server_input, input) = pipe().expect("the system has pipes");
        let (output, server_output) = pipe().expect("the system has pipes");
        thread::spawn(move || nimbleparse_lsp::serve(BufReader::new(server_input), server_output));
        let mut server =
            Server { input: Box::new(input), output: Box::new(BufReader::new(output)), next: 0 };
        let capabilities = json!({ "textDocument": { "diagnostic": {} } });
        server.ask(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": capabilities }),
        );
        server.notify("initialized", json!({}));
        server
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and waits for the answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                self.output.read_line(&mut line).expect("the server answers");
                match line.trim_end().split_once(": ") {
                    Some((_, bytes)) => length = bytes.parse().expect("a length"),
                    None => break,
                }
            }
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).expect("the server answers");
            let message: Value = serde_json::from_slice(&body).expect("the server sends JSON");
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message;
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        // The language is read when its first file is asked about.
        self.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": uri } }));
    }
}
