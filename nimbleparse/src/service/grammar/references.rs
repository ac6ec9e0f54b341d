//! Names in a Yacc file and its lex file: definition, references, renaming.
//!
//! A renaming is checked by reading the result: it must be equal in grammar and lexer except for
//! the name. Cost: finding all places, and for a renaming building the table.

use lrlex::LexerDef as _;
use lrpar::{TextEdit, apply_edits};
use lrtable::{Span, grammar::Rule};

use super::{
    action_names, lex_names,
    occurrences::{NameKind, Occurrence, is_identifier, occurrences},
};
use crate::{
    Error, ErrorKind,
    language::{Part, Specification},
};

/// Returns all places of names of rules and tokens, and of names that only the lex file has.
pub fn all(specification: &Specification) -> Vec<Occurrence> {
    let mut list = occurrences(specification);
    list.extend(lex_names::occurrences(specification));
    list
}

/// Returns the name at byte `at` of a file; `None` if there is none.
pub fn name_at(specification: &Specification, part: Part, at: usize) -> Option<Occurrence> {
    let is_at =
        |one: &Occurrence| one.part == part && one.span.start() <= at && at <= one.span.end();
    all(specification).into_iter().find(is_at)
}

/// Returns all places of the name at byte `at` of a file.
pub fn references(specification: &Specification, part: Part, at: usize) -> Vec<Occurrence> {
    let all = all(specification);
    let is_at =
        |one: &&Occurrence| one.part == part && one.span.start() <= at && at <= one.span.end();
    let Some(Occurrence { kind, name, .. }) = all.iter().find(is_at).cloned() else {
        return Vec::new();
    };
    all.into_iter().filter(|one| one.kind == kind && one.name == name).collect()
}

/// Returns the edits, in both files, that rename the name at byte `at` of a file.
///
/// # Errors
///
/// One line on why the name cannot be changed to `new`.
pub fn rename(
    specification: &Specification,
    (part, at): (Part, usize),
    new: &str,
) -> Result<Vec<(Part, TextEdit)>, Error> {
    let no = |why: String| Err(Error::new(ErrorKind::Impossible, why));
    let places = references(specification, part, at);
    let Some(Occurrence { kind, name: old, .. }) = places.first().cloned() else {
        return no("there is no name here that can be changed".to_owned());
    };
    let is_plain = is_identifier(new);
    let fits = |one: &Occurrence| {
        let is_quoted = specification.text(one.part)[..one.span.start()].ends_with(['"', '\'']);
        is_plain || (is_quoted && !new.is_empty() && !new.contains(['"', '\'', '\\', '\n', '\r']))
    };
    if !places.iter().all(fits) {
        return no(format!("'{}' is no name: write letters, digits and '_'", new.escape_debug()));
    }
    let is_taken = |one: &Occurrence| {
        let is_rival = one.kind == kind || is_inside(specification, kind, one);
        is_rival && one.name == new
    };
    if new != old && all(specification).iter().any(is_taken) {
        return no(format!("there is a '{new}' already: choose another name"));
    }
    let edits: Vec<(Part, TextEdit)> = places
        .iter()
        .map(|one| (one.part, TextEdit { span: one.span, text: new.to_owned() }))
        .collect();
    let of = |part: Part| {
        let own = edits.iter().filter(|(of, _)| *of == part).map(|(_, edit)| edit.clone());
        let own: Vec<TextEdit> = own.collect();
        specification.has(part).then(|| apply_edits(specification.text(part), &own))
    };
    let (grammar, lexer) = (of(Part::Grammar), of(Part::Lexer));
    let renamed = Specification::until(grammar, lexer, specification.stop.clone());
    match is_renamed(specification, &renamed, kind, (&old, new)) {
        true => Ok(edits),
        false => no(format!("'{old}' also stands where it cannot be renamed: rename it by hand")),
    }
}

