// Data sources of apps, the models in them, and their rows.
import type { Core } from '../../core.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { readData } from './design/app-design.ts'
import type { AccessService } from '../foundation/access/index.ts'
import type { AppTexts } from '../foundation/app-texts.ts'
import type { createFiles } from '../foundation/files.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { createBulk } from './rows/bulk/index.ts'
import { createRecovery } from './rows/bulk/recovery.ts'
import { createChoices } from './rows/choices.ts'
import { createConnections } from './sources/connections.ts'
import { createAppliedRecord } from './design/applied-record.ts'
import { createDesign } from './design/design.ts'
import { createCopiedRows } from './rows/copied-rows.ts'
import { createDevRows } from './rows/dev-rows.ts'
import { createModels } from './design/models.ts'
import { createReleasing } from './design/releasing.ts'
import { createExactRows } from './rows/exact.ts'
import { createKept } from './design/kept.ts'
import { createFormulaReasons } from './rows/formula-reasons.ts'
import { createRowFiles } from './rows/files.ts'
import { createRowInput } from './rows/input.ts'
import { createRowLabels } from './rows/labels.ts'
import { createRowHistory } from './rows/history.ts'
import { createRowOptions } from './rows/options.ts'
import type { FieldRightsOf } from './rows/fields.ts'
import type { MayDo, RowFilter } from './rows/rules.ts'
import { createRowReferences } from './rows/references.ts'
import { createRowStatements } from './rows/statements.ts'
import { createRowUndo } from './rows/undo.ts'
import { createTriggered, NO_EVENTS, type RowEvents } from './rows/triggered.ts'
import { createRowTexts } from './rows/texts.ts'
import { createRowChanges } from './rows/changes.ts'
import { createRows } from './rows/rows.ts'
import { createSampleRows } from './rows/sample-rows.ts'
import { createRowGroups } from './rows/groups.ts'
import { createSummaries } from './rows/summaries.ts'
import { createSchema } from './design/schema.ts'
import { createTables } from './design/tables.ts'
import { createSources } from './sources/sources.ts'
import { createExports } from './rows/transfer/exports.ts'
import { createAnnouncer } from './rows/live/announce.ts'
import { createLiveRows } from './rows/live/index.ts'
import { createImports } from './rows/transfer/imports.ts'
import { createUnnamedFiles } from './rows/unnamed-files.ts'
import { createQueries } from './queries/index.ts'
import { createSqlQueries } from './queries/by-hand/index.ts'
import { createViews } from './rows/views.ts'

export { type Asking, isSql, type MadeQuery, type QueryAnswer, type QueryDefinition, readDefinition as readQuery, type SqlQuery } from './queries/index.ts'
export { renamedQuery } from './queries/renaming.ts'
export { engineOf } from './columns.ts'
export {
  type AppDesign,
  type DataDesign,
  type DesignModel,
  type DesignRole,
  type DesignRowRule,
  type DesignSource,
  designText,
  type Permissions,
  readApplied,
  readData,
  readDesign,
  readPermissions,
} from './design/app-design.ts'
export { copyData } from './design/copy.ts'
export { checkField, namedInFormulas } from './design/field-rules.ts'
export { FIELD_OF, readFormula } from './formulas.ts'
export { type DesignedModel, hashOf, isIndexable } from './design/models.ts'
export { type DevModel, type DevRows, inSteps } from './rows/dev-rows.ts'
export type { PlanInput, Statement } from './design/plan-statement.ts'
export { planStatements } from './design/plan-task.ts'
export type { ReleasePlan, Releasing, SourcePlan } from './design/releasing.ts'
export { leafText, treeText } from './rows/condition-text.ts'
export {
  choices,
  isNamed,
  isRefusal,
  leavesOf,
  names,
  offered,
  type Option,
  prepared,
  renamed,
  toKeys,
  toStored,
  type Values,
  valuesNamed,
  VARIABLES,
  withRoles,
} from './rows/conditions.ts'
export { type FieldRightsOf, wholeOf } from './rows/fields.ts'
export { compileFilter, fieldOf, systemFields } from './rows/filter.ts'
export { titleOf } from './rows/labels.ts'
export { readCell } from './rows/transfer/cells.ts'
export { createTurns } from './rows/transfer/turns.ts'
export type { Opened } from './rows/rows.ts'
export type { CopiedRows } from './rows/copied-rows.ts'
export { MOST_COPIED } from './rows/copied-rows.ts'
export type { ActiveTriggers, Heard, HeardRow, RowEvents, RowSet } from './rows/triggered.ts'
export { type Asker, type MayDo, type Origin, personOf, RULE_KINDS, type RowFilter, type RuleKind } from './rows/rules.ts'
export { MOST_ROWS, type PackedRows, type SampleRows, type SampleRowsService, type SpooledRows } from './rows/sample-rows.ts'
export type { PlainRow } from './rows/portable-rows.ts'
export { badRow } from './rows/write-rows.ts'
export { sourceTitle } from './sources/sources.ts'
export { tableOf, textOf } from './sql-text.ts'
export { bound, checkValue } from './values.ts'
export {
  type DataScope,
  type Definition,
  type Dialect,
  type Field,
  FIELD_TYPES,
  type FieldType,
  fieldKeyProblem,
  hasColumn,
  hasValue,
  MAX_FIELDS,
  MAX_MODELS,
  type Model,
  schemaOf,
} from './types.ts'

