//! What a grammar says of rules that notation made, and of the types of their values.

use lrtable::{
    grammar::{Grammar, Operand, Origin, Symbol},
    yacc::YaccKind,
};

fn in_rust(rules: &str) -> Grammar {
    let text = format!("%token T U\n%%\n{rules}");
    Grammar::parse(&text, Some(YaccKind::Grmtools)).unwrap_or_else(|all| panic!("{all:?}"))
}

/// The type of the value of the rule called `name`, tokens' types as `@`.
fn ty(grammar: &Grammar, name: &str) -> String {
    let rule = grammar.rule_named(name).unwrap_or_else(|| panic!("no rule '{name}'"));
    let ty = grammar.rule(rule).action_type.clone().unwrap_or_default();
    ty.replace("::lrpar::generated::Token<__Types>", "@")
}

#[test]
fn the_value_of_a_group_is_that_of_what_has_a_label_or_of_all() {
    let grammar = in_rust(
        "S -> u8: (A T) (a=A T) (A U)+ ('(' a=A U)* (A ',')? f(A) f(T) g(T) { 1 };
         A -> u16: T { 2 };
         f(X) -> u32: (X U) { 3 };
         g(X) -> X: n=X 'x' { $n };",
    );
    for (name, expected) in [
        ("(A T)", "(u16, @)"),
        ("(A T) (2)", "u16"),
        ("(A U)+", "Vec<(u16, @)>"),
        ("('(' A U)*", "Vec<u16>"),
        ("(A ',')?", "Option<(u16, @)>"),
        // A parameter's name is no label.
        ("(A U) (2)", "(u16, @)"),
        ("(T U)", "(@, @)"),
        ("f(A)", "u32"),
        ("g(T)", "@"),
    ] {
        assert_eq!(ty(&grammar, name), expected, "{name}");
    }
}

#[test]
fn definitions_of_a_rule_may_call_its_parameters_what_they_like() {
    let grammar = in_rust(
        "S -> Vec<u8>: f(A) { $1 };
         A -> u8: T { 2 };
         f(X) -> Vec<X>: X { vec![$1] };
         f(Y) -> Vec<Y>: f(Y) Y { $1 };",
    );
    assert_eq!(ty(&grammar, "f(A)"), "Vec<u8>");
    assert_eq!(grammar.rule(grammar.rule_named("f(A)").unwrap()).productions.len(), 2);
}

#[test]
fn origins_name_what_is_optional_or_repeated_unless_it_is_inlined() {
    let text = "%token T\n%%
        S: T? T* (T | R)+ separated_list(',', R) R? I? pair(T, R) (T R);
        R: 'r';
        %inline I: 'i' | 'j';";
    let grammar = Grammar::parse(text, None).unwrap();
    let token = Symbol::Token(grammar.token_named("T").unwrap());
    let rule = |name| Symbol::Rule(grammar.rule_named(name).unwrap());
    for (name, expected) in [
        ("T?", Origin::Optional(Some(token))),
        ("T*", Origin::List(Some(token))),
        ("(T | R)+", Origin::List(Some(rule("(T | R)")))),
        ("separated_list(',', R)", Origin::List(Some(rule("R")))),
        ("R?", Origin::Optional(Some(rule("R")))),
        ("I?", Origin::Optional(None)),
        ("pair(T, R)", Origin::Other),
        ("(T R)", Origin::Other),
    ] {
        let found = grammar.rule(grammar.rule_named(name).unwrap()).origin;
        assert_eq!(found, Some(expected), "{name}");
    }
    assert_eq!(grammar.rule(grammar.rule_named("S").unwrap()).origin, None);
    assert_eq!(grammar.rule_named("I"), None);
    let optional = grammar.rule_named("I?").unwrap();
    let operands = grammar.rule(optional).productions.iter().map(|prod| {
        let operands = &grammar.production(*prod).operands;
        operands
            .iter()
            .map(|operand| match operand {
                Operand::Inlined(inlined) => inlined.rule.as_str(),
                Operand::Symbol(_) => "a symbol",
            })
            .collect::<Vec<_>>()
    });
    assert_eq!(operands.collect::<Vec<_>>(), [vec![], vec!["I"], vec!["I"]]);
}

#[test]
fn a_text_for_messages_is_that_of_all_instances_of_a_rule_with_parameters() {
    let text = "%epp list_of \"things\"\n%epp only \"nothing else\"\n%epp T \"a T\"\n%token T U\n%%
        S: list_of(T) list_of(only(U)) only(T) both(list_of, T) 'list_of';
        list_of(X): X | list_of(X) X;
        %inline only(X): X;
        both(F, X): F(X) X;";
    let grammar = Grammar::parse(text, None).unwrap_or_else(|all| panic!("{all:?}"));
    let epp = grammar.rules().iter().map(|rule| (&*rule.name, rule.epp.as_deref()));
    let named: Vec<(&str, &str)> = epp.filter_map(|(name, epp)| Some((name, epp?))).collect();
    assert_eq!(named, [("list_of(T)", "things"), ("list_of(only(U))", "things")]);
    let token = grammar.token(grammar.token_named("list_of").unwrap());
    assert_eq!(token.epp, None);
}
