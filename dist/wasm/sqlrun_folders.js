// SPDX-License-Identifier: MIT
// For the program of the SQL tests: its environment and paths are those of the system, as in
// api.mjs, and its output is written byte by byte.  (Emscripten's tools cannot read newer
// JavaScript here.)
Module.preRun = () => {
  const fs = require("fs");
  const bytes = [];
  const write = (byte) => {
    bytes.push(byte);
    if (byte === 10 || byte === null) fs.writeSync(1, Buffer.from(bytes.splice(0)));
  };
  FS.init(null, write, null);
  for (const name of fs.readdirSync("/")) {
    const path = "/" + name;
    if (["/dev", "/proc", "/sys"].includes(path)) continue;
    if (!fs.existsSync(path) || !fs.statSync(path).isDirectory()) continue;
    FS.mkdirTree(path);
    FS.mount(NODEFS, { root: path }, path);
  }
  NODEFS.node_ops.readlink = (node) => {
    try {
      return fs.readlinkSync(NODEFS.realPath(node));
    } catch (error) {
      throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
    }
  };
  FS.chdir(process.cwd());
  Object.assign(ENV, process.env);
};
