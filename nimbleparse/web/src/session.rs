//! Questions and answers: what a page asks is looked up in the language service.

use std::sync::Arc;

use lrpar::{Query, QueryError, Renderer, Report, SyntaxKind, recovery::RecoveryKind};
use nimbleparse::{
    builtin,
    cases::{CaseError, CaseFile, Section},
    language::{Language, Parsed, Part, Recovery, Specification, settings, timing::Timings},
    output::{json, reports},
    service::grammar::findings::findings,
};
use serde_json::{Value, json};

use crate::{automaton::Automaton, gallery::gallery, limits, question::Question, search::search};

/// A grammar, a lexer, and what was built of them.
#[derive(Default)]
pub struct Session {
    specification: Option<Specification>,
    /// What is told of the automaton, once it was asked for.
    automaton: Option<Automaton>,
}

impl Session {
    /// Answers a question in JSON by a text in JSON: what was asked for, or an object with the
    /// member `wrong`.
    pub fn answer(&mut self, question: &str) -> String {
        let answered = serde_json::from_str(question)
            .map_err(|error| format!("the question cannot be read: {error}"))
            .and_then(|question| self.ask(question));
        answered.unwrap_or_else(|wrong| json!({"wrong": wrong})).to_string()
    }

    fn ask(&mut self, question: Question) -> Result<Value, String> {
        match question {
            Question::Gallery => Ok(gallery()),
            Question::Language { yacc, lex, model } => self.take(yacc, lex, model.as_deref()),
            Question::Parse { file, text, recoverer } => {
                parse(self.language()?, (&file, &text), &recovery(&recoverer)?)
            }
            Question::Search { text, recoverer, error } => {
                let language = self.language()?;
                let mut recovery = recovery(&recoverer)?;
                recovery.experiment.keep_trace = Some(error);
                let parsed = Parsed::new(language, &text, &recovery, None);
                search(&parsed, error)
            }
            Question::Query { text, recoverer, query } => {
                Ok(find(self.language()?, &text, &recovery(&recoverer)?, &query))
            }
            Question::Compare { text, recoverers } => {
                let language = self.language()?;
                recoverers.iter().map(|name| compare(language, &text, name)).collect()
            }
            Question::Automaton => {
                let (language, automaton) = self.automaton()?;
                Ok(automaton.summary(&language.table))
            }
            Question::State { state } => {
                let (language, automaton) = self.automaton()?;
                let told = automaton.state(&language.table, state);
                told.ok_or_else(|| "there is no such state".to_owned())
            }
            Question::Save { name, text } => self.save(&name, text),
            Question::Load { case } => load(&case),
        }
    }

    fn language(&self) -> Result<&Arc<Language>, String> {
        let specification = self.specification.as_ref().ok_or("there is no grammar yet")?;
        specification.language().map_err(ToString::to_string)
    }

    fn take(&mut self, yacc: String, lex: String, model: Option<&str>) -> Result<Value, String> {
        let mut specification = Specification::new(Some(yacc), Some(lex));
        // The model of a built-in grammar, or else the text of one.
        let model = model.and_then(|model| match builtin::named(model) {
            Some(named) => Some((format!("{}.ngram", named.name), named.ngrams?)),
            None => Some(("a loaded model".to_owned(), model)),
        });
        // A model whose tokens an edited grammar has no longer is left out.
        let taken = model.map(|(name, text)| specification.take_ngrams(&name, text));
        let has_model = matches!(taken, Some(Ok(())));
        self.automaton = None;
        let specification = self.specification.insert(specification);
        let found: Vec<Value> = findings(specification)
            .iter()
            .map(|finding| {
                let fixes = finding.fixes.iter().map(|fix| {
                    let edits = fix.edits.iter().map(|(part, edit)| {
                        json!({
                            "part": name_of(*part), "offset": edit.span.start(),
                            "length": edit.span.len(), "text": edit.text,
                        })
                    });
                    json!({"title": fix.title, "edits": edits.collect::<Vec<_>>()})
                });
                json!({
                    "part": name_of(finding.part),
                    "severity": finding.report.severity.to_string(),
                    "title": finding.report.title,
                    "notes": finding.report.notes,
                    "offset": finding.report.primary.span.start(),
                    "length": finding.report.primary.span.len(),
                    "fixes": fixes.collect::<Vec<_>>(),
                })
            })
            .collect();
        let language = specification.language();
        Ok(json!({
            "ready": language.is_ok(),
            "model": has_model,
            "wrong_model": taken.and_then(Result::err).map(String::from),
            "findings": found,
            "states": language.map(|language| language.table.table.state_count()).ok(),
        }))
    }

