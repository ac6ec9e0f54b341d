//! What is answered about grammar and lex files.
//!
//! A Yacc file and the lex file of its name are one thing with one thread: a change of either is a
//! change of both.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use lrtable::Stop;
use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CodeActionResponse, CompletionParams,
    CompletionResponse, Diagnostic, DocumentFormattingParams, DocumentHighlight,
    DocumentHighlightParams, DocumentSymbolResponse, FoldingRange, FormattingOptions,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, Location,
    PrepareRenameResponse, PublishDiagnosticsParams, ReferenceParams, RenameParams, SelectionRange,
    SelectionRangeParams, SemanticTokensResult, TextDocumentPositionParams, TextEdit, Uri,
    WorkspaceEdit, notification::PublishDiagnostics,
};
use nimbleparse::{
    language::{Part, Specification},
    limits::SPECIFICATION_BYTES,
    service::grammar::{
        findings::{self, Finding, Fix},
        hover_and_completion, layout,
        occurrences::{Occurrence, Role},
        references, structure,
    },
};

use crate::{
    action_filter::{touch, wants},
    answer::{Answer, Failure, Outbox},
    convert,
    languages::Overlay,
    limits, paths,
    text::{Encoding, Text},
    worker::Freshness,
};

/// One of the two files.
pub(crate) struct File {
    pub(crate) uri: Uri,
    pub(crate) path: PathBuf,
    pub(crate) text: Text,
    /// If it is open.
    pub(crate) version: Option<i32>,
}

/// A Yacc file and its lex file, of which at least one is open.
pub(crate) struct Pair {
    grammar: PathBuf,
    lexer: PathBuf,
    overlay: Overlay,
    encoding: Encoding,
    files: HashMap<Part, File>,
    /// Why the file that is not open cannot be read, though there is one.
    unreadable: Option<String>,
    read: Option<Arc<Read>>,
    /// Whether what is being done is out of date.
    fresh: Option<Freshness>,
}

/// What was found in both.
struct Read {
    specification: Specification,
    findings: Vec<Finding>,
}

/// The file that `path` is, and the grammar and the lex file that belong together, if it is named
/// like one of them.
pub(crate) fn pair_of(path: &Path, language_id: &str) -> Option<(Part, PathBuf, PathBuf)> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let part = match (ending, language_id) {
        ("y" | "yy" | "yacc", _) => Part::Grammar,
        ("l" | "ll" | "lex", _) => Part::Lexer,
        (_, "yacc" | "bison") => Part::Grammar,
        (_, "lex" | "flex") => Part::Lexer,
        _ => return None,
    };
    let other = match ending {
        "yy" => "ll",
        "ll" => "yy",
        "yacc" => "lex",
        "lex" => "yacc",
        _ if part == Part::Grammar => "l",
        _ => "y",
    };
    let other = path.with_extension(other);
    Some(match part {
        Part::Grammar => (part, path.to_owned(), other),
        Part::Lexer => (part, other, path.to_owned()),
    })
}

impl Pair {
    pub(crate) fn new(
        grammar: PathBuf,
        lexer: PathBuf,
        overlay: Overlay,
        encoding: Encoding,
    ) -> Pair {
        Pair {
            grammar,
            lexer,
            overlay,
            encoding,
            files: HashMap::new(),
            unreadable: None,
            read: None,
            fresh: None,
        }
    }

    /// Takes an open file.
    pub(crate) fn open(&mut self, part: Part, file: File) {
        self.overlay.set(&file.path, file.text.as_str());
        self.files.insert(part, file);
        self.forget();
    }

    /// Changes an open file.
    pub(crate) fn change(
        &mut self,
        part: Part,
        version: i32,
        changes: &[lsp_types::TextDocumentContentChangeEvent],
    ) {
        if let Some(file) = self.files.get_mut(&part) {
            for change in changes {
                file.text.change(change);
            }
            file.version = Some(version);
            self.overlay.set(&file.path, file.text.as_str());
        }
        self.forget();
    }

    /// Lets go of an open file; whether none is left.
    pub(crate) fn close(&mut self, part: Part) {
        if let Some(file) = self.files.remove(&part) {
            self.overlay.remove(&file.path);
        }
        self.forget();
    }

    /// Forgets what was found, and files that are not open, which are read again.
    pub(crate) fn forget(&mut self) {
        self.read = None;
        self.unreadable = None;
        self.files.retain(|_, file| file.version.is_some());
    }

    /// Has the work for the job that is done next stopped when the job is out of date.
    pub(crate) fn begin(&mut self, fresh: &Freshness) {
        self.fresh = Some(fresh.clone());
    }

