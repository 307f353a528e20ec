// Multipart bodies: files go to temporary places as they arrive, with the limits of the contract; nothing is held in memory.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../contract-schema.ts'
import { ApiError } from './errors.ts'
import type { Upload } from './handler.ts'

const fileError = (field: string, text: string, values: Record<string, string | number> = {}) =>
  new ApiError('request.file', text, 422, { fields: { [field]: text }, values })

/** Reads fields and files; on a refusal no file is left behind. */
export async function readMultipart(request: FastifyRequest, call: Call): Promise<{ fields: Record<string, unknown>; files: Upload[] }> {
  if (!request.isMultipart()) throw new ApiError('request.mediaType', 'This kind of content is not accepted here', 415)
  const rules = call.files ?? {}
  const fields: Record<string, unknown> = {}
  const files: Upload[] = []
  const folder = await mkdtemp(join(tmpdir(), 'tessera-upload-'))
  try {
    const largest = Math.max(0, ...Object.values(rules).map(rule => rule.maxBytes))
    for await (const part of request.parts({ limits: { fileSize: largest } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      const rule = rules[part.fieldname]
      if (!rule) throw fileError(part.fieldname, 'Unknown field')
      if (files.filter(f => f.field === part.fieldname).length >= (rule.maxCount ?? 1)) throw fileError(part.fieldname, 'Too many files')
      const name = (part.filename ?? '').replace(/^.*[/\\]/, '').slice(0, 255)
      if (rule.extensions.length && !rule.extensions.some(ending => name.toLowerCase().endsWith(ending)))
        throw fileError(part.fieldname, 'Only {endings} files are accepted', { endings: rule.extensions.join(', ') })
      const path = join(folder, String(files.length))
      let size = 0
      part.file.on('data', (chunk: Buffer) => (size += chunk.length))
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated || size > rule.maxBytes)
        throw fileError(part.fieldname, 'The file is larger than {limit} MB', { limit: Math.round((rule.maxBytes / 1048576) * 10) / 10 })
      files.push({ field: part.fieldname, name, mime: part.mimetype, size, path })
    }
    for (const [field, rule] of Object.entries(rules))
      if (rule.required !== false && !files.some(f => f.field === field)) throw fileError(field, 'Please choose a file')
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return { fields, files }
}
