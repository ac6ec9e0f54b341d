//! Colours of a program, by the queries `highlights` and `locals` of its language.
//!
//! Of the patterns that capture a node the last one counts, and of nodes in one another the inner
//! one. A use of a name that `locals` resolves has the class of its definition, if it is a variable
//! by itself. Tokens that no pattern captures have the class that their lex rules suggest.
//! Skipped text is a comment if the lexer calls it so, or has no names for skipped texts. Cost:
//! that of the queries, and a sort of what they capture.

use std::collections::HashMap;

use lrpar::{SyntaxKind, SyntaxNode};
use lrtable::{Span, TokenId};

use super::{
    Program,
    names::definitions,
    structure::{symbols, trimmed},
};
use crate::service::queries::{Capture, Queries, QueryFile};

/// A part of a program with one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coloured<'q> {
    /// The bytes of the part, which may span several lines.
    pub span: Span,
    /// The class that decides the colour: the name of a capture, such as `function.method`.
    pub class: &'q str,
    /// Whether the part is the name of a symbol where that is defined.
    pub is_declaration: bool,
}

/// Returns the coloured parts of the text in order; none overlaps another. Lexemes about which
/// neither queries nor lex rules say anything are left out.
pub fn colours<'q>(program: &Program, queries: &'q Queries) -> Vec<Coloured<'q>> {
    let language = program.language();
    let mut names: Vec<Span> =
        symbols(program, queries).iter().map(|symbol| symbol.name_span).collect();
    names.sort_by_key(|name| (name.start(), name.end()));
    let mut names = names.into_iter().peekable();
    let mut classes: HashMap<TokenId, Option<&'static str>> = HashMap::new();
    let has_names = language.named_trivia().next().is_some();
    let is_comment = |leaf: SyntaxNode<'_>| !has_names || leaf.trivia_name() == Some("comment");
    let mut captured = captured(program, queries).into_iter().peekable();
    let mut found: Vec<Coloured<'q>> = Vec::new();
    // The captured nodes around the place, each with where it ends.
    let mut open: Vec<(usize, &'q str)> = Vec::new();
    for leaf in program.tree().root().leaves() {
        let mut span = leaf.span();
        if leaf.kind() == SyntaxKind::Trivia {
            span = trimmed(program.text(), span);
        }
        if span.is_empty() {
            continue;
        }
        while open.last().is_some_and(|(end, _)| *end <= span.start()) {
            open.pop();
        }
        while let Some((around, class)) = captured.next_if(|(one, _)| one.start() <= span.start()) {
            if around.end() > span.start() {
                open.push((around.end(), class));
            }
        }
        let class = match (open.last(), leaf.kind()) {
            (Some((_, class)), _) => Some(*class),
            (None, SyntaxKind::Token(token)) => {
                *classes.entry(token).or_insert_with(|| language.class(token).name())
            }
            (None, SyntaxKind::Trivia) if is_comment(leaf) => Some("comment"),
            (None, _) => None,
        };
        while names.next_if(|name| name.start() < span.start()).is_some() {}
        let is_declaration = names.peek() == Some(&span);
        found.extend(class.map(|class| Coloured { span, class, is_declaration }));
    }
    found
}

