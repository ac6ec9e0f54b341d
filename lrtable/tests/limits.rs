//! Each limit is met by a grammar, and said with what to do.

use lrtable::{
    Spanned, YaccGrammar,
    construct::Construction,
    counterexample,
    diagnostic::{Diagnostic, Severity},
    from_yacc_within,
    grammar::Grammar,
    limits::{
        CHAIN, CONFLICTS, INLINED, INSTANCES, Limits, MEMORY, MESSAGES, NAME, NESTING, SETS,
        SHOWN_SYMBOLS, STATES, WORK,
    },
    random::Random,
    sentence::{Cheapest, random_derivation},
    statetable,
    yacc::YaccKind,
};

fn grammar(text: &str) -> YaccGrammar<u32> {
    let kind = YaccKind::from_name("original").unwrap();
    YaccGrammar::new(kind, text).unwrap()
}

/// Of `rules` rules, which know which of them have been left: a state for each set of them.
fn exponential(rules: usize) -> String {
    let mut text = String::from("%%\nS:");
    for n in 0..rules {
        text.push_str(&format!("{} A{n}", if n > 0 { " |" } else { "" }));
    }
    text.push_str(";\n");
    for n in 0..rules {
        text.push_str(&format!("A{n}: 'e{n}'"));
        for other in (0..rules).filter(|other| *other != n) {
            text.push_str(&format!(" | 'c{other}' A{n}"));
        }
        text.push_str(";\n");
    }
    text
}

/// Without precedences each two operators are in conflict.
fn operators(count: usize) -> String {
    let all: String = (0..count).map(|n| format!(" | E 'o{n}' E")).collect();
    format!("%%\nE: 'n'{all};\n")
}

fn refused(text: &str, construction: Construction, limits: Limits) -> String {
    let built = from_yacc_within(&grammar(text), construction, limits);
    built.err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn constructions_stop_at_their_limits() {
    let text = exponential(7);
    let few = [
        (Limits { states: 100, ..Limits::default() }, "more than 100 states, the limit 'states'"),
        (Limits { memory: 20 << 10, ..Limits::default() }, "the limit 'memory'"),
        (Limits { work: 10_000, ..Limits::default() }, "more than 10000 steps, the limit 'work'"),
        (Limits { table: 1 << 10, ..Limits::default() }, "the limit 'table'"),
    ];
    for construction in Construction::ALL {
        assert_eq!(refused(&text, construction, Limits::default()), "");
        for (limits, said) in few {
            let message = refused(&text, construction, limits);
            assert!(message.contains(said) && message.contains("split the grammar"), "{message}");
        }
    }
}

#[test]
fn two_to_the_twenty_second_states_are_refused() {
    let text = exponential(22);
    for construction in Construction::ALL {
        let message = refused(&text, construction, Limits::default());
        assert!(message.contains("the limit '"), "{message}");
    }
}

#[test]
fn conflicts_are_counted_those_that_precedence_decides_too() {
    let limits = Limits { conflicts: 99, ..Limits::default() };
    let ten = operators(10);
    let decided =
        format!("%left{}\n{ten}", (0..10).map(|n| format!(" 'o{n}'")).collect::<String>());
    for text in [ten, decided] {
        let message = refused(&text, Construction::Lalr, limits);
        assert!(message.contains("more than 99 conflicts, the limit 'conflicts'"), "{message}");
        let limits = Limits { conflicts: 100, ..limits };
        assert_eq!(refused(&text, Construction::Lalr, limits), "");
    }
}

#[test]
fn too_many_sets_of_tokens_are_refused() {
    // As many tokens as productions.
    let count = 50_000;
    assert!(count * count > SETS);
    let all: String = (0..count).map(|n| format!(" | 't{n}'")).collect();
    let errors = Grammar::parse(&format!("%%\nS: 'x'{all};\n"), None).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].message().contains("the limit 'sets'"), "{}", errors[0]);
}

