// The form of what is selected in a flow.
import { useRef } from 'react'
import { createObject, type RendererProps, type Schema } from 'amis-core'
import type { WorkCalendar } from '../../api/flow/calendar.ts'
import { borderForm, withBorder, type BorderForm } from '../../api/flow/border-form.ts'
import { definitionFaults, PARAMETER_TYPES, type FlowDefinition } from '../../api/flow/definition.ts'
import { defaultIn, parameterForm, withParameter, type ParameterForm } from '../../api/flow/parameters.ts'
import { serviceForm, withService, type ServiceForm } from '../../api/flow/service-form.ts'
import { ENDS_TASK } from '../../api/flow/overdue.ts'
import { removeNode, setBorder, withLine, withNode } from '../../api/flow/edit.ts'
import type { Border } from '../../api/flow/graph.ts'
import { FIXED_RATES, overdueForm, withOverdue, type OverdueForm } from '../../api/flow/overdue-form.ts'
import { stepOf, withStep, type Step } from '../../api/flow/steps.ts'
import { languageOf, sayer } from '../words.ts'
import { Borders } from './borders.tsx'
import { OverdueList, whenText } from './overdue.tsx'
import { actionChoices, actionText } from './overdue-words.ts'
import { borderTitle, type SourceField } from './sentences.ts'
import { typeText, Variables } from './variables.tsx'
import type { Designed, Selected } from './work.ts'

/** The controls of each form, from the screen. */
export interface Panels {
  flowPanel?: Schema
  startPanel?: Schema
  stepPanel?: Schema
  copyPanel?: Schema
  splitPanel?: Schema
  linePanel?: Schema
  servicePanel?: Schema
  parameterPanel?: Schema
  overduePanel?: Schema
  borderPanel?: Schema
}
/** The fields of the model: for conditions, those that name people, and all. */
export interface Source {
  fields: SourceField[]
  people: { value: string; label: string }[]
  all: { value: string; label: string }[]
}
export const NO_SOURCE: Source = { fields: [], people: [], all: [] }

interface Option {
  value: string
  label: string
}
/** Models with their fields, and queries with what they take. */
export interface Picker {
  options: (Option & { fields?: (Option & { type: string })[] })[]
  queries: (Option & { input: Option[] })[]
  flows: (Option & { model: string; input: Option[] })[]
}
export const NO_PICKER: Picker = { options: [], queries: [], flows: [] }

/** Time zones of the IANA list, as a select offers them. */
const ZONES = Intl.supportedValuesOf('timeZone').map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))
/** Where the flow says none yet. */
const HOURS: WorkCalendar = {
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  weekdays: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '18:00',
}
/** The amounts that go with a unit, as a select offers them. */
const RATES = Object.fromEntries(Object.entries(FIXED_RATES).map(([unit, amounts]) => [unit, amounts.map(value => ({ value, label: String(value) }))]))

/** Nothing is held back: who goes on at once would lose it. */
const atOnce = (body: unknown): unknown =>
  Array.isArray(body)
    ? body.map((control: { type?: string; body?: unknown }) =>
        control.type === 'group' ? { ...control, body: atOnce(control.body) } : { ...control, changeImmediately: true },
      )
    : body

