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
