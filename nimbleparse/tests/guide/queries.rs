//! Each example of the page on queries finds what the page says. `UPDATE_GUIDE=1` writes into the
//! page what it finds.

use std::{env, fmt::Write, fs};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::{NodeTypes, Query, QueryError, RTParserBuilder};
use lrtable::{Minimiser, YaccGrammar, from_yacc, grammar::Grammar};

use crate::{page::blocks, root};

#[test]
fn the_examples_of_queries_find_what_the_page_says() {
    let path = root().join("docs/queries.md");
    let page = fs::read_to_string(&path).unwrap();
    let all = blocks(&page);
    let block = |info: &str| all.iter().find(|block| block.info == info).unwrap().text();
    let grammar = Grammar::parse(&block("yacc"), None).unwrap();
    let types = NodeTypes::new(&grammar);
    let grammar = YaccGrammar::<u32>::from_grammar(grammar).unwrap();
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
    let mut lexerdef =
        LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(&block("lex")).unwrap();
    let ids = grammar.tokens_map().into_iter().map(|(name, id)| (name, id.0)).collect();
    let (missing, unused) = lexerdef.set_rule_ids(&ids);
    assert_eq!((missing, unused), (None, None));
    let parser = RTParserBuilder::new(&grammar, &table);

    let (mut input, mut query, mut updated, mut count) =
        (String::new(), String::new(), page.clone(), 0);
    for block in &all {
        match block.info {
            "input" => input = block.text(),
            "scm" => query = block.text(),
            "matches" => {
                let text = input.trim_end();
                let (tree, _) = parser.parse_syntax_tree(&lexerdef.lexer(text));
                let compiled = Query::with_trivia(&types, &["comment"], &query);
                let compiled = compiled.unwrap_or_else(|errors| {
                    panic!("{}", QueryError::render(&errors, "query", &query))
                });
                let mut found = String::new();
                for one in compiled.matches(&tree) {
                    write!(found, "{}", one.pattern).unwrap();
                    for (capture, node) in one.captures {
                        let name = &compiled.capture_names()[capture];
                        write!(found, " @{name} `{}`", node.text()).unwrap();
                    }
                    found.push('\n');
                }
                let said = block.text();
                let fence = |text: &str| format!("```scm\n{query}```\n\n```matches\n{text}```\n");
                updated = updated.replacen(&fence(&said), &fence(&found), 1);
                if env::var_os("UPDATE_GUIDE").is_none() {
                    assert_eq!(said, found, "line {}: {query}{tree}", block.line);
                }
                count += 1;
            }
            _ => {}
        }
    }
    if env::var_os("UPDATE_GUIDE").is_some() {
        fs::write(&path, updated).unwrap();
    }
    assert!(count >= 20, "{count} examples");
}
