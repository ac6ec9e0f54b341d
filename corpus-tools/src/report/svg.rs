//! Draws plots as SVG, for a page that defines the colours by class.

use std::fmt::Write as _;

use lrpar::visible;

use super::Figure;
use crate::stats::{histogram::Histogram, ratios::Ratio};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;
/// Start of the logarithmic axis of files.
const FEWEST: f64 = 0.6;

/// Escapes a text for HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    let text = visible(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Draws histograms over one axis, side by side in each bin, files on a logarithmic scale, with
/// their intervals.
pub(crate) fn histogram(figure: &Figure) -> String {
    let histograms = &figure.histograms;
    let Some(first) = histograms.first() else {
        return String::new();
    };
    let bins = first.bins.len().max(1);
    let most = histograms.iter().flat_map(|h| &h.bins).map(|bin| bin.high).fold(1.0, f64::max);
    let scale = LogScale { low: FEWEST, high: most * 1.25, start: HEIGHT - BOTTOM, end: TOP };
    let step = (WIDTH - LEFT - RIGHT) / bins as f64;
    let mut out = open(&figure.title, HEIGHT);
    for files in powers(FEWEST, most * 1.25) {
        rule(&mut out, LEFT, scale.at(files), WIDTH - RIGHT, scale.at(files));
        label(&mut out, LEFT - 8.0, scale.at(files) + 4.5, "end", &files.to_string());
    }
    for (at, histogram) in histograms.iter().enumerate() {
        let width = step * 0.9 / histograms.len() as f64;
        for (bin, files) in histogram.bins.iter().enumerate() {
            let x = LEFT + bin as f64 * step + step * 0.05 + at as f64 * width;
            if files.value > FEWEST {
                let y = scale.at(files.value);
                let _ = write!(
                    out,
                    "<rect class=\"s{at}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
                    HEIGHT - BOTTOM - y,
                    escape(&tip(figure, histogram, bin))
                );
            }
            if files.high > files.low {
                let (x, top) = (x + width / 2.0, scale.at(files.high));
                let bottom = scale.at(files.low.max(FEWEST));
                let _ = write!(out, "<path class=\"bar\" d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>");
            }
        }
    }
    rule(&mut out, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
    x_labels(&mut out, figure, first, step);
    label(&mut out, LEFT, 18.0, "start", "files (log scale)");
    legend(&mut out, histograms);
    out.push_str("</svg>");
    out
}

fn tip(figure: &Figure, histogram: &Histogram, bin: usize) -> String {
    let from = histogram.start + bin as f64 * histogram.width;
    let files = &histogram.bins[bin];
    let what = if figure.is_time {
        format!("{from:.0} to {:.0} ms", from + histogram.width)
    } else if histogram.width > 1.0 {
        format!("{from:.0} to {:.0} error locations", from + histogram.width - 1.0)
    } else {
        format!("{from:.0} error locations")
    };
    format!(
        "{}: {what}: {:.1} files ({:.0} to {:.0})",
        histogram.algorithm, files.value, files.low, files.high
    )
}

fn x_labels(out: &mut String, figure: &Figure, histogram: &Histogram, step: f64) {
    let (count, y) = (histogram.bins.len(), HEIGHT - BOTTOM + 18.0);
    if figure.is_time {
        for part in 0..=5 {
            let bins = count as f64 * f64::from(part) / 5.0;
            let seconds = bins * histogram.width / 1000.0;
            let text = if seconds == 0.0 { "0".to_string() } else { super::text::number(seconds) };
            label(out, LEFT + bins * step, y, "middle", &text);
        }
    } else {
        let every = count.div_ceil(10);
        for bin in (0..count).filter(|bin| *bin == 0 || (bin + 1) % every == 0) {
            let value = histogram.start + bin as f64 * histogram.width;
            label(out, LEFT + (bin as f64 + 0.5) * step, y, "middle", &format!("{value:.0}"));
        }
    }
    let what = match (figure.is_time, histogram.width > 1.0) {
        (true, _) => "time in recovery (s)".to_string(),
        (false, false) => "error locations".to_string(),
        (false, true) => format!("error locations, in steps of {:.0}", histogram.width),
    };
    label(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0, "middle", &what);
}

fn legend(out: &mut String, histograms: &[Histogram]) {
    let mut x = WIDTH - RIGHT;
    for (at, histogram) in histograms.iter().enumerate().rev() {
        label(out, x, 18.0, "end", &histogram.algorithm);
        x -= 6.9 * histogram.algorithm.len() as f64 + 16.0;
        let _ =
            write!(out, "<rect class=\"s{at}\" x=\"{x:.1}\" y=\"8\" width=\"11\" height=\"11\"/>");
        x -= 14.0;
    }
}

/// Draws ratios with their intervals over runs (thick) and over files (thin), on a logarithmic
/// scale around 1.
pub(crate) fn ratios(ratios: &[Ratio], base: &str) -> String {
    // Ratios beyond a hundred are in the table only.
    let shown: Vec<&Ratio> =
        ratios.iter().filter(|ratio| (0.01..=100.0).contains(&ratio.value)).collect();
    let (left, row) = (430.0, 24.0);
    let height = TOP + BOTTOM + row * shown.len() as f64;
    let ends = |f: fn(f64, f64) -> f64| {
        let ends = shown.iter().flat_map(|r| [r.value, r.runs.0, r.runs.1, r.files.0, r.files.1]);
        ends.filter(|end| end.is_finite() && *end > 0.0).fold(1.0, f)
    };
    let (low, high) = (ends(f64::min).max(0.01) / 1.2, ends(f64::max).min(100.0) * 1.2);
    let scale = LogScale { low, high, start: left, end: 960.0 - RIGHT };
    let mut out = format!(
        "<svg viewBox=\"0 0 960 {height:.0}\" role=\"img\" aria-label=\"Ratios with their intervals\">"
    );
    let ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
    for tick in ticks.into_iter().filter(|tick| (low..=high).contains(tick)) {
        rule(&mut out, scale.at(tick), TOP - 10.0, scale.at(tick), height - BOTTOM + 4.0);
        label(&mut out, scale.at(tick), height - BOTTOM + 20.0, "middle", &tick.to_string());
    }
    let _ = write!(
        out,
        "<path class=\"one\" d=\"M{:.1} {:.1}V{:.1}\"/>",
        scale.at(1.0),
        TOP - 10.0,
        height - BOTTOM + 4.0
    );
    for (at, ratio) in shown.iter().enumerate() {
        let y = TOP + row * (at as f64 + 0.4);
        label(
            &mut out,
            left - 12.0,
            y + 4.5,
            "end",
            ratio.name.trim_end_matches(&format!(" / {base}")),
        );
        let mut line = |class: &str, (a, b): (f64, f64)| {
            let (a, b) = (scale.at(a.max(low)), scale.at(b.min(high)));
            let _ = write!(out, "<path class=\"{class}\" d=\"M{a:.1} {y:.1}H{b:.1}\"/>");
        };
        line("thin", ratio.files);
        line("thick", ratio.runs);
        let _ = write!(
            out,
            "<circle class=\"s0\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\"><title>{}: {}</title></circle>",
            scale.at(ratio.value),
            escape(&ratio.name),
            super::text::number(ratio.value)
        );
    }
    label(
        &mut out,
        f64::midpoint(left, 960.0),
        height - 8.0,
        "middle",
        &format!("ratio to {base} (log scale)"),
    );
    out.push_str("</svg>");
    out
}

struct LogScale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl LogScale {
    fn at(&self, value: f64) -> f64 {
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        self.start + part * (self.end - self.start)
    }
}

fn powers(low: f64, high: f64) -> impl Iterator<Item = f64> {
    (0..18).map(|power| 10f64.powi(power)).filter(move |files| (low..=high).contains(files))
}

fn open(title: &str, height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">", escape(title))
}

