// The automaton: a state with its neighbours as a graph, its items and actions, what precedence decided in it; and all conflicts.

import { counted, shortened, svg } from "./drawing.js";
import { clicked, make } from "./text.js";

// Decisions of precedence that are shown, conflicts of a grammar.
const DECIDED = 300, CONFLICTS = 200;
// Neighbours of a state that are drawn on each side, and places of the drawing.
const DRAWN = 8;
const BOX = { width: 166, line: 14, gap: 10, between: 76 };

export function automaton(answer, page) {
  const panel = make("div");
  const state = make("div", { id: "state" });
  const last = answer.states - 1;
  const number = make("input", { type: "number", min: 0, max: last, value: 0, ariaLabel: "state" });
  const go = async (to) => {
    number.value = page.state = Math.min(Math.max(0, Number(to) || 0), last);
    // What was stopped is said already.
    const found = await page.ask({ ask: "state", state: page.state }).catch(() => null);
    if (found === null) return;
    state.replaceChildren(...stateParts(found, go));
    const drawn = state.querySelector(".graph");
    drawn.scrollLeft = (drawn.scrollWidth - drawn.clientWidth) / 2;
  };
  number.onchange = () => go(number.value);
  const { conflicts, decided } = answer;
  panel.append(make("p", { className: "find" }, `${counted(answer.states, "state")}. State `, number, " or ", finder(answer.kernels, answer.states, go)));
  if (conflicts.length === 0) panel.append(make("p", { className: "none", textContent: "No conflicts." }));
  else panel.append(make("p", { className: "wrong", textContent: `${counted(conflicts.length, "conflict")}, by their causes:` }));
  for (const conflict of conflicts.slice(0, CONFLICTS)) {
    const states = conflict.states.slice(0, 20).map((at) => stateButton(at, go));
    panel.append(make("details", { open: conflicts.length < 3, className: "conflict" },
      make("summary", { textContent: conflict.title }), make("pre", { textContent: conflict.text }), make("p", {}, "In ", ...states)));
  }
  panel.append(more(conflicts.length - CONFLICTS, "cause"));
  if (decided.length > 0) {
    panel.append(make("details", { className: "decided" }, make("summary", { textContent: `${counted(decided.length, "conflict")} that precedence decided` }),
      make("pre", { textContent: decided.slice(0, DECIDED).join("\n") }), more(decided.length - DECIDED, "decision")));
  }
  panel.append(state);
  go(page.state ?? 0);
  return panel;
}

const stateButton = (to, go) => make("button", { className: "state", textContent: `state ${to}`, onclick: () => go(to) });

// A field that finds states by a part of their items.
function finder(kernels, count, go) {
  const found = make("div", { className: "found" });
  const field = make("input", { type: "search", placeholder: "find an item", ariaLabel: "find an item" });
  field.oninput = () => {
    const wanted = field.value.trim();
    const states = wanted === "" ? [] : [...kernels.keys()].filter((at) => kernels[at].some((item) => item.includes(wanted)));
    found.replaceChildren(...states.slice(0, 12).map((at) => make("button", { textContent: `${at}: ${shortened(kernels[at].find((item) => item.includes(wanted)), 70)}`, onclick: () => {
      found.replaceChildren();
      go(at);
    } })), ...(wanted !== "" ? [make("span", { className: "soft", textContent: `${counted(states.length, "state")}${kernels.length < count ? ` of the first ${kernels.length.toLocaleString("en")}` : ""}` })] : []));
  };
  return make("span", {}, field, found);
}

function stateParts(state, go) {
  const way = state.way.length === 0 ? ["Parsing begins here."] : ["A shortest way to it: ", make("code", { textContent: state.way.join(" ") })];
  const kernel = state.items.filter((item) => item.kernel);
  const closure = state.items.filter((item) => !item.kernel);
  const rest = closure.length > 0 ? make("details", { open: closure.length < 12 }, make("summary", { textContent: `${counted(closure.length, "item")} that follow from these` }), items(closure), more(state.left_out.items, "item")) : "";
  return [
    make("h2", { textContent: `State ${state.state} and its neighbours` }),
    make("p", { className: "soft" }, ...way),
    ...state.conflicts.map((title) => make("p", { className: "wrong", textContent: title })),
    make("div", { className: "graph" }, graph(state, go)),
    ...precedence(state.decided),
    make("h2", { textContent: "Items: what it has read up to • of a production, and may read on" }), items(kernel), rest,
    make("h2", { textContent: "Actions" }), actions(state, go), more(state.left_out.edges, "edge"),
  ];
}

// What is left out of a list, in words.
const more = (count, what) => (count > 0 ? make("p", { className: "soft", textContent: `and ${counted(count, what)} more` }) : "");

const head = (...names) => make("tr", {}, ...names.map((textContent) => make("th", { textContent })));

function items(list) {
  const rows = list.map(({ item, lookaheads }) => make("tr", {}, make("td", { className: "repair", textContent: item }), make("td", {}, some(lookaheads))));
  return make("div", { className: "wide" }, make("table", {}, head("item", "lookaheads"), ...rows));
}

// Tokens; of many the first, and all on request.
function some(tokens) {
  const most = 8;
  if (tokens.length <= most + 1) return tokens.join(" ");
  return make("details", {}, make("summary", { textContent: `${tokens.slice(0, most).join(" ")} … (${tokens.length})` }), tokens.slice(most).join(" "));
}

