// What needs neither a browser nor the built page.

import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { clicked } from "../page/text.js";

const FOLDER = join(import.meta.dirname, "..");

test("what is clicked by Enter leaves all other keys to the browser", () => {
  let count = 0;
  const then = () => (count++, false);
  const element = clicked({ setAttribute(name, value) { this[name] = value; } }, then);
  assert.deepEqual([element.tabindex, element.role], ["0", "button"]);
  for (const key of ["Tab", "Shift", "ArrowDown", "PageDown", "a", "Enter"]) {
    // An event is cancelled by a handler that returns false.
    assert.notEqual(element.onkeydown({ key }), false, key);
  }
  assert.notEqual(element.onclick({}), false);
  assert.equal(count, 2);
});

test("no handler of the page is a condition, whose false would cancel the event", () => {
  for (const file of readdirSync(join(FOLDER, "page")).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(FOLDER, "page", file), "utf8");
    assert.doesNotMatch(text, /\bon[a-z]+(:| =) \([^()]*\) => [^{\n]*&&/, file);
  }
});

test("the module is where cargo puts it, CARGO_TARGET_DIR or not", () => {
  const built = (target) => {
    const env = { ...process.env, CARGO_TARGET_DIR: target };
    if (target === undefined) delete env.CARGO_TARGET_DIR;
    const script = "import('./target.mjs').then(({ MODULE }) => console.log(MODULE))";
    return execFileSync(process.execPath, ["-e", script], { cwd: FOLDER, env, encoding: "utf8" }).trim();
  };
  const rest = "wasm32-unknown-unknown/release/nimbleparse_web.wasm";
  assert.equal(built(undefined), join(FOLDER, "target", rest));
  assert.equal(built("elsewhere"), join(FOLDER, "elsewhere", rest));
  assert.equal(built("/somewhere"), join("/somewhere", rest));
});
