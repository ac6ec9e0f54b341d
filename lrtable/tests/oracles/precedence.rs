//! Expressions by an ambiguous grammar with random precedence levels against precedence climbing.
//!
//! The climbing parser (Richards & Whitby-Strevens 1979) knows operators and levels, and neither
//! grammar nor table.

use lrtable::{
    ProdId, TokenId,
    construct::Construction,
    grammar::{Grammar, Symbol},
    precedence::unused,
    random::Random,
    statetable::{StateTable, build},
};

use crate::{automaton::reductions, random_grammar::read};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Assoc {
    Left,
    Right,
    Nonassoc,
}

/// An operator's level (higher binds tighter) and associativity, which all of its level share.
#[derive(Clone, Copy)]
struct Operator {
    level: usize,
    assoc: Assoc,
}

const BINARY: [char; 5] = ['+', '-', '*', '^', '<'];

/// The operators of a language: [`BINARY`] and, last, the sign, which is written `-` too.
struct Operators([Operator; 6]);

impl Operators {
    fn random(random: &mut Random) -> (Operators, String) {
        let levels = 1 + random.below(4);
        let assocs: Vec<Assoc> = (0..levels)
            .map(|_| *random.choose(&[Assoc::Left, Assoc::Right, Assoc::Nonassoc]))
            .collect();
        let operators = [(); 6].map(|()| {
            let level = random.below(levels);
            Operator { level, assoc: assocs[level] }
        });
        let mut text = String::new();
        for (level, assoc) in assocs.iter().enumerate() {
            let names: Vec<String> = operators
                .iter()
                .enumerate()
                .filter(|(_, operator)| operator.level == level)
                .map(|(at, _)| BINARY.get(at).map_or("SIGN".to_string(), |c| format!("'{c}'")))
                .collect();
            if !names.is_empty() {
                let declaration = match assoc {
                    Assoc::Left => "%left",
                    Assoc::Right => "%right",
                    Assoc::Nonassoc => "%nonassoc",
                };
                text.push_str(&format!("{declaration} {}\n", names.join(" ")));
            }
        }
        let alternatives: Vec<String> = BINARY.iter().map(|c| format!("E '{c}' E")).collect();
        text.push_str(&format!(
            "%%\nE: {} | '-' E %prec SIGN | '(' E ')' | 'n';\n",
            alternatives.join(" | ")
        ));
        (Operators(operators), text)
    }

    fn binary(&self, c: char) -> Option<Operator> {
        BINARY.iter().position(|operator| *operator == c).map(|at| self.0[at])
    }
}

/// Parses operators of at least level `least`; returns the expression in brackets.
fn climb(operators: &Operators, input: &mut &[char], least: usize) -> Option<String> {
    let (&first, rest) = input.split_first()?;
    *input = rest;
    let mut left = match first {
        'n' => "n".to_string(),
        '(' => {
            let inner = climb(operators, input, 0)?;
            *input = input.strip_prefix(&[')'])?;
            inner
        }
        '-' => {
            let sign = operators.0[5];
            let operand = operand(operators, input, sign)?;
            format!("[-{operand}]")
        }
        _ => return None,
    };
    while let Some((operator, c)) = input.first().and_then(|c| Some((operators.binary(*c)?, *c)))
        && operator.level >= least
    {
        *input = &input[1..];
        let right = operand(operators, input, operator)?;
        left = format!("[{left}{c}{right}]");
    }
    Some(left)
}

/// The operand after `operator`.
fn operand(operators: &Operators, input: &mut &[char], operator: Operator) -> Option<String> {
    let least = match operator.assoc {
        Assoc::Right => operator.level,
        Assoc::Left | Assoc::Nonassoc => operator.level + 1,
    };
    let operand = climb(operators, input, least)?;
    let next = input.first().and_then(|c| operators.binary(*c));
    let clash =
        operator.assoc == Assoc::Nonassoc && next.is_some_and(|next| next.level == operator.level);
    (!clash).then_some(operand)
}