function precedence(decided) {
  if (decided.length === 0) return [];
  const said = { shift: "is shifted, which binds tighter than to reduce", reduce: "is not shifted: first is reduced", error: "is an error (%nonassoc) after" };
  const rows = decided.slice(0, DECIDED).map(({ token, production, decision }) => make("tr", {},
    make("td", { className: "repair", textContent: token }), make("td", { textContent: said[decision] }), make("td", { className: "repair", textContent: production })));
  return [make("h2", { textContent: "What precedence decided here" }), make("div", { className: "wide" }, make("table", { id: "decided" }, ...rows)), more(decided.length - DECIDED, "decision")];
}

function actions(state, go) {
  const rows = state.edges.map(([symbol, target]) => make("tr", {}, make("td", { className: "repair", textContent: symbol }), make("td", {}, "goes to ", stateButton(target, go))));
  for (const { production, lookaheads } of state.reductions) {
    rows.push(make("tr", {}, make("td", {}, some(lookaheads)), make("td", { className: "repair", textContent: `reduces ${production}` })));
  }
  return make("div", { className: "wide" }, make("table", {}, head("on", "does"), ...rows));
}

// The state in the middle, states that lead to it on the left, those that it leads to on the right.
function graph(state, go) {
  const self = { state: state.state, kernel: state.items.filter((item) => item.kernel).map((item) => item.item), symbols: [] };
  const sides = [neighbours(state.into), { boxes: [self], more: 0 }, neighbours(state.edges)];
  const stacked = sides.map(({ boxes }) => stack(boxes));
  const ends = stacked.map((boxes) => boxes.at(-1)?.to ?? 0);
  const highest = Math.max(...ends);
  const height = highest + (sides.some((side) => side.more > 0) ? 22 : 4);
  // Nothing leads to a start state: then there is no left side.
  const left = stacked[0].length > 0 ? 4 : 4 - BOX.width - BOX.between;
  const xs = [0, 1, 2].map((side) => left + side * (BOX.width + BOX.between));
  const drawing = svg("svg", { width: xs[2] + BOX.width + 4, height, role: "group", "aria-label": `State ${state.state} and its neighbours` });
  // What is less high stands in the middle.
  const shift = ends.map((end) => (highest - end) / 2);
  const middle = stacked[1][0].middle + shift[1];
  for (const [side, boxes] of [[0, stacked[0]], [2, stacked[2]]]) {
    const [from, to] = side === 0 ? [xs[0] + BOX.width, xs[1]] : [xs[1] + BOX.width, xs[2]];
    for (const box of boxes) {
      const at = box.middle + shift[side];
      const [y1, y2] = side === 0 ? [at, middle] : [middle, at];
      const half = (from + to) / 2;
      drawing.append(svg("path", { class: "edge", d: `M${from} ${y1}C${half} ${y1} ${half} ${y2} ${to} ${y2}` }));
    }
  }
  for (const [side, boxes] of stacked.entries()) for (const box of boxes) drawing.append(card(box, xs[side], box.from + shift[side], side === 1 ? null : go));
  for (const [side, boxes] of [[0, stacked[0]], [2, stacked[2]]]) {
    for (const box of boxes) {
      const text = shortened(box.symbols.join(" "), 11);
      const [x, anchor] = side === 0 ? [xs[0] + BOX.width + 5, "start"] : [xs[2] - 5, "end"];
      drawing.append(svg("text", { class: "symbol", x, y: box.middle + shift[side] - 4, "text-anchor": anchor }, svg("title", {}, box.symbols.join(" ")), text));
    }
    const { more } = sides[side];
    if (more > 0) drawing.append(svg("text", { class: "axis", x: xs[side], y: height - 5 }, `and ${counted(more, "state")} more`));
  }
  return drawing;
}

// Neighbours, each once, with all symbols that lead there.
function neighbours(edges) {
  const found = new Map();
  for (const [symbol, state, kernel] of edges) {
    if (!found.has(state)) found.set(state, { state, kernel, symbols: [] });
    found.get(state).symbols.push(symbol);
  }
  const all = [...found.values()];
  return { boxes: all.slice(0, DRAWN), more: Math.max(0, all.length - DRAWN) };
}

function stack(boxes) {
  let from = 4;
  return boxes.map((box) => {
    const lines = Math.min(3, box.kernel.length);
    const to = from + 24 + lines * BOX.line;
    const placed = { ...box, lines, from, to, middle: (from + to) / 2 };
    from = to + BOX.gap;
    return placed;
  });
}

function card({ state, kernel, lines, from, to }, x, y, go) {
  const box = svg("g", { class: go ? "card" : "card here", transform: `translate(${x} ${y})`, ...(go ? { "aria-label": `state ${state}` } : {}) });
  box.append(svg("title", {}, kernel.join("\n")), svg("rect", { width: BOX.width, height: to - from, rx: 5 }), svg("text", { x: 7, y: 15, class: "name" }, `state ${state}`));
  for (const [nth, item] of kernel.slice(0, lines).entries()) {
    const isLast = nth === lines - 1 && kernel.length > lines;
    box.append(svg("text", { x: 7, y: 30 + nth * BOX.line }, isLast ? `… ${kernel.length - lines + 1} more items` : around(item)));
  }
  return go ? clicked(box, () => go(state)) : box;
}

// As much of an item as a box has room for: what stands around the dot.
function around(item) {
  const most = 23;
  if (item.length <= most) return item;
  const symbols = item.slice(item.indexOf(":") + 2).split(" ").map((symbol) => shortened(symbol, 12));
  const dot = symbols.indexOf("•");
  const from = Math.max(0, dot - 1);
  return shortened(`${from > 0 ? "… " : ""}${symbols.slice(from).join(" ")}`, most);
}
