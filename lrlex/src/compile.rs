//! From the rules that were read to the automaton that matches them, and what is to be said of
//! them.

use lrtable::diagnostic::{Diagnostic, Severity};

use crate::{
    LexErrorKind,
    automaton::{self, Compiled, Conflict, MatchedBy, Shadowed, Tree, Trouble},
    limits,
    matcher::Tables,
    regex::{self, Budget, Refusal, Regex, Sets, Wrong},
    shared::Text,
    spec::{Flags, LexSpec, Pattern, ReadRule, StartStateOperation},
};

/// Compiles the rules of `spec`, and fills in the properties that their regexes tell; `None` if one
/// of them has an error. What is wrong is added to `diagnostics`.
pub(crate) fn compile(spec: &mut LexSpec, diagnostics: &mut Vec<Diagnostic>) -> Option<Tables> {
    let mut budget = Budget::new();
    let mut trees = Vec::with_capacity(spec.rules.len());
    for rule in &spec.rules {
        let regex = tree(&rule.pattern, spec, &mut budget, diagnostics);
        let context = rule.context.as_ref();
        let context = context.map(|context| tree(context, spec, &mut budget, diagnostics));
        if let Some(regex) = regex
            && context.as_ref().is_none_or(Option::is_some)
        {
            if regex.matches_empty() {
                let message = "this regex matches the empty text too, which is never a lexeme";
                let kind = LexErrorKind::MatchesEmpty;
                diagnostics.push(Diagnostic::warning(kind, message, rule.pattern.span));
            }
            trees.push(Tree { regex, context: context.flatten() });
        }
    }
    if trees.len() < spec.rules.len() {
        return None;
    }
    warn_of_delims(spec, &trees, diagnostics);
    let compiled = automaton::compile(spec, &trees, &budget.sets);
    let compiled = compiled.map_err(|trouble| diagnostics.push(too_large(spec, &trouble)));
    let Compiled { tables, hows, shadowed, longer, dangerous, conflicts } = compiled.ok()?;
    diagnostics.extend(shadowed.iter().filter_map(|shadowed| never_matches(spec, shadowed)));
    for rule in dangerous {
        let message = "dangerous trailing context: an end of what this rule matches can be the start of what must follow it, and there flex may cut the text elsewhere";
        let span = spec.rules[rule].pattern.span;
        diagnostics.push(Diagnostic::warning(LexErrorKind::UnlikeFlex, message, span));
    }
    let mut note = |kind: LexErrorKind, message: &str, rule: &ReadRule| {
        diagnostics.push(Diagnostic::note(kind, message, rule.pattern.span));
    };
    for (rule, how) in spec.rules.iter().zip(hows) {
        if matches!(how, MatchedBy::Alone | MatchedBy::ByProgram) {
            let message = "the automaton of this rule is too large: the rule is tried by itself, which is slower";
            note(LexErrorKind::TriedAlone, message, rule);
        }
    }
    for (rule, text) in longer {
        if spec.rules[rule].pattern.part {
            continue;
        }
        let message = format!(
            "the longest match of this rule counts, as in flex: in the dialect of grmtools it would not match all of '{}'",
            shown(&text)
        );
        note(LexErrorKind::LongestMatch, &message, &spec.rules[rule]);
    }
    diagnostics.extend(conflicts.iter().map(|conflict| both_match(spec, conflict)));
    describe(spec, &trees, &budget.sets);
    Some(tables)
}

/// Fills in what the regexes tell of the rules' texts, in the case in which they are written.
fn describe(spec: &mut LexSpec, trees: &[Tree], sets: &Sets) {
    let flags = Flags { case_insensitive: false, ..spec.flags.clone() };
    let mut budget = Budget::new();
    for (rule, tree) in spec.rules.iter_mut().zip(trees) {
        let mut set = |regex: &Regex, sets: &Sets| {
            rule.properties.only_text = regex.only_text(sets).map(Text::from);
            let ends = regex.ends(sets);
            rule.properties.ends = ends.map(|(open, close)| (open.into(), close.into()));
        };
        if !spec.flags.case_insensitive {
            set(&tree.regex, sets);
        } else if let Ok(regex) = regex::parse(&rule.pattern.text, &flags, &mut budget) {
            set(&regex, &budget.sets);
        }
        rule.properties.regex = std::mem::take(&mut rule.pattern.text).into();
    }
}

