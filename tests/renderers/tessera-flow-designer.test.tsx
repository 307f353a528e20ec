// flowDesign.variable-name flowDesign.variable-unique flowDesign.entity-required flowDesign.condition-type flowDesign.condition-type-clears flowDesign.filter-mode-clears flowDesign.label-tooltip
// flowDesign.designer flowDesign.flow-name flowDesign.entity-line flowDesign.entity-revision flowDesign.access: cards and branches are drawn, changed by pointer and keys, taken back, saved, compared
import { readFileSync } from 'node:fs'
import { cleanup, configure, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newDefinition, type FlowDefinition } from '../../api/flow/definition.ts'
import { addSplit, addStep, addSubprocess } from '../../api/flow/edit.ts'
import '../../renderers/tessera-flow-designer/flow-designer.tsx'
import { conditionText, whoOf } from '../../renderers/tessera-flow-designer/sentences.ts'
import { begun, worked, type Designed } from '../../renderers/tessera-flow-designer/work.ts'
import { sayer } from '../../renderers/words.ts'

configure({ asyncUtilTimeout: 5000 })
const say = sayer(undefined)
const base = () => newDefinition('main/leave', { start: 'Start', approval: 'Boss', end: 'End' })
let flow: FlowDefinition
let refusal: string
let mayEdit: boolean
const sent: any[] = []
const notify = vi.fn()
const updateLocation = vi.fn()
const blockRouting = vi.fn((_ask: () => unknown) => () => undefined)
let run = 0

function answer({ method, url, data }: { method?: string; url: string; data?: any }): object {
  const ok = (more: object) => ({ status: 0, msg: '', data: more })
  const loaded = { key: 'leave', name: 'Leave', description: '', definition: flow, version: 2, enabledVersion: 1, mayEdit }
  if (url.includes('/source/'))
    return ok({
      fields: [{ name: 'days', label: 'Days', type: 'number' }],
      people: [{ value: 'boss', label: 'Boss' }],
      all: [{ value: 'days', label: 'Days' }],
    })
  if (url.includes('/approvers')) {
    asked.push(data)
    return ok({ then: 'ask', people: [{ id: BOSS, name: data.approvers.by === 'leader' ? 'Ada' : 'Ben' }] })
  }
  if (url.includes('pickerOptions')) return ok(picker)
  if (url.includes('/apis')) return ok({ options: apis })
  if (url.includes('/people')) return ok({ options: [{ value: BEN, label: 'Ben (ben@x)' }] })
  if (url.includes('/revisions')) return ok({ items: [{ id: '1', definition: base() }] })
  if (method === 'put') {
    sent.push(data)
    return refusal ? { status: 409, msg: refusal, data: {} } : ok({ ...loaded, name: data.name, definition: data.definition, version: 3 })
  }
  return ok(loaded)
}
const [BEN, BOSS] = ['0191d5a0-0000-7000-8000-0000000000a1', '0191d5a0-0000-7000-8000-0000000000a2']
const asked: any[] = []
let apis: object[] = []
/** The forms of the screen itself, where what they do together with the flow is the point. */
const [, SCREEN] = (JSON.parse(readFileSync('schemas/flow/edit.json', 'utf8').replaceAll('i18n:', '')) as { body: Record<string, any>[] }).body
const picker = {
  options: [
    {
      value: 'main/order',
      label: 'Order',
      fields: [
        { value: 'total', label: 'Total', type: 'decimal' },
        { value: 'open', label: 'Open', type: 'boolean' },
      ],
    },
  ],
  flows: [{ value: 'check', label: 'Check', model: 'main/order', input: [{ value: 'limit', label: 'limit' }] }],
  queries: [{ value: 'orders', label: 'Orders by month', input: [{ value: 'since', label: 'Since' }] }],
}
const TEXT = { type: 'input-text', name: 'name', label: 'Name' }
const show = (query: Record<string, string> = {}, more: object = {}) =>
  mount(
    render(
      {
        type: 'page',
        data: { query },
        body: {
          type: 'tessera-flow-designer',
          name: 'designer',
          api: 'get:/flow',
          saveApi: { method: 'put', url: '/flow', data: '${saved}' },
          revisionsApi: 'get:/revisions',
          sourceApi: 'get:/source/${objectKey}',
          approversApi: { method: 'post', url: '/approvers', data: '${asked}' },
          peopleApi: { method: 'post', url: '/people', data: '${asked}' },
          revision: '${query.revision}',
          flowPanel: [TEXT],
          startPanel: [TEXT],
          stepPanel: [TEXT, { type: 'input-number', name: 'level', label: 'Level' }],
          copyPanel: [TEXT],
          splitPanel: [TEXT],
          overduePanel: [
            { type: 'input-number', name: 'amount', label: 'Amount' },
            { type: 'radios', name: 'action', source: '${actions}', label: 'Action' },
          ],
          apisApi: 'get:/apis',
          linePanel: [
            { type: 'input-text', name: 'label', label: 'Label' },
            { type: 'tpl', tpl: 'may ask ${source.fields[0].label}' },
          ],
          tools: { type: 'tpl', tpl: 'tools of version ${version}' },
          ...more,
        },
      } as never,
      {},
      {
        session: `flow-${run++}`,
        theme: 'cxd',
        notify,
        updateLocation,
        blockRouting,
        fetcher: async (asked: never) => ({ status: 200, headers: {}, data: answer(asked) }),
      } as never,
    ),
  )
