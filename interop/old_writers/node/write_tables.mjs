// SPDX-License-Identifier: MIT
// Writes the tables of tables.txt (tables.py) with a version of a package of npm:
//
//     node write_tables.mjs PACKAGE TABLES FOLDER      in the folder where it is installed
//
// parquetjs and the packages that came from it, or hyparquet-writer.  What the package refuses
// is a line in FOLDER/refused.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [name, source, folder] = process.argv.slice(2)
const require = createRequire(pathToFileURL(path.resolve('package.json')))

function raw(word) {
  return Buffer.from(word.slice(1), 'hex')
}

function number(word) {
  return { nan: NaN, inf: Infinity, '-inf': -Infinity }[word] ?? Number(word)
}

function digits(kind) {
  return kind.match(/\d+/g).map(Number)
}

// The value of a word, for a physical type.
function value(kind, type, word) {
  if (word === '~') return undefined
  if (kind === 'text') return raw(word).toString()
  if (word[0] === 'x') return raw(word)
  if (kind === 'bool') return word === '1'
  if (type === 'INT64') return BigInt.asIntN(64, BigInt(word))
  return number(word)
}

// The physical type and what the schema says beyond it, or an error.
function typeOf(kind) {
  const known = {
    bool: ['BOOLEAN'], float: ['FLOAT'], double: ['DOUBLE'], text: ['BYTE_ARRAY', 'UTF8'],
    binary: ['BYTE_ARRAY'], 'fixed(4)': ['FIXED_LEN_BYTE_ARRAY', undefined, { type_length: 4 }],
    date: ['INT32', 'DATE'], time_ms: ['INT32', 'TIME_MILLIS'], time_us: ['INT64', 'TIME_MICROS'],
    timestamp_ms: ['INT64', 'TIMESTAMP_MILLIS'], timestamp_us_utc: ['INT64', 'TIMESTAMP_MICROS'],
  }[kind]
  if (known) return known
  if (kind.startsWith('decimal')) {
    const [precision, scale] = digits(kind)
    if (precision > 18) throw new Error('no such column: ' + kind)
    return [precision < 10 ? 'INT32' : 'INT64', 'DECIMAL', { precision, scale }]
  }
  if (/^u?int\d+$/.test(kind)) {
    const converted = kind.toUpperCase().replace('INT', 'INT_')
    return [kind.endsWith('64') ? 'INT64' : 'INT32', converted]
  }
  throw new Error('no such column: ' + kind)
}

// --- parquetjs --------------------------------------------------------------------------

// Its names of types are those of converted types, where there is one.
function fieldOf(kind) {
  const [type, converted, more] = typeOf(kind)
  const names = { type_length: 'typeLength' }
  const options = Object.entries(more ?? {}).map(([k, v]) => [names[k] ?? k, v])
  return { type: converted ?? type, optional: true, ...Object.fromEntries(options) }
}

// Dates and timestamps are Dates, and wide integers may be numbers or BigInts.
function rowValue(kind, word, wide) {
  const plain = value(kind, typeOf(kind)[0], word)
  if (plain === undefined) return undefined
  if (kind === 'date') return new Date(Number(plain) * 86400000)
  if (kind === 'timestamp_ms') return new Date(Number(plain))
  if (kind.startsWith('decimal')) return Number(plain) / 10 ** digits(kind)[1]
  return typeof plain === 'bigint' && !wide ? Number(plain) : plain
}

function fields(kind) {
  const parts = kind.split('/')
  if (parts[0] !== 'struct') return fieldOf(kind)
  return { optional: true, fields: { a: fieldOf(parts[1]), b: fieldOf(parts[2]) } }
}

function cell(kind, word, wide) {
  const parts = kind.split('/')
  if (parts[0] !== 'struct') return rowValue(kind, word, wide)
  if (word === '~') return undefined
  const [a, b] = word.slice(1, -1).split(',')
  return { a: rowValue(parts[1], a, wide), b: rowValue(parts[2], b, wide) }
}

