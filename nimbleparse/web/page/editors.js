// The three editors: grammar, lexer, input.

import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";

const style = HighlightStyle.define([
  { tag: tags.keyword, class: "t-keyword" },
  { tag: tags.string, class: "t-string" },
  { tag: tags.comment, class: "t-comment" },
  { tag: tags.number, class: "t-number" },
]);

// Yacc and lex files, roughly: sections, declarations, literals, comments.
const files = StreamLanguage.define({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      state.comment = !stream.match(/.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/\/\/.*/)) return "comment";
    if (stream.match(/%[%{}]|%[A-Za-z_-]+/)) return "keyword";
    if (stream.match(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/)) return "string";
    if (stream.sol() && stream.match(/[A-Za-z_][\w.]*(?=\s*:)/)) return "number";
    stream.next();
    return null;
  },
});

const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    value = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMarks)) value = effect.value;
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const setShown = StateEffect.define();
const shown = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    value = transaction.docChanged ? Decoration.none : value;
    for (const effect of transaction.effects) {
      if (effect.is(setShown)) {
        const { from, to } = effect.value;
        value = from < to ? Decoration.set([Decoration.mark({ class: "t-shown" }).range(from, to)]) : Decoration.none;
      }
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  constructor(parent, label, { isFile, onChange, onCursor }) {
    this.isQuiet = false;
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.isQuiet) onChange();
      else if (update.selectionSet && !update.docChanged) onCursor?.(update.state.selection.main.head);
    });
    const extensions = [
      lineNumbers(), history(), drawSelection(), bracketMatching(), lintGutter(), marks, shown, listen,
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label }),
      ...(isFile ? [files, syntaxHighlighting(style)] : []),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  }

  // Line ends become those of the editor, as in what is typed.
  get text() {
    return this.view.state.doc.toString();
  }

  // Sets the text as the page, not as somebody who types: nothing is called.
  set text(text) {
    this.isQuiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.isQuiet = false;
  }

  // Makes edits, as somebody who types.
  edit(edits) {
    this.view.dispatch({ changes: edits });
    this.view.focus();
  }

  diagnose(diagnostics) {
    const length = this.view.state.doc.length;
    const inside = diagnostics.filter(({ from, to }) => from <= to && to <= length);
    this.view.dispatch(setDiagnostics(this.view.state, inside));
  }

  // Colours ranges, given in order as [from, to, class].
  colour(ranges) {
    const length = this.view.state.doc.length;
    const made = ranges
      .filter(([from, to]) => from < to && to <= length)
      .map(([from, to, name]) => Decoration.mark({ class: `t-${name}` }).range(from, to));
    this.view.dispatch({ effects: setMarks.of(Decoration.set(made)) });
  }

  // Shows a place, and moves there if `scroll` says so.
  show(from, to, scroll = true) {
    const effects = [setShown.of({ from, to })];
    if (scroll) effects.push(EditorView.scrollIntoView(from, { y: "center" }));
    this.view.dispatch({ effects });
  }
}
