//! Finds which rules of a lex file match in a text, and in which start states.
//!
//! A lexer does not return which of several rules made a lexeme, nor which rule skipped a text. So
//! the file is read again with a distinct name for each rule; directives that name tokens are left
//! out, since they change lexemes only after rules have matched.

use std::collections::HashMap;

use lrlex::{LAYOUT_DIRECTIVES, LRNonStreamingLexerDef, LexerDef as _, Rule, StartStateOperation};
use lrpar::{Lexeme as _, Lexer as _};
use lrtable::NewlineCache;

use crate::language::{Types, read_lexer_alone};

/// A lex file with a distinct name for each rule.
pub(super) struct Rules {
    lexerdef: LRNonStreamingLexerDef<Types>,
    /// The line in the file and the text of each rule, by the rule's number.
    lines: Vec<(usize, String)>,
}

impl Rules {
    /// Makes the rules; `None` if the file cannot be read, or its rules cannot be given distinct
    /// names.
    pub(super) fn new(text: &str) -> Option<Rules> {
        let (read, _) = read_lexer_alone(text);
        let read = read?;
        let cache = NewlineCache::of(text);
        let mut places: Vec<(usize, usize, bool)> = Vec::new();
        // Rules that directives make are not rules of the file, and are left out below.
        let is_written = |rule: &&Rule<u32>| rule.unfinished().is_none() && !rule.is_made();
        for rule in read.iter_rules().filter(is_written) {
            let span = rule.name_span();
            places.push(match rule.name() {
                Some(_) if span.is_empty() => return None,
                Some(_) => (span.start(), span.end(), true),
                None => skipped(text, span.start()).map(|at| (at, at + 1, false))?,
            });
        }
        // Rules with `|` share the action of the last of them.
        places.sort_unstable();
        places.dedup();
        let mut named = String::new();
        let mut lines = Vec::new();
        let mut done = 0;
        for (nth, &(start, end, is_named)) in places.iter().enumerate() {
            named.push_str(text.get(done..start)?);
            let name = format!("rule_{nth}");
            named.push_str(&if is_named { name } else { format!("\"{name}\"") });
            done = end;
            let line = cache.byte_to_line_num(start)?;
            lines.push((line, text.lines().nth(line - 1)?.trim().to_string()));
        }
        named.push_str(&text[done..]);
        let directives = ["%reclassify", "%unfinished"].into_iter().chain(LAYOUT_DIRECTIVES);
        let is_directive = |line: &str| directives.clone().any(|name| line.starts_with(name));
        let without_directives =
            named.split_inclusive('\n').map(|line| if is_directive(line) { "\n" } else { line });
        let named: String = without_directives.collect();
        let (again, _) = read_lexer_alone(&named);
        let mut lexerdef = again?;
        let names: Vec<String> = (0..lines.len()).map(|nth| format!("rule_{nth}")).collect();
        let ids: HashMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        let (missing, unknown) = lexerdef.set_rule_ids(&ids);
        (missing.is_none() && unknown.is_none()).then_some(Rules { lexerdef, lines })
    }

    /// Calls `see` with each rule that matches in `text`, and the start state there.
    pub(super) fn matched(&self, text: &str, mut see: impl FnMut(usize, usize)) {
        let mut targets = vec![None; self.lines.len()];
        for rule in self.lexerdef.iter_rules() {
            if let Some(id) = rule.tok_id() {
                targets[id as usize] = rule.target_state();
            }
        }
        let mut stack = vec![0];
        let lexer = self.lexerdef.lexer(text);
        for lexeme in lexer.iter().flatten() {
            let rule = lexeme.tok_id() as usize;
            see(rule, *stack.last().unwrap_or(&0));
            match targets.get(rule).copied().flatten() {
                Some((state, StartStateOperation::ReplaceStack)) => stack = vec![state],
                Some((state, StartStateOperation::ReplaceTop)) => {
                    stack.pop();
                    stack.push(state);
                }
                Some((state, StartStateOperation::Push)) => stack.push(state),
                Some((_, StartStateOperation::Pop)) => drop(stack.pop()),
                None => {}
            }
            if stack.is_empty() {
                stack.push(0);
            }
        }
    }

    /// Returns the rules, each with its line and its text.
    pub(super) fn groups(&self) -> impl Iterator<Item = (usize, String)> {
        let lines = self.lines.iter().enumerate();
        lines.map(|(rule, (line, text))| (rule, format!("{line}: {text}")))
    }

    /// Returns the line of each rule.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().map(|(line, _)| *line)
    }

    /// Returns the names of the start states.
    pub(super) fn start_states(&self) -> Vec<String> {
        self.lexerdef.iter_start_states().map(|state| state.name().to_string()).collect()
    }
}

/// Returns the byte of the `;` by which a rule skips its text.
fn skipped(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let at = match rest.strip_prefix('<') {
        Some(state) => from + 1 + state.find('>')? + 1,
        None => from,
    };
    text.get(at..)?.starts_with(';').then_some(at)
}
