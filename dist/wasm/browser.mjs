// SPDX-License-Identifier: MIT
// Headless Chromium (CHROMIUM) with the demo page, driven over its DevTools pipe.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const site = path.resolve("build/dist/wasm/demo");
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript",
  ".wasm": "application/wasm" };

function serve() {
  const server = http.createServer(({ url }, response) => {
    const file = path.join(site, url === "/" ? "index.html" : path.normalize(url));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

export const DESKTOP = { width: 1200, height: 760, deviceScaleFactor: 1, mobile: false };
export const PHONE = { width: 390, height: 780, deviceScaleFactor: 1, mobile: true };

// Messages of the DevTools protocol are JSON with a NUL at the end, on descriptors 3 and 4.
export class Browser {
  #process;
  #server;
  #lastId = 0;
  #waiting = new Map();
  #received = "";
  #session;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "demo."));
  events = [];

  // With the page, once SQLite has started.
  static async start(screen = DESKTOP) {
    const browser = new Browser();
    browser.#server = await serve();
    browser.url = `http://127.0.0.1:${browser.#server.address().port}/`;
    browser.#spawn(process.env.CHROMIUM ?? "chromium");
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    browser.#session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "DOM", "Log"]) await browser.send(`${domain}.enable`);
    await browser.resize(screen);
    await browser.open();
    return browser;
  }

  #spawn(program) {
    this.#process = spawn(program, ["--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", `--user-data-dir=${this.folder}/profile`],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    this.#process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (this.#received + text).split("\0");
      this.#received = parts.pop();
      parts.forEach((part) => this.#receive(JSON.parse(part)));
    });
  }

  #receive(message) {
    if (message.id === undefined) return void this.events.push(message);
    const { resolve, reject } = this.#waiting.get(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}) {
    const id = ++this.#lastId;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  resize(screen) {
    return this.send("Emulation.setDeviceMetricsOverride", screen);
  }

  // Opens the page anew, with the part of a link behind the #.
  async open(hash = "") {
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url: this.url + hash });
    await this.until("/parquet_vtab/.test(document.getElementById('version')?.textContent)");
  }

  async evaluate(expression) {
    const { result, exceptionDetails } =
      await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until an expression is true.
  async until(expression, milliseconds = 20000) {
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20))
      if (await this.evaluate(expression)) return;
    throw new Error(`never true: ${expression}; the page shows ${await this.evaluate("document.body.innerText")}`);
  }

  // Until no question is waiting for its answer, and the status says no more that something is being done.
  idle() {
    return this.until(`!document.body.classList.contains("busy") &&
      !/…$/.test(document.getElementById("status").textContent)`);
  }

  // Clicks the first element of a selector, or the first one that has a text.
  async click(selector, text) {
    await this.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}))
      .find((found) => ${text === undefined} || found.textContent.includes(${JSON.stringify(text)})).click()`);
    await this.idle();
  }

  async key(key, code, modifiers) {
    for (const type of ["rawKeyDown", "keyUp"])
      await this.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, modifiers });
  }

  // Gives a file input files, as choosing them does.
  async choose(files, selector = "#files") {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.send("DOM.setFileInputFiles", { nodeId, files: files.map((file) => path.resolve(file)) });
    await sleep(50);
    await this.idle();
  }

  async drop(files) {
    const data = { items: [], files: files.map((file) => path.resolve(file)), dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await this.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    await sleep(50);
    await this.idle();
  }

  // Types SQL over what is in the editor, and presses Ctrl+Enter.
  async query(sql) {
    await this.evaluate("document.getElementById('sql').focus(); document.getElementById('sql').select()");
    await this.send("Input.insertText", { text: sql });
    await this.key("Enter", 13, 2);
    await this.idle();
  }

  async screenshot(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }

  // With all its processes, which are a group.
  async close() {
    const ended = new Promise((resolve) => this.#process.on("exit", resolve));
    process.kill(-this.#process.pid, "SIGKILL");
    await ended;
    this.#server.close();
    this.#server.closeAllConnections();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
