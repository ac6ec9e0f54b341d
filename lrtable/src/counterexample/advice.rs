//! What can be done about a conflict, by the shape of the productions concerned.

use super::{Example, Rival};
use crate::{
    ProdId, TokenId,
    grammar::{Grammar, Origin, Symbol},
    item::Item,
};

/// A conflict to advise on.
pub(super) struct Case<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) prod: ProdId,
    pub(super) rival: Rival,
    pub(super) example: Option<&'a Example>,
    /// Whether the conflict is there only because states were merged.
    pub(super) merged: bool,
}

/// Sentences, the likeliest remedy first.
pub(super) fn advice(case: &Case<'_>, token: TokenId) -> Vec<String> {
    let ambiguous = matches!(case.example, Some(Example::Unifying { .. }));
    match case.rival {
        Rival::Shift(item) => shift_reduce(case, item, token, ambiguous),
        Rival::Reduce(kept) => reduce_reduce(case, kept, ambiguous),
    }
}

/// Which precedences would decide between a token and the production `shown`.
fn precedences(case: &Case<'_>, token: TokenId, name: &str, shown: &str) -> String {
    let of_prod = case.grammar.production(case.prod).precedence;
    match (of_prod, case.grammar.token(token).precedence) {
        (None, None) => format!(
            "give both a precedence: a line %left {name}, and another line %left SOME with %prec SOME at the end of '{shown}'; \
             the line further below wins"
        ),
        (Some(_), None) => format!(
            "give {name} a precedence too: a line %left {name} below that of '{shown}' lets it be shifted, a line above lets \
             the production be reduced"
        ),
        (None, Some(_)) => format!(
            "give '{shown}' a precedence too, by %prec SOME at its end: a line %left SOME below that of {name} lets it be \
             reduced, a line above lets {name} be shifted"
        ),
        (Some(_), Some(_)) => format!(
            "{name} and '{shown}' are on one level, and %precedence does not say how they group: %left reduces, %right shifts"
        ),
    }
}

/// A token as a Yacc file spells it.
pub(super) fn spelled(grammar: &Grammar, token: TokenId) -> String {
    let name = &grammar.token(token).name;
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match (token == grammar.eof(), plain || name.starts_with('\''), name.chars().count()) {
        (true, ..) => "the end of the input".to_owned(),
        (_, true, _) => name.clone(),
        (_, _, 1) => format!("'{}'", name.escape_debug()),
        _ => format!("\"{}\"", name.escape_debug()),
    }
}

/// The token of the production between two occurrences of its own rule, as in `E: E '+' E`.
pub(super) fn operator(grammar: &Grammar, prod: ProdId) -> Option<TokenId> {
    let production = grammar.production(prod);
    let own = Symbol::Rule(production.rule);
    match production.symbols[..] {
        [left, Symbol::Token(token), right] if left == own && right == own => Some(token),
        _ => None,
    }
}

/// Of two productions of a rule, such as `E: E BETWEEN E AND E` and `E: E AND E`, the longer one,
/// if it ends in the other, and the operator of that.
fn nested(grammar: &Grammar, a: ProdId, b: ProdId) -> Option<(ProdId, String)> {
    let (short, long) = match grammar.symbols(a).len() < grammar.symbols(b).len() {
        true => (a, b),
        false => (b, a),
    };
    let inner = operator(grammar, short)?;
    let is_end = grammar.symbols(long).ends_with(grammar.symbols(short));
    let is_one = grammar.production(long).rule == grammar.production(short).rule;
    (is_end && is_one && long != short).then(|| (long, spelled(grammar, inner)))
}

/// The rule between two occurrences of a production's own rule, as in `E: E Op E`, if it derives
/// nothing but single tokens.
fn rule_of_operators(grammar: &Grammar, prod: ProdId) -> Option<&str> {
    let production = grammar.production(prod);
    let own = Symbol::Rule(production.rule);
    let [left, Symbol::Rule(op), right] = production.symbols[..] else { return None };
    let rule = grammar.rule(op);
    let is_token = |prod: &ProdId| matches!(grammar.symbols(*prod), [Symbol::Token(_)]);
    let is_op = left == own && right == own && rule.origin.is_none();
    (is_op && rule.productions.iter().all(is_token)).then_some(rule.name.as_str())
}

