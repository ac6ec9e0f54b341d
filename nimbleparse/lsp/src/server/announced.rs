//! What is answered for Yacc and lex files alone: definitions, references, renaming, layout.
//!
//! A client that registers on request is asked to send these for such files only, so that it does
//! not offer them in programs. Others are told of them for all files, and have them refused in
//! programs.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use lsp_types::{
    ClientCapabilities, OneOf, Registration, RenameOptions, ServerCapabilities,
    WorkDoneProgressOptions,
    request::{Formatting, GotoDefinition, References, Rename, Request as _},
};
use serde_json::{Value, json};

/// How a client is told of them.
#[derive(Debug, Default)]
pub(super) struct Announced {
    /// Whether the client registers each of [`METHODS`] on request.
    registers: [bool; 4],
    /// Whether the client asks what it can rename.
    prepares: bool,
    /// The files with other endings than the usual ones for which they are registered.
    files: HashSet<PathBuf>,
}

const METHODS: [&str; 4] =
    [GotoDefinition::METHOD, References::METHOD, Rename::METHOD, Formatting::METHOD];

/// The endings of Yacc and lex files.
const ENDINGS: [&str; 6] = ["y", "yy", "yacc", "l", "ll", "lex"];

impl Announced {
    pub(super) fn of(client: &ClientCapabilities) -> Announced {
        let Some(texts) = &client.text_document else { return Announced::default() };
        let registers = [
            texts.definition.and_then(|of| of.dynamic_registration),
            texts.references.and_then(|of| of.dynamic_registration),
            texts.rename.as_ref().and_then(|of| of.dynamic_registration),
            texts.formatting.and_then(|of| of.dynamic_registration),
        ];
        Announced {
            registers: registers.map(|registers| registers == Some(true)),
            prepares: texts.rename.as_ref().and_then(|of| of.prepare_support) == Some(true),
            files: HashSet::new(),
        }
    }

    /// Adds to `capabilities` what the client does not register.
    pub(super) fn announced(&self, capabilities: ServerCapabilities) -> ServerCapabilities {
        let [definition, references, rename, formatting] =
            self.registers.map(|registers| !registers);
        let renaming = match self.prepares {
            true => OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            }),
            false => OneOf::Left(true),
        };
        ServerCapabilities {
            definition_provider: definition.then_some(OneOf::Left(true)),
            references_provider: references.then_some(OneOf::Left(true)),
            rename_provider: rename.then_some(renaming),
            document_formatting_provider: formatting.then_some(OneOf::Left(true)),
            ..capabilities
        }
    }

    /// What the client is asked to register for files with the usual endings, and for those that it
    /// calls Yacc or lex files.
    pub(super) fn registrations(&self) -> Vec<Registration> {
        let languages = ["yacc", "bison", "lex", "flex"].map(|id| json!({ "language": id }));
        let patterns = json!({ "pattern": format!("**/*.{{{}}}", ENDINGS.join(",")) });
        let selector: Vec<Value> = languages.into_iter().chain([patterns]).collect();
        self.registered("", &json!(selector))
    }

    /// What the client is asked to register for a file that has another ending, and that a
    /// configuration names.
    pub(super) fn registrations_of(&mut self, path: &Path) -> Vec<Registration> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let Some(text) = path.to_str().filter(|_| !ENDINGS.contains(&ending)) else {
            return Vec::new();
        };
        match self.files.insert(path.to_owned()) {
            true => self.registered(text, &json!([{ "pattern": text }])),
            false => Vec::new(),
        }
    }

    fn registered(&self, path: &str, selector: &Value) -> Vec<Registration> {
        let wanted = METHODS.iter().zip(self.registers).filter(|(_, registers)| *registers);
        let registration = |(method, _): (&&str, bool)| {
            let mut options = json!({ "documentSelector": selector });
            if *method == Rename::METHOD && self.prepares {
                options["prepareProvider"] = json!(true);
            }
            Registration {
                id: format!("{method} {path}"),
                method: (*method).to_owned(),
                register_options: Some(options),
            }
        };
        wanted.map(registration).collect()
    }
}
