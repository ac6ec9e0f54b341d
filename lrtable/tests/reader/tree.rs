//! A syntax tree as text, and the check that its places are right.

use std::fmt::Write;

use lrtable::{
    Span, Spanned,
    yacc::ast::{
        Ast, Code, Element, Item, Name, ProductionDef, Quote, ReadGrammar, RuleDef, SymbolRef,
    },
};

/// The tree, one declaration or production a line.
pub(crate) fn show(ast: &Ast) -> String {
    let mut out = String::new();
    let mut line = |what: &str, text: String| {
        if !text.is_empty() {
            writeln!(out, "{what} {text}").expect("writing to a string");
        }
    };
    line("kind", format!("{:?}", ast.kind));
    let all = &ast.declarations;
    for option in &all.header {
        line("header", format!("{} = {}", option.key.text, names(&option.value)));
    }
    line("start", names(&ast.starts));
    for token in &ast.tokens {
        let alias = token.alias.as_ref().map(|alias| format!(" alias {}", symbol(alias)));
        let number = token.number.map(|number| format!(" number {number}"));
        let more = alias.unwrap_or_default() + &number.unwrap_or_default();
        line("token", symbol(&token.name) + &more);
    }
    for token in &ast.precedences {
        line("precedence", format!("{} {:?} {}", token.level, token.assoc, symbol(&token.name)));
    }
    line("default_prec", if ast.no_default_prec { "off" } else { "" }.to_string());
    line("avoid_insert", symbols(&ast.avoid_insert));
    for (token, text) in &ast.epp {
        line("epp", format!("{} {:?}", symbol(token), text.text));
    }
    for (token, cost) in &ast.insert_costs {
        line("insert_cost", format!("{} {cost}", symbol(token)));
    }
    for (token, cost) in &ast.delete_costs {
        line("delete_cost", format!("{} {cost}", symbol(token)));
    }
    for (opening, closing) in &ast.brackets {
        line("brackets", format!("{} {}", symbol(opening), symbol(closing)));
    }
    line("implicit_tokens", symbols(&ast.implicit_tokens));
    line("expect", all.expect.map(|(count, _)| count.to_string()).unwrap_or_default());
    line("expect_rr", all.expect_rr.map(|(count, _)| count.to_string()).unwrap_or_default());
    line("expect_unused", symbols(&ast.expect_unused));
    line("lr_type", all.lr_type.as_ref().map(|name| name.text.clone()).unwrap_or_default());
    line("parse_param", code(&all.parse_param));
    line("parse_generics", code(&all.parse_generics));
    line("action_type", code(&all.action_type));
    for RuleDef { name, parameters, inline, ty, productions } in &ast.rules {
        let ty = ty.as_ref().map(|ty| format!(" -> {}", one_line(&ty.text)));
        let names: Vec<&str> = parameters.iter().map(|name| &*name.text).collect();
        let names =
            if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
        let inline = inline.map_or("", |_| "%inline ");
        line("rule", format!("{inline}{}{names}{}", name.text, ty.unwrap_or_default()));
        for production in productions {
            line("   ", show_production(production));
        }
    }
    line("programs", code(&all.programs));
    out
}

fn show_production(production: &ProductionDef) -> String {
    let mut parts = vec!["|".to_string()];
    for element in &production.elements {
        let (mut text, label) = match element {
            Element::Item { item, label } => (show_item(item), label),
            Element::MidRule { code, ty, label } => {
                let ty = ty.as_ref().map(|ty| format!("<{}>", one_line(&ty.text)));
                (format!("{}mid {{{}}}", ty.unwrap_or_default(), one_line(&code.text)), label)
            }
        };
        if let Some(label) = label {
            text += &format!("[{}]", label.text);
        }
        parts.push(text);
    }
    parts.extend(production.empty.map(|_| "%empty".to_string()));
    parts.extend(production.prec.as_ref().map(|prec| format!("%prec {}", symbol(prec))));
    let action = production.action.as_ref();
    parts.extend(action.map(|action| format!("{{{}}}", one_line(&action.text))));
    parts.join(" ")
}

fn show_item(item: &Item) -> String {
    match item {
        Item::Symbol(found) => symbol(found),
        Item::Repeated { item, repetition, .. } => show_item(item) + &repetition.sign().to_string(),
        Item::Call { rule, arguments, .. } => {
            let arguments: Vec<String> = arguments.iter().map(show_item).collect();
            format!("{}({})", symbol(rule), arguments.join(", "))
        }
        Item::Group { productions, .. } => {
            let productions: Vec<String> = productions.iter().map(show_production).collect();
            format!("({} )", productions.join(" "))
        }
    }
}

