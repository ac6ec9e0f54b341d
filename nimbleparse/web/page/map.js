// One phase of a search as a map: lexemes from left to right, cost downwards, a dot for each configuration.
//
// A shift goes to the right, an insertion down, a deletion to the right and down. Within a cell dots stand by what became of them. Labels stay
// in sight when the map is scrolled.

import { shortened, svg } from "./drawing.js";
import { make } from "./text.js";

const ROLES = ["kept", "success", "ordinary", "waiting", "dropped"];
// Distances of dots for a few configurations, for hundreds, for thousands.
const distance = (count) => (count < 200 ? 14 : count < 1000 ? 11 : 8);
const LEFT = 66, TOP = 42;

export class SearchMap {
  // `texts` says what stands at a position, `error` is that of the error; `onChoose` is called with a configuration's number.
  constructor({ nodes, edges }, { texts, error, onChoose }) {
    this.texts = texts;
    this.onChoose = onChoose;
    this.nodes = nodes.map(([position, cost, left, role, stack, cut]) => ({ position, cost, left, role, stack, cut, into: [] }));
    for (const edge of edges) this.nodes[edge[1]].into.push(edge);
    this.step = distance(nodes.length);
    this.layOut();
    this.draw(error);
    this.shown = nodes.length;
  }

  // The columns, the rows, and for each configuration its place.
  layOut() {
    const { nodes, step } = this;
    const values = (of) => [...new Set(nodes.map(of))].sort((a, b) => a - b);
    const [positions, costs] = [values((node) => node.position), values((node) => node.cost)];
    const cells = new Map();
    for (const [at, node] of nodes.entries()) {
      const key = `${positions.indexOf(node.position)},${costs.indexOf(node.cost)}`;
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(at);
    }
    // Each column is as wide, each row as high as its fullest cell asks for.
    const across = (count) => Math.max(3, Math.ceil(Math.sqrt(count * 1.6)));
    const widths = positions.map((position) => Math.max(5 * step, Math.min(110, 7 * this.texts(position).length + 12), 56));
    const heights = costs.map(() => Math.max(34, 2.6 * step));
    const each = (then) => {
      for (const [key, members] of cells) then(...key.split(",").map(Number), members);
    };
    each((column, row, members) => {
      const wide = across(members.length);
      widths[column] = Math.max(widths[column], (wide + 1.6) * step);
      heights[row] = Math.max(heights[row], (Math.ceil(members.length / wide) + 1.4) * step);
    });
    this.columns = edgesOf(LEFT, widths, positions);
    this.rows = edgesOf(TOP, heights, costs);
    this.place = [];
    each((column, row, members) => {
      const wide = across(members.length);
      const order = (at) => ROLES.indexOf(nodes[at].role);
      const sorted = [...members].sort((a, b) => order(a) - order(b) || a - b);
      for (const [nth, at] of sorted.entries()) {
        this.place[at] = [this.columns[column].from + step * (1.2 + (nth % wide)), this.rows[row].from + step * (1.2 + Math.floor(nth / wide))];
      }
      this.rows[row].count = (this.rows[row].count ?? 0) + members.length;
    });
  }

  draw(error) {
    const { columns, rows } = this;
    const [width, height] = [(columns.at(-1)?.to ?? LEFT) + 1, (rows.at(-1)?.to ?? TOP) + 1];
    const drawing = svg("svg", { width, height, tabindex: 0, role: "img", "aria-label": "The search: lexemes from left to right, cost downwards. Arrow keys go from configuration to configuration." });
    const [header, labels] = [svg("g"), svg("g")];
    header.append(svg("rect", { class: "head", width, height: TOP }));
    labels.append(svg("rect", { class: "head", width: LEFT, height }));
    for (const { value, from, to } of columns) {
      if (value === error) drawing.append(svg("rect", { class: "at-error", x: from, y: TOP, width: to - from, height: height - TOP }));
      drawing.append(svg("line", { class: "grid", x1: to, x2: to, y1: TOP, y2: height }));
      header.append(svg("text", { x: from + 5, y: 31, class: value === error ? "wrong" : "" }, shortened(this.texts(value), Math.floor((to - from - 6) / 6.7))));
    }
    const at = columns.find(({ value }) => value === error);
    if (at) header.append(svg("text", { x: at.from + 5, y: 14, class: "wrong" }, "error"));
    for (const { value, from, to, count } of rows) {
      drawing.append(svg("line", { class: "grid", x1: LEFT, x2: width, y1: to, y2: to }));
      labels.append(svg("text", { x: 8, y: from + 15 }, `cost ${value}`), svg("text", { x: 8, y: from + 28, class: "axis" }, String(count)));
    }
    const corner = svg("g", {}, svg("rect", { class: "head", width: LEFT, height: TOP }), svg("text", { x: 8, y: 14, class: "axis" }, "lexeme →"), svg("text", { x: 8, y: 31, class: "axis" }, "cost ↓"));
    this.ways = svg("path", { class: "ways" });
    this.incoming = svg("path", { class: "incoming" });
    this.path = svg("path", { class: "path" });
    this.steps = svg("g", { class: "steps" });
    this.dots = this.nodes.map((node, at) => dot(node, this.place[at], this.step));
    for (const [at, dot] of this.dots.entries()) dot.dataset.at = at;
    drawing.append(this.ways, ...this.dots, this.incoming, this.path, this.steps, labels, header, corner);
    drawing.onclick = ({ target }) => {
      if (target.dataset?.at !== undefined) this.choose(Number(target.dataset.at));
    };
    drawing.onpointerover = ({ target }) => {
      const at = target.dataset?.at;
      if (at !== undefined && !target.firstChild) target.append(svg("title", {}, this.about(Number(at))));
    };
    drawing.onkeydown = (event) => this.move(event);
    this.element = make("div", { className: "map" }, drawing);
    this.element.onscroll = () => {
      const { scrollLeft, scrollTop } = this.element;
      labels.setAttribute("transform", `translate(${scrollLeft} 0)`);
      header.setAttribute("transform", `translate(0 ${scrollTop})`);
      corner.setAttribute("transform", `translate(${scrollLeft} ${scrollTop})`);
    };
  }

