//! Rules that a grammar writes out by hand and the notation says in fewer words: `Xs: | Xs X;` is
//! `X*`.
//!
//! A rewriting removes such a rule and puts the notation in place of its uses. It is returned only
//! if the tables before and after are proved equal: they are walked side by side from the start
//! states, and agree in every action and goto but for the rule's name and the numbers of states,
//! productions and tokens. Right-recursive lists have other tables and stay as they are, and so do
//! rules with actions, types, labels or comments, and those that a directive or an action names.
//!
//! Cost: a table is built for each rule of such a shape.

use std::collections::{HashMap, HashSet};

use lrpar::{TextEdit, apply_edits};
use lrtable::{
    ProdId, RuleId, Span, StateId, Symbol, TokenId,
    grammar::Grammar,
    pack::Action,
    yacc::{
        YaccKind, YaccOriginalActionKind,
        ast::{Ast, Element, Item, ProductionDef, Quote, RuleDef, SymbolRef},
    },
};

use super::occurrences::{Occurrence, occurrences};
use crate::language::{Part, Specification, Table};

/// Names that the notation needs; a file that gives them a meaning of its own is left alone.
const PRELUDE: [&str; 5] =
    ["option", "list", "nonempty_list", "separated_list", "separated_nonempty_list"];

/// A rule that the notation can replace, with the edits that do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The name of the rule.
    pub rule: String,
    /// The place of the name in the rule's definition.
    pub place: Span,
    /// What takes the place of the rule's uses.
    pub notation: String,
    /// The edits of the Yacc file, in the order of the text.
    pub edits: Vec<TextEdit>,
}

/// A grammar in which all rules that can be were replaced by notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The text of the Yacc file.
    pub text: String,
    /// The name of each rule that was replaced, and the notation, in the order of the steps.
    pub steps: Vec<(String, String)>,
    /// The number of states of the table, which is that before, too.
    pub states: usize,
    /// The number of productions of the grammar, which is that before, too.
    pub productions: usize,
}

/// Returns the rewritings whose tables are proved equal, in the order of the text; each is for the
/// file as it is. At most `most` rules are tried.
pub fn rewrites(specification: &Specification, most: usize) -> Vec<Rewrite> {
    let candidates = candidates(specification).into_iter().take(most);
    let mut found: Vec<Rewrite> =
        candidates.filter(|one| proved(specification, one).is_some()).collect();
    found.sort_by_key(|one| one.place.start());
    found
}

/// Applies all rewritings of a Yacc file one after the other, each proved; `None` if the file has
/// errors.
pub fn rewrite(text: &str) -> Option<Rewritten> {
    let mut specification = Specification::new(Some(text.to_owned()), None);
    let mut steps = Vec::new();
    loop {
        let before = steps.len();
        let mut refused: HashSet<String> = HashSet::new();
        loop {
            let mut rest = candidates(&specification).into_iter();
            let next = rest.find_map(|one| {
                if refused.contains(&one.rule) {
                    return None;
                }
                let after = proved(&specification, &one);
                if after.is_none() {
                    refused.insert(one.rule.clone());
                }
                after.map(|after| (one, after))
            });
            let Some((one, after)) = next else { break };
            steps.push((one.rule, one.notation));
            specification = after;
        }
        // What was refused may be possible after another step.
        if steps.len() == before || refused.is_empty() {
            break;
        }
    }
    let table = specification.table()?;
    Some(Rewritten {
        text: specification.text(Part::Grammar).to_owned(),
        steps,
        states: table.graph.states().len(),
        productions: table.grammar.productions().len(),
    })
}

