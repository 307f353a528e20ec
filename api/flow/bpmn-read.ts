// A flow of BPMN 2.0. What another tool drew comes in as far as the engine runs it; everything else is named with its line, and nothing is taken.
import { BORDERS, BPMN_TYPES, CALL, CONDITION, FORMULA, KINDS, moddleOf, type Element } from './bpmn-elements.ts'
import type { DefinedLine, DefinedNode } from './definition.ts'
import { MOST_NODES, type Border } from './graph.ts'
import { durationFrom } from './overdue.ts'

/** Why a text cannot be read as a flow, as English with `{places}`; `line` counts from 1. */
export interface BpmnProblem {
  line?: number
  english: string
  values?: Record<string, string | number>
}
/** A definition as the text says it: nothing of it is checked but what BPMN itself says. */
export type ReadBpmn = { definition: unknown; notes: BpmnProblem[]; problems?: undefined } | { problems: BpmnProblem[] }

export const MOST_BPMN_BYTES = 2 * 1024 * 1024
/** Elements within elements; drawings have some ten. */
const DEEPEST = 60
const MOST_TOLD = 20
/** Closed sub-processes are drawn as wide as tasks. */
const MOST_COLLAPSED = 120

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

/** The line on which an element of this id begins. */
function lineWith(text: string, id: string | undefined): number | undefined {
  if (!id) return undefined
  const at = text.search(new RegExp(`\\bid\\s*=\\s*["']${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']`))
  return at < 0 ? undefined : lineOf(text, at)
}

/** What no library should be asked to read. */
function refusedText(text: string): BpmnProblem | undefined {
  const declared = text.search(/<!DOCTYPE|<!ENTITY/i)
  if (declared >= 0) return { line: lineOf(text, declared), english: 'The file declares entities of its own (DOCTYPE), which are not read' }
  let depth = 0
  for (const found of text.matchAll(/<(\/?)[A-Za-z][^<>]*?(\/?)>/g)) {
    if (found[1]) depth--
    else if (!found[2] && ++depth > DEEPEST)
      return { line: lineOf(text, found.index), english: 'Elements stand in each other more than {limit} deep', values: { limit: DEEPEST } }
  }
  return undefined
}

const WORDS: Record<string, string> = {
  'bpmn:SubProcess': 'a sub-process that an event begins',
  'bpmn:AdHocSubProcess': 'an ad-hoc sub-process',
  'bpmn:Transaction': 'a transaction',
  'bpmn:ScriptTask': 'a script',
  'bpmn:BusinessRuleTask': 'a business rule',
  'bpmn:ReceiveTask': 'a task that waits for a message',
  'bpmn:IntermediateCatchEvent': 'an event that is waited for',
  'bpmn:IntermediateThrowEvent': 'an event on the way',
  'bpmn:EventBasedGateway': 'a gateway that waits for events',
  'bpmn:ComplexGateway': 'a complex gateway',
}
/** Part of the drawing or of the documentation, which nothing runs. */
const LEFT_OUT = /^bpmn:(DataObject|DataObjectReference|DataStoreReference)$/

