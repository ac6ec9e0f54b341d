//! Writes the page of grmtools' names, `docs/grmtools-names.md`.

use std::{error::Error, fs};

use corpus_peers::names;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let notes = fs::read_to_string(format!("{folder}/names.txt"))?;
    let page = names::page(&notes)?;
    fs::write(format!("{folder}/../../docs/grmtools-names.md"), page.text)?;
    match page.wrong.is_empty() {
        true => Ok(()),
        false => Err(page.wrong.join("\n").into()),
    }
}
