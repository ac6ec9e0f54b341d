//! What `--format json` prints is what its schema says, and its places and edits are places of the
//! text.

use std::fs;

use crate::{
    json::Json,
    program::{TemporaryFile, run, run_with_input},
};

/// A part of a schema (JSON Schema 2020-12, as far as ours uses it), and the whole, in which its
/// references lead.
#[derive(Clone, Copy)]
struct Schema<'a> {
    whole: &'a Json,
    part: &'a Json,
}

impl<'a> Schema<'a> {
    fn of(self, part: &'a Json) -> Self {
        Schema { part, ..self }
    }

    /// What is wrong with `value`.
    fn check(self, value: &Json) -> Result<(), String> {
        for name in self.part.names() {
            let keyword = self.part.get(name);
            let holds = match name {
                "$schema" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let name = keyword.text().strip_prefix("#/$defs/").expect("a definition");
                    self.of(self.whole.get("$defs").get(name)).check(value)?;
                    true
                }
                "allOf" => {
                    keyword.items().iter().try_for_each(|part| self.of(part).check(value))?;
                    true
                }
                "oneOf" => {
                    let parts = keyword.items().iter();
                    let results: Vec<_> = parts.map(|part| self.of(part).check(value)).collect();
                    if results.iter().filter(|result| result.is_ok()).count() != 1 {
                        return Err(format!("one of: {results:?}"));
                    }
                    true
                }
                "not" => self.of(keyword).check(value).is_err(),
                "type" => match keyword {
                    Json::Array(types) => types.iter().any(|name| is_of(value, name.text())),
                    name => is_of(value, name.text()),
                },
                "enum" => keyword.items().contains(value),
                "const" => keyword == value,
                "minimum" => value.count() >= keyword.count(),
                "minProperties" => value.names().len() as u128 >= keyword.count(),
                "maxProperties" => value.names().len() as u128 <= keyword.count(),
                "required" => {
                    let mut names = keyword.items().iter().map(Json::text);
                    names.all(|name| value.names().contains(&name))
                }
                "properties" => {
                    let is_there = |name: &&str| value.names().contains(name);
                    for name in keyword.names().into_iter().filter(is_there) {
                        let checked = self.of(keyword.get(name)).check(value.get(name));
                        checked.map_err(|error| format!("{name}: {error}"))?;
                    }
                    true
                }
                "additionalProperties" => {
                    let mut values = value.names().into_iter().map(|name| value.get(name));
                    values.try_for_each(|value| self.of(keyword).check(value))?;
                    true
                }
                "items" if *value == Json::Null => true,
                "items" => {
                    value.items().iter().try_for_each(|item| self.of(keyword).check(item))?;
                    true
                }
                other => panic!("the schema has an unknown keyword '{other}'"),
            };
            if !holds {
                return Err(format!("'{name}' of {:?} does not hold of {value:?}", self.part));
            }
        }
        Ok(())
    }
}

fn is_of(value: &Json, name: &str) -> bool {
    match (name, value) {
        ("null", Json::Null)
        | ("boolean", Json::Bool(_))
        | ("string", Json::String(_))
        | ("array", Json::Array(_))
        | ("object", Json::Object(_))
        | ("number", Json::Number(_)) => true,
        ("integer", Json::Number(number)) => number.parse::<i128>().is_ok(),
        _ => false,
    }
}

