//! Predicates, which matches must satisfy, and directives, which are data for the program.

use regex::Regex;

use lrtable::near::did_you_mean;

use super::{
    QueryError, QueryMatch,
    compile::Program,
    syntax::{Argument, Call, Name},
};

/// An argument of a directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectiveArgument {
    /// The index of a capture.
    Capture(usize),
    /// A text.
    Text(String),
}

/// A directive, or a predicate that the program evaluates: `#set!`, `#is?`, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The name with the sign after it, without `#`: `set!`, `is-not?`.
    pub name: String,
    /// The arguments in order.
    pub arguments: Vec<DirectiveArgument>,
}

/// A condition on the texts of captured nodes.
#[derive(Debug)]
pub(super) struct Predicate {
    capture: usize,
    condition: Condition,
    /// Whether the condition must hold (`#eq?`), not fail (`#not-eq?`).
    holds: bool,
    /// Whether it must for one node of the capture (`#any-eq?`), not for all.
    any: bool,
}

#[derive(Debug)]
enum Condition {
    Text(String),
    Capture(usize),
    Regex(Regex),
    OneOf(Vec<String>),
}

const PREDICATES: [&str; 10] = [
    "eq?",
    "not-eq?",
    "any-eq?",
    "any-not-eq?",
    "match?",
    "not-match?",
    "any-match?",
    "any-not-match?",
    "any-of?",
    "not-any-of?",
];
/// Predicates whose meaning is up to the program.
const OTHERS: [&str; 2] = ["is?", "is-not?"];

/// What is written in parentheses in a pattern.
pub(super) enum Compiled {
    Predicate(Predicate),
    Directive(Directive),
}

/// Checks a predicate or a directive.
pub(super) fn compile(call: &Call, program: &Program) -> Result<Compiled, QueryError> {
    let name = call.name.text.trim_start_matches('#');
    let error = |message: String| Err(QueryError::new(message, call.name.span));
    if name.ends_with('!') || OTHERS.contains(&name) {
        let argument = |argument: &Argument| match argument {
            Argument::Capture(name) => Ok(DirectiveArgument::Capture(capture(name, program)?)),
            Argument::Text(text) => Ok(DirectiveArgument::Text(text.text.clone())),
        };
        let arguments = call.arguments.iter().map(argument).collect::<Result<_, _>>()?;
        return Ok(Compiled::Directive(Directive { name: name.to_owned(), arguments }));
    }
    if !PREDICATES.contains(&name) {
        let meant = did_you_mean(name, PREDICATES.into_iter().chain(OTHERS));
        return error(format!("there is no predicate '#{name}'{meant}"));
    }
    let [Argument::Capture(first), rest @ ..] = &call.arguments[..] else {
        return error(format!("'#{name}' needs a capture as its first argument"));
    };
    let condition = match (rest, name) {
        (_, "any-of?" | "not-any-of?") => {
            let text = |argument: &Argument| match argument {
                Argument::Text(text) => Ok(text.text.clone()),
                Argument::Capture(name) => Err(QueryError::new(
                    format!("'#{}' needs texts", call.name.text.trim_start_matches('#')),
                    name.span,
                )),
            };
            Condition::OneOf(rest.iter().map(text).collect::<Result<_, _>>()?)
        }
        ([Argument::Text(text)], _) if name.ends_with("match?") => {
            let regex = Regex::new(&text.text).map_err(|error| {
                let error = error.to_string();
                let last = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
                QueryError::new(format!("no regular expression: {last}"), text.span)
            })?;
            Condition::Regex(regex)
        }
        (_, _) if name.ends_with("match?") => {
            return error(format!("'#{name}' needs a capture and a regular expression"));
        }
        ([Argument::Text(text)], _) => Condition::Text(text.text.clone()),
        ([Argument::Capture(other)], _) => Condition::Capture(capture(other, program)?),
        _ => return error(format!("'#{name}' needs a capture, and a text or another capture")),
    };
    let any = name.starts_with("any-") && name != "any-of?";
    let holds = !name.contains("not-");
    Ok(Compiled::Predicate(Predicate { capture: capture(first, program)?, condition, holds, any }))
}

fn capture(name: &Name, program: &Program) -> Result<usize, QueryError> {
    program.capture(&name.text).ok_or_else(|| {
        let meant = did_you_mean(&name.text, program.captures.iter().map(String::as_str));
        QueryError::new(format!("there is no capture '@{}'{meant}", name.text), name.span)
    })
}

impl Predicate {
    /// Returns whether a match satisfies the predicate.
    pub(super) fn accepts(&self, found: &QueryMatch<'_>) -> bool {
        let mut texts = found.nodes(self.capture).map(|node| node.text());
        let mut over = |fits: &dyn Fn(&str) -> bool| match self.any {
            true => texts.any(|text| fits(text) == self.holds),
            false => texts.all(|text| fits(text) == self.holds),
        };
        match &self.condition {
            Condition::Text(other) => over(&|text| text == other),
            Condition::Regex(regex) => over(&|text| regex.is_match(text)),
            Condition::OneOf(others) => over(&|text| others.iter().any(|other| other == text)),
            Condition::Capture(other) => {
                let others: Vec<&str> = found.nodes(*other).map(|node| node.text()).collect();
                let texts: Vec<&str> = texts.collect();
                let mut equal = texts.iter().zip(&others).map(|(one, other)| one == other);
                match self.any {
                    true => equal.any(|equal| equal == self.holds),
                    false => {
                        (texts.len() == others.len() || !self.holds)
                            && equal.all(|equal| equal == self.holds)
                    }
                }
            }
        }
    }
}
