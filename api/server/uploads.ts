// Multipart bodies: files go to temporary places as they arrive, with the limits of the contract; nothing is held in memory.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../contract-schema.ts'
import { ApiError } from './errors.ts'
import type { Upload } from './handler.ts'
import { temporaryFolder } from './temporary.ts'

/** What no file system or header should be given in a name. */
const UNPRINTABLE = /[\u0000-\u001f\u007f]|\p{Surrogate}/gu

const fileError = (field: string, text: string, values: Record<string, string | number> = {}) =>
  new ApiError('request.file', text, 422, { fields: { [field]: text }, values })

/** Removes the temporary places of a request's files. */
export async function removeUploads(files: readonly Upload[]) {
  for (const folder of new Set(files.map(file => dirname(file.path)))) await rm(folder, { recursive: true, force: true })
}

/** Reads fields and files; on a refusal no file is left behind. */
export async function readMultipart(request: FastifyRequest, call: Call): Promise<{ fields: Record<string, unknown>; files: Upload[] }> {
  if (!request.isMultipart()) throw new ApiError('request.mediaType', 'This kind of content is not accepted here', 415)
  const rules = call.files ?? {}
  const fields: Record<string, unknown> = {}
  const files: Upload[] = []
  const folder = await temporaryFolder('upload')
  try {
    const largest = Math.max(0, ...Object.values(rules).map(rule => rule.maxBytes))
    for await (const part of request.parts({ limits: { fileSize: largest } })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw new ApiError('request.tooLarge', 'This is too large', 413)
        // Own property even for `__proto__`, so that validation sees and refuses it.
        Object.defineProperty(fields, part.fieldname, { value: part.value, enumerable: true, configurable: true, writable: true })
        continue
      }
      // So amis calls each of several files.
      const field = part.fieldname.replace(/\[\]$/, '')
      const rule = Object.hasOwn(rules, field) ? rules[field] : undefined
      if (!rule) throw fileError(field, 'Unknown field')
      if (files.filter(f => f.field === field).length >= (rule.maxCount ?? 1)) throw fileError(field, 'Too many files')
      const name = (part.filename ?? '')
        .replace(/^.*[/\\]/, '')
        .replace(UNPRINTABLE, '')
        .slice(0, 255)
      if (rule.extensions.length && !rule.extensions.some(ending => name.toLowerCase().endsWith(ending)))
        throw fileError(field, 'Only {endings} files are accepted', { endings: rule.extensions.join(', ') })
      const path = join(folder, String(files.length))
      let size = 0
      part.file.on('data', (chunk: Buffer) => (size += chunk.length))
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated || size > rule.maxBytes)
        throw fileError(field, 'The file is larger than {limit} MB', { limit: Math.round((rule.maxBytes / 1048576) * 10) / 10 })
      files.push({ field, name, mime: part.mimetype, size, path })
    }
    if (!files.length) await rm(folder, { recursive: true, force: true })
    for (const [field, rule] of Object.entries(rules))
      if (rule.required !== false && !files.some(f => f.field === field)) throw fileError(field, 'Please choose a file')
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // The parser's complaints carry neither status nor code; a full disk does.
    const unreadable = error instanceof Error && !(error instanceof ApiError) && !('statusCode' in error) && !('syscall' in error)
    throw unreadable ? new ApiError('request.malformed', 'The request cannot be read', 400) : error
  }
  return { fields, files }
}
