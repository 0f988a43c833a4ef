// SPDX-License-Identifier: MIT
// Elements, and numbers and values as text.
export const byId = (id) => document.getElementById(id);

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// A declared type without the word that is there for SQLite: DECIMAL REAL(8,2): decimal(8,2).
export const typeText = (type) => type.toLowerCase().replace(/^(\w+) (text|real|blob)\b/, "$1");

export const number = (n) => n.toLocaleString("en");
export const count = (n, what) => `${number(n)} ${what}${n === 1 ? "" : "s"}`;

export const duration = (ms) =>
  (ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(2)} s`);

export function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  for (; bytes >= 1000 && unit < 4; unit++) bytes /= 1000;
  return `${bytes.toFixed(unit === 0 || bytes >= 100 ? 0 : 1)} ${units[unit]}`;
}

// At most so many characters or, of a BLOB, bytes.
export function valueText(value, limit = Infinity) {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) {
    const shown = Array.from(value.subarray(0, limit), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `x'${shown}${value.length > limit ? "…" : ""}'`;
  }
  const text = String(value);
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
