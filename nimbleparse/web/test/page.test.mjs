// The page in a browser: each panel, typing, repairs that are clicked, grammars, the address, a small screen.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { browser, open, settled, skip } from "./browser.mjs";

let chrome;
before(async () => {
  if (!skip) chrome = await browser();
});
after(() => chrome?.close());

const check = (name, run) =>
  test(name, { skip }, async () => {
    const opened = await open(chrome);
    await run(opened.page);
    assert.deepEqual(opened.wrong, []);
    await opened.page.close();
  });
const tab = async (page, name) => {
  await page.click(`#tab-${name}`);
  await page.waitForSelector(`#panel[data-panel=${name}]`, { timeout: 60_000 });
};
const inputOf = (page) => page.evaluate(() => window.page.input.text);
// What somebody types over all that an editor has.
async function type(page, editor, text) {
  await page.click(`#${editor} .cm-content`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await settled(page);
}

// A grammar with so many levels of operators, which takes a while to build.
function slowGrammar(levels) {
  const at = (text) => Array.from({ length: levels }, (_, level) => text(level)).join("");
  const yacc = `%%\n${at((level) => `L${level}: L${level} 'o${level}' L${level + 1} | L${level + 1};\n`)}L${levels}: 'X' | '(' L0 ')';\n`;
  return [yacc, `%%\n${at((level) => `o${level}; 'o${level}'\n`)}X 'X'\n\\( '('\n\\) ')'\n`];
}

check("the first sample is reported as the command line does, and a click mends it", async (page) => {
  assert.match(await page.textContent("#shown"), /error: .*\n --> appendix-1\.java:2:/);
  const before = await inputOf(page);
  await page.click(".report li button >> nth=0");
  await settled(page);
  assert.notEqual(await inputOf(page), before);
  assert.equal(await page.textContent("#panel"), "No errors.");
});

check("what comes after a report's title is reached by Tab", async (page) => {
  await page.focus(".report .title >> nth=0");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".report .title")), null);
  assert.ok(await page.evaluate(() => document.activeElement.closest(".report") !== null));
});

check("a repair sequence is clicked, and all errors are fixed at once", async (page) => {
  await type(page, "input", "class C {\n  int x = 1 + ;\n  void m( {}\n}\n");
  assert.equal(await page.textContent("#about-input"), "2 errors");
  await page.click(".report summary >> nth=0");
  // More are listed when they are asked for.
  const listed = await page.locator(".report >> nth=0 >> .repair").count();
  await page.click(".report .more >> nth=0");
  assert.ok((await page.locator(".report >> nth=0 >> .repair").count()) > listed);
  await page.click(".report .repair button >> nth=0");
  await settled(page);
  assert.equal(await page.textContent("#about-input"), "1 error");
  await page.click("#mend-all");
  await settled(page);
  assert.equal(await page.textContent("#about-input"), "no errors");
});

check("typing is diagnosed, with places after characters of several bytes", async (page) => {
  await page.selectOption("#grammar", "json");
  await settled(page);
  await type(page, "input", '["é", "漢😀", 1, 2');
  assert.equal(await page.textContent("#about-input"), "1 error");
  const marked = await page.$$eval("#input .cm-lintRange-error, #input .cm-lintPoint-error", (all) => all.map((one) => one.textContent));
  assert.ok(marked.length > 0);
  await page.click("#mend-all");
  await settled(page);
  assert.equal(await inputOf(page), '["é", "漢😀", 1, 2]');
});

check("a query finds nodes, and says what is wrong with it", async (page) => {
  await page.selectOption("#grammar", "json");
  await settled(page);
  await type(page, "input", '{"a": [1, 22]}');
  await tab(page, "Query");
  await page.fill("#query", "(NUMBER) @number");
  await page.waitForFunction(() => document.querySelectorAll("#found tr").length === 3);
  assert.deepEqual(await page.locator("#found td:last-child").allTextContents(), ["1", "22"]);
  await page.fill("#query", "(NUMBR) @number");
  await page.waitForSelector("#found .wrong");
  assert.match(await page.textContent("#found"), /NUMBER/);
});

