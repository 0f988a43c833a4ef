// SPDX-License-Identifier: MIT
// Replaces functions of Emscripten's library (emcc --js-library): those that would read large
// files at wrong offsets, or not notice that a file changes while it is read.
mergeInto(LibraryManager.library, {
  // Emscripten drops the fractions of seconds.
  $withFractions: function (doStat) {
    return function (get, path, buffer) {
      var found;
      var result = doStat(function (path) { return found = get(path); }, path, buffer);
      if (result === 0) {
        HEAP32[(buffer + {{{ C_STRUCTS.stat.st_mtim.tv_nsec }}}) >> 2] = found.mtime.getTime() % 1000 * 1e6;
        HEAP32[(buffer + {{{ C_STRUCTS.stat.st_ctim.tv_nsec }}}) >> 2] = found.ctime.getTime() % 1000 * 1e6;
      }
      return result;
    };
  },
  $SYSCALLS__deps: LibraryManager.library.$SYSCALLS__deps.concat(["$withFractions"]),
  $SYSCALLS__postset: "SYSCALLS.doStat = withFractions(SYSCALLS.doStat);",

  // Emscripten asks for the file that is at the path now, not for the open one.
  __syscall_fstat64__deps: ["$SYSCALLS"],
  __syscall_fstat64: function (descriptor, buffer) {
    try {
      var stream = SYSCALLS.getStreamFromFD(descriptor);
      var get = function (path) {
        return stream.nfd === undefined ? FS.stat(path) : require("fs").fstatSync(stream.nfd);
      };
      return SYSCALLS.doStat(get, stream.path, buffer);
    } catch (error) {
      if (!(error instanceof FS.ErrnoError)) throw error;
      return -error.errno;
    }
  },

  // Emscripten drops the upper half of the offset.
  fd_pread__deps: ["$SYSCALLS"],
  fd_pread: function (descriptor, vectors, count, offset, size) {
    try {
      var stream = SYSCALLS.getStreamFromFD(descriptor);
      var position = Number(offset), total = 0;
      for (var i = 0; i < count; i++) {
        var bytes = HEAPU32[(vectors + 8 * i) >> 2], length = HEAPU32[(vectors + 8 * i + 4) >> 2];
        var n = FS.read(stream, HEAP8, bytes, length, position + total);
        total += n;
        if (n < length) break;
      }
      HEAP32[size >> 2] = total;
      return 0;
    } catch (error) {
      if (!(error instanceof FS.ErrnoError)) throw error;
      return error.errno;
    }
  },
});
