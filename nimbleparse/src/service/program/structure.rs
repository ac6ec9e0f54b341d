//! Structure of a program for an editor, from its syntax tree: outline, folds, related lexemes,
//! enclosing nodes.
//!
//! Each function walks the tree once; none recurses, so that texts nested to any depth are like
//! others.

use std::collections::HashMap;

use lrpar::{SyntaxKind, SyntaxNode, visible};
use lrtable::{Span, Symbol, TIdx, TokenId};

use super::Program;
use crate::{
    language::Language,
    limits,
    service::{
        queries::{Capture, Queries, QueryFile},
        token_classes::Class,
    },
};

/// A symbol of a program's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineSymbol<'q> {
    /// The number of symbols around this one.
    pub depth: usize,
    /// The kind of the symbol: `class` of a `definition.class`.
    pub kind: &'q str,
    /// The name of the symbol, without quotes around it.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The bytes of the whole symbol.
    pub span: Span,
}

/// Returns the outline by the query `tags`, parents before children. Where several patterns name
/// one symbol, the last one counts.
pub fn symbols<'q>(program: &Program, queries: &'q Queries) -> Vec<OutlineSymbol<'q>> {
    let mut tags: Vec<(Span, Span, &'q str)> = Vec::new();
    for captures in queries.matches(QueryFile::Tags, program.tree().root()) {
        let of = |kind: &Capture<'_, 'q>| kind.name.strip_prefix("definition.");
        let Some((around, kind)) = captures.iter().find_map(|one| Some((one.node, of(one)?)))
        else {
            continue;
        };
        let names = captures.iter().filter(|one| one.name == "name" && !one.node.span().is_empty());
        tags.extend(names.map(|name| (around.span(), name.node.span(), kind)));
    }
    let key = |(around, name, _): &(Span, Span, &str)| {
        (around.start(), usize::MAX - around.end(), name.start(), name.end())
    };
    tags.sort_by_key(key);
    tags.reverse();
    tags.dedup_by_key(|tag| key(tag));
    tags.reverse();
    let mut open: Vec<Span> = Vec::new();
    let symbol = |(span, name_span, kind): (Span, Span, &'q str)| {
        while open.last().is_some_and(|open| open.end() <= span.start() || *open == span) {
            open.pop();
        }
        let depth = open.len();
        open.push(span);
        let first = name_span.text(program.text()).lines().next().unwrap_or("");
        OutlineSymbol { depth, kind, name: visible(unquoted(first)), name_span, span }
    };
    tags.into_iter().map(symbol).collect()
}

/// Returns `text` without the quotes around it.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(text)
}

/// A part of a program that can be folded: between two brackets, comments, or what the query
/// `folds` captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The bytes of the part.
    pub span: Span,
    /// Whether the part consists of comments.
    pub is_comment: bool,
    /// Whether the last line stays visible, because a closing bracket stands there.
    pub keeps_last: bool,
}

/// Returns the folds, in the order of the text: parts on more than one line.
pub fn folds(program: &Program, queries: &Queries) -> Vec<Fold> {
    let mut folds = Vec::new();
    // Skipped text between two lexemes folds as one, be it several comments.
    let mut trivia: Vec<Span> = Vec::new();
    let brackets = brackets(program.language());
    for (_, node) in program.tree().root().preorder() {
        match node.kind() {
            SyntaxKind::Rule(_) => {
                for (open, close) in pairs(node, &brackets) {
                    let span = Span::new(open.start(), close.end());
                    folds.push(Fold { span, is_comment: false, keeps_last: true });
                }
            }
            SyntaxKind::Trivia => match trivia.last_mut() {
                Some(before) if before.end() == node.span().start() => {
                    *before = Span::new(before.start(), node.span().end());
                }
                _ => trivia.push(node.span()),
            },
            _ => {}
        }
    }
    let captures = queries.captures(QueryFile::Folds, program.tree().root());
    folds.extend(captures.filter(|capture| capture.name == "fold").map(|capture| Fold {
        span: capture.node.span(),
        is_comment: false,
        keeps_last: false,
    }));
    folds.extend(trivia.into_iter().map(|span| {
        let span = trimmed(program.text(), span);
        Fold { span, is_comment: true, keeps_last: false }
    }));
    folds.retain(|fold| fold.span.text(program.text()).contains('\n'));
    folds.sort_by_key(|fold| fold.span.start());
    folds
}

