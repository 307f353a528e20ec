// History as it is shown, and back again: a row to an earlier state, a change of many rows undone.
import { ApiError } from '../../../errors.ts'
import type { Locale } from '../../../../messages.ts'
import type { Row } from './input.ts'
import { undoTold, type ExactRows, type Outlook, type Shape } from './exact.ts'
import { exactDifference, unpackedExact, type Exact } from './exact-texts.ts'
import { columnsOf, isSame, isTold, OF_CHANGES, unpacked, type Kept, type RowHistory, type Values } from './history.ts'
import { hidden, withheld } from './fields.ts'
import { titleOf } from './labels.ts'
import { demand, personOf } from './rules.ts'
import { idOf, rowUnknown, wholly, type Opened, type RowStatements } from './statements.ts'
import type { RowReferences } from './references.ts'
import { changeUnknown, type RowUndo } from './undo.ts'
import { writable, type Undoable } from './undoable.ts'
import type { RowTexts } from './texts.ts'
import { hasColumn, type Field } from '../types.ts'

/** Changes of a row that are told. */
const MOST_TOLD = 200
/** Rows and values that a preview names. */
const MOST_NAMED = 10
/** Rows of a change that are told one by one. */
const MOST_SHOWN = 200

export interface FieldChange {
  field: string
  name: string
  type: Field['type']
  from: string
  to: string
}

