// The form with which a flow begins, and the row that comes of it: written with the rights that the flow gives, not those of the person.
import type { QueryExecutorProvider } from 'kysely'
import { valueAt } from '../../../flow/conditions.ts'
import { fitsParameter } from '../../../flow/parameters.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { Asker, Data, Opened } from '../data/index.ts'
import type { AppScope } from '../foundation/access/index.ts'
import { notAllowed } from '../foundation/access/rights.ts'
import type { Cases } from './cases.ts'
import type { Drafts } from './drafts.ts'
import { fileShown, isFile, placeOf, type FormFiles, type Upload } from './form-files.ts'
import { hasLines, type FormLines, type GivenLines } from './lines.ts'
import { departmentsWith } from './people.ts'
import { checkFields, isEmpty, mayFillIn, otherwiseAt, rightOf } from './rights.ts'
import { startForm } from './screens.ts'
import { say, type Locale } from '../../../messages.ts'
import type { StepAhead } from './ahead.ts'
import type { RunningFlow, Switches } from './switches.ts'

export interface Begins {
  scope: AppScope
  asker: Asker & { user: NonNullable<Asker['user']> }
}
type Row = Record<string, unknown>
/** No field of a model can have this key. */
const CHOICES = '_choices'
const MOST_CHOSEN = 100
/** Values of the flow's parameters; no field has this key either. */
const PARAMETERS = '_parameters'
/** What happens at steps where nobody is named. */
const AHEAD: Partial<Record<StepAhead['how'], string>> = {
  nobody: 'an operator names who decides',
  pass: 'goes on by itself',
  stops: 'stops: nobody is found',
  does: 'is done by a service',
}

/** A flow writes the fields that its nodes name, whatever whoever fills them in may do with rows otherwise. */
export const asFlow = (asker: Asker): Asker => ({
  ...asker,
  app: { ...asker.app, rights: { ...asker.app.rights, manager: asker.app.rights.manager ?? 'appOwner' } },
})

/** The same, with a form that people fill in. */
export const asForm = (asker: Asker): Asker => ({ ...asFlow(asker), origin: { triggers: [], ...asker.origin, isForm: true } })

/** What the starter says of the parameters of a flow: each of its kind, those that are wanted, the default where nothing is said. */
export function readParameters({ parameters = [] }: FlowDefinition, given: unknown): Record<string, unknown> {
  const values = typeof given === 'object' && given !== null ? (given as Row) : {}
  const read: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const parameter of parameters) {
    const { name, required, default: otherwise } = parameter
    const said = valueAt(values, name)
    const value = isEmpty(said) ? (otherwise ?? null) : said
    if (isEmpty(value)) {
      if (required) fields[`${PARAMETERS}.${name}`] = 'Please fill this in'
    } else if (fitsParameter(parameter, value)) read[name] = value
    else fields[`${PARAMETERS}.${name}`] = 'This is no value of this kind'
  }
  if (Object.keys(fields).length) throw new ApiError('flow.fieldsRefused', 'Please look at the fields', 422, { fields })
  return read
}

