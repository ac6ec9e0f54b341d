// The search at one error, as a map: lexemes from left to right, cost downwards, a dot for each configuration.
//
// A shift goes to the right, an insertion down, a deletion to the right and down. What was reached more than once was merged and has
// a ring. Successes are yellow, those that ranking kept green.

import { make } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
// Distances of dots for a few configurations, for hundreds, for thousands.
const distance = (count) => (count < 200 ? 14 : count < 1000 ? 11 : 8);

function svg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

export function search(found, page) {
  const panel = make("div");
  const phases = found.phases.map((phase) =>
    `${phase.bound}: ${phase.configurations} configurations, ${phase.goals} successes, cost ${phase.goals > 0 ? "" : "≥ "}${phase.cost} (${phase.ending})`);
  panel.append(make("p", {}, `Status ${found.status}, cost ${found.cost ?? "none"}, ${found.total} repair sequences.`));
  panel.append(make("details", { open: phases.length > 0 }, make("summary", { textContent: `${phases.length} phase${phases.length === 1 ? "" : "s"}: a search by a bound each, until one looks at all that it must` }),
    make("ol", {}, ...phases.map((text) => make("li", { textContent: text })))));
  if (!found.graph) {
    panel.append(make("p", { textContent: "This recoverer searches nothing." }));
    return panel;
  }
  panel.append(map(found.graph, page));
  panel.append(make("h2", { textContent: "Repair sequences, in their order" }));
  const list = make("ol");
  for (const sequence of found.sequences) {
    list.append(make("li", { className: "repair", textContent: `${sequence.text}  (cost ${sequence.cost}${sequence.kind === "cheapest" ? "" : `, ${sequence.kind}`})` }));
  }
  panel.append(list);
  return panel;
}

