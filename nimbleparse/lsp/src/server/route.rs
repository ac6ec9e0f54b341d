//! Which function answers which request, and what the server says that it can.

use lsp_server::{ErrorCode, Request};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DocumentDiagnosticReport,
    FullDocumentDiagnosticReport, OneOf, RelatedFullDocumentDiagnosticReport,
    SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    request::{
        CodeActionRequest, Completion, DocumentDiagnosticRequest, DocumentHighlightRequest,
        DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest,
        PrepareRenameRequest, References, Rename, Request as _, SelectionRangeRequest,
        SemanticTokensFullRequest,
    },
};
use nimbleparse::language::Part;
use serde::de::DeserializeOwned;

use super::state::{Open, Server};
use crate::{
    answer::{Answer, Call, Failure},
    convert,
    grammars::Pair,
    programs::File,
    text::Encoding,
    worker::Freshness,
};

/// What answers a request about a program.
type OfProgram<R> = fn(
    &mut File,
    &Freshness,
    <R as lsp_types::request::Request>::Params,
) -> Answer<<R as lsp_types::request::Request>::Result>;
/// What answers a request about a Yacc or a lex file.
type OfPair<R> = fn(
    &mut Pair,
    Part,
    <R as lsp_types::request::Request>::Params,
) -> Answer<<R as lsp_types::request::Request>::Result>;

impl Server {
    pub(super) fn route(&mut self, call: Call, request: Request) {
        match request.method.as_str() {
            DocumentDiagnosticRequest::METHOD => self.ask::<DocumentDiagnosticRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| Ok(report(file.diagnostics(fresh)).into())),
                Some(|pair, part, _| Ok(report(pair.diagnostics(part)).into())),
            ),
            CodeActionRequest::METHOD => self.ask::<CodeActionRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, params| file.code_actions(fresh, &params)),
                Some(|pair, part, params| pair.code_actions(part, &params)),
            ),
            Completion::METHOD => self.ask::<Completion>(
                (call, request),
                |params| &params.text_document_position.text_document.uri,
                Some(|file, fresh, params| file.completion(fresh, &params)),
                Some(|pair, part, params| pair.completion(part, &params)),
            ),
            HoverRequest::METHOD => self.ask::<HoverRequest>(
                (call, request),
                |params| &params.text_document_position_params.text_document.uri,
                Some(|file, fresh, params| file.hover(fresh, &params)),
                Some(|pair, part, params| pair.hover(part, &params)),
            ),
            DocumentHighlightRequest::METHOD => self.ask::<DocumentHighlightRequest>(
                (call, request),
                |params| &params.text_document_position_params.text_document.uri,
                Some(|file, fresh, params| file.highlights(fresh, &params)),
                Some(|pair, part, params| pair.highlights(part, &params)),
            ),
            DocumentSymbolRequest::METHOD => self.ask::<DocumentSymbolRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| file.symbols(fresh)),
                Some(|pair, part, _| pair.symbols(part)),
            ),
            FoldingRangeRequest::METHOD => self.ask::<FoldingRangeRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| file.folds(fresh)),
                Some(|pair, part, _| pair.folds(part)),
            ),
            SelectionRangeRequest::METHOD => self.ask::<SelectionRangeRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, params| file.selections(fresh, &params)),
                Some(|pair, part, params| pair.selections(part, &params)),
            ),
            SemanticTokensFullRequest::METHOD => self.ask::<SemanticTokensFullRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| file.colours(fresh)),
                Some(|pair, part, _| pair.colours(part)),
            ),
            Formatting::METHOD => self.ask::<Formatting>(
                (call, request),
                |params| &params.text_document.uri,
                None,
                Some(|pair, part, params| pair.formatting(part, &params)),
            ),
            GotoDefinition::METHOD => self.ask::<GotoDefinition>(
                (call, request),
                |params| &params.text_document_position_params.text_document.uri,
                None,
                Some(|pair, part, params| pair.definition(part, &params)),
            ),
            References::METHOD => self.ask::<References>(
                (call, request),
                |params| &params.text_document_position.text_document.uri,
                None,
                Some(|pair, part, params| pair.references(part, &params)),
            ),
            PrepareRenameRequest::METHOD => self.ask::<PrepareRenameRequest>(
                (call, request),
                |params| &params.text_document.uri,
                None,
                Some(|pair, part, params| pair.prepare_rename(part, &params)),
            ),
            Rename::METHOD => self.ask::<Rename>(
                (call, request),
                |params| &params.text_document_position.text_document.uri,
                None,
                Some(|pair, part, params| pair.rename(part, &params)),
            ),
            unknown => {
                let message = format!("no method '{}' is known", unknown.escape_debug());
                call.answer::<()>(Err(Failure::new(ErrorCode::MethodNotFound, message)));
            }
        }
    }

    /// Lets the thread of a file answer. Where files of its kind do not know the question nothing
    /// is found; a change that is asked for is refused, so that no client takes it for done.
    fn ask<R: lsp_types::request::Request>(
        &self,
        (call, request): (Call, Request),
        uri: fn(&R::Params) -> &Uri,
        of_program: Option<OfProgram<R>>,
        of_pair: Option<OfPair<R>>,
    ) where
        R::Params: Send + 'static,
    {
        let Some((call, params)) = decoded::<R::Params>(call, request) else { return };
        match self.files.get(uri(&params)) {
            Some(Open::Program(worker, _)) => match of_program {
                Some(answer) => worker.ask(call, move |file, fresh| answer(file, fresh, params)),
                None if matches!(R::METHOD, Rename::METHOD | Formatting::METHOD) => {
                    let message = "this is done in Yacc and lex files only, not in programs";
                    call.answer::<()>(Err(Failure::new(ErrorCode::RequestFailed, message)));
                }
                None => call.answer(Ok(())),
            },
            Some(Open::Part(part, pair)) => {
                let part = *part;
                match (of_pair, self.pairs.get(pair)) {
                    (Some(answer), Some(worker)) => {
                        worker.ask(call, move |pair, fresh| {
                            pair.begin(fresh);
                            answer(pair, part, params)
                        });
                    }
                    _ => call.answer(Ok(())),
                }
            }
            Some(Open::Unknown) => {
                let message = format!("no language is known for '{}'", uri(&params).as_str());
                call.answer::<()>(Err(Failure::new(ErrorCode::RequestFailed, message)));
            }
            None => {
                let message = format!("'{}' is not open", uri(&params).as_str());
                call.answer::<()>(Err(Failure::new(ErrorCode::InvalidParams, message)));
            }
        }
    }
}

/// The parameters of a request; if they are none it is answered so.
pub(super) fn decoded<P: DeserializeOwned>(call: Call, request: Request) -> Option<(Call, P)> {
    match serde_json::from_value(request.params) {
        Ok(params) => Some((call, params)),
        Err(error) => {
            let message = format!("the parameters of '{}' are wrong: {error}", request.method);
            call.answer::<()>(Err(Failure::new(ErrorCode::InvalidParams, message)));
            None
        }
    }
}

fn report(items: Vec<lsp_types::Diagnostic>) -> DocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id: None, items };
    RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report }
        .into()
}

/// What the server can do for files of every kind.
pub(super) fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        diagnostic_provider: Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
            identifier: Some("nimbleparse".to_owned()),
            inter_file_dependencies: true,
            workspace_diagnostics: false,
            ..DiagnosticOptions::default()
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["%".to_owned()]),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(true.into()),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: convert::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}