/// Returns the rules of such a shape, lists before what may hold them.
fn candidates(specification: &Specification) -> Vec<Rewrite> {
    let Some(grammar) = specification.grammar() else { return Vec::new() };
    let ast = &specification.ast;
    let is_known = |name: &str| {
        grammar.token_named(name).is_some() || ast.rules.iter().any(|def| def.name.text == *name)
    };
    // Values have types where the actions are Rust: only trees are sure to stay right.
    let user_action = YaccKind::Original(YaccOriginalActionKind::UserAction);
    let has_values = [YaccKind::Grmtools, user_action].contains(&ast.kind);
    let mut has_actions = false;
    ast.productions(&mut |production| has_actions |= production.action.is_some());
    if PRELUDE.iter().any(|name| is_known(name)) || (has_values && has_actions) {
        return Vec::new();
    }
    let places = occurrences(specification);
    let mut by_name: HashMap<&str, Vec<&Occurrence>> = HashMap::new();
    for place in &places {
        by_name.entry(&place.name).or_default().push(place);
    }
    let mut uses: HashMap<&str, Vec<Span>> = HashMap::new();
    for production in ast.rules.iter().flat_map(|def| &def.productions) {
        production.symbols(&mut |symbol| {
            if symbol.quote == Quote::None {
                uses.entry(&symbol.text).or_default().push(symbol.span);
            }
        });
    }
    let mut found = Vec::new();
    for def in &ast.rules {
        let name = def.name.text.as_str();
        let is_start = grammar.rule_named(name).is_none_or(|rule| grammar.starts().contains(&rule));
        let definitions = ast.rules.iter().filter(|other| other.name.text == name).count();
        if is_start || definitions != 1 || !is_plain(def) {
            continue;
        }
        let text = specification.text(Part::Grammar);
        let Some(removed) = whole(text, def) else { continue };
        let uses = uses.get(name).map_or(&[][..], |uses| uses);
        let mentions = by_name.get(name).map_or(&[][..], |places| places);
        let is_use = |place: &&Occurrence| {
            place.part == Part::Grammar
                && (place.span == def.name.span || uses.contains(&place.span))
        };
        let is_inside =
            |span: &&Span| removed.start() <= span.start() && span.end() <= removed.end();
        let outside: Vec<Span> = uses.iter().filter(|span| !is_inside(span)).copied().collect();
        if outside.is_empty() || !mentions.iter().all(is_use) {
            continue;
        }
        let Some((notation, is_option)) = notation(text, def, outside.len()) else { continue };
        let replaced = outside.into_iter().map(|span| TextEdit { span, text: notation.clone() });
        let mut edits: Vec<TextEdit> = replaced.collect();
        edits.push(TextEdit { span: removed, text: String::new() });
        edits.sort_by_key(|edit| edit.span.start());
        let rewrite = Rewrite { rule: name.to_owned(), place: def.name.span, notation, edits };
        found.push((is_option, rewrite));
    }
    found.sort_by_key(|(is_option, _)| *is_option);
    found.into_iter().map(|(_, rewrite)| rewrite).collect()
}

/// Whether a definition is nothing but two alternatives of symbols.
fn is_plain(def: &RuleDef) -> bool {
    let is_item = |element: &Element| matches!(element, Element::Item { label: None, .. });
    let is_bare = |production: &ProductionDef| {
        production.prec.is_none()
            && production.action.is_none()
            && production.elements.iter().all(is_item)
    };
    def.parameters.is_empty()
        && def.inline.is_none()
        && def.ty.is_none()
        && def.productions.len() == 2
        && def.productions.iter().all(is_bare)
}

/// Returns the place of a definition with its `;`, and with its lines if nothing else is on them;
/// `None` if a comment is inside or no `;` ends it.
fn whole(text: &str, def: &RuleDef) -> Option<Span> {
    let start = def.name.span.start();
    let last = def.productions.iter().map(|production| production.span.end()).max()?;
    let rest = &text[last..];
    let blanks = rest.len() - rest.trim_start().len();
    let mut end = last + blanks;
    end += text[end..].starts_with(';').then_some(1)?;
    let inside = &text[start..end];
    if inside.contains("//") || inside.contains("/*") {
        return None;
    }
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let after = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[line..start].trim().is_empty() && text[end..after].trim().is_empty();
    if !is_alone {
        return Some(Span::new(start, end));
    }
    // Of the blank lines around the rule, one goes with it.
    let is_blank_before = text[..line].ends_with("\n\n");
    let is_blank_after = text[after..].starts_with('\n');
    Some(Span::new(line, after + usize::from(is_blank_before && is_blank_after)))
}