/** What an element has of ours. */
function settingsOf(element: Element): Record<string, unknown> | undefined {
  const own = element.extensionElements?.values?.find(({ $type }) => $type === 'tessera:Settings')
  if (!own) return {}
  try {
    const value = JSON.parse(String(own.json ?? '')) as unknown
    return value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** What a call says of itself; which flow it calls stands in the drawing. */
const calledBy = ({ calledElement: key = '' }: Element, { service }: { service?: unknown }) => {
  const own = (service as { do?: string } | undefined)?.do === 'call' ? (service as object) : { do: 'call', input: [], output: [] }
  return { ...own, key }
}

/** Only what the drawing shows on a border stands there. */
const withoutBorder = ({ border: _border, ...rest }: Record<string, unknown>) => rest

/** A flow of BPMN 2.0; `model` is what it is about where the text does not come from here. */
export async function readBpmn(text: string, model: string): Promise<ReadBpmn> {
  if (text.length > MOST_BPMN_BYTES) return { problems: [{ english: 'The file is larger than {limit} MB', values: { limit: MOST_BPMN_BYTES / 1024 / 1024 } }] }
  const refused = refusedText(text)
  if (refused) return { problems: [refused] }
  let root: Element
  const problems: BpmnProblem[] = []
  const notes: BpmnProblem[] = []
  try {
    const read = await moddleOf().fromXML(text)
    root = read.rootElement
    for (const { message } of read.warnings) {
      const line = Number(/line: (\d+)/.exec(message)?.[1] ?? Number.NaN) + 1
      const what = /unparsable content (\S+)/.exec(message)?.[1] ?? /<([\w:-]+)>/.exec(message)?.[1]
      const reference = /unresolved reference <([^>]*)>/.exec(message)?.[1]
      if (reference !== undefined) problems.push({ english: 'Something refers to “{id}”, which is not in the file', values: { id: reference } })
      else problems.push({ ...(line > 0 && { line }), english: '{element} is nothing of BPMN 2.0', values: { element: what ?? message.split('\n')[0] ?? '' } })
    }
  } catch (error) {
    const message = String((error as Error).message)
    const line = Number(/line: (\d+)/.exec(message)?.[1] ?? Number.NaN) + 1
    return { problems: [{ ...(line > 0 && { line }), english: 'This is not BPMN 2.0 as XML' }] }
  }
  if (problems.length) return { problems: problems.slice(0, MOST_TOLD) }

  const roots = root.rootElements ?? []
  const processes = roots.filter(({ $type, flowElements }) => $type === 'bpmn:Process' && flowElements?.length)
  const [process] = processes
  if (!process) return { problems: [{ english: 'There is no process with steps in the file' }] }
  if (processes.length > 1) {
    const names = processes.map(({ name, id }) => name || id || '').join(', ')
    return {
      problems: [
        {
          line: lineWith(text, processes[1]?.id),
          english: 'There are several processes in the file: {names}. Leave the one that is wanted',
          values: { names },
        },
      ],
    }
  }
  const elements: Element[] = []
  const holders = new Map<Element, Element>()
  const artifacts: Element[] = []
  const hold = (holder: Element) => {
    artifacts.push(...(holder.artifacts ?? []))
    for (const element of holder.flowElements ?? []) {
      if (elements.length > MOST_NODES * 5) return
      elements.push(element)
      holders.set(element, holder)
      hold(element)
    }
  }
  hold(process)
  if (elements.length > MOST_NODES * 5) return { problems: [{ english: 'The flow has too many steps' }] }

  const places = new Map<string, { x: number; y: number; width?: number; height?: number }>()
  const collapsed = new Set<string>()
  for (const diagram of root.diagrams ?? [])
    for (const shape of diagram.plane?.planeElement ?? [])
      if (shape.$type === 'bpmndi:BPMNShape' && shape.bounds && shape.bpmnElement?.id) {
        const { x, y, width, height } = shape.bounds
        const box = { x: Math.round(Number(x)), y: Math.round(Number(y)) }
        // A plane of its own, or none, is where the steps of a collapsed one are drawn; other tools leave it out where there is room for steps.
        const isOpen = shape.isExpanded ?? Number(width) > MOST_COLLAPSED
        const isSubprocess = shape.bpmnElement.$type === BPMN_TYPES.subprocess
        if (isSubprocess && !isOpen) collapsed.add(shape.bpmnElement.id)
        places.set(shape.bpmnElement.id, isSubprocess && isOpen ? { ...box, width: Math.round(Number(width)), height: Math.round(Number(height)) } : box)
      }
  const isDrawn = settingsOf(root)?.drawn !== false

  const at = (element: Element) => ({ line: lineWith(text, element.id) })
  function* holdersOf(element: Element) {
    for (let holder = holders.get(element); holder && holder !== process; holder = holders.get(holder)) yield holder
  }
  const ids = new Map<Element, string>()
  const nodes: DefinedNode[] = []
  const borders: [Element, Border['event']][] = []
  const flows: Element[] = []
  let left = artifacts.length
  let folded = 0
  for (const element of elements) {
    const { $type, id = '', name = '' } = element
    if ($type === 'bpmn:SequenceFlow') {
      flows.push(element)
      continue
    }
    if (LEFT_OUT.test($type)) {
      left++
      continue
    }
    const kind = element.triggeredByEvent ? undefined : KINDS.get($type)
    if (!kind) {
      problems.push({ ...at(element), english: '{what} cannot be run here: “{name}”', values: { what: WORDS[$type] ?? $type, name: name || id } })
      continue
    }
    const events = element.eventDefinitions ?? []
    if (kind === 'border') {
      const event = BORDERS.get(events[0]?.$type ?? '')
      if (!event || events.length > 1 || !element.attachedToRef) {
        problems.push({
          ...at(element),
          english: 'On the border of a step, only a time, a message or an error can be waited for here: “{name}”',
          values: { name: name || id },
        })
        continue
      }
      borders.push([element, event])
    } else if (events.length) {
      problems.push({ ...at(element), english: 'Flows begin and end without a {event}: “{name}”', values: { event: events[0]?.$type ?? '', name: name || id } })
      continue
    }
    if (element.loopCharacteristics && (kind === 'subprocess' || element.loopCharacteristics.$type === 'bpmn:StandardLoopCharacteristics')) {
      problems.push({ ...at(element), english: 'A step that repeats itself cannot be run here: “{name}”', values: { name: name || id } })
      continue
    }
    const own = settingsOf(element)
    if (!own) {
      problems.push({ ...at(element), english: 'The settings of “{name}” cannot be read', values: { name: name || id } })
      continue
    }
    const several = element.loopCharacteristics
    const { id: ownId, ...more } = own
    const known = typeof ownId === 'string' ? ownId : id
    ids.set(element, known)
    if (kind === 'subprocess' && isDrawn && collapsed.has(id)) folded++
    const isFolded = [...holdersOf(element)].some(({ id: around = '' }) => collapsed.has(around))
    const place = isDrawn && !isFolded ? places.get(id) : undefined
    const holder = holders.get(element)
    nodes.push({
      ...(kind === 'border' ? more : withoutBorder(more)),
      ...($type === CALL && { service: calledBy(element, more) }),
      id: known,
      kind,
      name,
      ...(holder && holder !== process && { within: ids.get(holder) ?? holder.id }),
      ...(place && Number.isFinite(place.x) && Number.isFinite(place.y) && place),
      ...(several && kind === 'user' && !more.deciding && { deciding: { by: several.isSequential ? 'inTurn' : 'all' } }),
    } as DefinedNode)
  }
  if (left) notes.push({ english: '{count} notes, groups and data objects of the drawing are left out', values: { count: left } })
  if (folded) notes.push({ english: '{count} sub-processes that were drawn closed are drawn open here', values: { count: folded } })
  if (process.laneSets?.length) notes.push({ english: 'Lanes are left out: who is asked is set at each step' })
  if (elements.some(({ documentation }) => documentation?.length)) notes.push({ english: 'Documentation of steps is left out' })

  let unmatched = 0
  for (const [element, event] of borders) {
    const node = nodes.find(one => one.id === ids.get(element))
    const on = ids.get(element.attachedToRef as Element)
    // What it stands on is named already.
    if (!node || on === undefined) continue
    const own = (node.border ?? {}) as { after?: unknown; workingTime?: unknown }
    const written = String(element.eventDefinitions?.[0]?.timeDuration?.body ?? '').trim()
    const after = own.after ?? durationFrom(written)
    if (event === 'timer' && !after && written)
      problems.push({
        ...at(element),
        english: 'The time of “{name}” cannot be counted here: {time}',
        values: { name: node.name || element.id || '', time: written },
      })
    node.border = {
      on,
      event,
      ...(element.cancelActivity === false && { isBeside: true }),
      ...(event === 'timer' && after !== undefined && { after }),
      ...(event === 'timer' && own.workingTime !== undefined && { workingTime: own.workingTime }),
    } as DefinedNode['border'] & object
    const named = String(element.eventDefinitions?.[0]?.messageRef?.name ?? '').trim()
    if (event !== 'message') delete node.awaits
    else if (!node.awaits && named) {
      node.awaits = { messageName: named }
      unmatched++
    }
  }

  if (unmatched)
    notes.push({
      english: '{count} messages of another tool are matched by the id of the row: look whether that is what is meant',
      values: { count: unmatched },
    })

  const lines: DefinedLine[] = []
  let foreign = 0
  for (const flow of flows) {
    const { id = '', name } = flow
    const own = settingsOf(flow)
    if (!own) {
      problems.push({ ...at(flow), english: 'The settings of “{name}” cannot be read', values: { name: name || id } })
      continue
    }
    const from = ids.get(flow.sourceRef as Element)
    const to = ids.get(flow.targetRef as Element)
    // What it led to or from is named already.
    if (from === undefined || to === undefined) continue
    const { id: ownId, ...more } = own
    const expression = flow.conditionExpression
    const isOurs = [CONDITION, FORMULA].includes(String(expression?.language))
    const formula = !isOurs && expression?.body ? String(expression.body).trim() : ''
    if (formula) foreign++
    lines.push({
      ...more,
      id: typeof ownId === 'string' ? ownId : id,
      from,
      to,
      ...(name && { label: name }),
      ...(flow.sourceRef?.default === flow && { isDefault: true }),
      ...(formula && { conditionType: 'formula', formula }),
    } as DefinedLine)
  }
  if (foreign) notes.push({ english: '{count} conditions of another tool came as formulas: look whether they say the same here', values: { count: foreign } })
  if (problems.length) return { problems: problems.slice(0, MOST_TOLD) }
  const rest = settingsOf(process)
  if (!rest) return { problems: [{ ...at(process), english: 'The settings of “{name}” cannot be read', values: { name: process.name || process.id || '' } }] }
  return { definition: { ...rest, model: typeof rest.model === 'string' && rest.model ? rest.model : model, nodes, lines }, notes }
}
