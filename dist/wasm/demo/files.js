// SPDX-License-Identifier: MIT
// The files of an input or of a drop, with those of folders: {path, file} each.
export const chosen = (input) =>
  Array.from(input.files, (file) => ({ path: file.webkitRelativePath || file.name, file }));

export async function dropped({ items }) {
  // Only while the event is handled can the items be read.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  const reader = entry.createReader(), files = [];
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    files.push(...(await Promise.all(entries.map(filesOf))).flat());
  }
}
