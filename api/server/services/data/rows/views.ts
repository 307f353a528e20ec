// Views of a list: conditions, an order and columns under a name, one's own or shared with everybody who manages the data of the environment. Fields are
// kept by their ids, as they may be renamed; what was kept by keys is still read.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import type { Trx } from '../../../store/database.ts'
import { mayInApp } from '../../foundation/access/index.ts'
import { notAllowed } from '../../foundation/access/rights.ts'
import { toKeys, toStored } from './conditions.ts'
import { compileFilter, parseFilter } from './filter.ts'
import { personOf } from './rules.ts'
import { orderOf, type Opened } from './statements.ts'
import { fieldsOf } from './transfer/columns.ts'
import { quoted, type Definition } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

export interface ViewInput {
  name: string
  isShared: boolean
  isDefault: boolean
  filter: string
  orderBy: string
  orderDir: 'asc' | 'desc'
  columns: string[]
  widths: { name: string; width: number }[]
  frozen: string[]
  groups: { name: string; unit?: 'day' | 'month' | 'year' }[]
  figures: { name: string; measure: 'sum' | 'avg' | 'min' | 'max' }[]
}
/** Of one person, and shared, for one model. */
export const MAX_VIEWS = 100

const unknown = () => notFound('data.viewUnknown', 'There is no such view')
const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

function idOf(definition: Definition, key: string): string {
  return fieldsOf(definition).find(field => field.key === key)?.id ?? key
}
/** Nothing for a field that is gone. */
function keyOf(definition: Definition, kept: string): string {
  const all = fieldsOf(definition)
  return (all.find(field => field.id === kept) ?? all.find(field => field.key === kept))?.key ?? ''
}
/** Conditions as the model of today has them; none where it no longer takes them, so that the list is shown all the same. */
function filterOf({ model, filterModel }: Opened, kept: string): string {
  try {
    const tree = toKeys(parseFilter(kept), model.definition)
    compileFilter(tree, filterModel)
    return tree ? JSON.stringify(tree) : ''
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return ''
  }
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)
/** The same of other names; what has none is left out. */
const renamed = <T extends { name: string }>(list: readonly T[] | undefined, name: (one: string) => string): T[] =>
  (list ?? []).map(one => ({ ...one, name: name(one.name) })).filter(one => one.name)