const cards = () => [...document.querySelectorAll('.tes-flow__face b')].map(one => one.textContent)
const press = (name: string | RegExp, at = 0) => fireEvent.click(screen.getAllByRole('button', { name })[at] as HTMLElement)
/** Begins to play a case of Ben's, until it says something. Fields hand over what is chosen a moment later, in the order in which it is. */
async function beginAsBen(text: string) {
  await waitFor(() => expect(document.querySelector('.tes-flow__panel .cxd-Select')).not.toBeNull())
  fireEvent.click(document.querySelector('.tes-flow__panel .cxd-Select') as HTMLElement)
  fireEvent.click(await screen.findByText('Ben (ben@x)'))
  await waitFor(() => {
    if (screen.queryByRole('button', { name: 'Begin' })) press('Begin')
    screen.getByText(text)
  })
}
const add = (what: RegExp, at: number) => {
  press('Add here', at)
  fireEvent.click(screen.getByRole('menuitem', { name: what }))
}

beforeEach(() => {
  flow = base()
  refusal = ''
  mayEdit = true
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  sent.length = 0
  asked.length = 0
  vi.clearAllMocks()
})

it('draws steps and branches, and says in short what they do', async () => {
  const { flow: split, id } = addSplit(base(), 'line2', 'exclusive', ['Long', 'Otherwise'])
  const [long] = split.lines.filter(({ from }) => from === id)
  if (long) long.conditions = { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] }
  flow = addStep(split, long?.id ?? '', { kind: 'copy', name: 'Told', approvers: { by: 'roles', roles: ['a', 'b'] } }).flow
  show()
  await screen.findByText('Days > 3')
  expect(cards()).toEqual(['Start', 'Boss', 'Choice', 'Long', 'Told', 'Otherwise', 'End'])
  for (const text of ["Leader of the starter's department", 'Who holds one of 2 roles', 'All other cases', 'tools of version 2']) screen.getByText(text)
})

it('adds from the menu, tells what is missing, and takes back', async () => {
  show()
  await screen.findByText('Boss')
  add(/Somebody is told/, 0)
  expect(cards()).toEqual(['Start', 'Copy', 'Boss', 'End'])
  add(/The first branch that fits/, 1)
  expect(cards()).toEqual(['Start', 'Copy', 'Choice', 'If', 'Otherwise', 'Boss', 'End'])
  const wrong = within(screen.getByRole('list', { name: 'What stands against enabling it' }))
  wrong.getByText('A line of a choice has no condition: If')
  expect(screen.getByRole('button', { name: 'Save and enable' })).toHaveProperty('disabled', true)
  await screen.findByText('may ask Days')
  press('Add branch')
  expect(cards()).toEqual(['Start', 'Copy', 'Choice', 'If', 'Branch 3', 'Otherwise', 'Boss', 'End'])
  press('Move “Branch 3” to the left')
  expect(cards().slice(3, 5)).toEqual(['Branch 3', 'If'])
  press('Let “If” end the flow')
  expect(cards()).toEqual(['Start', 'Copy', 'Choice', 'Branch 3', 'If', 'End', 'Otherwise', 'Boss', 'End'])
  press('Remove “If”')
  press('Remove with all branches')
  expect(cards()).toEqual(['Start', 'Copy', 'Boss', 'End'])
  press('Duplicate “Boss”')
  expect(cards()).toEqual(['Start', 'Copy', 'Boss', 'Boss', 'End'])
  press('Undo')
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true })
  expect(cards()).toContain('Choice')
  press('Redo')
  expect(cards()).toEqual(['Start', 'Copy', 'Boss', 'End'])
})

