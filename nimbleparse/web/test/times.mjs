// How long the page takes: to the first repair shown, and to parse again after the grammar was edited. Medians of seven.

import { PAGE, browser, skip } from "./browser.mjs";
import { pathToFileURL } from "node:url";
import { statSync } from "node:fs";

const ROUNDS = 7;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

if (skip) {
  console.log(`skipped: ${skip}`);
} else {
  const chrome = await browser();
  const first = [], again = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await chrome.newPage();
    await page.addInitScript(() => {
      const shown = () => {
        if (!window.firstRepair && document.getElementById("shown")) window.firstRepair = performance.now();
      };
      new MutationObserver(shown).observe(document, { childList: true, subtree: true });
    });
    await page.goto(pathToFileURL(PAGE).href);
    await page.waitForFunction(() => window.firstRepair);
    first.push(await page.evaluate(() => window.firstRepair));
    again.push(await page.evaluate(async () => {
      const { service, yacc, lex, input, recoverer } = window.page;
      const [grammar, rules, text] = [`${yacc.text}\n`, lex.text, input.text];
      const from = performance.now();
      await service.ask({ ask: "language", yacc: grammar, lex: rules, model: "java7" });
      await service.ask({ ask: "parse", file: "a.java", text, recoverer });
      return performance.now() - from;
    }));
    await page.close();
  }
  await chrome.close();
  console.log(`size ${(statSync(PAGE).size / 1e6).toFixed(2)} MB, first repair ${Math.round(median(first))} ms, Java's grammar edited and a file repaired again ${Math.round(median(again))} ms`);
}
