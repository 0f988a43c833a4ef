// SPDX-License-Identifier: MIT
// The worker, as the page sees it.
export class Stopped extends Error {}

export class Client {
  #worker;
  #lastId = 0;
  #waiting = new Map(); // id of a message: {resolve, reject}

  // onChange(isBusy) when the first question is asked and the last one answered;
  // onProgress(text); onVersion(text)
  constructor(listener) {
    this.listener = listener;
    this.#start();
  }

  #start() {
    this.#worker = new Worker("worker.js", { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = ({ message }) => {
      this.listener.onVersion(`SQLite cannot be started: ${message ?? "the worker cannot be loaded"}`);
      this.#rejectAll(new Error("SQLite is not running"));
    };
  }

  #receive({ id, version, progress, error, ...answer }) {
    if (version) return this.listener.onVersion(version);
    if (progress) return this.listener.onProgress(progress);
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.listener.onChange(false);
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  }

  #rejectAll(error) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.listener.onChange(false);
    for (const { reject } of waiting) reject(error);
  }

  // Resolves to the answer, or throws its error.  Questions are answered in their order.
  ask(action, values = {}) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#waiting.size === 1) this.listener.onChange(true);
      this.#worker.postMessage({ id, action, ...values });
    });
  }

  // Ends a query the only way there is: with its worker.  All questions fail with Stopped.
  stop() {
    this.#worker.terminate();
    this.#start();
    this.#rejectAll(new Stopped("Stopped"));
  }
}
