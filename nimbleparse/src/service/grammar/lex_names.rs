//! Names that only a lex file has: start states, and the definitions of regexes in its first
//! section.
//!
//! The reader keeps neither the places of start states in rules nor those of definitions, so both
//! are searched in the text: in `<…>` where a rule or its outcome begins, after `BEGIN`, and in
//! `{…}`. Only declared names count.

use std::collections::HashSet;

use lrlex::LexerDef as _;
use lrtable::Span;

use super::occurrences::{NameKind, Occurrence, Role, is_identifier};
use crate::language::{Part, Specification};

/// Returns all places of names of start states and definitions.
pub(super) fn occurrences(specification: &Specification) -> Vec<Occurrence> {
    let text = specification.text(Part::Lexer);
    let mut found = Found { text, list: Vec::new() };
    let mut definitions: HashSet<&str> = HashSet::new();
    let mut states: HashSet<&str> = HashSet::new();
    for state in specification.lexer().into_iter().flat_map(|lexer| lexer.iter_start_states()) {
        // INITIAL has no declaration.
        if state.name_span().text(text) == state.name() {
            states.insert(state.name_span().text(text));
            found.add(
                NameKind::StartState,
                state.name_span().start(),
                state.name().len(),
                Role::Definition,
            );
        }
    }
    let mut is_code = false;
    let mut in_rules = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        is_code = (is_code || words == "%{") && words != "%}";
        if words == "%%" && !is_code {
            in_rules = true;
        } else if !is_code {
            let first = line.split(char::is_whitespace).next().unwrap_or_default();
            if !in_rules && is_identifier(first) && words.len() > first.len() {
                definitions.insert(first);
                found.add(NameKind::Definition, start, first.len(), Role::Definition);
            }
            found.in_line(line, start, &definitions, &states, in_rules);
        }
        start += line.len();
    }
    found.list
}

struct Found<'t> {
    text: &'t str,
    list: Vec<Occurrence>,
}

impl Found<'_> {
    fn add(&mut self, kind: NameKind, start: usize, len: usize, role: Role) {
        let span = Span::new(start, start + len);
        let name = span.text(self.text).to_owned();
        self.list.push(Occurrence { kind, name, part: Part::Lexer, span, role });
    }

    /// Finds the references in a line that begins at byte `start`.
    fn in_line(
        &mut self,
        line: &str,
        start: usize,
        definitions: &HashSet<&str>,
        states: &HashSet<&str>,
        in_rules: bool,
    ) {
        for (open, _) in line.match_indices('{') {
            let rest = &line[open + 1..];
            let name = rest.split('}').next().filter(|name| definitions.contains(name));
            if let Some(name) = name {
                self.add(NameKind::Definition, start + open + 1, name.len(), Role::Reference);
            }
        }
        let outcome = line.trim_end().rfind([' ', '\t']).map_or(0, |blank| blank + 1);
        let places = if in_rules { &[0, outcome][..] } else { &[] };
        for open in places.iter().copied().filter(|at| line[*at..].starts_with('<')) {
            let Some(inside) = line[open + 1..].split('>').next() else { continue };
            let mut at = open + 1;
            for name in inside.split(',') {
                let bare = name.trim_start_matches(['+', '-']);
                if states.contains(bare) {
                    let begin = start + at + name.len() - bare.len();
                    self.add(NameKind::StartState, begin, bare.len(), Role::Reference);
                }
                at += name.len() + 1;
            }
        }
        for (at, begin) in line.match_indices("BEGIN").filter(|_| in_rules) {
            let rest = line[at + begin.len()..].trim_start_matches(['(', ' ']);
            let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if states.contains(&rest[..len]) {
                let begin = start + line.len() - rest.len();
                self.add(NameKind::StartState, begin, len, Role::Reference);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lrpar::{TextEdit, apply_edits};

    use super::*;
    use crate::{builtin, service::grammar::references};

    /// The oracle of each renaming: the lexer is the same but for the name.
    #[test]
    fn start_states_and_definitions_are_renamed_in_all_their_places() {
        let lex = "%x STR\nDIGIT [0-9]\n%%\n{DIGIT}+ 'INT'\n\\\" <+STR>;\n<STR>\\\" <-STR>;\n<STR,INITIAL>a{DIGIT} 'A'\n";
        let of = |name: &str| {
            let spec = Specification::new(None, Some(lex.to_owned()));
            let places = references::references(&spec, Part::Lexer, lex.find(name).unwrap());
            let edits =
                references::rename(&spec, (Part::Lexer, lex.find(name).unwrap()), "New").unwrap();
            let edits: Vec<TextEdit> = edits.into_iter().map(|(_, edit)| edit).collect();
            (places.len(), apply_edits(lex, &edits))
        };
        assert_eq!(of("STR"), (5, lex.replace("STR", "New")));
        assert_eq!(of("DIGIT"), (3, lex.replace("DIGIT", "New")));
        let php = builtin::named("php73").unwrap();
        let spec = Specification::new(Some(php.yacc.into()), Some(php.lex.into()));
        for name in ["HEREDOC", "LABEL"] {
            let at = references::all(&spec)
                .into_iter()
                .find(|one| one.name == name)
                .unwrap()
                .span
                .start();
            assert!(references::rename(&spec, (Part::Lexer, at), "New").unwrap().len() > 2);
        }
    }
}