    fn automaton(&mut self) -> Result<(&Language, &Automaton), String> {
        let specification = self.specification.as_ref().ok_or("there is no grammar yet")?;
        let language = specification.language().map_err(ToString::to_string)?;
        let automaton = self.automaton.get_or_insert_with(|| Automaton::new(&language.table));
        Ok((language, automaton))
    }

    fn save(&self, name: &str, text: String) -> Result<Value, String> {
        let specification = self.specification.as_ref().ok_or("there is no grammar yet")?;
        let name = name.lines().next().unwrap_or_default();
        let mut file = CaseFile::read(&format!("=== {name}\n"), &[]).map_err(misread)?;
        let case = file.cases.first_mut().ok_or("a case needs a name")?;
        let parts = [
            ("grammar", specification.text(Part::Grammar).to_owned()),
            ("lexer", specification.text(Part::Lexer).to_owned()),
            ("input", text),
        ];
        for (name, text) in parts {
            case.sections.push(Section { text, ..Section::new(name) });
        }
        Ok(json!(file.write()))
    }
}

/// How the page calls a file.
fn name_of(part: Part) -> &'static str {
    match part {
        Part::Grammar => "yacc",
        Part::Lexer => "lex",
    }
}

fn recovery(recoverer: &str) -> Result<Recovery, String> {
    let mut recovery = Recovery::default();
    settings::set_recoverer(&mut recovery, recoverer)?;
    Ok(recovery)
}

/// What the command line says of a text, as JSON and as text; its lexemes and its tree.
fn parse(
    language: &Language,
    (file, text): (&str, &str),
    recovery: &Recovery,
) -> Result<Value, String> {
    let mut parsed = Parsed::new(language, text, recovery, None);
    let renderer = Renderer::new(file, text);
    // Of each reported error its number among those at which something was searched.
    let (mut shown, mut searches, mut searched) = (Vec::new(), Vec::new(), 0);
    reports::each(&parsed, |location, report| {
        if let Some(report) = &report {
            if searches.len() < limits::REPORTS {
                shown.extend_from_slice(renderer.rich(report).as_bytes());
            }
            searches.push(location.parse.map(|_| searched));
        }
        searched += usize::from(location.parse.is_some());
        Ok(())
    })
    .and_then(|()| reports::write_more(&mut shown, searches.len().saturating_sub(limits::REPORTS)))
    .map_err(|error| error.to_string())?;
    let repaired = parsed.repaired();
    parsed.errors.truncate(limits::ERRORS);
    let mut told = Vec::new();
    let most = recovery.options.max_repairs;
    json::write_parsed(&mut told, file, &parsed, most, &Timings::default())
        .map_err(|error| error.to_string())?;
    let mut told: Value = serde_json::from_slice(&told).map_err(|error| error.to_string())?;
    if recovery.kind != RecoveryKind::Restart {
        // The others do not look at the model.
        told["model"] = Value::Null;
    }
    let lexemes: Vec<Value> = language
        .words_of(&parsed.lexer)
        .into_iter()
        .take(limits::LEXEMES)
        .map(|word| {
            let kind = match word.token == language.no_token() {
                true => "unknown",
                false => language.class(word.token).name().unwrap_or("name"),
            };
            json!([word.start, word.end - word.start, language.name_of(word.token), kind])
        })
        .collect();
    let tree = Parsed::with_syntax_tree(language, text, recovery, None).tree;
    let nodes: Vec<Value> = tree
        .root()
        .preorder()
        .take(limits::NODES)
        .map(|(depth, node)| {
            let (span, kind) = (node.span(), node.kind());
            json!([depth, class(kind), node.name(), span.start(), span.len()])
        })
        .collect();
    Ok(json!({
        "json": told,
        "shown": String::from_utf8_lossy(&shown),
        "count": searches.len(),
        "searches": &searches[..searches.len().min(limits::ERRORS)],
        "lexemes": lexemes,
        "tree": nodes,
        "nodes": tree.node_count(),
        "repaired": repaired,
    }))
}

