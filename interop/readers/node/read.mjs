// SPDX-License-Identifier: MIT
// Reads Parquet files with hyparquet.
//
// Each line of the standard input is PATH TAB OUTPUT.  The columns go to OUTPUT in the form
// that dumps.py reads, nested ones as JSON; the answer is a line: "ok", or "error: " and why.
// Values are as stored, except that hyparquet converts decimals, and integers below 64 bits, to
// floating-point numbers.  The rows that satisfy some conditions are counted with hyparquet's own
// filters, which use statistics, page index and Bloom filters, and without them.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const require = createRequire(process.cwd() + '/package.json')
const load = async (name) => import(pathToFileURL(require.resolve(name)))
const { parquetReadObjects, parquetRead, parquetMetadata, parquetSchema } = await load('hyparquet')
const { compressors } = await load('hyparquet-compressors')

const same = (value) => value
const parsers = {
  timestampFromMilliseconds: same,
  timestampFromMicroseconds: same,
  timestampFromNanoseconds: same,
  dateFromDays: same,
  stringFromBytes: same,
  jsonFromBytes: same,
  uuidFromBytes: same,
}

const BOOLEAN = 1, INT64 = 3, DOUBLE = 5, BYTES = 6

function u32(n) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(n)
  return bytes
}

// Nested values as JSON: integers of 64 bits as numbers in text, bytes in hexadecimal digits.
function nestedText(value) {
  return Buffer.from(JSON.stringify(value, (_, v) => {
    if (typeof v === 'bigint') return String(v)
    if (v instanceof Uint8Array) return Buffer.from(v).toString('hex')
    return typeof v === 'number' && !Number.isFinite(v) ? String(v) : v
  }))
}

function dumpColumn(name, values) {
  let present = values.filter((v) => v !== null && v !== undefined)
  if (typeof present[0] === 'object' && !(present[0] instanceof Uint8Array)) {
    present = present.map(nestedText)
  }
  const first = present[0]
  const valid = Buffer.from(values.map((v) => (v === null || v === undefined ? 0 : 1)))
  let kind, parts
  if (typeof first === 'boolean') {
    kind = BOOLEAN
    parts = [Buffer.from(present.map(Number))]
  } else if (typeof first === 'bigint') {
    kind = INT64
    parts = [Buffer.from(BigInt64Array.from(present, (v) => BigInt.asIntN(64, v)).buffer)]
  } else if (typeof first === 'number') {
    kind = DOUBLE
    parts = [Buffer.from(Float64Array.from(present).buffer)]
  } else {
    kind = BYTES
    parts = [Buffer.from(Uint32Array.from(present, (v) => v.length).buffer), ...present]
  }
  const label = Buffer.from(name)
  return Buffer.concat([u32(label.length), label, Buffer.from([kind]), u32(values.length), valid,
    ...parts])
}

function fileOf(path) {
  const bytes = readFileSync(path)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  return { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) }
}

const CONDITIONS = {
  $eq: (a, b) => a === b,
  $lt: (a, b) => a < b,
  $gte: (a, b) => a >= b,
}

// Counts the rows for which a column compares with one of its values.
async function checkFilters(file, metadata, names, columns) {
  for (const [i, name] of names.entries()) {
    const present = columns[i].filter((v) => v !== null && v !== undefined)
    if (name.includes('.') || !['number', 'bigint'].includes(typeof present[0])) continue
    const value = present[Math.floor(present.length / 3)]
    for (const [condition, test] of Object.entries(CONDITIONS)) {
      const rows = await parquetReadObjects({ file, metadata, compressors, utf8: false, parsers,
        columns: [name], filter: { [name]: { [condition]: value } } })
      const expected = present.filter((v) => test(v, value)).length
      if (rows.length !== expected) {
        throw new Error(`filter ${name} ${condition} ${value}: ${rows.length} rows, ${expected}`)
      }
    }
  }
}

async function run(path, output) {
  const file = fileOf(path)
  const metadata = parquetMetadata(file.slice(0, file.byteLength), { parsers })
  const names = parquetSchema(metadata).children.map((c) => c.element.name)
  let rows = []
  await parquetRead({ file, metadata, compressors, utf8: false, parsers, rowFormat: 'array',
    onComplete: (all) => { rows = all } })
  if (rows.length !== Number(metadata.num_rows)) {
    throw new Error(`${rows.length} rows, but ${metadata.num_rows} in the footer`)
  }
  const columns = names.map((_, i) => rows.map((row) => row[i]))
  const parts = names.map((name, i) => dumpColumn(name, columns[i]))
  writeFileSync(output, Buffer.concat([u32(names.length), ...parts]))
  await checkFilters(file, metadata, names, columns)
}

for await (const line of createInterface({ input: process.stdin })) {
  const [path, output] = line.split('\t')
  try {
    await run(path, output)
    console.log('ok')
  } catch (error) {
    console.log('error: ' + String(error?.message ?? error).replaceAll('\n', ' '))
  }
}
