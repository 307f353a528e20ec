// Models and sources as they are shown to somebody whom the permissions of the app let do little with them.
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, showScreen } from '../support/show-screen.tsx'

const screens = createShippedScreens(join(import.meta.dirname, '../../schemas'))
const exampleOf = (id: string) => contracts.find(call => call.id === id)?.example.data as Record<string, any>
const NOTHING = { mayEdit: false, mayDelete: false, mayAddModels: false }

afterEach(() => hide())

async function show(id: string, answers: Record<string, Record<string, unknown>> = {}) {
  await showScreen(id, (await screens.get(id))?.schema as Record<string, unknown>, { answers })
}
const buttons = (name: string) => screen.queryAllByRole('button', { name }).length
const first = (id: string, list: string, may: object) => ({ [id]: { ...exampleOf(id), [list]: [{ ...exampleOf(id)[list][0], ...may }] } })

it('offers what may be done with models', async () => {
  await show('model.page')
  expect([buttons('Add model'), buttons('Apply changes'), buttons('Delete')]).toEqual([1, 1, 1])
  hide()
  await show('model.edit')
  expect([buttons('Edit model'), buttons('Add field'), buttons('Add index'), buttons('Edit'), buttons('Delete')]).toEqual([1, 1, 1, 1, 2])
})

it('does not offer what would be refused', async () => {
  await show('model.page', { ...first('source.list', 'options', NOTHING), ...first('model.list', 'items', { mayDelete: false }) })
  expect(buttons('Open')).toBe(1)
  expect([buttons('Add model'), buttons('Apply changes'), buttons('Delete')]).toEqual([0, 0, 0])
  hide()
  await show('model.edit', { 'model.get': { ...exampleOf('model.get'), mayEdit: false, mayApply: false } })
  expect(screen.getAllByText('Status')).not.toEqual([])
  expect(['Edit model', 'Apply changes', 'Add field', 'Add index', 'Edit', 'Delete'].map(buttons)).toEqual([0, 0, 0, 0, 0, 0])
})

it('asks before a data source is saved whose connection does not work', async () => {
  const steps = [{ step: 'connection', state: 'failed', message: 'Nothing listens at this port' }]
  const failed = { ...exampleOf('source.test'), ok: false, failed: 'connection', steps }
  const shown = await showScreen('model.page', (await screens.get('model.page'))?.schema as Record<string, unknown>, { answers: { 'source.test': failed } })
  const sent = (id: string) => shown.sent.filter(one => one.id === id).length
  fireEvent.click(screen.getAllByRole('button', { name: 'Add data source' })[0] as HTMLElement)
  await waitFor(() => expect(document.querySelector('[role=dialog] input[name=password]')).toBeTruthy())
  for (const [name, value] of Object.entries({
    name: 'Customers',
    key: 'crm',
    host: 'db.example.test',
    database: 'crm',
    username: 'reader',
    password: 'secret',
  }))
    fireEvent.change(document.querySelector(`[role=dialog] input[name=${name}]`) as Element, { target: { value } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  save()
  await screen.findByText('Connection: Nothing listens at this port', { selector: '[role=dialog]:last-of-type *' })
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save anyway' })).toBeNull())
  expect([sent('source.test'), sent('source.create')]).toEqual([1, 0])
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(sent('source.create')).toBe(1))
})

it('takes what a text or a number stands for along with the type that was chosen', async () => {
  const shown = await showScreen('model.edit', (await screens.get('model.edit'))?.schema as Record<string, unknown>, {})
  fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
  await waitFor(() => expect(document.querySelector('[role=dialog] input[name=key]')).toBeTruthy())
  for (const [name, value] of Object.entries({ name: 'Cost', key: 'cost' }))
    fireEvent.change(document.querySelector(`[role=dialog] input[name=${name}]`) as Element, { target: { value } })
  const choose = async (from: string, to: string) => {
    fireEvent.click(screen.getAllByText(from, { selector: '[role=dialog] .cxd-Select *' }).at(-1) as Element)
    fireEvent.click(await screen.findByText(to, { selector: '.cxd-Select-option *, .cxd-Select-option' }))
  }
  await choose('Text', 'Amount of money')
  await waitFor(() => expect(screen.getByText('Currency')).toBeTruthy())
  expect(screen.getByText('Digits after the point')).toBeTruthy()
  await choose('Select', 'EUR')
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(shown.sent.find(one => one.id === 'model.addField')).toBeTruthy())
  expect(shown.sent.find(one => one.id === 'model.addField')).toMatchObject({ data: { type: 'decimal', format: 'currency', currency: 'EUR' } })
})

it('proposes the key of a field from its name, until somebody edits it', async () => {
  await show('model.edit', { 'model.get': { ...exampleOf('model.get'), fields: [{ ...exampleOf('model.get').fields[0], key: 'dueDate' }] } })
  fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
  const control = (name: string) => document.querySelector(`[role=dialog] input[name=${name}]`) as HTMLInputElement
  await waitFor(() => expect(control('key')).toBeTruthy())
  fireEvent.change(control('name'), { target: { value: 'Due date' } })
  await waitFor(() => expect(control('key').value).toBe('dueDate2'))
  fireEvent.focus(control('key'))
  fireEvent.change(control('key'), { target: { value: 'mine' } })
  fireEvent.change(control('name'), { target: { value: 'Other' } })
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(control('key').value).toBe('mine')
})

it('publishes an app for the first time in one step, tells which rows come along, and leads to it', async () => {
  const overview = exampleOf('app.getOverview')
  const steps = overview.steps.map((step: object) => ({ ...step, isDone: false }))
  const released = exampleOf('release.bringRows')
  const answers = { 'app.getOverview': { ...overview, steps }, 'release.create': released }
  const shown = await showScreen('app.overview', (await screens.get('app.overview'))?.schema as Record<string, unknown>, { answers })
  const bodies = () => shown.sent.filter(one => one.id === 'release.create').map(one => one.data as Record<string, unknown>)
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  await screen.findByText(/^3 pages and 2 models become version 1.0.0/)
  await screen.findByText('200 rows')
  const inside = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) as HTMLElement
  fireEvent.click(within(inside()).getByRole('button', { name: 'Publish' }))
  await screen.findByText(/Orders: 12 rows/)
  expect(bodies()).toEqual([
    { title: 'The first version', tag: 'latest', from: 'dev', languages: [], rows: exampleOf('release.planFirst').rows.map(({ id }: { id: string }) => id) },
  ])
  expect(within(inside()).getByRole('button', { name: 'Open the app' })).toBeTruthy()
})
