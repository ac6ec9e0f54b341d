// A browser with the page in it, for tests. Without a browser, or without the page, tests are skipped and say so.

import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { execFileSync } from "node:child_process";

export const PAGE = join(import.meta.dirname, "../dist/nimbleparse.html");

function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // The next one.
    }
  }
  return null;
}

export const chromium = browserPath();

// Why nothing can be tested, or false.
export const skip = !existsSync(PAGE) ? "dist/nimbleparse.html is not built: 'npm run build'"
  : chromium === null ? "no chromium: set CHROMIUM to one" : false;

export async function browser() {
  const { chromium: driver } = await import("playwright-core");
  return driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
}

// Opens the page, and waits until its first input is parsed. What the console and the page complain of is kept.
export async function open(browser, { hash = "", ...options } = {}) {
  const page = await browser.newPage(options);
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(`${pathToFileURL(PAGE)}${hash}`);
  await page.waitForFunction(() => window.page?.parsed, null, { timeout: 20_000 });
  await settled(page);
  return { page, wrong };
}

// Waits until the service has nothing to do, and nothing is about to be asked.
export async function settled(page) {
  await page.waitForTimeout(500);
  await page.waitForFunction(() => !window.page.service.busy, null, { timeout: 20_000 });
  await page.waitForTimeout(50);
}