it('moves with Alt and an arrow, removes with Delete, and is dragged', async () => {
  show()
  await screen.findByText('Boss')
  add(/Somebody is told/, 1)
  const face = (name: string) => screen.getByText(name, { selector: '.tes-flow__face b' }).closest('button') as HTMLElement
  fireEvent.keyDown(face('Copy'), { key: 'ArrowUp', altKey: true })
  expect(cards()).toEqual(['Start', 'Copy', 'Boss', 'End'])
  // jsdom has no DragEvent of its own.
  const drag = (on: Element, type: string) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer })
    fireEvent(on, event)
  }
  const dataTransfer = {
    types: ['text/tessera-step'],
    data: '',
    setData: (_: string, id: string) => (dataTransfer.data = id),
    getData: () => dataTransfer.data,
  }
  drag(face('Copy'), 'dragstart')
  const lines = document.querySelectorAll('.tes-flow__line')
  drag(lines[2] as Element, 'dragover')
  drag(lines[2] as Element, 'drop')
  expect(cards()).toEqual(['Start', 'Boss', 'Copy', 'End'])
  fireEvent.keyDown(face('Copy'), { key: 'Delete' })
  expect(cards()).toEqual(['Start', 'Boss', 'End'])
})

it('takes what is typed beside it, warns before it is lost, and saves it', async () => {
  show()
  fireEvent.click(await screen.findByText('Boss'))
  const name = await screen.findByDisplayValue('Boss')
  fireEvent.change(name, { target: { value: 'Team lead' } })
  await waitFor(() => expect(cards()).toContain('Team lead'))
  expect(blockRouting.mock.calls.at(-1)?.[0]()).toBe('There are unsaved changes. Leave anyway?')
  refusal = 'Somebody else has saved it meanwhile'
  press('Save')
  await screen.findByText('Somebody else has saved it meanwhile')
  refusal = ''
  press('Save and enable')
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Saved and enabled'))
  expect(sent.at(-1)).toMatchObject({ key: 'leave', name: 'Leave', baseVersion: 2, enable: true })
  expect(sent.at(-1).definition.nodes[1]).toMatchObject({ id: 'approval', name: 'Team lead', approvers: { by: 'leader', level: 1 }, empty: { then: 'nobody' } })
  expect(blockRouting.mock.calls.at(-1)?.[0]()).toBeUndefined()
})

it('shows another version with what is different, and takes it over', async () => {
  flow = addStep(base(), 'line2', { kind: 'copy', name: 'Told', approvers: { by: 'starter' } }).flow
  show({ revision: '1' })
  await screen.findByText('You look at version 1. What is different from the newest:')
  screen.getByText('Removed: Told')
  expect(cards()).toEqual(['Start', 'Boss', 'End'])
  expect(screen.queryByRole('button', { name: 'Add here' })).toBeNull()
  press('Take it over')
  expect(updateLocation).toHaveBeenCalledWith('?', true)
})

/** What is long goes on to somebody else. */
function withChoice(): FlowDefinition {
  const { flow: split, id } = addSplit(base(), 'line2', 'exclusive', ['Long', 'Otherwise'])
  const [long] = split.lines.filter(({ from }) => from === id)
  if (long) long.conditions = { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] }
  return addStep(split, long?.id ?? '', { kind: 'user', name: 'HR', approvers: { by: 'starter' } }).flow
}

