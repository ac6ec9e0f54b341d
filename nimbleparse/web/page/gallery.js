// The gallery: all built-in grammars with their samples, the paper's examples first, each one click.

import { make } from "./text.js";

const isOfPaper = (name) => /^(figure|appendix|section)-/.test(name);

// A dialog; `choose` is called with the names of a grammar and a sample.
export function gallery(grammars, choose) {
  const dialog = make("dialog", { id: "gallery" });
  const close = make("button", { textContent: "Close", onclick: () => dialog.close() });
  const hasPaper = ({ samples }) => samples.some((sample) => isOfPaper(sample.name));
  const parts = [...grammars].sort((a, b) => hasPaper(b) - hasPaper(a)).map(({ name, title, samples }) => {
    const sorted = [...samples].sort((a, b) => isOfPaper(b.name) - isOfPaper(a.name));
    const buttons = sorted.map((sample) => make("button", {
      textContent: sample.name.replace(/\.[^.]*$/, ""), className: isOfPaper(sample.name) ? "of-paper" : "",
      onclick: () => {
        dialog.close();
        choose(name, sample.name);
      },
    }));
    return make("section", {}, make("h3", { textContent: name }), make("span", { className: "soft", textContent: ` ${title}` }), make("div", {}, ...buttons));
  });
  dialog.append(make("div", { className: "top" }, make("h2", { textContent: "Gallery: broken inputs, in the end one without errors. The paper's examples are marked" }), close), ...parts);
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  return dialog;
}
