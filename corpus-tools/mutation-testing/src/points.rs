//! Finds the places of a source file at which a small change makes another program, and says what
//! the change is.
//!
//! The changes are the usual ones (DeMillo, Lipton and Sayward, "Hints on Test Data Selection",
//! 1978; Offutt and others, 1996, on which operators suffice): comparisons, arithmetic, logic,
//! negated conditions, constants, and calls left out. Code that a constant is made of, patterns,
//! and arguments of macros are left as they are.

use proc_macro2::{LineColumn, Span};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprIf, ExprLit, ExprMethodCall, ExprRepeat, ExprWhile,
    ImplItemFn, ItemConst, ItemFn, ItemMod, ItemStatic, Lit, Stmt, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

/// A change of a part of the source.
#[derive(Clone)]
pub struct Point {
    /// The part that changes, in bytes.
    pub start: usize,
    pub end: usize,
    pub line: usize,
    /// What is done there instead.
    pub change: Change,
}

#[derive(Clone)]
pub enum Change {
    /// This text, in place of the expression.
    Replace(String),
    /// The opposite of the condition.
    Negate,
    /// Nothing, in place of the statement.
    Leave,
}

impl Point {
    /// The source of the part with its change, which `active`, an expression, switches on.
    pub fn written(&self, part: &str, active: &str) -> String {
        match &self.change {
            Change::Replace(text) => format!("(if {active} {{ {text} }} else {{ {part} }})"),
            Change::Negate => format!("({active} != ({part}))"),
            Change::Leave => format!("if !{active} {{ {part} }}"),
        }
    }

    /// The change on a line.
    pub fn shown(&self, part: &str) -> String {
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        match &self.change {
            Change::Replace(text) => format!("{} => {}", one_line(part), one_line(text)),
            Change::Negate => format!("{} => not so", one_line(part)),
            Change::Leave => format!("{} => left out", one_line(part)),
        }
    }
}

/// All points of a source file, in order.
pub fn points(source: &str) -> syn::Result<Vec<Point>> {
    let file = syn::parse_file(source)?;
    let line_starts = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1));
    let mut finder = Finder { source, line_starts: line_starts.collect(), found: Vec::new() };
    finder.visit_file(&file);
    finder.found.sort_by_key(|point| (point.start, point.end));
    Ok(finder.found)
}

struct Finder<'s> {
    source: &'s str,
    line_starts: Vec<usize>,
    found: Vec<Point>,
}

impl Finder<'_> {
    /// The offset of a place, whose column counts characters.
    fn offset(&self, at: LineColumn) -> usize {
        let start = self.line_starts[at.line - 1];
        let mut chars = self.source[start..].char_indices();
        start + chars.nth(at.column).map_or(self.source.len() - start, |(offset, _)| offset)
    }

    fn text(&self, span: Span) -> &str {
        &self.source[self.offset(span.start())..self.offset(span.end())]
    }

    fn add(&mut self, span: Span, change: Change) {
        let (start, end) = (self.offset(span.start()), self.offset(span.end()));
        self.found.push(Point { start, end, line: span.start().line, change });
    }

    fn condition(&mut self, condition: &Expr) {
        if !has_let(condition) {
            self.add(condition.span(), Change::Negate);
        }
    }
}

/// Whether an expression binds names by `let`, which holds in conditions only.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The operator that takes this one's place.
fn other(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        _ => return None,
    })
}

/// The method that takes this one's place.
fn other_method(name: &str) -> Option<&'static str> {
    Some(match name {
        "min" => "max",
        "max" => "min",
        "any" => "all",
        "all" => "any",
        "is_some" => "is_none",
        "is_none" => "is_some",
        "first" => "last",
        "last" => "first",
        "saturating_sub" => "saturating_add",
        _ => return None,
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if item.sig.constness.is_none() {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if item.sig.constness.is_none() {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_expr_repeat(&mut self, expr: &'ast ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        for statement in &block.stmts {
            if matches!(statement, Stmt::Expr(Expr::MethodCall(_), Some(_))) {
                self.add(statement.span(), Change::Leave);
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_expr_if(&mut self, expr: &'ast ExprIf) {
        self.condition(&expr.cond);
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'ast ExprWhile) {
        self.condition(&expr.cond);
        visit::visit_expr_while(self, expr);
    }

    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        if let Some(op) = other(&expr.op).filter(|_| !has_let(&expr.left) && !has_let(&expr.right))
        {
            let (left, right) = (self.text(expr.left.span()), self.text(expr.right.span()));
            let text = format!("{left} {op} {right}");
            self.add(expr.span(), Change::Replace(text));
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_)) {
            let text = self.text(expr.expr.span()).to_owned();
            self.add(expr.span(), Change::Replace(text));
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_method_call(&mut self, expr: &'ast ExprMethodCall) {
        if let Some(name) = other_method(&expr.method.to_string()) {
            let (whole, method) = (expr.span(), expr.method.span());
            let start = self.offset(whole.start());
            let at = self.offset(method.start()) - start..self.offset(method.end()) - start;
            let mut text = self.text(whole).to_owned();
            text.replace_range(at, name);
            self.add(whole, Change::Replace(text));
        }
        visit::visit_expr_method_call(self, expr);
    }

    fn visit_expr_lit(&mut self, expr: &'ast ExprLit) {
        match &expr.lit {
            Lit::Int(int) => {
                if let Ok(value) = int.base10_parse::<u64>() {
                    let text = format!("{}{}", value.wrapping_add(1), int.suffix());
                    self.add(expr.span(), Change::Replace(text));
                }
            }
            Lit::Bool(_) => self.add(expr.span(), Change::Negate),
            _ => {}
        }
    }
}
