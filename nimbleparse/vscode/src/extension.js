// The client: starts the server, and shows what the program 'nimbleparse' says of a file.
"use strict";

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

// What VS Code calls the files of built-in languages.
const BUILTIN = { c11: "c", java7: "java", json: "json", lua53: "lua", php73: "php" };

let client;

function setting(name) {
  return vscode.workspace.getConfiguration("nimbleparse").get(name);
}

function start() {
  const builtin = setting("builtin");
  const languages = ["yacc", "lex", ...builtin.map((name) => BUILTIN[name]).filter(Boolean)];
  const selector = languages.flatMap((language) => [
    { scheme: "file", language },
    { scheme: "untitled", language },
  ]);
  selector.push(...setting("files").map((pattern) => ({ scheme: "file", pattern })));
  const server = { command: setting("server"), transport: TransportKind.stdio };
  const options = { documentSelector: selector, initializationOptions: { builtin } };
  client = new LanguageClient("nimbleparse", "nimbleparse", server, options);
  return client.start();
}

// The lex and the Yacc file of a file's language, if a nimbleparse.json in a folder above names it.
function filesOf(file) {
  const ending = path.extname(file).slice(1);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    try {
      const { languages } = JSON.parse(fs.readFileSync(path.join(folder, "nimbleparse.json"), "utf8"));
      const found = languages.find((language) => language.endings.includes(ending));
      if (found) return [path.join(folder, found.lexer), path.join(folder, found.grammar)];
    } catch {
      // There is none, or the server says what is wrong with it.
    }
    if (folder === path.dirname(folder)) return [];
  }
}

// Runs the program on the file in the active editor, as it is on disk. 'args' makes the arguments of its path.
async function run(args) {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || document.uri.scheme !== "file") {
    vscode.window.showErrorMessage("nimbleparse: open a file first");
    return undefined;
  }
  await document.save();
  const file = document.uri.fsPath;
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 28, cwd: path.dirname(file) };
    execFile(setting("program"), args(file), options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        vscode.window.showErrorMessage(`nimbleparse: cannot run '${setting("program")}': ${error.message}`);
        resolve(undefined);
      } else {
        resolve({ stdout, stderr });
      }
    });
  });
}

async function showTree() {
  const said = await run((file) => ["--dump", "syntax", ...filesOf(file), file]);
  if (!said) return;
  const content = said.stdout || said.stderr;
  const document = await vscode.workspace.openTextDocument({ content });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

// Shows a file that the program writes, or what it says instead.
async function showWritten(title, name, args, page) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nimbleparse-"));
  const written = path.join(folder, name);
  const said = await run((file) => args(written, file));
  if (said && fs.existsSync(written)) {
    const options = { enableScripts: true };
    const panel = vscode.window.createWebviewPanel("nimbleparse", title, vscode.ViewColumn.Beside, options);
    panel.webview.html = page(fs.readFileSync(written, "utf8"));
  } else if (said) {
    vscode.window.showInformationMessage(`nimbleparse: ${said.stderr.trim() || "there is nothing to show"}`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
}

function showStates() {
  // Of a lex file the states are those of its grammar.
  const yacc = (file) => file.replace(/\.l$/, ".y").replace(/\.ll$/, ".yy").replace(/\.lex$/, ".yacc");
  return showWritten("States", "states.html", (to, file) => ["--report", to, yacc(file)], (html) => html);
}

function showSearch() {
  const page = (svg) => `<!DOCTYPE html><html><body style="background: white">${svg}</body></html>`;
  const args = (to, file) => ["--search-graph", to, "--quiet", ...filesOf(file), file];
  return showWritten("Search for Repairs", "search.svg", args, page);
}

function activate(context) {
  const commands = {
    "nimbleparse.showTree": showTree,
    "nimbleparse.showStates": showStates,
    "nimbleparse.showSearch": showSearch,
    "nimbleparse.restart": () => client?.restart(),
  };
  for (const [name, command] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command));
  }
  return start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
