// What is seen of a parsed text: a panel each, made of the answers of the service.

import { make } from "./text.js";

const repairText = (repair) => {
  const [[kind, text]] = Object.entries(repair);
  return kind === "shift" ? null : `${kind} ${text}`;
};

// Reports as the command line prints them, and each way to mend an error as a button.
export function reports(parsed, page) {
  const panel = make("div");
  const { errors } = parsed.json;
  if (errors.length === 0) return make("p", { className: "none", textContent: "No errors." });
  panel.append(make("pre", { id: "shown", textContent: parsed.shown }));
  if (parsed.repaired !== null) {
    const all = make("button", { textContent: "Mend all by the first repairs", onclick: () => page.setInput(parsed.repaired) });
    all.id = "mend-all";
    panel.append(all);
  }
  for (const [number, error] of errors.entries()) {
    const { place } = error;
    const title = make("div", {
      className: "title", tabIndex: 0, textContent: `${place.line}:${place.column} ${error.title}`,
      onclick: () => page.show(place.offset, place.length),
      onkeydown: (event) => event.key === "Enter" && page.show(place.offset, place.length),
    });
    const list = make("ul");
    for (const help of error.help) list.append(way(help.text, help.edits, page));
    const repairs = make("ul");
    for (const [at, repair] of error.repairs.slice(0, 12).entries()) {
      const text = repair.map(repairText).filter((part) => part !== null).join(", ");
      const { line, column } = error.at[at];
      repairs.append(way(`${text} (from ${line}:${column})`, error.edits[at], page, "repair"));
    }
    const more = error.repairs_total > 12 ? make("p", { className: "soft", textContent: `and ${error.repairs_total - 12} more` }) : null;
    const searched = parsed.searches.slice(0, number).filter((one) => one !== null).length;
    const search = make("button", { textContent: "Watch the search", onclick: () => page.watch(searched) });
    const folded = make("details", {}, make("summary", { textContent: `${error.repairs_total} repair sequences` }), repairs, more);
    panel.append(make("div", { className: "report" }, title, list, folded, parsed.searches[number] !== null ? search : null));
  }
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
  const rows = parsed.tree.slice(0, 5000);
  for (const [depth, kind, name, offset, length] of rows) {
    if (kind === "trivia") continue;
    const text = kind === "rule" || kind === "error" ? "" : ` ${JSON.stringify(page.textAt(offset, length))}`;
    const row = make("div", { textContent: `${"  ".repeat(depth)}${kind === "missing" ? "missing " : ""}${name}${kind === "missing" ? "" : text}`, className: kind });
    row.onclick = () => page.show(offset, length);
    row.dataset.from = offset;
    row.dataset.to = offset + length;
    panel.append(row);
  }
  if (parsed.nodes > rows.length) panel.append(make("p", { className: "soft", textContent: `${parsed.nodes - rows.length} more nodes are not shown.` }));
  return panel;
}

export function lexemes(parsed, page) {
  const table = make("table", {}, make("tr", {}, make("th", { textContent: "token" }), make("th", { textContent: "text" })));
  for (const [offset, length, name] of parsed.lexemes.slice(0, 3000)) {
    const row = make("tr", {}, make("td", { textContent: name }), make("td", { textContent: page.textAt(offset, length) }));
    row.onclick = () => page.show(offset, length);
    table.append(row);
  }
  return table;
}

// One text, parsed with several recoverers, in columns.
export function compare(answers, page) {
  const table = make("table", { id: "compare" });
  const row = (title, cell) =>
    table.append(make("tr", {}, make("th", { textContent: title }), ...answers.map((answer) => make("td", {}, cell(answer)))));
  row("recoverer", (answer) => make("strong", { textContent: answer.recoverer }));
  row("errors", (answer) => String(answer.errors));
  row("configurations", (answer) => String(answer.configurations));
  row("work", (answer) => String(answer.work));
  row("reports", (answer) => {
    const list = make("ul");
    for (const report of answer.reports.slice(0, 20)) {
      const item = make("li", { textContent: [report.title, ...report.help.slice(0, 1)].join(": "), tabIndex: 0 });
      item.onclick = () => page.show(report.offset, 0);
      list.append(item);
    }
    return list;
  });
  row("repaired", (answer) => make("pre", { textContent: answer.repaired ?? "" }));
  return make("div", { className: "wide" }, table);
}
