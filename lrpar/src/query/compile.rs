//! Compiles patterns: looks names up, and makes *steps* of patterns.
//!
//! A step matches one node. What may follow it among the node's siblings are *targets*, found by
//! Thompson's construction: other steps, or the end of the patterns for the children of one node.
//! The patterns for the children of a step's node are steps in the same way.

mod names;

use lrtable::{Span, TokenId};

use super::{
    QueryError,
    syntax::{Item, Kind, Name, Pattern, Quantifier, Sequence, What},
};
use crate::node_types::{FieldId, NodeTypes, SyntaxKind};

/// How many targets the steps of a query have together.
const MOST_TARGETS: usize = 1_000_000;

/// Which nodes a step matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// A rule, or a token, missing or not.
    Kind(SyntaxKind),
    Missing(Option<TokenId>),
    Error,
    /// Trivia with this name.
    Trivia(String),
    /// Any node with a name.
    Named,
    Any,
}

/// A pattern for one node.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) test: Test,
    pub(super) field: Option<FieldId>,
    /// Fields that the node must not have.
    pub(super) absent: Vec<FieldId>,
    /// The captures of the node, in ascending order.
    pub(super) captures: Vec<u32>,
    /// The pattern that the step is of.
    pub(super) pattern: u32,
    /// Whether an anchor stands before it.
    pub(super) is_anchored: bool,
    /// Whether the anchor begins a pattern for siblings.
    pub(super) is_first: bool,
    /// Whether an anchor beside the step skips no tokens.
    pub(super) is_strict: bool,
    /// Where patterns for the node's children begin, if there are some.
    pub(super) inside: Option<Vec<Target>>,
    /// What may follow.
    pub(super) next: Vec<Target>,
    pub(super) span: Span,
}

/// What follows a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Step(u32),
    /// The end of the patterns for the children of this step's node, or, without one, of a pattern;
    /// `is_last` if an anchor requires that no sibling follows.
    End {
        of: Option<u32>,
        is_last: bool,
    },
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) span: Span,
    /// The steps by which a match begins.
    pub(super) begin: Vec<u32>,
    /// Whether a match is of one node with its children, not of several siblings.
    pub(super) is_node: bool,
}

/// All patterns of a query.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) patterns: Vec<Entry>,
    pub(super) captures: Vec<String>,
}

impl Step {
    /// A step with a test only.
    pub(super) fn plain(test: Test) -> Step {
        Step {
            test,
            field: None,
            absent: Vec::new(),
            captures: Vec::new(),
            pattern: 0,
            is_anchored: false,
            is_first: false,
            is_strict: false,
            inside: None,
            next: Vec::new(),
            span: Span::new(0, 0),
        }
    }

    /// Whether nothing follows: the pattern ends with the step.
    pub(super) fn is_whole(&self) -> bool {
        self.next == [Target::End { of: None, is_last: false }]
    }
}

impl Program {
    /// Returns the index of a capture.
    pub(super) fn capture(&self, name: &str) -> Option<usize> {
        self.captures.iter().position(|known| known == name)
    }
}

/// An instruction of the automaton that Thompson's construction makes.
enum Inst {
    Step(u32),
    Split(Vec<usize>),
    Last(usize),
    End(Option<u32>),
}

/// What is written around a pattern.
#[derive(Clone, Default)]
struct Around {
    is_anchored: bool,
    /// Whether nothing is before it in a pattern that is not within a node.
    is_leading: bool,
    field: Option<FieldId>,
    captures: Vec<u32>,
}

/// Compiles patterns; `trivia` are the names of trivia.
pub(super) fn compile(
    types: &NodeTypes,
    trivia: &[String],
    (patterns, captures): (&[Pattern], Vec<String>),
    errors: &mut Vec<QueryError>,
) -> Program {
    let mut compiler = Compiler {
        types,
        trivia,
        errors,
        program: Program { captures, ..Program::default() },
        insts: Vec::new(),
        targets: 0,
    };
    for pattern in patterns {
        compiler.pattern(&pattern.item);
    }
    compiler.program
}

struct Compiler<'c> {
    types: &'c NodeTypes,
    trivia: &'c [String],
    errors: &'c mut Vec<QueryError>,
    program: Program,
    /// The instructions of the pattern in work.
    insts: Vec<Inst>,
    targets: usize,
}