it('plays a case step by step, says why a branch is gone, and keeps it as a test case', async () => {
  flow = withChoice()
  show()
  await screen.findByText('Boss')
  press('Test run')
  await screen.findByText('Nothing is stored and nobody is told.')
  press('Begin')
  await screen.findByText('Choose who starts it')
  fireEvent.change(document.querySelector('.tes-flow__panel input[name=days]') as HTMLElement, { target: { value: '2' } })
  await beginAsBen('“Boss” waits for Ada')
  expect(asked[0]).toMatchObject({ kind: 'user', approvers: { by: 'leader', level: 1 }, starter: BEN, named: [], approved: [] })
  expect(document.querySelector('.tes-flow__card.is-waiting')?.textContent).toContain('Boss')
  press('Approve')
  await screen.findByText('“Long” is not taken: Days > 3 does not hold (Days is 2)')
  screen.getByText('“Otherwise” is taken: no other branch fits')
  screen.getByText('It ends: approved')
  expect([...document.querySelectorAll('.tes-flow__card.is-passed b')].map(one => one.textContent)).toContain('Otherwise')
  press('One step back')
  await screen.findByText('“Boss” waits for Ada')
  press('Approve')
  await screen.findByText('It ends: approved')
  fireEvent.change(screen.getByLabelText('Name of the test case'), { target: { value: 'Short' } })
  press('Keep as a test case')
  await screen.findByText('Passes')
  press('Replace the test case')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0].definition.tests).toEqual([
    {
      id: 'test1',
      name: 'Short',
      starter: BEN,
      values: { days: 2 },
      steps: [{ node: 'approval', act: 'approve', user: BOSS }],
      way: ['approval', 'end'],
      ends: 'approved',
    },
  ])
  press('Remove “Short”')
  expect(screen.queryByRole('heading', { name: 'Test cases' })).toBeNull()
  press('Begin again')
  await screen.findByText('Nothing is stored and nobody is told.')
  press('Close')
  expect(screen.queryByText('Nothing is stored and nobody is told.')).toBeNull()
})

// flowDesign.overdue-list flowDesign.api-center-visible
it('lists what happens to a task that waits, offers an API only where there is one, and tells on a time line when what happens', async () => {
  flow = { ...base(), calendar: { zone: 'Asia/Shanghai', weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' } }
  show()
  fireEvent.click(await screen.findByText('Boss'))
  await screen.findByText('Nothing happens where a task of this step waits long.')
  press('Add overdue action')
  await screen.findByText('1 hour after the task came')
  await screen.findByText('Give the task to somebody else')
  expect(screen.queryByText('Call an API')).toBeNull()
  fireEvent.change(document.querySelector('.tes-flow__panel input[name=amount]') as HTMLElement, { target: { value: '20' } })
  await screen.findByText('20 hours after the task came')
  fireEvent.click(screen.getByText('End the flow'))
  await screen.findByRole('heading', { name: 'End the flow' })
  press(/Back to “Boss”/)
  const list = within(await screen.findByRole('region', { name: 'Overdue actions' }))
  // 2026-09-25 is a Friday.
  fireEvent.change(list.getByLabelText('The task comes'), { target: { value: '2026-09-25T17:00' } })
  await list.findByText(/Sat.*Sep 26.*13:00/)
  list.getByText('Nobody works on this day')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0].definition.nodes[1].overdue).toEqual([
    {
      id: 'overdue1',
      startEvent: 'created',
      timeDurationType: 'custom',
      timeDurationValue: { value: 20, unit: 'hour' },
      action: 'terminate',
      times: 1,
      actionConfig: {},
    },
  ])
  press('Remove “End the flow”')
  await screen.findByText('Nothing happens where a task of this step waits long.')
})

it('puts a time on the border of a step, says where it goes, and plays that it is over', async () => {
  show({}, { borderPanel: SCREEN?.borderPanel as object, servicePanel: TEXT })
  fireEvent.click(await screen.findByText('Boss'))
  await screen.findByText('However long it waits, the flow goes on only behind this step.')
  expect(screen.queryByRole('button', { name: 'Add a way for errors' })).toBeNull()
  press('Add a time')
  await screen.findByRole('heading', { name: 'Time is over' })
  expect(screen.queryByText('It fails for good')).toBeNull()
  expect(cards()).toEqual(['Start', 'Boss', 'Time is over', 'End'])
  await typeInto('amount', '3')
  await screen.findByText('After 3 days, instead of the step')
  // The way of it goes on behind the step, or ends by itself.
  add(/^Approval/, 2)
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'Time is over', 'Approval', 'End']))
  press('Let “Time is over” end by itself')
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'Time is over', 'Approval', 'End', 'End']))
  press('Let “Time is over” go on behind the step')
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'Time is over', 'Approval', 'End']))
  const definition = await saved()
  const border = definition.nodes.find(({ kind }) => kind === 'border')
  expect(border?.border).toEqual({ on: 'approval', event: 'timer', after: { value: 3, unit: 'day' } })

  press('Test run')
  await screen.findByText('Who starts it')
  await beginAsBen('“Boss” may take too long')
  press('Time is over')
  await screen.findByText('The time of “Boss” is over')
  await screen.findByText('“Approval” waits for Ada')
  press('Close')
  // Beside the step, it comes to an end of its own.
  fireEvent.click(screen.getByText('Time is over'))
  fireEvent.click(await screen.findByText('Goes on to wait beside what begins'))
  await screen.findByText('After 3 days, beside the step')
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'Time is over', 'Approval', 'End', 'End']))
  press(/Back to “Boss”/)
  press('Remove “Time is over”')
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'End']))
})