/// The members that a schema's part names, those of parts that it consists of among them.
fn named<'a>(whole: &'a Json, part: &'a Json, names: &mut Vec<&'a str>) {
    let has = |name: &str| part.names().contains(&name);
    if has("$ref") {
        let name = part.get("$ref").text().trim_start_matches("#/$defs/");
        named(whole, whole.get("$defs").get(name), names);
    }
    for list in ["allOf", "oneOf"].into_iter().filter(|name| has(name)) {
        part.get(list).items().iter().for_each(|part| named(whole, part, names));
    }
    if has("properties") {
        names.extend(part.get("properties").names());
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/nimbleparse-json.schema.json");
    let text = fs::read_to_string(file).unwrap();
    let whole = Json::parse(&text.lines().map(str::trim).collect::<String>());
    let schema = Schema { whole: &whole, part: &whole };
    let mut codes = Vec::new();
    for (grammar, source, options) in [
        ("json", "{\"a\": 1}", &[][..]),
        ("json", "[1, 2", &[]),
        ("json", "[\"é漢\u{1f389}\u{301}\", 1 2]\r\n", &[]),
        ("json", "", &[]),
        ("json", "[ 1,, 2 ]\n}\n", &["-r", "panic"]),
        ("json", "[ 1 2 ]", &["-r", "none"]),
        ("json", "{ \"a\": 1, \"b\", 2 }", &[]),
        ("json", "nul", &[]),
        ("java7", "class T {\n  int f( { retrun 1; }\n  void g() { int s = 0\n }\n", &[]),
        ("java7", "class T { String s = \"a;\n int x y; char c = 'ab'; }\n", &[]),
        ("java7", "class T { /* int x;\n", &[]),
        ("java7", "class T { void f() { if (a = = b) { } } }", &[]),
        ("java7", "class T { int é = ; } # \u{1b}[31m \u{202e}", &[]),
        (
            "java7",
            "this is not a program at all,\nreally\nnot [ } one ) that * has\n) a \n) x",
            &[],
        ),
        ("c11", "int main() { int a = 1;\n f(a;\n return 0;\n", &["-r", "cpctplus"]),
        ("lua53", "function f()\n  if x the return 1 end\nend\nx = ;\ny = 1 2 3 4 )", &[]),
        ("php73", "<?php echo 'a' ; if ($x { } else }", &[]),
    ] {
        let options = [options, &["--format", "json", "--grammar", grammar, "-"]].concat();
        let output = run_with_input(&options, source.as_bytes());
        let json = Json::parse(output.stdout.trim_end());
        schema.check(&json).unwrap_or_else(|error| panic!("{source:?}: {error}"));
        for error in json.get("errors").items() {
            codes.push(error.get("code").text().to_string());
            check_places(source, error);
            let mut names = Vec::new();
            named(&whole, whole.get("$defs").get("error"), &mut names);
            let unknown = error.names().into_iter().find(|name| !names.contains(name));
            assert_eq!(unknown, None, "the schema does not name it");
        }
    }
    let bad = TemporaryFile::new("schema.y", "%%\nS: T 'é' | S? ;\n");
    let good = TemporaryFile::new("schema.l", "%%\na \"a\"\n");
    let output = run(&["--format", "json", good.path(), bad.path(), good.path()]);
    let json = Json::parse(output.stdout.trim_end());
    schema.check(&json).unwrap();
    for error in json.get("errors").items() {
        codes.push(error.get("code").text().to_string());
        check_places("%%\nS: T 'é' | S? ;\n", error);
    }
    let found = ["grep", "--format", "json", "--grammar", "lua53", "[(NAME) (comment)] @a", "-"];
    let output = run_with_input(&found, "é = b -- c".as_bytes());
    let json = Json::parse(output.stdout.trim_end());
    schema.check(&json).unwrap();
    assert_eq!(
        json.get("matches").items()[1].get("captures").items()[0].get("node").text(),
        "NAME"
    );
    codes.sort();
    codes.dedup();
    let report = whole.get("$defs").get("report").get("properties").get("code").get("enum");
    let mut known: Vec<&str> = report.items().iter().map(Json::text).collect();
    known.sort_unstable();
    assert_eq!(codes, known, "each kind of report is shown here");
}

/// Checks the place of an error, and those of the edits of its helps.
fn check_places(source: &str, error: &Json) {
    let bytes = |json: &Json| {
        let start = json.get("offset").count() as usize;
        start..start + json.get("length").count() as usize
    };
    let place = error.get("place");
    let before = &source[..bytes(place).start];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() as u128 + 1;
    let column = before[line_start..].chars().count() as u128 + 1;
    assert_eq!((place.get("line").count(), place.get("column").count()), (line, column));
    assert!(source.get(bytes(place)).is_some(), "{place:?}");
    for help in error.get("help").items() {
        if let Json::Array(edits) = help.get("edits") {
            let mut from = 0;
            for edit in edits {
                assert!(source.get(bytes(edit)).is_some() && bytes(edit).start >= from, "{edit:?}");
                from = bytes(edit).end;
            }
        }
    }
}