fn rule(out: &mut String, x1: f64, y1: f64, x2: f64, y2: f64) {
    let _ = write!(out, "<path class=\"rule\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
}

fn label(out: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escape(text)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimbleparse::lab::intervals::Estimate;

    #[test]
    fn what_xml_does_not_allow_is_escaped() {
        let text = "<a b='\"&]]>\u{1}\t\u{202e}\u{ffff}";
        assert_eq!(escape(text), r"&lt;a b='&quot;&amp;]]&gt;\u{1}\t\u{202e}�");
    }

    #[test]
    fn bars_are_as_high_as_the_logarithm_of_their_files() {
        let bin = |value| Estimate { value, low: value, high: value };
        let figure = Figure {
            number: 13,
            title: "a & b".into(),
            is_time: false,
            histograms: vec![Histogram {
                algorithm: "cpctplus".into(),
                start: 1.0,
                width: 1.0,
                bins: vec![bin(100.0), bin(10.0), bin(0.0), bin(1.0)],
            }],
        };
        let svg = histogram(&figure);
        assert!(svg.contains("aria-label=\"a &amp; b\""));
        let heights: Vec<f64> = svg
            .split("<rect ")
            .filter_map(|rect| rect.split("height=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        let [hundred, ten, one, _legend] = heights[..] else { panic!("{heights:?}") };
        assert!(((hundred - ten) - (ten - one)).abs() < 0.3, "{heights:?}");
        assert!(!svg.contains("NaN"));
    }
}
