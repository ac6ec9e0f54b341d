//! Formats JSON with comments, from the standard input to the standard output. Comments are kept,
//! and broken texts are formatted as far as possible.

use std::io::{self, Read, Write};

use lrlex::lrlex_mod;
use lrpar::{SyntaxKind, SyntaxNode, TypedNode, lrpar_mod};

use jsonc_y::syntax::{Array, Object};

lrlex_mod!("jsonc.l");
lrpar_mod!("jsonc.y");

/// Space between two pieces of text, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Nothing,
    Blank,
    Line,
}

struct Printer {
    out: String,
    depth: usize,
    /// The space to write before the next piece.
    gap: Gap,
    /// Whether the last text that was read ends a line and is blank.
    after_line: bool,
}

impl Printer {
    fn piece(&mut self, text: &str) {
        match self.gap {
            _ if self.out.is_empty() => {}
            Gap::Nothing => {}
            Gap::Blank => self.out.push(' '),
            Gap::Line => self.out.extend(["\n", &"  ".repeat(self.depth)]),
        }
        self.out.push_str(text);
        self.gap = Gap::Nothing;
    }

    fn at_least(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// Adds a piece of trivia between two tokens: a comment is written, blanks are not.
    fn trivia(&mut self, leaf: SyntaxNode<'_>) {
        if leaf.trivia_name() != Some("comment") {
            self.after_line = leaf.text().contains('\n');
            return;
        }
        let wanted = self.gap;
        self.gap = if self.after_line { Gap::Line } else { Gap::Blank };
        self.piece(leaf.text().trim_end());
        let is_line = leaf.text().starts_with("//");
        self.gap = wanted.max(if is_line { Gap::Line } else { Gap::Blank });
        self.after_line = false;
    }

    /// Adds a token. A missing one is not written, but changes the layout like any other.
    fn token(&mut self, leaf: SyntaxNode<'_>) {
        let (text, is_missing) = (leaf.text(), leaf.is_missing());
        let bracket = Bracket::of(leaf);
        if let Some(Bracket { opens: false, is_empty }) = bracket {
            self.depth = self.depth.saturating_sub(1);
            self.at_least(if is_empty { Gap::Nothing } else { Gap::Line });
        }
        if !is_missing {
            self.piece(text);
        }
        if let Some(Bracket { opens: true, is_empty }) = bracket {
            self.depth += 1;
            self.at_least(if is_empty { Gap::Nothing } else { Gap::Line });
        }
        match text {
            "," => self.at_least(Gap::Line),
            ":" => self.at_least(Gap::Blank),
            _ if is_missing => self.at_least(Gap::Blank),
            _ => {}
        }
    }

    /// Writes an error as it stands in the text.
    fn error(&mut self, leaf: SyntaxNode<'_>) {
        self.at_least(Gap::Blank);
        self.piece(leaf.text());
        self.at_least(Gap::Blank);
    }
}

/// A bracket of an object or an array.
struct Bracket {
    opens: bool,
    /// Whether the bracket encloses nothing.
    is_empty: bool,
}

impl Bracket {
    fn of(leaf: SyntaxNode<'_>) -> Option<Bracket> {
        let parent = leaf.parent()?;
        let (open, close, is_empty) = match (Object::cast(parent), Array::cast(parent)) {
            (Some(it), _) => {
                (it.open_brace_token(), it.close_brace_token(), it.members().is_none())
            }
            (_, Some(it)) => {
                (it.open_bracket_token(), it.close_bracket_token(), it.elements().is_none())
            }
            _ => return None,
        };
        let opens = open == Some(leaf);
        (opens || close == Some(leaf)).then_some(Bracket { opens, is_empty })
    }
}

fn format(text: &str) -> String {
    let lexerdef = jsonc_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (tree, errors) = jsonc_y::parse_syntax(&jsonc_y::recovery_options(), &lexer);
    for report in jsonc_y::error_reporter(&lexer).reports(&errors) {
        eprint!("{}", lrpar::Renderer::new("input", text).rich(&report));
    }
    let mut printer =
        Printer { out: String::new(), depth: 0, gap: Gap::Nothing, after_line: false };
    // The depth of the error node around.
    let mut error = usize::MAX;
    for (depth, node) in tree.root().preorder() {
        if depth <= error {
            error = if node.is_error() { depth } else { usize::MAX };
        }
        match node.kind() {
            SyntaxKind::Rule(_) | SyntaxKind::Error => {}
            SyntaxKind::Trivia => printer.trivia(node),
            SyntaxKind::Token(_) | SyntaxKind::Missing(_) if depth < error => printer.token(node),
            _ => printer.error(node),
        }
    }
    printer.out.push('\n');
    printer.out
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    io::stdout().write_all(format(&text).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrpar::{LexError, Lexeme, Lexer, NonStreamingLexer};

    #[test]
    fn texts_are_formatted_and_keep_their_comments() {
        let text = "// head\n{\"a\":[1,2 /* two */,[]], // after\n\n \"b\" : {} /*c*/}";
        let formatted = "// head\n{\n  \"a\": [\n    1,\n    2 /* two */ ,\n    [\n    ]\n  ], // after\n  \"b\": {} /*c*/\n}\n";
        assert_eq!(format(text), formatted.replace("[\n    ]", "[]"));
        assert_eq!(format(&format(text)), format(text));
    }

    #[test]
    fn the_readme_shows_what_is_printed() {
        let readme = include_str!("../README.md");
        let (before, printed) = readme.split_once("2>/dev/null\n").expect("a command");
        let (_, text) = before.split_once("echo '").expect("a text");
        let printed: String = printed.lines().map(|line| format!("{}\n", &line[4..])).collect();
        assert_eq!(format(text.split_once('\'').expect("its end").0), printed);
    }

    #[test]
    fn broken_texts_lose_nothing() {
        let text = "{\"a\": [1 2, # \"b\" ; {\"c\" true /* here */";
        let lexerdef = jsonc_l::lexerdef();
        let lexemes = |text: &str| -> Vec<String> {
            let lexer = lexerdef.lexer(text);
            let spans = lexer.iter().map(|it| it.map_or_else(|e| e.span(), |lexeme| lexeme.span()));
            spans.map(|span| lexer.span_str(span).trim().to_owned()).collect()
        };
        let formatted = format(text);
        assert_eq!(lexemes(&formatted), lexemes(text), "{formatted}");
        assert!(formatted.contains("/* here */"));
    }

    /// With time that is not linear the test would not end.
    #[test]
    fn long_texts_are_formatted() {
        let text = format!("[{}1]", "1, ".repeat(300_000));
        assert_eq!(format(&text).lines().count(), 300_003);
    }

    #[test]
    fn the_tree_is_read_by_types() {
        use jsonc_y::syntax::{Elements, Value, ValueChoice};
        let text = "[1, {\"k\": []}, 3]";
        let lexerdef = jsonc_l::lexerdef();
        let lexer = lexerdef.lexer(text);
        let (tree, _) = jsonc_y::parse_syntax(&jsonc_y::recovery_options(), &lexer);
        let value = Value::cast(tree.root()).unwrap();
        let Some(ValueChoice::Array(array)) = value.choice() else { panic!("an array") };
        let elements: Vec<Value<'_>> =
            array.elements().into_iter().flat_map(Elements::items).collect();
        assert_eq!(elements.len(), 3);
        let Some(ValueChoice::Object(object)) = elements[1].choice() else { panic!("an object") };
        let member = object.members().unwrap().items().next().unwrap();
        assert_eq!(member.key().unwrap().text(), "\"k\"");
        assert_eq!(member.value().unwrap().syntax().text(), "[]");
        assert!(member.value().unwrap().literal().is_none());
        let shown = tree.to_string();
        assert!(shown.starts_with("Value\n Array\n  [ \"[\"\n  Elements\n"), "{shown}");
    }
}
