// Flows as BPMN 2.0: what goes out comes back the same, what other tools draw comes in as far as it can run, and what is hostile is refused with its place.
import { describe, expect, it } from 'vitest'
import { definitionFaults, type FlowDefinition } from '../../api/flow/definition.ts'
import { MOST_BPMN_BYTES, readBpmn } from '../../api/flow/bpmn-read.ts'
import { writeBpmn } from '../../api/flow/bpmn-write.ts'
import { numbersOf, randomBlock, shapeOf } from './blocks.ts'

const ROUNDS = Number(process.env.TESSERA_FLOW_ROUNDS ?? 20)
const TEXTS = ['', 'Approve', 'a < b & "c"', "it's", '审批', '  two  spaces ', 'line\nbreak\ttab', ']]>', '<!-- x -->', '&amp;', 'é\u{1F600}']

/** A flow of random blocks in which anything that a definition may say is said somewhere. */
function randomFlow(seed: number): FlowDefinition {
  const random = numbersOf(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const perhaps = <T extends object>(make: () => T): Partial<T> => (random() < 0.5 ? make() : {})
  const { nodes, lines } = shapeOf(randomBlock(random))
  const isPlaced = random() < 0.5
  const ids = new Map(nodes.map(({ id }, at) => [id, random() < 0.3 ? `${at}-odd_id` : id]))
  return {
    model: one(['', 'main/order']),
    ...perhaps(() => ({ title: one(TEXTS) })),
    ...perhaps(() => ({ parameters: [{ id: 'p', name: 'amount', type: 'int' as const, default: 5, description: one(TEXTS) }] })),
    ...perhaps(() => ({ initiators: { by: 'chosen' as const, users: ['u'], roles: [] } })),
    ...perhaps(() => ({ sameApprover: 'pass' as const, batch: true })),
    nodes: nodes.map(({ id, border, ...node }) => ({
      ...node,
      ...(node.within !== undefined && { within: ids.get(node.within) as string }),
      ...(border && {
        border: {
          ...border,
          on: ids.get(border.on) as string,
          ...(border.event === 'timer' && { after: { value: 3, unit: one(['minute', 'month'] as const) }, ...perhaps(() => ({ workingTime: true })) }),
        },
        ...(border.event === 'message' && { awaits: { messageName: one(['paid', '审批 "x"']), ...perhaps(() => ({ match: 'orderNo' })) } }),
      }),
      id: ids.get(id) as string,
      name: one(TEXTS),
      ...((isPlaced || random() < 0.2) && {
        x: Math.round(random() * 900),
        y: Math.round(random() * 900),
        ...(node.kind === 'subprocess' && { width: 130 + Math.round(random() * 500), height: 100 }),
      }),
      ...perhaps(() => ({ approvers: { by: 'people' as const, users: ['a', 'b'] }, fields: { total: 'write' as const } })),
      ...perhaps(() => ({ deciding: { by: 'ratio' as const, percent: 60 }, empty: { then: 'upper' as const } })),
    })),
    lines: lines.map(({ from, to, ...line }, at) => ({
      ...line,
      id: random() < 0.3 ? `${at}line` : `l${at}`,
      from: ids.get(from) as string,
      to: ids.get(to) as string,
      ...perhaps(() => ({ label: one(TEXTS) })),
      ...perhaps(() => ({ conditionType: 'formula' as const, formula: one(['total > 1 && a < 2', '']) })),
      ...perhaps(() => ({ conditionType: 'condition' as const, conditions: { id: 'c', conjunction: 'and' as const, children: [] } })),
    })),
  } as FlowDefinition
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x">'
const inProcess = (inside: string) => `${head}\n<process id="p" name="P" isExecutable="true">\n${inside}\n</process>\n</definitions>`
const simple = (middle: string, more = '') =>
  inProcess(
    `<startEvent id="s"/>\n${middle}\n<endEvent id="e"/>\n<sequenceFlow id="f1" sourceRef="s" targetRef="t"/>\n<sequenceFlow id="f2" sourceRef="t" targetRef="e"/>${more}`,
  )
const problemsOf = async (text: string) => (await readBpmn(text, 'main/order')).problems ?? []

describe('a flow as BPMN 2.0', () => {
  it(`comes back as it went out: ${ROUNDS} flows`, async () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const flow = randomFlow(seed)
      const text = await writeBpmn(flow, { key: 'leave', name: 'Leave' })
      const read = await readBpmn(text, flow.model)
      // Sub-processes are written with all that is in them, so other parts follow later.
      const sorted = ({ nodes, lines, ...rest }: FlowDefinition) => ({
        ...rest,
        nodes: nodes.toSorted((one, other) => one.id.localeCompare(other.id)),
        lines: lines.toSorted((one, other) => one.id.localeCompare(other.id)),
      })
      expect({ ...read, definition: sorted((read as { definition: FlowDefinition }).definition) }, `seed ${seed}`).toEqual({
        definition: sorted(flow),
        notes: [],
      })
    }
  })

  it('has a drawing in which no two shapes lie on each other', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { nodes, lines } = shapeOf(randomBlock(numbersOf(seed)))
      const text = await writeBpmn({ model: '', nodes: nodes.map(node => ({ ...node, name: '' })), lines }, { key: 'k', name: 'K' })
      const drawn = [...text.matchAll(/<dc:Bounds x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(found => found.slice(1).map(Number))
      expect(drawn).toHaveLength(nodes.length)
      const boxes = nodes.map((node, at) => ({ ...node, box: drawn[at] ?? [] }))
      const wrong: string[] = []
      for (const [at, { id, kind, within, box }] of boxes.entries()) {
        const [x = 0, y = 0, width = 0, height = 0] = box
        const [aroundX = 0, aroundY = 0, aroundWidth = Infinity, aroundHeight = Infinity] = boxes.find(one => one.id === within)?.box ?? [0, 0]
        if (x < aroundX || y < aroundY || x + width > aroundX + aroundWidth || y + height > aroundY + aroundHeight) wrong.push(`${id} is not in ${within}`)
        // Those on a border stand on their step.
        for (const other of boxes.slice(at + 1)) {
          if (kind === 'border' || other.kind === 'border' || other.within !== within) continue
          const [otherX = 0, otherY = 0, otherWidth = 0, otherHeight = 0] = other.box
          if (x < otherX + otherWidth && otherX < x + width && y < otherY + otherHeight && otherY < y + height) wrong.push(`${id} lies on ${other.id}`)
        }
      }
      expect(wrong, `seed ${seed}`).toEqual([])
    }
  })
})

