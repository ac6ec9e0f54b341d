// Small helpers of drawings.

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const shortened = (text, most) => (text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text);

// `1 dot`, `2 dots`, `1,234 dots`.
export const counted = (count, what, many = `${what}s`) => `${Number(count).toLocaleString("en")} ${count === 1 ? what : many}`;
