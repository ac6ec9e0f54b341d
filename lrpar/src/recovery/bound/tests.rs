//! The example that is drawn at [`Guide`](super::Guide), computed.

use lrtable::{
    Minimiser, RuleId, StateId, TIdx, TokenId, YaccGrammar, from_yacc,
    pack::{Action, Tables},
    yacc::{YaccKind, YaccOriginalActionKind},
};

use super::{Extent, Facts, Horizon, Setting, StackCosts, Window, window::Lanes};
use crate::recovery::{
    arena::{Arena, StackId},
    budget::Meter,
};

const NAMES: [&str; 2] = ["+", "n"];
const PLUS: TokenId = TIdx(0);
const N: TokenId = TIdx(1);

#[test]
fn the_example_is_drawn_as_it_is_computed() {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let grammar = YaccGrammar::<u32>::new(kind, "%token '+' 'n' %% Sum: Sum '+' 'n' | 'n';");
    let (_, table) = from_yacc(&grammar.unwrap(), Minimiser::Pager).unwrap();
    let tables = table.tables();
    let meter = Meter::of_steps(u64::MAX);
    let facts = Facts::new(&tables, &meter).unwrap();
    let setting = Setting {
        tables: &tables,
        facts: &facts,
        tokens: &[N, N, N, tables.eof()],
        position: 1,
        detected: 1,
        earliest_end: 4,
        shallowest: 0,
        dearest: u32::MAX,
        meter: &meter,
    };
    let horizon = Horizon::new(&setting).unwrap();
    let window = Window::new(setting, &horizon, Extent::Blocks(1)).unwrap();

    let comments = include_str!("../bound.rs").lines().filter_map(|line| line.strip_prefix("/// "));
    let fenced = comments.skip_while(|line| *line != "```text").skip(1);
    let drawn: Vec<&str> = fenced.take_while(|line| *line != "```").collect();
    let computed = draw(&tables, &facts, StackCosts::new(window));
    assert_eq!(drawn, computed, "\n{}", computed.join("\n"));
}

/// After `a` no `n` can follow, and nothing can be inserted: what the window holds is deleted. A
/// block is 16 lanes: the sink, one for each place before the error, three for each other.
#[test]
fn what_cannot_be_kept_costs_its_deletion_up_to_the_end_of_the_window() {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let text = "%token 'a' 'n' 'c' %% S: 'a' | 'c' L; L: | L 'n';";
    let (_, table) =
        from_yacc(&YaccGrammar::<u32>::new(kind, text).unwrap(), Minimiser::Pager).unwrap();
    let tables = table.tables();
    let never = vec![0; tables.token_count];
    let tables = Tables { insert_costs: &never, ..tables };
    let (a, n) = (TIdx(0), TIdx(1));
    let tokens = [&[a][..], &[n; 20], &[tables.eof()]].concat();
    let Action::Shift(after) = tables.action(StateId::new(0), a) else { panic!("a is shifted") };
    for (detected, places) in [(1, 5), (4, 7), (12, 12), (20, 15)] {
        let meter = Meter::of_steps(u64::MAX);
        let facts = Facts::new(&tables, &meter).unwrap();
        let setting = Setting {
            tables: &tables,
            facts: &facts,
            tokens: &tokens,
            position: 1,
            detected,
            earliest_end: detected + 3,
            shallowest: 0,
            dearest: u32::MAX,
            meter: &meter,
        };
        let horizon = Horizon::new(&setting).unwrap();
        let window = Window::new(setting, &horizon, Extent::Blocks(1)).unwrap();
        let mut costs = StackCosts::new(window);
        let base = [StateId::new(0)];
        let mut arena = Arena::new(&base);
        let bottom = arena.base_prefix(1);
        let stack = arena.push(bottom, after);
        let left = costs.of(&arena, stack).unwrap().costs();
        assert_eq!(left[costs.window.lane(0, 0)], places, "{detected}");
    }
}

fn draw(tables: &Tables<'_>, facts: &Facts, mut costs: StackCosts<'_>) -> Vec<String> {
    let start = StateId::new(0);
    let shifted = |state, token| match tables.action(state, token) {
        Action::Shift(target) => target,
        action => panic!("{action:?}"),
    };
    let base = [start];
    let mut arena = Arena::new(&base);
    let bottom = arena.base_prefix(1);
    let of_sum = tables.goto(start, RuleId::new(1)).expect("the sum is the start rule");
    let sum = arena.push(bottom, of_sum);
    let sum_plus = arena.push(sum, shifted(of_sum, PLUS));
    let n = arena.push(bottom, shifted(start, N));

    let lanes: Vec<usize> =
        [0].into_iter().chain((0..9).map(|at| costs.window.lane(at / 3, at % 3))).collect();
    let read_n = facts.items(costs.class(&arena, sum_plus))[0].rest;
    assert_eq!(facts.numbers_of(read_n), [N.0]);
    let steps = lanes.iter().map(|to| {
        let then = Lanes::only(*to);
        costs.window.through(read_n, &then).unwrap().costs()[lanes[1]]
    });
    let mut drawn = vec![
        "               sink   n       n       $".to_owned(),
        "                      0 1 2   0 1 2   0 1 2".to_owned(),
        row("C(n) from n 0", steps),
    ];
    let stacks = [("Sum", sum), ("Sum +", sum_plus), ("n", n)];
    for (name, stack) in stacks {
        let left = costs.of(&arena, stack).unwrap().costs();
        drawn.push(row(&format!("H({name})"), lanes.iter().map(|lane| left[*lane])));
    }
    for (name, stack) in stacks {
        let items = facts.items(costs.class(&arena, stack));
        let reads = items.iter().map(|item| {
            let symbols = facts.numbers_of(item.rest).iter().map(|symbol| NAMES[*symbol as usize]);
            symbols.collect::<Vec<_>>().join(" ")
        });
        let then = then(&mut costs, &arena, stack, &stacks);
        let items = reads.zip(then).map(|(read, then)| format!("[{read}] {then}"));
        drawn.push(format!("context of {name:<6}{}", items.collect::<Vec<_>>().join(", ")));
    }
    drawn
}

/// Returns what follows each item of a stack's top: the first of `stacks` with those costs.
fn then(
    costs: &mut StackCosts<'_>,
    arena: &Arena<'_>,
    stack: StackId,
    stacks: &[(&str, StackId)],
) -> Vec<String> {
    let known = costs.context(arena, stack).unwrap();
    let numbers = costs.memo.context(known).then.clone();
    let of_costs = numbers.into_iter().map(|number| {
        let Some(number) = number else { return "nowhere".to_owned() };
        let wanted = costs.memo.costs(number).costs();
        let same =
            stacks.iter().find(|(_, other)| costs.of(arena, *other).unwrap().costs() == wanted);
        same.map_or("?".to_owned(), |(name, _)| format!("H({name})"))
    });
    of_costs.collect()
}

/// Draws costs from or to the sink and three places of three lanes each.
fn row(name: &str, costs: impl Iterator<Item = u32>) -> String {
    let shown: Vec<String> = costs
        .map(|cost| if cost == u32::MAX { "·".to_owned() } else { cost.to_string() })
        .collect();
    let places: Vec<String> = shown[1..].chunks(3).map(|place| place.join(" ")).collect();
    format!("{name:<16}{}     {}", shown[0], places.join("   "))
}
