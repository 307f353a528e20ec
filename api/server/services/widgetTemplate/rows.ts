// Rows of widget templates as answers show them.
import { sql } from 'kysely'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { isOwn, isSeen, NOT_SCOPED, numberOf, type Level } from './level.ts'

export const unknownTemplate = () => notFound('widgetTemplate.unknown', 'There is no such template')
export const readOnly = (name: string) =>
  new ApiError('widgetTemplate.readOnly', '“{name}” belongs to a higher level and can only be read here', 403, { values: { name } })

/** Templates that a level sees: its own, and those of the levels above that are enabled there. */
export const seen = (level: Level, on: Db | Trx) =>
  on
    .selectFrom('widget_template')
    .leftJoin('widget_group', 'widget_group.id', 'widget_template.group_id')
    .leftJoin('person', 'person.id', 'widget_template.updated_by')
    .where(isSeen(level, 'widget_template'))
    .where(eb => eb.or([eb('widget_template.status', '=', 1), isOwn(level, 'widget_template')]))

export const select = (query: ReturnType<typeof seen>) =>
  query.select([
    'widget_template.id',
    'widget_template.name',
    'widget_template.group_id',
    'widget_group.name as group_name',
    'widget_template.code',
    'widget_template.widget_type',
    'widget_template.custom_preview_img',
    'widget_template.screenshot',
    'widget_template.status',
    'widget_template.description',
    'widget_template.company_id',
    'widget_template.app_id',
    'widget_template.version',
    'widget_template.created_at',
    'widget_template.updated_at',
    'person.name as saved_by',
  ])
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

export const shown = (row: Row, level: Level) => {
  const itsLevel = numberOf({ companyId: row.company_id, appId: row.app_id })
  return {
    id: row.id,
    name: row.name,
    type: row.group_id ?? '',
    groupName: row.group_name ?? '',
    code: row.code,
    widgetType: row.widget_type,
    custom_preview_img: row.custom_preview_img,
    screenshot: row.screenshot,
    status: row.status,
    description: row.description,
    companyId: row.company_id ?? NOT_SCOPED,
    appId: row.app_id ?? NOT_SCOPED,
    level: itsLevel,
    readOnly: itsLevel !== numberOf(level),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.saved_by ?? '',
  }
}

/** The template, for a change of this level only. */
export async function lockTemplate(level: Level, id: string, trx: Trx) {
  const [row] = await lockTemplates(level, [id], trx)
  return row as NonNullable<typeof row>
}

/** The same for many; all of them, or none. */
export async function lockTemplates(level: Level, ids: readonly string[], trx: Trx) {
  const rows = await trx
    .selectFrom('widget_template')
    .select(['id', 'name', 'code', 'widget_type', 'group_id', 'status', 'body', 'version', 'updated_by', isOwn(level, 'widget_template').as('own')])
    .where('id', '=', sql<string>`any (${[...ids].sort()}::uuid[])`)
    .where(isSeen(level, 'widget_template'))
    .where(eb => eb.or([eb('status', '=', 1), isOwn(level, 'widget_template')]))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== new Set(ids).size) throw unknownTemplate()
  const foreign = rows.find(row => !row.own)
  if (foreign) throw readOnly(foreign.name)
  return rows
}
