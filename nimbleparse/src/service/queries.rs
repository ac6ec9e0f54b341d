//! Queries that say of a language what its grammar has no place for: colours, symbols, folds.
//!
//! They are in files beside the grammar, in the folder `queries`, so that other Yaccs can read the
//! grammar. Each holds patterns of a [`Query`], whose captures have the names that tree-sitter
//! and the editors with it give them:
//!
//! | file | captures |
//! |---|---|
//! | `highlights.scm` | classes of colours: `keyword`, `function.method`, `type.builtin`, … |
//! | `locals.scm` | `local.scope`, `local.definition`, `local.reference` |
//! | `tags.scm` | `definition.KIND` or `reference.KIND` around `name`; `doc` |
//! | `folds.scm` | `fold` |
//! | `indents.scm` | `indent.begin`, `indent.end`, `indent.branch`, … |
//! | `injections.scm` | `injection.content`, `injection.language` |
//!
//! A capture whose name begins with `_` is for predicates only.

use lrpar::{NodeTypes, Query, Report, SyntaxNode};
use lrtable::{Span, near, render::Code};

use crate::language::Language;

macro_rules! files {
    ($($file:ident $name:literal [$($first:literal)*];)*) => {
        /// A query file of a language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum QueryFile {
            $(#[doc = concat!("`", $name, ".scm`.")] $file,)*
        }

        impl QueryFile {
            /// All of them.
            pub const ALL: &'static [QueryFile] = &[$(QueryFile::$file,)*];

            /// Returns the file's name without `.scm`.
            pub fn name(self) -> &'static str {
                match self { $(QueryFile::$file => $name,)* }
            }

            /// Returns with what the names of its captures begin, up to a `.` or their end.
            fn known(self) -> &'static [&'static str] {
                match self { $(QueryFile::$file => &[$($first),*],)* }
            }
        }
    };
}

files! {
    Highlights "highlights" [
        "attribute" "boolean" "character" "charset" "comment" "conditional" "constant" "constructor"
        "diff" "embedded" "error" "escape" "field" "float" "function" "import" "keyword" "label"
        "local" "markup" "method" "module" "namespace" "none" "number" "operator" "parameter"
        "preproc" "property" "punctuation" "spell" "nospell" "storageclass" "string" "tag" "text"
        "type" "variable"
    ];
    Locals "locals" ["local"];
    Tags "tags" ["definition" "reference" "name" "doc" "ignore" "local"];
    Folds "folds" ["fold"];
    Indents "indents" ["indent"];
    Injections "injections" ["injection"];
}

impl QueryFile {
    /// Returns the name of the file.
    pub fn file_name(self) -> String {
        format!("{}.scm", self.name())
    }
}

/// The queries of a language; none by default.
#[derive(Debug, Default)]
pub struct Queries(Vec<(QueryFile, Query)>);

/// A mistake in a query file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongQuery {
    /// The file.
    pub file: QueryFile,
    /// The place in the file.
    pub span: Span,
    /// The mistake in one line.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// A node that a pattern captures.
#[derive(Clone, Copy, Debug)]
pub struct Capture<'t, 'q> {
    /// The node.
    pub node: SyntaxNode<'t>,
    /// The name of the capture, without the `@`.
    pub name: &'q str,
}

impl Queries {
    /// Reads query files for a language. A file with mistakes is left out, but for captures without
    /// a meaning; all mistakes are returned.
    pub fn read<'t>(
        language: &Language,
        texts: impl IntoIterator<Item = (QueryFile, &'t str)>,
    ) -> (Queries, Vec<WrongQuery>) {
        let types = NodeTypes::new(&language.table.grammar);
        let trivia: Vec<&str> = language.named_trivia().collect();
        let (mut queries, mut mistakes) = (Vec::new(), Vec::new());
        for (file, text) in texts {
            match Query::with_trivia(&types, &trivia, text) {
                Ok(query) => {
                    let names = query.capture_names().iter();
                    mistakes.extend(names.filter_map(|name| unknown(file, name, text)));
                    queries.push((file, query));
                }
                Err(errors) => mistakes.extend(errors.iter().map(|error| WrongQuery {
                    file,
                    span: error.span(),
                    message: error.message().to_owned(),
                    help: error.help_text().map(str::to_owned),
                })),
            }
        }
        (Queries(queries), mistakes)
    }

    /// Returns the query of a file, if there is one without mistakes.
    pub fn get(&self, file: QueryFile) -> Option<&Query> {
        self.0.iter().find(|(one, _)| *one == file).map(|(_, query)| query)
    }