/// The value of the tokens by the table.
fn by_table(grammar: &Grammar, table: &StateTable, tokens: &[TokenId]) -> Option<String> {
    let reductions = reductions(grammar, table, tokens)?;
    let mut values: Vec<String> = Vec::new();
    for prod in reductions {
        let value = bracket(grammar, prod, &mut values);
        values.push(value);
    }
    assert_eq!(values.len(), 1);
    values.pop()
}

fn bracket(grammar: &Grammar, prod: ProdId, values: &mut Vec<String>) -> String {
    let symbols = grammar.symbols(prod);
    let rules = symbols.iter().filter(|symbol| matches!(symbol, Symbol::Rule(_))).count();
    let mut operands = values.split_off(values.len() - rules).into_iter();
    let text: String = symbols
        .iter()
        .map(|symbol| match symbol {
            Symbol::Rule(_) => operands.next().unwrap(),
            Symbol::Token(token) => grammar.token(*token).name.clone(),
        })
        .collect();
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => inner.to_string(),
        None if text == "n" => text,
        None => format!("[{text}]"),
    }
}

/// A random expression, mostly well formed.
fn expression(random: &mut Random) -> Vec<char> {
    let mut text = Vec::new();
    let mut open = 0;
    for _ in 0..1 + random.below(6) {
        while random.one_in(4) {
            text.push('-');
        }
        if random.one_in(6) {
            text.push('(');
            open += 1;
        }
        text.push('n');
        if open > 0 && random.one_in(3) {
            text.push(')');
            open -= 1;
        }
        text.push(*random.choose(&BINARY));
    }
    text.push('n');
    text.extend(vec![')'; open]);
    text
}

#[test]
fn tables_group_operators_as_precedence_climbing_does() {
    let mut random = Random::new(1);
    let (mut grouped, mut refused) = (0, 0);
    for _ in 0..1500 {
        let (operators, text) = Operators::random(&mut random);
        let grammar = read(&text);
        let (resolved, table) =
            build(&grammar, *random.choose(&[Construction::Pager, Construction::Lalr]));
        assert!(resolved.conflicts.is_empty(), "{text}");
        for _ in 0..50 {
            let input = expression(&mut random);
            let tokens: Vec<TokenId> =
                input.iter().map(|c| grammar.token_named(&c.to_string()).unwrap()).collect();
            let mut rest = &input[..];
            let expected = climb(&operators, &mut rest, 0).filter(|_| rest.is_empty());
            let found = by_table(&grammar, &table, &tokens);
            assert_eq!(found, expected, "{} by\n{text}", input.iter().collect::<String>());
            *(if found.is_some() { &mut grouped } else { &mut refused }) += 1;
        }
    }
    assert!(grouped > 5000 && refused > 1000, "{grouped} grouped, {refused} refused");
}

/// The sign `~` decides as the last token of a production only, `!` nowhere.
#[test]
fn a_precedence_is_unused_exactly_if_as_much_is_resolved_without_it() {
    let signs = ["\"+\"", "\"*\"", "\"~\"", "\"!\""];
    let built = |declared: &[&str]| {
        let levels: String = declared.iter().map(|sign| format!("%left {sign}\n")).collect();
        let rules = "E: E \"+\" E | E \"*\" E | \"~\" E | \"n\" \"!\";";
        let grammar = read(&format!("{levels}%% {rules}"));
        let (graph, _) = build(&grammar, Construction::Pager);
        let unused = unused(&grammar, &graph);
        let messages: Vec<String> = unused.iter().map(|one| one.message().to_string()).collect();
        (graph.resolutions.len(), messages)
    };
    let (resolved, messages) = built(&signs);
    let expected = signs.iter().filter(|sign| {
        let others: Vec<&str> = signs.iter().copied().filter(|other| other != *sign).collect();
        built(&others).0 == resolved
    });
    let message = |sign: &&str| format!("the precedence of {sign} decides no conflict");
    assert_eq!(messages, expected.map(message).collect::<Vec<_>>());
    assert_eq!(messages.len(), 1);
}
