//! Lex files of flex and grammars of Bison: what their code in C does, as far as rules can say
//! it.
//!
//! [`import`] writes both files anew, without code. [`CActions`] reads the actions of a lex file;
//! `action` is where an action becomes what a rule does. `c` reads the code, `paths` runs it
//! abstractly: on the way where all its conditions are false and on those where one is true, with
//! the values of variables as far as they are known. `input` makes start states of actions that
//! read text themselves, and `returns` tells each `return` that is on no way.

mod action;
mod c;
mod context;
mod input;
mod judge;
mod limits;
mod paths;
mod returns;
mod texts;
mod value;
mod variables;
mod ways;
mod write_grammar;
mod write_lexer;

use std::collections::HashSet;

use fnv::FnvHashSet;
use lrlex::{
    LRNonStreamingLexerDef, LexFlags, LexerDef as _, StartStateOperation,
    actions::{Actions, EndRule, LexFile, ReadRule},
    language::{self, Messages, Text, Types},
};
use lrtable::{Span, Symbol, diagnostic::fold, grammar::Grammar, yacc};

use c::{macros::Definitions, tokens};
use context::Context;
use judge::Fates;
use variables::{Followings, tested_words};
use write_lexer::Record;

use crate::{Error, ErrorKind};

/// A lex file and a Yacc file, written anew without code in C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The text of the lex file.
    pub lexer: String,
    /// The text of the Yacc file.
    pub grammar: String,
}

/// Reads a lex file for flex and its grammar for Yacc or Bison, and writes both without code.
///
/// What the lexemes are is said by simple actions, which [`lrlex`] reads by itself; comments say
/// what was decided about an action's conditions. Warnings go to `messages`. Equal files give equal
/// texts.
///
/// ```
/// use nimbleparse::{import::import, language::Text};
///
/// let lex = "%%\n[0-9]+ { yylval = atoi(yytext); return NUM; }\n[-+] { return *yytext; }\n";
/// let yacc = "%token NUM\n%%\nSum: NUM { $$ = $1; } | Sum '+' NUM { $$ = $1 + $3; };\n";
/// let (lex, yacc) = (Text { name: "l", text: lex }, Text { name: "y", text: yacc });
/// let imported = import(lex, yacc, &mut String::new()).unwrap();
/// assert!(imported.lexer.contains("\n[0-9]+ { return NUM; }\n\"+\" { return '+'; }\n"));
/// assert!(imported.grammar.ends_with("Sum: NUM | Sum '+' NUM;\n"));
/// ```
///
/// # Errors
///
/// What is wrong with the files, rendered by `messages`.
pub fn import(
    lex: Text<'_>,
    yacc: Text<'_>,
    messages: &mut impl Messages,
) -> Result<Imported, Error> {
    let grammar = language::grammar(yacc, None, messages).map_err(wrong)?;
    let lexer = import_lexer(lex, Some(&grammar), messages)?;
    let ast = yacc::read(yacc.text, None).ast;
    Ok(Imported { lexer, grammar: write_grammar::write(yacc.text, &ast) })
}

/// Reads a lex file for flex, and writes it without code; `grammar` says which tokens are likely.
/// Warnings go to `messages`.
///
/// # Errors
///
/// What is wrong with the file, rendered by `messages`.
pub fn import_lexer(
    lex: Text<'_>,
    grammar: Option<&Grammar>,
    messages: &mut impl Messages,
) -> Result<String, Error> {
    let mut actions = grammar.map_or_else(CActions::new, CActions::of_grammar);
    let flags = LexFlags::default();
    let (lexerdef, said) =
        LRNonStreamingLexerDef::<Types>::read_with(lex.text, &flags, &mut actions);
    let shown = match messages.shows_all() {
        true => messages.render(&said, lex),
        false => messages.render(&fold(&said, lex.text), lex),
    };
    let Some(lexerdef) = lexerdef else { return Err(wrong(shown)) };
    messages.take(&shown);
    if !actions.is_flex {
        return Ok(lex.text.to_owned());
    }
    let declared = grammar.and_then(|grammar| grammar.declarations().token_prefix.as_ref());
    let prefix = declared.map_or("", |prefix| &prefix.text);
    let tokens: HashSet<&str> = (grammar.iter())
        .flat_map(|grammar| grammar.token_ids().map(|token| grammar.token(token).name.as_str()))
        .collect();
    let rename = |name: &str| {
        let rest = name.strip_prefix(prefix).filter(|rest| tokens.contains(rest));
        rest.filter(|_| !tokens.contains(name)).unwrap_or(name).to_owned()
    };
    let states: Vec<_> = lexerdef.iter_start_states().cloned().collect();
    Ok(write_lexer::write(lex.text, &actions.record, &said, &states, &rename))
}

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Specification, message)
}

