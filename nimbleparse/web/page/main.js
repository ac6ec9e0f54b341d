// The page: what is chosen and typed is asked of the service, what it answers is shown.

import { automaton } from "./automaton.js";
import { counted } from "./drawing.js";
import { Editor } from "./editors.js";
import { gallery } from "./gallery.js";
import * as panels from "./panels.js";
import { search } from "./search.js";
import { SUPERSEDED, Service } from "./service.js";
import { partOf } from "./parts.js";
import { make, packed, places, unpacked } from "./text.js";

const RECOVERERS = ["restart", "cpctplus", "cpctplus-plain", "corchuelo", "panic", "none"];
const COMPARED = ["restart", "cpctplus", "panic", "corchuelo"];
const PANELS = ["Reports", "Search", "Tree", "Query", "Lexemes", "States", "Compare"];
// A query that every grammar has nodes for.
const QUERY = "(ERROR) @error\n(MISSING) @missing\n";
const OWN = "(own)";
// The longest that browsers and those to whom an address is sent can be expected to take.
const LONGEST = 500_000;
// How long nothing must be typed before a grammar, or an input, is looked at.
const PAUSE = { grammar: 350, input: 90 };

const $ = (id) => document.getElementById(id);
const ends = { java7: "java", c11: "c", lua53: "lua", php73: "php", json: "json" };

class Page {
  async start() {
    this.service = new Service(...(await Promise.all([partOf("module"), partOf("worker")])));
    const onGrammar = () => this.later("grammar", () => this.takeGrammar(true));
    this.yacc = new Editor($("yacc"), "Yacc file", { isFile: true, onChange: onGrammar });
    this.lex = new Editor($("lex"), "Lex file", { isFile: true, onChange: onGrammar });
    this.input = new Editor($("input"), "Input", {
      onChange: () => this.later("input", () => this.parse()),
      onCursor: (at) => this.markTree(at),
    });
    this.panel = "Reports";
    this.error = 0;
    this.query = QUERY;
    this.timers = {};
    for (const name of RECOVERERS) $("recoverer").append(make("option", { textContent: name }));
    for (const name of PANELS) {
      $("tabs").append(make("button", { textContent: name, role: "tab", id: `tab-${name}`, onclick: () => this.choose(name) }));
    }
    $("grammar").onchange = () => this.chooseGrammar($("grammar").value);
    $("sample").onchange = () => this.chooseSample($("sample").value);
    $("recoverer").onchange = () => this.parse();
    // What goes wrong was said by then.
    const quietly = (then) => () => then().catch(() => {});
    $("stop").onclick = () => this.service.stop();
    $("share").onclick = quietly(() => this.share());
    $("save").onclick = quietly(() => this.save());
    $("load").onclick = () => $("file").click();
    $("file").onchange = quietly(() => this.load($("file").files[0]));
    addEventListener("hashchange", () => this.restore());
    $("tabs").onkeydown = (event) => this.moveTab(event);
    this.gallery = await this.ask({ ask: "gallery" });
    $("show-gallery").onclick = () => {
      if (!$("gallery")) document.body.append(gallery(this.gallery, (grammar, sample) => this.chooseGrammar(grammar, sample)));
      $("gallery").showModal();
    };
    for (const { name, title } of this.gallery) $("grammar").append(make("option", { textContent: name, title }));
    $("grammar").append(make("option", { textContent: OWN, hidden: true }));
    if (!(await this.restore())) await this.chooseGrammar("java7");
  }

  // Waits until nothing was typed for a while.
  later(what, then) {
    clearTimeout(this.timers[what]);
    this.timers[what] = setTimeout(then, PAUSE[what]);
  }

