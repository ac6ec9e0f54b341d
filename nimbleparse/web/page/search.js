// The search at one error: its story in numbers, its phases as maps, played one after another, and the repair sequences as ways through them.

import { counted } from "./drawing.js";
import { SearchMap } from "./map.js";
import { make } from "./text.js";

const BOUNDS = {
  "no bound": "by cost alone, the cheapest configuration first",
  "next lexeme": "by the cost so far and the least that it must still cost (the bound), estimated from the next lexeme alone",
  "places": "by the cost so far and the least that it must still cost to get to the first place where a success can be (the bound)",
  "window 5": "by the cost so far and the least that it must still cost (the bound), estimated from the next 5 lexemes",
  "window 10": "by the cost so far and the least that it must still cost (the bound), estimated from the next 10 lexemes",
};
// Bounds of which the search runs on stacks of states.
const PLAIN = ["no bound", "next lexeme"];
const ENDINGS = {
  "complete": "Nothing was left that could lead to another success of this cost: the set is complete.",
  "goes on": "It may expand no more; the next phase began anew with a better bound, which takes longer to compute.",
  "budget spent": "Then the budget was spent.",
  "all dearer than they may be": "All that is left costs more than repairs may.",
};

export function search(found, page) {
  const last = found.phases.length - 1;
  if (last < 0 || found.phases.every((phase) => !phase.graph?.nodes.length)) {
    return make("p", { textContent: `Nothing was searched: ${found.status}. The recoverers 'restart', 'cpctplus' and 'corchuelo' search.` });
  }
  return new SearchPanel(found, page).element;
}

class SearchPanel {
  constructor(found, page) {
    Object.assign(this, { found, page });
    this.maps = [];
    this.timer = null;
    this.stage = make("div");
    this.about = make("div", { id: "configuration" });
    this.phases = make("div", { className: "phases" });
    this.said = make("p", { id: "phase" });
    for (const [at, phase] of found.phases.entries()) {
      if (found.phases.length > 1) this.phases.append(make("button", { textContent: `Phase ${at + 1}: ${phase.bound}, ${counted(phase.configurations, "configuration")}${at === found.answer ? ", the answer" : ""}`, onclick: () => this.pick(at) }));
    }
    this.element = make("div", {}, make("p", { id: "story" }, ...this.story()), this.phases, this.said, this.player(), this.stage, this.about, this.legend(), ...this.sequences());
    this.pick(found.answer ?? found.phases.findLastIndex((phase) => phase.graph?.nodes.length));
    setTimeout(() => this.lightFirst());
  }

  // What this search did, and what came of it.
  story() {
    const { phases, answer, cost, total, sequences, status, position, first } = this.found;
    const strong = (text) => make("strong", { textContent: text });
    const looked = phases.reduce((sum, phase) => sum + phase.configurations, 0);
    const before = position - first;
    const story = ["The parser stopped at ", make("code", { textContent: this.textOf(position) }), `. The search began ${before > 0 ? `${counted(before, "lexeme")} before it` : "there"}, and expanded `,
      strong(counted(looked, "configuration")), " (a stack of the parser, a place in the input, the edits so far)", phases.length > 1 ? ` in ${phases.length} phases.` : "."];
    const best = sequences.length > 0 ? [", the best being ", make("code", { textContent: sequences[0].text })] : [];
    if (answer === null) return [...story, ...(best.length > 0 ? [" It found no answer; beside it were found ", strong(counted(total, "repair sequence")), ...best, "."] : [` It found no answer: ${status}.`])];
    const { nodes, counts: { kept } } = phases[answer].graph;
    const successes = nodes.filter(([, price, , role]) => price === cost && (role === "kept" || role === "success")).length;
    const some = successes === 1 ? "is 1 success" : `are ${counted(successes, "success", "successes")}`;
    const beside = sequences.filter((one) => one.kind !== "cheapest").length;
    const came = sequences.length < Number(total) || beside === 0 ? counted(total, "repair sequence") : `${counted(sequences.length - beside, "cheapest repair sequence")}, and ${beside} dearer ${beside === 1 ? "suggestion" : "suggestions"} that the search does not look for`;
    story.push(this.isDearer(answer) ? " The cheapest repairs lead straight into the next error; those taken cost " : " The cheapest repairs cost ", strong(String(cost)), ` (1 for each token inserted or deleted, unless the grammar sets other costs). There ${some} of this cost`, ...(kept < successes ? [", and after ", strong(String(kept)), " of them parsing gets furthest"] : []), ". What came out: ", strong(came));
    return [...story, ...best, "."];
  }

