//! What is answered about programs.

use std::sync::Arc;

use lrpar::recovery::Stop;
use lrtable::Span;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    CompletionParams, CompletionResponse, Diagnostic, DiagnosticSeverity, DocumentHighlight,
    DocumentHighlightParams, DocumentSymbolResponse, FoldingRange, Hover, HoverParams, MessageType,
    Position, PublishDiagnosticsParams, Range, SelectionRange, SelectionRangeParams,
    SemanticTokens, SemanticTokensResult, Uri, notification::PublishDiagnostics,
};
use nimbleparse::{
    run::Recovery,
    service::{complete::completions, outline::Outline, program::Program, structure},
};

use crate::{
    answer::{Answer, Failure, Outbox},
    convert,
    languages::{Overlay, Slot},
    limits,
    text::Text,
    worker::Freshness,
};

/// An open program.
pub(crate) struct File {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Text,
    pub(crate) slot: Arc<Slot>,
    pub(crate) overlay: Overlay,
    pub(crate) outbox: Outbox,
    /// It parsed, if that was asked for since the text or the language changed.
    pub(crate) parsed: Option<Arc<Program>>,
}

impl File {
    /// It parsed.
    ///
    /// # Errors
    ///
    /// If the language has mistakes.
    fn program(&mut self, fresh: &Freshness) -> Answer<Arc<Program>> {
        if let Some(parsed) = &self.parsed {
            return Ok(Arc::clone(parsed));
        }
        let failed = |message| Failure::new(lsp_server::ErrorCode::RequestFailed, message);
        let language = self.slot.language(&self.overlay).map_err(failed)?;
        let mut recovery = Recovery::default();
        let stale = fresh.clone();
        recovery.options.stop = Some(Stop::new(move || stale.is_stale()));
        let parsed = Arc::new(Program::new(language, self.text.as_str(), &recovery));
        // A search that was stopped has found less.
        if !fresh.is_stale() {
            self.parsed = Some(Arc::clone(&parsed));
        }
        Ok(parsed)
    }

    /// One diagnostic an error.
    pub(crate) fn diagnostics(&mut self, fresh: &Freshness) -> Vec<Diagnostic> {
        match self.program(fresh) {
            Ok(program) => {
                let reports = program.reports().iter();
                reports.map(|report| convert::diagnostic(report, &self.uri, &self.text)).collect()
            }
            Err(failure) => vec![Diagnostic {
                range: Range::default(),
                severity: Some(DiagnosticSeverity::WARNING),
                source: Some("nimbleparse".to_owned()),
                message: format!(
                    "the language '{}' is not checked: {}",
                    self.slot.name, failure.message
                ),
                ..Diagnostic::default()
            }],
        }
    }

