// What is seen of a parsed text: a panel each, made of the answers of the service.

import { counted, shortened } from "./drawing.js";
import { clicked, make } from "./text.js";

// What is shown of texts and lists, so that a page of a large input can still be scrolled.
const MOST = { text: 100_000, errors: 100, repaired: 10_000, leaf: 120, lexemes: 3000, depth: 50, repairs: 12 };

const repairText = (repair) => {
  const [[kind, text]] = Object.entries(repair);
  return kind === "shift" ? null : `${kind} ${text}`;
};

// Reports as the command line prints them, and each way to fix an error as a button.
export function reports(parsed, page) {
  const panel = make("div");
  const { errors } = parsed.json;
  if (errors.length === 0) return make("p", { className: "none", textContent: "No errors." });
  panel.append(make("pre", { id: "shown", textContent: shortened(parsed.shown, MOST.text) }));
  if (parsed.repaired !== null) {
    const all = make("button", { textContent: "Fix all by the first repairs", onclick: () => page.setInput(parsed.repaired) });
    all.id = "mend-all";
    panel.append(all);
  }
  for (const [number, error] of errors.slice(0, MOST.errors).entries()) {
    const { place } = error;
    const title = clicked(make("div", { className: "title", textContent: `${place.line}:${place.column} ${error.title}` }), () => page.show(place.offset, place.length));
    const list = make("ul");
    for (const help of error.help) list.append(way(help.text, help.edits, page));
    const repairs = make("ul");
    const more = make("button", { className: "more" });
    const listFrom = (from) => {
      for (const [nth, repair] of error.repairs.slice(from, from + MOST.repairs).entries()) {
        const text = repair.map(repairText).filter((part) => part !== null).join(", ");
        const { line, column } = error.at[from + nth];
        repairs.append(way(`${text} (from ${line}:${column})`, error.edits[from + nth], page, "repair"));
      }
      const left = error.repairs_total - repairs.children.length;
      Object.assign(more, { hidden: left === 0, disabled: repairs.children.length === error.repairs.length, textContent: `and ${counted(left, "more", "more")}`, onclick: () => listFrom(from + MOST.repairs) });
    };
    listFrom(0);
    const searched = parsed.searches.slice(0, number).filter((one) => one !== null).length;
    const search = make("button", { textContent: "Watch the search", onclick: () => page.watch(searched) });
    const folded = make("details", {}, make("summary", { textContent: `${error.repairs_total} repair sequences` }), repairs, more);
    panel.append(make("div", { className: "report" }, title, list, folded, parsed.searches[number] !== null ? search : null));
  }
  const others = parsed.count - Math.min(errors.length, MOST.errors);
  if (others > 0) panel.append(make("p", { className: "soft", textContent: `and ${counted(others, "error")} more` }));
  return panel;
}

function way(text, edits, page, name = "") {
  const item = make("li", { className: name, textContent: text });
  if (edits) item.append(make("button", { textContent: "Apply", onclick: () => page.apply(edits) }));
  return item;
}

// The syntax tree: one row a node, with what recovery inserted and deleted.
export function tree(parsed, page) {
  const panel = make("div", { className: "tree" });
  const shown = [];
  const marks = parsed.tree.some(([, kind]) => kind === "missing" || kind === "error" || kind === "unknown");
  if (marks) panel.append(make("p", { className: "soft", textContent: "Green: missing, and inserted. Red: an error, with what was deleted or dropped below it; or text that is no token." }));
  for (const [depth, kind, name, offset, length] of parsed.tree) {
    if (kind === "trivia") continue;
    const text = kind === "rule" || kind === "error" ? "" : ` ${JSON.stringify(shortened(page.textAt(offset, length), MOST.leaf))}`;
    const indent = depth > MOST.depth ? `${"  ".repeat(MOST.depth)}… ${depth} deep: ` : "  ".repeat(depth);
    const row = make("div", { textContent: `${indent}${kind === "missing" ? "missing " : ""}${name}${kind === "missing" ? "" : text}`, className: kind });
    row.onclick = () => page.show(offset, length);
    row.dataset.from = offset;
    row.dataset.to = offset + length;
    panel.append(row);
    shown.push(row);
  }
  const more = parsed.nodes - parsed.tree.length;
  if (more > 0) panel.append(make("p", { className: "soft", textContent: `${counted(more, "node")} more` }));
  return walked(panel, shown);
}

