// Places in texts, and texts in addresses.

import { bytesOf, through } from "./parts.js";

// The service counts bytes of UTF-8, an editor units of UTF-16: a function from the one to the other.
export function places(text) {
  if (!/[^\x00-\x7f]/.test(text)) return (offset) => Math.min(offset, text.length);
  const at = [];
  let unit = 0;
  for (const char of text) {
    const code = char.codePointAt(0);
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) at.push(unit);
    unit += char.length;
  }
  return (offset) => at[offset] ?? text.length;
}

// A value as text for the part of an address after '#', and back.
export async function packed(value) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(value)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text) {
  const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
}

// An element with properties and children.
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Lets an element be clicked, with the keyboard as well. A handler that returns false takes a key away from the browser, Tab
// too, so this one returns nothing.
export function clicked(element, then) {
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  element.onclick = () => void then();
  element.onkeydown = (event) => {
    if (event.key === "Enter") then();
  };
  return element;
}
