// Where cargo puts the module of the page.

import { resolve } from "node:path";

export const TARGET = "wasm32-unknown-unknown";

// A relative CARGO_TARGET_DIR is one from the folder in which cargo runs: this one.
const folder = resolve(import.meta.dirname, process.env.CARGO_TARGET_DIR || "target");

export const MODULE = resolve(folder, TARGET, "release/nimbleparse_web.wasm");