check("the search is drawn, played, and asked about", async (page) => {
  await page.selectOption("#grammar", "figure2");
  await settled(page);
  await tab(page, "Search");
  await page.waitForSelector(".map .kept");
  assert.match(await page.textContent("#story"), /at 3\. The search began 1 lexeme before it, and expanded \d+ configurations .*cost 2 \(1 for each token inserted or deleted.*\)\..* 5 repair sequences, the best being Insert \+, Shift 3, Delete \+/);
  assert.match(await page.textContent("#configuration"), /By: shift 2, insert \+, shift 3, delete \+/);
  // Each sequence has its way, which ends in an answer; another is lit when it is pointed at.
  const ways = page.locator("#sequences button.way");
  assert.equal(await ways.count(), 5);
  const lit = await page.getAttribute(".map .path", "d");
  await ways.nth(1).hover();
  assert.notEqual(await page.getAttribute(".map .path", "d"), lit);
  assert.deepEqual(await page.locator(".map .steps text").allTextContents(), ["− 3", "− +"]);
  await page.click(".map .merged >> nth=0");
  assert.match(await page.textContent("#configuration"), /reached in \d+ ways and merged.*By: (insert|delete|shift).*Merged here: /);
  await page.focus(".map svg");
  const before = await page.textContent("#configuration");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.textContent("#configuration"), before);
  await page.click("#play");
  await page.waitForFunction(() => document.querySelectorAll(".map .later").length > 0);
  await page.waitForFunction(() => document.getElementById("play").textContent === "Play", null, { timeout: 30_000 });
  assert.equal(await page.locator(".map .later").count(), 0);
});

check("phases are drawn apart, with what their bounds cut, and a state of a stack leads to the automaton", async (page) => {
  await page.selectOption("#sample", "appendix-2.java");
  await settled(page);
  await tab(page, "Search");
  await page.waitForSelector(".map .dropped");
  const phases = page.locator(".phases button");
  assert.equal(await phases.count(), 2);
  assert.equal(await phases.nth(0).textContent(), "Phase 1: next lexeme, 400 configurations");
  assert.match(await phases.nth(1).textContent(), /^Phase 2: [\w ]+, \d+ configurations, the answer$/);
  const numbers = async () => (await page.locator(".legend .number").allTextContents()).filter((text) => text !== "").map((text) => Number(text.replaceAll(",", "")));
  const drawn = (name) => page.locator(`.map .${name}`).count();
  for (const at of [1, 0]) {
    await phases.nth(at).click();
    const [ordinary, merged, waiting, dropped, success, kept] = await numbers();
    assert.deepEqual([ordinary, merged, waiting, dropped, success, kept], [await drawn("ordinary"), await drawn("merged"), await drawn("waiting"), await drawn("dropped"), await drawn("success"), await drawn("kept")]);
    assert.equal(await page.locator(".map [data-at]").count(), ordinary + waiting + dropped + success + kept);
  }
  // Played, they come one after another.
  const pressed = (at) => page.waitForSelector(`.phases button:nth-child(${at})[aria-pressed=true]`);
  await phases.nth(1).click();
  await page.click("#play");
  await pressed(1);
  await pressed(2);
  await page.waitForFunction(() => document.getElementById("play").textContent === "Play", null, { timeout: 30_000 });
  await page.click(".map .ordinary >> nth=5");
  const state = await page.textContent("#configuration .state >> nth=0");
  await page.click("#configuration .state >> nth=0");
  await page.waitForSelector("#state .graph");
  assert.match(await page.textContent("#state h2"), new RegExp(`State ${state} `));
});

check("the second error of a text has its own search", async (page) => {
  await type(page, "input", "class C {\n  int x = 1 + ;\n  void m( {}\n}\n");
  await page.click("text=Watch the search >> nth=1");
  await page.waitForSelector(".map .kept");
  assert.match(await page.textContent("#story"), /parser stopped at \{/);
});

check("the tree is linked to the text", async (page) => {
  await tab(page, "Tree");
  const missing = await page.locator(".tree .missing, .tree .error").count();
  assert.ok(missing > 0);
  await page.click(".tree .token >> nth=1");
  assert.equal(await page.textContent("#input .t-shown"), "C");
  await page.click("#input .cm-line >> nth=1");
  assert.ok((await page.locator(".tree .here").count()) === 1);
  const before = await page.textContent(".tree .here");
  await page.focus(".tree");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.textContent(".tree .here"), before);
});

check("lexemes, states and all recoverers side by side are shown", async (page) => {
  await tab(page, "Lexemes");
  assert.match(await page.textContent("#panel"), /class/);
  await tab(page, "States");
  await page.waitForSelector("#state table");
  assert.match(await page.textContent("#state"), /•/);
  // A neighbour is clicked, and it leads back.
  await page.click("#state .card:not(.here) >> nth=0");
  await page.waitForFunction(() => /State 1 /.test(document.querySelector("#state h2").textContent));
  assert.match(await page.textContent("#state code"), /CompilationUnit/);
  assert.equal(await page.locator('#state .card[aria-label="state 0"]').count(), 1);
  await page.fill("#panel input[type=search]", '"while" •');
  await page.click(".found button >> nth=0");
  await page.waitForFunction(() => /"while" •/.test(document.querySelector("#state .graph .here").textContent));
  await tab(page, "Compare");
  assert.deepEqual(await page.$$eval("#compare tr:first-child strong", (all) => all.map((one) => one.textContent)), ["restart", "cpctplus", "panic", "corchuelo"]);
});