/// A reader of the actions in C of one lex file.
///
/// Conditions on the matched text, on the start state, and on variables of few values are decided:
/// a rule becomes several. An action is read as if all others were false, but for one that alone
/// keeps the action from giving a token that the grammar uses. Where one of them would make another
/// lexeme of the text, a warning quotes it.
///
/// ```
/// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
/// use nimbleparse::import::CActions;
///
/// let lex = "%%\n[0-9]+ { if (is_huge(yytext)) throw 1; yylval = atoi(yytext); return INT; }\n";
/// let flags = LexFlags::default();
/// let (lexerdef, warnings) =
///     LRNonStreamingLexerDef::<DefaultLexerTypes>::read_with(lex, &flags, &mut CActions::new());
/// assert_eq!(lexerdef.unwrap().iter_rules().next().unwrap().name(), Some("INT"));
/// assert!(warnings.iter().any(|one| one.message().contains("is_huge(yytext)")));
/// ```
#[derive(Default)]
pub struct CActions<'a> {
    definitions: Definitions<'a>,
    /// The names of the tokens in productions of the grammar, if that is known.
    used: Option<HashSet<String>>,
    /// The words in actions and programs of the grammar.
    elsewhere: HashSet<String>,
    fates: Fates,
    /// The places where states that the file keeps in variables are stacked or left, the states of
    /// their rules, and the changes.
    remembered: Vec<(Span, Vec<usize>, (usize, StartStateOperation))>,
    /// The start states with values of variables, if any are followed.
    followings: Option<Followings>,
    /// Whether the code before each match does something at the start of the text only.
    starts: bool,
    /// What is known where an action runs that is being read.
    context: Context,
    /// The number of steps through actions whose text is known.
    steps: usize,
    /// Whether the file is in flex's dialect.
    is_flex: bool,
    /// What is to be written in the place of the code.
    record: Record,
}

/// Actions that are being read, of a file.
struct Reading<'r, 'a> {
    c: &'r mut CActions<'a>,
    file: &'r mut LexFile<'a>,
}

impl CActions<'_> {
    /// Makes a reader that knows no grammar.
    pub fn new() -> Self {
        CActions::default()
    }

    /// Makes a reader for the lexer of a grammar, in whose productions a token is more likely meant
    /// than one that stands in none.
    pub fn of_grammar(grammar: &Grammar) -> Self {
        let prefix = grammar.declarations().token_prefix.as_ref().map_or("", |prefix| &prefix.text);
        let symbols = grammar.productions().iter().flat_map(|production| &production.symbols);
        let names = symbols.filter_map(|symbol| match symbol {
            Symbol::Token(token) => Some(&grammar.token(*token).name),
            Symbol::Rule(_) => None,
        });
        let used = names.flat_map(|name| [name.clone(), format!("{prefix}{name}")]).collect();
        let actions =
            grammar.productions().iter().filter_map(|production| production.action.as_ref());
        let programs = grammar.declarations().programs.as_ref();
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let texts =
            actions.map(|action| &action.text).chain(programs.map(|programs| &programs.text));
        let words = texts.flat_map(|text| text.split(is_end)).filter(|word| !word.is_empty());
        let elsewhere = words.map(str::to_owned).collect();
        CActions { used: Some(used), elsewhere, ..CActions::default() }
    }

    /// Whether a token is in a production, as far as that is known.
    fn is_used(&self, name: &str) -> bool {
        self.used.as_ref().is_none_or(|used| used.contains(name))
    }
}

impl<'a> Actions<'a> for CActions<'a> {
    fn begin(
        &mut self,
        file: &mut LexFile<'a>,
        code: &[Span],
        before: &[Span],
        actions: &[(Span, &[ReadRule])],
    ) {
        let source = file.source();
        let mut tested = FnvHashSet::default();
        let spans = code.iter().chain(before).chain(actions.iter().map(|(span, _)| span));
        spans.for_each(|span| tested_words(&tokens(source, *span), &mut tested));
        self.definitions = Definitions::read(source, code, &|name| tested.contains(name));
        if let Some(used) = &self.used {
            self.definitions.chars.retain(|name, _| !used.contains(*name));
            self.definitions.variables.retain(|name, _| !used.contains(*name));
        }
        self.is_flex = true;
        self.record.code.extend(code);
        Reading { c: self, file }.follow_variables(before, actions);
    }

    fn action(
        &mut self,
        file: &mut LexFile<'a>,
        action: Span,
        rules: Vec<ReadRule>,
    ) -> Vec<ReadRule> {
        Reading { c: self, file }.action(action, rules)
    }

    fn before_match(&mut self, file: &mut LexFile<'a>, code: Span) {
        self.record.code.push(code);
        Reading { c: self, file }.code_before_rules(code);
    }

    fn end_of_text(&mut self, file: &mut LexFile<'a>, rule: &EndRule, action: Span) {
        Reading { c: self, file }.end_rule(rule, action);
    }

    fn finish(&mut self, file: &mut LexFile<'a>, rules: &[ReadRule], mark: Span, end: usize) {
        let mut reading = Reading { c: self, file: &mut *file };
        reading.check_remembered(rules);
        reading.warn_of_own_code();
        reading.sum_up(mark);
        self.record.rules = (mark.start(), end);
        self.record.followed = self.followings.as_ref().map_or(Vec::new(), Followings::made);
        self.record.blocks = file.blocks().to_vec();
    }
}