it('lets a message on the border of a step lead elsewhere, says what it lacks, and plays that it comes', async () => {
  show({}, { borderPanel: SCREEN?.borderPanel as object, servicePanel: TEXT })
  fireEvent.click(await screen.findByText('Boss'))
  press('Add a message')
  await screen.findByRole('heading', { name: 'A message comes' })
  await screen.findByRole('button', { name: /An event that waits for a message does not say for which/ })
  await typeInto('messageName', 'paid')
  await typeInto('match', 'reason')
  await screen.findByText('When “paid” comes, instead of the step')
  fireEvent.click(await screen.findByText('Goes on to wait beside what begins'))
  await screen.findByText('When “paid” comes, beside the step')
  add(/^Approval/, 1)
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'A message comes', 'Approval', 'End', 'End']))
  const definition = await saved()
  expect(definition.nodes.find(({ kind }) => kind === 'border')).toMatchObject({
    border: { on: 'approval', event: 'message', isBeside: true },
    awaits: { messageName: 'paid', match: 'reason' },
  })
  press('Test run')
  await screen.findByText('Who starts it')
  await beginAsBen('“Boss” waits for the message “paid” too')
  press('Deliver “paid”')
  await screen.findByText('The message for “Boss” comes')
  await screen.findByText('Something else begins beside “Boss”')
})

it('gives a service one way for its errors', async () => {
  flow = addStep(base(), 'line2', { kind: 'service', name: 'Book', service: { do: 'api', key: 'x', input: [] } }).flow
  show({}, { borderPanel: SCREEN?.borderPanel as object, servicePanel: TEXT })
  fireEvent.click(await screen.findByText('Book'))
  await screen.findByRole('button', { name: 'Add a time' })
  press('Add a way for errors')
  await screen.findByText('Where the step fails for good')
  await screen.findByText('What happens|border')
  press(/Back to “Book”/)
  expect(((await screen.findByRole('button', { name: 'Add a way for errors' })) as HTMLButtonElement).disabled).toBe(true)
})

it('adds a sub-process with a step in it and a message on its border, and takes it away with all that it holds', async () => {
  show({}, { borderPanel: SCREEN?.borderPanel as object })
  await screen.findByText('Boss')
  add(/^Sub-process/, 0)
  const inside = await screen.findByRole('region', { name: 'Steps in “Sub-process”' })
  await screen.findByText('1 step of its own')
  fireEvent.click(within(inside).getByText('Approval'))
  await screen.findByRole('button', { name: '‹ In “Sub-process”' })
  press('‹ In “Sub-process”')
  await screen.findByText('It is left when nothing in it goes on any more.')
  press('Add a message')
  await typeInto('messageName', 'paid')
  await screen.findByText('When “paid” comes, instead of the step')
  const definition = await saved()
  const subprocess = definition.nodes.find(({ kind }) => kind === 'subprocess')
  expect(definition.nodes.filter(node => node.within === subprocess?.id).map(({ kind }) => kind)).toEqual(['start', 'user', 'end'])
  press('Remove “Sub-process”')
  await waitFor(() => expect(cards()).toEqual(['Start', 'Boss', 'End']))
})

