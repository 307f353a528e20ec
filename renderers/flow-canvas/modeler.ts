// What bpmn-js' canvas can do here: the steps that the engine runs, lines between them, and nothing else. Lines find their way by themselves.
import Viewer from 'bpmn-js/lib/Viewer'
import AutoPlaceModule from 'bpmn-js/lib/features/auto-place'
import AutoResizeModule from 'bpmn-js/lib/features/auto-resize'
import GridSnappingModule from 'bpmn-js/lib/features/grid-snapping'
import InteractionEventsModule from 'bpmn-js/lib/features/interaction-events'
import LabelEditingModule from 'bpmn-js/lib/features/label-editing'
import ModelingModule from 'bpmn-js/lib/features/modeling'
import BpmnLayouter from 'bpmn-js/lib/features/modeling/BpmnLayouter'
import ModelingFeedbackModule from 'bpmn-js/lib/features/modeling-feedback'
import OutlineModule from 'bpmn-js/lib/features/outline'
import SnappingModule from 'bpmn-js/lib/features/snapping'
import CommandInterceptor from 'diagram-js/lib/command/CommandInterceptor'
import AutoScrollModule from 'diagram-js/lib/features/auto-scroll'
import ConnectModule from 'diagram-js/lib/features/connect'
import ConnectionPreviewModule from 'diagram-js/lib/features/connection-preview'
import ContextPadModule from 'diagram-js/lib/features/context-pad'
import CreateModule from 'diagram-js/lib/features/create'
import KeyboardModule from 'diagram-js/lib/features/keyboard'
import KeyboardMoveSelectionModule from 'diagram-js/lib/features/keyboard-move-selection'
import MoveModule from 'diagram-js/lib/features/move'
import ResizeModule from 'diagram-js/lib/features/resize'
import PaletteModule from 'diagram-js/lib/features/palette'
import RuleProvider from 'diagram-js/lib/features/rules/RuleProvider'
import CroppingConnectionDocking from 'diagram-js/lib/layout/CroppingConnectionDocking'
import KeyboardMoveModule from 'diagram-js/lib/navigation/keyboard-move'
import MoveCanvasModule from 'diagram-js/lib/navigation/movecanvas'
import ZoomScrollModule from 'diagram-js/lib/navigation/zoomscroll'
import { BORDER_TYPES, BPMN_TYPES, KINDS } from '../../api/flow/bpmn-elements.ts'
import { sizeOf } from '../../api/flow/layout.ts'
import type { Border, NodeKind } from '../../api/flow/graph.ts'
import type { Say } from '../words.ts'
import type { Drawn } from './canvas.tsx'

type Placed = Exclude<NodeKind, 'start' | 'border'>
const PUT_THERE = ['user', 'copy', 'service', 'subprocess', 'exclusive', 'parallel', 'inclusive', 'end'] as const satisfies readonly Placed[]

const svg = (inside: string) =>
  `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">${inside}</svg>`