/// Returns what says the same as a rule that is used so often, and whether it is an option.
fn notation(text: &str, def: &RuleDef, uses: usize) -> Option<(String, bool)> {
    fn items(production: &ProductionDef) -> Vec<&Item> {
        let elements = production.elements.iter();
        let items = elements.filter_map(|element| match element {
            Element::Item { item, .. } => Some(item),
            Element::MidRule { .. } => None,
        });
        items.collect()
    }
    let own = |item: &Item| matches!(item, Item::Symbol(SymbolRef { text, quote: Quote::None, .. }) if *text == def.name.text);
    let mentions = |item: &Item| {
        let mut is_found = false;
        item.symbols(&mut |symbol| is_found |= symbol.text == def.name.text);
        is_found
    };
    let [one, other] = [items(&def.productions[0]), items(&def.productions[1])];
    let (base, step) = match one.first().is_some_and(|first| own(first)) || other.is_empty() {
        true => (other, one),
        false => (one, other),
    };
    let is_list = step.first().is_some_and(|first| own(first));
    let rest = &step[usize::from(is_list)..];
    if base.iter().chain(rest).any(|item| mentions(item)) {
        return None;
    }
    let written = |item: &Item| item.span().text(text).to_owned();
    let same = |a: &Item, b: &Item| a.to_string() == b.to_string();
    match (is_list, &base[..], rest) {
        (true, [], [item]) => Some((format!("{}*", written(item)), false)),
        (true, [first], [item]) if same(first, item) => {
            Some((format!("{}+", written(item)), false))
        }
        (true, [first], [separator, item]) if same(first, item) => {
            let (separator, item) = (written(separator), written(item));
            Some((format!("separated_nonempty_list({separator}, {item})"), false))
        }
        (false, [], [Item::Call { rule, arguments, .. }])
            if rule.text == "separated_nonempty_list" =>
        {
            let arguments: Vec<String> = arguments.iter().map(written).collect();
            Some((format!("separated_list({})", arguments.join(", ")), true))
        }
        (false, [], [item]) => Some((format!("{}?", written(item)), true)),
        (false, [], [first, .., last]) if uses == 1 => {
            let span = Span::new(first.span().start(), last.span().end());
            Some((format!("({})?", span.text(text)), true))
        }
        _ => None,
    }
}

/// Returns the file after a rewriting, if its table is the same and it has no new message.
fn proved(before: &Specification, rewrite: &Rewrite) -> Option<Specification> {
    let text = apply_edits(before.text(Part::Grammar), &rewrite.edits);
    let lexer = before.has(Part::Lexer).then(|| before.text(Part::Lexer).to_owned());
    let after = Specification::until(Some(text), lexer, before.stop.clone());
    let is_quiet = after.diagnostics().len() <= before.diagnostics().len();
    let keeps_rules = |ast: &Ast| ast.rules.len() + 1 == before.ast.rules.len();
    let is_proved =
        is_quiet && keeps_rules(&after.ast) && is_equal(before.table()?, after.table()?);
    is_proved.then_some(after)
}

/// Returns whether two tables are equal but for the names of at most two rules, and for the numbers
/// of states, productions and tokens.
pub fn is_equal(before: &Table, after: &Table) -> bool {
    [false, true].into_iter().any(|is_crossed| is_equal_by(before, after, is_crossed).is_some())
}

/// Walks two tables side by side, with rules of other names paired in order, or crosswise; `None`
/// if they differ.
fn is_equal_by(before: &Table, after: &Table, is_crossed: bool) -> Option<()> {
    let names = Names::new(&before.grammar, &after.grammar, is_crossed)?;
    let productions = names.productions(&before.grammar, &after.grammar)?;
    let (old, new) = (before.table.tables(), after.table.tables());
    let count = old.state_count();
    let conflicts = |table: &Table| {
        let conflicts = &table.graph.conflicts;
        (conflicts.shift_reduce.len(), conflicts.reduce_reduce.len())
    };
    let starts = |table: &Table| table.graph.start_states().collect::<Vec<StateId>>();
    let (old_starts, new_starts) = (starts(before), starts(after));
    if count != new.state_count()
        || conflicts(before) != conflicts(after)
        || old_starts.len() != new_starts.len()
    {
        return None;
    }
    let mut partner: Vec<Option<StateId>> = vec![None; count];
    let mut taken = vec![false; count];
    let mut todo: Vec<(StateId, StateId)> = old_starts.into_iter().zip(new_starts).collect();
    while let Some((one, other)) = todo.pop() {
        match partner[one.index()] {
            Some(known) if known == other => continue,
            None if !taken[other.index()] => {}
            _ => return None,
        }
        partner[one.index()] = Some(other);
        taken[other.index()] = true;
        for token in before.grammar.token_ids() {
            match (old.action(one, token), new.action(other, names.tokens[token.index()])) {
                (Action::Shift(one), Action::Shift(other)) => todo.push((one, other)),
                (Action::Reduce(one), Action::Reduce(other))
                    if productions[one.index()] == other => {}
                (Action::Accept, Action::Accept) | (Action::Error, Action::Error) => {}
                _ => return None,
            }
        }
        for (at, rule) in names.rules.iter().enumerate() {
            match (old.goto(one, RuleId::new(at)), new.goto(other, *rule)) {
                (Some(one), Some(other)) => todo.push((one, other)),
                (None, None) => {}
                _ => return None,
            }
        }
    }
    partner.iter().all(Option::is_some).then_some(())
}