fn symbol(symbol: &SymbolRef) -> String {
    let quote = match symbol.quote {
        Quote::None => return symbol.text.clone(),
        Quote::Single => '\'',
        Quote::Double => '"',
    };
    format!("{quote}{}{quote}", one_line(&symbol.text))
}

fn symbols(list: &[SymbolRef]) -> String {
    list.iter().map(symbol).collect::<Vec<_>>().join(" ")
}

fn names(list: &[Name]) -> String {
    list.iter().map(|name| one_line(&name.text)).collect::<Vec<_>>().join(", ")
}

fn code(code: &Option<Code>) -> String {
    code.as_ref().map(|code| format!("{{{}}}", one_line(&code.text))).unwrap_or_default()
}

/// The text with control characters escaped.
fn one_line(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Checks that every place lies in `source` on character boundaries, and that code and unquoted
/// names stand where the tree says.
pub(crate) fn check_places(source: &str, read: &ReadGrammar) {
    let ast = &read.ast;
    let lies_inside = |span: Span| {
        assert!(source.get(span.start()..span.end()).is_some(), "{span:?} in {source:?}");
    };
    let is_symbol = |symbol: &SymbolRef| {
        lies_inside(symbol.span);
        let text = symbol.span.text(source);
        match symbol.quote {
            Quote::None => assert_eq!(symbol.text, text),
            Quote::Single => {
                assert!(text.len() >= 2 && text.starts_with('\'') && text.ends_with('\''))
            }
            Quote::Double => {
                assert!(text.len() >= 2 && text.starts_with('"') && text.ends_with('"'))
            }
        }
    };
    let is_text = |text: &str, span: Span| {
        lies_inside(span);
        assert_eq!(text, span.text(source));
    };
    for diagnostic in &read.diagnostics {
        diagnostic.spans().iter().for_each(|&span| lies_inside(span));
        let message = diagnostic.message();
        assert!(message.len() < 400 && !message.contains(char::is_control), "{message:?}");
    }
    let all = &ast.declarations;
    for option in &all.header {
        lies_inside(option.key.span);
        option.value.iter().for_each(|value| lies_inside(value.span));
    }
    ast.starts.iter().for_each(|name| is_text(&name.text, name.span));
    for token in &ast.tokens {
        is_symbol(&token.name);
        token.alias.iter().for_each(is_symbol);
    }
    ast.precedences.iter().for_each(|token| is_symbol(&token.name));
    for list in [&ast.avoid_insert, &ast.implicit_tokens, &ast.expect_unused] {
        list.iter().for_each(is_symbol);
    }
    for (token, text) in &ast.epp {
        is_symbol(token);
        lies_inside(text.span);
    }
    ast.insert_costs.iter().chain(&ast.delete_costs).for_each(|(token, _)| is_symbol(token));
    ast.brackets.iter().flat_map(|(a, b)| [a, b]).for_each(is_symbol);
    all.expect.iter().chain(&all.expect_rr).for_each(|&(_, span)| lies_inside(span));
    all.lr_type.iter().for_each(|name| lies_inside(name.span));
    let codes = [&all.parse_param, &all.parse_generics, &all.action_type, &all.programs];
    codes.into_iter().flatten().for_each(|code| is_text(&code.text, code.span));
    for rule in &ast.rules {
        assert!(!rule.productions.is_empty());
        is_text(&rule.name.text, rule.name.span);
        rule.ty.iter().for_each(|ty| is_text(&ty.text, ty.span));
        rule.parameters.iter().for_each(|name| is_text(&name.text, name.span));
        let mut productions = Vec::new();
        let own = rule.productions.iter();
        own.for_each(|production| production.visit(&mut |one| productions.push(one)));
        for production in productions {
            let whole = production.span;
            lies_inside(whole);
            let inside = |span: Span| {
                assert!(
                    whole.start() <= span.start() && span.end() <= whole.end(),
                    "{span:?} in {whole:?}"
                );
            };
            for element in &production.elements {
                match element {
                    Element::Item { item, .. } => {
                        item.symbols(&mut |symbol| {
                            is_symbol(symbol);
                            inside(symbol.span);
                        });
                        inside(item.span());
                    }
                    Element::MidRule { code, ty, .. } => {
                        is_text(&code.text, code.span);
                        inside(code.span);
                        ty.iter().for_each(|ty| is_text(&ty.text, ty.span));
                    }
                }
                element.label().into_iter().for_each(|label| is_text(&label.text, label.span));
            }
            production.prec.iter().for_each(is_symbol);
            production.empty.iter().for_each(|&span| inside(span));
            production.action.iter().for_each(|code| is_text(&code.text, code.span));
            production.action.iter().for_each(|code| inside(code.span));
        }
    }
}
