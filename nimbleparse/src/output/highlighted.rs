//! A text in colours: for a terminal, and as an HTML page.
//!
//! In: a text, and its parts in order with their classes: names of captures, such as
//! `function.method`. Out: all of the text, each part with the style of its class. A class without
//! a style has that of the class before its last `.`.

use std::fmt::Write as _;

use lrpar::visible;
use lrtable::Span;

use super::escape_html;

/// The style of a class.
struct Style {
    class: &'static str,
    /// Parameters of the terminal's `SGR` sequence.
    terminal: &'static str,
    /// Declarations of CSS on a light page and on a dark one.
    light: &'static str,
    dark: &'static str,
}

macro_rules! styles {
    ($($class:literal $terminal:literal $light:literal $dark:literal;)*) => {
        &[$(Style { class: $class, terminal: $terminal, light: $light, dark: $dark }),*]
    };
}

const STYLES: &[Style] = styles! {
    "attribute" "33" "color:#7a5200" "color:#d8b15e";
    "comment" "90" "color:#5f6670" "color:#98a1ad";
    "constant" "33" "color:#8a3c00" "color:#f0a868";
    "constructor" "36" "color:#00666b" "color:#6bcbd1";
    "function" "34" "color:#0047a8" "color:#82b4ff";
    "keyword" "35" "color:#8a1f8f" "color:#dd92e2";
    "label" "35" "color:#8a1f8f" "color:#dd92e2";
    "module" "36" "color:#00666b" "color:#6bcbd1";
    "number" "33" "color:#8a3c00" "color:#f0a868";
    "property" "" "color:#4d3d8f" "color:#b9aef0";
    "string" "32" "color:#1d6b24" "color:#85cf8c";
    "tag" "34" "color:#0047a8" "color:#82b4ff";
    "type" "36" "color:#00666b" "color:#6bcbd1";
    "variable.builtin" "31" "color:#a3243b" "color:#ff97a8";
    "variable.parameter" "" "font-style:italic" "font-style:italic";
};

fn style(class: &str) -> Option<&'static Style> {
    let mut class = class;
    loop {
        if let Some(found) = STYLES.iter().find(|style| style.class == class) {
            return Some(found);
        }
        class = class.rsplit_once('.')?.0;
    }
}

/// Returns `text` for a terminal, which obeys nothing in it but the colours of its parts.
pub fn for_terminal(text: &str, parts: &[(Span, &str)]) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    each(text, parts, |text, class| {
        let codes = class.and_then(style).map_or("", |style| style.terminal);
        // Colours end with the line, so that pagers can show any of them.
        for line in text.split_inclusive('\n') {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            let tabbed = line.split('\t').map(visible).collect::<Vec<_>>().join("\t");
            match codes.is_empty() || line.is_empty() {
                true => out.push_str(&tabbed),
                false => _ = write!(out, "\x1b[{codes}m{tabbed}\x1b[0m"),
            }
            out.push_str(end);
        }
    });
    out
}

/// Returns `text` as a page that loads nothing; its parts have their classes, `function.method` as
/// `class="function function-method"`.
pub fn page(title: &str, text: &str, parts: &[(Span, &str)]) -> String {
    let rules = |colours: fn(&Style) -> &str| -> String {
        let rule = |style: &Style| format!(".{}{{{}}}\n", dashed(style.class), colours(style));
        STYLES.iter().map(rule).collect()
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n\
         :root{{color-scheme:light dark}}\npre{{line-height:1.4;tab-size:4}}\n{}\
         @media (prefers-color-scheme:dark){{\n{}}}\n</style>\n<pre><code>",
        escape_html(title),
        rules(|style| style.light),
        rules(|style| style.dark)
    );
    each(text, parts, |text, class| match class {
        Some(class) => {
            let ends = class.match_indices('.').map(|(at, _)| at).chain([class.len()]);
            let classes: Vec<String> = ends.map(|end| dashed(&class[..end])).collect();
            let classes = escape_html(&classes.join(" "));
            let _ = write!(out, "<span class=\"{classes}\">{}</span>", escape_html(text));
        }
        None => out.push_str(&escape_html(text)),
    });
    out + "</code></pre>\n</html>\n"
}

/// Returns a class as CSS can name it.
fn dashed(class: &str) -> String {
    class.replace('.', "-")
}

/// Calls `write` with each part of `text` and each text between parts.
fn each<'a>(
    text: &'a str,
    parts: &[(Span, &'a str)],
    mut write: impl FnMut(&'a str, Option<&'a str>),
) {
    let mut done = 0;
    for (span, class) in parts {
        if done < span.start() {
            write(&text[done..span.start()], None);
        }
        write(span.text(text), Some(class));
        done = span.end();
    }
    write(&text[done..], None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_text_is_there_and_nothing_in_it_is_obeyed() {
        let text = "a <b>\n\t/* \x1b[31m\n*/&c";
        let parts = [
            (Span::new(0, 1), "keyword.return"),
            (Span::new(2, 3), "nothing"),
            (Span::new(7, 18), "comment"),
        ];
        assert_eq!(
            for_terminal(text, &parts),
            "\x1b[35ma\x1b[0m <b>\n\t\x1b[90m/* \\u{1b}[31m\x1b[0m\n\x1b[90m*/\x1b[0m&c"
        );
        let page = page("<t>", text, &parts);
        let (head, body) = page.split_once("<pre><code>").unwrap();
        assert!(head.contains("<title>&lt;t&gt;</title>") && head.contains(".comment{color:"));
        assert!(
            body.starts_with(
                "<span class=\"keyword keyword-return\">a</span> <span class=\"nothing\">&lt;</span>b&gt;\n\t<span class=\"comment\">/*"
            ) && body.ends_with("\n*/</span>&amp;c</code></pre>\n</html>\n"),
            "{body}"
        );
        assert!(!page.contains("http") && !page.contains("src="));
    }
}
