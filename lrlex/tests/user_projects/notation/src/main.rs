//! A grammar in the notation for lists, options, groups, parameters and inlined rules: its values,
//! and the functions of its nodes' types.

use lrlex::lrlex_mod;
use lrpar::{lrpar_mod, TypedNode};

lrlex_mod!("script.l");
lrpar_mod!("script.y");

fn main() {
    let lexerdef = script_l::lexerdef();
    let lexer = lexerdef.lexer("def a 1;");
    let (value, errors) = script_y::parse(&lexer, 0);
    println!("{value:?} {}", errors.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use script_y::syntax::{Decl, File, Param};

    fn value(text: &str, base: u64) -> Vec<(String, u64)> {
        let lexerdef = script_l::lexerdef();
        let lexer = lexerdef.lexer(text);
        let (value, errors) = script_y::parse(&lexer, base);
        assert!(errors.is_empty(), "{text}");
        value.unwrap()
    }

    fn only(text: &str) -> u64 {
        let value = value(text, 0);
        assert_eq!(value.len(), 1);
        value[0].1
    }

    #[test]
    fn lists_are_vectors_and_options_are_options() {
        assert!(value("", 0).is_empty());
        let all = value("def a 1; def bb (x, yy = 2) 3;", 0);
        assert_eq!(all, [("a".to_owned(), 1), ("bb".to_owned(), 3 + (1 + 7) + (2 + 2))]);
        assert_eq!(only("def a () 1;"), 1);
        assert_eq!(only("def a 1 {2} 3;"), 6);
        assert_eq!(only("def a @ @ x @;"), 3);
        assert_eq!(only("def a @;"), 0);
    }

    #[test]
    fn an_inlined_operator_has_its_precedence_and_its_value() {
        assert_eq!(only("def a = 2 + 3 * 4 - 1 - 1;"), 12);
        assert_eq!(value("def a = 2 * (3 + 1);", 10)[0].1, 12 * 24);
    }

    #[test]
    fn groups_have_values_by_actions_labels_or_as_tuples() {
        assert_eq!((only("def a * @;"), only("def a * *;")), (1, 0));
        assert_eq!((only("def a - 40 xx;"), only("def a - {40 xxx};")), (42, 43));
    }

    #[test]
    fn a_value_may_have_its_place() {
        // The `@` is at byte 8, the expression from byte 10 on has 7 bytes.
        assert_eq!(only("def a = @ (1 + 2) ;"), 8 * 100 + 10 * 10 + 7);
    }

    #[test]
    fn a_rule_with_parameters_knows_the_types_of_its_arguments() {
        assert_eq!(only("def a let xx 3, y 4;"), 10);
    }

    #[test]
    fn nodes_have_functions_for_items_and_options() {
        let text = "def f (x, yy = 2 + 3, z) 1 {2}; def g @ @ q; def h 5;";
        let lexerdef = script_l::lexerdef();
        let lexer = lexerdef.lexer(text);
        let (tree, errors) = script_y::parse_syntax(&script_y::recovery_options(), &lexer);
        assert!(errors.is_empty());
        let file = File::cast(tree.root()).unwrap();
        let decls: Vec<Decl<'_>> = file.decl().collect();
        let names: Vec<&str> = decls.iter().map(|decl| decl.name().unwrap().syntax().text()).collect();
        assert_eq!(names, ["f", "g", "h"]);
        let parameters: Vec<Param<'_>> = decls[0].list().collect();
        let shown: Vec<(&str, Option<&str>)> = parameters
            .iter()
            .map(|one| (one.id().unwrap().syntax().text(), one.default().map(|node| node.syntax().text())))
            .collect();
        assert_eq!(shown, [("x", None), ("yy", Some("2 + 3")), ("z", None)]);
        assert_eq!(decls[1].list().count(), 0);
        assert!(decls[0].open_paren_token().is_some() && decls[1].open_paren_token().is_none());
        let sum = decls[1].sum().unwrap();
        assert_eq!(sum.marks().map(|node| node.text()).collect::<Vec<_>>(), ["@", "q"]);
        let expr = parameters[1].default().unwrap();
        assert_eq!(expr.left().unwrap().syntax().text(), "2");
        assert_eq!(expr.plus_token().unwrap().text(), "+");
    }

    #[test]
    fn a_list_of_many_items_is_walked_without_recursion() {
        let text = "def a 1; ".repeat(50_000);
        let lexerdef = script_l::lexerdef();
        let lexer = lexerdef.lexer(&text);
        let (tree, _) = script_y::parse_syntax(&script_y::recovery_options(), &lexer);
        assert_eq!(File::cast(tree.root()).unwrap().decl().count(), 50_000);
    }
}
