// Groups of widget templates.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { isOwn, isSeen, NOT_SCOPED, numberOf, type Level } from './level.ts'

export interface GroupInfo {
  name: string
  description?: string
}

/** What one level can have; a list of groups is shown whole. */
const MOST_GROUPS = 200

const unknown = () => notFound('widgetTemplate.groupUnknown', 'There is no such group')

export function createTemplateGroups({ db }: Pick<Core, 'db'>) {
  const isUsed = sql<boolean>`exists (select from widget_template t where t.group_id = widget_group.id)`
  async function list(level: Level, { own = false, widgetType }: { own?: boolean; widgetType?: number } = {}) {
    let query = db
      .selectFrom('widget_group')
      .select(['id', 'name', 'description', 'company_id', 'app_id', isUsed.as('is_used')])
      .where(own ? isOwn(level, 'widget_group') : isSeen(level, 'widget_group'))
    if (widgetType !== undefined)
      query = query.where(
        sql<boolean>`exists (select from widget_template t where t.group_id = widget_group.id and t.widget_type = ${widgetType} and ${isSeen(level, 't')})`,
      )
    // Groups of the platform come first, then those of the organisation.
    const rows = await query
      .orderBy(sql`(company_id is not null)::int + (app_id is not null)::int`)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const here = numberOf(level)
    return rows.map(row => {
      const itsLevel = numberOf({ companyId: row.company_id, appId: row.app_id })
      return {
        id: row.id,
        name: row.name,
        description: row.description,
        isUsed: row.is_used,
        companyId: row.company_id ?? NOT_SCOPED,
        appId: row.app_id ?? NOT_SCOPED,
        level: itsLevel,
        readOnly: itsLevel !== here,
      }
    })
  }

  /** The group, for a change of this level only. */
  async function lock(level: Level, id: string, trx: Trx) {
    const row = await trx
      .selectFrom('widget_group')
      .select(['id', 'name', isOwn(level, 'widget_group').as('own'), isUsed.as('is_used')])
      .where('id', '=', id)
      .where(isSeen(level, 'widget_group'))
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw unknown()
    if (!row.own) throw new ApiError('widgetTemplate.groupReadOnly', 'This group belongs to another level', 403)
    return row
  }

  async function add(level: Level, { name, description = '' }: GroupInfo, on: Db | Trx) {
    const id = uuidv7()
    await on.insertInto('widget_group').values({ id, company_id: level.companyId, app_id: level.appId, name, description }).execute()
    return id
  }

  return {
    list,

    async create(level: Level, group: GroupInfo) {
      if ((await list(level, { own: true })).length >= MOST_GROUPS)
        throw new ApiError('widgetTemplate.tooManyGroups', 'A level can have {limit} groups', 422, { values: { limit: MOST_GROUPS } })
      return { id: await add(level, group, db) }
    },

    async update(level: Level, id: string, { name, description }: Partial<GroupInfo>) {
      await db.transaction().execute(async trx => {
        await lock(level, id, trx)
        const set = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
        if (Object.keys(set).length) await trx.updateTable('widget_group').set(set).where('id', '=', id).execute()
      })
    },

    async remove(level: Level, id: string) {
      await db.transaction().execute(async trx => {
        const { name, is_used } = await lock(level, id, trx)
        if (is_used) throw new ApiError('widgetTemplate.groupInUse', 'The group “{name}” still holds templates', 409, { values: { name } })
        await trx.deleteFrom('widget_group').where('id', '=', id).execute()
      })
    },

    /** The level's own group with this id, or undefined. */
    async findOwn(level: Level, id: string, on: Db | Trx) {
      return on.selectFrom('widget_group').select('id').where('id', '=', id).where(isOwn(level, 'widget_group')).forKeyShare().executeTakeFirst()
    },

    /** The level's own group of a name; made where it is wanted and missing. */
    async named(level: Level, name: string, on: Trx, { make }: { make: boolean }): Promise<string | null> {
      if (!name) return null
      const found = await on
        .selectFrom('widget_group')
        .select('id')
        .where('name', '=', name)
        .where(isOwn(level, 'widget_group'))
        .orderBy('created_at')
        .executeTakeFirst()
      return found?.id ?? (make ? add(level, { name }, on) : null)
    },
  }
}
export type TemplateGroups = ReturnType<typeof createTemplateGroups>