/** What the values of a form make of the flow as it is then. */
type Make = (was: Designed, values: Record<string, unknown>) => Designed
interface PanelProps {
  props: RendererProps & Panels
  work: Designed
  flow: FlowDefinition
  selected: Selected
  /** Another one: what is shown comes from elsewhere. */
  turn: string
  source: Source
  /** APIs that can be called, with their parameters. */
  apis: readonly object[]
  picker: Picker
  mayEdit: boolean
  addParameter(): void
  addBorder(on: string, event: Border['event']): void
  onType(make: (now: Designed) => Designed, at: string): void
  select(selected: Selected): void
  change(make: (flow: FlowDefinition) => FlowDefinition): void
}
/** The form of what is selected; what is typed goes into the flow at once. */
export function Panel({ props, work, flow, selected, turn, source, apis, picker, mayEdit, addParameter, addBorder, onType, select, change }: PanelProps) {
  const { env, data, render } = props
  const say = sayer(env)
  const node = selected.of === 'node' || selected.of === 'overdue' ? flow.nodes.find(({ id }) => id === selected.id) : undefined
  const overdue = selected.of === 'overdue' ? node?.overdue?.find(({ id }) => id === selected.action) : undefined
  const line = selected.of === 'line' ? flow.lines.find(({ id }) => id === selected.id) : undefined
  const parameter = selected.of === 'parameter' ? flow.parameters?.find(({ id }) => id === selected.id) : undefined
  const split = line && flow.nodes.find(({ id }) => id === line.from)
  const kind = overdue
    ? 'overdue'
    : node
      ? node.kind === 'user'
        ? 'step'
        : node.kind === 'exclusive' || node.kind === 'parallel' || node.kind === 'inclusive'
          ? 'split'
          : node.kind
      : line
        ? 'line'
        : parameter
          ? 'parameter'
          : 'flow'
  const act = node?.service ? serviceForm(node) : undefined
  // Another action has another form: what belongs to it is chosen with it, and what does not is gone.
  const variant = overdue
    ? `${overdue.id} ${overdue.action}`
    : line
      ? `${line.conditionType ?? ''} ${filterModeOf(line)}`
      : parameter
        ? `${parameter.type} ${parameter.isArray ?? ''}`
        : act
          ? `${act.do} ${act.model ?? ''} ${act.apiKey ?? act.queryKey ?? act.flowKey ?? ''}`
          : ''
  const at = `${kind} ${node?.id ?? line?.id ?? parameter?.id ?? ''} ${variant}`
  const withNodeOf = (make: (node: FlowDefinition['nodes'][number], values: Record<string, unknown>) => FlowDefinition['nodes'][number]) =>
    ((was, values) => {
      const there = was.flow.nodes.find(({ id }) => id === node?.id)
      return there ? { ...was, flow: withNode(was.flow, make(there, values)) } : was
    }) satisfies Make
  const asStep = withNodeOf((there, values) => withStep(there, values as unknown as Step))
  const asNamed = withNodeOf((there, values) => ({ ...there, name: String(values.name ?? '') }))
  const step = node ? { ...stepOf(node) } : {}
  const asOverdue = withNodeOf((there, values) => ({
    ...there,
    overdue: (there.overdue ?? []).map(one => (one.id === overdue?.id ? withOverdue(one, values as unknown as OverdueForm) : one)),
  }))
  const fieldsOf = (entity: string) => (picker.options.find(({ value }) => value === entity)?.fields ?? []).map(({ value, type }) => ({ name: value, type }))
  const asService = withNodeOf((there, values) => {
    const form = values as unknown as ServiceForm
    const before = serviceForm(there)
    // Values of another model, and parameters of another call, mean nothing here.
    const isOther =
      (form.model ?? '') !== (before.model ?? '') ||
      (form.apiKey ?? '') !== (before.apiKey ?? '') ||
      (form.queryKey ?? '') !== (before.queryKey ?? '') ||
      (form.flowKey ?? '') !== (before.flowKey ?? '')
    const kept = form.do === before.do && isOther ? { ...form, values: [], input: [], output: [] } : form
    const own = new Map(source.fields.map(({ name, type }) => [name, type]))
    const typeOf = (model: string, field: string) => (model ? fieldsOf(model).find(({ name }) => name === field)?.type : own.get(field))
    return withService(there, kept, typeOf)
  })
  const forms: Record<typeof kind, [string, Schema | undefined, Record<string, unknown>, Make]> = {
    flow: [
      say('Flow properties'),
      props.flowPanel,
      {
        name: work.name,
        title: flow.title ?? '',
        sameApprover: flow.sameApprover ?? 'ask',
        batch: flow.batch ?? false,
        empty: flow.empty?.then ?? 'nobody',
        emptyUsers: flow.empty?.then === 'people' ? flow.empty.users : [],
        hasHours: flow.calendar !== undefined,
        hours: { breakFrom: '', breakTo: '', holidays: [], workdays: [], ...(flow.calendar ?? HOURS) },
        range: flow.initiators?.by ?? 'everyone',
        users: flow.initiators?.by === 'chosen' ? flow.initiators.users : [],
        roles: flow.initiators?.by === 'chosen' ? flow.initiators.roles : [],
        departments: flow.initiators?.by === 'chosen' ? (flow.initiators.departments ?? []) : [],
      },
      (was, values) => ({ name: String(values.name ?? ''), flow: flowOf(was.flow, values) }),
    ],
    start: [say('Start|flow'), props.startPanel, step, asStep],
    step: [say('Approval'), props.stepPanel, step, asStep],
    copy: [say('Copy|flow'), props.copyPanel, step, asStep],
    service: [say('Service|flow'), props.servicePanel, node ? { ...serviceForm(node) } : {}, asService],
    border: [
      node ? borderTitle(say, node) : '',
      props.borderPanel,
      node ? { ...borderForm(node) } : {},
      (was, values) => {
        const there = was.flow.nodes.find(({ id }) => id === node?.id)
        return there ? { ...was, flow: setBorder(was.flow, withBorder(there, values as unknown as BorderForm)) } : was
      },
    ],
    parameter: [
      say('Variable'),
      props.parameterPanel,
      parameter ? { ...parameterForm(parameter) } : {},
      (was, values) => {
        const parameters = (was.flow.parameters ?? []).map(one =>
          one.id === parameter?.id ? withParameter(one, values as unknown as ParameterForm, fieldsOf) : one,
        )
        return { ...was, flow: { ...was.flow, parameters } }
      },
    ],
    subprocess: [say('Sub-process'), props.splitPanel, { name: node?.name ?? '' }, asNamed],
    split: [say('Branches'), props.splitPanel, { name: node?.name ?? '' }, asNamed],
    end: [say('End'), props.splitPanel, { name: node?.name ?? '' }, asNamed],
    overdue: [overdue ? actionText(say, overdue.action) : '', props.overduePanel, overdue ? { ...overdueForm(overdue) } : {}, asOverdue],
    line: [
      say('Branch'),
      props.linePanel,
      {
        label: line?.label ?? '',
        conditionType: line?.conditionType ?? 'condition',
        filterMode: line ? filterModeOf(line) : 'full',
        conditions: line?.conditions,
        formula: line?.formula ?? '',
        asks: split?.kind !== 'parallel' && !line?.isDefault,
      },
      (was, values) => {
        const there = was.flow.lines.find(({ id }) => id === line?.id)
        return there ? { ...was, flow: withLine(was.flow, lineOf(there, values)) } : was
      },
    ],
  }
  const [title, body, values, made] = forms[kind]
  const earlier = flow.nodes.filter(one => one.kind === 'user' && one.id !== node?.id).map(one => ({ value: one.id, label: one.name || one.id }))
  // A form takes its values once; what is typed comes from it, and another one is made for what comes from elsewhere.
  const key = `${at} ${turn} ${source.all.length} ${apis.length} ${picker.options.length} ${mayEdit}`
  const form = useRef<{ key: string; schema: Schema; around: object }>(undefined)
  if (!body) form.current = undefined
  else if (form.current?.key !== key) {
    // It goes on to mean what it was made for, also where it tells of it late.
    const onChange = (next: Record<string, unknown>) => mayEdit && onType(was => made(was, { ...next }), at)
    const common = { type: 'form', title: '', mode: 'normal', wrapWithPanel: false, actions: [], submitText: '', formLazyChange: false }
    const schema = { type: 'wrapper', size: 'none', body: { ...common, disabled: !mayEdit, data: values, onChange, body: atOnce(body) } } as unknown as Schema
    // Other data around a form make it begin anew.
    form.current = {
      key,
      schema,
      around: createObject(data, {
        source,
        earlier,
        mayEdit,
        rates: RATES,
        zones: ZONES,
        apis,
        picker,
        callInput: callInputOf(picker, act?.flowKey ?? '', flow.model),
        types: PARAMETER_TYPES.map(value => ({ value, label: typeText(say, value) })),
        plainTypes: (['string', 'int', 'float', 'boolean'] as const).map(value => ({ value, label: typeText(say, value) })),
        defaultIn: parameter && defaultIn(parameter),
        actions: actionChoices(say, apis.length > 0 || overdue?.action === 'apiCenter'),
        once: overdue !== undefined && ENDS_TASK.has(overdue.action),
        hasHours: flow.calendar !== undefined,
        mayError: flow.nodes.some(({ id, kind: its }) => id === node?.border?.on && (its === 'service' || its === 'subprocess')),
      }),
    }
  }
  return (
    <>
      {overdue && node && (
        <button type="button" className="tes-link" onClick={() => select({ of: 'node', id: node.id })}>
          ‹ {say('Back to “{name}”', { name: node.name || say('Step without a name') })}
        </button>
      )}
      {node?.border && (
        <button type="button" className="tes-link" onClick={() => select({ of: 'node', id: node.border?.on ?? '' })}>
          ‹ {say('Back to “{name}”', { name: flow.nodes.find(({ id }) => id === node.border?.on)?.name || say('Step without a name') })}
        </button>
      )}
      {node?.within !== undefined && (
        <button type="button" className="tes-link" onClick={() => select({ of: 'node', id: node.within ?? '' })}>
          ‹ {say('In “{name}”', { name: flow.nodes.find(({ id }) => id === node.within)?.name || say('Step without a name') })}
        </button>
      )}
      {parameter && (
        <button type="button" className="tes-link" onClick={() => select({ of: 'flow' })}>
          ‹ {say('Back to the flow properties')}
        </button>
      )}
      <h3>{title}</h3>
      {kind === 'subprocess' && <p className="tes-flow__hint">{say('It is left when nothing in it goes on any more.')}</p>}
      {overdue && <p className="tes-flow__hint">{whenText(say, overdue)}</p>}
      {form.current && <div key={key}>{render('panel', form.current.schema, { data: form.current.around })}</div>}
      {kind === 'flow' && props.parameterPanel && (
        <Variables {...{ say, flow, mayEdit, select, change }} add={addParameter} wrong={new Set(definitionFaults(flow).flatMap(fault => fault.at ?? []))} />
      )}
      {(kind === 'step' || kind === 'service' || kind === 'subprocess') && node && props.borderPanel && (
        <Borders {...{ say, flow, node, mayEdit, select }} add={event => addBorder(node.id, event)} remove={id => change(was => removeNode(was, id))} />
      )}
      {kind === 'step' && node && props.overduePanel && (
        <OverdueList
          {...{ say, node, mayEdit, select }}
          calendar={flow.calendar}
          language={languageOf(env)}
          change={make =>
            change(was => {
              const there = was.nodes.find(({ id }) => id === node.id)
              if (!there) return was
              const { overdue: before = [], ...rest } = there
              const kept = make(before)
              return withNode(was, { ...rest, ...(kept.length > 0 && { overdue: kept }) })
            })
          }
        />
      )}
    </>
  )
}