export function createViews({ db }: Pick<Core, 'db'>) {
  /** Those of the person, and those of all. */
  const seen = ({ scope, model, asker }: Opened, on: Core['db'] | Trx = db) =>
    inApp(on, scope)
      .selectFrom('data_view')
      .selectAll()
      .where('tag', '=', scope.tag)
      .where('model_id', '=', model.id)
      .where(eb => eb.or([eb('is_shared', '=', true), ...(asker.user ? [eb('user_id', '=', asker.user.id)] : [])]))

  /** What the model cannot show is refused. */
  function check(opened: Opened, { filter, orderBy, orderDir, ...of }: ViewInput) {
    compileFilter(parseFilter(filter || undefined), opened.filterModel)
    if (orderBy) orderOf(opened, { orderBy, orderDir })
    const known = fieldsOf(opened.model.definition).map(field => field.key)
    const named = { columns: of.columns, widths: namesOf(of.widths), frozen: of.frozen, groups: namesOf(of.groups), figures: namesOf(of.figures) }
    for (const [at, names] of Object.entries(named)) {
      const strange = names.find(key => !known.includes(key))
      if (strange !== undefined) throw fieldError('data.fieldUnknown', at, 'There is no field {name}', { name: quoted(strange) })
    }
  }

  /** What is sent, with the ids of fields. */
  function kept({ model: { definition } }: Opened, { filter, orderBy, columns, widths, frozen, groups, figures }: Partial<ViewInput>): Partial<ViewInput> {
    const id = (name: string) => idOf(definition, name)
    return {
      ...(filter !== undefined && { filter: filter && JSON.stringify(toStored(parseFilter(filter), definition)) }),
      ...(orderBy !== undefined && { orderBy: idOf(definition, orderBy) }),
      ...(columns && { columns: columns.map(id) }),
      ...(widths && { widths: renamed(widths, id) }),
      ...(frozen && { frozen: frozen.map(id) }),
      ...(groups && { groups: renamed(groups, id) }),
      ...(figures && { figures: renamed(figures, id) }),
    }
  }

  const rowOf = ({ name, isShared, isDefault, filter, orderBy, orderDir, columns, widths, frozen, groups, figures }: ViewInput) => ({
    name: name.trim(),
    is_shared: isShared,
    is_default: isDefault,
    filter,
    order_by: orderBy,
    order_dir: orderDir,
    columns: JSON.stringify(columns),
    look: JSON.stringify({ widths, frozen, groups, figures }),
  })

  /** One default of the person, one of all. */
  async function soleDefault(opened: Opened, id: string, { isShared, isDefault }: ViewInput, trx: Trx) {
    if (!isDefault) return
    const { scope, model } = opened
    let others = inApp(trx, scope)
      .updateTable('data_view')
      .set({ is_default: false })
      .where('tag', '=', scope.tag)
      .where('model_id', '=', model.id)
      .where('is_shared', '=', isShared)
      .where('is_default', '=', true)
      .where('id', '<>', id)
    if (!isShared) others = others.where('user_id', '=', personOf(opened).id)
    await others.execute()
  }

  async function named<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      throw isTaken(error) ? fieldError('data.viewNameTaken', 'name', 'Another view has this name') : error
    }
  }

  /** What everybody sees in a list is chosen by those who manage the data. */
  function checkShared({ asker: { app } }: Opened, ...isShared: boolean[]) {
    if (isShared.some(Boolean) && !mayInApp(app, 'dataManage')) throw notAllowed()
  }

  return {
    async list(opened: Opened) {
      const { definition } = opened.model
      const rows = await seen(opened).orderBy('is_shared').orderBy('name').orderBy('id').execute()
      return rows.map(row => ({
        id: row.id,
        name: row.name,
        title: row.is_shared ? opened.say(row.name) : row.name,
        isShared: row.is_shared,
        isDefault: row.is_default,
        filter: filterOf(opened, row.filter),
        orderBy: keyOf(definition, row.order_by),
        orderDir: row.order_dir,
        columns: row.columns.map(one => keyOf(definition, one)).filter(Boolean),
        widths: renamed(row.look.widths, name => keyOf(definition, name)),
        frozen: (row.look.frozen ?? []).map(one => keyOf(definition, one)).filter(Boolean),
        groups: renamed(row.look.groups, name => keyOf(definition, name)),
        figures: renamed(row.look.figures, name => keyOf(definition, name)),
        updatedAt: row.updated_at.toISOString(),
      }))
    },

    async create(opened: Opened, view: ViewInput): Promise<string> {
      const { id: user_id } = personOf(opened)
      checkShared(opened, view.isShared)
      check(opened, view)
      const id = uuidv7()
      const { scope, model } = opened
      await named(() =>
        db.transaction().execute(async trx => {
          const others = await seen(opened, trx).execute()
          if (others.filter(one => one.is_shared === view.isShared).length >= MAX_VIEWS)
            throw new ApiError('data.tooManyViews', 'No more than {limit} entries', 422, { values: { limit: MAX_VIEWS } })
          await inApp(trx, scope)
            .insertInto('data_view')
            .values({
              id,
              tag: scope.tag,
              model_id: model.id,
              user_id,
              ...rowOf({ ...view, ...kept(opened, view) }),
            })
            .execute()
          await soleDefault(opened, id, view, trx)
        }),
      )
      return id
    },

    /** Changes what is sent. */
    async update(opened: Opened, id: string, changes: Partial<ViewInput>) {
      await named(() =>
        db.transaction().execute(async trx => {
          const row = await seen(opened, trx).where('id', '=', id).forUpdate().executeTakeFirst()
          if (!row) throw unknown()
          const view: ViewInput = {
            name: row.name,
            isShared: row.is_shared,
            isDefault: row.is_default,
            filter: row.filter,
            orderBy: row.order_by,
            orderDir: row.order_dir,
            columns: row.columns,
            widths: row.look.widths ?? [],
            frozen: row.look.frozen ?? [],
            groups: row.look.groups ?? [],
            figures: row.look.figures ?? [],
            ...changes,
          }
          checkShared(opened, row.is_shared, view.isShared)
          // What was there before may be of fields that are gone; only what is sent is held against the model.
          check(opened, {
            ...view,
            filter: changes.filter ?? '',
            orderBy: changes.orderBy ?? '',
            columns: changes.columns ?? [],
            widths: changes.widths ?? [],
            frozen: changes.frozen ?? [],
            groups: changes.groups ?? [],
            figures: changes.figures ?? [],
          })
          // Taken back from all, it is of whoever took it.
          const owner = row.is_shared && !view.isShared ? { user_id: personOf(opened).id } : {}
          await inApp(trx, opened.scope)
            .updateTable('data_view')
            .set({ ...rowOf({ ...view, ...kept(opened, changes) }), ...owner, updated_at: new Date() })
            .where('id', '=', id)
            .execute()
          await soleDefault(opened, id, view, trx)
        }),
      )
    },

    async remove(opened: Opened, id: string) {
      const row = await seen(opened).where('id', '=', id).executeTakeFirst()
      if (!row) throw unknown()
      checkShared(opened, row.is_shared)
      await inApp(db, opened.scope).deleteFrom('data_view').where('id', '=', id).execute()
    },
  }
}
