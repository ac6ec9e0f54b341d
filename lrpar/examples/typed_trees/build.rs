//! Generates the parsers of all grammars of the repository, and a function that calls all functions
//! of their types.

mod accessors;

use std::{env, error::Error, fs, path::Path};

use lrlex::DefaultLexerTypes;
use lrpar::CTParserBuilder;

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    let (out, grammars) = (Path::new(&out), Path::new("../../../grammars"));
    let mut visitor = accessors::Visitor::default();
    for name in accessors::names(grammars)? {
        CTParserBuilder::<DefaultLexerTypes>::new()
            .grammar_path(accessors::file(grammars, &name, "y"))
            .output_path(out.join(format!("{name}.y.rs")))
            .syntax_tree(true)
            .error_on_conflicts(false)
            .warnings_are_errors(false)
            .show_warnings(false)
            .build()?;
        visitor.add(grammars, &name, out)?;
    }
    fs::write(out.join("syntax.rs"), visitor.text())?;
    Ok(())
}
