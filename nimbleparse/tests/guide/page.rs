//! A page of the guide: its blocks, and the steps that a reader takes.

/// A block of a page.
pub(crate) struct Block<'a> {
    /// What is said after the fence: a language, and words for the tests.
    pub(crate) info: &'a str,
    /// The number of its first line, from 1.
    pub(crate) line: usize,
    /// Its lines, without the indentation of the fence.
    pub(crate) lines: Vec<&'a str>,
    /// The last line before it that is not blank.
    pub(crate) before: &'a str,
}

impl Block<'_> {
    pub(crate) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// The file that it is, by the line before it, which holds its name and nothing else.
    pub(crate) fn file(&self) -> Option<&str> {
        let name = self.before.strip_prefix('`')?.strip_suffix('`')?;
        (!name.contains('`')).then_some(name)
    }
}

pub(crate) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    let mut before = "";
    while let Some((number, line)) = lines.next() {
        let words = line.trim_start();
        if let Some(info) = words.strip_prefix("```") {
            let indentation = &line[..line.len() - words.len()];
            let inside = lines.by_ref().map(|(_, line)| line);
            let inside = inside.take_while(|line| line.trim() != "```");
            let inside = inside.map(|line| line.strip_prefix(indentation).unwrap_or(line));
            blocks.push(Block { info, line: number + 2, lines: inside.collect(), before });
        }
        if !line.is_empty() {
            before = line;
        }
    }
    blocks
}

/// One step of a tutorial.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// Write this file.
    File(String, String),
    /// Run this command. It prints this, and fails if the block's fence says `console fails`; it
    /// needs other tools if that says `console bison`.
    Command { line: String, output: String, fails: bool, tools: bool },
}

/// The steps of a tutorial: each block of it is a file with its name, or commands with what they
/// print.
pub(crate) fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for block in blocks(page) {
        let (fails, tools) = (block.info == "console fails", block.info == "console bison");
        if block.info != "console" && !fails && !tools {
            let name = block.file().unwrap_or_else(|| panic!("no file's name: {}", block.before));
            steps.push(Step::File(name.to_owned(), block.text()));
            continue;
        }
        for text in &block.lines {
            match (text.strip_prefix("$ "), steps.last_mut()) {
                (Some(line), _) => {
                    let line = line.to_owned();
                    steps.push(Step::Command { line, output: String::new(), fails, tools });
                }
                (None, Some(Step::Command { output, .. })) => {
                    output.push_str(text);
                    output.push('\n');
                }
                (None, _) => panic!("output without a command: {text}"),
            }
        }
    }
    steps
}

/// The page with what its commands print in place of what it says.
pub(crate) fn with_outputs(page: &str, outputs: &[String]) -> String {
    let mut outputs = outputs.iter();
    let mut text = String::new();
    let mut in_console = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        if is_fence {
            in_console = line.starts_with("```console");
        }
        let is_command = line.starts_with("$ ");
        if !in_console || is_fence || is_command {
            text.extend([line, "\n"]);
        }
        if in_console && is_command {
            text += outputs.next().expect("each command printed something");
        }
    }
    text
}

#[test]
fn steps_are_files_and_commands_with_what_they_print() {
    let page = "# A page\n\n`a/b.txt`\n\n```text\none\n\ntwo\n```\n\nThen:\n\n```console\n$ cat a/b.txt\none\n\ntwo\n\
                $ true\n```\n\n```console fails\n$ false\n```\n";
    let command = |line: &str, output: &str, fails| {
        let (line, output) = (line.to_owned(), output.to_owned());
        Step::Command { line, output, fails, tools: false }
    };
    assert_eq!(
        steps(page),
        [
            Step::File("a/b.txt".into(), "one\n\ntwo\n".into()),
            command("cat a/b.txt", "one\n\ntwo\n", false),
            command("true", "", false),
            command("false", "", true),
        ]
    );
    let outputs = ["1\n2\n".to_owned(), String::new(), "3\n".to_owned()];
    let updated = page.replace("one\n\ntwo\n$", "1\n2\n$").replace("$ false\n", "$ false\n3\n");
    assert_eq!(with_outputs(page, &outputs), updated);
}

#[test]
fn blocks_of_lists_lose_their_indentation_and_keep_their_line() {
    let page = "- one:\n\n  ```rust\n  let a =\n      1;\n  ```\n";
    let found = &blocks(page)[0];
    assert_eq!((found.info, found.line, found.file()), ("rust", 4, None));
    assert_eq!(found.text(), "let a =\n    1;\n");
}