function map({ nodes, edges, total, dropped }, page) {
  const DOT = distance(nodes.length);
  const into = nodes.map(() => []);
  for (const edge of edges) into[edge[1]].push(edge);
  const first = Math.min(...nodes.map((node) => node.position));
  const cells = new Map();
  for (const [at, node] of nodes.entries()) {
    const key = `${node.position - first},${node.cost}`;
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(at);
  }
  const columns = Math.max(...nodes.map((node) => node.position)) - first + 1;
  const rows = Math.max(...nodes.map((node) => node.cost)) + 1;
  // Each column is as wide, each row as high as its fullest cell asks for.
  const across = (count) => Math.max(2, Math.ceil(Math.sqrt(count * 1.6)));
  const widths = Array(columns).fill(5 * DOT), heights = Array(rows).fill(2.6 * DOT);
  for (const [key, members] of cells) {
    const [column, row] = key.split(",").map(Number);
    const wide = across(members.length);
    widths[column] = Math.max(widths[column], (wide + 2) * DOT);
    heights[row] = Math.max(heights[row], (Math.ceil(members.length / wide) + 2) * DOT);
  }
  const left = sums(64, widths), top = sums(28, heights);
  const drawing = svg("svg", { width: left.at(-1) + 10, height: top.at(-1) + 10, role: "img", "aria-label": "The search: lexemes from left to right, cost downwards" });
  for (let column = 0; column < columns; column++) {
    const next = nodes.find((node) => node.position === first + column)?.next ?? "";
    drawing.append(svg("line", { class: "grid", x1: left[column], x2: left[column], y1: 4, y2: top.at(-1) }));
    drawing.append(svg("text", { x: left[column] + 4, y: 16 }, shortened(next, Math.floor(widths[column] / 7))));
  }
  for (let row = 0; row < rows; row++) {
    drawing.append(svg("line", { class: "grid", x1: 4, x2: left.at(-1), y1: top[row], y2: top[row] }));
    drawing.append(svg("text", { x: 6, y: top[row] + 16 }, `cost ${row}`));
  }
  const place = nodes.map(() => null), dots = nodes.map(() => null);
  for (const [key, members] of cells) {
    const [column, row] = key.split(",").map(Number);
    const wide = across(members.length);
    for (const [nth, at] of members.entries()) {
      place[at] = [left[column] + DOT * (1.2 + (nth % wide)), top[row] + DOT * (1.2 + Math.floor(nth / wide))];
    }
  }
  const path = svg("path", { class: "path" });
  for (const [at, node] of nodes.entries()) {
    const merged = into[at].length > 1 ? " merged" : "";
    const dot = svg("circle", { cx: place[at][0], cy: place[at][1], r: 0.36 * DOT, class: node.role + merged });
    dot.append(svg("title", {}, said(node, into[at])));
    dot.addEventListener("click", () => choose(at));
    dots[at] = dot;
    drawing.append(dot);
  }
  drawing.append(path);
  const about = make("p", { id: "configuration" });

  function choose(at) {
    for (const dot of dots) dot.classList.remove("chosen");
    dots[at].classList.add("chosen");
    const way = wayTo(at, into);
    const points = [0, ...way.map((edge) => edge[1])].map((node) => place[node].join(" "));
    path.setAttribute("d", `M${points.join("L")}`);
    const steps = way.map(([, , kind, what, times]) => `${kind} ${what}${times > 1 ? ` and ${times - 1} more` : ""}`);
    about.replaceChildren(make("strong", { textContent: said(nodes[at], into[at]) }), make("br"), `By: ${steps.join(", ") || "nothing: the error is here"}`);
    dots[at].scrollIntoView({ block: "nearest", inline: "nearest" });
    page.show(nodes[at].offset, nodes[at].next === "$" ? 0 : nodes[at].next.length);
  }

  const step = make("input", { type: "range", min: 1, max: nodes.length, value: nodes.length, ariaLabel: "configurations reached so far" });
  const count = make("span", { className: "soft" });
  const upTo = (shown) => {
    step.value = shown;
    for (const [at, dot] of dots.entries()) dot.classList.toggle("later", at >= shown);
    const last = nodes[shown - 1];
    count.textContent = `${shown} of ${total} configurations, the last of cost ${last.cost}`;
  };
  step.oninput = () => upTo(Number(step.value));
  let timer = null;
  const play = make("button", { id: "play", textContent: "Play" });
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  };
  play.onclick = () => {
    if (timer !== null) return stop();
    let at = Number(step.value) >= nodes.length ? 1 : Number(step.value);
    const stride = Math.max(1, Math.ceil(nodes.length / 240));
    play.textContent = "Pause";
    timer = setInterval(() => {
      if (!play.isConnected) return stop();
      upTo(Math.min(at, nodes.length));
      if (at >= nodes.length) stop();
      at += stride;
    }, Math.max(25, Math.min(400, 6000 / nodes.length)));
  };
  const one = (by) => () => upTo(Math.min(nodes.length, Math.max(1, Number(step.value) + by)));
  const back = make("button", { textContent: "‹", ariaLabel: "one back", onclick: one(-1) });
  const on = make("button", { textContent: "›", ariaLabel: "one on", onclick: one(1) });
  upTo(nodes.length);
  const kept = nodes.findIndex((node) => node.role === "kept");
  if (kept >= 0) setTimeout(() => choose(kept));
  return make("div", {},
    make("div", { className: "legend soft" }, legend("ordinary", "on the way, or a dead end"), legend("success", "success"),
      legend("kept", "success that gets furthest"), make("span", { textContent: "ringed: reached in several ways, and merged" })),
    make("p", { className: "soft", textContent: "To the right: shift a lexeme. Down: insert a token. Right and down: delete a lexeme." +
      (dropped > 0 ? ` ${dropped} more were dropped as soon as they were made: by the bound no success is left there.` : "") }),
    make("div", { className: "play" }, play, back, step, on, count), make("div", { className: "map" }, drawing), about);
}

function legend(name, text) {
  const dot = make("i");
  dot.style.background = `var(--${name})`;
  return make("span", {}, dot, text);
}

const sums = (from, sizes) => sizes.reduce((all, size) => [...all, all.at(-1) + size], [from]);

const shortened = (text, most) => (text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text);

function said(node, into) {
  const merged = into.length > 1 ? `, reached in ${into.length} ways` : "";
  return `cost ${node.cost}, at least ${node.left} more, before ${node.next}, states ${node.cut ? "… " : ""}${node.stack.join(" ")}${merged}`;
}

// The first way that led to a configuration.
function wayTo(at, into) {
  const way = [];
  const seen = new Set();
  while (at !== 0 && into[at].length > 0 && !seen.has(at)) {
    seen.add(at);
    const edge = into[at].reduce((best, other) => (other[0] < best[0] ? other : best));
    way.unshift(edge);
    at = edge[0];
  }
  return way;
}