/// The rules and tokens of the second grammar for those of the first.
struct Names {
    rules: Vec<RuleId>,
    tokens: Vec<TokenId>,
}

impl Names {
    /// Pairs symbols by name, and the at most two rules that are left in order or crosswise.
    fn new(before: &Grammar, after: &Grammar, is_crossed: bool) -> Option<Names> {
        let is_new = |at: &usize| before.rule_named(&after.rules()[*at].name).is_none();
        let mut left: Vec<usize> = (0..after.rules().len()).filter(is_new).collect();
        if before.rules().len() != after.rules().len()
            || before.tokens().len() != after.tokens().len()
            || left.len() > 2
        {
            return None;
        }
        if is_crossed {
            left.reverse();
        }
        let mut left = left.into_iter();
        let rules = before
            .rules()
            .iter()
            .map(|rule| after.rule_named(&rule.name).or_else(|| left.next().map(RuleId::new)));
        let tokens = before.tokens().iter().map(|token| {
            let own = after.tokens().iter().position(|other| {
                let costs = (other.insert_cost, other.delete_cost, other.avoid_insert);
                other.name == token.name
                    && other.epp == token.epp
                    && costs == (token.insert_cost, token.delete_cost, token.avoid_insert)
            });
            own.map(TokenId::new)
        });
        Some(Names { rules: rules.collect::<Option<_>>()?, tokens: tokens.collect::<Option<_>>()? })
    }

    fn symbol(&self, symbol: Symbol) -> Symbol {
        match symbol {
            Symbol::Rule(rule) => Symbol::Rule(self.rules[rule.index()]),
            Symbol::Token(token) => Symbol::Token(self.tokens[token.index()]),
        }
    }