/// Returns whether a place is in the production of a label, or the rule of a parameter, where names
/// of symbols are names of values as well.
fn is_inside(specification: &Specification, label: NameKind, place: &Occurrence) -> bool {
    let holds = |span: Span| span.start() <= place.span.start() && place.span.end() <= span.end();
    let ast = &specification.ast;
    let is_own = match label {
        NameKind::Label(start) => {
            let mut all = ast.rules.iter().flat_map(|rule| &rule.productions);
            all.any(|one| one.span.start() == start && holds(one.span))
        }
        NameKind::Parameter(start) => {
            let own = ast.rules.iter().find(|rule| rule.name.span.start() == start);
            own.is_some_and(|rule| rule.productions.iter().any(|one| holds(one.span)))
        }
        _ => false,
    };
    place.part == Part::Grammar && is_own
}

/// Returns the element that each name in an action means, in the order of the text.
fn meanings(specification: &Specification) -> Vec<usize> {
    let ast = &specification.ast;
    let productions = ast.rules.iter().flat_map(|rule| &rule.productions);
    let found = productions.flat_map(|production| action_names::references(ast, production));
    found.map(|reference| reference.element).collect()
}

/// Returns whether both are equal in grammar, lexer, actions and diagnostics.
pub(super) fn is_same(before: &Specification, after: &Specification) -> bool {
    let texts = |specification: &Specification| -> Vec<String> {
        action_names::codes(&specification.ast).map(|code| code.text.clone()).collect()
    };
    is_renamed(before, after, NameKind::Symbol, ("", "")) && texts(before) == texts(after)
}

/// Returns whether the second is the first except for a name.
fn is_renamed(
    before: &Specification,
    after: &Specification,
    kind: NameKind,
    (old, new): (&str, &str),
) -> bool {
    let of = |own: NameKind| {
        move |name: &str| if own == kind && name == old { new.to_owned() } else { name.to_owned() }
    };
    let regex = |text: &str| match kind {
        NameKind::Definition => text.replace(&format!("{{{old}}}"), &format!("{{{new}}}")),
        _ => text.to_owned(),
    };
    let same = |name: &str| name.to_owned();
    of_grammar(before, &of(NameKind::Symbol)) == of_grammar(after, &same)
        && of_lexer(before, [&of(NameKind::Symbol), &of(NameKind::StartState), &regex])
            == of_lexer(after, [&same, &same, &same])
        && before.diagnostics().len() == after.diagnostics().len()
        && meanings(before) == meanings(after)
}

type Map<'m> = &'m dyn Fn(&str) -> String;

/// Returns everything that names and productions of a grammar determine, with names mapped.
fn of_grammar(specification: &Specification, name: Map<'_>) -> Option<impl PartialEq + use<>> {
    let grammar = specification.grammar()?;
    // The names of instances are texts that hold other names.
    let written =
        |rule: &Rule| if rule.origin.is_some() { String::new() } else { name(&rule.name) };
    let rules: Vec<String> = grammar.rules().iter().map(written).collect();
    let tokens: Vec<String> = grammar.tokens().iter().map(|token| name(&token.name)).collect();
    let productions = grammar.productions().iter().map(|production| production.symbols.clone());
    Some((rules, tokens, productions.collect::<Vec<_>>()))
}