const TASK = '<rect x="2.5" y="5" width="19" height="14" rx="3"/>'
const DIAMOND = '<path d="M12 2.5 21.5 12 12 21.5 2.5 12Z"/>'
const ICONS: Record<(typeof PUT_THERE)[number] | Border['event'] | 'connect' | 'remove', string> = {
  user: svg(`${TASK}<circle cx="12" cy="10" r="2"/><path d="M8.5 16a3.5 3.5 0 0 1 7 0"/>`),
  copy: svg(`${TASK}<path d="m7 9 5 4 5-4"/>`),
  service: svg(`${TASK}<circle cx="12" cy="12" r="2.2"/><path d="M12 7.5v2M12 14.5v2M7.5 12h2M14.5 12h2"/>`),
  subprocess: svg(`${TASK}<circle cx="7.5" cy="12" r="1.6"/><path d="M9.1 12h2.4m0-2h5v4h-5z"/>`),
  exclusive: svg(`${DIAMOND}<path d="m9 9 6 6m0-6-6 6"/>`),
  parallel: svg(`${DIAMOND}<path d="M12 7.5v9M7.5 12h9"/>`),
  inclusive: svg(`${DIAMOND}<circle cx="12" cy="12" r="3.6"/>`),
  end: svg('<circle cx="12" cy="12" r="8.5" stroke-width="3"/>'),
  timer: svg('<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>'),
  error: svg('<circle cx="12" cy="12" r="8.5"/><path d="m7.5 15.5 3-7 3 6 3-6"/>'),
  message: svg('<circle cx="12" cy="12" r="8.5"/><path d="M7.5 9.5h9v5.5h-9zM7.5 9.5l4.5 3.2 4.5-3.2"/>'),
  connect: svg('<path d="M4 20 18 6M18 6h-7M18 6v7"/>'),
  remove: svg('<path d="M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5"/>'),
}
const entry = (icon: keyof typeof ICONS, title: string, action: object, group: string) => {
  const label = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return { group, title, action, html: `<div class="entry" draggable="true" role="button" aria-label="${label}">${ICONS[icon]}</div>` }
}

/** What a step of each kind is called where one can be put down. */
const namesOf = (say: Say): Record<(typeof PUT_THERE)[number], string> => ({
  user: say('Approval'),
  copy: say('Copy|flow'),
  service: say('Service|flow'),
  subprocess: say('Sub-process'),
  exclusive: say('Choice|flow'),
  parallel: say('At the same time'),
  inclusive: say('Choice of several'),
  end: say('End'),
})
/** Steps on whose border something may stand. */
const isBordered = (element: Drawn | undefined) => ['user', 'service', 'subprocess'].includes(KINDS.get(element?.businessObject.$type ?? '') ?? '')
const isOnBorder = (element: Drawn) => element.businessObject.$type === BPMN_TYPES.border
const isStart = (element: Drawn) => element.businessObject.$type === BPMN_TYPES.start

interface BpmnRules {
  canInsert(shape: Drawn, line: Drawn): boolean
}
interface Factory {
  createShape(attrs: object): Drawn
  createConnection(attrs: object): Drawn
}
/** Steps have their name from the beginning: one that came later would be lost to the field for it that opens on the canvas. */
const nameOf = (say: Say, kind: NodeKind) =>
  kind === 'start'
    ? say('Start|flow')
    : kind === 'user' || kind === 'copy' || kind === 'service' || kind === 'subprocess' || kind === 'end'
      ? namesOf(say)[kind]
      : ''
const shapeOf = (factory: Factory, say: Say, kind: NodeKind, at: object = {}) => {
  const [width, height] = sizeOf(kind)
  const shape = factory.createShape({ type: BPMN_TYPES[kind], width, height, ...(kind === 'subprocess' && { isExpanded: true }), ...at })
  const name = nameOf(say, kind)
  if (name) shape.businessObject.name = name
  return shape
}
/** What a sub-process holds from the beginning: a start, a step and an end. `its`: of which they are parts already. */
function insideOf(factory: Factory, say: Say, middle: number, its: { parent?: Drawn }): Drawn[] {
  let x = 40
  const inside = (['start', 'user', 'end'] as const).map(kind => {
    const [width, height] = sizeOf(kind)
    const made = shapeOf(factory, say, kind, { x, y: middle - height / 2, ...its })
    x += width + 44
    return made
  })
  const lines = inside.slice(1).map((target, at) => {
    const source = inside[at] as Drawn
    const waypoints = [
      { x: source.x + source.width, y: middle },
      { x: target.x, y: middle },
    ]
    return factory.createConnection({ type: 'bpmn:SequenceFlow', source, target, waypoints, ...its })
  })
  return [...inside, ...lines]
}
/** What is put there at once: a sub-process comes with what it holds. */
function partsOf(factory: Factory, say: Say, kind: Placed): Drawn[] {
  const shape = shapeOf(factory, say, kind)
  return kind === 'subprocess' ? [shape, ...insideOf(factory, say, shape.height / 2, { parent: shape })] : [shape]
}

