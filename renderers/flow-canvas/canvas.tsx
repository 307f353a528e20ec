// A flow as a BPMN diagram on bpmn-js' canvas, kept to what the engine runs. What is drawn becomes part of the definition at once; undo stays the designer's.
import { useEffect, useRef, useState } from 'react'
import BaseModeler from 'bpmn-js/lib/BaseModeler'
import Viewer from 'bpmn-js/lib/Viewer'
import { BORDER_TYPES, BPMN_TYPES, KINDS, xmlId } from '../../api/flow/bpmn-elements.ts'
import { writeBpmn } from '../../api/flow/bpmn-write.ts'
import { isSame } from '../../api/flow/changes.ts'
import type { DefinedNode, FlowDefinition } from '../../api/flow/definition.ts'
import { drawnFlow, type DrawnLine, type DrawnNode } from '../../api/flow/drawing.ts'
import { BORDER_EVENTS, type Border, type NodeKind } from '../../api/flow/graph.ts'
import { placed } from '../../api/flow/layout.ts'
import { IconButton } from '../workplace/ui.tsx'
import type { Say } from '../words.ts'
import { drawingModules, lookingModules } from './modeler.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import '../workplace/workplace.css'
import './canvas.css'

/** What is used of an element of the canvas. */
export interface Drawn {
  id: string
  type?: string
  x: number
  y: number
  width: number
  height: number
  source?: Drawn
  target?: Drawn
  labelTarget?: Drawn
  /** What it stands on the border of. */
  host?: Drawn
  /** What it stands in. */
  parent?: Drawn
  children?: Drawn[]
  /** Lines that lead on from it. */
  outgoing?: Drawn[]
  attachers?: Drawn[]
  waypoints?: object[]
  businessObject: { id: string; name?: string; $type: string; sourceRef?: { id: string }; cancelActivity?: boolean; eventDefinitions?: { $type: string }[] }
}
const LINE = 'bpmn:SequenceFlow'
const isLabel = (element: Drawn) => !!element.labelTarget

/** Wrong, different from another version, or what a case went over and waits at. */
export type Mark = 'bad' | 'added' | 'changed' | 'passed' | 'waiting'
export type OnCanvas = { of: 'flow' } | { of: 'node'; id: string } | { of: 'line'; id: string; split: string }
interface Props {
  flow: FlowDefinition
  say: Say
  /** Ids of nodes and lines, with how they are shown. */
  marks: ReadonlyMap<string, Mark>
  /** What is selected here; anything else is nothing of the canvas. */
  selected?: { of: string; id?: string }
  select?(to: OnCanvas): void
  /** Without it the flow can only be looked at. */
  editing?: {
    change(make: (flow: FlowDefinition) => FlowDefinition): void
    /** What a node begins with that is put on the canvas. */
    made(kind: NodeKind, border?: Border): Omit<DefinedNode, 'id'>
  }
}
const NOTHING = { of: 'flow' }

/** What an element on a border is. */
function borderOn({ host, businessObject: { cancelActivity, eventDefinitions = [] } }: Drawn, ownId: (id: string) => string): { border: Border } | undefined {
  const event = BORDER_EVENTS.find(one => BORDER_TYPES[one] === eventDefinitions[0]?.$type)
  if (!host || !event) return undefined
  return { border: { on: ownId(host.businessObject.id), event, ...(cancelActivity === false && { isBeside: true as const }) } }
}

/** What stands on the canvas; `ownId` gives the ids of the definition, some of which XML cannot have. */
function drawnOn(viewer: Viewer, ownId: (id: string) => string): { nodes: DrawnNode[]; lines: DrawnLine[] } {
  const all = viewer.get<{ getAll(): Drawn[] }>('elementRegistry').getAll()
  const nodes: DrawnNode[] = []
  const lines: DrawnLine[] = []
  for (const element of all) {
    if (isLabel(element)) continue
    const { id, name = '', $type } = element.businessObject
    const kind = KINDS.get($type)
    if (kind)
      nodes.push({
        id: ownId(id),
        kind,
        name,
        x: element.x,
        y: element.y,
        ...(kind === 'subprocess' && { width: element.width, height: element.height }),
        ...(element.parent?.businessObject?.$type === BPMN_TYPES.subprocess && { within: ownId(element.parent.businessObject.id) }),
        ...(kind === 'border' && borderOn(element, ownId)),
      })
    else if ($type === LINE && element.source && element.target)
      lines.push({ id: ownId(id), from: ownId(element.source.businessObject.id), to: ownId(element.target.businessObject.id), label: name })
  }
  return { nodes, lines }
}