// Lets arrow keys go from row to row, as clicks do.
function walked(list, rows) {
  list.tabIndex = 0;
  list.onkeydown = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const here = rows.findIndex((row) => row.classList.contains("here"));
    const to = rows[Math.min(rows.length - 1, Math.max(0, here + by))];
    rows[here]?.classList.remove("here");
    to.classList.add("here");
    to.scrollIntoView({ block: "nearest" });
    to.onclick();
  };
  return list;
}

export function lexemes(parsed, page) {
  const table = make("table", { className: "lexemes" }, make("tr", {}, make("th", { textContent: "token" }), make("th", { textContent: "text" })));
  const rows = [];
  for (const [offset, length, name] of parsed.lexemes.slice(0, MOST.lexemes)) {
    const row = make("tr", {}, make("td", { textContent: name }), make("td", { textContent: shortened(page.textAt(offset, length), MOST.leaf) }));
    row.onclick = () => page.show(offset, length);
    table.append(row);
    rows.push(row);
  }
  const more = parsed.json.lexemes - rows.length;
  return make("div", {}, walked(table, rows), more > 0 ? make("p", { className: "soft", textContent: `and ${counted(more, "lexeme")} more` }) : null);
}

// A query and what it finds; `ask` asks the service.
export function query(page, ask) {
  const field = make("textarea", { id: "query", value: page.query, ariaLabel: "Query", spellcheck: false, rows: 3 });
  const found = make("div", { id: "found" });
  const find = async () => {
    page.query = field.value;
    const answer = await ask(field.value);
    if (answer.mistakes !== undefined) return found.replaceChildren(make("pre", { className: "wrong", textContent: answer.mistakes }));
    const table = make("table", { className: "lexemes" }, make("tr", {}, make("th", { textContent: "capture" }), make("th", { textContent: "node" }), make("th", { textContent: "text" })));
    const rows = [];
    for (const [name, node, offset, length] of answer.found) {
      const cells = [`@${name}`, node, shortened(page.textAt(offset, length), MOST.leaf)];
      const row = make("tr", {}, ...cells.map((textContent) => make("td", { textContent })));
      row.onclick = () => page.show(offset, length);
      table.append(row);
      rows.push(row);
    }
    const more = answer.count - rows.length;
    const rest = more > 0 ? ` and ${counted(more, "more", "more")}` : "";
    const cut = answer.cut ? " The search was too long and was ended." : "";
    const told = make("p", { className: "soft", textContent: `${counted(rows.length, "captured node")}${rest}.${cut}` });
    found.replaceChildren(told, walked(table, rows));
  };
  field.oninput = () => page.later("input", () => find().catch(() => {}));
  const about = make("p", { className: "soft", textContent: "Patterns of nodes as tree-sitter has them: (Rule field: (TOKEN) @name)." });
  return { panel: make("div", {}, about, field, found), find };
}

// One text, parsed with several recoverers, in columns.
export function compare(answers, page) {
  const table = make("table", { id: "compare" });
  const row = (title, cell) =>
    table.append(make("tr", {}, make("th", { textContent: title }), ...answers.map((answer) => make("td", {}, cell(answer)))));
  row("recoverer", (answer) => make("strong", { textContent: answer.recoverer }));
  row("errors", (answer) => String(answer.errors));
  row("configurations looked at", (answer) => String(answer.configurations));
  row("work, in steps of the parser", (answer) => String(answer.work));
  row("reports", (answer) => {
    const list = make("ul");
    for (const report of answer.reports.slice(0, 20)) {
      const item = clicked(make("li", { textContent: [report.title, ...report.help.slice(0, 1)].join(": ") }), () => page.show(report.offset, 0));
      list.append(item);
    }
    const more = answer.errors - list.children.length;
    if (more > 0) list.append(make("li", { className: "soft", textContent: `and ${counted(more, "error")} more` }));
    return list;
  });
  row("repaired", (answer) => make("pre", { textContent: shortened(answer.repaired ?? "", MOST.repaired) }));
  return make("div", { className: "wide" }, table);
}
