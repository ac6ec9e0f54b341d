//! Generated grammars of any size that look like those of programming languages.
//!
//! Declarations, statements and types that begin with keywords of their own, in groups with an
//! entry rule each; statement lists and optional parts; comma-separated lists; several layers of
//! binary operators, some by precedence declarations and some by a chain of rules; a dangling else
//! now and then. Seed and size determine the grammar.

use std::fmt::Write;

use lrtable::random::Random;

/// The text of a Yacc grammar with about `productions` productions.
pub(crate) fn grammar(seed: u64, productions: usize) -> String {
    let mut random = Random::new(seed);
    let groups = productions.div_ceil(60).max(1);
    let mut tokens = vec!["ID".to_owned(), "NUM".to_owned(), "STR".to_owned()];
    let mut rules = String::new();
    let mut count = 0;
    let mut rule = |rules: &mut String, name: &str, alternatives: &[String]| {
        count += alternatives.len();
        let _ = writeln!(rules, "{name}: {};", alternatives.join("\n    | "));
        count
    };
    let of = |text: &str| text.to_owned();
    rule(&mut rules, "program", &[of(""), of("program item")]);
    let items: Vec<String> = (0..groups).map(|group| format!("item{group}")).collect();
    rule(&mut rules, "item", &items);
    rule(&mut rules, "block", &[of("'{' statements '}'")]);
    rule(&mut rules, "statements", &[of(""), of("statements statement")]);
    let mut statements = vec![of("expr ';'"), of("block"), of("';'")];
    statements.extend((0..groups).map(|group| format!("statement{group}")));
    rule(&mut rules, "statement", &statements);
    let binary = ["'+'", "'-'", "'*'", "'/'", "EQ", "NE", "'<'", "'>'", "AND", "OR"];
    let mut expr: Vec<String> = binary.iter().map(|op| format!("expr {op} expr")).collect();
    expr.extend([of("'-' expr %prec UNARY"), of("postfix"), of("postfix '=' expr")]);
    rule(&mut rules, "expr", &expr);
    let mut postfix = vec![of("ID"), of("NUM"), of("STR"), of("'(' expr ')'")];
    postfix.extend([of("postfix '[' expr ']'"), of("postfix '.' ID"), of("postfix '(' args ')'")]);
    postfix.extend((0..groups).map(|group| format!("primary{group}")));
    rule(&mut rules, "postfix", &postfix);
    rule(&mut rules, "args", &[of(""), of("arg_list")]);
    rule(&mut rules, "arg_list", &[of("expr"), of("arg_list ',' expr")]);
    let mut types = vec![of("ID"), of("type '*'"), of("type '[' ']'")];
    types.extend((0..groups).map(|group| format!("TYPE{group}")));
    tokens.extend((0..groups).map(|group| format!("TYPE{group}")));
    let mut total = rule(&mut rules, "type", &types);
    let mut group = 0;
    while group < groups {
        let share = (productions.saturating_sub(total) / (groups - group)).max(9);
        let mut keyword = |random: &mut Random| {
            // One keyword in three is shared with another group.
            if random.one_in(3) && tokens.len() > 8 {
                return random.choose(&tokens[3..]).clone();
            }
            tokens.push(format!("K{}", tokens.len()));
            tokens[tokens.len() - 1].clone()
        };
        let first: Vec<String> = (0..3).map(|kind| format!("G{group}_{kind}")).collect();
        let mut bodies: [Vec<String>; 3] = Default::default();
        let mut helpers = Vec::new();
        for nth in 0..share.saturating_sub(6) {
            let kind = random.below(3);
            let begin = format!("{} {}", first[kind], keyword(&mut random));
            let helper = format!("part{group}_{}", helpers.len() / 3);
            bodies[kind].push(match random.below(8) {
                0 => format!("{begin} '(' expr ')' statement"),
                1 => format!("{begin} '(' expr ')' statement ELSE statement"),
                2 => format!("{begin} type ID '=' expr ';'"),
                3 => format!("{begin} '(' args ')' block"),
                4 => format!("{begin} ID ':' type ';'"),
                5 if helpers.len() < share / 2 => {
                    let word = keyword(&mut random);
                    helpers.push((helper.clone(), String::new()));
                    helpers.push((helper.clone(), format!("{word} expr")));
                    helpers.push((helper.clone(), format!("{helper} ',' {word} type")));
                    format!("{begin} {helper} ';'")
                }
                6 => format!("{begin} NUM {} ID block", keyword(&mut random)),
                _ => format!("{begin} K_END{} expr ';'", nth % 5),
            });
            if bodies.iter().map(Vec::len).sum::<usize>() + helpers.len() + 6 >= share {
                break;
            }
        }
        // A primary expression has to end with a token, or it would swallow operators.
        bodies[2] = (0..bodies[2].len())
            .map(|nth| format!("{} '<' K_END{} '(' args ')' STR", first[2], nth % 5))
            .collect();
        bodies[2].dedup();
        bodies[2].truncate(1);
        for (kind, name) in ["item", "statement", "primary"].iter().enumerate() {
            bodies[kind].push(format!("{} ';'", first[kind]));
            total = rule(&mut rules, &format!("{name}{group}"), &bodies[kind]);
        }
        for helper in helpers.chunks(3) {
            let alternatives: Vec<String> = helper.iter().map(|(_, text)| text.clone()).collect();
            total = rule(&mut rules, &helper[0].0, &alternatives);
        }
        tokens.extend(first);
        group += 1;
    }
    tokens.extend((0..5).map(|nth| format!("K_END{nth}")));
    format!(
        "%token {}\n%token ELSE EQ NE AND OR\n%right '='\n%left OR\n%left AND\n%nonassoc EQ NE\n\
         %nonassoc '<' '>'\n%left '+' '-'\n%left '*' '/'\n%left UNARY\n%%\n{rules}",
        tokens.join(" ")
    )
}