fn shift_reduce(case: &Case<'_>, item: Item, token: TokenId, ambiguous: bool) -> Vec<String> {
    let grammar = case.grammar;
    let production = grammar.production(case.prod);
    let name = spelled(grammar, token);
    let shown = grammar.show_production(case.prod, None);
    let rule = &grammar.rule(production.rule).name;
    if grammar.is_start_production(item.prod) {
        return vec![format!(
            "the start rule derives itself, so that '{shown}' can be reduced again and again: take that recursion away"
        )];
    }
    if production.mid_rule.is_some() || (production.symbols.is_empty() && rule.starts_with('@')) {
        return vec![
            "the action in the middle of a production has to run before the parser knows which production it is in: \
             move it to the end, or give all productions that begin alike the same action there"
                .to_owned(),
        ];
    }
    let shifting = grammar.symbols(item.prod);
    if ambiguous {
        if let Some(op) = rule_of_operators(grammar, case.prod) {
            return vec![format!(
                "write %inline before the rule '{op}', and give its tokens precedences by %left or %right: then '{shown}' \
                 becomes a production for each of them"
            )];
        }
        if production.symbols.is_empty()
            && let Some(inlined) = in_place_of(grammar, case.prod)
        {
            return vec![format!(
                "{inlined}; then precedences can decide, such as a line %nonassoc SHORT, below it %nonassoc {name}, and \
                 %prec SHORT at the end of the production that holds it"
            )];
        }
        if let (Some(own), Some(other)) =
            (operator(grammar, case.prod), operator(grammar, item.prod))
        {
            let own_name = spelled(grammar, own);
            return vec![match own == other {
                true => format!(
                    "say how {name} groups: by %left {name}, a {name} b {name} c means (a {name} b) {name} c; by %right {name}, \
                     a {name} (b {name} c); %nonassoc {name} forbids it"
                ),
                false => format!(
                    "say which binds tighter: a line %left {own_name} and a line %left {name}, the tighter one below"
                ),
            }];
        }
        let len = production.symbols.len();
        let goes_on = shifting.len() > len && shifting.starts_with(&production.symbols);
        if len > 0 && item.dot as usize == len && goes_on {
            return vec![
                format!(
                    "to let {name} belong to the nearest possible place, as is done now, say so: a line %nonassoc SHORT, \
                     below it %nonassoc {name}, and %prec SHORT at the end of '{shown}'"
                ),
                format!(
                    "or take the ambiguity away: a rule of its own for what may stand before {name}, without the short form"
                ),
            ];
        }
        if production.symbols.last().is_some_and(|last| last.rule().is_some()) {
            return vec![precedences(case, token, &name, &shown)];
        }
        return vec![format!(
            "two derivations compete: give '{shown}' and {name} a precedence (%prec, %left), or drop one of the productions"
        )];
    }
    if let Some(inlined) = inlined(grammar, case.prod) {
        return vec![inlined];
    }
    let mut advice = vec![format!(
        "whether '{rule}' ends here shows only later than at {name}: let the decision wait by writing the parts of '{shown}' \
         out where '{rule}' is used, or by giving the alternatives that begin alike a common rule"
    )];
    if production.symbols.is_empty() {
        advice[0] = format!(
            "whether an empty '{rule}' stands here shows only later than at {name}: instead of an empty '{rule}', write two \
             productions where it is used, one with it and one without"
        );
    }
    advice.push(
        "a precedence would silence the conflict, and the parser would refuse one of the sentences"
            .to_owned(),
    );
    advice
}

/// What to write in place of an instance that may be empty, so that no rule is, if that helps: the
/// production makes it empty, or only passes on what is not.
fn inlined(grammar: &Grammar, prod: ProdId) -> Option<String> {
    in_place_of(grammar, prod)
        .map(|inlined| format!("{inlined}: then nothing need be decided here"))
}

/// The first part of such an advice.
fn in_place_of(grammar: &Grammar, prod: ProdId) -> Option<String> {
    let rule = grammar.rule(grammar.production(prod).rule);
    let name = rule.name.as_str();
    let call = |rule: &str| name.strip_prefix(rule).filter(|rest| rest.starts_with('('));
    let same = match rule.origin? {
        Origin::Optional(_) => match name.strip_suffix('?') {
            Some(item) => format!("ioption({item})"),
            None => format!("ioption{}", call("option")?),
        },
        Origin::List(_) if name.ends_with('*') => {
            format!("ioption({}+)", name.strip_suffix('*')?)
        }
        Origin::List(_) if name.ends_with('+') => return None,
        Origin::List(_) => match call("list") {
            Some(rest) => format!("ioption(nonempty_list{rest})"),
            None => format!("ioption(separated_nonempty_list{})", call("separated_list")?),
        },
        Origin::Other => return None,
    };
    Some(format!(
        "in place of '{name}' write '{same}', whose alternatives become productions of their own"
    ))
}

fn reduce_reduce(case: &Case<'_>, kept: ProdId, ambiguous: bool) -> Vec<String> {
    let grammar = case.grammar;
    let rule_of = |prod: ProdId| grammar.rule(grammar.production(prod).rule).name.as_str();
    let (dropped_rule, kept_rule) = (rule_of(case.prod), rule_of(kept));
    let dropped = grammar.show_production(case.prod, None);
    if case.merged {
        return vec![
            "the conflict comes from merging states only: build the table by %define lr.type ielr (or with Pager's \
             construction), and it is gone"
                .to_owned(),
        ];
    }
    if let Some((long, inner)) = nested(grammar, case.prod, kept) {
        return vec![format!(
            "the operand before {inner} in '{}' may hold {inner} itself: write there a rule of its own for what does not, so that \
             the first {inner} belongs to it; a precedence does not help",
            grammar.show_production(long, None)
        )];
    }
    if let (false, Some(inlined)) =
        (ambiguous, inlined(grammar, case.prod).or(inlined(grammar, kept)))
    {
        return vec![inlined];
    }
    if ambiguous && dropped_rule == kept_rule {
        return vec![format!(
            "'{dropped}' derives what '{}' derives: remove one of them, or let a list grow at one end only and be empty in \
             one way only ('{kept_rule}: %empty | {kept_rule} element')",
            grammar.show_production(kept, None)
        )];
    }
    if ambiguous {
        return vec![
            format!(
                "'{dropped_rule}' and '{kept_rule}' derive the same here: keep one of them where both are possible, or make \
                 one rule of them and tell them apart in the action"
            ),
            format!(
                "if only the program can know (a name that is a type or a variable), let the lexer give two different tokens \
                 instead of '{dropped}'"
            ),
        ];
    }
    vec![format!(
        "'{dropped_rule}' and '{kept_rule}' are told apart by what comes later than the next token: make one rule of what \
         they have in common, and name the difference where it shows"
    )]
}