check("a grammar with conflicts is explained, a wrong one is reported, and mended by typing", async (page) => {
  await page.selectOption("#grammar", "calc");
  await settled(page);
  await page.click("#grammar-files summary");
  await type(page, "yacc", "%%\nE: E '+' E | 'INT';\n");
  await type(page, "lex", "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ ]+ ;\n");
  await tab(page, "States");
  await page.waitForSelector(".conflict");
  assert.match(await page.textContent(".conflict"), /shift\/reduce/i);
  await type(page, "yacc", "%%\nE: F '+' E | 'INT';\n");
  assert.match(await page.textContent("#panel"), /F/);
  assert.ok((await page.locator("#yacc .cm-lintRange-error").count()) > 0);
  await type(page, "yacc", "%left '+'\n%%\nE: E '+' E | 'INT';\n");
  await tab(page, "States");
  await page.waitForSelector("#panel .none");
  await page.fill("#panel input[type=search]", "E \"+\" E •");
  await page.click(".found button >> nth=0");
  await page.waitForSelector("#decided");
  assert.match(await page.textContent("#decided"), /"\+".*first is reduced.*E: E "\+" E/);
  await type(page, "input", "1 + + 2");
  assert.equal(await page.textContent("#about-input"), "1 error");
  assert.equal(await page.inputValue("#grammar"), "(own)");
});

check("the address restores grammar, lexer, input and panel", async (page) => {
  await page.selectOption("#grammar", "json");
  await settled(page);
  await type(page, "input", "[1 2]");
  await page.click("#grammar-files summary");
  const yacc = (await page.evaluate(() => window.page.yacc.text)) + "\n// changed\n";
  await type(page, "yacc", yacc);
  await tab(page, "Tree");
  await page.click("#share");
  await settled(page);
  const hash = await page.evaluate(() => location.hash);
  const again = await open(chrome, { hash });
  assert.equal(await inputOf(again.page), "[1 2]");
  assert.equal(await again.page.evaluate(() => window.page.yacc.text), yacc);
  assert.equal(await again.page.getAttribute("#panel", "data-panel"), "Tree");
  assert.equal(await again.page.inputValue("#grammar"), "(own)");
  assert.deepEqual(again.wrong, []);
  await again.page.close();
});

check("a wrong address is said, and the page works", async (page) => {
  await page.evaluate(() => {
    location.hash = "#nonsense";
  });
  await page.waitForFunction(() => document.getElementById("status").className === "wrong");
  assert.match(await page.textContent("#shown"), /error/);
});