async function writeParquetjs(table, file, options, wide) {
  const { ParquetSchema, ParquetWriter } = require(name)
  const schema = new ParquetSchema(
    Object.fromEntries(table.columns.map(c => [c.name, fields(c.kind)])))
  const writer = await ParquetWriter.openFile(schema, file, options)
  if (options.rowGroupSize) writer.setRowGroupSize(options.rowGroupSize)
  for (let i = 0; i < table.rows; i++) {
    const row = {}
    for (const c of table.columns) {
      const made = cell(c.kind, c.words[i], wide)
      if (made !== undefined) row[c.name] = made
    }
    await writer.appendRow(row)
  }
  await writer.close()
}

function parquetjsVariants(table) {
  const groups = { rowGroupSize: table.rows / 4 }
  const pages = { ...groups, pageSize: Math.max(4, table.rows / 32) }
  const options = { default: {}, pages, groups, v2: { ...pages, useDataPageV2: true },
    v1: { ...pages, useDataPageV2: false } }
  return Object.entries(options).flatMap(([variant, o]) => [
    [variant, file => writeParquetjs(table, file, o, true)],
    [variant + '_numbers', file => writeParquetjs(table, file, o, false)]])
}

// --- hyparquet-writer -------------------------------------------------------------------

async function writeHyparquet(table, file, options) {
  const { parquetWriteBuffer } = await import(
    pathToFileURL(path.resolve('node_modules/hyparquet-writer/src/index.js')))
  const schema = [{ name: 'root', num_children: table.columns.length }]
  const columnData = table.columns.map(c => {
    const [type, converted_type, more] = typeOf(c.kind)
    schema.push({ name: c.name, type, converted_type, repetition_type: 'OPTIONAL', ...more })
    const data = c.words.map(w => {
      const plain = value(c.kind, type, w)
      if (plain === undefined) return undefined
      if (c.kind === 'date') return new Date(plain * 86400000)
      if (c.kind.startsWith('timestamp_ms')) return new Date(Number(plain))
      if (c.kind.startsWith('decimal')) return Number(plain) / 10 ** digits(c.kind)[1]
      return plain
    })
    return { name: c.name, data }
  })
  const buffer = parquetWriteBuffer({ columnData, schema, statistics: true, ...options })
  fs.writeFileSync(file, Buffer.from(buffer))
}

function hyparquetVariants(table) {
  const groups = { rowGroupSize: table.rows / 4, codec: 'UNCOMPRESSED' }
  const pages = { ...groups, pageSize: Math.max(16, table.rows / 8) }
  const options = { default: {}, groups, pages }
  return Object.entries(options).map(([variant, o]) => [variant, f => writeHyparquet(table, f, o)])
}

// --- all --------------------------------------------------------------------------------

async function attempt(table, variant, write) {
  const part = path.join(folder, `${table.name}.${variant}.part`)
  try {
    await write(part)
    fs.renameSync(part, part.replace('.part', '.parquet'))
  } catch (error) {
    fs.appendFileSync(path.join(folder, 'refused'),
      `${table.name}.${variant}: ${String(error).replaceAll('\n', ' ').slice(0, 200)}\n`)
  }
}

let table
for (const line of [...fs.readFileSync(source, 'latin1').trim().split('\n'), 'table']) {
  const words = line.split(' ')
  if (words[0] === 'column') {
    table.columns.push({ name: words[1], kind: words[2], words: words.slice(3) })
    continue
  }
  const variants = !table ? [] :
    name === 'hyparquet-writer' ? hyparquetVariants(table) : parquetjsVariants(table)
  for (const [variant, write] of table?.rows > 100000 ? variants.slice(0, 1) : variants) {
    await attempt(table, variant, write)
  }
  table = { name: words[1], rows: Number(words[2]), columns: [] }
}
