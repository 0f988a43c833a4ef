/* SPDX-License-Identifier: MIT */
/* http_fetch.c - http.h in WebAssembly: the host's JavaScript sends the requests, and the
 * calling thread waits.
 *
 * In a browser that is a synchronous XMLHttpRequest, which only a Worker may wait for,
 * one after the other; nothing but the limit for its time ends one.  In Node, a thread
 * of its own sends all at the same time, and interrupts end them.
 *
 * A browser follows redirects itself, so an answer from elsewhere is reported as the
 * redirect that it was, and the caller decides about it (remote_request.h). */
#include "remote/http/http.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#include <string.h>

#include "base/file_traffic.h"
#include "base/interrupt.h"
#include "os/process.h"
#include "remote/http/http_answer.h"

enum { POLL_MS = 20 }; /* between two polls for interrupts, in Node */

/* What JavaScript knows of the requests of a call: Module["parquetVtabHttp"], a list.
 * Each gets an answer: {status, lines, body}, or {failure, isBroken}.
 *
 * The application may limit them: Module["parquetVtabAllows"], a function of the URL and
 * the method; whatever allowed URLs redirect to is in Module["parquetVtabRedirects"].
 * Module["parquetVtabPatience"]: the seconds of urls.patience() (dist/wasm/api.mjs).
 * Emscripten 3.1.6 reads no newer JavaScript, and no backslashes, in EM_JS(). */
/* clang-format off */
EM_JS(void, js_begin, (void), {
  Module["parquetVtabHttp"] = [];
  Module["parquetVtabRedirects"] = Module["parquetVtabRedirects"] || new Set();
})

