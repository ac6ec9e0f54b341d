//! Checks what must hold for the reports on a parse.

use lrlex::language::Types;
use lrpar::{LexParseError, Renderer, Reporter, report::GrammarLabels};

use crate::errors::Input;

/// Widths of terminals for which reports are rendered.
const WIDTHS: [usize; 2] = [20, 200];

/// Asserts that reports can be made and shown in any width, that their places lie in the text, and
/// that there are some if there are errors.
pub fn check_reports(input: &Input<'_>, start: usize, errors: &[LexParseError<u32, Types>]) {
    let text = &input.case.text;
    let labels = GrammarLabels::new(&input.language.grammar);
    let tables = input.language.table.tables();
    let reporter = Reporter::new(&tables, labels.labels(), input.lexer).start_rule(start);
    let mut count = 0;
    for report in reporter.reports(errors) {
        count += 1;
        assert!(text.get(report.primary.span.start()..report.primary.span.end()).is_some());
        for label in &report.secondary {
            assert!(text.get(label.span.start()..label.span.end()).is_some());
        }
        for width in WIDTHS {
            let renderer = Renderer::new("text", text).width(width);
            assert!(renderer.rich(&report).contains("text:"));
            assert_eq!(renderer.short(&report).lines().count(), 1);
        }
    }
    assert_eq!(count == 0, errors.is_empty());
}
