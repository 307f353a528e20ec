// Rows of a model: every name in the SQL comes from the applied definition, every value is bound, and every statement carries the row rules.
import { sql, type CompiledQuery, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { ApiError, fieldError } from '../../../errors.ts'
import { TOTAL_CAP } from '../../../store/paging.ts'
import { mayInApp } from '../../foundation/access/index.ts'
import type { AppTexts } from '../../foundation/app-texts.ts'
import { ROW_OPTIONS, type RowOption } from '../../foundation/access/words.ts'
import { engineOf } from '../columns.ts'
import { markOf } from './after.ts'
import { fieldOf } from './filter.ts'
import { createListStatements } from './list-statements.ts'
import type { Models } from '../design/models.ts'
import type { Announcer } from './live/announce.ts'
import type { Row, RowInput } from './input.ts'
import { answerOf, titleOf, type RowLabels } from './labels.ts'
import type { RowReferences } from './references.ts'
import { createPreview } from './preview.ts'
import { createOpenModels } from '../design/open-models.ts'
import { createRowTotals } from './totals.ts'
import { inWords } from './in-words.ts'
import { narrowed, wholeOf, type FieldRightsOf } from './fields.ts'
import { demand, type Asker, type MayDo, type RowRights } from './rules.ts'
import type { ExactRows } from './exact.ts'
import { isSame } from './history.ts'
import type { Triggered } from './triggered.ts'
import { amongIds, idOf, idsOf, listed, locked, rowUnknown, wholly, type Opened, type RowSearch, type RowStatements } from './statements.ts'
import type { Store } from '../sources/connections.ts'
import type { Sources } from '../sources/sources.ts'
import { tableOf } from '../sql-text.ts'
import { formatAnswer, quoted, type DataScope, type Model } from '../types.ts'

export type { Opened } from './statements.ts'

export interface RowQuery extends RowSearch {
  page: number
  perPage: number
  /** Mark of a row: the page begins behind it, whatever its number. */
  after?: string
  /** Keys with commas between them; all fields when left out. */
  fields?: string
  /** Relations whose rows are answered too. */
  relations?: string
}

const FEW = 2_000
/** What else a change of a row brings about, in its transaction: of the built-in source that is one of our own database. */
export type Beside = (on: QueryExecutorProvider, row: Row) => Promise<void>
const ROW_RIGHTS: readonly RowOption[] = ['read', ...ROW_OPTIONS]

const rowChanged = () => new ApiError('data.rowChanged', 'Somebody else has changed this row. Look at it again', 409)

/** Where the rows of a model are, among all apps and environments. */
const placeOf = ({ appId, tag }: DataScope, { id }: Model) => `${appId} ${tag} ${id}`

export function createRows(parts: {
  sources: Sources
  models: Models
  input: RowInput
  labels: RowLabels
  statements: RowStatements
  references: RowReferences
  exactRows: ExactRows
  announcer: Pick<Announcer, 'through'>
  triggered: Pick<Triggered, 'through' | 'isHeard'>
  mayDo: MayDo
  fieldRights: FieldRightsOf
  appTexts: Pick<AppTexts, 'reader'>
}) {
  const { appTexts, sources, models, input, labels, statements, references, exactRows, announcer, triggered, mayDo, fieldRights } = parts
  const openModel = createOpenModels({ models })
  const totals = createRowTotals()
  const statementsOf = createListStatements()
  const { ask, byIds, changed, checkLinks, checkRules, conditions, insertWhole, plain, write } = statements

  /** Refused for whoever may not view the model. */
  async function open(scope: DataScope, asker: Asker, dsKey: string, dmKey: string): Promise<Opened> {
    const { model: whole, targets: wholeTargets } = await openModel(scope, asker.app, dsKey, dmKey)
    const [ofFields, ...rights] = await Promise.all([
      fieldRights(asker),
      ...ROW_RIGHTS.map(async option => [option, await mayDo(asker, whole.id, option)] as const),
    ])
    const reader = await appTexts.reader(asker.app)
    const narrow = (one: Model) => inWords(narrowed(wholeOf(one), ofFields), reader)
    const model = narrow(whole)
    const targets = ofFields.all && !reader.language ? wholeTargets : new Map([...wholeTargets].map(([id, target]) => [id, narrow(target)]))
    const may = Object.fromEntries(rights) as RowRights
    demand({ may }, 'read')
    const [linkable, creatable] = [new Set<string>(), new Set<string>()]
    for (const { id, type, relation: { modelId = '' } = {}, locked } of model.definition.fields) {
      if (locked || !targets.has(modelId)) continue
      if (type === 'relationMany' && (await mayDo(asker, modelId, 'editRows'))) linkable.add(id)
      if (type === 'relationOne' && (await mayDo(asker, modelId, 'read')) && (await mayDo(asker, modelId, 'createRows'))) creatable.add(id)
    }
    const there = await sources.storeOf(scope, model.source)
    // Whoever changes rows does so in a transaction.
    const telling =
      (transaction: Store['transaction']): Store['transaction'] =>
      run =>
        triggered
          .through(
            () => opened,
            inner => announcer.through(transaction, inner),
            run,
          )
          .finally(() => totals.forget(placeOf(scope, model)))
    const store: Store = { ...there, transaction: telling(there.transaction), ...(there.together && { together: telling(there.together) }) }
    const filterModel = {
      definition: model.definition,
      engine: engineOf(model.source.dialect),
      keyTypeOf: (id: string) => targets.get(id)?.definition.primaryKey.type,
    }
    const opened: Opened = {
      scope,
      asker,
      may,
      linkable,
      creatable,
      model,
      store,
      targets,
      filterModel,
      narrow,
      say: reader.say,
      language: reader.language,
      recount: () => totals.forget(placeOf(scope, model), { isCapped: true }),
    }
    return opened
  }

  return {
    open,

    /** The same rows, whose changes share a transaction with those that come at the same time; of a source that is not ours they do not. */
    together: (opened: Opened): Opened => ({ ...opened, store: { ...opened.store, transaction: opened.store.together ?? opened.store.transaction } }),

    /** The same rows inside a transaction that is open already, of the same source: what is done there is undone and told with it. */
    within(opened: Opened, on: QueryExecutorProvider): Opened {
      // What is prepared by others would be read beside the transaction.
      const { frequent: _beside, together: _apart, ...store } = opened.store
      const transaction: typeof store.transaction = run => run(on).finally(() => totals.forget(placeOf(opened.scope, opened.model)))
      return { ...opened, store: { ...store, on, transaction } }
    },

    /** What the asker may do, for those who offer it; each call asks again. */
    told: ({ may, asker: { app, user } }: Opened) => ({
      create: may.createRows,
      edit: may.editRows,
      delete: may.deleteRows,
      import: may.importRows && !!user,
      export: may.exportRows,
      share: mayInApp(app, 'dataManage'),
      explain: mayInApp(app, 'adminRole'),
      history: !!user,
    }),

    /** Key of the model that the asker may add a row of, for a relation to name it. */
    addedBy({ model, targets, creatable }: Opened, key: string): string | undefined {
      const field = model.definition.fields.find(one => one.key === key && creatable.has(one.id))
      return field && targets.get(field.relation?.modelId ?? '')?.key
    },

    /** How a field is described to those who show rows. */
    describe({ model, targets, linkable, creatable }: Opened) {
      return model.definition.fields.map(field => ({
        key: field.key,
        name: field.name,
        type: field.type,
        required: field.required,
        unique: field.unique,
        readOnly: !!field.readOnly || field.type === 'autoNumber' || field.type === 'relationMany',
        default: field.default ?? null,
        options: field.options ?? [],
        rules: { ...field.rules },
        ...formatAnswer(field),
        precision: field.precision ?? null,
        scale: field.scale ?? null,
        model: targets.get(field.relation?.modelId ?? '')?.key ?? '',
        back:
          (field.type === 'relationMany' && targets.get(field.relation?.modelId ?? '')?.definition.fields.find(one => one.id === field.relation?.field)?.key) ||
          '',
        ...(field.type === 'relationMany' && { linkable: linkable.has(field.id) }),
        ...(field.type === 'relationOne' && { creatable: creatable.has(field.id) }),
        description: field.description ?? '',
        isTitle: field.id === model.definition.titleField,
      }))
    },

    async list(opened: Opened, query: RowQuery) {
      const { model, store, scope, asker, targets } = opened
      const { definition } = model
      const keys = listed(query.fields)
      const unknown = keys.find(key => !fieldOf(definition, key))
      if (unknown !== undefined) throw fieldError('data.fieldUnknown', 'fields', 'There is no field {name}', { name: quoted(unknown) })
      const relations = listed(query.relations)
      const noRelation = relations.find(key => !definition.fields.some(field => field.key === key && field.relation))
      if (noRelation !== undefined) throw fieldError('data.fieldUnknown', 'relations', 'There is no field {name}', { name: quoted(noRelation) })
      const statement = statementsOf(opened, query, keys, await conditions(opened, query))
      return ask(opened, async () => {
        const executor = store.on.getExecutor()
        const total = await totals.of(placeOf(scope, model), statement.count, async () =>
          Number((await executor.executeQuery(statement.count)).rows[0]?.n ?? 0),
        )
        const isShort = total <= FEW
        const read = async (asked: CompiledQuery<Row>) =>
          store.frequent ? await store.frequent<Row>(asked, model.hash) : (await executor.executeQuery(asked)).rows
        const begun = await read(statement.page(isShort))
        const left = query.perPage - begun.length
        const found = statement.rest && left > 0 ? [...begun, ...(await read(statement.rest(isShort, left)))] : begun
        const last = found.length === query.perPage ? found.at(-1) : undefined
        const next = last && markOf(opened, query, last)
        const items = found.map(row => answerOf(definition, row, keys))
        // What each row is called, for those who choose one.
        if (!keys.length) for (const item of items) item._title = titleOf(definition, item)
        await labels.add(scope, store, model, items, asker, targets, relations, statement.readNames && found.map(statement.readNames))
        const count = total > TOTAL_CAP ? { total: TOTAL_CAP, totalIsCapped: true as const } : { total }
        return { items, ...count, ...(next && { next }), page: query.page, perPage: query.perPage }
      })
    },

    async get(opened: Opened, id: string, relations?: string): Promise<Row> {
      const key = idOf(opened, id)
      return ask(opened, async () => {
        const [row] = await byIds(opened, [key], opened.store.on)
        if (!row) throw rowUnknown()
        await labels.add(opened.scope, opened.store, opened.model, [row], opened.asker, opened.targets, listed(relations))
        return row
      })
    },

    /** Which of these conditions a row fits that the asker sees. */
    async holds(opened: Opened, id: string, conditions: readonly RawBuilder<boolean>[]): Promise<boolean[]> {
      const { model, store } = opened
      const key = idOf(opened, id)
      if (!conditions.length) return []
      const columns = conditions.map((condition, at) => sql`case when ${condition} then 1 else 0 end as ${sql.id(`c${at}`)}`)
      const query = sql<
        Record<string, number>
      >`select ${sql.join(columns)} from ${tableOf(store.schema, model.definition.table)} where ${sql.id(model.definition.primaryKey.column)} = ${key}`
      const [found] = (await ask(opened, () => query.execute(store.on))).rows
      if (!found) throw rowUnknown()
      return conditions.map((_, at) => Number(found[`c${at}`]) === 1)
    },

    /** `beside` is done in the same transaction, with the row as it became. */
    async create(opened: Opened, row: Row, beside?: Beside): Promise<string | number> {
      demand(opened, 'createRows')
      const { scope, model, store, targets, asker } = opened
      const columns = await input.checkOne(scope, model, row, 'create', targets)
      const all = wholly(opened)
      return ask(opened, () =>
        store.transaction(async on => {
          await checkLinks(all, columns, on)
          const { id, row: after } = await insertWhole(all, columns, on)
          await checkRules(all, 'INSERT', [id], on)
          await changed({ kind: 'create', scope, model: all.model, by: asker.user?.id ?? null, rows: [{ id, before: null, after }] }, on)
          // Triggers may have filled fields of it.
          const now = beside && triggered.isHeard(all.model, on) ? (await plain(all, [id], on))[0] : after
          if (beside) await beside(on, { ...now, id })
          return id
        }),
      )
    },

    /** Changes what is sent; with `version` only a row that nobody else changed since. */
    async update(opened: Opened, id: string, row: Row, beside?: Beside) {
      demand(opened, 'editRows')
      const { scope, model, store, targets } = opened
      const key = idOf(opened, id)
      const { version } = row
      if (version !== undefined && version !== null && !Number.isInteger(version)) throw fieldError('request.invalid', 'version', 'Please enter a whole number')
      const seen = (await ask(opened, () => byIds(opened, [key], store.on)))[0]
      if (!seen) throw rowUnknown()
      // What a form sends back as it was given is not written: it may say less than what is stored.
      const different = Object.fromEntries(Object.entries(row).filter(([name, value]) => !Object.hasOwn(seen, name) || !isSame(seen[name], value)))
      const columns = await input.checkOne(scope, model, different, 'update', targets)
      const all = wholly(opened)
      await ask(opened, () =>
        store.transaction(async on => {
          const before = await byIds(all, [key], on, { lock: true })
          if (!before[0]) throw rowUnknown()
          if (model.definition.managed && typeof version === 'number' && before[0].version !== version) throw rowChanged()
          await checkLinks(all, columns, on)
          await write(all, before, columns, on)
          if (beside) await beside(on, { ...(await plain(all, [key], on))[0], id })
        }),
      )
    },

    /** The same values into several rows, all or none of them, with `version` only rows that are still of it; it can be taken back for a day. */
    async updateMany(opened: Opened, ids: readonly string[], row: Row, version?: number, beside?: (on: QueryExecutorProvider) => Promise<void>) {
      demand(opened, 'editRows')
      const { scope, model, store, targets } = opened
      const keys = idsOf(opened, ids)
      const columns = await input.checkOne(scope, model, row, 'update', targets)
      const all = wholly(opened)
      return ask(opened, () =>
        store.transaction(async on => {
          const before = await locked(statements, all, keys, on)
          if (model.definition.managed && version !== undefined && before.some(one => one.version !== version)) throw rowChanged()
          await checkLinks(all, columns, on)
          const { changed: different, changeId } = await write(all, before, columns, on, { isBulk: true })
          await beside?.(on)
          return { count: before.length, changed: different, changeId }
        }),
      )
    },

    /** Deletes rows, all or none of them; it can be taken back for a day. */
    async remove(opened: Opened, ids: string | readonly string[]) {
      demand(opened, 'deleteRows')
      const all = wholly(opened)
      const { scope, model, store, asker } = all
      const keys = idsOf(opened, ids)
      return ask(opened, () =>
        store.transaction(async on => {
          const before = await locked(statements, all, keys, on)
          const found = before.map(one => one.id)
          await checkRules(all, 'DELETE', found, on)
          const shape = await exactRows.shapeOf(all, on)
          const { isPossible } = await exactRows.outlook(all, shape, { deletes: true }, amongIds(all, found), on)
          const exact = isPossible ? await exactRows.read(all, shape, found, on) : undefined
          const erased = await references.erase(all, found, on)
          const rows = before.map(one => ({ id: one.id as string, before: one, after: null, exact: { before: exact?.get(String(one.id)) } }))
          const changeId = await changed({ kind: 'delete', scope, model, by: asker.user?.id ?? null, rows, isBulk: isPossible }, on)
          await erased.tell(changeId)
          return { count: before.length, changeId: isPossible ? changeId : '' }
        }),
      )
    },

    preview: createPreview({ exactRows, input, statements }),
  }
}

export type Rows = ReturnType<typeof createRows>
