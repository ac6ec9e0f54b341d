//! Output as others read it: serde_json reads it as our own reader does, and another author's
//! validator finds that it is as its schema says, ours for JSON and for SARIF the one that OASIS
//! publishes (`sarif-2.1.0.schema.json`, as in serde-sarif 0.8).

use std::{fs, path::Path};

use jsonschema::Validator;
use nimbleparse::{
    builtin, json,
    language::{self, Parsed, Recovery, settings, timing::Timings},
    output::{self, sarif::Log},
};
use serde_json::Value;

fn validator(file: &str) -> Validator {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    // The schema of SARIF has a pattern, of a member that we do not write, with a bracket too many.
    let text = text.replace("{2}]?$", "{2}$");
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// What serde_json and our own reader read in an output, which is the same.
fn read(output: &[u8]) -> Value {
    let text = std::str::from_utf8(output).unwrap();
    let read: Value = serde_json::from_str(text).unwrap();
    let own = json::Value::parse(text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&own.to_string()).unwrap(), read);
    read
}

fn assert_valid(validator: &Validator, value: &Value, file: &str) {
    let wrong: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{file}: {wrong:#?}");
}

#[test]
fn what_is_written_is_what_others_read() {
    let (own, sarif) = (
        validator("../../docs/nimbleparse-json.schema.json"),
        validator("tests/sarif-2.1.0.schema.json"),
    );
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let mut errors = 0;
    for builtin in builtin::ALL {
        let language = language::builtin(builtin.name).unwrap();
        let bad = fs::read_dir(grammars.join(builtin.name).join("bad")).into_iter().flatten();
        let mut files: Vec<_> = bad.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().take(10) {
            let text = fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let (text, name) = (text.unwrap(), file.to_str().unwrap());
            for recoverer in ["restart", "cpctplus", "none"] {
                let mut recovery = Recovery::default();
                settings::set_recoverer(&mut recovery, recoverer).unwrap();
                let parsed = Parsed::new(&language, &text, &recovery, None);
                errors += parsed.errors.len();
                let mut out = Vec::new();
                let times = Timings::default();
                output::json::write_parsed(&mut out, name, &parsed, 1000, &times).unwrap();
                assert_valid(&own, &read(&out), name);
                let mut out = Vec::new();
                let mut log = Log::begin(&mut out).unwrap();
                log.add(&mut out, "a b/é.x", &parsed).unwrap();
                log.end(&mut out).unwrap();
                assert_valid(&sarif, &read(&out), name);
            }
        }
    }
    assert!(errors > 100, "{errors}");
}

#[test]
fn the_schemas_refuse_what_is_wrong() {
    let sarif = validator("tests/sarif-2.1.0.schema.json");
    let log = |version: &str| serde_json::json!({"version": version, "runs": []});
    assert!(sarif.is_valid(&log("2.1.0")) && !sarif.is_valid(&log("2.1")));
    let own = validator("../../docs/nimbleparse-json.schema.json");
    assert!(!own.is_valid(&serde_json::json!({"version": 1})));
}
