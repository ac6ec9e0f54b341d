// Builds the page: dist/nimbleparse.html, one file that loads nothing.
//
// Needs Rust with the target wasm32-unknown-unknown, and 'npm install' in this folder.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync, constants } from "node:zlib";
import { MODULE, TARGET } from "./target.mjs";

process.chdir(import.meta.dirname);

function fail(message) {
  console.error(message);
  process.exit(1);
}

const cargo = process.env.CARGO ?? "cargo";
const libraries = execFileSync(process.env.RUSTC ?? "rustc", ["--print", "target-libdir", "--target", TARGET], { encoding: "utf8" }).trim();
if (!existsSync(libraries)) fail(`Rust has no target ${TARGET} here: 'rustup target add ${TARGET}' gets it.`);
if (!existsSync("node_modules/esbuild")) fail("The packages of the page are missing: 'npm install' gets them.");

const built = spawnSync(cargo, ["build", "--release", "--lib", "--target", TARGET], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 1);
const { build } = await import("esbuild");
const script = async (file) => {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, minify: true, format: "iife", target: "es2022", write: false });
  return outputFiles[0].text;
};
const module = readFileSync(MODULE);
const packed = (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).toString("base64");
const parts = {
  STYLE: readFileSync("page/style.css", "utf8"),
  MODULE: packed(module),
  WORKER: packed(await script("page/worker.js")),
  SCRIPT: packed(await script("page/main.js")),
  START: await script("page/start.js"),
};
const page = readFileSync("page/index.html", "utf8").replaceAll(/\/\*([A-Z]+)\*\//g, (mark, name) => parts[name] ?? mark);
mkdirSync("dist", { recursive: true });
writeFileSync("dist/nimbleparse.html", page);
const kib = (text) => `${Math.round(text.length / 1024)} KiB`;
console.log(`dist/nimbleparse.html: ${kib(page)}, of which the module ${kib(parts.MODULE)} (${kib(module)} unpacked), scripts ${kib(parts.SCRIPT)}`);
