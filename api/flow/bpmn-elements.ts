// What flows are in BPMN 2.0: the words for each part, what of ours stands in extension elements, and the library that reads and writes them.
import { BpmnModdle } from 'bpmn-moddle'
import type { Border, NodeKind } from './graph.ts'

export const NAMESPACE = 'https://tessera.dev/bpmn/1'
export const CONDITION = `${NAMESPACE}/condition`
export const FORMULA = `${NAMESPACE}/formula`

/** What moddle makes of an element: of each of its many types, what is looked at here. */
export interface Element {
  $type: string
  id?: string
  name?: string
  json?: string
  body?: string
  language?: string
  isSequential?: boolean
  cancelActivity?: boolean
  attachedToRef?: Element
  calledElement?: string
  timeDuration?: Element
  messageRef?: Element
  x?: number
  y?: number
  width?: number
  height?: number
  isExpanded?: boolean
  triggeredByEvent?: boolean
  default?: Element
  sourceRef?: Element
  targetRef?: Element
  bpmnElement?: Element
  bounds?: Element
  plane?: Element
  loopCharacteristics?: Element
  conditionExpression?: Element
  extensionElements?: Element
  values?: Element[]
  incoming?: Element[]
  outgoing?: Element[]
  rootElements?: Element[]
  flowElements?: Element[]
  artifacts?: Element[]
  laneSets?: Element[]
  documentation?: Element[]
  eventDefinitions?: Element[]
  diagrams?: Element[]
  planeElement?: Element[]
}

interface Moddle {
  create(type: string, values?: object): Element
  fromXML(xml: string): Promise<{ rootElement: Element; warnings: { message: string }[] }>
  toXML(element: Element, options: { format: boolean }): Promise<{ xml: string }>
}

let kept: Moddle | undefined
/** Made when it is first wanted: it reads all of BPMN's own description. */
export const moddleOf = (): Moddle =>
  (kept ??= new BpmnModdle({
    tessera: {
      name: 'Tessera',
      uri: NAMESPACE,
      prefix: 'tessera',
      xml: { tagAlias: 'lowerCase' },
      types: [{ name: 'Settings', superClass: ['Element'], properties: [{ name: 'json', type: 'String', isBody: true }] }],
    },
  }) as Moddle)

export const BPMN_TYPES: Record<NodeKind, string> = {
  start: 'bpmn:StartEvent',
  end: 'bpmn:EndEvent',
  user: 'bpmn:UserTask',
  service: 'bpmn:ServiceTask',
  copy: 'bpmn:SendTask',
  exclusive: 'bpmn:ExclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
  inclusive: 'bpmn:InclusiveGateway',
  border: 'bpmn:BoundaryEvent',
  subprocess: 'bpmn:SubProcess',
}
export const BORDER_TYPES: Record<Border['event'], string> = {
  timer: 'bpmn:TimerEventDefinition',
  error: 'bpmn:ErrorEventDefinition',
  message: 'bpmn:MessageEventDefinition',
}
export const BORDERS = new Map(Object.entries(BORDER_TYPES).map(([event, type]) => [type, event as Border['event']]))
export const CALL = 'bpmn:CallActivity'
/** Elements of BPMN, by what they are here. */
export const KINDS: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ...Object.entries(BPMN_TYPES).map(([kind, type]) => [type, kind as NodeKind] as const),
  ['bpmn:Task', 'user'],
  ['bpmn:ManualTask', 'user'],
  [CALL, 'service'],
])
/** An id of ours as one of XML, whose ids begin with no digit or dash. */
export const xmlId = (id: string) => (/^[A-Za-z]/.test(id) ? id : `_${id}`)
