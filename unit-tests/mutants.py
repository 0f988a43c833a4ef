#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds faults that the tests would miss: changes one token of the sources at a time and runs
the tests that execute its line.

    make mutants MUTANTS='--count 200 --seed 7 --only src/sql/table/plan.c'

A mutant is one change (a comparison, a number, a condition, a call left out, ...) of a line
that a test executes.  It is killed when a test fails, crashes or reaches the time limit.  A
mutant that survives is printed in the format of mutants_equivalent.txt: it needs a test or,
if no input can show a difference, an entry in that file with the reason.  Mutants that do
not compile, or compile to the same code, are not counted.  The same seed, sources and
options give the same mutants.  All failures that are dropped:

    make mutants MUTANTS='--count 5000 --match "^return (status|error_)"'

To be fast, all sources are one shared library, and only the mutated source is compiled, into
a second one (libmutant.so) that test programs load first, so its functions replace the
library's.  gcov finds which test executes which lines, again only for tests that have changed if
the sources have not; the tests of a line run one after the other, the fastest first, until one
fails.

Limits: only .c files are changed, not headers.  Reads and writes out of bounds may go
unnoticed that `make check-asan` finds.  Each worker runs the tests in a copy of the tests'
folders, since mutants of the writer may write anywhere.
"""
import argparse
import collections
import concurrent.futures
import glob
import gzip
import hashlib
import itertools
import json
import math
import os
import pickle
import random
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BUILD = os.path.join(ROOT, 'build', 'mutants')
EQUIVALENT = os.path.join(HERE, 'mutants_equivalent.txt')
CC = os.environ.get('CC', 'gcc')
FLAGS = ['-std=c11', '-D_POSIX_C_SOURCE=200809L', '-DSQLITE_CORE', '-fPIC', '-w', '-I' + ROOT + '/src']
LIBRARIES = '-lsqlite3 -lbrotlidec -lbrotlienc -lzstd -llz4 -lz -lm -lpthread'.split()
# Left out where it is not installed, as in the Makefile.
if subprocess.run([CC, '-x', 'c', '-include', 'libdeflate.h', '-o', '/dev/null', '-', '-ldeflate'],
                  input=b'int main(void) { return libdeflate_crc32(0, 0, 0) != 0; }',
                  stderr=subprocess.DEVNULL).returncode == 0:
    LIBRARIES.append('-ldeflate')
else:
    FLAGS.append('-DPARQUET_VTAB_OMIT_LIBDEFLATE')
MOST_WAIT = 300  # seconds for a test, which may sleep or be stopped by other programs
COPIED = ['testdata', 'sql-tests', 'unit-tests', 'README.md', 'ARCHITECTURE.md']

# ---- Mutations --------------------------------------------------------------------

TOKEN = re.compile(r'''
    (?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*(?:[eE][+-]?\d+)?|\d+[uUlL]*)
  | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^!~<>=?:;,.(){}\[\]])
  ''', re.X | re.S | re.M)

# What may replace an operator between operands, or ++ and --.
BINARY = {'==': ['!='], '!=': ['=='], '<': ['<=', '>='], '<=': ['<', '>'],
          '>': ['>=', '<='], '>=': ['>', '<'], '&&': ['||'], '||': ['&&'],
          '+': ['-'], '-': ['+'], '+=': ['-='], '-=': ['+='], '*': ['/'], '/': ['*'],
          '%': ['/'], '&': ['|'], '|': ['&'], '<<': ['>>'], '>>': ['<<'],
          '|=': ['&='], '&=': ['|='], '++': ['--'], '--': ['++']}
WORDS = {'true': ['false'], 'false': ['true'], 'break': [''], 'continue': ['']}
CALL = re.compile(r'^([ \t]+)([a-z_]\w*\([^;{}]*\);)[ \t]*$', re.M)
RETURN = re.compile(r'^[ \t]+return (status|OK|NULL|error_\w+\([^;]*\));', re.M)
RETURNED = {'status': 'OK', 'OK': 'NOMEM'}


def tokens_of(text):
    return [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(text)
            if m.lastgroup != 'skip']


def changes_of_number(text):
    digits = re.match(r'0[xX][0-9a-fA-F]+|\d+$|\d+(?=[uUlL])', text)
    if digits is None:
        return []
    suffix = text[digits.end():]
    value = int(digits.group(), 8 if re.match(r'0\d', text) else 0)
    return [str(n) + suffix for n in (value + 1, value - 1) if n >= 0]


def changes_of_token(before, token):
    kind, text, _ = token
    if kind == 'number':
        return changes_of_number(text)
    if kind == 'word':
        return WORDS.get(text, [])
    if text == '!':
        return ['']
    after_operand = before is not None and (
        before[0] == 'number' or before[1] in (')', ']') or
        (before[0] == 'word' and before[1] not in ('return', 'case', 'sizeof')))
    if text in ('*', '&', '-', '+') and not after_operand:
        return []
    return BINARY.get(text, [])


def sites_of(text):
    """Pairs of a range (start, end) and its possible replacements."""
    sites = []
    tokens = tokens_of(text)
    for before, token in zip([None] + tokens, tokens):
        changes = changes_of_token(before, token)
        if changes:
            sites.append(((token[2], token[2] + len(token[1])), changes))
    skipped = [(m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup == 'skip']
    for match in CALL.finditer(text):
        if not any(a <= match.start(2) < b for a, b in skipped):
            sites.append((match.span(2), [';']))
    for match in RETURN.finditer(text):
        sites.append((match.span(1), [RETURNED.get(match.group(1), 'NULL' if match.group(1) == 'OK' else 'OK')]))
    return sites


class Mutant:
    def __init__(self, path, text, span, replacement):
        self.path, self.span, self.replacement = path, span, replacement
        begin = text.rfind('\n', 0, span[0]) + 1
        end = text.find('\n', span[1])
        self.line = text.count('\n', 0, span[0]) + 1
        self.old = ' '.join(text[begin:end].split())
        self.new = ' '.join((text[begin:span[0]] + replacement + text[span[1]:end]).split())

    def key(self):
        return self.path, self.old, self.new

    def __str__(self):
        return '%s:%d\n- %s\n+ %s' % (self.path, self.line, self.old, self.new)


def mutants_of(path, lines_covered):
    with open(os.path.join(ROOT, path)) as file:
        text = file.read()
    lines = text.split('\n')
    for span, changes in sites_of(text):
        line = text.count('\n', 0, span[0]) + 1
        if lines_covered.get(covering_line(lines, line, lines_covered)):
            yield [Mutant(path, text, span, change) for change in changes]


def covering_line(lines, line, known):
    """The line with which gcov reports the statement of a line: its first, or one of several."""
    while line > 0:
        if line in known:
            return line
        line -= 1
        if line > 0 and re.search(r'[;{}:]\s*(/\*.*\*/)?\s*$', lines[line - 1]):
            return None
    return None


def read_equivalent():
    """{(file, old line, new line)} of the entries: the file, "- old", "+ new", and the reason,
    indented."""
    entries, path, old = set(), None, None
    with open(EQUIVALENT) as file:
        for line in file:
            line = line.rstrip('\n')
            if line.startswith('- '):
                old = line[2:]
            elif line.startswith('+ '):
                entries.add((path, old, line[2:]))
            elif re.match(r'\S+\.c(:\d+)?$', line):
                path = line.split(':')[0]
    return entries


# ---- Building ---------------------------------------------------------------------

def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **options)


def must_run(command, **options):
    result = run(command, **options)
    if result.returncode != 0:
        sys.exit('%s\n%s' % (' '.join(command), result.stdout.decode(errors='replace')))


def sources():
    paths = [path for path in glob.glob(ROOT + '/src/**/*.c', recursive=True) if '/without/' not in path]
    paths.append(ROOT + '/parquet_vtab.c')
    return sorted(os.path.relpath(path, ROOT) for path in paths)


def object_of(folder, source):
    return os.path.join(folder, source.replace('/', '_')[:-2] + '.o')


def host_flags():
    probe = 'PRAGMA compile_options;'
    result = run(['sqlite3', ':memory:', probe])
    has = b'ENABLE_COLUMN_METADATA' in result.stdout
    return ['-DSQLITE_ENABLE_COLUMN_METADATA'] if has else []


def build_library(folder, flags, workers):
    os.makedirs(folder, exist_ok=True)
    def compile_one(source):
        must_run([CC] + FLAGS + host_flags() + flags +
                 ['-c', '-o', object_of(folder, source), os.path.join(ROOT, source)])
    list(workers.map(compile_one, sources()))
    must_run([CC] + flags + ['-shared', '-o', folder + '/libparquet_vtab.so'] +
             [object_of(folder, source) for source in sources()] + LIBRARIES)


def build_tests(folder, tests, workers):
    """Builds unit tests and sqlrun, which load libmutant.so before libparquet_vtab.so."""
    os.makedirs(folder, exist_ok=True)
    must_run([CC, '-shared', '-o', folder + '/libmutant.so', '-x', 'c', '/dev/null'])
    programs = [ROOT + '/' + test.source for test in tests if test.is_program]
    def build_one(source):
        name = os.path.basename(source)[:-2]
        must_run([CC] + FLAGS + ['-O1', '-DSQLRUN_STATIC', '-o', os.path.join(folder, name), source,
                  '-fsanitize=leak', '-Wl,--no-as-needed', '-L' + folder, '-lmutant', '-Wl,--as-needed',
                  '-L' + BUILD + '/plain', '-lparquet_vtab'] + LIBRARIES)
    list(workers.map(build_one, programs + [ROOT + '/sql-tests/sqlrun.c']))


# ---- Running tests ----------------------------------------------------------------

class Test:
    """A unit test program, or one SQL test."""
    def __init__(self, source):
        self.source = source
        self.is_program = source.endswith('.c')
        self.name = os.path.basename(source)[:-2] if self.is_program else source
        self.digest = digest_of([source, 'unit-tests/unit_*.h'] if self.is_program
                                else [source, source[:-4] + '.expected'])
        self.seconds = 0.0  # of CPU
        self.lines = None   # see lines_executed()

    def is_as(self, measured):
        """Whether it has been measured; takes over the results."""
        if measured is None or measured.digest != self.digest:
            return False
        self.seconds, self.lines = measured.seconds, measured.lines
        return True

    def run(self, place, libraries, most_seconds, extra=None):
        """Returns whether it passes within about most_seconds of CPU, and how many it used."""
        environment = dict(os.environ, LD_LIBRARY_PATH=':'.join(libraries), TMPDIR=place + '/tmp',
                           TEST_TIMEOUT=str(MOST_WAIT), JOBS='1',
                           LSAN_OPTIONS='hard_rss_limit_mb=4000', **(extra or {}))
        environment.pop('UPDATE', None)
        environment.pop('PARQUET_VTAB_CORPUS', None)
        if self.is_program:
            command = ['timeout', '-s', 'KILL', str(MOST_WAIT), BUILD + '/tests/' + self.name]
        else:
            command = ['sql-tests/run.sh', BUILD + '/tests/sqlrun', '--', self.name]
        child = subprocess.Popen(command, cwd=place, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: limit_resources(most_seconds))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode == 0, usage.ru_utime + usage.ru_stime


def limit_resources(most_seconds):
    seconds = int(most_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Place:
    """A folder in which one worker runs tests, with copies of the files they read."""
    def __init__(self, number):
        self.folder = os.path.join(BUILD, 'place%d' % number)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.fill()

    def fill(self):
        os.makedirs(self.folder + '/tmp')
        os.makedirs(self.folder + '/mutant')
        for name in COPIED:
            copy = shutil.copytree if os.path.isdir(os.path.join(ROOT, name)) else shutil.copy2
            copy(os.path.join(ROOT, name), os.path.join(self.folder, name))
        self.signature = self.sign()

    def sign(self):
        found = []
        for folder, _, files in os.walk(self.folder):
            relative = os.path.relpath(folder, self.folder)
            if relative.split('/')[0] in ('tmp', 'mutant'):
                continue
            for name in files:
                status = os.stat(os.path.join(folder, name))
                found.append((folder, name, status.st_size, status.st_mtime_ns))
        return sorted(found)

    def tidy(self):
        shutil.rmtree(self.folder + '/tmp')
        os.makedirs(self.folder + '/tmp')
        if self.sign() != self.signature:
            shutil.rmtree(self.folder)
            self.fill()


places = threading.local()
place_numbers = itertools.count()


def my_place():
    if not hasattr(places, 'place'):
        places.place = Place(next(place_numbers))
    return places.place


# ---- Coverage ---------------------------------------------------------------------

def measure_coverage(test):
    """Sets what the test executes and its time; False if it fails."""
    place = my_place()
    data = os.path.join(BUILD, 'data', test.name)
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)
    depth = len(os.path.join(BUILD, 'coverage').strip('/').split('/'))
    passes, test.seconds = test.run(place.folder, [BUILD + '/tests', BUILD + '/coverage'], 600,
                                    {'GCOV_PREFIX': data, 'GCOV_PREFIX_STRIP': str(depth)})
    place.tidy()
    if passes:
        test.lines = lines_executed(data)
    else:
        print('%s fails without a mutant' % test.name, flush=True)
    shutil.rmtree(data)
    return passes


def lines_executed(data):
    """{source: (the lines that the test executes, those that gcov knows)}"""
    names = [name for name in os.listdir(data) if name.endswith('.gcda')]
    for name in names:
        note = name[:-5] + '.gcno'
        os.symlink(os.path.join(BUILD, 'coverage', note), os.path.join(data, note))
    if names:
        must_run(['gcov', '-j'] + names, cwd=data)
    lines = {}
    for path in glob.glob(data + '/*.gcov.json.gz'):
        with gzip.open(path) as file:
            report = json.load(file)
        for source in report['files']:
            name = os.path.relpath(os.path.join(ROOT, source['file']), ROOT)
            executed, known = lines.setdefault(name, (set(), set()))
            known.update(line['line_number'] for line in source['lines'])
            executed.update(line['line_number'] for line in source['lines'] if line['count'] > 0)
    return lines


def digest_of(patterns):
    digest = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            digest.update(path.encode())
            with open(path, 'rb') as file:
                digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def read_cache(path, digest):
    """The tests that were measured with these sources, by name."""
    if not os.path.exists(path):
        return {}
    with open(path, 'rb') as file:
        kept_digest, tests = pickle.load(file)
    return {test.name: test for test in tests} if kept_digest == digest else {}


def prepare(workers):
    """The tests, and {source: {line: indexes of the tests that execute it}}.  Measures those that
    have changed since the last run, or all if the sources have."""
    cache = os.path.join(BUILD, 'coverage.pickle')
    digest = digest_of(['src/**/*.[ch]', '*.c', 'sql-tests/sqlrun.c'])
    known = read_cache(cache, digest)
    tests = [Test(path) for pattern in ('unit-tests/test_*.c', 'sql-tests/**/*.sql')
             for path in sorted(glob.glob(pattern, root_dir=ROOT, recursive=True))]
    measured = [test for test in tests if not test.is_as(known.get(test.name))]
    if measured:
        print('building, and running %d of %d tests with gcov ...' % (len(measured), len(tests)), flush=True)
        if not known:
            build_library(BUILD + '/plain', ['-O1'], workers)
            build_library(BUILD + '/coverage', ['-O0', '--coverage'], workers)
        build_tests(BUILD + '/tests', measured, workers)
        pass_all = all(list(workers.map(measure_coverage, measured)))
        with open(cache, 'wb') as file:
            pickle.dump((digest, [test for test in tests if test.lines is not None]), file)
        if not pass_all:
            sys.exit('mutants: a test that fails without a mutant cannot kill one')
    coverage = {}
    for index, test in enumerate(tests):
        for source, (executed, lines) in test.lines.items():
            tests_of_line = coverage.setdefault(source, {})
            for line in lines:
                tests_of_line.setdefault(line, [])
            for line in executed:
                tests_of_line[line].append(index)
    return tests, coverage


# ---- Trying mutants ---------------------------------------------------------------

def compile_mutant(mutant, folder):
    """False if it does not compile or compiles to the same code."""
    with open(os.path.join(ROOT, mutant.path)) as file:
        text = file.read()
    source = os.path.join(folder, os.path.basename(mutant.path))
    with open(source, 'w') as file:
        file.write(text[:mutant.span[0]] + mutant.replacement + text[mutant.span[1]:])
    compiled = os.path.join(folder, 'mutant.o')
    where = os.path.dirname(os.path.join(ROOT, mutant.path))
    if run([CC] + FLAGS + host_flags_once() + ['-O1', '-I' + where, '-c', '-o', compiled, source]).returncode != 0:
        return False
    if same_code(compiled, object_of(BUILD + '/plain', mutant.path), folder):
        return False
    must_run([CC, '-shared', '-o', folder + '/libmutant.so', compiled])
    return True


def same_code(a, b, folder):
    stripped = [os.path.join(folder, name) for name in ('a.o', 'b.o')]
    for path, out in zip((a, b), stripped):
        must_run(['objcopy', '--strip-unneeded', '--remove-section=.comment', path, out])
    contents = [open(out, 'rb').read() for out in stripped]
    return contents[0] == contents[1]


host_flags_kept = []


def host_flags_once():
    if not host_flags_kept:
        host_flags_kept.append(host_flags())
    return host_flags_kept[0]


def try_mutant(mutant, tests, most_seconds):
    """The name of the test that kills it, '' if all pass, None if it does not count."""
    place = my_place()
    if not compile_mutant(mutant, place.folder + '/mutant'):
        return None
    killer = ''
    spent = 0.0
    for test in tests:
        passes, seconds = test.run(place.folder, [place.folder + '/mutant', BUILD + '/tests', BUILD + '/plain'],
                             2 + 3 * test.seconds)
        spent += seconds
        if not passes:
            killer = test.name
        if not passes or spent > most_seconds:
            break
    place.tidy()
    return killer


def draw(options, coverage):
    """One mutant per site, or all of them, in an order given by the seed."""
    generator = random.Random(options.seed)
    equivalent = read_equivalent()
    sites = []
    for source in sources():
        if options.only and not any(source.startswith(only) for only in options.only):
            continue
        sites.extend(mutants_of(source, coverage.get(source, {})))
    generator.shuffle(sites)
    for site in sites:
        for mutant in site if options.every else [generator.choice(site)]:
            if options.line and mutant.line not in options.line:
                continue
            if options.match and not re.search(options.match, mutant.old):
                continue
            if mutant.key() not in equivalent:
                yield mutant


def tests_of(mutant, tests, coverage):
    with open(os.path.join(ROOT, mutant.path)) as file:
        lines = file.read().split('\n')
    covered = coverage[mutant.path]
    indexes = covered[covering_line(lines, mutant.line, covered)]
    return sorted((tests[i] for i in indexes), key=lambda test: test.seconds)


def in_order(workers, function, items, most_waiting):
    """The results, in the order of the items; a slow one does not hold up the next ones."""
    pending = collections.deque()
    for item in items:
        pending.append(workers.submit(function, item))
        if len(pending) > most_waiting:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--count', type=int, default=200, help='mutants to try (200)')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', action='append', help='a file or folder; may be repeated')
    parser.add_argument('--line', action='append', type=int, help='only these lines; may be repeated')
    parser.add_argument('--match', help='only lines with this regular expression, such as "^return status;"')
    parser.add_argument('--every', action='store_true', help='all changes of each place, not one of them')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--most-seconds', type=float, default=math.inf,
                        help='CPU time for the tests of a mutant; after that it counts as a survivor')
    parser.add_argument('--verbose', action='store_true', help='print which test kills each mutant')
    options = parser.parse_args()

    os.nice(10)
    os.makedirs(BUILD, exist_ok=True)
    workers = concurrent.futures.ThreadPoolExecutor(options.jobs)
    tests, coverage = prepare(workers)
    begin = time.time()
    killed, survivors = 0, []

    def try_one(mutant):
        return mutant, try_mutant(mutant, tests_of(mutant, tests, coverage), options.most_seconds)

    for mutant, killer in in_order(workers, try_one, draw(options, coverage), 16 * options.jobs):
        if killed + len(survivors) == options.count:
            break
        if killer == '':
            survivors.append(mutant)
            print('%s\n' % mutant, flush=True)
        elif killer is not None:
            killed += 1
            if options.verbose:
                print('killed by %s: %s\n' % (killer, mutant), flush=True)
    n = killed + len(survivors)
    print('mutants: seed %d: %d of %d killed (%.1f %%), %d survive, %.0f seconds' %
          (options.seed, killed, n, 100.0 * killed / max(n, 1), len(survivors), time.time() - begin))
    workers.shutdown(cancel_futures=True)


if __name__ == '__main__':
    main()