    /// Returns the captured nodes of a tree, or of a node and below, in the order of the tree,
    /// those of one node by their patterns.
    pub(super) fn captures<'t>(
        &self,
        file: QueryFile,
        node: SyntaxNode<'t>,
    ) -> impl Iterator<Item = Capture<'t, '_>> {
        self.get(file).into_iter().flat_map(move |query| {
            let names = query.capture_names();
            query.captures(node).map(|one| Capture { node: one.node, name: &names[one.index] })
        })
    }

    /// Returns the captured nodes of each match.
    pub(super) fn matches<'t>(
        &self,
        file: QueryFile,
        node: SyntaxNode<'t>,
    ) -> impl Iterator<Item = Vec<Capture<'t, '_>>> {
        self.get(file).into_iter().flat_map(move |query| {
            let names = query.capture_names();
            let named = |(index, node): (usize, _)| Capture { node, name: &names[index] };
            query.matches(node).map(move |one| one.captures.into_iter().map(named).collect())
        })
    }
}

/// The mistake that the name of a capture has no meaning in a file.
fn unknown(file: QueryFile, name: &str, text: &str) -> Option<WrongQuery> {
    let first = name.split('.').next().unwrap_or(name);
    if name.starts_with('_') || file.known().contains(&first) {
        return None;
    }
    let written = format!("@{name}");
    let at = text.find(&written).unwrap_or(0);
    let meant = near::did_you_mean(first, file.known().iter().copied());
    Some(WrongQuery {
        file,
        span: Span::new(at, (at + written.len()).min(text.len())),
        message: format!("'{written}' has no meaning in {}{meant}", file.file_name()),
        help: Some("a name for predicates alone begins with '_'".to_owned()),
    })
}

impl WrongQuery {
    /// Returns the mistake with what to do about it, in one line.
    pub fn line(&self) -> String {
        match &self.help {
            Some(help) => format!("{}; {help}", self.message),
            None => self.message.clone(),
        }
    }

    /// Returns the mistake as a report on the file.
    pub fn report(&self) -> Report {
        let report = Report::new(Code::Wrong, self.message.clone(), self.span);
        Report { notes: self.help.iter().cloned().collect(), ..report }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{builtin, language};

    /// The queries of a built-in language, and what is wrong with them.
    pub(in crate::service) fn built_in(
        language: &Language,
        name: &str,
    ) -> (Queries, Vec<WrongQuery>) {
        let texts = builtin::named(name).unwrap();
        let text = |file: &QueryFile| Some((*file, texts.query(file.name())?));
        Queries::read(language, QueryFile::ALL.iter().filter_map(text))
    }

    #[test]
    fn the_queries_of_the_built_in_languages_are_right() {
        for one in builtin::ALL {
            let language = language::builtin(one.name).unwrap();
            let (queries, mistakes) = built_in(&language, one.name);
            let lines: Vec<String> = mistakes.iter().map(WrongQuery::line).collect();
            assert_eq!(lines, [""; 0], "{}", one.name);
            assert_eq!(queries.0.len(), one.queries.len());
            assert!(queries.get(QueryFile::Highlights).is_some(), "{}", one.name);
        }
    }

    #[test]
    fn mistakes_have_their_places_and_other_files_are_used() {
        let language = language::builtin("json").unwrap();
        let (tags, folds) = ("; all\n(Membr) @name", "(Object) @fold");
        let highlights = "(NUMBER) @numbr @_x";
        let texts = [
            (QueryFile::Tags, tags),
            (QueryFile::Folds, folds),
            (QueryFile::Highlights, highlights),
        ];
        let (queries, mistakes) = Queries::read(&language, texts);
        let shown: Vec<_> = mistakes.iter().map(|one| (one.file, one.span, one.line())).collect();
        let [(QueryFile::Tags, of_tags, tag), (QueryFile::Highlights, of_highlights, highlight)] =
            &shown[..]
        else {
            panic!("{shown:?}")
        };
        assert_eq!((of_tags.text(tags), of_highlights.text(highlights)), ("Membr", "@numbr"));
        assert!(tag.contains("'Member'") && highlight.contains("'number'"), "{shown:?}");
        assert!(queries.get(QueryFile::Tags).is_none());
        assert!(queries.get(QueryFile::Folds).is_some());
        assert!(queries.get(QueryFile::Highlights).is_some());
    }
}
