// Writes a package: the same content always gives the same bytes (before a password wraps them).
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { encryptFile } from './encryption.ts'
import { UNTOLD, type Progress } from '../progress.ts'
import { MANIFEST } from './limits.ts'

/** Local midnight, and only in the DOS field, so that the time zone of the server leaves no trace. Not 1980: yazl clamps there, with the zone of its start. */
const fixed = () => ({ mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true })

export interface Content {
  /** JSON text of a body. */
  body(hash: string): Promise<string>
  file(hash: string): Promise<Readable>
  /** JSON lines of a part of a list. */
  rows?(hash: string): Promise<Readable>
}

/** What a manifest names by hash. */
export interface Listed {
  resources: { hash: string | null }[]
  files: { hash: string }[]
  /** Without parts they stand in the manifest. */
  rows?: readonly { parts?: readonly { hash: string }[] }[]
}

/** Writes to `path`, reading one body or file at a time. */
export async function writePackage(path: string, manifest: Listed, content: Content, password?: string, progress: Progress = UNTOLD) {
  const plain = password ? `${path}.plain` : path
  const zip = new yazl.ZipFile()
  const options = fixed()
  const lazily = (name: string, get: () => Promise<Readable>, compress: boolean) =>
    zip.addReadStreamLazy(name, { ...options, compress }, done => {
      progress
        .add()
        .then(get)
        .then(
          stream => done(null, stream),
          error => zip.emit('error', error),
        )
    })
  const bodies = hashesOf(manifest.resources)
  // Images are compressed already.
  const files = hashesOf(manifest.files)
  const rows = hashesOf((manifest.rows ?? []).flatMap(({ parts = [] }) => parts))
  await progress.begin('pack', bodies.length + files.length + rows.length)
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, options)
  for (const hash of bodies) lazily(`bodies/${hash}.json`, async () => Readable.from([Buffer.from(await content.body(hash))]), true)
  for (const hash of files) lazily(`files/${hash}`, () => content.file(hash), false)
  for (const hash of rows) lazily(`rows/${hash}.jsonl`, () => (content.rows as NonNullable<Content['rows']>)(hash), true)
  const output = zip.outputStream as Readable
  zip.on('error', error => output.destroy(error as Error))
  zip.end()
  try {
    await pipeline(output, createWriteStream(plain, { mode: 0o600 }))
    if (password) await encryptFile(plain, path, password, progress)
  } finally {
    if (password) await rm(plain, { force: true })
  }
}

const hashesOf = (list: readonly { hash: string | null }[]) => [...new Set(list.map(item => item.hash).filter(hash => hash !== null))].sort()
