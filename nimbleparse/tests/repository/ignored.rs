//! Tests that need a tool are run where the tool is.

use std::fs;

use crate::{files, root};

/// Each reason for which a test is ignored is "needs TOOL", and `.ci/run` runs the tests that need
/// that tool.
#[test]
fn ignored_tests_are_run_where_their_tools_are() {
    let script = fs::read_to_string(root().join(".ci/run")).unwrap();
    let mut ignored = 0;
    for folder in ["lrtable", "lrpar", "lrlex", "nimbleparse", "corpus-tools"] {
        for file in files(&root().join(folder), "rs") {
            let text = fs::read_to_string(&file).unwrap();
            for line in text.lines().filter(|line| line.trim_start().starts_with("#[ignore")) {
                let reason = line.split('"').nth(1).unwrap_or_default();
                let tool = reason.strip_prefix("needs ");
                let tool = tool.unwrap_or_else(|| panic!("{}: {line}", file.display()));
                assert!(script.contains(&format!("\n    needs {tool} ")), "{tool} in .ci/run");
                ignored += 1;
            }
        }
    }
    assert!(ignored > 5, "{ignored} tests need tools");
}
