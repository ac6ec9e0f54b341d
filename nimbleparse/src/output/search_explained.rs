//! Explains what the search did at each error: as a table, and as a graph like the paper's
//! Figure 9.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lrlex::DefaultLexeme;
use lrpar::{
    Lexeme, NonStreamingLexer, ParseError,
    edit::Editor,
    recovery::{Ending, Repair, Role, SearchTrace, TraceNode},
    visible,
};
use lrtable::TIdx;

use crate::{
    language::{Language, Parsed},
    limits::{BOX_TEXT, SHOWN_NODES},
};

/// Writes, for each of the first `most` errors, what the phases of its search did.
pub fn write_phases(out: &mut impl Write, parsed: &Parsed<'_>, most: usize) -> io::Result<()> {
    for location in parsed.locations().take(most) {
        let Some(error) = location.parse else { continue };
        write_error(out, parsed, error)?;
    }
    Ok(())
}

fn write_error(
    out: &mut impl Write,
    parsed: &Parsed<'_>,
    error: &ParseError<DefaultLexeme<u32>, u32>,
) -> io::Result<()> {
    let ((line, column), _) = parsed.lexer.line_col(error.lexeme().span());
    let effort = error.effort();
    let cost = error.cost().map_or("none".to_string(), |cost| cost.to_string());
    writeln!(
        out,
        "Recovery at line {line} column {column}: {}, cost {cost}, lower bound {}, dearer {}, {} sequences, {} KiB, {:.3} ms",
        error.status().name(),
        error.lower_bound(),
        error.dearer().name(),
        error.repairs_total(),
        effort.bytes.div_ceil(1024),
        effort.time.as_secs_f64() * 1e3,
    )?;
    for phase in error.phases() {
        let ending = how_it_ended(phase.ending);
        writeln!(
            out,
            "   {:<10} {:>8} configurations {:>9} work {:>6} successes  cost {} {:<4} {:>9.3} ms  {ending}",
            phase.bound.name(),
            phase.configurations,
            phase.work,
            phase.successes,
            if phase.successes > 0 { "=" } else { "≥" },
            phase.cost,
            phase.time.as_secs_f64() * 1e3,
        )?;
    }
    Ok(())
}

/// Returns how a phase of a search ended, in words.
pub fn how_it_ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Complete => "complete",
        Ending::TooDear => "all dearer than they may be",
        Ending::Spent => "budget spent",
        Ending::Expanded => "goes on",
    }
}

/// Returns the search graph of the first error that has one, as SVG.
pub fn search_graph(parsed: &Parsed<'_>) -> Option<String> {
    let errors = parsed.locations().filter_map(|location| location.parse);
    let (error, trace) = errors.filter_map(|error| Some((error, error.trace()?))).next()?;
    let editor = Editor::new(&parsed.lexer);
    let text_at = |position: usize| match editor.span(position) {
        Some(span) => cut(span.text(parsed.text)),
        None => "$".to_string(),
    };
    Some(svg(parsed.language, &text_at, error.position(), trace))
}

/// Width and height of a box, in pixels.
const BOX: (usize, usize) = (150, 34);
/// Horizontal and vertical distance between boxes, in pixels.
const GAP: (usize, usize) = (16, 56);

