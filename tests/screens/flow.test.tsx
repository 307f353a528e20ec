// flow.initiate-loading flow.initiate-loading-rule flow.initiate-empty flow.initiate-failed flow.actions flow.entity flow.detail-status-label
// intervention.entity intervention.node-control-dialog intervention.node-transfer-dialog: what the screens of flows show for which answer, and what they send.
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, showScreen } from '../support/show-screen.tsx'

const shipped = createShippedScreens(join(import.meta.dirname, '../../schemas'))
const show = async (id: string, options: Parameters<typeof showScreen>[2] = {}) => showScreen(id, (await shipped.get(id))?.schema as never, options)
afterEach(hide)
// The first screen brings all of amis.
vi.setConfig({ testTimeout: 120_000 })
const buttonsOf = (row: HTMLElement) =>
  within(row)
    .queryAllByRole('button')
    .map(one => one.textContent)
const rowOf = (text: string) => screen.getByText(text).closest('tr') as HTMLElement

it('initiatePage: flow.initiate shows the form that is built, and an empty place without an error where there is none', async () => {
  const schema = { type: 'form', title: '', body: [{ type: 'input-text', name: 'reason', label: 'Reason of it' }] }
  await show('flow.initiate', { answers: { 'flow.getInitiateForm': { schema, submitter: { id: 'x', name: 'Ann', avatar: '' }, fields: [], choices: [] } } })
  await screen.findByText('Reason of it')
  expect(screen.queryByText('No form can be shown here.')).toBeNull()
  hide()
  await show('flow.initiate', { refusals: { 'flow.getInitiateForm': { status: 404, msg: 'No flow begins here', code: 'flow.unknown' } } })
  await screen.findByText('No form can be shown here.')
  expect(screen.queryByText('No flow begins here')).toBeNull()
})

it('flow.manage offers to pause what runs, to start what does not, to try again what stands still, and calls -1 paused there and stopped in the details', async () => {
  const flow = (status: number, enabled: boolean) => ({ id: `0191d5a0-0000-7000-8000-00000000000${status + 5}`, name: `Flow ${status}`, status, enabled })
  const items = [flow(1, true), flow(-1, false), flow(-2, true)]
  const records = [{ flowTitle: 'Rest', status: -1, msg: '', createdAt: '2026-01-05T10:00:00.000Z' }]
  await show('flow.manage', {
    answers: { 'flow.listFlows': { items, total: 3, page: 1, perPage: 20 }, 'flow.getFlowDetail': { items: records, total: 1, page: 1, perPage: 20 } },
  })
  expect(buttonsOf(rowOf('Flow 1'))).toEqual(['Pause', 'Move instances', 'Details'])
  expect(buttonsOf(rowOf('Flow -1'))).toEqual(['Start', 'Move instances', 'Details'])
  expect(buttonsOf(rowOf('Flow -2'))).toEqual(['Try again', 'Move instances', 'Details'])
  within(rowOf('Flow -1')).getByText('Paused')
  fireEvent.click(within(rowOf('Flow -1')).getByText('Details'))
  await screen.findByText('Rest')
  within(rowOf('Rest')).getByText('Terminated')
})

it('nodeTask: flow.nodes changes who is asked and gives a step to others where its status allows it', async () => {
  const node = (nodeName: string, status: string) => ({
    flowDataId: '0191d5a0-0000-7000-8000-0000000000f2',
    nodeId: nodeName.toLowerCase(),
    nodeName,
    flowDefTitle: 'Leave',
    title: 'Rest',
    status,
    transactors: ['Abe'],
    createdAt: '2026-01-05T10:00:00.000Z',
  })
  const items = [node('Boss', 'NORMAL'), node('Held', 'SUSPEND'), node('Alone', 'NOBODY'), node('Over', 'FINISHED')]
  const { sent } = await show('flow.nodes', {
    answers: {
      'intervention.listNodes': { items, total: 4, page: 1, perPage: 20 },
      'intervention.getDemonstration': { items: [], options: [] },
      'intervention.listIncidents': { items: [] },
    },
  })
  for (const text of ['boss', 'Leave', 'Abe']) within(rowOf('Boss')).getAllByText(text)
  const offered = (name: string) => buttonsOf(rowOf(name)).toSorted()
  expect(offered('Boss')).toEqual(['Handlers', 'Skip', 'Suspend', 'Transfer'])
  expect(offered('Held')).toEqual(['Handlers', 'Resume'])
  expect(offered('Alone')).toEqual(['Assign', 'Skip'])
  expect(offered('Over')).toEqual([])
  for (const [open, title] of [
    ['Handlers', 'Ask one less'],
    ['Transfer', 'Transfer Boss'],
  ]) {
    fireEvent.click(within(rowOf('Boss')).getByRole('button', { name: open as string }))
    fireEvent.click(await screen.findByText(title as string))
    const dialog = document.querySelector('.cxd-Modal-content') as HTMLElement
    fireEvent.click(within(dialog).getByRole('button', { name: open === 'Handlers' ? 'Save' : 'Transfer' }))
    // Nobody is chosen, and no reason given: nothing is sent.
    await within(dialog).findByText('user is required')
    fireEvent.click(within(dialog).getByText('Cancel'))
    await waitFor(() => expect(document.querySelector('.cxd-Modal-content')).toBeNull())
  }
  expect(sent.map(({ id }) => id)).not.toContain('intervention.operateNode')
})

