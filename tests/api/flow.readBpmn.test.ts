import { expect } from 'vitest'
import { writeBpmn } from '../../api/flow/bpmn-write.ts'
import { asking, DEV, flowIn } from '../support/flows.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let flowId = ''
const made = async (world: World) => {
  flowId ||= (await flowIn(world, asking(world, ['abe']))).flowId
  return { params: { ...DEV, flowId } }
}
const fileOf = (text: string, name = 'leave.bpmn') => [{ field: 'file', name, content: text, mime: 'application/xml' }]
const drawn = (inside: string) =>
  `<?xml version="1.0"?>\n<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x">\n<process id="p">\n${inside}\n</process>\n</definitions>`
const refused = (name: string, text: string, says: RegExp, headers: Record<string, string> = {}): Scenario => ({
  name: `refuses ${name}, at the field`,
  as: 'ann',
  headers,
  given: async world => ({ ...(await made(world)), files: fileOf(text) }),
  expect: { status: 422, code: 'flow.bpmnRefused', errors: ['file'], stored: 'same' },
  then: reply => expect(reply.errors.file).toMatch(says),
})
const script = drawn('<startEvent id="s"/>\n<scriptTask id="t" name="Check"/>\n<endEvent id="e"/>')

scenarios('flow.readBpmn', [
  {
    name: 'reads a flow of another tool, about the model of this flow, and saves nothing',
    as: 'ann',
    given: async world => ({
      ...(await made(world)),
      files: fileOf(
        drawn(
          '<laneSet id="l"/><startEvent id="s"/><userTask id="t" name="Look"/><endEvent id="e"/><sequenceFlow id="a" sourceRef="s" targetRef="t"/><sequenceFlow id="b" sourceRef="t" targetRef="e"/>',
        ),
      ),
    }),
    expect: { status: 0, data: { steps: 3, notes: ['Lanes are left out: who is asked is set at each step'] }, stored: 'same' },
    then: reply => expect(reply.data.definition).toMatchObject({ model: 'main/leave', nodes: [{ id: 's' }, { id: 't', kind: 'user' }, { id: 'e' }] }),
  },
  {
    name: 'reads what was given out with all that it says',
    as: 'ann',
    given: async world => {
      const definition = { model: 'main/leave', ...(asking(world, ['abe']) as object) } as never
      return { ...(await made(world)), files: fileOf(await writeBpmn(definition, { key: 'leave', name: 'Leave' })) }
    },
    expect: { status: 0, stored: 'same' },
    then: (reply, world) => expect(JSON.stringify(reply.data.definition)).toContain(world.ids.abe),
  },
  refused('what cannot run, with its line', script, /line 5: a script cannot be run here: “Check”/),
  refused('the same in Chinese', script, /第 5 行：此处不能运行脚本任务：“Check”/, { 'accept-language': 'zh-CN' }),
  refused('entities', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${drawn('<startEvent id="s" name="&a;"/>')}`, /DOCTYPE/),
  refused('names that are too long', drawn(`<startEvent id="s" name="${'x'.repeat(101)}"/>`), /none of a flow here/),
  refused('what is no XML', 'nonsense', /This is not BPMN 2.0 as XML/),
  {
    name: 'takes no other files',
    as: 'ann',
    given: async world => ({ ...(await made(world)), files: fileOf('x', 'flow.exe') }),
    expect: { status: 422, errors: ['file'], stored: 'same' },
  },
  { name: 'wants a file', as: 'ann', given: made, expect: { status: 422, errors: ['file'], stored: 'same' } },
  {
    name: 'keeps out who may not change it',
    as: 'ben',
    given: async world => ({ ...(await made(world)), files: fileOf(script) }),
    expect: { status: 403, stored: 'same' },
  },
])