  // Shows the configurations that were reached first, so many of them.
  upTo(count) {
    const [from, to] = [Math.min(count, this.shown), Math.max(count, this.shown)];
    for (let at = from; at < to; at++) this.dots[at].classList.toggle("later", at >= count);
    this.shown = count;
  }

  move(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.choose(Math.min(this.nodes.length - 1, Math.max(0, (this.chosen ?? -by) + by)));
  }

  // Chooses a configuration, as somebody who clicks on it.
  choose(at) {
    this.light([0, ...this.wayTo(at).map((edge) => edge[1])]);
    this.dots[this.chosen]?.classList.remove("chosen");
    this.dots[at].classList.add("chosen");
    this.chosen = at;
    const { into } = this.nodes[at];
    this.incoming.setAttribute("d", into.length > 1 ? into.map(([from]) => `M${this.place[from]}L${this.place[at]}`).join("") : "");
    this.see(at);
    this.onChoose(at);
  }

  // Scrolls to a dot, past the labels.
  see(at) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const [x, y] = this.place[at];
    if (x < scrollLeft + LEFT || x > scrollLeft + clientWidth - 20) this.element.scrollLeft = x - clientWidth * 0.5;
    if (y < scrollTop + TOP || y > scrollTop + clientHeight - 20) this.element.scrollTop = y - clientHeight * 0.6;
  }

  // Draws a way through configurations, with what is inserted and deleted on it.
  light(way) {
    this.incoming.setAttribute("d", "");
    this.path.setAttribute("d", this.line(way));
    this.steps.replaceChildren();
    for (const [nth, to] of way.slice(1).entries()) {
      const edge = this.nodes[to].into.find(([from]) => from === way[nth]);
      if (!edge || edge[2] === "shift") continue;
      const [[x1, y1], [x2, y2]] = [this.place[way[nth]], this.place[to]];
      const text = `${edge[2] === "insert" ? "+" : "−"} ${this.textOf(edge)}`;
      this.steps.append(svg("text", { x: (x1 + x2) / 2 + 5, y: (y1 + y2) / 2 - 3 }, shortened(text, 16)));
    }
  }

  // Draws the ways of all sequences, thinly.
  drawWays(ways) {
    this.ways.setAttribute("d", ways.map((way) => this.line(way)).join(""));
  }

  line(way) {
    return `M${way.map((at) => this.place[at].join(" ")).join("L")}`;
  }

  // What an edge inserts, deletes or shifts.
  textOf([from, , kind, token, times]) {
    if (kind === "insert") return token;
    const { position } = this.nodes[from];
    return Array.from({ length: times }, (_, nth) => this.texts(position + nth)).join(" ");
  }

  // The first way that led to a configuration.
  wayTo(at) {
    const way = [];
    while (at !== 0 && this.nodes[at].into.length > 0) {
      const edge = this.nodes[at].into.reduce((best, other) => (other[0] < best[0] ? other : best));
      way.unshift(edge);
      at = edge[0];
    }
    return way;
  }

  about(at) {
    const { cost, left, position, into, role } = this.nodes[at];
    const merged = into.length > 1 ? `, reached in ${into.length} ways and merged` : "";
    const more = left === null ? ", no success can follow that is cheap enough" : role === "ordinary" || role === "waiting" ? `, at least ${left} more` : "";
    return `cost ${cost}${more}, before ${this.texts(position)}${merged}: ${ROLE[role]}`;
  }
}

const ROLE = {
  kept: "a success, part of the answer", success: "a success", ordinary: "expanded",
  waiting: "waiting, by the bound", dropped: "dropped, by the bound",
};

function dot({ role, into }, [x, y], step) {
  const name = role !== "dropped" && into.length > 1 ? `${role} merged` : role;
  if (role !== "dropped") return svg("circle", { cx: x, cy: y, r: (role === "waiting" ? 0.27 : 0.36) * step, class: name });
  const arm = 0.22 * step;
  return svg("path", { class: name, d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}` });
}

// Where columns or rows of these sizes begin and end, for the values that they stand for.
function edgesOf(from, sizes, values) {
  return sizes.map((size, at) => {
    const edges = { value: values[at], from, to: from + size };
    from = edges.to;
    return edges;
  });
}