/// Returns everything of a lexer, with the names of tokens and of start states and the regexes
/// mapped.
fn of_lexer(
    specification: &Specification,
    [token, state, regex]: [Map<'_>; 3],
) -> Option<impl PartialEq + use<>> {
    let lexer = specification.lexer()?;
    let rules = lexer.iter_rules().map(|rule| {
        let target = rule.target_state().map(|(to, how)| (to, format!("{how:?}")));
        let (name, text) = (rule.name().map(token), regex(rule.re_str()));
        (name, text, rule.start_states().to_vec(), target)
    });
    let states = lexer.iter_start_states().map(|one| (state(one.name()), one.exclusive()));
    Some((rules.collect::<Vec<_>>(), states.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{builtin, language};

    #[test]
    fn a_parameter_is_a_name_of_its_rule_and_names_in_calls_can_change() {
        let grammar = "%grmtools{yacckind: Grmtools}\n%%\nS -> u8: one(X) list(X) { 1 };\none(X) -> X: a=X { $a } | (X 'b') { $1.0 };\nX -> u8: 'x' { 2 };";
        let spec = Specification::new(Some(grammar.to_owned()), None);
        let renamed = |at: &str, new: &str| {
            let at = grammar.find(at).unwrap() + 4;
            let edits = rename(&spec, (Part::Grammar, at), new).unwrap();
            let edits: Vec<TextEdit> = edits.into_iter().map(|(_, edit)| edit).collect();
            apply_edits(grammar, &edits)
        };
        let of_parameter = renamed("one(X) ->", "Y");
        assert!(
            of_parameter.contains("one(Y) -> Y: a=Y { $a } | (Y 'b') { $1.0 };"),
            "{of_parameter}"
        );
        assert!(of_parameter.contains("S -> u8: one(X) list(X)"));
        let of_rule = renamed("one(X) list", "Z");
        assert!(
            of_rule.contains("one(Z) list(Z)") && of_rule.contains("Z -> u8: 'x'"),
            "{of_rule}"
        );
        assert!(of_rule.contains("one(X) -> X: a=X"));
    }

    #[test]
    fn a_token_has_its_places_in_directives_of_layout() {
        let grammar = "%%\nS: 'ID' 'NL' 'IN' 'ID' 'NL' 'DE' | '(' ')';";
        let lexer = "%indentation NL IN DE\n%suspend '(' ')'\n%context ID\n%%\n[a-z] 'ID'\n\\n 'NL'\n\\( '('\n\\) ')'\n";
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        for (name, new, in_grammar, in_lexer) in
            [("IN", "IND", 1, 1), ("NL", "N", 2, 2), ("ID", "X", 2, 2)]
        {
            let edits = rename(&spec, (Part::Grammar, grammar.find(name).unwrap()), new).unwrap();
            let count = |of: Part| edits.iter().filter(|(part, _)| *part == of).count();
            assert_eq!(
                (count(Part::Grammar), count(Part::Lexer)),
                (in_grammar, in_lexer),
                "{name}"
            );
        }
        let places = references(&spec, Part::Lexer, lexer.find('(').unwrap());
        assert_eq!(places.iter().filter(|one| one.part == Part::Lexer).count(), 2);
    }

    #[test]
    fn a_token_has_its_places_in_both_files() {
        let grammar = "%token INT\n%type <x> S INT\n%left INT\n%epp INT \"INT\"\n%start S\n%%\nS: INT 'x' S | ;";
        let lexer = "%%\n[0-9]+ \"INT\"\n";
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        let at = grammar.find("INT 'x'").unwrap();
        let places = references(&spec, Part::Grammar, at + 1);
        let count = |part: Part| places.iter().filter(|one| one.part == part).count();
        assert_eq!((count(Part::Grammar), count(Part::Lexer)), (5, 1));
        assert!(places.iter().all(|one| one.span.text(spec.text(one.part)) == "INT"));
        let edits = rename(&spec, (Part::Lexer, lexer.find("INT").unwrap()), "NUMBER").unwrap();
        let own = edits.iter().filter(|(part, _)| *part == Part::Grammar);
        let own: Vec<TextEdit> = own.map(|(_, edit)| edit.clone()).collect();
        let renamed = apply_edits(grammar, &own);
        assert_eq!(renamed.matches("NUMBER").count(), 5);
        assert!(renamed.contains("%epp NUMBER \"INT\""));
        let grmtools =
            "%grmtools{yacckind: Grmtools}\n%%\nS -> u8: 'INT' T { $T + \"$T\" };\nT -> u8: { 1 };";
        let spec = Specification::new(Some(grmtools.to_owned()), Some(lexer.to_owned()));
        let edits = rename(&spec, (Part::Grammar, grmtools.find("T ->").unwrap()), "U").unwrap();
        let edits: Vec<TextEdit> = edits.into_iter().map(|(_, edit)| edit).collect();
        assert!(apply_edits(grmtools, &edits).contains("'INT' U { $U + \"$T\" };\nU ->"));
        let labelled = "%grmtools{yacckind: Grmtools}\n%%\nS -> u8: T[left] 'INT' T[right] { $left + $[right] + $3 } | T[left] { $left };\nT -> u8: { 1 };";
        let spec = Specification::new(Some(labelled.to_owned()), None);
        let left = labelled.find("left").unwrap();
        assert_eq!(references(&spec, Part::Grammar, left).len(), 2);
        let edits = rename(&spec, (Part::Grammar, left), "first").unwrap();
        let edits: Vec<TextEdit> = edits.into_iter().map(|(_, edit)| edit).collect();
        let (renamed, rest) =
            (apply_edits(labelled, &edits), "'INT' T[right] { $first + $[right] + $3 }");
        assert!(renamed.contains(&format!("T[first] {rest} | T[left]")), "{renamed}");
        for taken in ["right", "T"] {
            let wrong = rename(&spec, (Part::Grammar, left), taken).unwrap_err().to_string();
            assert!(wrong.contains("already"), "{wrong}");
        }
        let bison = "%%\ne: e[l] '+' e[r] { $$ = $l + $<num>[r]; @$ = @l; } | 'x';";
        let spec = Specification::new(Some(bison.to_owned()), None);
        let edits = rename(&spec, (Part::Grammar, bison.find("l]").unwrap()), "left").unwrap();
        let edits: Vec<TextEdit> = edits.into_iter().map(|(_, edit)| edit).collect();
        assert!(
            apply_edits(bison, &edits)
                .contains("e[left] '+' e[r] { $$ = $left + $<num>[r]; @$ = @left; }")
        );
        let spec = Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()));
        // To Yacc this literal is another token, whose name would change too.
        let both = "%token INT\n%%\nS: INT 'INT';";
        let clash = Specification::new(Some(both.to_owned()), None);
        let at_int = both.find("INT").unwrap();
        assert_eq!(references(&clash, Part::Grammar, at_int).len(), 2);
        assert!(
            rename(&clash, (Part::Grammar, at_int), "X").unwrap_err().message().contains("by hand")
        );
        for (new, why) in [("S", "already"), ("a b", "no name"), ("", "no name")] {
            let wrong = rename(&spec, (Part::Grammar, at), new).unwrap_err().to_string();
            assert!(wrong.contains(why), "{wrong}");
        }
    }

    /// The table is the oracle: it is the same but for the name.
    #[test]
    fn renaming_in_built_in_grammars_changes_nothing_but_the_name() {
        for (name, symbol) in
            [("java7", "IDENTIFIER"), ("json", "STRING"), ("lua53", "exp"), ("c11", "declarator")]
        {
            let files = builtin::named(name).unwrap();
            let spec = Specification::new(Some(files.yacc.into()), Some(files.lex.into()));
            let place = occurrences(&spec).into_iter().find(|one| one.name == symbol).unwrap();
            let new = "Entirely_new";
            let edits = rename(&spec, (place.part, place.span.start()), new).unwrap();
            let text = |part: Part| {
                let own = edits.iter().filter(|(of, _)| *of == part);
                let own: Vec<TextEdit> = own.map(|(_, edit)| edit.clone()).collect();
                apply_edits(spec.text(part), &own)
            };
            let renamed = Specification::new(Some(text(Part::Grammar)), Some(text(Part::Lexer)));
            assert_eq!(renamed.warnings().len(), spec.warnings().len(), "{name}");
            let dump = |language: &language::Language| {
                lrtable::dump::table(&language.table.grammar, &language.table.table)
            };
            let (before, after) =
                (dump(spec.language().unwrap()), dump(renamed.language().unwrap()));
            assert_eq!(after.matches(new).count() > 0, before.matches(symbol).count() > 0);
            // Word by word, the one is the other with the new name.
            let words = |text: &str| -> Vec<String> {
                text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .map(str::to_owned)
                    .collect()
            };
            let (before, after) = (words(&before), words(&after));
            assert_eq!(before.len(), after.len(), "{name}");
            for (a, b) in before.iter().zip(&after) {
                assert!(a == b || (a == symbol && b == new), "{name}: {a} {b}");
            }
        }
    }
}
