//! What is accepted and refused; what it matches is tested where automata are.

use super::*;
use crate::spec::{LexFlags, read};

fn flags() -> Flags {
    read("%%\n", &LexFlags::default()).0.flags
}

#[test]
fn look_around_is_refused_but_for_the_start_and_the_very_end() {
    for regex in ["^a", "\\Aa|^b", "^*a"] {
        assert!(parse(regex, &flags(), &mut Budget::new()).is_ok(), "{regex}");
    }
    for (regex, at_end) in [("x\\z", true), ("x\\\\z", false), ("(?:x|y)\\z", true)] {
        assert_eq!(parse(regex, &flags(), &mut Budget::new()).unwrap().at_end, at_end, "{regex}");
    }
    for regex in [
        "a$",
        "a^",
        "(^a)",
        "\\bx",
        "x\\b{end}",
        "\\Bx",
        "(x\\z)",
        "x\\z|y",
        "y|x\\z",
        "x\\z ",
        "\\<x",
    ] {
        assert_eq!(
            parse(regex, &flags(), &mut Budget::new()).unwrap_err(),
            Refusal::LookAround,
            "{regex}"
        );
    }
}

#[test]
fn what_the_regex_crate_refuses_is_refused() {
    for regex in [
        "*",
        "a|*",
        "(?i)*",
        "(",
        ")",
        "(?)",
        "(?-)",
        "(?ii)a",
        "(?-:a)",
        "(?:a",
        "a{2,1}",
        "a{,2}",
        "a{",
        "[",
        "[]",
        "[b-a]",
        "[\\d-z]",
        "[a-\\d]",
        "\\q",
        "\\p{nothing}",
        "\\x{d800}",
        "\\x4",
        "(?P<a>)(?P<a>)",
        "\\9",
        "(?-u:.)",
        "(?-u:\\xff)",
        "(?-u:[^a])",
        "[[:^x:]",
    ] {
        assert!(parse(regex, &flags(), &mut Budget::new()).is_err(), "{regex}");
    }
}