/**
 * Names that were written elsewhere, put where they stand: whoever presses something on the canvas right after typing presses what is still there. False where more
 * than names is other.
 */
function renamed(viewer: Viewer, flow: FlowDefinition, ownId: (id: string) => string): boolean {
  const { nodes, lines } = drawnOn(viewer, ownId)
  const names = new Map([...flow.nodes.map(({ id, name }) => [id, name] as const), ...flow.lines.map(({ id, label = '' }) => [id, label] as const)])
  const named = {
    nodes: nodes.map(node => ({ ...node, name: names.get(node.id) ?? node.name })),
    lines: lines.map(line => ({ ...line, label: names.get(line.id) ?? line.label })),
  }
  if (
    !isSame(
      drawnFlow(flow, named, kind => ({ kind, name: '' })),
      flow,
    )
  )
    return false
  const modeling = viewer.get<{ updateLabel(element: Drawn, name: string): void }>('modeling')
  for (const element of viewer.get<{ getAll(): Drawn[] }>('elementRegistry').getAll()) {
    const name = isLabel(element) || !element.businessObject ? undefined : names.get(ownId(element.businessObject.id))
    if (name !== undefined && name !== (element.businessObject.name ?? '')) modeling.updateLabel(element, name)
  }
  return true
}

/** Lines go around what they connect, as they do when somebody draws them; a definition knows only where steps stand. */
function layLines(viewer: Viewer) {
  const layouter = viewer.get<{ layoutConnection(line: Drawn): object[] }>('layouter')
  const docking = viewer.get<{ getCroppedWaypoints(line: Drawn): object[] }>('connectionDocking')
  const registry = viewer.get<{ getAll(): Drawn[]; getGraphics(element: Drawn): SVGElement }>('elementRegistry')
  const graphics = viewer.get<{ update(type: string, element: Drawn, gfx: SVGElement): void }>('graphicsFactory')
  for (const line of registry.getAll()) {
    // One that goes around others is written so.
    if (!line.waypoints || line.waypoints.length > 2 || isLabel(line)) continue
    // Without those that it has, which would only be mended.
    line.waypoints = []
    line.waypoints = layouter.layoutConnection(line)
    line.waypoints = docking.getCroppedWaypoints(line)
    graphics.update('connection', line, registry.getGraphics(line))
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
interface Paper {
  resized(): void
  viewbox(box?: Box): Box & { inner: Box; outer: { width: number; height: number } }
  zoom(to?: number, at?: 'auto'): number
}
/** Room around a flow, for buttons above; and on the left where the palette stands. */
const MARGIN = 40
const PALETTE = 76
/** Shows all of a flow, no larger than it is. */
function fit(canvas: Paper, left: number) {
  const { inner, outer } = canvas.viewbox()
  const scale = Math.max(0.2, Math.min(1, (outer.width - left - MARGIN) / inner.width, (outer.height - 2 * MARGIN) / inner.height))
  const [width, height] = [outer.width / scale, outer.height / scale]
  const spare = Math.max(0, width - inner.width - (left + MARGIN) / scale)
  canvas.viewbox({ x: inner.x - left / scale - spare / 2, y: inner.y + inner.height / 2 - height / 2, width, height })
}

export default function Canvas({ flow, say, marks, selected = NOTHING, select, editing }: Props) {
  const mayEdit = !!editing
  const left = mayEdit ? PALETTE : MARGIN
  const box = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>(undefined)
  const ids = useRef(new Map<string, string>())
  /** Another one each time that a flow is put on the canvas. */
  const [shown, setShown] = useState<object>()
  /** Set while what is selected is taken over, which is no choice of anybody. */
  const following = useRef(false)
  const handlers = useRef({ select, editing })
  handlers.current = { select, editing }
  const ownId = (id: string) => ids.current.get(id) ?? id

  useEffect(() => {
    if (!box.current) return
    const one: Viewer = new (mayEdit ? BaseModeler : Viewer)({
      container: box.current,
      modules: mayEdit ? drawingModules(say) : lookingModules,
      bpmnRenderer: { defaultFillColor: 'var(--t-panel)', defaultStrokeColor: 'var(--t-text)', defaultLabelColor: 'var(--t-text)' },
      textRenderer: { defaultStyle: { fontFamily: 'inherit', fontSize: 13 }, externalStyle: { fontFamily: 'inherit', fontSize: 12 } },
    } as object)
    viewer.current = one
    one.on('commandStack.changed', ({ trigger }: { trigger?: string }) => {
      if (trigger !== 'execute' || following.current) return
      const drawn = drawnOn(one, ownId)
      const { editing: its } = handlers.current
      its?.change(was => drawnFlow(was, drawn, its.made))
    })
    one.on('selection.changed', ({ newSelection }: { newSelection: Drawn[] }) => {
      if (following.current) return
      const [only, ...more] = newSelection.map(element => element.labelTarget ?? element)
      if (!only || more.length) return handlers.current.select?.({ of: 'flow' })
      const { id, sourceRef, $type } = only.businessObject
      if ($type === LINE) handlers.current.select?.({ of: 'line', id: ownId(id), split: ownId(sourceRef?.id ?? '') })
      else if (KINDS.has($type)) handlers.current.select?.({ of: 'node', id: ownId(id) })
      else handlers.current.select?.({ of: 'flow' })
    })
    return () => {
      viewer.current = undefined
      setShown(undefined)
      one.destroy()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what changes is read from the ref
  }, [mayEdit])

  useEffect(() => {
    const one = viewer.current
    if (!one) return
    // What was drawn here comes back as it is.
    if (
      shown &&
      isSame(
        drawnFlow(flow, drawnOn(one, ownId), kind => ({ kind, name: '' })),
        flow,
      )
    )
      return
    if (shown && mayEdit) {
      following.current = true
      const isDone = renamed(one, flow, ownId)
      following.current = false
      if (isDone) return
    }
    let isOld = false
    void (async () => {
      const places = placed(flow)
      const nodes = flow.nodes.map(node => ({ ...node, ...places.get(node.id) }))
      const xml = await writeBpmn({ ...flow, nodes }, { key: 'flow', name: '' })
      if (isOld) return
      const canvas = one.get<Paper>('canvas')
      const before = shown && canvas.viewbox()
      following.current = true
      ids.current = new Map([...flow.nodes, ...flow.lines].map(({ id }) => [xmlId(id), id]))
      await one.importXML(xml)
      if (viewer.current !== one) return
      layLines(one)
      if (before) canvas.viewbox({ x: before.x, y: before.y, width: before.width, height: before.height })
      else fit(canvas, left)
      following.current = false
      setShown({})
    })()
    return () => {
      isOld = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- drawn when the flow is another one
  }, [flow, mayEdit])

  useEffect(() => {
    const one = viewer.current
    if (!one || !shown) return
    const registry = one.get<{ get(id: string): Drawn | undefined }>('elementRegistry')
    const canvas = one.get<{ addMarker(element: Drawn, mark: string): void; removeMarker(element: Drawn, mark: string): void }>('canvas')
    const added = [...marks].flatMap(([id, mark]) => {
      const element = registry.get(xmlId(id))
      return element ? [[element, `tes-canvas-is-${mark}`] as const] : []
    })
    for (const [element, mark] of added) canvas.addMarker(element, mark)
    const at = selected.id && (selected.of === 'node' || selected.of === 'line') ? registry.get(xmlId(selected.id)) : undefined
    const selection = one.get<{ get(): Drawn[]; select(element: Drawn | null): void }>('selection')
    const now = selection.get()
    // Several that somebody just selected together stay so.
    if (at ? now[0] !== at || now.length > 1 : now.length === 1) {
      following.current = true
      selection.select(at ?? null)
      following.current = false
    }
    return () => {
      if (viewer.current === one) for (const [element, mark] of added) if (registry.get(element.id)) canvas.removeMarker(element, mark)
    }
  }, [shown, flow, marks, selected])

  // Who only looks sees all of it, however the page is turned.
  useEffect(() => {
    if (mayEdit || !shown || !box.current) return
    const watch = new ResizeObserver(() => {
      const canvas = viewer.current?.get<Paper>('canvas')
      if (!canvas || !box.current?.clientWidth) return
      canvas.resized()
      fit(canvas, MARGIN)
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [mayEdit, shown])

  const zoom = (to: 'fit' | number) => {
    const canvas = viewer.current?.get<Paper>('canvas')
    if (!canvas) return
    if (to === 'fit') fit(canvas, left)
    else canvas.zoom(Math.min(3, Math.max(0.2, canvas.zoom() * to)), 'auto')
  }
  return (
    <div className="tes-canvas">
      <div className="tes-canvas__zoom">
        <IconButton icon="minus" label={say('Smaller')} onClick={() => zoom(1 / 1.25)} />
        <IconButton icon="plus" label={say('Larger')} onClick={() => zoom(1.25)} />
        <IconButton icon="fit" label={say('Show all of it')} onClick={() => zoom('fit')} />
      </div>
      <div ref={box} className="tes-canvas__paper" />
    </div>
  )
}