/** Before the rules of bpmn-js. */
const FIRST = 2000
/** One start, no loops onto oneself, what stands on a border stays on one, sizes and bends as they are. */
class Rules extends RuleProvider {
  static override $inject = ['eventBus', 'injector']
  constructor(eventBus: never, injector: { get(name: 'bpmnRules'): BpmnRules }) {
    super(eventBus)
    // With a sub-process come its parts, of which a line takes none.
    this.addRule('elements.create', FIRST, ({ elements, target }: { elements: Drawn[]; target?: Drawn }) => {
      const [shape, ...parts] = elements
      return shape && target?.waypoints && parts.length && parts.every(({ parent }) => parent === shape)
        ? injector.get('bpmnRules').canInsert(shape, target)
        : undefined
    })
  }
  override init() {
    this.addRule(['shape.attach', 'connection.updateWaypoints'], FIRST, () => false)
    this.addRule('shape.resize', FIRST, ({ shape, newBounds }: { shape: Drawn; newBounds?: { width: number; height: number } }) =>
      shape.businessObject.$type === BPMN_TYPES.subprocess ? !newBounds || (newBounds.width >= 140 && newBounds.height >= 120) : false,
    )
    this.addRule(['connection.create', 'connection.reconnect'], FIRST, ({ source, target }: { source: Drawn; target: Drawn }) =>
      source === target ? false : undefined,
    )
    // The start of a sub-process goes with it alone.
    this.addRule('elements.delete', FIRST, ({ elements }: { elements: Drawn[] }) => elements.filter(element => !isStart(element)))
    this.addRule('elements.move', FIRST, ({ shapes, target }: { shapes: Drawn[]; target?: Drawn }) => {
      if (shapes.length && shapes.every(({ labelTarget }) => labelTarget)) return false
      return target && shapes.length === 1 && shapes.every(isOnBorder) && !isBordered(target) ? false : undefined
    })
  }
}

/** Between steps that stand beside each other. */
const GAP = 50
/** Steps of the same level; what stands on their borders, and their names, go with them. */
const stepsBeside = (shape: Drawn) => (shape.parent?.children ?? []).filter(one => one !== shape && !one.waypoints && !one.labelTarget && !one.host)
/** What is put on a line stands between the steps that the line connects: those behind it make room, as they do for a sub-process that grows. */
class Room extends CommandInterceptor {
  static override $inject = ['eventBus', 'modeling']
  constructor(
    eventBus: never,
    modeling: { moveElements(elements: Drawn[], by: { x: number; y: number }): void; layoutConnection(line: Drawn, how: { waypoints: object[] }): void },
  ) {
    super(eventBus)
    this.postExecuted('elements.create', ({ context: { elements, parent: line } }: { context: { elements: Drawn[]; parent: Drawn } }) => {
      const [shape] = elements
      const [before, behind] = [line.source, shape?.outgoing?.[0]?.target]
      if (!shape?.parent || !line.waypoints || line.target !== shape || !before || !behind || behind.x < before.x + before.width) return
      const later = stepsBeside(shape).filter(one => one !== before && one.x + one.width > behind.x)
      const by = Math.max(0, before.x + before.width + GAP - shape.x)
      const more = Math.max(0, shape.x + by + shape.width + GAP - behind.x)
      if (by) modeling.moveElements([shape], { x: by, y: 0 })
      if (more) modeling.moveElements(later, { x: more, y: 0 })
      // They were laid while steps stood on each other.
      for (const one of [line, ...(shape.outgoing ?? [])]) modeling.layoutConnection(one, { waypoints: [] })
    })
    this.postExecuted('shape.resize', ({ context: { shape, oldBounds } }: { context: { shape: Drawn; oldBounds: { x: number; width: number } } }) => {
      const edge = oldBounds.x + oldBounds.width
      const later = stepsBeside(shape).filter(one => one.x >= edge)
      const near = later.filter(one => one.y < shape.y + shape.height && one.y + one.height > shape.y).map(({ x }) => x)
      const more = shape.x + shape.width + GAP - Math.min(...near)
      if (shape.x + shape.width > edge && more > 0) modeling.moveElements(later, { x: more, y: 0 })
    })
  }
}