fn svg(
    language: &Language,
    text_at: &dyn Fn(usize) -> String,
    start: usize,
    trace: &SearchTrace,
) -> String {
    let drawn = |node: &TraceNode| node.left.is_some();
    let shown = shown_nodes(trace, SHOWN_NODES, drawn);
    let layers = layers(trace, &shown);
    let widest = layers.iter().map(Vec::len).max().unwrap_or(1);
    let width = widest * (BOX.0 + GAP.0) + GAP.0;
    let height = layers.len() * (BOX.1 + GAP.1) + GAP.1;
    let mut place = vec![None; trace.nodes.len()];
    for (depth, layer) in layers.iter().enumerate() {
        let free = width - layer.len() * (BOX.0 + GAP.0) + GAP.0;
        for (at, node) in layer.iter().enumerate() {
            place[*node] =
                Some((free / 2 + at * (BOX.0 + GAP.0), GAP.1 / 2 + depth * (BOX.1 + GAP.1)));
        }
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <style>rect{{fill:#f4f4f4;stroke:#666}}.success{{fill:#fff0c2}}.kept{{fill:#d2f0d2;stroke:#2a7a2a;stroke-width:2}}\
         path{{fill:none;stroke:#888}}text{{fill:#111}}.edge{{fill:#35507a}}</style>\n"
    );
    for edge in &trace.edges {
        let (Some((x1, y1)), Some((x2, y2))) = (place[edge.from], place[edge.to]) else { continue };
        let (x1, y1, x2) = (x1 + BOX.0 / 2, y1 + BOX.1, x2 + BOX.0 / 2);
        let label = match edge.repair {
            Repair::Insert(token) => {
                let name = language.table.grammar.token_epp(TIdx(token.0));
                format!("insert {}", cut(name.unwrap_or("$")))
            }
            Repair::Delete => format!("delete {}", text_at(trace.nodes[edge.from].position)),
            Repair::Shift => format!("shift {}", text_at(trace.nodes[edge.from].position)),
        };
        let middle = (y1 + y2) / 2;
        let _ = writeln!(out, "<path d=\"M{x1} {y1}C{x1} {middle} {x2} {middle} {x2} {y2}\"/>");
        let _ = writeln!(
            out,
            "<text class=\"edge\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
            (x1 + 3 * x2) / 4,
            (y1 + 3 * y2) / 4,
            escape(&label)
        );
    }
    for (node, at) in trace.nodes.iter().zip(&place) {
        let Some((x, y)) = at else { continue };
        let class = match node.role {
            Role::Ordinary | Role::Waiting => "",
            Role::Success => " class=\"success\"",
            Role::Kept => " class=\"kept\"",
        };
        let states: Vec<String> = node.stack.iter().map(|state| state.0.to_string()).collect();
        let stack = format!("[{}{}]", if node.cut { "… " } else { "" }, states.join(" "));
        let rest = text_at(node.position);
        let _ = writeln!(
            out,
            "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
            BOX.0, BOX.1
        );
        for (line, text) in [stack, format!("cost {} · next {rest}", node.cost)].iter().enumerate()
        {
            let _ = writeln!(
                out,
                "<text text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
                x + BOX.0 / 2,
                y + 14 + 14 * line,
                escape(&cut(text))
            );
        }
    }
    let all = trace.nodes.iter().filter(|node| drawn(node)).count();
    let hidden = all - shown.iter().filter(|shown| **shown).count();
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\">error at lexeme {start} ({}); {hidden} configurations not shown</text>",
        GAP.0,
        height - 8,
        escape(&text_at(start)),
    );
    out.push_str("</svg>\n");
    out
}

/// Returns which configurations are drawn if at most `most` can be: those on ways to kept
/// successes, then those that `are_drawn`, in the order of the search.
pub fn shown_nodes(
    trace: &SearchTrace,
    most: usize,
    are_drawn: impl Fn(&TraceNode) -> bool,
) -> Vec<bool> {
    let mut shown = vec![false; trace.nodes.len()];
    let mut todo: Vec<usize> =
        (0..trace.nodes.len()).filter(|at| trace.nodes[*at].role == Role::Kept).collect();
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); trace.nodes.len()];
    for edge in &trace.edges {
        into[edge.to].push(edge.from);
    }
    let mut count = 0;
    while let Some(node) = todo.pop() {
        if count < most && !std::mem::replace(&mut shown[node], true) {
            count += 1;
            todo.extend(&into[node]);
        }
    }
    for (shown, node) in shown.iter_mut().zip(&trace.nodes) {
        if count < most && are_drawn(node) && !std::mem::replace(shown, true) {
            count += 1;
        }
    }
    shown
}

/// Returns the configurations that are drawn, by their distance from the first.
fn layers(trace: &SearchTrace, shown: &[bool]) -> Vec<Vec<usize>> {
    let mut outof: Vec<Vec<usize>> = vec![Vec::new(); trace.nodes.len()];
    for edge in &trace.edges {
        outof[edge.from].push(edge.to);
    }
    let mut seen = vec![false; trace.nodes.len()];
    let mut layers = Vec::new();
    let mut layer: Vec<usize> = (0..trace.nodes.len().min(1)).collect();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for node in &layer {
            seen[*node] = true;
        }
        for node in &layer {
            for to in &outof[*node] {
                if shown[*to] && !std::mem::replace(&mut seen[*to], true) {
                    next.push(*to);
                }
            }
        }
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers
}

/// Cuts a text to the room in a box; drops invisible characters and those that XML forbids.
fn cut(text: &str) -> String {
    let most = text.char_indices().nth(BOX_TEXT + 1).map_or(text.len(), |(at, _)| at);
    let text = visible(&text[..most].replace('\n', "⏎"));
    match text.char_indices().nth(BOX_TEXT - 1) {
        Some((end, _)) if text.chars().count() > BOX_TEXT => format!("{}…", &text[..end]),
        _ => text,
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_escaped_for_xml() {
        assert_eq!(escape(&cut("<a&b>]]>\u{1}\u{202e}\n")), r"&lt;a&amp;b&gt;]]&gt;\u{1}\u{202e}⏎");
        assert_eq!(cut(&"é".repeat(BOX_TEXT)), "é".repeat(BOX_TEXT));
        let long = format!("{}…", "é".repeat(BOX_TEXT - 1));
        assert_eq!(cut(&"é".repeat(1_000_000)), long);
    }
}
