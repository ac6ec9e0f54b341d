//! The quick start, followed word for word. The program that it makes then repairs as `nimbleparse`
//! does, with the model of its samples.

use crate::followed::Followed;

/// The titles and the first helps of reports.
fn repairs(printed: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(printed);
    let is_told = |line: &&str| line.starts_with("error") || line.contains("^ help: ");
    text.lines().filter(is_told).map(str::to_owned).collect()
}

/// The model that lies beside the grammar is in the program: its repairs are those of the command
/// line, which takes it too, and some of them are others than without it.
fn repairs_are_those_of_the_command_line(guide: &Followed) {
    let broken = [
        "2 3",
        "(2 + 3) (4 + 5)",
        "2 (3 + 4)",
        "2 * 3 4",
        "1 + ) 2",
        "(2 + 3 4",
        "2 * * 3 $ 4",
        "(5 4",
    ];
    let mut changed = 0;
    for text in broken {
        let told = |command: &str| {
            let command = format!("echo '{text}' | {command}");
            let output = guide.run(&command);
            repairs(&[output.stdout, output.stderr].concat())
        };
        let program = told("cargo run -q");
        let command = "nimbleparse -q src/calc.l src/calc.y -";
        assert!(!program.is_empty(), "{text}");
        assert_eq!(program, told(command), "{text}");
        changed += usize::from(program != told(&format!("{command} --ngram none")));
    }
    assert!(changed >= 3, "{changed}");
}

#[test]
fn the_quick_start_works_word_for_word() {
    repairs_are_those_of_the_command_line(&Followed::page("quickstart"));
}