  // What a phase did.
  told(at) {
    const { phases, answer } = this.found;
    const { bound, configurations, successes, cost, ending } = phases[at];
    const [drawn, all] = [phases[at].graph?.nodes.length ?? 0, this.reached(at)];
    const isDearer = this.isDearer(at);
    const isLast = at === phases.length - 1;
    const why = isDearer ? ` It was begun since the cheapest repairs lead straight into the next error, and looked for dearer ones that do not${at === answer ? ", which were taken" : isLast ? "; none was better" : ""}.` : "";
    const result = successes > 0 ? `found ${counted(successes, "success", "successes")}${isDearer ? "" : ` of cost ${cost}`}` : `found no success: any costs at least ${cost}`;
    return [make("strong", { textContent: phases.length > 1 ? `Phase ${at + 1} of ${phases.length}` : "The search" }),
      `, led ${BOUNDS[bound] ?? bound}, expanded ${counted(configurations, "configuration")} and ${result}.${why} ${ENDINGS[ending] ?? ending}${drawn < all ? ` Of ${counted(all, "configuration")} that it reached ${counted(drawn, "is", "are")} drawn, first what leads to the answer.` : ""}`];
  }

  // Whether a phase looked for more than the cheapest: one before had found all of those.
  isDearer(at) {
    return this.found.phases.slice(0, at).some((phase) => phase.ending === "complete");
  }

  // How many configurations a phase reached.
  reached(at) {
    const counts = Object.entries(this.found.phases[at].graph?.counts ?? {});
    return counts.reduce((sum, [role, count]) => (role === "merged" ? sum : sum + count), 0);
  }

  textOf(position) {
    const { lexemes, first } = this.found;
    return this.page.textAt(...(lexemes[position - first] ?? [0, 0])) || "$";
  }

  player() {
    this.slider = make("input", { type: "range", min: 1, ariaLabel: "configurations reached so far" });
    this.slider.oninput = () => {
      this.pause();
      this.upTo(Number(this.slider.value));
    };
    this.count = make("span", { className: "soft count" });
    this.play = make("button", { id: "play", textContent: "Play", onclick: () => (this.timer === null ? this.run() : this.pause()) });
    const one = (textContent, ariaLabel, by) => make("button", { textContent, ariaLabel, onclick: () => this.upTo(Math.max(1, Math.min(this.map.nodes.length, this.map.shown + by))) });
    return make("div", { className: "play" }, this.play, one("‹", "one back", -1), this.slider, one("›", "one on", 1), this.count);
  }

  // Shows the map of a phase, whole.
  pick(at) {
    const { phases, position } = this.found;
    const phase = phases[at];
    this.at = at;
    for (const [number, button] of [...this.phases.children].entries()) button.ariaPressed = String(number === at);
    this.map = this.maps[at] ??= new SearchMap(phase.graph ?? { nodes: [], edges: [] }, {
      texts: (at) => this.textOf(at),
      error: position,
      onChoose: (chosen) => this.tell(chosen),
    });
    this.stage.replaceChildren(this.map.element);
    this.slider.max = this.map.nodes.length;
    if (at === this.found.answer) this.map.drawWays(this.found.sequences.map((one) => one.path).filter(Boolean));
    const { counts = {} } = phase.graph ?? {};
    this.said.replaceChildren(...this.told(at));
    for (const [role, cell] of Object.entries(this.counts ?? {})) cell.textContent = Number(counts[role] ?? 0).toLocaleString("en");
    this.upTo(this.map.nodes.length);
  }

  upTo(shown) {
    const { nodes } = this.map;
    if (nodes.length === 0) return;
    this.map.upTo(shown);
    this.slider.value = shown;
    this.count.textContent = `step ${shown} of ${nodes.length}, cost ${nodes[shown - 1].cost}`;
  }

  // Plays the phases one after another, from the beginning if all was shown.
  run() {
    const isAtEnd = this.map.shown >= this.map.nodes.length;
    if (isAtEnd) this.pick(0);
    if (isAtEnd) this.upTo(1);
    this.play.textContent = "Pause";
    this.tick();
  }

  tick() {
    if (!this.play.isConnected) return this.pause();
    const { length } = this.map.nodes;
    const isEnd = this.map.shown >= length;
    if (isEnd && this.at === this.found.phases.length - 1) return this.end();
    if (isEnd) {
      this.pick(this.at + 1);
      this.upTo(1);
    } else {
      this.upTo(Math.min(length, this.map.shown + Math.ceil(length / 240)));
    }
    const pause = this.map.shown >= length ? 900 : Math.max(25, Math.min(300, 5000 / length));
    this.timer = setTimeout(() => this.tick(), pause);
  }

  end() {
    this.pause();
    this.lightFirst();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.play.textContent = "Play";
  }

  lightFirst() {
    const first = this.found.sequences.find((one) => one.path);
    if (first) this.light(first);
  }

