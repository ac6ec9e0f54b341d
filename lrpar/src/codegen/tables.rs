//! A state table as `static` arrays in Rust code.

use std::fmt::{Display, Write};

use lrtable::pack::{Cells, Tables};

/// Columns of a line of numbers.
const WIDTH: usize = 120;

/// The code of a `static` item called `name` that holds `tables`, indented by four.
pub(super) fn item(name: &str, tables: &Tables<'_>) -> String {
    let mut out = format!(
        "    static {name}: ::lrpar::generated::Tables<'static> = ::lrpar::generated::Tables {{\n"
    );
    let mut field = |name: &str, value: &str| {
        let _ = writeln!(out, "        {name}: {value},");
    };
    field("token_count", &tables.token_count.to_string());
    field("rule_count", &tables.rule_count.to_string());
    field("actions", &cells(tables.actions));
    field("gotos", &cells(tables.gotos));
    let pairs = tables.productions.iter();
    let pairs = pairs.map(|(rule, len)| format!("({rule}, {len})"));
    field("productions", &list(pairs));
    field("symbols", &list(tables.symbols));
    field("insert_costs", &list(tables.insert_costs));
    field("delete_costs", &list(tables.delete_costs));
    field("avoid_insert", &list(tables.avoid_insert));
    field("start_count", &tables.start_count.to_string());
    field("can_reduce_forever", &tables.can_reduce_forever.to_string());
    out.push_str("    };\n");
    out
}

/// The numbers, in the narrowest type that holds them.
fn cells(cells: Cells<'_>) -> String {
    let variant = match cells.iter().max().unwrap_or(0) {
        0..=0xff => "U8",
        0x100..=0xffff => "U16",
        _ => "U32",
    };
    format!("::lrpar::generated::Cells::{variant}({})", list(cells.iter()))
}

/// A reference to an array, many elements a line.
fn list(elements: impl IntoIterator<Item = impl Display>) -> String {
    let mut out = String::from("&[");
    let mut column = WIDTH;
    let mut text = String::new();
    for element in elements {
        text.clear();
        let _ = write!(text, "{element},");
        if column + text.len() >= WIDTH {
            out.push_str("\n            ");
            column = 12;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(&text);
        column += text.len();
    }
    if out.len() > 2 {
        out.push_str("\n        ");
    }
    out.push(']');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stored_in_the_narrowest_type() {
        assert_eq!(
            cells(Cells::U32(&[1, 255])),
            "::lrpar::generated::Cells::U8(&[\n            1, 255,\n        ])"
        );
        assert!(cells(Cells::U32(&[256])).contains("U16"));
        assert!(cells(Cells::U16(&[65535])).contains("U16"));
        assert!(cells(Cells::U32(&[65536])).contains("U32"));
        assert_eq!(list([0u8; 0]), "&[]");
    }
}