export function createForms({
  db,
  data,
  switches,
  cases,
  drafts,
  files,
  lines,
}: {
  db: Db
  data: Data
  switches: Switches
  cases: Cases
  drafts: Drafts
  files: FormFiles
  lines: FormLines
}) {
  const modelOf = ({ definition: { model } }: RunningFlow) => {
    const [dsKey = '', dmKey = ''] = model.split('/')
    return { dsKey, dmKey }
  }

  /** Those of some flows that a person may start. */
  async function startable<Flow extends RunningFlow>({ scope, asker: { user, app } }: Begins, flows: readonly Flow[]): Promise<Flow[]> {
    const named = flows.flatMap(({ definition: { initiators } }) => (initiators?.by === 'chosen' ? (initiators.departments ?? []) : []))
    const within = app.rights.manager ? new Set<string>() : await departmentsWith(scope, user.id, named, db)
    return flows.filter(({ definition: { initiators } }) => {
      if (app.rights.manager || initiators?.by !== 'chosen') return true
      const { users, roles, departments = [] } = initiators
      return users.includes(user.id) || roles.some(role => app.rights.held.has(role)) || departments.some(id => within.has(id))
    })
  }

  /** The flow of this key on a model, or the first that this person may start. */
  async function find(begins: Begins, model: string, key: string): Promise<RunningFlow> {
    const there = (await switches.running(begins.scope)).filter(
      flow => flow.definition.model === model && (!key || flow.key.toLowerCase() === key.toLowerCase()),
    )
    if (!there.length) throw notFound('flow.unknown', 'No flow begins here')
    const [flow] = await startable(begins, there)
    if (!flow) throw notAllowed()
    return flow
  }

  const startOf = ({ definition }: RunningFlow) => definition.nodes.find(({ kind, within }) => kind === 'start' && within === undefined)
  const open = ({ scope, asker }: Begins, flow: RunningFlow, as = asForm): Promise<Opened> => {
    const { dsKey, dmKey } = modelOf(flow)
    return data.rows.open(scope, as(asker), dsKey, dmKey)
  }

  /** Whom the starter has to choose, by node. */
  function readChoices({ definition }: RunningFlow, given: unknown, isPreview = false): Record<string, string[]> {
    const wanted = definition.nodes.filter(({ approvers }) => approvers?.by === 'choice')
    const made: Record<string, string[]> = {}
    const chosen = typeof given === 'object' && given !== null ? (given as Row) : {}
    for (const { id, name } of wanted) {
      const users = Object.hasOwn(chosen, id) ? chosen[id] : undefined
      const list = (Array.isArray(users) ? users : typeof users === 'string' ? users.split(',') : []).filter(one => typeof one === 'string' && one !== '')
      // Who is not chosen yet is not asked for while somebody fills in the form.
      if (!list.length && isPreview) continue
      if (!list.length || list.length > MOST_CHOSEN)
        throw fieldError('flow.choiceMissing', `${CHOICES}.${id}`, 'Choose who decides at “{node}”', { node: name })
      made[id] = list
    }
    return made
  }

  /** Where the form of a flow has its files and what can be chosen there. */
  const startPlace = (begins: Begins, at: string) => `${placeOf(begins)}/initiate/${at}`

  async function beginWith(
    begins: Begins,
    flow: RunningFlow,
    opened: Opened,
    { row, lines: listed, ...given }: { row: Row; lines?: GivenLines; choices: Record<string, string[]>; vars: Record<string, unknown> },
    beside?: (on: QueryExecutorProvider) => Promise<void>,
  ): Promise<string> {
    if (opened.model.source.dialect !== 'builtin') throw new ApiError('flow.sourceOutside', 'Flows run on models of the built-in source', 422)
    const { id, name } = begins.asker.user
    let caseId = ''
    await data.rows.create(data.rows.together(opened), row, async (on, stored) => {
      if (listed) await lines.write(opened, on, stored.id, listed)
      const record = { id: String(stored.id), values: stored }
      // The built-in source is in our own database: its transaction is one of ours.
      const begin = { flow, definition: flow.definition, starter: { id, name }, record, led: begins.asker.origin?.triggers, ...given }
      caseId = await cases.begin(begins.scope, begin, on as Trx, beside && (() => beside(on)))
    })
    cases.noteStored(begins.scope, flow.definition)
    return caseId
  }

  return {
    /** The flows that a person may start in this environment. */
    async offered(begins: Begins) {
      const flows = await startable(begins, await switches.running(begins.scope))
      return flows.map(flow => ({ id: flow.id, key: flow.key, name: flow.name, ...modelOf(flow) }))
    },

    /** `at` names source and model, as `main:leave`; `key` a flow, where several begin there. */
    async get(begins: Begins, at: string, key: string, draft: string | undefined, locale: Locale) {
      const flow = await find(begins, at.replace(':', '/'), key)
      const kept = draft === undefined ? undefined : await drafts.get(begins.scope, begins.asker.user.id, draft, flow.id)
      const start = startOf(flow)
      const opened = await open(begins, flow)
      const lists = await lines.all(opened)
      const shown = data.rows
        .describe(opened)
        .filter(field => (hasLines(field) ? lists.has(field.key) : !field.readOnly && field.type !== 'relationMany'))
        .flatMap(field => {
          const right = rightOf(start, field.key, otherwiseAt(start))
          return right === 'hidden' ? [] : [{ field, right, lines: lists.get(field.key)?.fields }]
        })
      const fields = shown.map(({ field: { key: name, name: label, type, required, options, description }, right }) => ({
        key: name,
        name: label,
        type,
        required: required || right === 'required',
        readOnly: right === 'read',
        options,
        description,
      }))
      const choices = flow.definition.nodes.filter(({ approvers }) => approvers?.by === 'choice').map(({ id, name }) => ({ node: id, name }))
      const { id, name } = begins.asker.user
      const defaults = Object.fromEntries(shown.flatMap(({ field }) => (field.default !== null && field.default !== 'now' ? [[field.key, field.default]] : [])))
      const place = startPlace(begins, at)
      // What is kept in a draft is as the form had it; a default is as rows have it.
      const files = Object.fromEntries(
        shown.flatMap(({ field }) => (isFile(field) && defaults[field.key] ? [[field.key, fileShown(place, field, defaults[field.key])]] : [])),
      )
      const schema = startForm(
        {
          place,
          key: flow.key,
          name: flow.name,
          shown: shown.filter(({ right }) => right !== 'read'),
          choices,
          parameters: flow.definition.parameters ?? [],
          draft,
          start: { ...defaults, ...files, ...kept },
        },
        locale,
      )
      return { flow: { id: flow.id, key: flow.key, name: flow.name }, fields, choices, submitter: { id, name }, schema }
    },

    /** The row and the case that is about it, both or neither; answers the id of the case. */
    async submit(begins: Begins, at: string, key: string, { [CHOICES]: chosen, [PARAMETERS]: said, ...row }: Row, draft?: string): Promise<string> {
      const flow = await find(begins, at.replace(':', '/'), key)
      checkFields(startOf(flow), row, {})
      const forget = draft === undefined ? undefined : (on: QueryExecutorProvider) => drafts.remove(begins.scope, begins.asker.user.id, draft, on as Trx)
      const given = { choices: readChoices(flow, chosen), vars: readParameters(flow.definition, said) }
      const opened = await open(begins, flow)
      const sent = lines.split(opened, row)
      return beginWith(begins, flow, opened, { ...given, row: await files.kept(opened, sent.row, {}), lines: sent.lines }, forget)
    },

    /** Stores a file for a field that the start of a flow lets fill in. */
    async addFile(begins: Begins, at: string, key: string, fieldKey: string, upload: Upload) {
      const flow = await find(begins, at.replace(':', '/'), key)
      if (!mayFillIn(startOf(flow), fieldKey)) throw notAllowed()
      return files.add(await open(begins, flow), fieldKey, upload, startPlace(begins, at))
    },
    /** A file for whoever uploaded it here. */
    async getFile(begins: Begins, at: string, fieldKey: string, fileId: string) {
      const flow = await find(begins, at.replace(':', '/'), '')
      return files.get(await open(begins, flow), fieldKey, fileId)
    },
    /** What a field that the start of a flow lets fill in can name. */
    async options(begins: Begins, at: string, key: string, fieldKey: string, words: { keywords?: string; selected?: string }) {
      const flow = await find(begins, at.replace(':', '/'), key)
      if (!mayFillIn(startOf(flow), fieldKey.split('.')[0] ?? '')) throw notAllowed()
      return lines.options(begins.asker, await open(begins, flow), fieldKey, words)
    },

    /** Begins a flow of this key without its form, with any fields of the row; `beside` in the same transaction. */
    async begin(begins: Begins, key: string, row: Row, beside: (on: QueryExecutorProvider) => Promise<void>): Promise<string> {
      const flow = (await switches.running(begins.scope)).find(one => one.key.toLowerCase() === key.toLowerCase())
      if (!flow) throw notFound('flow.unknown', 'No flow begins here')
      const given = { choices: readChoices(flow, undefined), vars: readParameters(flow.definition, undefined) }
      return beginWith(begins, flow, await open(begins, flow, asFlow), { ...given, row }, beside)
    },

    /** Who would decide, in which order, with what is filled in so far. */
    async ahead(begins: Begins, at: string, key: string, { [CHOICES]: chosen, [PARAMETERS]: _said, ...values }: Row, locale: Locale) {
      const flow = await find(begins, at.replace(':', '/'), key)
      const choices = readChoices(flow, chosen, true)
      const steps = await cases.ahead(begins.scope, { definition: flow.definition, starter: begins.asker.user.id, values, choices })
      const ids = [...new Set(steps.flatMap(({ people }) => people))]
      const people = ids.length ? await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute() : []
      const names = new Map(people.map(({ id, name }) => [id, name]))
      const nodes = new Map(flow.definition.nodes.map(({ id, name }) => [id, name]))
      return steps.map(({ node, how, people: users }) => ({
        node,
        name: nodes.get(node) || node,
        how,
        people: users.map(user => names.get(user) ?? ''),
        note: say(locale, AHEAD[how] ?? ''),
      }))
    },

    /** Keeps what is filled in so far; answers the id of the draft. */
    async keep(begins: Begins, at: string, key: string, { id, content }: { id?: string | undefined; content: Row }): Promise<string> {
      const flow = await find(begins, at.replace(':', '/'), key)
      return drafts.save(begins.scope, begins.asker.user.id, { id, flowId: flow.id, content })
    },
    /** Drafts of flows that can still be started. */
    async kept(begins: Begins) {
      const [flows, list] = await Promise.all([switches.running(begins.scope), drafts.list(begins.scope, begins.asker.user.id)])
      const byId = new Map(flows.map(flow => [flow.id, flow]))
      return list.map(({ flowId, ...draft }) => {
        const flow = byId.get(flowId)
        return { ...draft, flowName: flow?.name ?? '', key: flow?.key ?? '', ...(flow ? modelOf(flow) : { dsKey: '', dmKey: '' }) }
      })
    },
  }
}
