// Widget templates: lists, what one holds, changes of the level's own.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import { everywhere } from '../../store/scoped.ts'
import type { Schema } from '../foundation/contents.ts'
import type { createFiles } from '../foundation/files.ts'
import { refuseFor, type GateService } from '../screen/index.ts'
import type { TemplateGroups } from './groups.ts'
import { isOwn, type Level } from './level.ts'
import { distinct } from './names.ts'
import { lockTemplate, lockTemplates, seen, select, shown, unknownTemplate } from './rows.ts'
import { columnsOf, EMPTY, schemaOf } from './schema-text.ts'

export interface TemplateInfo {
  name: string
  /** Id of a group of this level; empty for none. */
  type?: string
  typeId?: string
  code?: string
  widgetType?: number
  custom_preview_img?: string
  status?: number
  description?: string
  body?: Schema
}
export interface TemplateChange extends Partial<TemplateInfo> {
  /** The version that a new schema was made from; without one it replaces whatever is saved. */
  baseVersion?: number
}
export interface TemplateFilter {
  page?: number
  perPage?: number
  type?: string
  framework?: number
  keywords?: string
  status?: number
  sortBy?: string
}
/** Who acts, and where the browser is: on the vendor's own site templates have codes. */
export interface By {
  userId: string
  locale: Locale
  origin: string
}
/** Whether templates of a level have a code where a browser is. */
export type HasCode = (level: Level, origin: string) => boolean

interface Parts {
  files: ReturnType<typeof createFiles>
  gate: GateService
  groups: TemplateGroups
  hasCode: HasCode
}

export const PER_PAGE = 30
export const PREVIEW_MAX_BYTES = 1_048_576
/** What the component panel of one editor is given: more would make opening a page slow. */
const MOST_COMPONENTS = 200
const MOST_COMPONENT_BYTES = 4 * 1024 * 1024

const SORTS = { name: 'widget_template.name', createdAt: 'widget_template.created_at', updatedAt: 'widget_template.updated_at' } as const