/// Returns `span` of `text` without the blanks at its ends.
pub(in crate::service) fn trimmed(text: &str, span: Span) -> Span {
    let (text, start) = (span.text(text), span.start());
    let from = text.len() - text.trim_start().len();
    Span::new(start + from, (start + text.trim_end().len()).max(start + from))
}

/// Returns the closing token of each opening one: those that the grammar declares, and the usual
/// signs.
fn brackets(language: &Language) -> HashMap<TokenId, TokenId> {
    let grammar = &language.table.grammar;
    let mut found: HashMap<TokenId, TokenId> = HashMap::new();
    let written = |text: &str| {
        grammar
            .token_ids()
            .find(|token| language.token_text(TIdx(token.0)).as_deref() == Some(text))
    };
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
        if let (Some(open), Some(close)) = (written(open), written(close)) {
            found.insert(open, close);
        }
    }
    found.extend(grammar.brackets().iter().copied());
    found
}

/// Returns the brackets among the children of a node, each with the one that closes it.
fn pairs(node: SyntaxNode<'_>, brackets: &HashMap<TokenId, TokenId>) -> Vec<(Span, Span)> {
    let mut open: Vec<(TokenId, Span)> = Vec::new();
    let mut found = Vec::new();
    for child in node.children() {
        let SyntaxKind::Token(token) = child.kind() else { continue };
        if open.last().is_some_and(|(close, _)| *close == token) {
            let (_, start) = open.pop().expect("there is one");
            found.push((start, child.span()));
        } else if let Some(close) = brackets.get(&token) {
            open.push((*close, child.span()));
        }
    }
    found
}

/// Returns the lexemes related to the one at byte `at`: its brackets, or all names with the same
/// text.
pub fn highlights(program: &Program, at: usize) -> Vec<Span> {
    let touches = |span: &Span| span.start() <= at && at <= span.end();
    let near = program.lexemes().partition_point(|(_, span)| span.end() < at);
    let here: Vec<_> =
        program.lexemes()[near..].iter().take_while(|(_, span)| touches(span)).collect();
    let language = program.language();
    let grammar = &language.table.grammar;
    let known = |token: &TokenId| token.index() < grammar.tokens().len();
    let brackets = brackets(language);
    // A lexeme that begins at the place goes before one that ends there.
    for (token, span) in here.into_iter().rev() {
        let leaf = program.tree().leaf_at(span.start());
        let Some(parent) = leaf.and_then(|leaf| leaf.parent()) else { continue };
        let pair = pairs(parent, &brackets).into_iter().find(|(a, b)| a == span || b == span);
        if let Some((open, close)) = pair {
            return vec![open, close];
        }
        if known(token) && language.class(*token) == Class::Name {
            let text = |span: &Span| span.text(program.text());
            let same =
                |(other, place): &&(TokenId, Span)| other == token && text(place) == text(span);
            return program.lexemes().iter().filter(same).map(|(_, span)| *span).collect();
        }
    }
    Vec::new()
}

/// Returns the nodes around byte `at`, the smallest first, each larger than the one before.
pub fn around(program: &Program, at: usize) -> Vec<Span> {
    let tree = program.tree();
    let leaf = tree.leaf_at(at).or_else(|| tree.leaf_at(at.checked_sub(1)?));
    let Some(leaf) = leaf else { return vec![tree.root().span()] };
    let mut spans = vec![leaf.span()];
    for node in leaf.ancestors() {
        if spans.last() != Some(&node.span()) {
            spans.push(node.span());
        }
    }
    spans
}

/// Describes what stands at byte `at`, as lines: the token and the rules around it, with the
/// production of each; returns its place, too.
pub fn describe(program: &Program, at: usize) -> Option<(Span, Vec<String>)> {
    let leaf = program.tree().leaf_at(at)?;
    let language = program.language();
    let mut lines = Vec::new();
    match leaf.kind() {
        SyntaxKind::Token(token) => lines
            .push(format!("token {}", language.table.grammar.show_symbol(Symbol::Token(token)))),
        SyntaxKind::Unknown => lines.push("text that is no token".to_owned()),
        _ => return None,
    }
    for node in leaf.ancestors().take(limits::DESCRIBED) {
        lines.push(match node.production() {
            Some(prod) => language.table.grammar.show_production(prod, None),
            None => "what recovery left out".to_owned(),
        });
    }
    Some((leaf.span(), lines))
}

