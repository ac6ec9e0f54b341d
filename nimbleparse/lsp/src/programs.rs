//! What is answered about programs.

use std::sync::{Arc, mpsc::Sender};

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    CompletionParams, CompletionResponse, Diagnostic, DocumentHighlight, DocumentHighlightParams,
    DocumentSymbolResponse, FoldingRange, Hover, HoverParams, MessageType,
    PublishDiagnosticsParams, SelectionRange, SelectionRangeParams, SemanticTokensResult, Uri,
    notification::PublishDiagnostics,
};
use nimbleparse::{
    language::Recovery,
    service::{
        program::{Program, colours::colours, completion::completions, structure},
        queries::Queries,
    },
};

use crate::{
    action_filter::{touch, wants},
    answer::{Answer, Failure, Outbox},
    convert,
    event::Event,
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
    pub(crate) events: Sender<Event>,
    /// The parsed program, if it was asked for since the text or the language changed, and whether
    /// that is all that can be found.
    pub(crate) parsed: Option<(Arc<Program>, bool)>,
}

impl File {
    /// The program parsed with as much recovery as people who type can wait for.
    ///
    /// # Errors
    ///
    /// If the language has mistakes.
    fn program(&mut self, fresh: &Freshness) -> Answer<Arc<Program>> {
        if let Some((parsed, _)) = &self.parsed {
            return Ok(Arc::clone(parsed));
        }
        let parsed = self.parse(fresh, Some(limits::TYPED_WORK))?;
        if self.parsed.as_ref().is_some_and(|(_, is_whole)| !is_whole) {
            let _ = self.events.send(Event::CutShort(self.uri.clone()));
        }
        Ok(parsed)
    }

    /// The program parsed with all repairs.
    ///
    /// # Errors
    ///
    /// If the language has mistakes.
    fn whole(&mut self, fresh: &Freshness) -> Answer<Arc<Program>> {
        match &self.parsed {
            Some((parsed, true)) => Ok(Arc::clone(parsed)),
            _ => self.parse(fresh, Recovery::default().options.budget.work),
        }
    }

    /// Finds all repairs if the search was cut short, and has the client told of them; when it has
    /// to make way, it is done later.
    pub(crate) fn finish(&mut self, fresh: &Freshness, pulls: bool) {
        if !matches!(self.parsed, Some((_, false))) || self.whole(fresh).is_err() {
            return;
        }
        let later = match (fresh.is_stale(), pulls) {
            (true, _) => Event::CutShort(self.uri.clone()),
            (false, true) => Event::Found,
            (false, false) => return self.publish(fresh),
        };
        let _ = self.events.send(later);
    }

    fn parse(&mut self, fresh: &Freshness, work: Option<u64>) -> Answer<Arc<Program>> {
        let failed = |message| Failure::new(lsp_server::ErrorCode::RequestFailed, message);
        let language = self.slot.language(&self.overlay).map_err(failed)?;
        let mut recovery = Recovery::default();
        recovery.options.stop = Some(fresh.stop());
        recovery.options.budget.work = work;
        let parsed = Arc::new(Program::new(language, self.text.as_str(), &recovery));
        // A search that was stopped has found less.
        if !fresh.is_stale() {
            let is_whole = work != Some(limits::TYPED_WORK) || !parsed.is_cut_short();
            self.parsed = Some((Arc::clone(&parsed), is_whole));
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
            Err(failure) => vec![convert::of_whole(format!(
                "the language '{}' is not checked: {}",
                self.slot.name, failure.message
            ))],
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

    /// The ways to fix the errors in a range, the best of each preferred, and all of the text's at
    /// once.
    pub(crate) fn code_actions(
        &mut self,
        fresh: &Freshness,
        params: &CodeActionParams,
    ) -> Answer<Option<CodeActionResponse>> {
        let program = self.whole(fresh)?;
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
                title: format!("Fix all {} errors", program.reports().len()),
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
        let queries = self.queries(&program);
        let found = structure::symbols(&program, &queries);
        Ok(Some(convert::symbols(found, &self.text)))
    }

    pub(crate) fn folds(&mut self, fresh: &Freshness) -> Answer<Option<Vec<FoldingRange>>> {
        let program = self.program(fresh)?;
        let found = structure::folds(&program, &self.queries(&program));
        Ok(Some(convert::folds(&found, &self.text)))
    }

    pub(crate) fn selections(
        &mut self,
        fresh: &Freshness,
        params: &SelectionRangeParams,
    ) -> Answer<Option<Vec<SelectionRange>>> {
        let program = self.program(fresh)?;
        let around = |at: usize| structure::around(&program, at);
        Ok(Some(convert::selections(&params.positions, &self.text, around)))
    }

    pub(crate) fn colours(&mut self, fresh: &Freshness) -> Answer<Option<SemanticTokensResult>> {
        let program = self.program(fresh)?;
        let queries = self.queries(&program);
        let found = colours(&program, &queries);
        Ok(Some(convert::semantic_tokens(&self.text, found.into_iter())))
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

    /// The queries that go with the language by which the program was parsed.
    fn queries(&self, program: &Program) -> Arc<Queries> {
        let (queries, complaints) = self.slot.queries(&self.overlay, program.language());
        for complaint in complaints {
            self.outbox.show(MessageType::WARNING, complaint);
        }
        queries
    }
}