export function createTemplateStore({ db, log }: Pick<Core, 'db' | 'log'>, { files, gate, groups, hasCode }: Parts) {
  /** A preview is an uploaded image that everybody may see, and a small one. */
  async function checkPreview(address: string | undefined) {
    if (!address) return
    const file = await files.find(address.slice('/api/file/'.length))
    if (!file || file.companyId || !file.mime.startsWith('image/'))
      throw fieldError('widgetTemplate.previewUnknown', 'custom_preview_img', 'Please upload the image again')
    if (file.size > PREVIEW_MAX_BYTES) throw fieldError('widgetTemplate.previewTooLarge', 'custom_preview_img', 'Image must not exceed 1 MB')
  }

  /** A template is held to what keeps a page out: script, and what cannot be drawn at all. */
  async function checkSchema(schema: Schema | undefined, locale: Locale) {
    if (!schema) return
    const refused = await gate.refusedIn(schema, locale)
    refuseFor(refused, refused, 'widgetTemplate.refused', 'The template cannot be saved. {problem} ({where})')
  }

  /** The columns that were sent; what was not sent is left alone. */
  async function columns(level: Level, info: Partial<TemplateInfo>, { origin }: By, on: Trx) {
    const group = info.type ?? info.typeId
    if (group && !(await groups.findOwn(level, group, on))) throw fieldError('widgetTemplate.noSuchGroup', 'type', 'Choose a group of this level')
    const code = info.code?.trim()
    const mayCode = hasCode(level, origin)
    if (code && !mayCode) throw fieldError('widgetTemplate.codeNotHere', 'code', 'Templates have no code here')
    return {
      ...(info.name !== undefined && { name: info.name }),
      ...(group !== undefined && { group_id: group || null }),
      ...(code !== undefined && mayCode && { code }),
      ...(info.custom_preview_img !== undefined && { custom_preview_img: info.custom_preview_img }),
      ...(info.status !== undefined && { status: info.status }),
      ...(info.description !== undefined && { description: info.description }),
      ...(info.body && columnsOf(info.body)),
    }
  }

  const namesAt = async (level: Level, on: Db | Trx): Promise<Set<string>> =>
    new Set((await on.selectFrom('widget_template').select('name').where(isOwn(level, 'widget_template')).execute()).map(row => row.name))

  async function find(level: Level, id: string, on: Db | Trx = db) {
    const row = await select(seen(level, on)).select('widget_template.body').where('widget_template.id', '=', id).executeTakeFirst()
    if (!row) throw unknownTemplate()
    return row
  }

  return {
    namesAt,

    async list(level: Level, { page = 1, perPage = PER_PAGE, type, framework, keywords = '', status, sortBy = 'updatedAt-desc' }: TemplateFilter) {
      const [field, direction] = sortBy.split('-') as [keyof typeof SORTS, 'asc' | 'desc']
      const some = () => {
        let query = seen(level, db)
        if (type) query = query.where('widget_template.group_id', '=', type)
        if (framework !== undefined) query = query.where('widget_template.widget_type', '=', framework)
        if (status !== undefined) query = query.where('widget_template.status', '=', status)
        if (keywords.trim())
          query = query.where(eb =>
            eb.or([
              eb('widget_template.name', 'ilike', containing(keywords)),
              eb('widget_template.description', 'ilike', containing(keywords)),
              eb('widget_template.code', 'ilike', containing(keywords)),
            ]),
          )
        return query
      }
      const [rows, total] = await Promise.all([
        select(some())
          .orderBy(SORTS[field], direction)
          .orderBy('widget_template.id', direction)
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(
          db,
          some()
            .select('widget_template.id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      return { items: rows.map(row => shown(row, level)), ...total, page, perPage }
    },

    /** With its schema. */
    async get(level: Level, id: string) {
      const row = await find(level, id)
      return { ...shown(row, level), body: schemaOf(row, log) }
    },

    /** The app that a template belongs to, by the keys of its address in dev. */
    async placeOf(id: string) {
      const row = await everywhere(db, 'the address names the template alone; it answers where that lies')
        .selectFrom('widget_template')
        .innerJoin('company', 'company.id', 'widget_template.company_id')
        .innerJoin('app', 'app.id', 'widget_template.app_id')
        .select(['company.key as companyKey', 'app.key as appKey'])
        .where('widget_template.id', '=', id)
        .executeTakeFirst()
      if (!row) throw unknownTemplate()
      return { companyKey: row.companyKey, appUrlKey: `${row.appKey}-dev` }
    },

    /** The enabled amis templates that a page of this level can be built with, those used last first. */
    async components(level: Level) {
      const rows = await select(seen(level, db))
        .select('widget_template.body')
        .where('widget_template.status', '=', 1)
        .where('widget_template.widget_type', '=', 0)
        .orderBy('widget_group.name')
        .orderBy('widget_template.name')
        .orderBy('widget_template.id')
        .limit(MOST_COMPONENTS)
        .execute()
      let left = MOST_COMPONENT_BYTES
      const items = []
      for (const row of rows) {
        left -= row.body.length
        if (left < 0) break
        const { id, name, description, groupName, custom_preview_img, screenshot, level: itsLevel } = shown(row, level)
        items.push({ id, name, description, groupName, preview: custom_preview_img || screenshot, level: itsLevel, schema: schemaOf(row, log) })
      }
      return { items }
    },

    async create(level: Level, by: By, info: TemplateInfo): Promise<{ id: string }> {
      await checkPreview(info.custom_preview_img)
      await checkSchema(info.body, by.locale)
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        const given = await columns(level, info, by, trx)
        await trx
          .insertInto('widget_template')
          .values({
            id,
            company_id: level.companyId,
            app_id: level.appId,
            widget_type: info.widgetType ?? 0,
            created_by: by.userId,
            updated_by: by.userId,
            ...columnsOf(EMPTY),
            ...given,
            name: info.name,
          })
          .execute()
      })
      return { id }
    },

    async update(level: Level, by: By, id: string, change: TemplateChange) {
      await checkPreview(change.custom_preview_img)
      await checkSchema(change.body, by.locale)
      return db.transaction().execute(async trx => {
        const row = await lockTemplate(level, id, trx)
        if (change.widgetType !== undefined && change.widgetType !== row.widget_type)
          throw fieldError('widgetTemplate.frameworkFixed', 'widgetType', 'The framework of a template cannot be changed')
        if (change.body && change.baseVersion !== undefined && change.baseVersion !== row.version) {
          const saved = row.updated_by ? await trx.selectFrom('person').select('name').where('id', '=', row.updated_by).executeTakeFirst() : undefined
          throw new ApiError('widgetTemplate.changedMeanwhile', '{name} saved this template meanwhile', 409, {
            values: { name: saved?.name ?? '' },
            data: { version: row.version, updatedBy: saved?.name ?? '' },
          })
        }
        const given = await columns(level, change, by, trx)
        const version = row.version + (change.body ? 1 : 0)
        const updated_at = new Date()
        if (Object.keys(given).length)
          await trx
            .updateTable('widget_template')
            .set({ ...given, version, updated_at, updated_by: by.userId })
            .where('id', '=', id)
            .execute()
        return { id, version, updatedAt: updated_at.toISOString() }
      })
    },

    /** A copy that belongs to the level it is made at, whichever level the original is of. */
    async copy(level: Level, by: By, id: string): Promise<{ id: string; name: string }> {
      return db.transaction().execute(async trx => {
        const row = await find(level, id, trx)
        const name = distinct(row.name, (await namesAt(level, trx)).add(row.name))
        const copied = uuidv7()
        await trx
          .insertInto('widget_template')
          .values({
            id: copied,
            company_id: level.companyId,
            app_id: level.appId,
            group_id: await groups.named(level, row.group_name ?? '', trx, { make: false }),
            name,
            widget_type: row.widget_type,
            custom_preview_img: row.custom_preview_img,
            screenshot: row.screenshot,
            status: row.status,
            description: row.description,
            body: row.body,
            created_by: by.userId,
            updated_by: by.userId,
          })
          .execute()
        return { id: copied, name }
      })
    },

    /** All of them, or none. */
    async remove(level: Level, ids: readonly string[]): Promise<{ deleted: number }> {
      return db.transaction().execute(async trx => {
        const rows = await lockTemplates(level, ids, trx)
        const { numDeletedRows } = await trx
          .deleteFrom('widget_template')
          .where('id', '=', sql<string>`any (${rows.map(row => row.id)}::uuid[])`)
          .executeTakeFirst()
        return { deleted: Number(numDeletedRows) }
      })
    },
  }
}
export type TemplateStore = ReturnType<typeof createTemplateStore>