#[test]
fn limits_leave_room_for_large_grammars() {
    let defaults = Limits::default();
    assert_eq!((defaults.states, defaults.memory), (STATES, MEMORY));
    assert_eq!((defaults.work, defaults.conflicts), (WORK, CONFLICTS));
    const { assert!(10_000 * 2 * 50_000 <= SETS) };
    // 50,000 productions of 1,000 tokens.
    let all: String = (0..50_000)
        .map(|n| format!("R{n}: 'a' 'n{}' 'm{}' | 'b' 'c';\nS: R{n};\n", n % 1000, n / 1000))
        .collect();
    let grammar = grammar(&format!("%start S\n%%\n{}", all.replace(" | 'b' 'c'", "")));
    let (graph, _) = from_yacc_within(&grammar, Construction::Pager, defaults).unwrap();
    assert_eq!(graph.states().len(), 2 + 50_000 + 1 + 1000 + 50_000);
}

#[test]
fn a_name_that_is_too_long_is_refused() {
    for source in [
        "%%\nS: 'NAME';\n",
        "%%\nS: \"NAME\";\n",
        "%token NAME\n%%\nS: NAME;\n",
        "%%\nNAME: 'x';\n",
    ] {
        let named = |len: usize| Grammar::parse(&source.replace("NAME", &"x".repeat(len)), None);
        assert!(named(NAME).is_ok(), "{source}");
        let errors = named(NAME + 1).unwrap_err();
        let message = errors[0].message();
        assert!(message.contains("x…' has more than 1000 bytes, the limit 'name'"), "{message}");
        assert!(message.len() < 200);
    }
}

