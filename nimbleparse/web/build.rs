//! Lists the samples of the built-in grammars: those with mistakes, and the first of those without.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    println!("cargo:rerun-if-changed={}", grammars.display());
    let mut list = String::from("&[\n");
    for folder in sorted(&grammars)?.into_iter().filter(|path| path.is_dir()) {
        let (bad, ok) = (folder.join("bad"), folder.join("ok"));
        if !bad.is_dir() {
            continue;
        }
        let mut samples = sorted(&bad)?;
        samples.extend(sorted(&ok)?.into_iter().take(1));
        writeln!(list, "({:?}, &[", name(&folder))?;
        for sample in samples {
            if fs::read_to_string(&sample).is_ok() {
                writeln!(
                    list,
                    "({:?}, include_str!({:?})),",
                    name(&sample),
                    sample.canonicalize()?
                )?;
            }
        }
        list.push_str("]),\n");
    }
    list.push(']');
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("samples.rs"), list)?;
    Ok(())
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    paths.sort();
    Ok(paths)
}
