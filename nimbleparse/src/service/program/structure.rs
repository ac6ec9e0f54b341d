//! Structure of a program for an editor, from its syntax tree: outline, folds, colours, related
//! lexemes, enclosing nodes.
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
        outline_file::{Kind, Naming, Outline},
        token_classes::Class,
    },
};

/// A symbol of a program's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineSymbol {
    /// The number of symbols around this one.
    pub depth: usize,
    /// The kind of the symbol.
    pub kind: Kind,
    /// The name of the symbol.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The bytes of the whole symbol.
    pub span: Span,
}

/// Returns the outline, parents before children.
pub fn symbols(program: &Program, outline: &Outline) -> Vec<OutlineSymbol> {
    let mut found: Vec<OutlineSymbol> = Vec::new();
    let mut open: Vec<Span> = Vec::new();
    for (_, node) in program.tree().root().preorder() {
        let SyntaxKind::Rule(rule) = node.kind() else { continue };
        let Some(namings) = outline.symbols.get(&rule) else { continue };
        let named = |naming: &Naming| Some((naming.kind, name_of(node, naming, outline)?));
        let Some((kind, name)) = namings.iter().find_map(named) else { continue };
        let (span, name_span) = (node.span(), name.span());
        if name_span.is_empty() {
            continue;
        }
        while open.last().is_some_and(|open| open.end() <= span.start()) {
            open.pop();
        }
        let depth = open.len();
        open.push(span);
        let first = name.text().lines().next().unwrap_or("");
        found.push(OutlineSymbol { depth, kind, name: visible(first), name_span, span });
    }
    found
}

/// Returns the node that names the sentence of `node`, if `naming` applies to it.
fn name_of<'t>(node: SyntaxNode<'t>, naming: &Naming, outline: &Outline) -> Option<SyntaxNode<'t>> {
    let outer = outer_name(node, naming, outline)?;
    match naming.inner {
        None => Some(outer),
        Some(inner) => below(outer).find(|(_, below)| below.kind() == kind(inner)).map(|(_, n)| n),
    }
}

fn kind(symbol: Symbol) -> SyntaxKind {
    match symbol {
        Symbol::Rule(rule) => SyntaxKind::Rule(rule),
        Symbol::Token(token) => SyntaxKind::Token(token),
    }
}

/// Returns the nodes below `node` among which its name is looked for, with their depths.
fn below<'t>(node: SyntaxNode<'t>) -> impl Iterator<Item = (usize, SyntaxNode<'t>)> {
    node.preorder().skip(1).take(limits::NAME_NODES)
}

/// Returns the node of the symbol that names the sentence of `node`, or in which its name is.
fn outer_name<'t>(
    node: SyntaxNode<'t>,
    naming: &Naming,
    outline: &Outline,
) -> Option<SyntaxNode<'t>> {
    let child = |symbol: Symbol| node.symbols().find(|child| child.kind() == kind(symbol));
    if let Some(part) = naming.part {
        return child(part).and_then(|_| child(naming.name));
    }
    // A name inside another symbol belongs to that symbol.
    let mut inside = usize::MAX;
    for (depth, below) in below(node) {
        if depth > inside {
            continue;
        }
        inside = usize::MAX;
        if below.kind() == kind(naming.name) {
            return Some(below);
        }
        if let SyntaxKind::Rule(rule) = below.kind()
            && outline.symbols.contains_key(&rule)
        {
            inside = depth;
        }
    }
    None
}

