// Tables that the database of a source has already: which there are, and reading them as models.
import type { Core } from '../../../core.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import { inApp } from '../../../store/scoped.ts'
import { fieldTypeOf } from '../columns.ts'
import type { Sources } from '../sources/sources.ts'
import type { DataScope } from '../types.ts'
import { isKept } from './plan-names.ts'
import { onlyDev, rowsOf } from './applied-record.ts'
import type { Models } from './models.ts'
import { readTable, unreadable } from './read-tables.ts'
import { readStructure } from './structure.ts'

export function createTables({ db }: Pick<Core, 'db'>, { sources, models }: { sources: Sources; models: Models }) {
  return {
    /** Tables of a source, and which of them can be read as models. */
    async list(scope: DataScope, sourceId: string) {
      const source = await sources.find(scope, sourceId)
      if (source.dialect === 'builtin') throw new ApiError('data.sourceBuiltin', 'The built-in source belongs to the app', 409)
      const [{ found, engine }, designed] = await Promise.all([
        sources.reaching(scope, source, async store => ({ found: await readStructure(store), engine: store.engine })),
        models.designed(scope, sourceId),
      ])
      return found
        .filter(table => !isKept(table.name))
        .map(table => ({
          name: table.name,
          isView: table.isView,
          columns: table.columns.filter(column => !isKept(column.name)).length,
          leftOut: table.columns.filter(column => !isKept(column.name) && !fieldTypeOf(engine, column)).map(column => column.name),
          problem: unreadable(table),
          model: designed.find(model => model.definition.table === table.name)?.name ?? '',
        }))
    },

    /** Reads tables as models; they are there, so they count as applied. */
    async read(scope: DataScope, sourceId: string, userId: string, names: string[]): Promise<number> {
      onlyDev(scope)
      const source = await sources.find(scope, sourceId)
      if (source.dialect === 'builtin') throw new ApiError('data.sourceBuiltin', 'The built-in source belongs to the app', 409)
      const before = (await models.designed(scope, sourceId)).filter(({ definition }) => !definition.managed).map(({ definition }) => definition.table)
      const { found, engine } = await sources.reaching(scope, source, async store => ({
        found: await readStructure(store, { tables: [...new Set([...names, ...before])] }),
        engine: store.engine,
      }))
      const unknown = names.find(name => !found.some(table => table.name === name && !unreadable(table) && !isKept(name)))
      if (unknown !== undefined)
        throw fieldError('data.tableUnknown', 'tables', 'There is no table {name} that can be read as a model', {
          name: /^[\w .$-]{1,60}$/.test(unknown) ? unknown : '…',
        })
      const { added, changed } = await models.addRead(
        scope,
        userId,
        sourceId,
        found.filter(table => !unreadable(table) && !isKept(table.name)).map(table => readTable(engine, table)),
      )
      const now = await models.designed(scope, sourceId)
      const fresh = now.filter(model => added.includes(model.id))
      if (fresh.length)
        await inApp(db, scope)
          .insertInto('data_applied')
          .values(rowsOf(scope, sourceId, userId, fresh))
          .execute()
      for (const { id, hash, definition } of now.filter(model => changed.includes(model.id)))
        await inApp(db, scope)
          .updateTable('data_applied')
          .set({ hash, definition: JSON.stringify(definition), applied_by: userId, applied_at: new Date() })
          .where('source_id', '=', sourceId)
          .where('tag', '=', scope.tag)
          .where('model_id', '=', id)
          .execute()
      return added.length
    },
  }
}