#[test]
fn warnings_are_shown_up_to_a_number() {
    let of = |count: usize| {
        let tokens: String = (0..count).map(|n| format!(" T{n}")).collect();
        let read = Grammar::parse(&format!("%token{tokens}\n%%\nS: 'x';\n"), None).unwrap();
        assert!(read.warnings().iter().all(|message| message.severity() == Severity::Warning));
        read.warnings().iter().map(|message| message.message().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of(MESSAGES).len(), MESSAGES);
    let more = of(MESSAGES + 3);
    assert_eq!(more.len(), MESSAGES + 1);
    assert_eq!(more[MESSAGES], "3 further warnings are not shown");
}

#[test]
fn of_a_long_production_what_stands_around_the_dot_is_shown() {
    let symbols: String = (0..1000).map(|n| format!(" 't{n}'")).collect();
    let grammar = grammar(&format!("%%\nS:{symbols};\n"));
    let prod = grammar.prod_ids().last().unwrap();
    for dot in [0, 1, 49, 500, 999, 1000] {
        let shown = grammar.show_production(prod, Some(dot));
        assert_eq!(shown.matches('"').count(), 2 * SHOWN_SYMBOLS);
        assert_eq!(shown.matches('•').count(), 1);
        assert!(dot == 0 || shown.contains(&format!("\"t{}\" •", dot - 1)), "{shown}");
        assert_eq!(shown.matches('…').count(), if (51..950).contains(&dot) { 2 } else { 1 });
    }
}

#[test]
fn examples_are_looked_for_until_their_work_is_spent() {
    let (grammar, limits) = (grammar(&operators(3)), counterexample::Limits::default());
    let (resolved, _) = statetable::build(&grammar, Construction::Lalr);
    let with = |total: usize| {
        let limits = counterexample::Limits { total, ..limits };
        let all = counterexample::explain_within(&grammar, &resolved, limits);
        (all.len(), all.iter().filter(|explanation| explanation.example.is_some()).count())
    };
    assert_eq!(with(limits.total), (9, 9));
    let (causes, examples) = with(200);
    assert!(causes == 9 && examples < 9, "{examples}");
    let none = counterexample::explain_within(
        &grammar,
        &resolved,
        counterexample::Limits { total: 0, ..limits },
    );
    assert!(none[0].body().contains("no example was looked for"));
    assert!(!none[0].diagnostic().spans().is_empty());
}

#[test]
fn sentences_that_double_with_each_rule_are_not_written_out() {
    let rules: String = (0..60).map(|n| format!("A{n}: A{0} A{0};\n", n + 1)).collect();
    let grammar = grammar(&format!("%%\n{rules}A60: 'x';\n"));
    let generator = grammar.sentence_generator(|_| 1);
    let of = |name: &str| generator.try_min_sentence(grammar.rule_idx(name).unwrap());
    assert_eq!(of("A50").unwrap().len(), 1 << 10);
    assert!(of("A0").unwrap_err().contains("the limit 'sentence'"), "{:?}", of("A0"));
    let cheapest = Cheapest::new(&grammar, |_| 1);
    assert_eq!(random_derivation(&cheapest, 0, 100, &mut Random::new(1)), None);
    let text = (0..60).map(|n| format!("A{n}: A{0} A{0};\n", n + 1)).collect::<String>();
    let empty = self::grammar(&format!("%%\n{text}A60: ;\n"));
    assert_eq!(Cheapest::new(&empty, |_| 1).sentence(empty.starts()[0]), None);
}

/// The first error about a grammar; empty if there is none.
fn error(text: &str) -> String {
    let errors = Grammar::parse(text, None).err().unwrap_or_default();
    errors.first().map_or_else(String::new, |error| error.message().to_owned())
}

#[test]
fn twenty_thousand_instances_are_made_and_no_more() {
    let calls = |count: usize| {
        let of = |n: usize| format!(" | pair('a{}', 'b{}')", n / 200, n % 200);
        format!("%%\nS: 'x'{};\n", (0..count).map(of).collect::<String>())
    };
    for count in [10_000, INSTANCES] {
        let grammar = Grammar::parse(&calls(count), None).unwrap();
        let instances = grammar.rules().iter().filter(|rule| rule.origin.is_some()).count();
        assert_eq!((instances, grammar.productions().len()), (count, 1 + 1 + 2 * count));
    }
    let message = error(&calls(INSTANCES + 1));
    assert!(message.contains("more than 20000 rules, the limit 'instances'"), "{message}");
    assert!(message.len() < 400, "{message}");
}

#[test]
fn calls_in_definitions_end_after_a_number_of_them() {
    let calls = |count: usize| {
        let rules: String = (1..count).map(|n| format!("f{n}(X): f{}(X);\n", n + 1)).collect();
        format!("%%\nS: f1('a');\n{rules}f{count}(X): X;\n")
    };
    assert_eq!(error(&calls(CHAIN)), "");
    let message = error(&calls(CHAIN + 1));
    assert!(message.starts_with("the expansion does not end: f1('a') → f2("), "{message}");
}

#[test]
fn inlined_rules_in_each_other_are_limited() {
    let rules = |count: usize, each: &str| {
        let rule =
            |n: usize| format!("%inline T{n}: {};\n", each.replace('T', &format!("T{}", n + 1)));
        format!("%%\nS: T0;\n{}%inline T{count}: 'a';\n", (0..count).map(rule).collect::<String>())
    };
    assert_eq!(error(&rules(CHAIN - 1, "T 'b'")), "");
    for count in [CHAIN, 100_000] {
        let message = error(&rules(count, "T 'b'"));
        assert!(
            message.contains("more than 100 inlined rules in each other, the limit 'chain'"),
            "{message}"
        );
    }
    // Each doubles what it inlines, with or without symbols; or has two alternatives for each.
    for each in ["T T", "T T | 'b'"] {
        assert_eq!(error(&rules(3, each)), "");
        let message = error(&rules(90, each));
        assert!(
            message.contains(&format!("more than {INLINED} symbols, the limit 'inlined'")),
            "{message}"
        );
    }
    assert!(error(&rules(90, "T T").replace("'a'", "")).contains("the limit 'inlined'"));
}

#[test]
fn items_in_each_other_are_limited() {
    let forms: [(&str, &str); 4] = [("(", ")"), ("list(", ")"), ("", "?"), ("('b' | ", ")")];
    for (open, close) in forms {
        let nested =
            |depth: usize| format!("%%\nS: {}'a'{};\n", open.repeat(depth), close.repeat(depth));
        let most = if open.is_empty() { NESTING } else { NESTING - 1 };
        assert_eq!(error(&nested(most)), "");
        let errors = Grammar::parse(&nested(most + 1), None).unwrap_err();
        let is_said = |error: &Diagnostic| {
            error.message().contains("more than 64 items in each other, the limit 'nesting'")
        };
        assert!(errors.iter().all(is_said), "{errors:?}");
        assert!(Grammar::parse(&nested(100_000), None).is_err());
    }
}
