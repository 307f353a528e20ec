// What a package would run in databases, as text: the planner's own statements, in its order, grouped by the model they are for.
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Scope } from '../../store/database.ts'
import type { Core } from '../../core.ts'
import { engineOf, type DesignedModel, planStatements, type PlanInput, type Statement, tableOf, textOf, schemaOf } from '../data/index.ts'
import type { ArrangedModels, DataThere } from './arrange-models.ts'
import { inApp } from '../../store/scoped.ts'

const MOST_ENVIRONMENTS = 5
/** Stands for the id of an app that is still to be made. */
const NEW_APP = 'new'

export interface SqlGroup {
  /** The model's part; empty for what is for all of them. */
  model: string
  name: string
  statements: string[]
}
export interface EnvironmentSql {
  tag: string
  groups: SqlGroup[]
}

export async function environmentsOf(scope: Scope, db: Db): Promise<string[]> {
  const rows = await inApp(db, scope).selectFrom('environment').select('tag').orderBy('tag').execute()
  return [...new Set(['dev', ...rows.map(row => row.tag)])].slice(0, MOST_ENVIRONMENTS)
}

/** The statements for each environment; `partOf` names a model's part by its id in the app. */
export async function sqlOf(
  arranged: ArrangedModels,
  there: DataThere,
  { tags, appId, partOf }: { tags: readonly string[]; appId?: string; partOf(id: string): string },
  { db, workers }: Pick<Core, 'db' | 'workers'>,
): Promise<EnvironmentSql[]> {
  const sources = [...there.sources, ...arranged.sources]
  const list: EnvironmentSql[] = []
  for (const tag of tags) {
    /** By model, in the order of their first statements. */
    const groups = new Map<string, SqlGroup>()
    for (const { id, dialect } of sources) {
      const made = [...arranged.made.values()].filter(model => model.sourceId === id && model.definition.managed)
      if (!made.length) continue
      const isBuiltIn = dialect === 'builtin'
      const schema = isBuiltIn ? (appId ? schemaOf(appId, tag) : schemaOf(NEW_APP, tag)) : ''
      const isThere = !isBuiltIn || (!!appId && (await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)).rows.length > 0)
      const engine = engineOf(dialect)
      const input: PlanInput = {
        engine,
        schema,
        createSchema: !isThere,
        languageOrder: isBuiltIn,
        wanted: made.map(planned),
        applied: there.models.filter(model => model.sourceId === id).map(planned),
        found: [],
        keptUntil: '',
      }
      const question = JSON.stringify(input)
      const statements = JSON.parse(await workers.do(planStatements, question, question.length)) as Statement[]
      const byTable = new Map(made.map(model => [textOf(engine, sql`${tableOf(schema, model.definition.table)}`).sql, model]))
      for (const statement of statements) {
        const model = byTable.get(/^(?:create table|alter table|create (?:unique )?index \S+ on) (\S+)/.exec(statement.sql)?.[1] ?? '')
        const part = model ? partOf(model.id) : ''
        const group = groups.get(part)
        if (group) group.statements.push(statement.sql)
        else groups.set(part, { model: part, name: model?.name ?? '', statements: [statement.sql] })
      }
    }
    list.push({ tag, groups: [...groups.values()] })
    await breathe()
  }
  return list
}

const planned = ({ id, definition }: DesignedModel) => ({ modelId: id, definition })