    /// Sends the diagnostics to a client that does not ask for them.
    pub(crate) fn publish(&mut self, fresh: &Freshness) {
        let diagnostics = self.diagnostics(fresh);
        if !fresh.is_stale() {
            let (uri, version) = (self.uri.clone(), Some(self.version));
            self.outbox.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                uri,
                diagnostics,
                version,
            });
        }
    }

    /// The ways to mend the errors in a range, the best of each preferred, and all of the text's at once.
    pub(crate) fn code_actions(
        &mut self,
        fresh: &Freshness,
        params: &CodeActionParams,
    ) -> Answer<Option<CodeActionResponse>> {
        let program = self.program(fresh)?;
        let mut actions = Vec::new();
        if wants(params, &CodeActionKind::QUICKFIX) {
            for report in program.reports() {
                let diagnostic = convert::diagnostic(report, &self.uri, &self.text);
                if !touch(diagnostic.range, params.range) {
                    continue;
                }
                let with_edits =
                    report.helps.iter().filter_map(|help| Some((help, help.edits.as_ref()?)));
                for (at, (help, edits)) in with_edits.enumerate() {
                    let edit = convert::changes(&self.uri, edits, &self.text);
                    actions.push(convert::quick_fix(&help.text, &diagnostic, edit, at == 0));
                }
            }
        }
        // On request it is there for one error too: editors run it when a file is saved.
        let is_asked = params.context.only.is_some();
        if let Some(edits) = program.fix_all()
            && wants(params, &CodeActionKind::SOURCE_FIX_ALL)
            && (is_asked || program.reports().len() > 1)
        {
            actions.push(CodeAction {
                title: format!("Mend all {} errors", program.reports().len()),
                kind: Some(CodeActionKind::SOURCE_FIX_ALL),
                edit: Some(convert::changes(&self.uri, edits, &self.text)),
                ..CodeAction::default()
            });
        }
        Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
    }

    /// What the grammar allows at a place.
    pub(crate) fn completion(
        &mut self,
        fresh: &Freshness,
        params: &CompletionParams,
    ) -> Answer<Option<CompletionResponse>> {
        let program = self.program(fresh)?;
        let at = self.text.offset(params.text_document_position.position);
        Ok(Some(convert::completion(completions(&program, at), &self.text)))
    }

    /// The outline, as a tree of bounded depth.
    pub(crate) fn symbols(&mut self, fresh: &Freshness) -> Answer<Option<DocumentSymbolResponse>> {
        let program = self.program(fresh)?;
        let found = structure::symbols(&program, &self.outline(&program));
        Ok(Some(convert::symbols(found, &self.text)))
    }

    pub(crate) fn folds(&mut self, fresh: &Freshness) -> Answer<Option<Vec<FoldingRange>>> {
        let program = self.program(fresh)?;
        let found = structure::folds(&program, &self.outline(&program));
        Ok(Some(convert::folds(&found, &self.text)))
    }

    pub(crate) fn selections(
        &mut self,
        fresh: &Freshness,
        params: &SelectionRangeParams,
    ) -> Answer<Option<Vec<SelectionRange>>> {
        let program = self.program(fresh)?;
        let selection = |position: &Position| {
            let spans = structure::around(&program, self.text.offset(*position));
            let near = spans.iter().take(limits::SELECTIONS);
            let widest = (spans.len() > limits::SELECTIONS).then(|| spans.last()).flatten();
            let widest_first = near.chain(widest).rev();
            let within = |parent: Option<SelectionRange>, span: &Span| {
                Some(SelectionRange { range: self.text.range(*span), parent: parent.map(Box::new) })
            };
            widest_first.fold(None, within).expect("a text has a root")
        };
        Ok(Some(params.positions.iter().map(selection).collect()))
    }

    pub(crate) fn colours(&mut self, fresh: &Freshness) -> Answer<Option<SemanticTokensResult>> {
        let program = self.program(fresh)?;
        let found = structure::colours(&program, &self.outline(&program));
        let data = convert::semantic_tokens(&self.text, found.into_iter());
        Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data })))
    }

    pub(crate) fn highlights(
        &mut self,
        fresh: &Freshness,
        params: &DocumentHighlightParams,
    ) -> Answer<Option<Vec<DocumentHighlight>>> {
        let program = self.program(fresh)?;
        let at = self.text.offset(params.text_document_position_params.position);
        let spans = structure::highlights(&program, at).into_iter();
        let highlight = |span| DocumentHighlight { range: self.text.range(span), kind: None };
        Ok(Some(spans.map(highlight).collect()))
    }

    pub(crate) fn hover(
        &mut self,
        fresh: &Freshness,
        params: &HoverParams,
    ) -> Answer<Option<Hover>> {
        let program = self.program(fresh)?;
        let at = self.text.offset(params.text_document_position_params.position);
        let found = structure::describe(&program, at);
        Ok(found.map(|(span, lines)| convert::hover(&lines, self.text.range(span))))
    }

    /// The declarations that go with the language by which the program was parsed.
    fn outline(&self, program: &Program) -> Arc<Outline> {
        let (outline, complaints) = self.slot.outline(&self.overlay, program.language());
        for complaint in complaints {
            self.outbox.show(MessageType::WARNING, complaint);
        }
        outline
    }
}

/// Whether the client wants code actions of this kind.
pub(crate) fn wants(params: &CodeActionParams, kind: &CodeActionKind) -> bool {
    let is_in = |only: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(only.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    params.context.only.as_ref().is_none_or(|only| only.iter().any(is_in))
}

/// Whether two ranges have a place in common; their ends belong to them, and a whole line counts for a cursor on it.
pub(crate) fn touch(a: Range, b: Range) -> bool {
    let is_cursor = b.start == b.end;
    let on_line = is_cursor && a.start.line <= b.start.line && b.start.line <= a.end.line;
    on_line || (a.start <= b.end && b.start <= a.end)
}