    fn read(&mut self) -> Arc<Read> {
        if let Some(read) = &self.read {
            return Arc::clone(read);
        }
        for (part, path) in [(Part::Grammar, &self.grammar), (Part::Lexer, &self.lexer)] {
            let Some(uri) = paths::uri(path).filter(|_| !self.files.contains_key(&part)) else {
                continue;
            };
            match self.overlay.read(path, SPECIFICATION_BYTES) {
                Ok(text) => {
                    let text = Text::new(&*text, self.encoding);
                    self.files.insert(part, File { uri, path: path.clone(), text, version: None });
                }
                Err(error) if error.is_missing() => {}
                Err(error) => self.unreadable = Some(error.to_string()),
            }
        }
        let text = |part: Part| self.files.get(&part).map(|file| file.text.as_str().to_owned());
        let stop = self.fresh.as_ref().map_or_else(|| Stop::new(|| false), Freshness::stop);
        let (grammar, lexer) = (text(Part::Grammar), text(Part::Lexer));
        let specification = Specification::until(grammar, lexer, stop.clone());
        let findings = findings::findings(&specification);
        let read = Arc::new(Read { specification, findings });
        // What was stopped has found less.
        if !stop.says_so() {
            self.read = Some(Arc::clone(&read));
        }
        read
    }