#[cfg(test)]
mod tests {
    use super::{super::tests::program, *};

    fn outlined(name: &str, text: &str) -> Vec<String> {
        let (program, queries) = program(name, text);
        let symbols = symbols(&program, &queries).into_iter();
        symbols.map(|one| format!("{} {} {}", one.depth, one.kind, one.name)).collect()
    }

    #[test]
    fn programs_have_an_outline_broken_ones_too() {
        for (name, text, expected) in [
            (
                "java7",
                "class A { int x, y; int f(int a) { return 1 } enum E { B } }",
                &[
                    "0 class A",
                    "1 field x",
                    "1 field y",
                    "1 method f",
                    "1 enum E",
                    "2 enum_member B",
                ][..],
            ),
            (
                "java7",
                "class A<T> { A() { } void g() { Foo b = h(c.d); } Bar<T>[] k(Foo x) { } }",
                &["0 class A", "1 constructor A", "1 method g", "1 method k"],
            ),
            (
                "c11",
                "struct s { int a, *b[2]; }; enum { B };\nint f(void) { struct s x; }",
                &["0 struct s", "1 field a", "1 field b", "0 enum_member B", "0 function f"],
            ),
            (
                "c11",
                "typedef int T; T *foo(int a) { } int (*bar(void))(int) { } int *(baz)(n) int n; { }
                 int *v, w[2], g(int); T t;",
                &[
                    "0 type T",
                    "0 function foo",
                    "0 function bar",
                    "0 function baz",
                    "0 variable v",
                    "0 variable w",
                    "0 variable t",
                ],
            ),
            (
                "lua53",
                "function a.b() local function c() end end\nif x then y = function() end end",
                &["0 function a.b", "1 function c", "0 function y"],
            ),
            (
                "php73",
                "<?php class A { const D = 1; public $b = 1; function c($d) {} }",
                &["0 class A", "1 constant D", "1 property $b", "1 method c"],
            ),
            ("json", "{\"a\": {\"b\": 1}}", &["0 property a", "1 property b"]),
        ] {
            assert_eq!(outlined(name, text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_on_several_lines_folds() {
        let text = "/* a\n b */\nclass A {\n int f(int a,\n int b) { }\n}\n";
        let (java, queries) = program("java7", text);
        let found = folds(&java, &queries);
        let texts: Vec<&str> = found.iter().map(|fold| fold.span.text(text)).collect();
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(
            found[0].is_comment
                && texts[1].starts_with("{\n int f")
                && texts[2] == "(int a,\n int b)"
        );
        let text = "local x = function()\nend";
        let (lua, queries) = program("lua53", text);
        let found = folds(&lua, &queries);
        assert_eq!(found.iter().map(|fold| fold.span.text(text)).collect::<Vec<_>>(), ["()\nend"]);
    }

    #[test]
    fn brackets_and_names_belong_together() {
        let text = "local a = (f(a) + b)";
        let (program, _) = program("lua53", text);
        let texts =
            |at| -> Vec<usize> { highlights(&program, at).iter().map(|one| one.start()).collect() };
        assert_eq!(texts(10), [10, 19]);
        assert_eq!(texts(15), [12, 14]);
        assert_eq!(texts(13), [6, 13]);
        assert_eq!(texts(2), Vec::<usize>::new());
    }

    #[test]
    fn selections_grow() {
        let text = "-- c\nfunction f(x) return x + 1 .. \"é\" end";
        let (program, _) = program("lua53", text);
        let around = around(&program, text.find("x +").unwrap());
        assert!(around.windows(2).all(|pair| pair[1].start() <= pair[0].start()
            && pair[0].end() <= pair[1].end()
            && pair[0] != pair[1]));
        assert_eq!(around[0].text(text), "x");
        let (span, lines) = describe(&program, text.find("return").unwrap()).unwrap();
        assert_eq!((span.text(text), lines[0].as_str()), ("return", "token \"return\""));
    }
}