it('flowInstance: flow.intervention offers for each instance what its status allows', async () => {
  const items = [0, 1, 2, 3, -1, -2].map(status => ({
    flowDataId: `0191d5a0-0000-7000-8000-00000000000${status + 2}`,
    title: `Case ${status}`,
    flowDefTitle: 'Leave',
    status,
    createdBy: 'Ben',
    createdAt: '2026-01-05T10:00:00.000Z',
    undoUntil: '',
  }))
  await show('flow.intervention', { answers: { 'intervention.listInstances': { items, total: 6, page: 1, perPage: 20 } } })
  await screen.findByText('Case 0')
  const offered = (status: number) => buttonsOf(rowOf(`Case ${status}`)).toSorted()
  for (const status of [0, 1]) expect(offered(status)).toEqual(['Reset', 'Steps', 'Stop', 'Suspend'])
  expect(offered(3)).toEqual(['Reset', 'Resume', 'Steps', 'Stop'])
  for (const status of [2, -1]) expect(offered(status)).toEqual([])
  // What stands still is solved at its step.
  expect(offered(-2)).toEqual(['Steps'])
})

it('flow.nodes says what stands still and why, and tells what became of trying again', async () => {
  const incident = {
    token: 3,
    nodeId: 'book',
    nodeName: 'Book it',
    code: 'jobFailed',
    reason: 'The other side answered with status 500',
    tries: 5,
    maySkip: true,
  }
  const { sent } = await show('flow.nodes', {
    answers: {
      'intervention.listIncidents': { items: [incident, { ...incident, token: 4, nodeName: 'Fork', tries: 0, maySkip: false }] },
      'intervention.solveIncident': { outcome: 'failed', reason: 'Still no answer' },
    },
  })
  await screen.findByText('“Book it” stands still')
  screen.getByText('Tried 5 times')
  expect(screen.getAllByText('Leave it out')).toHaveLength(1)
  fireEvent.click(screen.getAllByText('Try again')[0] as HTMLElement)
  await screen.findByText('Still no answer')
  expect(sent.find(({ id }) => id === 'intervention.solveIncident')?.data).toMatchObject({ token: 3, action: 'RETRY' })
})

it('flow.tasks shows and forgets kept filters although nothing else of the list changes', async () => {
  const kept = { name: 'My filter', keywords: 'sea', flowId: '' }
  const preference = { mail: true, filters: [] as object[], flows: [] }
  const { sent } = await show('flow.tasks', { answers: { 'flow.getPreference': preference } })
  const field = () => document.querySelector('input[name="keywords"]') as HTMLInputElement
  fireEvent.change(field(), { target: { value: 'sea' } })
  fireEvent.click(await screen.findByText('Keep this filter'))
  const save = await screen.findByRole('button', { name: 'Save' })
  preference.filters = [kept]
  fireEvent.click(save)
  await screen.findByText('My filter')
  expect(sent.find(({ id }) => id === 'flow.savePreference')?.data).toEqual({ keep: { name: 'sea', keywords: 'sea', flowId: '' } })
  const searched = () => sent.filter(({ id }) => id === 'flow.listTasks').length
  const before = searched()
  fireEvent.change(field(), { target: { value: 'hill' } })
  await waitFor(() => expect(searched()).toBeGreaterThan(before))
  fireEvent.click(screen.getByText('My filter'))
  await waitFor(() => expect(field().value).toBe('sea'))
  preference.filters = []
  fireEvent.click(screen.getByRole('button', { name: 'Forget filter My filter' }))
  const asks = await screen.findByText('Forget the filter My filter?')
  fireEvent.click((asks.closest('.cxd-Modal-content') as HTMLElement).querySelector('.cxd-Button--primary, .cxd-Button--danger') as HTMLElement)
  await waitFor(() => expect(screen.queryByText('My filter')).toBeNull())
  expect(sent.filter(({ id }) => id === 'flow.savePreference').at(-1)?.data).toEqual({ forget: 'My filter' })
})

it('flow.designs proposes a key for the name of a flow that is added, one that is free', async () => {
  await show('flow.designs', { answers: { 'flow.list': { items: [{ id: 'f', key: 'sickLeave', name: 'Sick', definition: { model: 'main/leave' } }] } } })
  fireEvent.click(screen.getByText('Add flow'))
  await screen.findByText('Each flow that is started adds a row of it.')
  const input = (name: string) => document.querySelector(`.cxd-Modal input[name="${name}"]`) as HTMLInputElement
  const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
  type('name', 'Sick leave')
  await waitFor(() => expect(input('key').value).toBe('sickLeave2'))
})

it('flow.case says flow and starter below a title of its own, and not where they are the title', async () => {
  await show('flow.case')
  expect(screen.getAllByText(/Leave · Ann/)).toHaveLength(1)
  hide()
  const called = (await import('../../api/generated/contract.ts')).contracts.find(({ id }) => id === 'flow.getCase')?.example.data
  await show('flow.case', { answers: { 'flow.getCase': { ...called, title: 'By the sea' } } })
  screen.getByText(/^Leave · Ann · /)
})
