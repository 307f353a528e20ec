// Checks all of a package before anything is written anywhere.
import { createHash } from 'node:crypto'
import { ApiError, fieldError } from '../../errors.ts'
import { BadJson, badJson, parseJson } from '../foundation/archives/json.ts'
import { MANIFEST, type Limits } from '../foundation/archives/limits.ts'
import type { OpenedZip } from '../foundation/archives/zip.ts'
import { checkManifest, type Manifest } from './format.ts'

type Json = Record<string, unknown>

/** Everything in a package is what its manifest says, and nothing else is in it. */
export async function checkZip(zip: OpenedZip, limits: Limits): Promise<Manifest> {
  const manifestEntry = zip.entries.get(MANIFEST)
  if (!manifestEntry) throw fieldError('package.noManifest', 'file', 'This is not an app package: it has no {name}', { name: MANIFEST })
  const manifest = checkManifest(await json(MANIFEST, await manifestEntry.read(limits.manifestBytes), limits))
  const expected = new Map<string, { hash: string; size?: number }>()
  for (const { hash } of manifest.resources) if (hash) expected.set(`bodies/${hash}.json`, { hash })
  for (const { hash, size } of manifest.files) expected.set(`files/${hash}`, { hash, size })
  const missing = [...expected.keys()].find(name => !zip.entries.has(name))
  if (missing) throw fieldError('package.missingEntry', 'file', 'The package is incomplete: {name} is missing', { name: missing })
  const extra = [...zip.entries.keys()].find(name => name !== MANIFEST && !expected.has(name))
  if (extra) throw fieldError('package.unlisted', 'file', 'The package holds something that its manifest does not name: {name}', { name: extra })

  for (const [name, { hash, size }] of expected) {
    const entry = zip.entries.get(name)
    if (!entry) continue
    const isBody = name.startsWith('bodies/')
    let actual: string
    if (isBody) {
      const bytes = await entry.read(limits.bodyBytes)
      actual = createHash('sha256').update(bytes).digest('hex')
      if (actual === hash) object(name, await json(name, bytes, limits))
    } else {
      const sum = createHash('sha256')
      let length = 0
      for await (const chunk of await entry.stream(limits.fileBytes)) {
        sum.update(chunk as Buffer)
        length += (chunk as Buffer).length
      }
      actual = length === size ? sum.digest('hex') : ''
    }
    if (actual !== hash) throw fieldError('package.hashMismatch', 'file', 'The package was changed or damaged: {name} is not what its manifest names', { name })
  }
  return manifest
}

async function json(name: string, bytes: Buffer, limits: Limits): Promise<unknown> {
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
/** Bodies of a checked archive by their hash. */
export const bodyIn = (zip: OpenedZip, limits: Limits) => async (hash: string) =>
  JSON.parse((await entryOf(zip, `bodies/${hash}.json`).read(limits.bodyBytes)).toString()) as Json