/// Returns the places that `highlights` captures with their classes: outer nodes before those in
/// them, each place once.
fn captured<'q>(program: &Program, queries: &'q Queries) -> Vec<(Span, &'q str)> {
    let root = program.tree().root();
    let found = queries.captures(QueryFile::Highlights, root);
    let mut places: Vec<(Span, &'q str)> = Vec::new();
    for Capture { node, name } in found {
        if name.starts_with('_') || node.span().is_empty() {
            continue;
        }
        match places.last_mut() {
            // A later pattern, or a node within one of its length.
            Some((span, class)) if *span == node.span() => *class = name,
            _ => places.push((node.span(), name)),
        }
    }
    let key = |place: Span| (place.start(), usize::MAX - place.end());
    let class_at = |place: Span| {
        let found = places.binary_search_by_key(&key(place), |(one, _)| key(*one)).ok();
        found.map(|at| places[at].1)
    };
    let uses = definitions(program, queries);
    let of_use = |(at, (span, class)): (usize, &(Span, &'q str))| {
        let is_variable = class.split('.').next() == Some("variable");
        Some((at, class_at(*uses.get(span).filter(|_| is_variable)?)?))
    };
    let of_uses: Vec<(usize, &'q str)> = places.iter().enumerate().filter_map(of_use).collect();
    for (at, class) in of_uses {
        places[at].1 = class;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{super::tests::program, *};

    fn coloured(name: &str, text: &str) -> String {
        let (program, queries) = program(name, text);
        let found = colours(&program, &queries);
        assert!(found.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start()));
        let words = found
            .iter()
            .filter(|one| !one.class.starts_with("punctuation") && one.class != "operator");
        let word = |one: &Coloured<'_>| {
            let definition = if one.is_declaration { "!" } else { "" };
            format!("{}{definition} {}", one.span.text(text), one.class)
        };
        words.map(word).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn words_have_the_classes_that_they_have_for_people() {
        for (name, text, expected) in [
            (
                "java7",
                "class A { int x = B.CC + y.z; void g() { h(x); c.d(); } }",
                "class keyword, A! type, int type.builtin, x! property, B type, CC constant, y variable, z property, \
                 void type.builtin, g! function.method, h function.method.call, x property, c variable, d function.method.call",
            ),
            (
                "java7",
                "/** d */ @Test class A<T> { java.util.Map<T, B[]> f(final C c) throws D { return (E) c; } }",
                "/** d */ comment, @ attribute, Test attribute, class keyword, A! type, T type, java module, util module, \
                 Map type, T type, B type, f! function.method, final keyword.modifier, C type, c variable.parameter, \
                 throws keyword, D type, return keyword.return, E type, c variable.parameter",
            ),
            (
                "c11",
                "#define A\ntypedef int T; T *foo(int a) { L: return bar(a, b->c) + MAX; }",
                "#define A keyword.directive, typedef keyword, int type.builtin, T! type.definition, T type, \
                 foo! function, int type.builtin, a variable.parameter, L label, return keyword.return, \
                 bar function.call, a variable.parameter, b variable, c property, MAX constant",
            ),
            (
                "c11",
                "int x = 0x1 + 1.5e3 + 'a'; char *s = u8\"b\";",
                "int type.builtin, x! variable, 0x1 number, 1.5e3 number, 'a' string, char type.builtin, s! variable, u8\"b\" string",
            ),
            (
                "json",
                "{\"a\": [-1.5e3, 2, true, \"x\"]}",
                "\"a\"! property, -1.5e3 number, 2 number, true constant.builtin, \"x\" string",
            ),
            (
                "lua53",
                "function a.b:c(x) print(x, y.z, self) end -- c",
                "function keyword.function, a variable, b property, c function.method, x variable.parameter, \
                 print function.builtin, x variable.parameter, y variable, z property, self variable.builtin, \
                 end keyword.function, -- c comment",
            ),
            (
                "php73",
                "<?php # c\nfunction f(int $a) { return new B($a->b, g(C), D::e()); }",
                "# c comment, function keyword, f! function, int type.builtin, $a variable.parameter, return keyword.return, \
                 new keyword, B type, $a variable.parameter, b property, g function.call, C constant, D type, e function.method.call",
            ),
            ("calc", "1 + 2", "1 number, 2 number"),
        ] {
            assert_eq!(coloured(name, text), expected, "{text}");
        }
    }

    #[test]
    fn without_queries_lex_rules_suggest_colours() {
        let text = "local f = 1 .. \"é\" -- c";
        let (program, _) = program("lua53", text);
        let none = Queries::default();
        let found = colours(&program, &none);
        let shown: Vec<_> = found.iter().map(|one| (one.span.text(text), one.class)).collect();
        let expected = [
            ("local", "keyword"),
            ("=", "operator"),
            ("1", "number"),
            ("..", "operator"),
            ("\"é\"", "string"),
            ("-- c", "comment"),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_use_has_the_colour_of_its_nearest_definition() {
        let text = "local a = 1; function f(a) local g = function(b) return a + b end; return a, b end; return a";
        let (program, queries) = program("lua53", text);
        let found = colours(&program, &queries);
        let classes = |word: &str| -> Vec<&str> {
            let named = found.iter().filter(|one| one.span.text(text) == word);
            named.map(|one| one.class.rsplit('.').next().unwrap()).collect()
        };
        assert_eq!(classes("a"), ["variable", "parameter", "parameter", "parameter", "variable"]);
        assert_eq!(classes("b"), ["parameter", "parameter", "variable"]);
    }

    #[test]
    fn deep_texts_take_linear_time() {
        let depth = 100_000;
        let text = format!("{}1{}", "{\"a\":[".repeat(depth), "]}".repeat(depth));
        let (program, queries) = program("json", &text);
        assert_eq!(colours(&program, &queries).len(), 6 * depth + 1);
    }
}