describe('BPMN of another tool', () => {
  it('comes in with its steps, ways, places and conditions', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="Definitions_1" targetNamespace="http://bpmn.io/schema/bpmn" exporter="Camunda Modeler">
  <bpmn:collaboration id="c"><bpmn:participant id="pool" name="Office" processRef="Process_1" /></bpmn:collaboration>
  <bpmn:process id="Process_1" name="Invoice" isExecutable="true">
    <bpmn:laneSet id="lanes"><bpmn:lane id="lane" name="Boss"><bpmn:flowNodeRef>review</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet>
    <bpmn:startEvent id="begin" name="Invoice came"><bpmn:outgoing>one</bpmn:outgoing></bpmn:startEvent>
    <bpmn:userTask id="review" name="Review" camunda:assignee="demo">
      <bpmn:documentation>Look closely</bpmn:documentation>
      <bpmn:incoming>one</bpmn:incoming><bpmn:outgoing>two</bpmn:outgoing>
      <bpmn:multiInstanceLoopCharacteristics isSequential="true" />
    </bpmn:userTask>
    <bpmn:exclusiveGateway id="ok" name="Fine?" default="four"><bpmn:incoming>two</bpmn:incoming></bpmn:exclusiveGateway>
    <bpmn:endEvent id="paid" name="Paid" />
    <bpmn:endEvent id="thrown" name="Thrown away" />
    <bpmn:sequenceFlow id="one" sourceRef="begin" targetRef="review" />
    <bpmn:sequenceFlow id="two" sourceRef="review" targetRef="ok" />
    <bpmn:sequenceFlow id="three" name="yes" sourceRef="ok" targetRef="paid">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">amount &lt; 100</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="four" sourceRef="ok" targetRef="thrown" />
    <bpmn:textAnnotation id="note"><bpmn:text>Ask Ann</bpmn:text></bpmn:textAnnotation>
  </bpmn:process>
  <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="c">
    <bpmndi:BPMNShape id="r_di" bpmnElement="review"><dc:Bounds x="250.4" y="80" width="100" height="80" /></bpmndi:BPMNShape>
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`
    const read = await readBpmn(text, 'main/invoice')
    expect(read).toEqual({
      definition: {
        model: 'main/invoice',
        nodes: [
          { id: 'begin', kind: 'start', name: 'Invoice came' },
          { id: 'review', kind: 'user', name: 'Review', x: 250, y: 80, deciding: { by: 'inTurn' } },
          { id: 'ok', kind: 'exclusive', name: 'Fine?' },
          { id: 'paid', kind: 'end', name: 'Paid' },
          { id: 'thrown', kind: 'end', name: 'Thrown away' },
        ],
        lines: [
          { id: 'one', from: 'begin', to: 'review' },
          { id: 'two', from: 'review', to: 'ok' },
          { id: 'three', from: 'ok', to: 'paid', label: 'yes', conditionType: 'formula', formula: 'amount < 100' },
          { id: 'four', from: 'ok', to: 'thrown', isDefault: true },
        ],
      },
      notes: [
        { english: expect.stringContaining('left out'), values: { count: 1 } },
        { english: expect.stringContaining('Lanes') },
        { english: expect.stringContaining('Documentation') },
        { english: expect.stringContaining('formulas'), values: { count: 1 } },
      ],
    })
    // What nobody said yet is what the designer tells.
    expect(definitionFaults((read as { definition: FlowDefinition }).definition)).toEqual([{ code: 'approversMissing', at: 'review' }])
  })

  it('comes in with its sub-processes, also with those that are drawn closed', async () => {
    const inner = (id: string) =>
      `<subProcess id="${id}" name="${id}"><startEvent id="${id}s"/><userTask id="${id}u"/><endEvent id="${id}e"/><sequenceFlow id="${id}1" sourceRef="${id}s" targetRef="${id}u"/><sequenceFlow id="${id}2" sourceRef="${id}u" targetRef="${id}e"/></subProcess>`
    const shape = (id: string, box: string, more = '') =>
      `<bpmndi:BPMNShape xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" id="${id}_di" bpmnElement="${id}"${more}><dc:Bounds xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" ${box}/></bpmndi:BPMNShape>`
    const plane = [
      shape('open', 'x="100" y="50" width="300" height="180"', ' isExpanded="true"'),
      shape('openu', 'x="200" y="90" width="100" height="80"'),
      shape('shut', 'x="500" y="50" width="100" height="80"', ' isExpanded="false"'),
      shape('shutu', 'x="20" y="20" width="100" height="80"'),
    ].join('')
    const drawing = `<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p">${plane}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`
    const steps = `<startEvent id="s"/>${inner('open')}${inner('shut')}<endEvent id="e"/><sequenceFlow id="f1" sourceRef="s" targetRef="open"/><sequenceFlow id="f2" sourceRef="open" targetRef="shut"/><sequenceFlow id="f3" sourceRef="shut" targetRef="e"/>`
    const read = await readBpmn(inProcess(steps).replace('</definitions>', `${drawing}</definitions>`), 'main/order')
    const { definition, notes = [] } = read as { definition: FlowDefinition; notes: { english: string }[] }
    const places = definition.nodes.flatMap(({ id, within = '', x, y, width }) => (x === undefined ? [] : [[id, within, x, y, width]]))
    expect(places).toEqual([
      ['open', '', 100, 50, 300],
      ['openu', 'open', 200, 90, undefined],
      ['shut', '', 500, 50, undefined],
    ])
    expect(definition.nodes.find(({ id }) => id === 'shutu')).toEqual({ id: 'shutu', kind: 'user', name: '', within: 'shut' })
    expect(notes.map(({ english }) => english)).toEqual(['{count} sub-processes that were drawn closed are drawn open here'])
    expect(definitionFaults(definition).map(({ code, at }) => `${code} ${at}`)).toEqual(['approversMissing openu', 'approversMissing shutu'])
    expect(await problemsOf(simple('<subProcess id="t" name="Check"><multiInstanceLoopCharacteristics/><startEvent id="s2"/></subProcess>'))).toMatchObject([
      { line: 5, english: 'A step that repeats itself cannot be run here: “{name}”' },
    ])
  })

  it.each([
    ['a sub-process that an event begins', '<subProcess id="t" name="Check" triggeredByEvent="true"><startEvent id="s2"/></subProcess>'],
    ['a script', '<scriptTask id="t" name="Check"><script>exit()</script></scriptTask>'],
    ['an event that is waited for', '<intermediateCatchEvent id="t" name="Check"><timerEventDefinition/></intermediateCatchEvent>'],
    ['a complex gateway', '<complexGateway id="t" name="Check"/>'],
  ])('names what cannot run, with its line: %s', async (what, element) => {
    expect(await problemsOf(simple(element))).toEqual([{ line: 5, english: '{what} cannot be run here: “{name}”', values: { what, name: 'Check' } }])
  })

  it('comes in with calls of other flows, and says which one is called where it goes out', async () => {
    const flowOf = async (text: string) => ((await readBpmn(text, 'main/order')) as { definition: FlowDefinition }).definition
    const read = await flowOf(simple('<callActivity id="t" name="Check" calledElement="check"/>'))
    expect(read.nodes[1]).toMatchObject({ kind: 'service', service: { do: 'call', key: 'check', input: [], output: [] } })
    const given = {
      ...read,
      nodes: read.nodes.map(node =>
        node.id === 't' ? { ...node, service: { do: 'call' as const, key: 'check', input: [{ name: 'a', value: 1 }], output: [] } } : node,
      ),
    }
    const text = await writeBpmn(given, { key: 'k', name: 'K' })
    expect(text).toContain('calledElement="check"')
    expect(await flowOf(text)).toEqual(given)
    // Of the file counts what is drawn.
    expect((await flowOf(text.replace('calledElement="check"', 'calledElement="other"'))).nodes[1]?.service).toMatchObject({
      do: 'call',
      key: 'other',
      input: [{ name: 'a' }],
    })
  })

  it('comes in with what stands on borders: times, messages and errors, and nothing else', async () => {
    const event = (definition: string, more = '') =>
      simple(
        `<serviceTask id="t" name="Book"/>\n<boundaryEvent id="b" name="Late" attachedToRef="t"${more}>${definition}</boundaryEvent>`,
        '<sequenceFlow id="f3" sourceRef="b" targetRef="e"/>',
      )
    const timer = (time: string) => `<timerEventDefinition><timeDuration>${time}</timeDuration></timerEventDefinition>`
    const border = async (definition: string, more?: string) => {
      const { definition: read, problems } = (await readBpmn(event(definition, more), 'main/order')) as { definition?: FlowDefinition; problems?: object[] }
      return read ? read.nodes.find(({ id }) => id === 'b')?.border : problems
    }
    expect(await border(timer('PT90M'))).toEqual({ on: 't', event: 'timer', after: { value: 90, unit: 'minute' } })
    expect(await border(timer('P1DT2H'), ' cancelActivity="false"')).toEqual({ on: 't', event: 'timer', isBeside: true, after: { value: 26, unit: 'hour' } })
    expect(await border('<errorEventDefinition/>')).toEqual({ on: 't', event: 'error' })
    expect(await border(timer('R3/PT1H'))).toMatchObject([{ line: 6, values: { name: 'Late', time: 'R3/PT1H' } }])
    expect(await border('<signalEventDefinition/>')).toMatchObject([{ line: 6, values: { name: 'Late' } }])
    const named = event('<messageEventDefinition messageRef="m"/>').replace('</definitions>', '<message id="m" name=" paid "/></definitions>')
    const heard = (await readBpmn(named, 'main/order')) as { definition: FlowDefinition; notes: object[] }
    expect(heard.definition.nodes.find(({ id }) => id === 'b')).toMatchObject({ border: { on: 't', event: 'message' }, awaits: { messageName: 'paid' } })
    expect(heard.notes).toMatchObject([{ values: { count: 1 } }])
    const nameless = (await readBpmn(event('<messageEventDefinition/>'), 'main/order')) as { definition: FlowDefinition }
    expect(definitionFaults(nameless.definition)).toContainEqual({ code: 'messageMissing', at: 'b' })
    // A start that waits for one is another thing.
    expect((await problemsOf(inProcess('<startEvent id="s"><messageEventDefinition/></startEvent>')))[0]).toMatchObject({ line: 4 })
    // Without a time, the designer tells.
    const bare = (await readBpmn(event('<timerEventDefinition/>'), 'main/order')) as { definition: FlowDefinition }
    expect(definitionFaults(bare.definition)).toContainEqual({ code: 'borderTime', at: 'b' })
  })

  it('names a start that waits for something, an end that does something, and a step that repeats itself', async () => {
    const text = inProcess(
      '<startEvent id="s"><timerEventDefinition/></startEvent>\n<userTask id="t"><standardLoopCharacteristics/></userTask>\n<endEvent id="e" name="Stop"><terminateEventDefinition/></endEvent>',
    )
    expect((await problemsOf(text)).map(({ line, values }) => [line, values?.event ?? values?.name])).toEqual([
      [4, 'bpmn:TimerEventDefinition'],
      [5, 't'],
      [6, 'bpmn:TerminateEventDefinition'],
    ])
  })
})

