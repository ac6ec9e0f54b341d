// The page's module answers as the program does, on every sample of every built-in grammar: reports byte for byte, repairs, edits.

import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const MODULE = join(import.meta.dirname, "../target/wasm32-unknown-unknown/release/nimbleparse_web.wasm");
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

// What depends on the machine's clock.
const timeless = (told) => ({ ...told, timings_ms: null, errors: told.errors.map((error) => ({ ...error, recovery_ms: null })), covered: told.covered.map((error) => ({ ...error, recovery_ms: null })) });

test("the module and the program say the same of all samples", { skip, timeout: 1_200_000 }, async () => {
  execFileSync("cargo", ["build", "--release", "-q", "-p", "nimbleparse"], { cwd: ROOT, stdio: "inherit" });
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const program = join(target, "release", "nimbleparse");
  const ask = await service();
  let count = 0;
  for (const { name, yacc, lex, model } of ask({ ask: "gallery" })) {
    assert.equal(ask({ ask: "language", yacc, lex, model }).ready, true, name);
    for (const file of samples(name)) {
      const text = readFileSync(join(ROOT, file), "utf8").replace(/^\ufeff/, "");
      const run = (...options) => spawnSync(program, ["--grammar", name, "--color", "never", ...options, file], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
      const answer = ask({ ask: "parse", file, text, recoverer: "restart" });
      assert.equal(answer.shown, run("-q").stderr, file);
      assert.deepEqual(timeless(answer.json), timeless(JSON.parse(run("--format", "json").stdout)), file);
      count += 1;
    }
  }
  assert.ok(count > 200, `${count} samples`);
});