  async ask(question) {
    this.say("…");
    $("stop").disabled = false;
    try {
      const { answer, ms } = await this.service.ask(question);
      this.say(`${question.ask}: ${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
      return answer;
    } catch (error) {
      if (error.message !== SUPERSEDED) this.say(error.message.trim().split("\n")[0], true);
      throw error;
    } finally {
      $("stop").disabled = !this.service.busy;
    }
  }

  say(text, isWrong = false) {
    $("status").textContent = text;
    $("status").className = isWrong ? "wrong" : "";
  }

  async chooseGrammar(name, sample) {
    const grammar = this.gallery.find((one) => one.name === name);
    if (!grammar) return;
    this.grammar = grammar;
    this.model = null;
    $("grammar").value = name;
    this.yacc.text = grammar.yacc;
    this.lex.text = grammar.lex;
    const first = ["appendix-1.java", "appendix-1.lua", "appendix-1.php", "figure-2.txt"];
    const chosen = grammar.samples.find((one) => one.name === sample) ?? grammar.samples.find((one) => first.includes(one.name)) ?? grammar.samples[0];
    this.input.text = chosen.text;
    this.listSamples();
    $("sample").value = chosen.name;
    this.error = this.state = 0;
    await this.takeGrammar();
  }

  // The samples of the grammar, and which of them the input is.
  listSamples() {
    const samples = this.grammar?.samples ?? [];
    $("sample").replaceChildren(...samples.map((one) => make("option", { textContent: one.name })));
    $("sample").value = samples.find((one) => one.text === this.input.text)?.name ?? "";
  }

  async chooseSample(name) {
    const sample = this.grammar?.samples.find((one) => one.name === name);
    if (sample) await this.setInput(sample.text);
  }

  async setInput(text) {
    this.input.text = text;
    this.error = 0;
    await this.parse();
  }

  async takeGrammar(isEdited = false) {
    const [yacc, lex] = [this.yacc.text, this.lex.text];
    const isOwn = this.grammar === undefined || yacc !== this.grammar.yacc || lex !== this.grammar.lex;
    $("grammar").value = isOwn ? OWN : this.grammar.name;
    let told;
    try {
      told = await this.ask({ ask: "language", yacc, lex, model: this.model ?? this.grammar?.model ?? null });
    } catch (error) {
      if (error.message === SUPERSEDED) return;
      Object.assign(this, { ready: false, findings: [] });
      $("about-grammar").textContent = "(not built)";
      return this.showPanel();
    }
    if (isEdited && (yacc !== this.yacc.text || lex !== this.lex.text)) return;
    this.automaton = null;
    for (const [part, editor] of [["yacc", this.yacc], ["lex", this.lex]]) {
      const at = places(editor.text);
      const range = ({ offset, length, text }) => ({ from: at(offset), to: at(offset + length), insert: text });
      editor.diagnose(told.findings.filter((one) => one.part === part).map((one) => ({
        ...range(one), insert: undefined,
        severity: { error: "error", warning: "warning" }[one.severity] ?? "info",
        message: [one.title, ...one.notes].join("\n"),
        actions: one.fixes.map((fix) => ({ name: fix.title, apply: () => this.fix(fix.edits) })),
      })));
    }
    const wrong = told.findings.filter((one) => one.severity === "error").length;
    $("about-grammar").textContent = told.ready ? `(${counted(told.states, "state")})` : `(${counted(wrong, "error")})`;
    if (told.wrong_model && this.model) $("about-grammar").textContent += ` its model is left out: ${told.wrong_model}`;
    this.ready = told.ready;
    this.findings = told.findings;
    if (told.ready) return this.parse();
    $("grammar-files").open = true;
    $("about-input").textContent = "";
    this.input.diagnose([]);
    return this.showPanel();
  }

  // What is wrong with the grammar and the lexer, while they cannot be used.
  wrong() {
    if (this.findings.length === 0) {
      const again = make("button", { textContent: "Build it again", onclick: () => this.takeGrammar() });
      return make("p", {}, "The grammar was not built, as that was stopped. ", again);
    }
    const rows = this.findings.map(({ part, severity, title, offset, length, fixes }) => {
      const editor = part === "yacc" ? this.yacc : this.lex;
      const at = places(editor.text);
      const show = () => editor.show(at(offset), at(offset + length));
      const { number } = editor.view.state.doc.lineAt(at(offset));
      return make("li", {}, make("button", { className: "way", textContent: `${part === "yacc" ? "Yacc" : "lex"} file, line ${number}: ${severity}: ${title}`, onclick: show }),
        ...fixes.map((fix) => make("button", { className: "fix", textContent: fix.title, onclick: () => this.fix(fix.edits) })));
    });
    return make("div", {}, make("p", { className: "wrong", textContent: "The grammar or the lexer has errors; nothing can be parsed before they are fixed." }), make("ul", {}, ...rows));
  }

  // Makes the edits of a quick fix, which may be in both files.
  fix(edits) {
    for (const [part, editor] of [["yacc", this.yacc], ["lex", this.lex]]) {
      const at = places(editor.text);
      const own = edits.filter((edit) => edit.part === part);
      if (own.length > 0) editor.edit(own.map(({ offset, length, text }) => ({ from: at(offset), to: at(offset + length), insert: text })));
    }
  }

  get recoverer() {
    return $("recoverer").value;
  }

  async parse() {
    if (!this.ready) return;
    const text = this.input.text;
    const file = this.grammar ? $("sample").value || `input.${ends[this.grammar.name] ?? "txt"}` : "input";
    let parsed;
    try {
      parsed = await this.ask({ ask: "parse", file, text, recoverer: this.recoverer });
    } catch {
      return;
    }
    if (text !== this.input.text) return;
    this.parsed = parsed;
    this.text = text;
    this.at = places(text);
    const range = (offset, length) => [this.at(offset), this.at(offset + length)];
    this.input.colour(parsed.lexemes.map(([offset, length, , kind]) => [...range(offset, length), kind]));
    this.input.diagnose(parsed.json.errors.map((error) => {
      const [from, to] = range(error.place.offset, error.place.length);
      const helps = error.help.filter((help) => help.edits);
      return { from, to, severity: "error", message: error.title,
        actions: helps.map((help) => ({ name: help.text, apply: () => this.apply(help.edits) })) };
    }));
    $("about-input").textContent = parsed.count === 0 ? "no errors" : counted(parsed.count, "error");
    await this.showPanel();
  }

  // The errors at which something was searched.
  get searched() {
    return this.parsed.json.errors.filter((error, at) => this.parsed.searches[at] !== null);
  }

  // For each repair sequence of the error that is watched its edits.
  editsOfError() {
    return this.searched[this.error]?.edits ?? [];
  }

  showState(state) {
    this.state = state;
    return this.choose("States");
  }

  watch(error) {
    this.error = error;
    return this.choose("Search");
  }

  choose(name) {
    this.panel = name;
    return this.showPanel();
  }

  moveTab(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const to = PANELS[(PANELS.indexOf(this.panel) + by + PANELS.length) % PANELS.length];
    this.choose(to);
    $(`tab-${to}`).focus();
  }

  async showPanel() {
    for (const name of PANELS) {
      $(`tab-${name}`).ariaSelected = String(name === this.panel);
      $(`tab-${name}`).tabIndex = name === this.panel ? 0 : -1;
    }
    if (this.ready ? !this.parsed : !this.findings) return;
    const name = this.panel;
    const text = this.input.text;
    let shown;
    try {
      shown = await this.made(name, text);
    } catch {
      return;
    }
    // Something else may have been chosen or typed meanwhile.
    if (name !== this.panel || text !== this.input.text) return;
    $("panel").replaceChildren(shown);
    $("panel").dataset.panel = name;
  }

  async made(name, text) {
    if (!this.ready) return this.wrong();
    switch (name) {
      case "Tree":
        return panels.tree(this.parsed, this);
      case "Lexemes":
        return panels.lexemes(this.parsed, this);
      case "Query":
        return this.queried(text);
      case "States":
        this.automaton ??= await this.ask({ ask: "automaton" });
        return automaton(this.automaton, this);
      case "Compare":
        return panels.compare(await this.ask({ ask: "compare", text, recoverers: COMPARED }), this);
      case "Search":
        return this.searches(text);
      default:
        return panels.reports(this.parsed, this);
    }
  }

  async queried(text) {
    const ask = (query) => this.ask({ ask: "query", text, recoverer: this.recoverer, query });
    const { panel, find } = panels.query(this, ask);
    await find();
    return panel;
  }

  async searches(text) {
    const errors = this.searched;
    const numbers = this.parsed.searches.filter((number) => number !== null);
    if (errors.length === 0) return make("p", { className: "none", textContent: "No syntax errors: nothing was searched." });
    this.error = Math.min(this.error, errors.length - 1);
    const choice = make("select", { ariaLabel: "error", onchange: () => this.watch(Number(choice.value)) });
    for (const [number, error] of errors.entries()) {
      choice.append(make("option", { value: number, textContent: `${error.place.line}:${error.place.column} ${error.title}`, selected: number === this.error }));
    }
    const found = await this.ask({ ask: "search", text, recoverer: this.recoverer, error: numbers[this.error] });
    return make("div", {}, make("p", {}, "At the error ", choice), search(found, this));
  }

  textAt(offset, length) {
    return this.text.slice(this.at(offset), this.at(offset + length));
  }

  show(offset, length) {
    this.input.show(this.at(offset), this.at(offset + length));
  }

  apply(edits) {
    this.input.edit(edits.map(({ offset, length, text }) => ({ from: this.at(offset), to: this.at(offset + length), insert: text })));
  }

  markTree(at) {
    if (this.panel !== "Tree" || !this.at) return;
    let here = null;
    for (const row of $("panel").querySelectorAll(".tree div")) {
      row.classList.remove("here");
      if (this.at(Number(row.dataset.from)) <= at && at < this.at(Number(row.dataset.to))) here = row;
    }
    here?.classList.add("here");
    here?.scrollIntoView({ block: "nearest" });
  }

  async share() {
    const isOwn = $("grammar").value === OWN;
    const state = { grammar: this.grammar?.name, input: this.input.text, recoverer: this.recoverer, panel: this.panel, error: this.error, state: this.state, query: this.query };
    if (isOwn) Object.assign(state, { yacc: this.yacc.text, lex: this.lex.text });
    const hash = `#${await packed(state)}`;
    if (hash.length > LONGEST) return this.say("that is too much for an address; 'Save as test' makes a file", true);
    history.replaceState(null, "", hash);
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    this.say("the address has it all");
  }

  async restore() {
    if (location.hash.length < 2) return false;
    let state;
    try {
      state = await unpacked(location.hash.slice(1));
    } catch {
      this.say("the address is not one of this page", true);
      return false;
    }
    const grammar = this.gallery.find((one) => one.name === state.grammar);
    this.grammar = grammar;
    this.yacc.text = state.yacc ?? grammar?.yacc ?? "";
    this.lex.text = state.lex ?? grammar?.lex ?? "";
    this.input.text = state.input ?? "";
    this.listSamples();
    $("recoverer").value = RECOVERERS.includes(state.recoverer) ? state.recoverer : RECOVERERS[0];
    this.panel = PANELS.includes(state.panel) ? state.panel : PANELS[0];
    this.error = Number(state.error) || 0;
    this.state = Number(state.state) || 0;
    this.query = typeof state.query === "string" ? state.query : QUERY;
    await this.takeGrammar();
    return true;
  }

  async save() {
    const name = $("sample").value || "a case";
    const text = await this.ask({ ask: "save", name, text: this.input.text });
    const link = make("a", { download: `${name}.case`, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
    link.click();
  }

  async load(file) {
    if (!file) return;
    const text = await file.text();
    $("file").value = "";
    if (file.name.endsWith(".ngram")) {
      this.model = text;
      return this.takeGrammar();
    }
    const found = await this.ask({ ask: "load", case: text });
    this.model = found.model;
    this.grammar = this.gallery.find((one) => one.yacc === found.yacc && one.lex === found.lex);
    if (found.yacc !== null) this.yacc.text = found.yacc;
    if (found.lex !== null) this.lex.text = found.lex;
    this.input.text = found.input ?? "";
    this.listSamples();
    await this.takeGrammar();
  }
}

window.page = new Page();
window.page.start().catch((error) => window.page.say(error.message, true));
