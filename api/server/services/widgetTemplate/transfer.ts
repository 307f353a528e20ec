// Templates as a file, out and in again at another place.
import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Schema } from '../foundation/contents.ts'
import { imageOf, type createFiles } from '../foundation/files.ts'
import type { GateService } from '../screen/index.ts'
import { BadJson, badJson, parseJson } from '../foundation/archives/json.ts'
import { withZip } from '../foundation/archives/open.ts'
import { writePackage } from '../foundation/archives/write.ts'
import type { OpenedZip } from '../foundation/archives/zip.ts'
import {
  checkTemplates,
  FILE_BYTES,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  MOST_TEMPLATES,
  TEMPLATE_LIMITS,
  type PackedTemplate,
  type TemplateManifest,
} from './format.ts'
import type { TemplateGroups } from './groups.ts'
import { isOwn, type Level } from './level.ts'
import { distinct } from './names.ts'
import { seen, select, unknownTemplate } from './rows.ts'
import { columnsOf, schemaOf } from './schema-text.ts'
import { PREVIEW_MAX_BYTES, type By, type HasCode, type TemplateStore } from './templates.ts'
import { temporaryFolder } from '../../temporary.ts'

interface Parts {
  files: ReturnType<typeof createFiles>
  gate: GateService
  groups: TemplateGroups
  hasCode: HasCode
  store: TemplateStore
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A file that no import would take is not made. */
const tooMuch = () =>
  new ApiError('widgetTemplate.tooMuchToExport', 'A file holds at most {limit} templates and {size} MB. Select some and export them in several files', 422, {
    values: { limit: MOST_TEMPLATES, size: FILE_BYTES / 1024 / 1024 },
  })

export function createTemplateTransfer({ db, log }: Pick<Core, 'db' | 'log'>, { files, gate, groups, hasCode, store }: Parts) {
  /** A checked entry of the archive, whose content is what its name says. */
  async function bytesOf(zip: OpenedZip, name: string, hash: string, limit: number): Promise<Buffer> {
    const entry = zip.entries.get(name)
    if (!entry) throw fieldError('package.missingEntry', 'file', 'The package is incomplete: {name} is missing', { name })
    const bytes = await entry.read(limit)
    if (sha256(bytes) !== hash)
      throw fieldError('package.hashMismatch', 'file', 'The package was changed or damaged: {name} is not what its manifest names', { name })
    return bytes
  }
  function jsonOf(name: string, bytes: Buffer): unknown {
    try {
      return parseJson(bytes, TEMPLATE_LIMITS.depth)
    } catch (error) {
      throw error instanceof BadJson ? badJson(error, name) : error
    }
  }
  async function schemaIn(zip: OpenedZip, template: PackedTemplate, locale: Locale): Promise<Schema> {
    const name = `bodies/${template.hash}.json`
    const schema = jsonOf(name, await bytesOf(zip, name, template.hash, TEMPLATE_LIMITS.bodyBytes))
    if (!schema || typeof schema !== 'object' || Array.isArray(schema))
      throw fieldError('package.badJson', 'file', '“{name}” in the file is not valid JSON', { name })
    const [refused] = await gate.refusedIn(schema, locale)
    if (refused)
      throw fieldError('widgetTemplate.importRefused', 'file', 'The template “{name}” cannot be imported. {problem} ({where})', {
        name: template.name,
        problem: refused.message,
        where: refused.path || 'page',
      })
    return schema as Schema
  }

  return {
    /** The templates with these ids, or all of the level itself. */
    async exportFile(level: Level, ids?: readonly string[]): Promise<{ name: string; content: Buffer }> {
      let query = select(seen(level, db)).select('widget_template.body')
      query = ids ? query.where('widget_template.id', '=', sql<string>`any (${[...ids]}::uuid[])`) : query.where(isOwn(level, 'widget_template'))
      const rows = await query
        .orderBy('widget_template.name')
        .orderBy('widget_template.id')
        .limit(MOST_TEMPLATES + 1)
        .execute()
      if (rows.length > MOST_TEMPLATES) throw tooMuch()
      if (ids && rows.length !== new Set(ids).size) throw unknownTemplate()
      if (!rows.length) throw new ApiError('widgetTemplate.nothingToExport', 'There is no template to export yet', 404)
      const texts = new Map<string, string>()
      const images = new Map<string, string>()
      const resources: PackedTemplate[] = []
      for (const row of rows) {
        const text = JSON.stringify(schemaOf(row, log))
        const hash = sha256(text)
        texts.set(hash, text)
        const image = row.custom_preview_img ? await files.find(row.custom_preview_img.slice('/api/file/'.length)) : undefined
        if (image) images.set(image.hash, image.name)
        const { name, code, status, description } = row
        resources.push({ name, group: row.group_name ?? '', code, widgetType: row.widget_type, status, description, hash, preview: image?.hash ?? null })
      }
      const manifest: TemplateManifest = {
        format: FORMAT,
        formatVersion: FORMAT_VERSION,
        createdBy: 'Tessera',
        resources,
        files: [...images].map(([hash, name]) => ({ hash, name })).sort((a, b) => (a.hash < b.hash ? -1 : 1)),
      }
      const folder = await temporaryFolder('templates')
      try {
        const path = join(folder, 'templates.amis')
        await writePackage(path, manifest, { body: async hash => texts.get(hash) ?? '', file: async hash => files.content(hash) })
        if ((await stat(path)).size > FILE_BYTES) throw tooMuch()
        return { name: rows.length === 1 && ids ? `${rows[0]?.name}.amis` : 'widget-templates.amis', content: await readFile(path) }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    /** All templates of a file as templates of this level, or none of them. */
    async importFile(level: Level, by: By, path: string): Promise<{ imported: number }> {
      return withZip(
        path,
        undefined,
        async zip => {
          const entry = zip.entries.get(MANIFEST)
          if (!entry) throw fieldError('widgetTemplate.notTemplates', 'file', 'This file holds no widget templates')
          const manifest = checkTemplates(jsonOf(MANIFEST, await entry.read(TEMPLATE_LIMITS.manifestBytes)))
          const names = new Map(manifest.files.map(({ hash, name }) => [hash, name]))
          const expected = new Set([
            MANIFEST,
            ...manifest.resources.map(({ hash }) => `bodies/${hash}.json`),
            ...[...names.keys()].map(hash => `files/${hash}`),
          ])
          const extra = [...zip.entries.keys()].find(name => !expected.has(name))
          if (extra) throw fieldError('package.unlisted', 'file', 'The package holds something that its manifest does not name: {name}', { name: extra })
          const found: { template: PackedTemplate; schema: Schema; image: Buffer | undefined }[] = []
          for (const template of manifest.resources) {
            const schema = await schemaIn(zip, template, by.locale)
            const image = template.preview ? await bytesOf(zip, `files/${template.preview}`, template.preview, PREVIEW_MAX_BYTES) : undefined
            if (image && !imageOf(image)) throw fieldError('file.notAnImage', 'file', 'This file is not a PNG, JPEG, GIF or WebP image')
            found.push({ template, schema, image })
          }
          await db.transaction().execute(async trx => {
            const taken = await store.namesAt(level, trx)
            for (const { template, schema, image } of found) {
              const name = distinct(template.name, taken)
              taken.add(name)
              const preview =
                image &&
                (await files.add(image, { name: names.get(template.preview ?? '') ?? 'preview', mime: imageOf(image) as string, ownerId: by.userId }, trx))
              await trx
                .insertInto('widget_template')
                .values({
                  id: uuidv7(),
                  company_id: level.companyId,
                  app_id: level.appId,
                  group_id: await groups.named(level, template.group, trx, { make: true }),
                  name,
                  code: hasCode(level, by.origin) ? template.code : '',
                  widget_type: template.widgetType,
                  custom_preview_img: preview ? `/api/file/${preview.id}` : '',
                  status: template.status,
                  description: template.description,
                  ...columnsOf(schema),
                  created_by: by.userId,
                  updated_by: by.userId,
                })
                .execute()
            }
          })
          return { imported: found.length }
        },
        TEMPLATE_LIMITS,
      )
    },
  }
}
