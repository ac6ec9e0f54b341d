// The page's module answers as the program does, on every sample of every built-in grammar and with each recoverer that the page compares:
// reports byte for byte, repairs, edits. A search that is traced finds what others do.

import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { MODULE } from "../target.mjs";

const ROOT = join(import.meta.dirname, "../../..");
const skip = existsSync(MODULE) ? false : "the module is not built: 'npm run build'";

async function service() {
  const { instance } = await WebAssembly.instantiate(readFileSync(MODULE), {});
  const { memory, question, answer, answer_at } = instance.exports;
  return (asked) => {
    const bytes = new TextEncoder().encode(JSON.stringify(asked));
    const at = question(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer_at(), length)));
  };
}

function samples(grammar) {
  const files = ["bad", "ok"].flatMap((kind) => {
    const folder = join(ROOT, "grammars", grammar, kind);
    return existsSync(folder) ? readdirSync(folder).map((name) => join("grammars", grammar, kind, name)) : [];
  });
  const isText = (file) => {
    const bytes = readFileSync(join(ROOT, file));
    return Buffer.from(bytes.toString("utf8")).equals(bytes);
  };
  return files.sort().filter(isText);
}

const RECOVERERS = ["restart", "cpctplus", "panic", "corchuelo"];

// What depends on the machine's clock.
const withoutTime = (error) => ({ ...error, recovery_ms: null });
const timeless = (told) => ({ ...told, timings_ms: null, errors: told.errors.map(withoutTime), covered: told.covered.map(withoutTime) });

test("the module and the program say the same of all samples, with each recoverer", { skip, timeout: 1_200_000 }, async () => {
  execFileSync("cargo", ["build", "--release", "-q", "-p", "nimbleparse"], { cwd: ROOT, stdio: "inherit" });
  const target = resolve(ROOT, process.env.CARGO_TARGET_DIR || "target");
  const program = join(target, "release", "nimbleparse");
  const ask = await service();
  let count = 0;
  for (const { name, yacc, lex, model } of ask({ ask: "gallery" })) {
    assert.equal(ask({ ask: "language", yacc, lex, model }).ready, true, name);
    const files = samples(name);
    const texts = files.map((file) => readFileSync(join(ROOT, file), "utf8").replace(/^\ufeff/, ""));
    for (const recoverer of RECOVERERS) {
      const run = (...options) => spawnSync(program, ["--grammar", name, "-r", recoverer, "--color", "never", ...options, ...files], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 30 });
      const lines = run("--format", "json").stdout.trimEnd().split("\n");
      assert.equal(lines.length, files.length);
      const answers = files.map((file, at) => ask({ ask: "parse", file, text: texts[at], recoverer }));
      for (const [at, answer] of answers.entries()) {
        assert.deepEqual(timeless(answer.json), timeless(JSON.parse(lines[at])), `${recoverer}: ${files[at]}`);
      }
      // Of several files the program says in the end how many there were, and of other repairs which option lists them.
      const said = run("-q").stderr.replace(/^\d+ files: .*\n$/m, "").replace(/^ += .*with '--style grmtools'\n/gm, "");
      assert.ok(answers.map((answer) => answer.shown).join("") === said, `${recoverer}: ${name}`);
      count += files.length;
    }
  }
  assert.ok(count > 4 * 200, `${count} samples`);
});

test("a traced search finds what others find", { skip, timeout: 600_000 }, async () => {
  const ask = await service();
  let count = 0;
  for (const { name, yacc, lex, model, samples } of ask({ ask: "gallery" })) {
    ask({ ask: "language", yacc, lex, model });
    for (const { name: file, text } of samples) {
      for (const recoverer of ["restart", "cpctplus"]) {
        const { json } = ask({ ask: "parse", file, text, recoverer });
        const errors = [...json.errors, ...json.covered].filter((error) => error.kind === "parse" && error.status !== "none");
        for (const error of errors.slice(0, 1)) {
          const found = ask({ ask: "search", text, recoverer, error: 0 });
          assert.deepEqual([found.cost, found.total, found.status], [error.cost, String(error.repairs_total), error.status], `${recoverer}: ${file}`);
          const { nodes, edges } = found.phases[found.answer]?.graph ?? { nodes: [], edges: [] };
          const steps = new Set(edges.map(([from, to]) => `${from} ${to}`));
          for (const { path, cost, text } of found.sequences.filter((one) => one.kind === "cheapest")) {
            assert.ok(path, `${recoverer}: ${file}: ${text}`);
            assert.ok(path.slice(1).every((to, at) => steps.has(`${path[at]} ${to}`)), text);
            assert.deepEqual([nodes[path.at(-1)][1], nodes[path.at(-1)][3]], [cost, "kept"], `${recoverer}: ${file}: ${text}`);
            count += 1;
          }
        }
      }
    }
  }
  assert.ok(count > 200, `${count} sequences`);
});