check("a case is saved and loaded", async (page) => {
  await page.selectOption("#grammar", "figure2");
  await settled(page);
  const input = await inputOf(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const file = await download.path();
  assert.match(readFileSync(file, "utf8"), /^=== .*\n--- grammar\n/);
  await page.selectOption("#grammar", "json");
  await settled(page);
  await page.setInputFiles("#file", file);
  await settled(page);
  assert.equal(await inputOf(page), input);
  assert.equal(await page.inputValue("#grammar"), "figure2");
});

check("what takes long is stopped, and the page goes on", async (page) => {
  await page.selectOption("#grammar", "java7");
  await settled(page);
  await page.evaluate(() => {
    window.page.input.edit([{ from: 0, insert: "class A { void m() { f(1 2 3; if (a) b(); ) else } }\n".repeat(20_000) }]);
  });
  await page.waitForFunction(() => window.page.service.busy);
  await page.click("#stop");
  await page.selectOption("#recoverer", "restart");
  await page.selectOption("#sample", "appendix-1.java");
  await settled(page);
  assert.equal(await page.textContent("#about-input"), "1 error");
});

check("a question that became needless does not keep others waiting", async (page) => {
  await page.selectOption("#grammar", "java7");
  await settled(page);
  const setInput = (text) => page.evaluate((text) => {
    const { input } = window.page;
    input.edit([{ from: 0, to: input.view.state.doc.length, insert: text }]);
  }, text);
  await setInput("class A { void m() { f(1 2 3; if (a) b(); ) else } }\n".repeat(40_000));
  await page.waitForFunction(() => window.page.service.busy);
  await page.waitForTimeout(700);
  const worker = await page.evaluateHandle(() => window.page.service.worker);
  await setInput("class A { int x; }\n");
  await page.waitForFunction(() => document.getElementById("about-input").textContent === "no errors");
  assert.equal(await page.evaluate((worker) => window.page.service.worker === worker, worker), false);
});

check("a quick fix of a grammar is made, by keyboard as well", async (page) => {
  await page.selectOption("#grammar", "calc");
  await settled(page);
  await page.click("#grammar-files summary");
  await type(page, "lex", "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ \\n]+ ;\n");
  await type(page, "yacc", "%%\nExpr: Exprr '+' 'INT' | 'INT';\n");
  await page.keyboard.press("ControlOrMeta+Shift+M");
  await page.click("#yacc .cm-panel-lint .cm-diagnosticAction >> nth=0");
  await settled(page);
  assert.equal(await page.evaluate(() => window.page.yacc.text), "%%\nExpr: Expr '+' 'INT' | 'INT';\n");
  assert.match(await page.textContent("#about-grammar"), /5 states/);
  // The panels offer it as well.
  await type(page, "yacc", "%%\nExpr: Exprr '+' 'INT' | 'INT';\n");
  await page.click("#panel .fix >> nth=0");
  await settled(page);
  assert.match(await page.textContent("#about-grammar"), /5 states/);
});

check("a grammar that is stopped is not built, and can be built again", async (page) => {
  const [yacc, lex] = slowGrammar(700);
  await page.evaluate(([yacc, lex]) => {
    window.page.lex.text = lex;
    window.page.yacc.edit([{ from: 0, to: window.page.yacc.view.state.doc.length, insert: yacc }]);
  }, [yacc, lex]);
  await page.waitForFunction(() => window.page.service.busy);
  await page.click("#stop");
  await page.waitForSelector("text=Build it again");
  await tab(page, "Lexemes");
  assert.match(await page.textContent("#panel"), /was not built/);
  await page.click("text=Build it again");
  await page.waitForFunction(() => /^\([\d,]+ states\)$/.test(document.getElementById("about-grammar").textContent), null, { timeout: 120_000 });
});

check("of a wrong grammar no panel shows what was before", async (page) => {
  await page.click("#grammar-files summary");
  await type(page, "yacc", "%%\nA: B;\n");
  for (const name of ["Reports", "Search", "Tree", "Query", "Lexemes", "States", "Compare"]) {
    await tab(page, name);
    assert.match(await page.textContent("#panel"), /Yacc file, line 2: error: unknown symbol 'B'/, name);
  }
  assert.equal(await page.textContent("#about-input"), "");
});

check("a sample of the gallery is one click", async (page) => {
  await page.click("#show-gallery");
  assert.ok((await page.locator("#gallery .of-paper").count()) > 10);
  await page.click("#gallery section:has(h3:text-is('lua53')) button:text-is('appendix-1')");
  await settled(page);
  assert.equal(await page.inputValue("#grammar"), "lua53");
  assert.equal(await page.inputValue("#sample"), "appendix-1.lua");
  assert.equal(await page.locator("#gallery[open]").count(), 0);
});

check("what cannot be loaded, or is too much for an address, is said", async (page) => {
  await page.setInputFiles("#file", { name: "a.case", mimeType: "text/plain", buffer: Buffer.from("no case") });
  await page.waitForFunction(() => document.getElementById("status").className === "wrong");
  const noise = Array.from({ length: 200_000 }, (_, at) => `x${(at * 2_654_435_761) % 4_294_967_291}`).join(" ");
  await page.evaluate((text) => window.page.input.edit([{ from: 0, insert: text }]), noise);
  await settled(page);
  await page.click("#share");
  await page.waitForFunction(() => /too much for an address/.test(document.getElementById("status").textContent));
  assert.equal(await page.evaluate(() => location.hash), "");
});

check("everything that can be clicked can be reached by keyboard, and has a name", async (page) => {
  for (const name of ["Reports", "Search", "Tree", "Query", "Lexemes", "States", "Compare"]) {
    await tab(page, name);
    await settled(page);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, select, input:not([hidden]), [tabindex='0']")]
      .filter((one) => !(one.ariaLabel || one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length || one.title))
      .map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(unnamed, [], name);
    const unreached = await page.evaluate(() => [...document.querySelectorAll("#panel *")]
      .filter((one) => one.onclick && one.tabIndex < 0 && !one.closest("[tabindex='0']:not(#panel)")).map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(unreached, [], name);
  }
});

check("the keyboard goes through the panels", async (page) => {
  await page.focus("#tab-Reports");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#panel[data-panel=Search]");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-Search");
});

test("a small screen shows everything below one another, without scrolling sideways", { skip }, async () => {
  const { page, wrong } = await open(chrome, { viewport: { width: 390, height: 800 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  assert.deepEqual(wrong, []);
  await page.close();
});