it('lists the steps of a sub-process within it where lines lead back', async () => {
  const made = addSubprocess(base(), 'line2', { name: 'Check', start: 'Begin', step: { kind: 'user', name: 'Weigh', approvers: { by: 'starter' } } }).flow
  const end = made.lines.find(({ to }) => to === 'end')
  const ask = { id: 'ask', kind: 'exclusive' as const, name: 'Enough' }
  flow = {
    ...made,
    nodes: [...made.nodes, ask],
    lines: [
      ...made.lines.map(line => (line === end ? { ...line, to: 'ask' } : line)),
      {
        id: 'back',
        from: 'ask',
        to: made.lines.find(({ id }) => id === 'line2')?.from ?? '',
        label: 'Again',
        conditionType: 'formula' as const,
        formula: 'days > 3',
      },
      { id: 'on', from: 'ask', to: 'end', isDefault: true },
    ],
  }
  show()
  const held = await screen.findByRole('list', { name: 'Steps in “Check”' })
  expect([...held.querySelectorAll('.tes-flow__face b')].map(({ textContent }) => textContent)).toEqual(['Begin', 'Weigh', 'End'])
})

const LINE = { linePanel: SCREEN?.linePanel as object }
const PARAMETER = { parameterPanel: SCREEN?.parameterPanel as object, pickerApi: 'get:/pickerOptions' }
/** What is chosen before may have made another form: the list is opened until it offers the option. */
async function chosen(label: string, option: string) {
  const offered = { selector: '.cxd-Select-option, .cxd-Select-option *' }
  await waitFor(
    async () => {
      const item = screen.getByText(label, { selector: '.cxd-Form-label, .cxd-Form-label *' }).closest('.cxd-Form-item')
      if (!screen.queryByText(option, offered)) fireEvent.click(item?.querySelector('.cxd-Select') as HTMLElement)
      fireEvent.click(await screen.findByText(option, offered, { timeout: 500 }))
    },
    { timeout: 10_000 },
  )
}
/** Fields of a panel come a moment after the panel. */
async function typeInto(field: string, value: string) {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`.tes-flow__panel [name="${field}"]`)
    expect(found).not.toBeNull()
    return found as HTMLElement
  })
  fireEvent.change(input, { target: { value } })
}
async function saved() {
  const before = sent.length
  press('Save')
  await waitFor(() => expect(sent.length).toBe(before + 1))
  return sent.at(-1).definition as FlowDefinition
}

it('clears the conditions of a line where their kind or their form changes, and takes a formula instead', async () => {
  const { flow: split, id } = addSplit(base(), 'line2', 'exclusive', ['Long', 'Otherwise'])
  const [long] = split.lines.filter(({ from }) => from === id)
  if (long) long.conditions = { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] }
  flow = split
  show({}, LINE)
  fireEvent.click(await screen.findByText('Days > 3'))
  fireEvent.click(await screen.findByText('One list'))
  await screen.findByText('No condition yet')
  press('Undo')
  await screen.findByText('Days > 3')
  await chosen('Kind of condition', 'Formula')
  await screen.findByText('No formula yet')
  await waitFor(() => expect(document.querySelector('.tes-flow__panel [name=formula]')).not.toBeNull())
  await typeInto('formula', 'days * 2 > 7')
  await screen.findByText('days * 2 > 7', { selector: 'span' })
  const line = (await saved()).lines.find(one => one.id === long?.id)
  expect(line).toMatchObject({ conditionType: 'formula', formula: 'days * 2 > 7' })
  expect(line).not.toHaveProperty('conditions')
  await chosen('Kind of condition', 'Conditions on fields')
  await screen.findByText('No condition yet')
  expect((await saved()).lines.find(one => one.id === long?.id)).not.toHaveProperty('formula')
})

it('keeps variables with names of their own, those of a model with its fields beside them', async () => {
  show({}, PARAMETER)
  await screen.findByRole('region', { name: 'Variables' })
  press('Add variable')
  await screen.findByDisplayValue('variable1')
  await typeInto('name', 'no, name')
  await screen.findByText('Only English letters, digits, underscores and dots between characters are allowed')
  await typeInto('name', 'order')
  await chosen('Type', 'Row of a model')
  const wrong = within(await screen.findByRole('list', { name: 'What stands against enabling it' }))
  wrong.getByText('A variable of a model does not say which one: order')
  await chosen('Model', 'Order')
  const beside = (await screen.findByText('Its fields stand beside it as variables')).closest('.cxd-Form-item')
  fireEvent.click(beside?.querySelector('.cxd-Switch input') as HTMLElement)
  await waitFor(() => expect(beside?.querySelector('.cxd-Switch input')).toHaveProperty('checked', true))
  press(/Back to the flow properties/)
  press('Add variable')
  await screen.findByDisplayValue('variable2')
  // A field that stands beside the first one has this name.
  await typeInto('name', 'order.total')
  await waitFor(() => expect(notify).toHaveBeenCalledWith('error', 'Another variable has this name. Please change it'))
  expect(screen.getByRole('button', { name: 'Save and enable' })).toHaveProperty('disabled', true)
  await typeInto('name', 'days')
  await chosen('Type', 'Integer number')
  await waitFor(() => expect(document.querySelector('.tes-flow__panel [name=number]')).not.toBeNull())
  await typeInto('number', '3')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'What stands against enabling it' })).toBeNull())
  const { parameters } = await saved()
  expect(parameters).toEqual([
    {
      id: 'variable1',
      name: 'order',
      type: 'entity',
      entity: 'main/order',
      flatEntity: true,
      fields: [
        { name: 'total', type: 'decimal' },
        { name: 'open', type: 'boolean' },
      ],
    },
    { id: 'variable2', name: 'days', type: 'int', default: 3 },
  ])
  press(/Back to the flow properties/)
  press('Remove “days”')
  await waitFor(() => expect(screen.queryByText('days', { selector: 'b' })).toBeNull())
})