    fn file(&self, part: Part) -> &File {
        self.files.get(&part).expect("an open file is there")
    }

    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let file = self.file(finding.part);
        convert::diagnostic(&finding.report, &file.uri, &file.text)
    }

    pub(crate) fn diagnostics(&mut self, part: Part) -> Vec<Diagnostic> {
        let read = self.read();
        let own = read.findings.iter().filter(|finding| finding.part == part);
        let of_other = self.unreadable.as_ref().map(|message| convert::of_whole(message.clone()));
        of_other.into_iter().chain(own.map(|finding| self.diagnostic(finding))).collect()
    }

    /// Sends the diagnostics of the open files.
    pub(crate) fn publish(&mut self, fresh: &Freshness, outbox: &Outbox) {
        self.begin(fresh);
        for part in [Part::Grammar, Part::Lexer] {
            let open =
                self.files.get(&part).and_then(|file| Some((file.uri.clone(), file.version?)));
            let Some((uri, version)) = open else { continue };
            let diagnostics = self.diagnostics(part);
            if fresh.is_stale() {
                return;
            }
            let version = Some(version);
            outbox.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                uri,
                diagnostics,
                version,
            });
        }
    }

    pub(crate) fn code_actions(
        &mut self,
        part: Part,
        params: &CodeActionParams,
    ) -> Answer<Option<CodeActionResponse>> {
        let mut actions = Vec::new();
        if wants(params, &lsp_types::CodeActionKind::QUICKFIX) {
            let read = self.read();
            for finding in read.findings.iter().filter(|finding| finding.part == part) {
                let diagnostic = self.diagnostic(finding);
                if !touch(diagnostic.range, params.range) {
                    continue;
                }
                for (at, fix) in finding.fixes.iter().enumerate() {
                    let Fix { title, edits, is_acceptance } = fix;
                    let (edit, is_best) = (self.edit(edits), at == 0 && !is_acceptance);
                    actions.push(convert::quick_fix(title, &diagnostic, edit, is_best));
                }
            }
        }
        Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
    }

    #[expect(
        clippy::mutable_key_type,
        reason = "the protocol's type maps URIs, which nothing changes"
    )]
    fn edit(&self, edits: &[(Part, lrpar::TextEdit)]) -> WorkspaceEdit {
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for (part, edit) in edits {
            let file = self.file(*part);
            changes.entry(file.uri.clone()).or_default().push(convert::edit(edit, &file.text));
        }
        WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
    }

    fn offset(&self, part: Part, at: &TextDocumentPositionParams) -> usize {
        self.file(part).text.offset(at.position)
    }

    fn location(&self, place: &Occurrence) -> Location {
        let file = self.file(place.part);
        Location { uri: file.uri.clone(), range: file.text.range(place.span) }
    }

    /// The rule, or the lex rules that give the token; of a token that has none, its declaration.
    pub(crate) fn definition(
        &mut self,
        part: Part,
        params: &GotoDefinitionParams,
    ) -> Answer<Option<GotoDefinitionResponse>> {
        let read = self.read();
        let at = self.offset(part, &params.text_document_position_params);
        let places = references::references(&read.specification, part, at);
        let best = places.iter().map(|place| place.role).min();
        let defined =
            places.iter().filter(|place| Some(place.role) == best && place.role != Role::Reference);
        let found: Vec<Location> = defined.map(|place| self.location(place)).collect();
        Ok((!found.is_empty()).then_some(GotoDefinitionResponse::Array(found)))
    }

    pub(crate) fn references(
        &mut self,
        part: Part,
        params: &ReferenceParams,
    ) -> Answer<Option<Vec<Location>>> {
        let read = self.read();
        let at = self.offset(part, &params.text_document_position);
        let places = references::references(&read.specification, part, at);
        let with_declaration = params.context.include_declaration;
        let wanted =
            places.iter().filter(|place| with_declaration || place.role == Role::Reference);
        Ok(Some(wanted.map(|place| self.location(place)).collect()))
    }

    pub(crate) fn highlights(
        &mut self,
        part: Part,
        params: &DocumentHighlightParams,
    ) -> Answer<Option<Vec<DocumentHighlight>>> {
        let read = self.read();
        let at = self.offset(part, &params.text_document_position_params);
        let places = references::references(&read.specification, part, at).into_iter();
        let own = places.filter(|place| place.part == part);
        let text = &self.file(part).text;
        let highlight =
            |place: Occurrence| DocumentHighlight { range: text.range(place.span), kind: None };
        Ok(Some(own.map(highlight).collect()))
    }

    pub(crate) fn prepare_rename(
        &mut self,
        part: Part,
        params: &TextDocumentPositionParams,
    ) -> Answer<Option<PrepareRenameResponse>> {
        let read = self.read();
        let at = self.offset(part, params);
        let place = references::name_at(&read.specification, part, at);
        let text = &self.file(part).text;
        Ok(place.map(|place| PrepareRenameResponse::Range(text.range(place.span))))
    }

    pub(crate) fn rename(
        &mut self,
        part: Part,
        params: &RenameParams,
    ) -> Answer<Option<WorkspaceEdit>> {
        let read = self.read();
        let at = self.offset(part, &params.text_document_position);
        let edits = references::rename(&read.specification, (part, at), &params.new_name)
            .map_err(|error| Failure::new(ErrorCode::RequestFailed, error))?;
        Ok(Some(self.edit(&edits)))
    }

    pub(crate) fn hover(&mut self, part: Part, params: &HoverParams) -> Answer<Option<Hover>> {
        let read = self.read();
        let at = self.offset(part, &params.text_document_position_params);
        let text = &self.file(part).text;
        let found = hover_and_completion::describe(&read.specification, part, at);
        Ok(found.map(|(span, lines)| convert::hover(&lines, text.range(span))))
    }

    pub(crate) fn completion(
        &mut self,
        part: Part,
        params: &CompletionParams,
    ) -> Answer<Option<CompletionResponse>> {
        let read = self.read();
        let at = self.offset(part, &params.text_document_position);
        let offers = hover_and_completion::completions(&read.specification, part, at);
        Ok(Some(convert::completion(offers, &self.file(part).text)))
    }

    pub(crate) fn symbols(&mut self, part: Part) -> Answer<Option<DocumentSymbolResponse>> {
        let read = self.read();
        let found = structure::symbols(&read.specification, part);
        Ok(Some(convert::symbols(found, &self.file(part).text)))
    }

    pub(crate) fn selections(
        &mut self,
        part: Part,
        params: &SelectionRangeParams,
    ) -> Answer<Option<Vec<SelectionRange>>> {
        let read = self.read();
        let text = &self.file(part).text;
        let around = |at: usize| structure::around(&read.specification, part, at);
        Ok(Some(convert::selections(&params.positions, text, around)))
    }

    pub(crate) fn colours(&mut self, part: Part) -> Answer<Option<SemanticTokensResult>> {
        let read = self.read();
        let found = structure::colours(&read.specification, part);
        Ok(Some(convert::semantic_tokens(&self.file(part).text, found.into_iter())))
    }

    pub(crate) fn formatting(
        &mut self,
        part: Part,
        params: &DocumentFormattingParams,
    ) -> Answer<Option<Vec<TextEdit>>> {
        let read = self.read();
        let FormattingOptions { tab_size, insert_spaces, .. } = params.options;
        let blanks = " ".repeat(tab_size.clamp(1, limits::TAB) as usize);
        let step = if insert_spaces { &blanks } else { "\t" };
        let edits = layout::edits(&read.specification, part, step)
            .map_err(|error| Failure::new(ErrorCode::RequestFailed, error))?;
        let text = &self.file(part).text;
        Ok(Some(edits.iter().map(|edit| convert::edit(edit, text)).collect()))
    }

    pub(crate) fn folds(&mut self, part: Part) -> Answer<Option<Vec<FoldingRange>>> {
        let read = self.read();
        let found = structure::folds(&read.specification, part);
        Ok(Some(convert::folds(&found, &self.file(part).text)))
    }
}
