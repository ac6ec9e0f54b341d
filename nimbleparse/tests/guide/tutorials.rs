//! The tutorials, followed word for word.

use crate::followed::Followed;

#[test]
fn the_calculator_works_word_for_word() {
    Followed::page("tutorial-calculator");
}

#[test]
fn the_configuration_language_works_word_for_word() {
    Followed::page("tutorial-config");
}

#[test]
fn the_port_from_bison_works_word_for_word() {
    Followed::page("tutorial-bison");
}

#[test]
#[ignore = "needs bison"]
fn what_is_ported_printed_this_in_c() {
    Followed::page_with_tools("tutorial-bison");
}