/** What can be given to a flow that is called: its variables, and fields of the row with which it begins on another model. */
function callInputOf({ flows, options }: Picker, key: string, model: string): Option[] {
  const flow = flows.find(({ value }) => value === key)
  if (!flow) return []
  const fields = flow.model === model ? [] : (options.find(({ value }) => value === flow.model)?.fields ?? [])
  return [...flow.input, ...fields.map(({ value, label }) => ({ value, label }))]
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : [])
function flowOf(
  flow: FlowDefinition,
  { title, sameApprover, batch, hasHours, hours, empty, emptyUsers, range, users, roles, departments }: Record<string, unknown>,
): FlowDefinition {
  const { title: _title, sameApprover: before, empty: policy, batch: _batch, calendar: _calendar, ...rest } = flow
  const inside = listOf(departments)
  // What is as it is without saying is only said where it was said before.
  return {
    ...rest,
    ...(title ? { title: String(title) } : {}),
    ...(hasHours ? { calendar: calendarOf(hours as Partial<WorkCalendar> | undefined) } : {}),
    ...(sameApprover === 'pass' || before ? { sameApprover: sameApprover === 'pass' ? 'pass' : 'ask' } : {}),
    ...(batch === true && { batch: true }),
    ...(empty === 'people'
      ? { empty: { then: 'people', users: listOf(emptyUsers) } }
      : policy || empty !== 'nobody'
        ? { empty: { then: empty as 'nobody' } }
        : {}),
    ...(range === 'chosen'
      ? { initiators: { by: 'chosen', users: listOf(users), roles: listOf(roles), ...(inside.length > 0 && { departments: inside }) } }
      : flow.initiators
        ? { initiators: { by: 'everyone' } }
        : {}),
  }
}
const timeOf = (value: unknown) => (typeof value === 'string' ? value : '')
function calendarOf({ zone, weekdays, from, to, breakFrom, breakTo, holidays, workdays }: Partial<WorkCalendar> = {}): WorkCalendar {
  const days = { holidays: listOf(holidays), workdays: listOf(workdays) }
  return {
    zone: timeOf(zone) || HOURS.zone,
    weekdays: (Array.isArray(weekdays) ? weekdays : []).map(Number),
    from: timeOf(from),
    to: timeOf(to),
    ...(breakFrom && { breakFrom }),
    ...(breakTo && { breakTo }),
    ...(days.holidays.length > 0 && { holidays: days.holidays }),
    ...(days.workdays.length > 0 && { workdays: days.workdays }),
  }
}
type Line = FlowDefinition['lines'][number]
const filterModeOf = ({ filterMode = 'full' }: Line) => filterMode
/** Another kind of condition, or another way to edit them, begins with none. */
function lineOf(line: Line, { label, conditions, formula, conditionType, filterMode }: Record<string, unknown>): Line {
  const { conditions: _conditions, label: _label, formula: _formula, conditionType: kindBefore, filterMode: modeBefore, ...rest } = line
  const named = { ...rest, ...(label ? { label: String(label) } : {}) }
  if (line.isDefault) return named
  const [isFormula, wasFormula] = [conditionType === 'formula', kindBefore === 'formula']
  const mode = filterMode === 'simple' ? 'simple' : 'full'
  if (isFormula) return { ...named, conditionType: 'formula', ...(wasFormula && formula ? { formula: String(formula) } : {}) }
  const isSameMode = !wasFormula && mode === (modeBefore ?? 'full')
  return {
    ...named,
    ...((kindBefore || wasFormula) && { conditionType: 'condition' as const }),
    ...((mode === 'simple' || modeBefore) && { filterMode: mode }),
    ...(isSameMode && conditions ? { conditions: conditions as never } : {}),
  }
}