const drawingFeatures = (say: Say) => {
  class OwnPalette {
    static $inject = ['palette', 'create', 'elementFactory']
    getPaletteEntries: () => object
    constructor(
      palette: { registerProvider(one: unknown): void },
      create: { start(event: unknown, shapes: Drawn[], context: object): void },
      factory: Factory,
    ) {
      const names = namesOf(say)
      this.getPaletteEntries = () =>
        Object.fromEntries(
          PUT_THERE.map(kind => {
            const begin = (event: unknown) => {
              const parts = partsOf(factory, say, kind)
              // What it holds is put there with it, and not selected.
              create.start(event, parts, { hints: { autoSelect: parts.slice(0, 1) } })
            }
            return [
              kind,
              entry(
                kind,
                names[kind],
                { dragstart: begin, click: begin },
                kind === 'end' ? 'end' : /user|copy|service|subprocess/.test(kind) ? 'steps' : 'ways',
              ),
            ]
          }),
        )
      palette.registerProvider(this)
    }
  }
  /** A sub-process that is put behind a step holds something, too. */
  class Filled extends CommandInterceptor {
    static override $inject = ['eventBus', 'modeling', 'elementFactory']
    constructor(
      eventBus: never,
      modeling: { createElements(elements: Drawn[], at: { x: number; y: number }, parent: Drawn, hints: object): void },
      factory: Factory,
    ) {
      super(eventBus)
      this.postExecuted('shape.append', ({ context: { shape } }: { context: { shape: Drawn } }) => {
        if (shape.businessObject.$type !== BPMN_TYPES.subprocess || shape.children?.length) return
        const middle = { x: shape.x + shape.width / 2, y: shape.y + shape.height / 2 }
        modeling.createElements(insideOf(factory, say, middle.y, {}), middle, shape, { autoSelect: false })
      })
    }
  }
  class OwnPad {
    static $inject = ['contextPad', 'create', 'elementFactory', 'autoPlace', 'connect', 'modeling']
    getContextPadEntries: (element: Drawn) => object
    getMultiElementContextPadEntries: () => object
    constructor(
      pad: { registerProvider(one: unknown): void },
      create: { start(event: unknown, shape: Drawn, context: object): void },
      factory: Factory,
      autoPlace: { append(element: Drawn, shape: Drawn): void },
      connect: { start(event: unknown, element: Drawn): void },
      modeling: { removeElements(elements: Drawn[]): void; createShape(shape: Drawn, at: { x: number; y: number }, on: Drawn, how: object): void },
    ) {
      const names = namesOf(say)
      const putOn = (element: Drawn, event: Border['event']) => {
        const [width, height] = sizeOf('border')
        const shape = factory.createShape({ type: BPMN_TYPES.border, eventDefinitionType: BORDER_TYPES[event], width, height })
        const x = element.x + element.width - 28 - 40 * (element.attachers ?? []).filter(isOnBorder).length
        modeling.createShape(shape, { x, y: element.y + element.height }, element, { attach: true })
      }
      const onBorder = (element: Drawn) => {
        if (!isBordered(element)) return {}
        const one = (event: Border['event'], title: string) => ({ [event]: entry(event, title, { click: () => putOn(element, event) }, 'border') })
        const hasError = element.attachers?.some(({ businessObject: { eventDefinitions = [] } }) => eventDefinitions[0]?.$type === BORDER_TYPES.error)
        const mayError = ['service', 'subprocess'].includes(KINDS.get(element.businessObject.$type) ?? '') && !hasError
        return {
          ...one('timer', say('A time on its border')),
          ...one('message', say('A message on its border')),
          ...(mayError && one('error', say('A way for its errors'))),
        }
      }
      const remove = (elements: Drawn[]) => ({ remove: entry('remove', say('Delete'), { click: () => modeling.removeElements(elements) }, 'edit') })
      this.getContextPadEntries = element => {
        if (element.labelTarget) return {}
        if (element.waypoints) return remove([element])
        const append = (kind: Placed) =>
          entry(
            kind as 'user',
            say('Then: {name}', { name: names[kind as 'user'] }),
            {
              click: () => autoPlace.append(element, shapeOf(factory, say, kind)),
              dragstart: (event: unknown) => create.start(event, shapeOf(factory, say, kind), { source: element }),
            },
            'model',
          )
        const begin = (event: unknown) => connect.start(event, element)
        const onward =
          element.businessObject.$type === BPMN_TYPES.end
            ? {}
            : {
                ...Object.fromEntries((['user', 'copy', 'service', 'subprocess', 'exclusive', 'parallel', 'end'] as const).map(kind => [kind, append(kind)])),
                connect: entry('connect', say('Connect with another step'), { click: begin, dragstart: begin }, 'edit'),
              }
        return { ...onward, ...onBorder(element), ...(!isStart(element) && remove([element])) }
      }
      this.getMultiElementContextPadEntries = () => ({})
      pad.registerProvider(this)
    }
  }
  /** Undo and redo are the designer's; here keys only take away what is selected. */
  class OwnKeys {
    static $inject = ['keyboard', 'selection', 'modeling', 'rules']
    constructor(
      keyboard: { addListener(listener: (context: { keyEvent: KeyboardEvent }) => true | undefined): void },
      selection: { get(): Drawn[] },
      modeling: { removeElements(elements: Drawn[]): void },
      rules: { allowed(action: string, context: object): Drawn[] | boolean },
    ) {
      keyboard.addListener(({ keyEvent: { key } }) => {
        if (key !== 'Delete' && key !== 'Backspace') return undefined
        const elements = selection.get().filter(({ labelTarget }) => !labelTarget)
        const allowed = elements.length ? rules.allowed('elements.delete', { elements }) : false
        if (Array.isArray(allowed) && allowed.length) modeling.removeElements(allowed)
        return true
      })
    }
  }
  return {
    __init__: ['ownRules', 'ownRoom', 'ownFilled', 'ownPalette', 'ownPad', 'keyboardBindings'],
    ownRules: ['type', Rules],
    ownRoom: ['type', Room],
    ownFilled: ['type', Filled],
    ownPalette: ['type', OwnPalette],
    ownPad: ['type', OwnPad],
    keyboardBindings: ['type', OwnKeys],
  }
}

const base = (Viewer as unknown as { prototype: { _modules: object[] } }).prototype._modules
/** To look at a flow and move about in it. */
export const lookingModules: object[] = [
  ...base,
  MoveCanvasModule,
  ZoomScrollModule,
  OutlineModule,
  { layouter: ['type', BpmnLayouter], connectionDocking: ['type', CroppingConnectionDocking] },
]
/** To draw it as well. */
export const drawingModules = (say: Say): object[] => [
  ...base,
  KeyboardMoveModule,
  MoveCanvasModule,
  ZoomScrollModule,
  AutoPlaceModule,
  // A sub-process grows with what is put into it.
  AutoResizeModule,
  AutoScrollModule,
  ConnectModule,
  ConnectionPreviewModule,
  ContextPadModule,
  CreateModule,
  GridSnappingModule,
  InteractionEventsModule,
  KeyboardModule,
  KeyboardMoveSelectionModule,
  LabelEditingModule,
  ModelingModule,
  ModelingFeedbackModule,
  MoveModule,
  OutlineModule,
  PaletteModule,
  ResizeModule,
  SnappingModule,
  drawingFeatures(say),
]
