//! Values of the language service as values of the protocol.

use lrpar::{Report, TextEdit, report::Label};
use lrtable::{Span, diagnostic::Severity};
use lsp_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionItemKind, CompletionList,
    CompletionResponse, CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind,
    Hover, HoverContents, Location, MarkupContent, MarkupKind, NumberOrString, Position, Range,
    SelectionRange, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensLegend, SemanticTokensResult, SymbolKind, Uri, WorkspaceEdit,
};
use nimbleparse::service::{
    program::{
        colours::Coloured,
        completion::{Offer, Offers},
        structure::{Fold, OutlineSymbol},
    },
    token_classes::Class,
};

use crate::{limits, text::Text};

pub(crate) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The one diagnostic of a report: its title, what is said at its place, and its notes; other
/// places are related information.
pub(crate) fn diagnostic(report: &Report, uri: &Uri, text: &Text) -> Diagnostic {
    let mut message = report.title.clone();
    for said in
        Some(&report.primary.text).filter(|said| !said.is_empty()).into_iter().chain(&report.notes)
    {
        message.push('\n');
        message.push_str(said);
    }
    let related = report.secondary.iter().map(|Label { span, text: said }| {
        let location = Location { uri: uri.clone(), range: text.range(*span) };
        DiagnosticRelatedInformation { location, message: said.clone() }
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: text.range(report.primary.span),
        severity: Some(severity(report.severity)),
        code: Some(NumberOrString::String(report.code.name().to_owned())),
        source: Some("nimbleparse".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// A warning about something beside a text, shown at its beginning.
pub(crate) fn of_whole(message: String) -> Diagnostic {
    Diagnostic {
        range: Range::default(),
        severity: Some(DiagnosticSeverity::WARNING),
        source: Some("nimbleparse".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

pub(crate) fn edit(edit: &TextEdit, text: &Text) -> lsp_types::TextEdit {
    lsp_types::TextEdit { range: text.range(edit.span), new_text: edit.text.clone() }
}

/// The change of one file by `edits`.
pub(crate) fn changes(uri: &Uri, edits: &[TextEdit], text: &Text) -> WorkspaceEdit {
    let edits = edits.iter().map(|one| edit(one, text)).collect();
    WorkspaceEdit { changes: Some([(uri.clone(), edits)].into()), ..WorkspaceEdit::default() }
}

/// A quick fix of `diagnostic`.
pub(crate) fn quick_fix(
    title: &str,
    diagnostic: &Diagnostic,
    edit: WorkspaceEdit,
    is_best: bool,
) -> CodeAction {
    CodeAction {
        title: capital(title),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(edit),
        is_preferred: is_best.then_some(true),
        ..CodeAction::default()
    }
}

/// A title as menus have it.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The kind of a symbol that a query captures as `definition.KIND`.
fn symbol_kind(kind: &str) -> SymbolKind {
    match kind.split('.').next().unwrap_or(kind) {
        "module" => SymbolKind::MODULE,
        "namespace" => SymbolKind::NAMESPACE,
        "package" => SymbolKind::PACKAGE,
        "class" => SymbolKind::CLASS,
        "interface" | "trait" => SymbolKind::INTERFACE,
        "struct" | "union" => SymbolKind::STRUCT,
        "enum" => SymbolKind::ENUM,
        "enum_member" => SymbolKind::ENUM_MEMBER,
        "type" => SymbolKind::TYPE_PARAMETER,
        "function" | "macro" => SymbolKind::FUNCTION,
        "method" => SymbolKind::METHOD,
        "constructor" => SymbolKind::CONSTRUCTOR,
        "property" => SymbolKind::PROPERTY,
        "field" => SymbolKind::FIELD,
        "constant" => SymbolKind::CONSTANT,
        "event" => SymbolKind::EVENT,
        "operator" => SymbolKind::OPERATOR,
        "number" => SymbolKind::NUMBER,
        "string" => SymbolKind::STRING,
        "object" => SymbolKind::OBJECT,
        "array" => SymbolKind::ARRAY,
        _ => SymbolKind::VARIABLE,
    }
}

/// An outline, as a tree of bounded depth.
pub(crate) fn symbols(found: Vec<OutlineSymbol<'_>>, text: &Text) -> DocumentSymbolResponse {
    let flat = found.into_iter().map(|symbol| {
        let OutlineSymbol { depth, kind, name, name_span, span } = symbol;
        #[expect(deprecated, reason = "the protocol's type has a field that is no more to be used")]
        let symbol = DocumentSymbol {
            name,
            detail: None,
            kind: symbol_kind(kind),
            tags: None,
            deprecated: None,
            range: text.range(span),
            selection_range: text.range(name_span),
            children: None,
        };
        (depth, symbol)
    });
    DocumentSymbolResponse::Nested(nested(flat))
}

/// Parts that fold, as whole lines.
pub(crate) fn folds(folds: &[Fold], text: &Text) -> Vec<FoldingRange> {
    let mut found: Vec<FoldingRange> = Vec::new();
    for fold in folds {
        let Range { start, end } = text.range(fold.span);
        let end_line = end.line.saturating_sub(u32::from(fold.keeps_last));
        // Clients take the first of those that begin on one line; the others are in it.
        let is_new = found.last().is_none_or(|last| last.start_line != start.line);
        if end_line > start.line && is_new {
            found.push(FoldingRange {
                start_line: start.line,
                end_line,
                kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
                ..FoldingRange::default()
            });
        }
    }
    found
}

/// Symbols with their depths, parents before children, as a tree.
fn nested(flat: impl Iterator<Item = (usize, DocumentSymbol)>) -> Vec<DocumentSymbol> {
    // The last symbol of each depth waits for its children.
    let mut open: Vec<DocumentSymbol> = Vec::new();
    let mut found = Vec::new();
    let close = |open: &mut Vec<DocumentSymbol>, found: &mut Vec<DocumentSymbol>| {
        let Some(done) = open.pop() else { return };
        match open.last_mut() {
            Some(parent) => parent.children.get_or_insert_default().push(done),
            None => found.push(done),
        }
    };
    for (depth, symbol) in flat {
        while open.len() > depth.min(limits::SYMBOL_DEPTH) {
            close(&mut open, &mut found);
        }
        open.push(symbol);
    }
    while !open.is_empty() {
        close(&mut open, &mut found);
    }
    found
}

/// Lines of a grammar as a hover.
pub(crate) fn hover(lines: &[String], range: Range) -> Hover {
    // No fence in them ends the block.
    let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    let value = format!("{fence}\n{}\n{fence}", lines.join("\n"));
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Hover { contents, range: Some(range) }
}

/// The types of the protocol for classes of colours; a class that is not here has the type of the
/// one before its last `.`, or none.
const TOKEN_TYPES: [(&str, SemanticTokenType); 31] = [
    ("attribute", SemanticTokenType::DECORATOR),
    ("boolean", SemanticTokenType::KEYWORD),
    ("character", SemanticTokenType::STRING),
    ("comment", SemanticTokenType::COMMENT),
    ("constant", SemanticTokenType::VARIABLE),
    ("constant.builtin", SemanticTokenType::KEYWORD),
    ("constant.macro", SemanticTokenType::MACRO),
    ("constructor", SemanticTokenType::CLASS),
    ("field", SemanticTokenType::PROPERTY),
    ("float", SemanticTokenType::NUMBER),
    ("function", SemanticTokenType::FUNCTION),
    ("function.macro", SemanticTokenType::MACRO),
    ("function.method", SemanticTokenType::METHOD),
    ("keyword", SemanticTokenType::KEYWORD),
    ("keyword.directive", SemanticTokenType::MACRO),
    ("keyword.modifier", SemanticTokenType::MODIFIER),
    ("method", SemanticTokenType::METHOD),
    ("module", SemanticTokenType::NAMESPACE),
    ("namespace", SemanticTokenType::NAMESPACE),
    ("number", SemanticTokenType::NUMBER),
    ("operator", SemanticTokenType::OPERATOR),
    ("parameter", SemanticTokenType::PARAMETER),
    ("preproc", SemanticTokenType::MACRO),
    ("property", SemanticTokenType::PROPERTY),
    ("string", SemanticTokenType::STRING),
    ("string.regexp", SemanticTokenType::REGEXP),
    ("type", SemanticTokenType::TYPE),
    ("type.parameter", SemanticTokenType::TYPE_PARAMETER),
    ("variable", SemanticTokenType::VARIABLE),
    ("variable.member", SemanticTokenType::PROPERTY),
    ("variable.parameter", SemanticTokenType::PARAMETER),
];

/// The place in [`TOKEN_TYPES`] of a class of colours.
fn token_type(class: &str) -> Option<usize> {
    let mut class = class;
    loop {
        if let Some(at) = TOKEN_TYPES.iter().position(|(one, _)| *one == class) {
            return Some(at);
        }
        class = class.rsplit_once('.')?.0;
    }
}

/// The names of what [`semantic_tokens`] sends as numbers.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TOKEN_TYPES.iter().map(|(_, kind)| kind.clone()).collect(),
        token_modifiers: vec![
            SemanticTokenModifier::DECLARATION,
            SemanticTokenModifier::READONLY,
            SemanticTokenModifier::DEFAULT_LIBRARY,
        ],
    }
}

/// The modifiers of a part, a bit for each of the [`legend`].
fn modifiers(part: &Coloured<'_>) -> u32 {
    let has = |word: &str| u32::from(part.class.split('.').any(|one| one == word));
    u32::from(part.is_declaration) | has("constant") << 1 | has("builtin") << 2
}

/// Colours as the protocol sends them: each place relative to the one before it, each token on one
/// line.
pub(crate) fn semantic_tokens<'c>(
    text: &Text,
    coloured: impl Iterator<Item = Coloured<'c>>,
) -> SemanticTokensResult {
    let mut tokens = Vec::new();
    let mut last = Position::default();
    for part in coloured {
        let Some(token_type) = token_type(part.class) else { continue };
        let mut start = part.span.start();
        for line in part.span.text(text.as_str()).split_inclusive(['\n', '\r']) {
            let shown = line.trim_end();
            let blank = shown.len() - shown.trim_start().len();
            let length = text.encoding().units(&shown[blank..]);
            if length > 0 {
                let place = text.position(start + blank);
                let delta_line = place.line - last.line;
                let before = if delta_line == 0 { last.character } else { 0 };
                tokens.push(SemanticToken {
                    delta_line,
                    delta_start: place.character - before,
                    length,
                    token_type: token_type as u32,
                    token_modifiers_bitset: modifiers(&part),
                });
                last = place;
            }
            start += line.len();
        }
    }
    SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data: tokens })
}

/// For each position the parts `around` it, the smallest first, as ranges, each in the one after
/// it; where there are too many, the nearest and the whole.
pub(crate) fn selections(
    positions: &[Position],
    text: &Text,
    around: impl Fn(usize) -> Vec<Span>,
) -> Vec<SelectionRange> {
    let selection = |position: &Position| {
        let spans = around(text.offset(*position));
        let near = spans.iter().take(limits::SELECTIONS);
        let widest = (spans.len() > limits::SELECTIONS).then(|| spans.last()).flatten();
        let within = |parent: Option<SelectionRange>, span: &Span| {
            Some(SelectionRange { range: text.range(*span), parent: parent.map(Box::new) })
        };
        let nearest = near.chain(widest).rev().fold(None, within);
        // An empty file has nothing around a place but the place.
        let range = Range { start: *position, end: *position };
        nearest.unwrap_or(SelectionRange { range, parent: None })
    };
    positions.iter().map(selection).collect()
}

/// What may be typed at a place: names that are there already first, then words, then signs.
pub(crate) fn completion(offers: Offers, text: &Text) -> CompletionResponse {
    let range = text.range(offers.replaced);
    let item = |(at, offer): (usize, Offer)| {
        let Offer { text, class, detail } = offer;
        let kind = match class {
            Class::Keyword => CompletionItemKind::KEYWORD,
            Class::Operator => CompletionItemKind::OPERATOR,
            Class::Number | Class::String => CompletionItemKind::VALUE,
            Class::Name => CompletionItemKind::VARIABLE,
        };
        let group = match class {
            Class::Operator => 'c',
            _ if detail.is_some() => 'a',
            _ => 'b',
        };
        let edit = lsp_types::TextEdit { range, new_text: text.clone() };
        CompletionItem {
            label: text,
            kind: Some(kind),
            detail,
            sort_text: Some(format!("{group}{at:05}")),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        }
    };
    let items = offers.items.into_iter().enumerate().map(item).collect();
    // The offers are for a place; the client chooses among them while the word at it grows.
    CompletionResponse::List(CompletionList { is_incomplete: false, items })
}
