//! The queries of the built-in languages beside their samples.

use std::{collections::HashSet, fs};

use nimbleparse::{
    builtin,
    language::{Parsed, Recovery, builtin as builtin_language},
    service::queries::{Queries, QueryFile},
};

/// What the samples do not have.
const RARE: [(&str, &str); 4] = [
    ("c11", "int f(void) { p->g(1); }"),
    ("java7", "class A { int x = f().B_C; }"),
    (
        "lua53",
        "local C = 1 local f = function() end a.b = function() end t = { g = function() end } ffi.cdef [[int x;]]",
    ),
    ("php73", "<?php $a = <<<HTML\n<b>\nHTML;\n$b = <<<JS\nx\nJS;\n"),
];

#[test]
fn each_pattern_of_the_built_in_languages_matches_somewhere_in_their_samples() {
    let mut dead = Vec::new();
    for one in builtin::ALL {
        let language = builtin_language(one.name).unwrap();
        let texts = QueryFile::ALL.iter().filter_map(|file| Some((*file, one.query(file.name())?)));
        let (queries, _) = Queries::read(&language, texts);
        let own = || QueryFile::ALL.iter().filter_map(|file| Some((file, queries.get(*file)?)));
        let mut unused: Vec<(QueryFile, usize)> = Vec::new();
        for (file, query) in own() {
            unused.extend((0..query.pattern_count()).map(|pattern| (*file, pattern)));
        }
        let folder = format!("{}/../grammars/{}/ok", env!("CARGO_MANIFEST_DIR"), one.name);
        let files = fs::read_dir(folder).unwrap();
        let samples = files.filter_map(|file| fs::read_to_string(file.unwrap().path()).ok());
        let rare = RARE.iter().filter(|(name, _)| *name == one.name);
        for text in samples.chain(rare.map(|(_, text)| (*text).to_owned())) {
            let parsed = Parsed::with_syntax_tree(&language, &text, &Recovery::default(), None);
            for (file, query) in own() {
                let used: HashSet<usize> =
                    query.matches(&parsed.tree).map(|found| found.pattern).collect();
                unused.retain(|(of, pattern)| of != file || !used.contains(pattern));
            }
        }
        let text = |(file, pattern): &(QueryFile, usize)| {
            let span = queries.get(*file).unwrap().pattern_span(*pattern);
            let text = one.query(file.name()).unwrap();
            format!("{} of {}: {}", file.file_name(), one.name, span.text(text))
        };
        dead.extend(unused.iter().map(text));
    }
    assert_eq!(dead, [""; 0]);
}