impl Compiler<'_> {
    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.errors.push(QueryError::new(message, span));
    }

    fn inst(&mut self, inst: Inst) -> usize {
        self.insts.push(inst);
        self.insts.len() - 1
    }

    fn pattern(&mut self, item: &Item) {
        self.insts.clear();
        let first_step = self.program.steps.len();
        let end = self.inst(Inst::End(None));
        let around = Around { is_leading: true, ..Around::default() };
        let entry = self.item(item, end, around);
        // The instructions that steps refer to by now become targets.
        for step in first_step..self.program.steps.len() {
            let ends = [
                Some(self.program.steps[step].next.clone()),
                self.program.steps[step].inside.clone(),
            ];
            let [next, inside] = ends.map(|inst| match inst.as_deref() {
                Some([Target::Step(inst)]) => Some(self.follow(*inst as usize)),
                _ => None,
            });
            self.program.steps[step].next = next.unwrap_or_default();
            self.program.steps[step].inside = inside;
        }
        let begin = self.follow(entry).into_iter().filter_map(|target| match target {
            Target::Step(step) => Some(step),
            Target::End { .. } => None,
        });
        let (begin, is_node) = (begin.collect(), is_node(item));
        self.program.patterns.push(Entry { span: item.span, begin, is_node });
        if self.targets > MOST_TARGETS && self.targets < usize::MAX / 2 {
            self.error("the query is too large from here", item.span);
            self.targets = usize::MAX / 2;
        }
    }

    /// Returns the targets that an instruction leads to.
    fn follow(&mut self, inst: usize) -> Vec<Target> {
        if self.targets > MOST_TARGETS {
            return Vec::new();
        }
        let mut targets = Vec::new();
        let mut seen = vec![[false; 2]; self.insts.len()];
        let mut todo = vec![(inst, false)];
        while let Some((inst, is_last)) = todo.pop() {
            self.targets += 1;
            if std::mem::replace(&mut seen[inst][usize::from(is_last)], true) {
                continue;
            }
            match &self.insts[inst] {
                Inst::Step(step) if !is_last => targets.push(Target::Step(*step)),
                // Nothing follows what must be last.
                Inst::Step(_) => {}
                Inst::Split(ways) => todo.extend(ways.iter().map(|way| (*way, is_last))),
                Inst::Last(next) => todo.push((*next, true)),
                Inst::End(of) => targets.push(Target::End { of: *of, is_last }),
            }
        }
        targets.sort_unstable();
        // An end without a condition makes one with it needless.
        let is_free = |target: &Target| matches!(target, Target::End { is_last: false, .. });
        if targets.iter().any(is_free) {
            targets.retain(|target| is_free(target) || matches!(target, Target::Step(_)));
        }
        targets
    }

    /// Compiles a pattern that the instruction `next` follows; returns where it begins.
    fn item(&mut self, item: &Item, next: usize, mut around: Around) -> usize {
        around.is_anchored |= item.is_anchored;
        if let Some(name) = &item.field {
            if around.field.is_some() {
                self.error(format!("'{}' is a field of a field", name.text), name.span);
            }
            around.field = self.field(name).or(around.field);
        }
        let captures = item.captures.iter().filter_map(|name| self.program.capture(&name.text));
        around.captures.extend(captures.map(|capture| capture as u32));
        if item.quantifier == Quantifier::One {
            return self.what(item, next, around);
        }
        let again = self.inst(Inst::Split(vec![next]));
        let is_repeated = matches!(item.quantifier, Quantifier::Any | Quantifier::Some);
        let body = self.what(item, if is_repeated { again } else { next }, around);
        if let Inst::Split(ways) = &mut self.insts[again] {
            ways.push(body);
        }
        if item.quantifier == Quantifier::Some { body } else { again }
    }

    fn what(&mut self, item: &Item, next: usize, around: Around) -> usize {
        match &item.what {
            What::Node { kind, children, absent } => {
                self.node(item.span, (kind, children, absent), next, around)
            }
            What::Group(sequence) => {
                if sequence.items.len() > 1 {
                    if let Some(name) = &item.field {
                        self.error("a field is one node, not a group of several", name.span);
                    } else if let [first, ..] = &item.captures[..] {
                        self.error(
                            "a capture is of one node, not of a group of several",
                            first.span,
                        );
                    }
                }
                self.sequence(sequence, next, around)
            }
            What::Alternation(items) => {
                let ways = items.iter().map(|item| self.item(item, next, around.clone()));
                let ways = ways.collect();
                self.inst(Inst::Split(ways))
            }
        }
    }

    /// Compiles a sequence; what is around it is around its first pattern, and field and captures
    /// are of its only one.
    fn sequence(&mut self, sequence: &Sequence, mut next: usize, around: Around) -> usize {
        if sequence.is_anchored {
            next = self.inst(Inst::Last(next));
        }
        for item in sequence.items.iter().skip(1).rev() {
            next = self.item(item, next, Around::default());
        }
        match sequence.items.first() {
            Some(first) => self.item(first, next, around),
            None => next,
        }
    }

    fn node(
        &mut self,
        span: Span,
        (kind, children, absent): (&Kind, &Sequence, &[Name]),
        next: usize,
        around: Around,
    ) -> usize {
        let id = self.program.steps.len() as u32;
        let absent = absent.iter().filter_map(|name| self.field(name)).collect();
        let Around { is_anchored, is_leading, field, mut captures } = around;
        captures.sort_unstable();
        captures.dedup();
        let test = self.test(kind);
        // Instructions stand in place of targets until the pattern is complete.
        let step = Step {
            test,
            field,
            absent,
            captures,
            pattern: self.program.patterns.len() as u32,
            is_anchored,
            is_first: is_anchored && is_leading,
            is_strict: matches!(kind, Kind::Any | Kind::Anonymous(_)),
            inside: None,
            next: vec![Target::Step(next as u32)],
            span,
        };
        self.program.steps.push(step);
        if !children.items.is_empty() {
            let end = self.inst(Inst::End(Some(id)));
            let inside = self.sequence(children, end, Around::default());
            self.program.steps[id as usize].inside = Some(vec![Target::Step(inside as u32)]);
        } else if children.is_anchored {
            self.error("an anchor stands beside a pattern", span);
        }
        self.inst(Inst::Step(id))
    }
}

/// Whether a pattern matches one node, with patterns for its children.
fn is_node(item: &Item) -> bool {
    item.quantifier == Quantifier::One
        && !item.is_anchored
        && match &item.what {
            What::Node { .. } => true,
            What::Group(sequence) => {
                !sequence.is_anchored && matches!(&sequence.items[..], [only] if is_node(only))
            }
            What::Alternation(items) => items.iter().all(is_node),
        }
}