it('adds a step that the flow does by itself, and says what it does', async () => {
  apis = [{ value: 'weather', label: 'Weather', input: [{ value: 'city', label: 'City' }] }]
  show({}, { servicePanel: SCREEN?.servicePanel as object, pickerApi: 'get:/pickerOptions' })
  await screen.findByText('Boss')
  add(/The flow does something by itself/, 1)
  await screen.findByText('Tells: The starter')
  await chosen('What it does', 'Add a row of a model')
  await screen.findByText('No model yet')
  await chosen('Model', 'Order')
  await screen.findByText('Adds a row of “Order”')
  press('Add field')
  await chosen('Field', 'Total')
  const text = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('.cxd-Combo-item input[name=text]')
    if (!found) throw new Error('The line is not there yet')
    return found
  })
  fireEvent.change(text, { target: { value: '12.5' } })
  await waitFor(() => expect(screen.queryByRole('list', { name: 'What stands against enabling it' })).toBeNull())
  expect((await saved()).nodes.find(({ kind }) => kind === 'service')?.service).toEqual({
    do: 'create',
    model: 'main/order',
    values: [{ name: 'total', value: 12.5 }],
  })
  await chosen('What it does', 'Call an API')
  await chosen('API', 'Weather')
  await screen.findByText('Calls “Weather”')
  await chosen('What it does', 'Ask a query')
  await chosen('Query', 'Orders by month')
  await screen.findByText('Asks “Orders by month”')
  apis = []
})

it('calls another flow with values for its variables, or for fields of a row of its own, and keeps what comes of it', async () => {
  show({}, { servicePanel: SCREEN?.servicePanel as object, pickerApi: 'get:/pickerOptions' })
  await screen.findByText('Boss')
  add(/^Service/, 0)
  await chosen('What it does', 'Start another flow and wait for its end')
  await chosen('Flow', 'Check')
  await screen.findByText('Starts “Check” and waits for its end')
  press('Add parameter')
  await chosen('Parameter', 'Total')
  await typeInto('text', '5')
  press('Add variable')
  await waitFor(() => expect(document.querySelectorAll('.tes-flow__panel [name="text"]')).toHaveLength(2))
  const [name] = [...document.querySelectorAll<HTMLInputElement>('.tes-flow__panel [name="name"]')].slice(-1)
  fireEvent.change(name as HTMLElement, { target: { value: 'outcome' } })
  fireEvent.change([...document.querySelectorAll('.tes-flow__panel [name="text"]')].at(-1) as HTMLElement, { target: { value: 'result' } })
  const call = { do: 'call', key: 'check', input: [{ name: 'total', value: '5' }], output: [{ name: 'outcome', formula: 'result' }] }
  // What was typed reaches the flow a moment later.
  await waitFor(async () => expect((await saved()).nodes.find(({ kind }) => kind === 'service')?.service).toEqual(call))
})

it('says what a wide card is called in a tooltip, as it may be cut off', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(129)
  show()
  const boss = await screen.findByText('Boss')
  fireEvent.pointerEnter(boss)
  expect(boss.title).toBe('')
  width.mockReturnValue(130)
  fireEvent.pointerEnter(boss)
  expect(boss.title).toBe('Boss')
  width.mockRestore()
})

