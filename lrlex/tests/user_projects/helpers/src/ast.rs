use lrpar::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    And,
    Or,
}

#[derive(Debug)]
pub enum Formula {
    Binary { op: Op, left: Box<Formula>, right: Box<Formula>, span: Span },
    Not { inner: Box<Formula>, span: Span },
    Name(String, Span),
}
