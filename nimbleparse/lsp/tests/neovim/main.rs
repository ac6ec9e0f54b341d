//! A session of Neovim with the server: diagnostics appear, quick fixes are applied, the file
//! parses.

use std::{fs, path::PathBuf, process::Command, sync::Arc};

use nimbleparse::{
    language::{self, Recovery},
    service::program::Program,
};

const BROKEN: &str = "-- 😀\nlocal t = { 1, 2\nlocal name = f(t\nreturn t\n";

#[test]
#[ignore = "needs nvim"]
fn diagnostics_appear_quick_fixes_are_applied_and_the_file_parses() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("neovim");
    fs::create_dir_all(&folder).unwrap();
    let (file, log) = (folder.join("broken.lua"), folder.join("said"));
    fs::write(&file, BROKEN).unwrap();
    let _ = fs::remove_file(&log);
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/neovim/session.lua");
    let run = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n"])
        .arg(&file)
        .arg("-c")
        .arg(format!("luafile {}", script.display()))
        .env("SERVER", env!("CARGO_BIN_EXE_nimbleparse-lsp"))
        .env("SAID", &log)
        .env("XDG_STATE_HOME", &folder)
        .env("XDG_CACHE_HOME", &folder)
        .output()
        .unwrap();
    let said = fs::read_to_string(&log).unwrap_or_else(|_| panic!("{run:?}"));
    assert!(said.starts_with("diagnostics: ") && !said.starts_with("diagnostics: 0"), "{said}");
    assert!(said.contains("\nleft: 0\n"), "{said}\n{run:?}");
    assert!(said.contains("completions: yes"), "{said}");
    let mended = fs::read_to_string(&file).unwrap();
    assert_ne!(mended, BROKEN);
    let language = Arc::new(language::builtin("lua53").unwrap());
    let program = Program::new(language, &mended, &Recovery::default());
    assert!(program.reports().is_empty(), "{mended}");
}