describe('hostile BPMN', () => {
  const entity = `<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n${simple('<userTask id="t" name="&x;"/>').split('\n').slice(1).join('\n')}`
  const laughs = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${simple('<userTask id="t" name="&b;"/>')}`
  const nested = inProcess('<subProcess id="x">'.repeat(20_000))
  const many = simple('<userTask id="t"/>', Array.from({ length: 10_001 }, (_, at) => `<userTask id="n${at}"/>`).join(''))
  it.each<[string, string, object]>([
    ['a file of this machine as an entity', entity, { line: 2, english: expect.stringContaining('DOCTYPE') }],
    ['entities that grow', laughs, { line: 1, english: expect.stringContaining('DOCTYPE') }],
    [
      '10 MB',
      `${simple('<userTask id="t"/>')}<!--${'x'.repeat(10_000_000)}-->`,
      { english: 'The file is larger than {limit} MB', values: { limit: MOST_BPMN_BYTES / 1048576 } },
    ],
    ['elements 20,000 deep', nested, { line: 4, english: expect.stringContaining('deep') }],
    ['10,000 steps', many, { english: 'The flow has too many steps' }],
    ['no XML', 'MZ\u0000\u0001 no xml', { english: 'This is not BPMN 2.0 as XML' }],
    ['another document', '<html><body onload="x()"></body></html>', { english: 'This is not BPMN 2.0 as XML' }],
    ['half a file', simple('<userTask id="t"/>').slice(0, 260), { english: expect.any(String) }],
    ['nothing', '', { english: 'This is not BPMN 2.0 as XML' }],
    ['no steps', inProcess(''), { english: 'There is no process with steps in the file' }],
    [
      'an unknown element',
      simple('<userTask id="t"/>\n<evil id="v"/>'),
      { line: 6, english: '{element} is nothing of BPMN 2.0', values: { element: '<evil>' } },
    ],
    [
      'a line to nowhere',
      simple('<userTask id="t"/>', '<sequenceFlow id="f3" sourceRef="t" targetRef="gone"/>'),
      { english: expect.stringContaining('refers to'), values: { id: 'gone' } },
    ],
    [
      'settings of ours that are no JSON',
      simple(
        '<userTask id="t" name="Odd"><extensionElements><t:settings xmlns:t="https://tessera.dev/bpmn/1">{"approvers":</t:settings></extensionElements></userTask>',
      ),
      { line: 5, english: 'The settings of “{name}” cannot be read', values: { name: 'Odd' } },
    ],
  ])('is refused with its place: %s', async (_name, text, problem) => {
    const from = performance.now()
    const [first] = await problemsOf(text)
    expect(first).toMatchObject(problem)
    expect(performance.now() - from).toBeLessThan(10_000)
  })

  it('cannot say by its settings what the drawing says, nor reach a prototype', async () => {
    const settings = '{"kind":"service","id":"t","name":"Other","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    const read = await readBpmn(
      simple(
        `<userTask id="t" name="Mine"><extensionElements><t:settings xmlns:t="https://tessera.dev/bpmn/1">${settings}</t:settings></extensionElements></userTask>`,
      ),
      'main/order',
    )
    expect((read as { definition: FlowDefinition }).definition.nodes[1]).toMatchObject({ kind: 'user', name: 'Mine' })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
