//! What a program says.

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `let NAME = EXPRESSION;`
    Let(String, Expression),
    /// `print EXPRESSION, …;`
    Print(Vec<Expression>),
    /// `if CONDITION { … } else { … }`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// `repeat COUNT { … }`
    Repeat(Expression, Vec<Statement>),
    /// `NAME(ARGUMENT, …);`
    Call(Call),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    Number(f64),
    Text(String),
    Name(String),
    Call(Call),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub name: String,
    pub arguments: Vec<Expression>,
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    Less,
    Add,
    Subtract,
    Multiply,
    Divide,
}