export function createRowChanges(parts: {
  exactRows: ExactRows
  history: RowHistory
  statements: RowStatements
  texts: RowTexts
  references: RowReferences
  rowUndo: RowUndo
  undoing(changeIds: readonly string[]): Promise<Map<string, number>>
}) {
  const { exactRows, history, statements, texts, references, rowUndo, undoing } = parts
  const { ask, byIds, changed, set } = statements

  /** The differences of pairs of rows, in words; one list per pair. */
  async function differences(opened: Opened, pairs: readonly { before: Row; after: Row }[], locale: Locale): Promise<FieldChange[][]> {
    const fields = columnsOf(opened.model.definition).filter(isTold)
    const told = pairs.map(({ before, after }) => fields.filter(field => !isSame(before[field.key], after[field.key])))
    const textOf = await texts.reader(
      opened,
      pairs.flatMap(({ before, after }) => [before, after]),
      locale,
    )
    return pairs.map(({ before, after }, at) =>
      (told[at] as Field[])
        .filter(field => !field.key.startsWith('created_'))
        .map(field => ({
          field: field.key,
          name: field.name,
          type: field.type,
          from: textOf(field, before[field.key]),
          to: textOf(field, after[field.key]),
        })),
    )
  }

  return {
    /** What a change of many rows would do, as lines: which values become which, in how many rows. */
    async summary(opened: Opened, { before, after, undo: outlook }: { before: Row[]; after: Row[]; undo: Outlook }, locale: Locale) {
      const undo = undoTold(outlook, locale)
      const title = (row: Row) => titleOf(opened.model.definition, row)
      if (!after.length) return { undo, count: before.length, changed: before.length, lines: [], titles: before.slice(0, MOST_NAMED).map(title) }
      const afterById = new Map(after.map(row => [String(row.id), row]))
      const told = await differences(
        opened,
        before.map(row => ({ before: row, after: afterById.get(String(row.id)) ?? row })),
        locale,
      )
      const lines = new Map<string, FieldChange & { count: number }>()
      for (const change of told.flat()) {
        const key = JSON.stringify([change.field, change.from, change.to])
        const line = lines.get(key)
        if (line) line.count++
        else lines.set(key, { ...change, count: 1 })
      }
      return {
        undo,
        count: before.length,
        changed: told.filter(list => list.length).length,
        lines: [...lines.values()].sort((a, b) => b.count - a.count).slice(0, 50),
        titles: before.slice(0, MOST_NAMED).map(title),
      }
    },

    /** What happened to a row that the asker sees. */
    async ofRow(opened: Opened, rowId: string, locale: Locale) {
      personOf(opened)
      const [now] = await ask(opened, () => byIds(opened, [idOf(opened, rowId)], opened.store.on))
      if (!now) throw rowUnknown()
      const found = await history.ofRow(opened.scope, opened.model, String(now.id), MOST_TOLD + 1)
      const unseen = hidden(opened.model)
      const isSilent = ({ before, after }: Kept) => !!before && !!after && Object.keys(before).every(id => OF_CHANGES.has(id) || unseen.has(id))
      // What happened to hidden fields alone did not happen for this reader.
      const kept = found.slice(0, MOST_TOLD).filter(one => !unseen.size || !isSilent(one))
      const states = kept.map(one => ({ before: unpacked(opened.model.definition, one.before), after: unpacked(opened.model.definition, one.after) }))
      const [told, names] = await Promise.all([
        differences(opened, states, locale),
        history.names(
          opened.scope.companyId,
          kept.map(one => one.by),
        ),
      ])
      return {
        title: titleOf(opened.model.definition, now),
        items: kept.map((one, at) => ({
          id: one.changeId,
          kind: one.kind,
          by: one.by ?? '',
          byName: names.get(one.by ?? '') ?? '',
          at: one.at.toISOString(),
          isLatest: at === 0,
          changes: told[at] as FieldChange[],
        })),
        isCut: found.length > MOST_TOLD,
      }
    },

    /** Restores a row as it was after a change. */
    async restore(opened: Opened, rowId: string, changeId: string) {
      const id = idOf(opened, rowId)
      demand(opened, 'editRows')
      const all = wholly(opened)
      const { scope, model, store } = all
      const keptFrom = withheld(opened.model)
      const { id: by } = personOf(opened)
      const kept = await history.ofRow(scope, model, String(id), MOST_TOLD)
      const at = kept.findIndex(one => one.changeId === changeId && one.after)
      if (at < 0) throw changeUnknown()
      return ask(opened, () =>
        store.transaction(async on => {
          const [now] = await byIds(all, [id], on, { lock: true })
          if (!now) throw rowUnknown()
          const shape = await exactRows.shapeOf(all, on)
          const { known, exact } = stateAfter(all, shape, kept, at)
          const exactNow = (await exactRows.read(all, shape, [id], on, new Set(Object.keys(exact)))).get(String(now.id)) ?? {}
          const texts = exactDifference(exact, exactNow).before
          const different = Object.fromEntries(Object.entries(known).filter(([key, value]) => key !== 'id' && !isSame(value, now[key])))
          const { columns, unfit } = writable(all, different)
          for (const [column, text] of Object.entries(texts)) columns.set(column, text)
          // Hidden fields stay as they are; of the others it is said that they cannot be put back.
          for (const { id: fieldId, column, name } of model.definition.fields.filter(hasColumn)) {
            if (!keptFrom.has(fieldId) || !columns.has(column)) continue
            if (!hidden(opened.model).has(fieldId)) throw new ApiError('data.fieldLocked', 'You may not change the field {name}', 403, { values: { name } })
            columns.delete(column)
          }
          if (unfit[0])
            throw new ApiError('data.restoreUnfit', 'The field {name} does not take its earlier value any more', 409, { values: { name: unfit[0].name } })
          if (!columns.size) return { changed: 0 }
          const exactly = await statements.tracked(all, [id], () => columns, on)
          await statements.checkLinks(all, columns, on)
          await statements.checkRules(all, 'UPDATE', [id], on)
          await exactRows.inExactMode(all, on, () => set(all, [id], columns, on, { writing: exactRows.writing(shape) }))
          await statements.checkRules(all, 'UPDATE', [id], on)
          const rows = await exactly.changed([now])
          if (rows.length) await changed({ kind: 'update', as: 'restore', scope, model, by, rows }, on)
          return { changed: columns.size }
        }),
      )
    },

    /** Changes of many rows of the last day. */
    async changes(opened: Opened, { page, perPage }: { page: number; perPage: number }) {
      const { items, total } = await history.changes(opened.scope, opened.model, {
        by: await rowUndo.whose(opened),
        without: hidden(opened.model),
        page,
        perPage,
      })
      const underWay = await undoing(items.map(one => one.id))
      const names = await history.names(
        opened.scope.companyId,
        items.flatMap(one => [one.by_id, one.undone_by]),
      )
      const { fields } = opened.model.definition
      return {
        items: items.map(one => ({
          id: one.id,
          kind: one.kind,
          byName: names.get(one.by_id ?? '') ?? '',
          at: one.created_at.toISOString(),
          count: one.row_count,
          fields: one.fields.flatMap(id => fields.find(field => field.id === id)?.name ?? []).join(', '),
          until: one.undo_until?.toISOString() ?? '',
          isUndone: !!one.undone_at,
          undoing: underWay.get(one.id) ?? null,
          undoneByName: names.get(one.undone_by ?? '') ?? '',
        })),
        total,
        page,
        perPage,
      }
    },

    /** What undoing a change would do, row by row; of very many only the first rows are told one by one. */
    async change(opened: Opened, changeId: string, locale: Locale) {
      const change = await rowUndo.find(opened, changeId)
      const shown: (Undoable & { isStill: boolean })[] = []
      let still = 0
      for await (const judged of rowUndo.pages(wholly(opened), changeId)) {
        still += judged.filter(row => row.isStill).length
        shown.push(...judged.slice(0, MOST_SHOWN - shown.length))
      }
      const titleNow = await ask(opened, () => rowUndo.titler(opened, shown, opened.store.on))
      const told = await differences(
        opened,
        shown.map(row => ({ before: row.after ?? {}, after: row.before ?? {} })),
        locale,
      )
      return {
        id: change.id,
        kind: change.kind,
        count: change.row_count,
        still,
        relations: await ask(opened, () => references.fillable(opened, changeId)),
        isUndone: !!change.undone_at,
        rows: shown.map((row, at) => ({
          id: row.id,
          title: titleNow(row),
          becomes: !row.before ? ('deleted' as const) : !row.after ? ('added' as const) : ('changed' as const),
          isStill: row.isStill,
          changes: told[at] as FieldChange[],
        })),
      }
    },
  }

  /** A row as it was after one of its changes: the latest state known, with what later changes replaced. */
  function stateAfter({ model: { definition } }: Opened, shape: Shape, kept: readonly Kept[], at: number): { known: Row; exact: Exact } {
    const columns = new Map(columnsOf(definition).map(field => [field.id, field.column]))
    const values: Values = {}
    const exact: Exact = {}
    for (const [index, one] of kept.slice(0, at + 1).entries()) {
      const [told, texts] = index < at ? [one.before, one.exactBefore] : [one.after, one.exactAfter]
      for (const id of Object.keys(told ?? {})) delete exact[columns.get(id) ?? '']
      Object.assign(values, told)
      if (texts) Object.assign(exact, unpackedExact(definition, shape.columns.keys(), one.before && one.after ? {} : (told ?? {}), texts))
    }
    const isOwn = (column: string) =>
      column === definition.primaryKey.column ||
      (definition.managed && (OF_CHANGES.has(column) || column.startsWith('created_'))) ||
      shape.columns.get(column)?.isOfChanges
    for (const column of Object.keys(exact)) if (isOwn(column)) delete exact[column]
    // What is known exactly is not judged by what fields make of it; of a table of ours the fields' rules of today hold.
    const known = unpacked(definition, values)
    for (const field of columnsOf(definition)) if (Object.hasOwn(exact, field.column) && !definition.managed) delete known[field.key]
    return { known, exact }
  }
}

export type RowChanges = ReturnType<typeof createRowChanges>