EM_JS(void, js_add, (const char *method, const char *url, const char *headers,
                     unsigned headers_size, const uint8_t *body, unsigned body_size,
                     double most_bytes, unsigned patience_seconds), {
  var lines = [];
  for (var at = headers; at < headers + headers_size; at += lengthBytesUTF8(lines[lines.length - 1]) + 1)
    lines.push(UTF8ToString(at));
  var request = {
    method: UTF8ToString(method), url: UTF8ToString(url), mostBytes: most_bytes,
    patience: patience_seconds || Module["parquetVtabPatience"] || 20,
    headers: lines.map(function (line) {
      var colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
    body: body_size > 0 ? HEAPU8.slice(body, body + body_size) : null,
  };
  var allows = Module["parquetVtabAllows"];
  if (allows && !allows(request.url, request.method) &&
      !Module["parquetVtabRedirects"].has(new URL(request.url).href))
    request.answer = { failure: "this application does not open the URL" };
  Module["parquetVtabHttp"].push(request);
})

/* Sends those without an answer, and waits: in Node so long, in a browser for the first
 * one.  Returns whether all have answers. */
EM_JS(int, js_wait, (int milliseconds), {
  var waiting = Module["parquetVtabHttp"].filter(function (request) { return !request.answer; });
  var take = function (request, answer) {
    request.answer = answer;
    (answer.lines || []).forEach(function (line) {
      if (answer.status >= 300 && answer.status < 400 && line.slice(0, 9).toLowerCase() === "location:")
        Module["parquetVtabRedirects"].add(new URL(line.slice(9).trim(), request.url).href);
    });
  };
  /* The limit is for all of an answer, which has to come with 50 KB a second; what has no range is small. */
  var ask = function (request) {
    var sent = new XMLHttpRequest();
    try {
      sent.open(request.method, request.url, false);
      sent.responseType = "arraybuffer";
      var bytes = request.body ? request.body.length : 0;
      request.headers.forEach(function (header) {
        var range = header[0] === "Range" && header[1].match(/([0-9]*)-([0-9]*)$/);
        if (range) bytes += range[2] - range[1];
        sent.setRequestHeader(header[0], header[1]);
      });
      sent.timeout = 1000 * request.patience + bytes / 50;
      sent.send(request.body);
    } catch (error) {
      if (error.name === "TimeoutError")
        return { isBroken: true, failure: "the server or the connection is too slow: not all of the answer came in " +
                 Math.round(sent.timeout / 1000) + " seconds; try again later, or let urls.patience() wait longer" };
      return { failure: "the browser sends no request, or shows no answer; if the server can be reached, it may " +
                        "not allow this page to read it (CORS)" };
    }
    var from = sent.responseURL.replace(/#.*/, "");
    if (from !== "" && from !== new URL(request.url).href.replace(/#.*/, ""))
      return { status: 302, lines: ["Location: " + from] };
    if (sent.status === 206 && !sent.getResponseHeader("Content-Range"))
      return { failure: "the server does not let this page see the header Content-Range (CORS: it must send " +
                        "Access-Control-Expose-Headers: Content-Range, ETag)" };
    return { status: sent.status, lines: sent.getAllResponseHeaders().split(String.fromCharCode(13, 10)),
             body: new Uint8Array(sent.response || 0) };
  };
  /* The code of the thread in Node; a text, since it may be part of no other file. */
  var thread = "const { parentPort, workerData } = require('worker_threads');" +
    "const { flag, port } = workerData;" +
    "const ask = async ({ method, url, headers, body, mostBytes, patience }) => {" +
    "  const stop = new AbortController(), parts = []; let size = 0, before = 0;" +
    "  const timer = setInterval(() => {" +
    "    if (size - before < 100 * patience) stop.abort(); before = size; }, 1000 * patience);" +
    "  try {" +
    "    const answer = await fetch(url, { method, headers, body, redirect: 'manual', signal: stop.signal });" +
    "    const lines = Array.from(answer.headers, ([name, value]) => name + ': ' + value);" +
    "    if (answer.body) for await (const part of answer.body) {" +
    "      parts.push(part); size += part.length; if (size > mostBytes) break; }" +
    "    return { status: answer.status, lines, body: new Uint8Array(Buffer.concat(parts)) };" +
    "  } catch ({ message, cause }) {" +
    "    if (stop.signal.aborted) message = 'the server or the connection is too slow: less than 100 bytes a second ' +" +
    "      'came for ' + patience + ' seconds; try again later, or let urls.patience() wait longer';" +
    "    return { isBroken: !/NOTFOUND|EAI_|CERT|VERIFY/.test(cause?.code), failure: cause?.message || message };" +
    "  } finally { clearInterval(timer); } };" +
    "port.on('message', async (requests) => {" +
    "  port.postMessage(await Promise.all(requests.map(ask)));" +
    "  Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); });";
  if (waiting.length === 0)
    return true;
  if (typeof process === "object" && process.versions && process.versions.node) {
    var threads = require("worker_threads");
    var state = Module["parquetVtabHttpThread"];
    if (!state) {
      var channel = new threads.MessageChannel();
      state = { flag: new Int32Array(new SharedArrayBuffer(4)), port: channel.port1, isAsked: false };
      state.worker = new threads.Worker(thread, {
        eval: true, execArgv: [], env: Object.assign({}, process.env, { NODE_OPTIONS: "" }),
        workerData: { flag: state.flag, port: channel.port2 }, transferList: [channel.port2] });
      state.worker.unref();
      state.port.unref();
      Module["parquetVtabHttpThread"] = state;
    }
    if (!state.isAsked) {
      Atomics.store(state.flag, 0, 0);
      state.port.postMessage(waiting);
      state.isAsked = true;
    }
    if (Atomics.wait(state.flag, 0, 0, milliseconds) === "timed-out")
      return false;
    state.isAsked = false;
    threads.receiveMessageOnPort(state.port).message.forEach(function (answer, i) { take(waiting[i], answer); });
    return true;
  }
  /* The others of the call do not wait, too, for a server that is too slow for this one. */
  var answer = typeof WorkerGlobalScope === "undefined"
    ? { failure: "only a Worker may open URLs, since it waits for them" } : ask(waiting[0]);
  var origin = new URL(waiting[0].url).origin;
  var answered = waiting.filter(function (request, i) {
    return i === 0 || (answer.isBroken && new URL(request.url).origin === origin);
  });
  answered.forEach(function (request) { take(request, answer); });
  return answered.length === waiting.length;
})

/* Ends what js_wait() has begun; the thread's connections close with it. */
EM_JS(void, js_stop, (void), {
  if (Module["parquetVtabHttpThread"])
    Module["parquetVtabHttpThread"].worker.terminate();
  Module["parquetVtabHttpThread"] = null;
})

/* -1: none, but it may be there when it is asked for again. */
EM_JS(int, js_status, (unsigned i), {
  var answer = Module["parquetVtabHttp"][i].answer;
  return answer.isBroken ? -1 : answer.status || 0;
})

/* The size of what js_copy() copies: 0, the failure; 1, the headers' lines; 2, the body. */
EM_JS(double, js_size, (unsigned i, int what), {
  var answer = Module["parquetVtabHttp"][i].answer;
  answer[2] = answer.body || new Uint8Array(0);
  if (what < 2) {
    var text = what === 0 ? answer.failure || "" : (answer.lines || []).join(String.fromCharCode(10));
    var bytes = new Uint8Array(lengthBytesUTF8(text) + 1);
    stringToUTF8Array(text, bytes, 0, bytes.length);
    answer[what] = bytes.subarray(0, bytes.length - 1);
  }
  return answer[what].length;
})

EM_JS(void, js_copy, (unsigned i, int what, uint8_t *bytes, double size), {
  HEAPU8.set(Module["parquetVtabHttp"][i].answer[what].subarray(0, size), bytes);
})

EM_JS(void, js_end, (void), {
  Module["parquetVtabHttp"] = null;
})
/* clang-format on */

enum { FAILURE, LINES, BODY };

static enum status append(unsigned i, int what, double size, struct buffer *buffer,
                          struct error *error)
{
    enum status status = buffer_reserve(buffer, buffer->size + (size_t)size + 1, true,
                                        error);
    if (status != OK)
        return status;
    js_copy(i, what, buffer->data + buffer->size, size);
    buffer->size += (size_t)size;
    return OK;
}

static enum status take_lines(struct http_answer *answer, struct slice text)
{
    enum status status = OK;
    while (status == OK && text.size > 0) {
        const uint8_t *end = memchr(text.data, '\n', text.size);
        size_t size = end != NULL ? (size_t)(end - text.data) : text.size;
        status = http_answer_take_header(answer, slice_of(text.data, size));
        size += end != NULL;
        text = slice_of(text.data + size, text.size - size);
    }
    return status;
}

static enum status take_answer(unsigned i, struct http_request *request,
                               struct error *error)
{
    struct http_answer *answer = &request->answer;
    struct buffer lines = {0}, failure = {0};
    double size = js_size(i, BODY);
    http_answer_begin(answer, slice_of("", 0));
    int found = js_status(i);
    answer->is_broken = found < 0;
    answer->status = found < 0 ? 0 : found;
    answer->is_cut = size > (double)request->most_bytes;
    enum status status = append(i, LINES, js_size(i, LINES), &lines, error);
    if (status == OK && take_lines(answer, buffer_slice(&lines)) != OK)
        status = error_nomem(error);
    if (status == OK)
        status = append(i, BODY, answer->is_cut ? (double)request->most_bytes : size,
                        &answer->body, error);
    if (status == OK)
        status = append(i, FAILURE, js_size(i, FAILURE), &failure, error);
    file_traffic.bytes_received += (uint64_t)size;
    if (status == OK && answer->status == 0)
        (void)error_set(&answer->failure, IO, "%.*s",
                        SLICE_SHOWN(buffer_slice(&failure), 300));
    buffer_release(&lines);
    buffer_release(&failure);
    return status;
}

static enum status send(struct http_request *requests, unsigned n, struct error *error)
{
    enum status status = OK;
    js_begin();
    for (unsigned i = 0; i < n; i++) {
        const struct http_request *request = &requests[i];
        js_add(request->method, request->url, (const char *)request->headers.data,
               (unsigned)request->headers.size, request->body.data,
               (unsigned)request->body.size, (double)request->most_bytes,
               request->patience_seconds);
    }
    while (status == OK && !js_wait(POLL_MS))
        status = interrupt_check(error);
    if (status != OK)
        js_stop();
    for (unsigned i = 0; status == OK && i < n; i++)
        status = take_answer(i, &requests[i], error);
    js_end();
    return status;
}

enum status http_send(struct http_request *requests, size_t n, unsigned at_once,
                      bool avoids_private, struct error *error)
{
    enum status status = OK;
    uint64_t began = os_nanoseconds();
    if (avoids_private)
        return error_set(error, CANTOPEN,
                         "WebAssembly cannot tell which addresses are private "
                         "(private_addresses=off)");
    for (size_t i = 0; status == OK && i < n;) {
        size_t most = n - i < at_once ? n - i : at_once;
        status = send(requests + i, (unsigned)most, error);
        file_traffic.requests += most;
        i += most;
        if (status == OK)
            status = interrupt_check(error);
    }
    file_traffic.nanoseconds_waiting += os_nanoseconds() - began;
    return status;
}
#endif
