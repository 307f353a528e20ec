// Checks all of a package before anything is written anywhere.
import { createHash, type Hash } from 'node:crypto'
import { ApiError, fieldError } from '../../errors.ts'
import { BadJson, badJson, parseJson } from '../foundation/archives/json.ts'
import { linesOf } from '../foundation/archives/lines.ts'
import { MANIFEST, type Limits } from '../foundation/archives/limits.ts'
import type { OpenedZip } from '../foundation/archives/zip.ts'
import { badRow, type PlainRow } from '../data/index.ts'
import { checkManifest, isRow, type Manifest, type ManifestRows } from './format.ts'

type Json = Record<string, unknown>

/** Everything in a package is what its manifest says, and nothing else is in it. */
export async function checkZip(zip: OpenedZip, limits: Limits): Promise<Manifest> {
  const manifestEntry = zip.entries.get(MANIFEST)
  if (!manifestEntry) throw fieldError('package.noManifest', 'file', 'This is not an app package: it has no {name}', { name: MANIFEST })
  const manifest = checkManifest(parsed(await manifestEntry.read(limits.manifestBytes), MANIFEST, limits))
  const expected = new Map<string, { hash: string; size?: number }>()
  for (const { hash } of manifest.resources) if (hash) expected.set(`bodies/${hash}.json`, { hash })
  for (const { hash, size } of manifest.files) expected.set(`files/${hash}`, { hash, size })
  const rows = (manifest.rows ?? []).flatMap(({ parts }) => parts.map(({ hash }) => rowsEntry(hash)))
  if (new Set(rows).size !== rows.length) throw twice()
  for (const name of rows) expected.set(name, { hash: '' })
  const missing = [...expected.keys()].find(name => !zip.entries.has(name))
  if (missing) throw fieldError('package.missingEntry', 'file', 'The package is incomplete: {name} is missing', { name: missing })
  const extra = [...zip.entries.keys()].find(name => name !== MANIFEST && !expected.has(name))
  if (extra) throw fieldError('package.unlisted', 'file', 'The package holds something that its manifest does not name: {name}', { name: extra })

  for (const [name, { hash, size }] of expected) {
    const entry = zip.entries.get(name)
    if (!entry || !hash) continue
    const isBody = name.startsWith('bodies/')
    let actual: string
    if (isBody) {
      const bytes = await entry.read(limits.bodyBytes)
      actual = createHash('sha256').update(bytes).digest('hex')
      if (actual === hash) object(name, parsed(bytes, name, limits))
    } else {
      const sum = createHash('sha256')
      let length = 0
      for await (const chunk of await entry.stream(limits.fileBytes)) {
        sum.update(chunk as Buffer)
        length += (chunk as Buffer).length
      }
      actual = length === size ? sum.digest('hex') : ''
    }
    if (actual !== hash) throw changed(name)
  }
  for (const one of manifest.rows ?? []) if (!one.inline) await checkRows(zip, one, limits)
  return manifest
}

const rowsEntry = (hash: string) => `rows/${hash}.jsonl`
const twice = () => fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where: 'the same rows are named twice' })
const changed = (name: string) =>
  fieldError('package.hashMismatch', 'file', 'The package was changed or damaged: {name} is not what its manifest names', { name })

/** Rows are what the manifest names and as many as it says, and each of them is one. */
async function checkRows(zip: OpenedZip, { model, count, parts }: ManifestRows, limits: Limits) {
  let number = 0
  const refuse = (code: string, english: string, more = {}) => fieldError(code, 'file', english, { name: `${model} ${number}`, ...more })
  const tooLong = () => refuse('package.entryTooLarge', '“{name}” in the file is larger than {limit} MB', { limit: limits.rowBytes / 1024 / 1024 })
  for (const { hash, count: inPart } of parts) {
    const before = number
    const sum = createHash('sha256')
    for await (const lines of linesOf(hashed(await entryOf(zip, rowsEntry(hash)).stream(limits.totalBytes), sum), limits.rowBytes, tooLong))
      for (const line of lines) {
        number++
        if (!isRow(parsed(line, `${model} ${number}`, limits))) throw badRow(model, number, 'id')
      }
    if (sum.digest('hex') !== hash || number - before !== inPart) throw changed(rowsEntry(hash))
  }
  if (number !== count) throw changed(model)
}

async function* hashed(source: AsyncIterable<unknown>, sum: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    sum.update(chunk as Buffer)
    yield chunk as Buffer
  }
}

function parsed(bytes: Buffer, name: string, limits: Limits): unknown {
  try {
    return parseJson(bytes, limits.depth)
  } catch (error) {
    if (error instanceof BadJson) throw badJson(error, name)
    throw error
  }
}

function object(name: string, value: unknown): Json {
  if (value && typeof value === 'object' && !Array.isArray(value)) return value as Json
  throw fieldError('package.badJson', 'file', '“{name}” in the file is not valid JSON', { name })
}

export const entryOf = (zip: OpenedZip, name: string) => {
  const entry = zip.entries.get(name)
  if (!entry) throw new ApiError('package.missingEntry', 'The package is incomplete: {name} is missing', 422, { values: { name } })
  return entry
}
/** Rows of a model in a checked archive, some at a time. */
export const rowsIn = (zip: OpenedZip, limits: Limits) =>
  async function* ({ inline, parts }: ManifestRows): AsyncGenerator<PlainRow[]> {
    if (inline) yield inline
    for (const { hash } of parts)
      for await (const lines of linesOf(await entryOf(zip, rowsEntry(hash)).stream(limits.totalBytes), limits.rowBytes, () => changed(rowsEntry(hash))))
        yield lines.map(line => JSON.parse(line.toString()) as PlainRow)
  }
/** Bodies of a checked archive by their hash. */
export const bodyIn = (zip: OpenedZip, limits: Limits) => async (hash: string) =>
  JSON.parse((await entryOf(zip, `bodies/${hash}.json`).read(limits.bodyBytes)).toString()) as Json
