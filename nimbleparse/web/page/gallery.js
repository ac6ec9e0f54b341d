// The gallery: all built-in grammars with their samples, the paper's examples first, each one click.

import { make } from "./text.js";

const ABOUT = {
  java7: "Java 7", c11: "C11", lua53: "Lua 5.3", php73: "PHP 7.3", json: "JSON",
  figure2: "the grammar of the paper's Figure 2", calc: "the paper's calculator, with %avoid_insert", "calc-naive": "the calculator without %avoid_insert",
  "calc-errortoken": "the calculator with a token for what the lexer does not know",
};
const isOfPaper = (name) => /^(figure|appendix|section)-/.test(name);

// A dialog; `choose` is called with the names of a grammar and a sample.
export function gallery(grammars, choose) {
  const dialog = make("dialog", { id: "gallery" });
  const close = make("button", { textContent: "Close", onclick: () => dialog.close() });
  const hasPaper = ({ samples }) => samples.some((sample) => isOfPaper(sample.name));
  const parts = [...grammars].sort((a, b) => hasPaper(b) - hasPaper(a)).map(({ name, samples }) => {
    const sorted = [...samples].sort((a, b) => isOfPaper(b.name) - isOfPaper(a.name));
    const buttons = sorted.map((sample) => make("button", {
      textContent: sample.name.replace(/\.[^.]*$/, ""), className: isOfPaper(sample.name) ? "of-paper" : "",
      onclick: () => {
        dialog.close();
        choose(name, sample.name);
      },
    }));
    return make("section", {}, make("h3", { textContent: name }), make("span", { className: "soft", textContent: ` ${ABOUT[name] ?? ""}` }), make("div", {}, ...buttons));
  });
  dialog.append(make("div", { className: "top" }, make("h2", { textContent: "Gallery: broken inputs, in the end one without errors. The paper's examples are marked" }), close), ...parts);
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  return dialog;
}