/// The tree of a regex, or an error.
fn tree(
    pattern: &Pattern,
    spec: &LexSpec,
    budget: &mut Budget,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Regex> {
    let parsed = regex::parse(&pattern.text, &spec.flags, budget);
    // What exceeds a limit that was set is an error, however small the automaton is.
    let limited = spec.flags.size_limit.is_some() || spec.flags.nest_limit.is_some();
    let wrong = match &parsed {
        Ok(_) if !limited || cfg!(not(feature = "regex")) => None,
        Ok(_) => regex::explain(&pattern.text, &spec.flags),
        Err(Refusal::Wrong) => Some(
            regex::explain(&pattern.text, &spec.flags)
                .unwrap_or_else(|| Wrong::invalid("it cannot be read", None)),
        ),
        Err(Refusal::Parts) => Some(Wrong::limit(format!(
            "the regexes of this file have more than {} parts: use fewer or shorter rules",
            limits::ALL_PARTS
        ))),
        Err(Refusal::Classes) => Some(Wrong::limit(format!(
            "the rules have more than {} different classes that need the tables of Unicode: name a class once, in a definition",
            limits::CLASSES
        ))),
    };
    let Some(Wrong { kind, message, place }) = wrong else {
        let mut tree = parsed.ok()?;
        if pattern.bytes && !regex::join_bytes(&mut tree, &mut budget.sets) {
            let message = "a text is read character by character: bytes above '\\x7f' that are no whole character are taken for the characters of these numbers";
            diagnostics.push(Diagnostic::warning(LexErrorKind::UnlikeFlex, message, pattern.span));
        }
        return Some(tree);
    };
    let span = place.map_or(pattern.span, |(start, len)| pattern.origin(start, len));
    diagnostics.push(Diagnostic::error(kind, message, span));
    None
}

/// The error of rules that are too large even to be run.
fn too_large(spec: &LexSpec, trouble: &Trouble) -> Diagnostic {
    let (message, rule) = match trouble {
        Trouble::Classes => (
            "the rules tell more than 65534 classes of characters beyond ASCII apart: let rules share classes"
                .to_owned(),
            0,
        ),
        Trouble::Instructions(rule) => {
            let limit = spec.flags.size_limit.unwrap_or(limits::COMPILED);
            (Wrong::too_large(limit).message, *rule)
        }
        Trouble::AllInstructions(rule) => (
            format!(
                "the rules of which the automata are too large take more than {} instructions: repeat less, or use fewer of them",
                limits::ALL_INSTRUCTIONS
            ),
            *rule,
        ),
    };
    Diagnostic::error(LexErrorKind::LimitReached, message, spec.rules[rule].pattern.span)
}

/// Warns of rules that compare a text in states with which no rule stores any.
fn warn_of_delims(spec: &LexSpec, trees: &[Tree], diagnostics: &mut Vec<Diagnostic>) {
    // A rule that could not be read might have stored one.
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return;
    }
    let mut stacked = vec![false; spec.start_states.len()];
    let mut comparing = Vec::new();
    for (rule, _) in spec.rules.iter().zip(trees).filter(|(_, tree)| tree.has_delim()) {
        match rule.properties.target {
            Some((state, StartStateOperation::Push)) => stacked[state] = true,
            _ => comparing.push(rule),
        }
    }
    for rule in comparing {
        if !spec.active(rule).iter().any(|state| stacked[*state]) {
            let message = "this rule never matches: no rule with a group 'delim' stacks ('<+S>') a start state of it";
            let kind = LexErrorKind::NeverMatches;
            diagnostics.push(Diagnostic::warning(kind, message, rule.pattern.span));
        }
    }
}

/// The warning of a rule that never matches, on a text because another does.
fn never_matches(spec: &LexSpec, shadowed: &Shadowed) -> Option<Diagnostic> {
    let rule = &spec.rules[shadowed.rule];
    // Of the rules for the characters of a class some may be taken.
    if rule.pattern.part {
        return None;
    }
    let example = shadowed.shown.as_ref();
    let such = example.map_or(String::new(), |(text, _)| format!(", such as '{}',", shown(text)));
    let message = format!(
        "this rule never matches: each of its texts{such} is matched by a rule that stands before it"
    );
    let warning = Diagnostic::warning(LexErrorKind::NeverMatches, message, rule.pattern.span);
    Some(match example {
        Some((_, by)) => warning.also(spec.rules[*by].pattern.span, "this one"),
        None => warning,
    })
}

/// The note of two rules of `%context` that match one text.
fn both_match(spec: &LexSpec, conflict: &Conflict) -> Diagnostic {
    let [first, second] = [conflict.first, conflict.second].map(|rule| &spec.rules[rule]);
    let message = format!(
        "'{}' may be '{}' or '{}': where the parser can use both, it is the first",
        shown(&conflict.text),
        shown(first.name().unwrap_or_default()),
        shown(second.name().unwrap_or_default())
    );
    Diagnostic::note(LexErrorKind::SharedText, message, second.pattern.span)
        .also(first.pattern.span, "the first one")
}

/// A text as messages show it.
fn shown(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.into() };
    let more = if text.chars().count() > limits::EXAMPLE { "…" } else { "" };
    text.chars().take(limits::EXAMPLE).map(escaped).chain([more.to_owned()]).collect()
}