it('says which kept case fails and why, and plays it', async () => {
  const kept = { id: 'test1', name: 'Long', starter: BEN, values: { days: 2 }, steps: [], way: ['approval', 'end'], ends: 'waiting' as const }
  flow = { ...withChoice(), tests: [kept] }
  show()
  await screen.findByText('Boss')
  press('Test run')
  await screen.findByText('Fails: It does not come to “End”')
  press('Play')
  await screen.findByText('Ben (ben@x) starts it')
  expect(screen.getByLabelText('Name of the test case')).toHaveProperty('value', 'Long')
})

it('lets nothing be changed by who may only read, and says where columns cannot show it', async () => {
  mayEdit = false
  flow = { ...base(), lines: [...base().lines, { id: 'back', from: 'approval', to: 'approval' }] }
  show()
  await screen.findByText(/The lines of this flow cross or lead back/)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

it('lists the steps of a flow that leads back with where each leads, and sets them', async () => {
  const [, boss] = base().nodes
  const ask = { id: 'ask', kind: 'exclusive' as const, name: 'Enough' }
  const leaf = { left: { type: 'field' as const, field: 'days' }, op: 'greater', right: 3 }
  flow = {
    ...base(),
    nodes: [...base().nodes, ask],
    lines: [
      { id: 'line1', from: 'start', to: boss?.id ?? '' },
      { id: 'line2', from: boss?.id ?? '', to: 'ask' },
      { id: 'back', from: 'ask', to: boss?.id ?? '', label: 'Again', conditions: { conjunction: 'and', children: [leaf] } },
      { id: 'on', from: 'ask', to: 'end', isDefault: true },
    ],
  }
  show()
  fireEvent.click(await screen.findByText('Days > 3'))
  expect(await screen.findByDisplayValue('Again')).not.toBeNull()
  fireEvent.click(screen.getByText('Boss', { selector: '.tes-flow__face b' }))
  fireEvent.change(await screen.findByDisplayValue('Boss'), { target: { value: 'Team lead' } })
  await waitFor(() => expect(cards()).toContain('Team lead'))
  expect(screen.queryByRole('button', { name: 'Add here' })).toBeNull()
})

it('says conditions and people in words', () => {
  const fields = new Map([['kind', { name: 'kind', label: 'Kind', options: [{ value: 'a', label: 'Abroad' }] }]])
  const leaf = (op: string, right?: unknown) => ({ left: { type: 'field' as const, field: 'kind' }, op, right })
  expect(conditionText(say, { conjunction: 'or', children: [leaf('select_any_in', ['a', 'x']), leaf('is_empty')] }, fields)).toBe(
    'Kind is one of Abroad, x or Kind is empty',
  )
  expect(
    conditionText(say, { conjunction: 'and', not: true, children: [leaf('like', 'a'), { conjunction: 'or', children: [leaf('equal', 'b')] }] }, fields),
  ).toBe('not (Kind contains Abroad and (Kind = b))')
  expect(whoOf(say, { id: 'a', kind: 'user', name: '', approvers: { by: 'leaders', levels: 3 } }, key => key)).toBe('3 leaders upwards, one after the other')
})

it('undoes what was typed in one go, and what is selected may be gone then', () => {
  const typing = (name: string) => ({ do: 'type' as const, make: (now: Designed) => ({ ...now, name }), at: 'flow ', turn: 0 })
  const typed = ['a', 'ab'].reduce((work, name) => worked(work, typing(name)), begun({ name: '', flow: base() }))
  expect(worked(typed, { do: 'undo' }).now.name).toBe('')
  const added = addStep(base(), 'line1', { kind: 'user', name: 'x' })
  const more = worked(typed, { do: 'change', make: now => ({ designed: { ...now, flow: added.flow }, selected: { of: 'node', id: added.id } }) })
  expect(more.now).toEqual({ name: 'ab', flow: added.flow })
  expect(worked(more, { do: 'undo' }).selected).toEqual({ of: 'flow' })
  // What is the same flow once more is no step of its own.
  expect(worked(more, { do: 'change', make: now => ({ designed: { ...now, flow: structuredClone(now.flow) } }) })).toBe(more)
  // What a field hands over late is not lost, and the form that took its place shows it.
  const late = worked(more, typing('abc'))
  expect(late.now).toEqual({ name: 'abc', flow: added.flow })
  expect(late.turn).toBe(more.turn + 1)
  expect(worked(late, typing('abc'))).toBe(late)
})
