//! State tables and n-gram models as `static` arrays in Rust code.

use std::fmt::{Display, Write};

use lrtable::pack::{Arrays, Packed, Tables};

use super::{RustWriter, names::string};
use crate::{
    node_types::{Names, NodeTypes},
    recovery::PackedNgrams,
};

/// Width of a line of numbers, in columns.
const WIDTH: usize = 120;

/// Writes a `static` item called `name` that holds `tables`.
pub(super) fn tables(out: &mut RustWriter, name: &str, tables: &Tables<'_>) {
    let arrays = match &tables.arrays {
        Arrays::U16(arrays) => packed("U16", arrays),
        Arrays::U32(arrays) => packed("U32", arrays),
    };
    let pairs = |pairs: &[(u32, u32)]| list(pairs.iter().map(|(a, b)| format!("({a}, {b})")));
    let fields = [
        ("token_count", tables.token_count.to_string()),
        ("rule_count", tables.rule_count.to_string()),
        ("arrays", arrays),
        ("productions", pairs(tables.productions)),
        ("symbols", list(tables.symbols)),
        ("insert_costs", list(tables.insert_costs)),
        ("delete_costs", list(tables.delete_costs)),
        ("avoid_insert", list(tables.avoid_insert)),
        ("brackets", pairs(tables.brackets)),
        ("mistakes", format!("{:?}", tables.mistakes)),
        ("start_count", tables.start_count.to_string()),
        ("can_reduce_forever", tables.can_reduce_forever.to_string()),
    ];
    static_item(out, name, "Tables", &fields);
}

/// Writes a `static` item called `name` that holds `model`, and one called `edits` before it if the
/// model has one of edits.
pub(super) fn models(out: &mut RustWriter, [name, edits]: [&str; 2], model: &PackedNgrams<'_>) {
    if let Some(model) = model.edits {
        self::model(out, edits, model, None);
    }
    self::model(out, name, model, model.edits.map(|_| edits));
}

fn model(out: &mut RustWriter, name: &str, model: &PackedNgrams<'_>, edits: Option<&str>) {
    let fields = [
        ("order", model.order.to_string()),
        ("tokens", model.tokens.to_string()),
        ("longer", list(model.longer)),
        ("last", bytes(model.last)),
        ("width", model.width.to_string()),
        ("seen", bytes(model.seen)),
        ("often", list(model.often.iter().map(|(run, seen)| format!("({run},{seen})")))),
        ("edits", edits.map_or("None".to_string(), |name| format!("Some(&{name})"))),
    ];
    static_item(out, name, "PackedNgrams", &fields);
}

/// Writes a `static` item called `name` that holds node types.
pub(super) fn node_types(out: &mut RustWriter, name: &str, types: &NodeTypes) {
    let borrowed = |value: String| format!("::std::borrow::Cow::Borrowed({value})");
    let names = |names: &Names| {
        let (text, ends) = (borrowed(string(&names.text)), borrowed(list(&*names.ends)));
        format!("::lrpar::generated::Names {{ text: {text}, ends: {ends} }}")
    };
    let triples = |triples: &[(u32, u32, u32)]| {
        borrowed(list(triples.iter().map(|(a, b, c)| format!("({a}, {b}, {c})"))))
    };
    let pairs = types.productions.iter().map(|(rule, slot)| format!("({rule}, {slot})"));
    let fields = [
        ("rules", names(&types.rules)),
        ("tokens", names(&types.tokens)),
        ("aliases", names(&types.aliases)),
        ("fields", names(&types.fields)),
        ("forms", borrowed(list(&*types.forms))),
        ("shapes", borrowed(list(&*types.shapes))),
        ("productions", borrowed(list(pairs))),
        ("symbols", borrowed(list(&*types.symbols))),
        ("slot_fields", borrowed(list(&*types.slot_fields))),
        ("group_fields", triples(&types.group_fields)),
        ("list_symbols", triples(&types.list_symbols)),
    ];
    out.open(format_args!("static {name}: ::lrpar::NodeTypes = ::lrpar::NodeTypes {{"));
    for (name, value) in fields {
        out.line(format_args!("{name}: {value},"));
    }
    out.close("};");
}

/// Writes a `static` item of the type `ty` with these fields.
fn static_item(out: &mut RustWriter, name: &str, ty: &str, fields: &[(&str, String)]) {
    let ty = format!("::lrpar::generated::{ty}");
    out.open(format_args!("static {name}: {ty}<'static> = {ty} {{"));
    for (name, value) in fields {
        out.line(format_args!("{name}: {value},"));
    }
    out.close("};");
}

/// Formats a byte string over several lines.
fn bytes(bytes: &[u8]) -> String {
    let mut out = String::from("b\"");
    let mut column = WIDTH;
    for byte in bytes {
        if column + 5 > WIDTH {
            // Blanks at the start of a line are not part of the string.
            out.push_str("\\\n            ");
            column = 12;
        }
        let before = out.len();
        match byte {
            b'"' | b'\\' | b' ' => write!(out, "\\x{byte:02x}"),
            _ => write!(out, "{}", byte.escape_ascii()),
        }
        .expect("strings can be written");
        column += out.len() - before;
    }
    out.push('"');
    out
}

/// Formats the rows of actions or gotos.
fn packed<W: Display>(width: &str, packed: &Packed<'_, W>) -> String {
    let arrays = [
        ("states", list(packed.states.iter().map(cell))),
        ("usual_gotos", list(packed.usual_gotos)),
        ("actions", list(packed.actions.iter().map(cell))),
        ("gotos", list(packed.gotos.iter().map(cell))),
        ("token_sets", list(packed.token_sets)),
        ("rule_sets", list(packed.rule_sets)),
    ];
    let fields = arrays.map(|(name, value)| format!("        {name}: {value},\n")).concat();
    let module = "::lrpar::generated";
    format!("{module}::Arrays::{width}({module}::Packed {{\n{fields}        }})")
}

fn cell<W: Display>(numbers: impl AsRef<[W]>) -> String {
    let numbers: Vec<String> = numbers.as_ref().iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(","))
}

/// Formats a reference to an array as Rust code, many elements to a line, indented for an item
/// inside a module.
pub fn list(elements: impl IntoIterator<Item = impl Display>) -> String {
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
    fn numbers_stand_many_in_a_line() {
        assert_eq!(list([1u8, 255]), "&[\n            1, 255,\n        ]");
        assert_eq!(list([cell([1u16, 2])]), "&[\n            [1,2],\n        ]");
        assert_eq!(list([0u8; 0]), "&[]");
        assert!(list(0..1000).lines().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn bytes_stand_many_in_a_line() {
        assert_eq!(
            bytes(b"a \"\\\n\0\xff'"),
            "b\"\\\n            a\\x20\\x22\\x5c\\n\\x00\\xff\\'\""
        );
        assert_eq!(bytes(b""), "b\"\"");
        let all: Vec<u8> = (0..=255).cycle().take(5_000).collect();
        assert!(bytes(&all).lines().all(|line| line.len() <= WIDTH));
    }
}