/// A part of a program that can be folded: between two brackets, comments, or a declared rule.
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
pub fn folds(program: &Program, outline: &Outline) -> Vec<Fold> {
    let mut folds = Vec::new();
    // Skipped text between two lexemes folds as one, be it several comments.
    let mut trivia: Vec<Span> = Vec::new();
    let brackets = brackets(program.language());
    for (_, node) in program.tree().root().preorder() {
        match node.kind() {
            SyntaxKind::Rule(rule) => {
                for (open, close) in pairs(node, &brackets) {
                    let span = Span::new(open.start(), close.end());
                    folds.push(Fold { span, is_comment: false, keeps_last: true });
                }
                if outline.folds.contains(&rule) {
                    folds.push(Fold { span: node.span(), is_comment: false, keeps_last: false });
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

/// A part of a program with one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coloured {
    /// The bytes of the part, which may span several lines.
    pub span: Span,
    /// The kind that decides the colour.
    pub kind: Kind,
    /// Whether the part is the name of a symbol where that is declared.
    pub is_declaration: bool,
}

/// Returns the kinds of comments and lexemes, in the order of the text. Lexemes about which neither
/// declarations nor lex rules say anything, such as names, are left out.
pub fn colours(program: &Program, outline: &Outline) -> Vec<Coloured> {
    let language = program.language();
    let symbols = symbols(program, outline);
    // A name of several lexemes has no colour of its own.
    let names: HashMap<Span, Kind> =
        symbols.iter().map(|symbol| (symbol.name_span, symbol.kind)).collect();
    let declared = outline.tokens.iter().map(|(token, kind)| (*token, Some(*kind)));
    let mut kinds: HashMap<TokenId, Option<Kind>> = declared.collect();
    let mut found = Vec::new();
    for leaf in program.tree().root().leaves() {
        let span = leaf.span();
        match leaf.kind() {
            SyntaxKind::Token(token) if !span.is_empty() => {
                let kind = *kinds.entry(token).or_insert_with(|| language.class(token).kind());
                let name = names.get(&span).copied();
                let is_declaration = name.is_some();
                found.extend(name.or(kind).map(|kind| Coloured { span, kind, is_declaration }));
            }
            SyntaxKind::Trivia => {
                let span = trimmed(program.text(), span);
                if !span.is_empty() {
                    found.push(Coloured { span, kind: Kind::Comment, is_declaration: false });
                }
            }
            _ => {}
        }
    }
    found
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
    use std::sync::Arc;

    use super::*;
    use crate::{
        builtin,
        language::{self, Recovery},
    };

    fn program(name: &str, text: &str) -> (Program, Outline) {
        let language = Arc::new(language::builtin(name).unwrap());
        let declarations = builtin::named(name).unwrap().outline.unwrap();
        let (outline, _) = Outline::read(declarations, &language.table.grammar);
        (Program::new(language, text, &Recovery::default()), outline)
    }

    fn outlined(name: &str, text: &str) -> Vec<String> {
        let (program, outline) = program(name, text);
        let symbols = symbols(&program, &outline).into_iter();
        symbols.map(|one| format!("{} {} {}", one.depth, one.kind.name(), one.name)).collect()
    }

    #[test]
    fn programs_have_an_outline_broken_ones_too() {
        assert_eq!(
            outlined("java7", "class A { int x; int f(int a) { return 1 } enum E { B } }"),
            ["0 class A", "1 field x", "1 method f", "1 enum E", "2 enumMember B"]
        );
        assert_eq!(
            outlined("c11", "struct s { int a; }; enum { B };\nint f(void) { struct s x; }"),
            ["0 struct s", "0 enumMember B", "0 function f"]
        );
        assert_eq!(
            outlined(
                "lua53",
                "function a.b() local function c() end end\nif x then y = function() end end"
            ),
            ["0 function a.b", "1 function c"]
        );
        assert_eq!(
            outlined("php73", "<?php class A { public $b = 1; function c($d) {} }"),
            ["0 class A", "1 property $b", "1 method c"]
        );
        assert_eq!(
            outlined("json", "{\"a\": {\"b\": 1}}"),
            ["0 property \"a\"", "1 property \"b\""]
        );
    }

    #[test]
    fn what_is_on_several_lines_folds() {
        let text = "/* a\n b */\nclass A {\n int f(int a,\n int b) { }\n}\n";
        let (program, outline) = program("java7", text);
        let folds = folds(&program, &outline);
        let texts: Vec<&str> = folds.iter().map(|fold| fold.span.text(text)).collect();
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(
            folds[0].is_comment
                && texts[1].starts_with("{\n int f")
                && texts[2] == "(int a,\n int b)"
        );
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
    fn colours_and_outlines_say_nothing_that_is_wrong() {
        let coloured = |name: &str, text: &str| -> Vec<String> {
            let (program, outline) = program(name, text);
            let found = colours(&program, &outline).into_iter();
            let of_words = found.filter(|one| one.kind != Kind::Operator);
            of_words.map(|one| format!("{} {}", one.span.text(text), one.kind.name())).collect()
        };
        let text = "class A<T> { void g() { Foo b = h(c.d); } Bar<T>[] k(Foo x) { } }";
        assert_eq!(outlined("java7", text), ["0 class A", "1 method g", "1 method k"]);
        assert_eq!(
            coloured("java7", text),
            ["class keyword", "A class", "void keyword", "g method", "k method"]
        );
        let text = "T *foo(int a) { } int (*bar(void))(int) { } int *(baz)(n) int n; { }";
        let text = format!("typedef int T; {text}");
        assert_eq!(outlined("c11", &text), ["0 function foo", "0 function bar", "0 function baz"]);
        let [typedef, int, void] = ["typedef", "int", "void"].map(|word| format!("{word} keyword"));
        let names = ["foo function", "bar function", "baz function"].map(String::from);
        let [foo, bar, baz] = names;
        let rest = [int.clone(), foo, int.clone(), int.clone(), bar, void, int.clone()];
        let last = [int.clone(), baz, int.clone()];
        assert_eq!(coloured("c11", &text), [&[typedef][..], &rest, &last].concat());
        assert_eq!(
            coloured("json", "{\"a\": [-1.5e3, 2, true, \"x\"]}"),
            ["\"a\" property", "-1.5e3 number", "2 number", "true keyword", "\"x\" string"]
        );
        let text = "int x = 0x1 + 1.5e3 + 'a'; char *s = u8\"b\";";
        let [one, half] = ["0x1", "1.5e3"].map(|number| format!("{number} number"));
        let [a, char, b] = ["'a' string", "char keyword", "u8\"b\" string"].map(String::from);
        assert_eq!(coloured("c11", text), [int, one, half, a, char, b]);
        // `a` and `b` are no functions.
        let text = "function a.b:c() x = [[y]] end";
        assert_eq!(coloured("lua53", text), ["function keyword", "[[y]] string", "end keyword"]);
    }

    #[test]
    fn colours_cover_each_lexeme_once_and_selections_grow() {
        let text = "-- c\nfunction f(x) return x + 1 .. \"é\" end";
        let (program, outline) = program("lua53", text);
        let colours = colours(&program, &outline);
        assert!(colours.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start()));
        let shown: Vec<(&str, Kind)> =
            colours.iter().map(|one| (one.span.text(text), one.kind)).collect();
        for expected in [
            ("f", Kind::Function),
            ("return", Kind::Keyword),
            ("1", Kind::Number),
            ("\"é\"", Kind::String),
        ] {
            assert!(shown.contains(&expected), "{shown:?}");
        }
        let around = around(&program, text.find("x +").unwrap());
        assert!(around.windows(2).all(|pair| pair[1].start() <= pair[0].start()
            && pair[0].end() <= pair[1].end()
            && pair[0] != pair[1]));
        assert_eq!(around[0].text(text), "x");
        let (span, lines) = describe(&program, text.find("return").unwrap()).unwrap();
        assert_eq!((span.text(text), lines[0].as_str()), ("return", "token \"return\""));
    }
}
