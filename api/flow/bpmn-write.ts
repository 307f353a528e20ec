// A flow as BPMN 2.0. What BPMN has no word for, such as who is asked, stands in extension elements of ours: what goes out comes back the same.
import { BORDER_TYPES, BPMN_TYPES, CALL, CONDITION, FORMULA, moddleOf, NAMESPACE, xmlId, type Element } from './bpmn-elements.ts'
import type { FlowDefinition } from './definition.ts'
import { boxOf, hasBox, placesOf, wayAround } from './layout.ts'
import { isoOf } from './overdue.ts'

/** BPMN 2.0 of a definition, with a drawing; reading it gives the same definition. */
export async function writeBpmn(definition: FlowDefinition, { key, name }: { key: string; name: string }): Promise<string> {
  const moddle = moddleOf()
  const { nodes, lines, ...rest } = definition
  const settings = (values: object) => {
    if (!Object.keys(values).length) return {}
    // A line end in an attribute or a text of XML is one character, however it was written: JSON has none outside of its strings.
    const own = moddle.create('tessera:Settings', { json: JSON.stringify(values) })
    return { extensionElements: moddle.create('bpmn:ExtensionElements', { values: [own] }) }
  }
  // A drawing has a place for each shape: of a flow that is placed in part, the places go along beside it.
  const given = nodes.every(hasBox)
  const made = new Map<string, Element>()
  for (const { id, kind, name: title, within: _within, x, y, width, height, border, ...more } of nodes) {
    const place = given
      ? {}
      : {
          ...(x !== undefined && { x }),
          ...(y !== undefined && { y }),
          ...(width !== undefined && { width }),
          ...(height !== undefined && { height }),
        }
    // What a drawing says of an event on a border is said there alone.
    const { on: _on, event: _event, isBeside: _beside, ...timed } = border ?? {}
    const own = settings({ ...(xmlId(id) !== id && { id }), ...place, ...more, ...(Object.keys(timed).length > 0 && { border: timed }) })
    const call = kind === 'service' && more.service?.do === 'call' ? more.service : undefined
    const type = call ? CALL : BPMN_TYPES[kind]
    made.set(id, moddle.create(type, { id: xmlId(id), ...(title && { name: title }), ...(call?.key && { calledElement: call.key }), ...own }))
  }
  const messages = new Map<string, Element>()
  const messageOf = (name: string) => {
    const known = messages.get(name) ?? moddle.create('bpmn:Message', { id: `message_${messages.size + 1}`, name })
    messages.set(name, known)
    return known
  }
  for (const { id, border, awaits } of nodes) {
    const [event, host] = [made.get(id), made.get(border?.on ?? '')]
    if (!border || !event) continue
    const after = border.after && { timeDuration: moddle.create('bpmn:FormalExpression', { body: isoOf(border.after) }) }
    const message = awaits?.messageName ? { messageRef: messageOf(awaits.messageName) } : {}
    const its = { eventDefinitions: [moddle.create(BORDER_TYPES[border.event], border.event === 'timer' ? after : border.event === 'message' ? message : {})] }
    // One that stands on nothing is none of a drawing.
    if (host) Object.assign(event, { attachedToRef: host, cancelActivity: !border.isBeside, ...its })
    else made.delete(id)
  }
  const drawnLines = lines.filter(({ from, to }) => made.has(from) && made.has(to))
  const flows = drawnLines.map(({ id, from, to, label, isDefault, ...more }) => {
    const body = more.conditionType === 'formula' ? more.formula : more.conditions && JSON.stringify(more.conditions)
    const source = made.get(from)
    const target = made.get(to)
    const isBpmnDefault = isDefault && source && !source.default && /Exclusive|Inclusive|Task|Call/.test(source.$type)
    const flow = moddle.create('bpmn:SequenceFlow', {
      id: xmlId(id),
      sourceRef: source,
      targetRef: target,
      ...(label && { name: label }),
      ...settings({ ...(xmlId(id) !== id && { id }), ...(label === '' && { label }), ...(isDefault && !isBpmnDefault && { isDefault }), ...more }),
      ...(body && {
        conditionExpression: moddle.create('bpmn:FormalExpression', { body, language: more.conditionType === 'formula' ? FORMULA : CONDITION }),
      }),
    })
    if (source) source.outgoing = [...(source.outgoing ?? []), flow]
    if (target) target.incoming = [...(target.incoming ?? []), flow]
    if (isBpmnDefault) source.default = flow
    return flow
  })
  const level = new Map(nodes.map(({ id, within }) => [id, within !== undefined && made.get(within)?.$type === BPMN_TYPES.subprocess ? within : undefined]))
  const heldIn = (within: string | undefined) => [
    ...[...made].flatMap(([id, element]) => (level.get(id) === within ? [element] : [])),
    ...drawnLines.flatMap(({ from }, at) => (level.get(from) === within ? (flows[at] ?? []) : [])),
  ]
  for (const [id, element] of made) if (element.$type === BPMN_TYPES.subprocess) element.flowElements = heldIn(id)
  const process = moddle.create('bpmn:Process', {
    id: xmlId(key.replace(/[^\w-]/g, '_') || 'flow'),
    name,
    isExecutable: true,
    ...settings(rest),
    flowElements: heldIn(undefined),
  })

  const laid = given ? undefined : placesOf(definition)
  const boxes = new Map(nodes.map(node => [node.id, boxOf(laid ? { kind: node.kind, ...laid.get(node.id) } : node)]))
  const shapes = [...made.keys()].map(id =>
    moddle.create('bpmndi:BPMNShape', {
      id: `${xmlId(id)}_di`,
      bpmnElement: made.get(id),
      bounds: moddle.create('dc:Bounds', boxes.get(id)),
      ...(made.get(id)?.$type === BPMN_TYPES.subprocess && { isExpanded: true }),
    }),
  )
  const hosts = new Map(nodes.flatMap(({ id, border }) => (border ? [[id, border.on] as const] : [])))
  const edges = drawnLines.map(({ id, from, to }, at) => {
    const [source, target] = [boxes.get(from), boxes.get(to)]
    const point = (x: number, y: number) => moddle.create('dc:Point', { x, y })
    const beside = nodes.filter(({ id: its, border }) => level.get(its) === level.get(from) && !border && its !== from && its !== to && its !== hosts.get(from))
    const around =
      source &&
      target &&
      wayAround(
        source,
        target,
        beside.flatMap(({ id: its }) => boxes.get(its) ?? []),
      )
    const straight = source && target ? [point(source.x + source.width, source.y + source.height / 2), point(target.x, target.y + target.height / 2)] : []
    const waypoint = around ? around.map(({ x, y }) => point(x, y)) : straight
    return moddle.create('bpmndi:BPMNEdge', { id: `${xmlId(id)}_di`, bpmnElement: flows[at], waypoint })
  })
  const plane = moddle.create('bpmndi:BPMNPlane', { id: 'plane', bpmnElement: process, planeElement: [...shapes, ...edges] })
  const drawn = settings({ drawn: given })
  const root = moddle.create('bpmn:Definitions', {
    id: 'definitions',
    targetNamespace: NAMESPACE,
    exporter: 'Tessera',
    ...drawn,
    rootElements: [process, ...messages.values()],
    diagrams: [moddle.create('bpmndi:BPMNDiagram', { id: 'diagram', plane })],
  })
  return (await moddle.toXML(root, { format: true })).xml
}
