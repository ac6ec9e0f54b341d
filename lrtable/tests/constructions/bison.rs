//! What Bison makes of a grammar.

use std::process::Command;

/// Is Bison there?
pub(crate) fn is_installed() -> bool {
    Command::new("bison").arg("--version").output().is_ok()
}

/// States, shift/reduce and reduce/reduce conflicts by Bison's report. `lr_type` is `lalr`, `ielr` or `canonical-lr`.
pub(crate) fn counts(text: &str, lr_type: &str, name: &str) -> (usize, usize, usize) {
    let folder = std::env::temp_dir();
    let [grammar, report, parser] = ["y", "output", "c"]
        .map(|ending| folder.join(format!("{name}-{}.{ending}", std::process::id())));
    std::fs::write(&grammar, text).unwrap();
    let output = Command::new("bison")
        .args(["-Wno-all", "-Wconflicts-sr", "-Wconflicts-rr", "--report=states"])
        .arg(format!("-Dlr.type={lr_type}"))
        .arg(format!("--report-file={}", report.display()))
        .arg("-o")
        .arg(&parser)
        .arg(&grammar)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}\n{text}");
    let states = std::fs::read_to_string(&report).unwrap();
    for file in [grammar, report, parser] {
        let _ = std::fs::remove_file(file);
    }
    let is_state = |line: &&str| {
        line.to_ascii_lowercase().starts_with("state ") && line.split(' ').count() == 2
    };
    let conflicts = |kind: &str| {
        let line = errors.lines().find(|line| line.contains(&format!("{kind} conflict")));
        line.map_or(0, |line| {
            let before = line.split(&format!(" {kind}")).next().unwrap();
            before.rsplit(' ').next().unwrap().parse().unwrap()
        })
    };
    (states.lines().filter(is_state).count(), conflicts("shift/reduce"), conflicts("reduce/reduce"))
}