/// The name of a kind of node on the page.
fn class(kind: SyntaxKind) -> &'static str {
    match kind {
        SyntaxKind::Rule(_) => "rule",
        SyntaxKind::Token(_) => "token",
        SyntaxKind::Missing(_) => "missing",
        SyntaxKind::Trivia => "trivia",
        SyntaxKind::Error => "error",
        SyntaxKind::Unknown => "unknown",
    }
}

/// What a query finds in a text's tree: its captures in the order of the text; or its mistakes.
fn find(language: &Language, text: &str, recovery: &Recovery, query: &str) -> Value {
    let tree = Parsed::with_syntax_tree(language, text, recovery, None).tree;
    let trivia: Vec<&str> = language.named_trivia().collect();
    let compiled = match Query::with_trivia(tree.types(), &trivia, query) {
        Ok(compiled) => compiled,
        Err(errors) => return json!({"mistakes": QueryError::render(&errors, "query", query)}),
    };
    let captures = compiled.captures(&tree);
    let is_cut = captures.is_cut();
    let found: Vec<Value> = captures
        .map(|capture| {
            let (name, node) = (&compiled.capture_names()[capture.index], capture.node);
            let shown = if node.name().is_empty() { class(node.kind()) } else { node.name() };
            json!([name, shown, node.span().start(), node.span().len()])
        })
        .collect();
    let told = &found[..found.len().min(limits::CAPTURES)];
    json!({"count": found.len(), "found": told, "cut": is_cut})
}

/// What one recoverer makes of a text.
fn compare(language: &Language, text: &str, recoverer: &str) -> Result<Value, String> {
    let parsed = Parsed::new(language, text, &recovery(recoverer)?, None);
    let mut titles = Vec::new();
    reports::each(&parsed, |_, report| {
        let told = |report: &Report| {
            let helps: Vec<&str> = report.helps.iter().map(|help| help.text.as_str()).collect();
            json!({"title": report.title, "offset": report.primary.span.start(), "help": helps})
        };
        let has_room = titles.len() < limits::COMPARED;
        titles.extend(report.as_ref().filter(|_| has_room).map(told));
        Ok(())
    })
    .map_err(|error| error.to_string())?;
    let errors = || parsed.locations().filter_map(|location| location.parse);
    let work: u64 = errors().map(|error| error.effort().work).sum();
    let configurations: u64 = errors().map(|error| error.effort().configurations).sum();
    Ok(json!({
        "recoverer": recoverer,
        "errors": errors().count(),
        "reports": titles,
        "work": work,
        "configurations": configurations,
        "repaired": parsed.repaired(),
    }))
}

fn misread(wrong: CaseError) -> String {
    format!("line {}: {}", wrong.line, wrong.message)
}

/// The texts of the first case of a file.
fn load(file: &str) -> Result<Value, String> {
    let file = CaseFile::read(file, &[]).map_err(misread)?;
    let case = file.cases.first().ok_or("there is no case in the file")?;
    let text = |name: &str| {
        let mut sections = case.sections.iter().chain(&file.common);
        sections.find(|section| section.name == name).map(Section::content)
    };
    Ok(
        json!({"name": case.name, "yacc": text("grammar"), "lex": text("lexer"), "model": text("ngrams"), "input": text("input")}),
    )
}
