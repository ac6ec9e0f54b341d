//! What is parsed: files of a corpus, or else those that the repository has.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use crate::child;

/// Files of one language.
#[derive(Debug)]
pub struct Inputs {
    /// What tables call them.
    pub name: &'static str,
    /// The language, as the programs call it.
    pub language: &'static str,
    /// The grammar's files, without their extension.
    pub grammar: PathBuf,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// How many bytes of each language are parsed, if there are as many.
const BYTES: u64 = 2_000_000;
/// A large file has at least as many bytes, a small one at most.
const LARGE: u64 = 20_000;
const SMALL: u64 = 3_000;

/// All inputs. `corpora` is a folder with folders `java-valid`, `lua-valid` and `c-tracer/fixed`;
/// without it, the repository's samples are repeated, and a large Java file is made in `scratch`.
/// The JSON text is always made.
pub fn all(corpora: Option<&Path>, scratch: &Path) -> Result<Vec<Inputs>, String> {
    let write = |name: &str, text: String| {
        let path = scratch.join(name);
        fs::write(&path, text)
            .map_err(|error| format!("{}: {error}", path.display()))
            .map(|()| path)
    };
    let grammars = child::package().join("../../grammars");
    let files = |folder: &str, grammar: &str| match corpora {
        Some(corpora) => sorted(&corpora.join(folder)),
        None => sorted(&grammars.join(grammar).join("ok")).map(|files| repeated(&files)),
    };
    let large = |large: bool| {
        move |(_, size): &(PathBuf, u64)| if large { *size >= LARGE } else { *size <= SMALL }
    };
    let java = files("java-valid", "java7")?;
    let large_java = match corpora {
        Some(_) => taken(java.iter().filter(|file| large(true)(file))),
        None => vec![write("Large.java", java_text())?],
    };
    let inputs = |name, language, grammar: &str, files| Inputs {
        name,
        language,
        grammar: grammars.join(grammar).join(grammar),
        files,
    };
    Ok(vec![
        inputs("Java, large files", "java", "java7", large_java),
        inputs(
            "Java, small files",
            "java",
            "java7",
            taken(java.iter().filter(|file| large(false)(file))),
        ),
        inputs("Lua", "lua", "lua53", taken(files("lua-valid", "lua53")?.iter())),
        inputs("C", "c", "c11", taken(files("c-tracer/fixed", "c11")?.iter())),
        inputs("JSON", "json", "json", vec![write("numbers.json", json_text())?]),
    ])
}

/// The files below a folder, in the order of their names, with their sizes.
fn sorted(folder: &Path) -> Result<Vec<(PathBuf, u64)>, String> {
    let (mut folders, mut files) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        let error = |error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            let data = fs::metadata(&path).map_err(error)?;
            if data.is_dir() {
                folders.push(path);
            } else if fs::read_to_string(&path).is_ok() {
                files.push((path, data.len()));
            }
        }
    }
    files.sort();
    Ok(files)
}

fn repeated(files: &[(PathBuf, u64)]) -> Vec<(PathBuf, u64)> {
    let size: u64 = files.iter().map(|(_, size)| size).sum();
    let times = usize::try_from(BYTES / 4 / size.max(1)).unwrap_or(0).max(1);
    files.iter().cycle().take(files.len() * times).cloned().collect()
}

/// As many of `files` as make up the bytes that are wanted, from all parts of them.
fn taken<'a>(files: impl Iterator<Item = &'a (PathBuf, u64)>) -> Vec<PathBuf> {
    let files: Vec<&(PathBuf, u64)> = files.collect();
    let size: u64 = files.iter().map(|(_, size)| size).sum();
    let step = usize::try_from(size.div_ceil(BYTES)).unwrap_or(1).max(1);
    files.iter().step_by(step).map(|(path, _)| path.clone()).collect()
}

/// Numbers in nested arrays, two a point, as maps have them: two megabytes.
fn json_text() -> String {
    let (mut random, mut out) = (1_u64, String::from("{\"type\": \"lines\", \"lines\": ["));
    let mut next = |below: u64| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for line in 0..480 {
        out += if line > 0 { ", [" } else { "[" };
        for point in 0..100 {
            let comma = if point > 0 { ", " } else { "" };
            let (a, b) = (next(100_000_000_000), next(100_000_000_000));
            let _ = write!(out, "{comma}[-{}.{a:012}, {}.{b:012}]", next(180), next(90));
        }
        out += "]\n";
    }
    out += "]}\n";
    out
}

/// A class of many methods.
fn java_text() -> String {
    let mut out = String::from(
        "package made;\n\nimport java.util.*;\n\n/** Made to be parsed. */\npublic class Large {\n",
    );
    for at in 0..1500 {
        let _ = write!(
            out,
            "    /** Adds up what is at most {at}. */\n    private static int sum{at}(List<Integer> values, int[] more) {{\n        \
             int sum = {at} * (values.size() + 1);\n        for (int i = 0; i < more.length; i++) {{\n            \
             if (more[i] <= {at} && !values.contains(more[i])) {{\n                sum += more[i]; // counted once\n            \
             }} else {{\n                values.add(Integer.valueOf(more[i]));\n            }}\n        }}\n        \
             return Math.max(sum, values.get(0).intValue() + \"text {at}\".length());\n    }}\n\n"
        );
    }
    out += "}\n";
    out
}