    /// Returns for each production of the first grammar that of the second; of equal ones, each is
    /// taken once, in order.
    fn productions(&self, before: &Grammar, after: &Grammar) -> Option<Vec<ProdId>> {
        let mut left: HashMap<(RuleId, Vec<Symbol>), Vec<ProdId>> = HashMap::new();
        for (at, production) in after.productions().iter().enumerate().rev() {
            let key = (production.rule, production.symbols.clone());
            left.entry(key).or_default().push(ProdId::new(at));
        }
        let is_same_size = before.productions().len() == after.productions().len();
        let own = before.productions().iter().map(|production| {
            let symbols: Vec<Symbol> =
                production.symbols.iter().map(|symbol| self.symbol(*symbol)).collect();
            left.get_mut(&(self.rules[production.rule.index()], symbols))?.pop()
        });
        own.collect::<Option<Vec<ProdId>>>().filter(|_| is_same_size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(String, String)> {
        rewrite(text).unwrap().steps
    }

    fn notations(text: &str) -> Vec<String> {
        steps(text).into_iter().map(|(_, notation)| notation).collect()
    }

    #[test]
    fn rules_of_each_shape_become_notation_and_the_rest_stays_as_it_is() {
        let text = "%token A B\n%%\n/* start */ S:  'x' As 'y' Opt 'z' Bs  Cs Pair;\n\nAs: | As A;\n\nOpt: | B ; // kept\nBs: B | Bs B;\nList: A | List ',' A;\nCs: | List;\nPair: | A B\n ;\n";
        let found = rewrite(text).unwrap();
        assert_eq!(
            found.text,
            "%token A B\n%%\n/* start */ S:  'x' A* 'y' B? 'z' B+  separated_list(',', A) (A B)?;\n\n // kept\n"
        );
        assert_eq!(found.steps.len(), 6);
    }

    #[test]
    fn rules_that_the_notation_does_not_replace_exactly_stay() {
        for text in [
            // Right-recursive lists have another table.
            "%%\nS: 'x' As 'y';\nAs: | 'a' As;",
            // The start rule, a rule that a directive names, and one with a comment.
            "%%\nAs: | As 'a';",
            "%epp As \"list\"\n%%\nS: 'x' As 'y';\nAs: | As 'a';",
            "%expect-unused As\n%%\nS: 'x' As 'y';\nAs: | As 'a';",
            "%type <t> As\n%%\nS: 'x' As 'y';\nAs: | As 'a';",
            "%%\nS: 'x' As 'y';\nAs: /* none */ | As 'a';",
            // Actions do something, and may name the rule.
            "%%\nS: 'x' As 'y';\nAs: | As 'a' { $$ = 1; };",
            "%%\nS: 'x' As 'y' { $$ = $As; };\nAs: | As 'a';",
            // Two rules of the same items would become one.
            "%%\nS: 'x' As 'y' Bs;\nAs: | As 'a';\nBs: | Bs 'a'; Cs: 'c';",
            // The file has a rule of that name.
            "%%\nS: 'x' As 'y' list;\nAs: | As 'a';\nlist: 'l';",
        ] {
            let before = notations(text);
            let is_pair = text.contains("Bs");
            assert_eq!(before.len(), usize::from(is_pair), "{text}: {before:?}");
        }
    }

    /// The edges of the state graph are counted, apart from the proof.
    #[test]
    fn built_in_grammars_have_the_tables_that_they_had() {
        for builtin in crate::builtin::ALL {
            let found = rewrite(builtin.yacc).unwrap();
            let lines = |text: &str| text.lines().count();
            let (before, after) = (lines(builtin.yacc), lines(&found.text));
            println!("{}: {} rules, {before} -> {after} lines", builtin.name, found.steps.len());
            let read = |text: &str| Specification::new(Some(text.to_owned()), None);
            let counts = |text: &str| {
                let specification = read(text);
                let table = specification.table().unwrap();
                let edges = table.graph.states().iter().map(|state| state.edges.len());
                let mut edges: Vec<usize> = edges.collect();
                edges.sort_unstable();
                (edges, table.grammar.productions().len())
            };
            assert_eq!(counts(builtin.yacc), counts(&found.text), "{}", builtin.name);
            assert_eq!(rewrite(&found.text).unwrap().steps, [], "{}", builtin.name);
        }
    }

    #[test]
    fn lists_of_many_grammars_go_and_their_state_graphs_keep_their_sizes() {
        for seed in 0..20_usize {
            let mut text = "%%\nS:".to_owned();
            let mut rules = String::new();
            for nth in 0..3 + seed % 4 {
                text.push_str(&format!(" 'k{nth}' R{nth}"));
                let item = format!("'i{}'", (seed * 7 + nth) % 5 + 10 * nth);
                rules.push_str(&match (seed * 5 + nth * 3) % 6 {
                    0 => format!("R{nth}: | R{nth} {item};\n"),
                    1 => format!("R{nth}: R{nth} {item} | {item};\n"),
                    2 => format!("R{nth}: {item} | R{nth} ',' {item};\n"),
                    3 => format!("R{nth}: {item} | ;\n"),
                    4 => format!("R{nth}: | {item} 'and' {item};\n"),
                    _ => format!("R{nth}: | {item} R{nth};\n"),
                });
            }
            let kept = (0..3 + seed % 4).filter(|nth| (seed * 5 + nth * 3) % 6 == 5).count();
            text.push_str(" 'end';\n");
            text.push_str(&rules);
            let found = rewrite(&text).unwrap();
            assert_eq!(found.steps.len(), 3 + seed % 4 - kept, "{text}{}", found.text);
            let read = |text: &str| Specification::new(Some(text.to_owned()), None);
            let (before, after) = (read(&text), read(&found.text));
            let sizes = |one: &Specification| {
                let table = one.table().unwrap();
                (table.graph.states().len(), table.graph.all_edges_len())
            };
            assert_eq!(sizes(&before), sizes(&after), "{text}");
        }
    }
}