export function createData(
  core: Core,
  parts: {
    access: Pick<AccessService, 'findPerson' | 'revisionsOf'>
    secrets: Secrets
    files: ReturnType<typeof createFiles>
    rowFilter: RowFilter
    mayDo: MayDo
    fieldRights: FieldRightsOf
    appTexts: Pick<AppTexts, 'reader'>
    /** Who is told of changes of rows. */
    rowEvents?: RowEvents
  },
) {
  const { access, secrets, files, rowFilter, mayDo, fieldRights, appTexts, rowEvents = NO_EVENTS } = parts
  const connections = createConnections(core)
  const sources = createSources(core, { connections, secrets })
  const models = createModels(core, { sources })
  const announcer = createAnnouncer(core)
  const input = createRowInput(core)
  const triggered = createTriggered(core, { events: rowEvents, input, record: (change, on) => history.record(change, on) })
  const history = createRowHistory(core, { announcer, told: triggered.told })
  const exactRows = createExactRows({ models })
  const statements = createRowStatements({ sources, exactRows, rowFilter, changed: history.record })
  const labels = createRowLabels(core, { rowFilter })
  const references = createRowReferences({ models, history, statements })
  const rowUndo = createRowUndo({ exactRows, history, statements, references })
  const texts = createRowTexts({ labels })
  const kept = createKept(core, { sources })
  const schema = createSchema(core, { sources, models, applied: createAppliedRecord(core), kept })
  const live = createLiveRows(core, { access, models, sources, rowFilter, mayDo, fieldRights })
  const rows = createRows({ sources, models, input, labels, statements, references, exactRows, announcer, triggered, mayDo, fieldRights, appTexts })
  const imports = createImports(core, { input, statements, labels, rowFilter })
  const unnamedFiles = createUnnamedFiles(core, { models, sources })
  const bulk = createBulk(core, { exactRows, history, input, references, rows, statements, rowUndo, texts })
  return {
    connections,
    sources,
    models,
    schema,
    kept,
    tables: createTables(core, { sources, models }),
    releasing: createReleasing(core, { schema }),
    design: { ...createDesign({ sources, models, schema }), read: (scope: Scope, on: Db | Trx = core.db) => readData(scope, on) },
    rows,
    live: {
      ...live,
      /** Every change was told to the other processes, and what was heard of theirs to open pages. */
      async settled() {
        await announcer.settled()
        await live.settled()
      },
    },
    bulk,
    recovery: createRecovery(core, { access, bulk, rows }),
    devRows: createDevRows(core),
    copiedRows: createCopiedRows(core, { models, rowFilter, mayDo, fieldRights }),
    sampleRows: createSampleRows(core, { models, rowFilter, mayDo, fieldRights }),
    texts,
    history: createRowChanges({ exactRows, history, statements, texts, references, rowUndo, undoing: bulk.undoing }),
    async removeExpired() {
      await Promise.all([history.removeExpired(), imports.removeExpired(), bulk.removeExpired(), unnamedFiles.remove(), kept.removeExpired()])
    },
    exports: createExports({ labels, statements }),
    imports,
    files: createRowFiles(core, { files, statements }),
    unnamedFiles,
    views: createViews(core),
    choices: createChoices(core, { rows, mayDo }),
    options: createRowOptions({ rows, texts }),
    formulaReasons: createFormulaReasons({ rows }),
    summaries: createSummaries({ statements, texts }),
    groups: createRowGroups({ statements, texts }),
    queries: createQueries({ rows, statements, texts, labels, rowFilter, appTexts, bySql: createSqlQueries(core, { sources, secrets }) }),
  }
}

export type Data = ReturnType<typeof createData>
