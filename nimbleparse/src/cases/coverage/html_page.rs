//! Coverage as an HTML page: the grammar and the lex file with used and unused parts in colours.

use std::fmt::Write as _;

use lrtable::Span;

use super::Coverage;
use crate::output::escape_html as escape;

/// Returns the page for the sections of all languages. It loads nothing from elsewhere.
pub fn page(sections: &[String]) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Coverage</title>\n<style>body{{font-family:sans-serif}}\
         pre{{line-height:1.4}}.used{{background:#d2f0d2}}.unused{{background:#f7c6c6}}td,th{{text-align:left;padding:0 1em 0 0}}\
         </style>\n{}</html>\n",
        sections.concat()
    )
}

/// Returns the section of one language, with its Yacc and lex file.
pub fn section(coverage: &Coverage<'_>, name: &str, grammar: &str, lexer: &str) -> String {
    let mut out =
        format!("<h1>{}</h1>\n<table><tr><th>what<th>used<th>of<th>%</tr>\n", escape(name));
    let parts = coverage.parts();
    for part in &parts {
        let (used, percent) = (part.total - part.unused.len(), part.percent());
        let _ =
            writeln!(out, "<tr><td>{}<td>{used}<td>{}<td>{percent:.1}</tr>", part.what, part.total);
    }
    out.push_str("</table>\n<h2>Grammar</h2>\n");
    let mut spans: Vec<(Span, bool)> = Vec::new();
    for prod in coverage.usable() {
        let span = coverage.language.table.grammar.production(prod).span;
        spans.push((span, coverage.prods.contains(&prod)));
    }
    out.push_str(&coloured(grammar, spans));
    if let Some(rules) = &coverage.rules {
        out.push_str("<h2>Lexer</h2>\n");
        let mut starts = vec![0];
        starts.extend(lexer.match_indices('\n').map(|(at, _)| at + 1));
        starts.push(lexer.len() + 1);
        let span = |line: usize| Span::new(starts[line - 1], starts[line] - 1);
        let is_used = |rule: usize| coverage.lexer_rules.contains(&rule);
        let lines = rules.lines().enumerate().map(|(rule, line)| (span(line), is_used(rule)));
        out.push_str(&coloured(lexer, lines.collect()));
    }
    for part in parts.iter().filter(|part| !part.unused.is_empty()) {
        let _ = writeln!(out, "<h2>Unused {}</h2>\n<ul>", part.what);
        out.extend(part.unused.iter().map(|name| format!("<li><code>{}</code>\n", escape(name))));
        out.push_str("</ul>\n");
    }
    out
}

/// Returns a text with coloured spans; of overlapping spans the first counts.
fn coloured(text: &str, mut spans: Vec<(Span, bool)>) -> String {
    spans.sort_by_key(|(span, used)| (span.start(), span.end(), *used));
    let mut out = String::from("<pre>");
    let mut done = 0;
    for (span, used) in spans {
        let inside = text.get(done..span.start()).zip(text.get(span.start()..span.end()));
        let Some((before, within)) = inside.filter(|_| span.start() >= done) else { continue };
        let class = if used { "used" } else { "unused" };
        let within = escape(within);
        let _ = write!(out, "{}<span class=\"{class}\">{within}</span>", escape(before));
        done = span.end();
    }
    out + &escape(&text[done..]) + "</pre>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Specification;

    #[test]
    fn used_and_unused_productions_and_rules_have_colours() {
        let lexer = "%%\na 'A'\n\\< '<'\n";
        let grammar = "%%\nS: 'A' | '<';\n";
        let read = Specification::new(Some(grammar.into()), Some(lexer.into()));
        let mut coverage = Coverage::new(read.language().unwrap(), lexer);
        coverage.add("a");
        let page = page(&[section(&coverage, "a & b", grammar, lexer)]);
        for part in [
            "<h1>a &amp; b</h1>",
            "<span class=\"used\">'A'</span> | <span class=\"unused\">'&lt;'</span>;",
            "<span class=\"used\">a 'A'</span>\n<span class=\"unused\">\\&lt; '&lt;'</span>\n",
            "<tr><td>productions<td>1<td>2<td>50.0</tr>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("http") && !page.contains("src="));
    }
}