  // What is seen, a line each, with how many there are of it.
  legend() {
    this.counts = {};
    const row = (symbol, role, text) => {
      const cell = make("td", { className: "number" });
      if (role) this.counts[role] = cell;
      return make("tr", {}, make("td", { innerHTML: symbol }), cell, make("td", { textContent: text }));
    };
    const dot = (name, r = 5) => `<svg width="16" height="16"><circle cx="8" cy="8" r="${r}" class="${name}"/></svg>`;
    const line = (name) => `<svg width="22" height="16"><path class="${name}" d="M1 12L21 4"/></svg>`;
    return make("details", { className: "legend", open: true }, make("summary", { textContent: "How to read the map" }), make("table", {},
      row(dot("ordinary"), "ordinary", "a configuration that was expanded: its next moves were tried"),
      row("→↓", null, "columns: the next lexeme, $ being the end. Moves: → keeps it (a shift), ↓ inserts a token, ↘ deletes it"),
      row("↓", null, "rows: the cost of the edits so far, and below it how many configurations there are"),
      row(dot("ordinary merged"), "merged", "blue edge, of any dot: reached in several ways and kept as one, because what can follow is the same"),
      row(dot("waiting", 4), "waiting", "hollow: waiting. Never expanded: its cost and what it must still cost at least are more than the answer's, or the phase ended first"),
      row(`<svg width="16" height="16"><path class="dropped" d="M4 4L12 12M12 4L4 12"/></svg>`, "dropped", "cross: dropped at once. No success can follow, or none as cheap as repairs must be"),
      row(dot("success"), "success", "a success that is not in the answer: the next three lexemes parse without an edit, or the input ends"),
      row(dot("kept"), "kept", "the answer: the cheapest successes; of these, those after which parsing gets furthest"),
      row(line("path"), null, "blue: the way of the chosen repair sequence, + inserts, − deletes; green: the ways of all in the answer")));
  }

  // Tells of a configuration, which was reached by a way, or else by the first.
  tell(at, path) {
    const { map, page } = this;
    const node = map.nodes[at];
    const step = (edge) => `${edge[2]} ${map.textOf(edge)}`;
    const way = path ? path.slice(1).map((to, nth) => map.nodes[to].into.find(([from]) => from === path[nth])) : map.wayTo(at);
    const stack = node.stack.map((state) => make("button", { className: "state", textContent: state, title: `show state ${state}`, onclick: () => page.showState(state) }));
    const others = node.into.length > 1 ? make("p", {}, "Merged here: ", ...node.into.map((edge) => make("button", { textContent: `${step(edge)} from states ${map.nodes[edge[0]].stack.slice(-3).join(" ")}`, onclick: () => map.choose(edge[0]) }))) : "";
    this.about.replaceChildren(make("strong", { textContent: map.about(at) }), make("p", { textContent: `By: ${inShort(way, step, map)}` }),
      others, make("p", {}, `The parser's stack${node.cut ? ", the topmost" : ""}${!PLAIN.includes(this.found.phases[this.at].bound) ? ", where equivalent states are shown as one" : ""}: `, ...stack));
    const [offset, length] = this.found.lexemes[node.position - this.found.first] ?? [0, 0];
    if (!path) page.show(offset, length);
  }

  sequences() {
    const { sequences, total } = this.found;
    const list = make("ol", { id: "sequences" });
    const edits = this.page.editsOfError();
    for (const [number, sequence] of sequences.entries()) {
      const light = () => this.light(sequence);
      const how = sequence.path ? "" : `, ${sequence.kind === "cheapest" ? "its way is not drawn" : `${sequence.kind}: found beside the search`}`;
      const shown = make("button", { className: "way", textContent: sequence.text, disabled: !sequence.path, title: sequence.path ? "light its way" : "", onclick: light, onfocus: light, onpointerenter: light });
      const apply = edits[number] ? make("button", { textContent: "Apply", ariaLabel: `apply ${sequence.text}`, onclick: () => this.page.apply(edits[number]) }) : null;
      list.append(make("li", { className: "repair" }, shown, make("span", { className: "soft", textContent: ` cost ${sequence.cost}${how} ` }), apply));
    }
    const more = Number(total) - sequences.length;
    return [make("h2", { textContent: "Repair sequences, the best first: point at one to see its way" }), list, more > 0 ? make("p", { className: "soft", textContent: `and ${counted(more, "more", "more")}` }) : ""];
  }

  light({ path }) {
    if (!path || this.timer !== null) return;
    if (this.at !== this.found.answer) this.pick(this.found.answer);
    this.map.light(path);
    this.map.see(path.at(-1));
    // Where the first edit is.
    this.map.see(path.find((to, at) => at > 0 && this.map.nodes[to].cost > this.map.nodes[path[at - 1]].cost) ?? path[0]);
    this.tell(path.at(-1), path);
  }
}

// The repairs of a way; of a long run of shifts the first and the last lexeme.
function inShort(way, step, map) {
  const parts = [];
  for (let at = 0; at < way.length; at++) {
    let end = at;
    while (way[end]?.[2] === "shift") end++;
    if (end - at > 3) parts.push(`shift ${map.textOf(way[at])} … ${map.textOf(way[end - 1])}`);
    else parts.push(...way.slice(at, Math.max(end, at + 1)).map(step));
    at = Math.max(end, at + 1) - 1;
  }
  return parts.join(", ") || "nothing: the search begins here";
}
