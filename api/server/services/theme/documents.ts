// What themes of an app and themes above apps do alike: documents that come in, what one begins with, and what lists tell of it.
import { checkTheme } from '../../../theme/check.ts'
import { stripOf } from '../../../theme/color.ts'
import { repairedAll } from '../../../theme/contrast.ts'
import { ENGINE } from '../../../theme/css.ts'
import { newTheme, type ThemeDocument } from '../../../theme/document.ts'
import { READY_THEMES, readyTheme } from '../../../theme/ready.ts'
import { withBrand } from '../../../theme/recolor.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { hex } from '../../store/database.ts'
import { MAX_THEMES } from '../foundation/app-themes.ts'
import type { Body } from '../foundation/contents.ts'

export interface ThemeInput extends Omit<ThemeDocument, 'component'> {
  component: Record<string, unknown>
}
/** What a theme is made from: as it is shipped, one that is ready, a copy, or a document that was brought along. */
export interface ThemeStart {
  name: string
  ready?: string
  brand?: string
  copyOf?: string
  document?: ThemeInput
}
export interface ThemeRow {
  id: string
  name: string
  description: string
  is_default: boolean
  version: number
  body_hash: Buffer
  draft_hash: Buffer | null
  draft_at: Date | null
  updated_at: Date
  by_name: string | null
}

export const unknownTheme = () => notFound('theme.unknown', 'There is no such theme')
export const unknownVersion = () => notFound('theme.versionUnknown', 'There is no such version')
const changedMeanwhile = () => new ApiError('theme.changed', 'Somebody else has saved it meanwhile. Look at it again', 409)
export const fileOf = (hash: Buffer) => `${hex(hash)}-${ENGINE}.css`
/** The hash of the document that a file is made from; nothing for a name that no file has. */
export function hashOfFile(file: string): Buffer | undefined {
  const [, hash = '', engine] = /^([0-9a-f]{64})-(\d+)\.css$/.exec(file) ?? []
  return hash && Number(engine) === ENGINE ? Buffer.from(hash, 'hex') : undefined
}

/** The document that came in; refused with what is wrong at each path. */
export function checked(input: ThemeInput): ThemeDocument {
  const { config, global, component, customStyle } = input
  const document = { config: { ...config, name: config.name.trim() }, global, component, customStyle } as ThemeDocument
  const problems = checkTheme(document)
  if (problems.length)
    throw new ApiError('theme.invalid', 'The theme cannot be used', 422, {
      fields: Object.fromEntries(problems.map(({ path, english, values }) => [path, { english, ...(values && { values }) }])),
    })
  return document
}

export async function begun(input: ThemeStart, copied: (id: string) => Promise<ThemeDocument>): Promise<ThemeDocument> {
  const name = input.name.trim()
  if (!name) throw fieldError('theme.nameMissing', 'name', 'Please enter the name')
  const start = async (): Promise<ThemeDocument> => {
    if (input.document) return checked(input.document)
    if (input.copyOf) return copied(input.copyOf)
    if (!input.ready) return newTheme(name)
    if (!READY_THEMES.some(({ key }) => key === input.ready)) throw fieldError('theme.readyUnknown', 'ready', 'There is no such theme')
    return readyTheme(input.ready)
  }
  const from = await start()
  const document = input.brand ? repairedAll(withBrand(from, input.brand.toLowerCase())) : from
  return { ...document, config: { ...document.config, name } }
}

/** What a list tells, with the colours that it draws. */
export const lineOf = (row: ThemeRow, { config, global }: ThemeDocument) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isDefault: row.is_default,
  isDark: config.isDark,
  colors: [
    ...(global.colors.brand.body.main ? [global.colors.brand.body.main] : []),
    ...global.colors.functional.slice(0, 3).map(({ body }) => body.main ?? ''),
  ],
  version: row.version,
  hasDraft: row.draft_hash !== null,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.by_name ?? '',
})

/** A theme as its editor gets it. */
export async function answerOf(row: ThemeRow, documentAt: (hash: Buffer) => Promise<ThemeDocument>) {
  const [data, draft] = await Promise.all([documentAt(row.body_hash), row.draft_hash ? documentAt(row.draft_hash) : null])
  return { ...lineOf(row, data), data, draft, draftAt: row.draft_at?.toISOString() ?? null }
}

/** What a row becomes when a document is saved: a version where it is another one, and no draft any more. */
export function savedOver(row: ThemeRow, { hash }: Body, document: ThemeDocument, userId: string, baseVersion: number | undefined) {
  if (baseVersion !== undefined && baseVersion !== row.version) throw changedMeanwhile()
  const isNew = !hash.equals(row.body_hash)
  const { name, description } = document.config
  const version = row.version + Number(isNew)
  const columns = { name, description, version, body_hash: hash, ...draftOf(null, userId), updated_at: new Date(), updated_by: userId }
  return { isNew, version, columns }
}
/** What a row becomes when a document is kept aside; none for a document that is as it was saved. */
export const draftOf = (hash: Buffer | null, userId: string) =>
  hash ? { draft_hash: hash, draft_at: new Date(), draft_by: userId } : { draft_hash: null, draft_at: null, draft_by: null }

export const tooMany = () => new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_THEMES } })

export const versionLine = (row: { version: number; note: string; created_at: Date; by_name: string | null }) => ({
  version: row.version,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  createdBy: row.by_name ?? '',
})

/** Those that are ready to begin with, as a list shows them. */
export const READY_LINES = READY_THEMES.map(({ key, label, brand, isDark = false }) => ({ key, label, isDark, colors: stripOf(brand, isDark) }))
