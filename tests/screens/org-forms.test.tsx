// The forms of departments as they are used: who and what is chosen is shown by name, and can be searched.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'
import { nodesOf, schemaOf, type Node } from '../support/shipped.ts'

const MANAGER = '0191d5a0-0000-7000-8000-0000000000f1'
const RANK = '0191d5a0-0000-7000-8000-0000000000f2'
const OTHER = '0191d5a0-0000-7000-8000-0000000000f3'
const members = await schemaOf('org.members')
const formOf = (title: string) => nodesOf(members).find(node => node.title === `i18n:${title}` && node.actions) as Node

afterEach(() => hide())

/** The form of a dialog with the values that the dialog gives it. */
const show = (title: string, data: Node, answers: Record<string, Node> = {}) => {
  const form = formOf(title).body
  return showScreen(
    'org.members',
    { type: 'page', data, body: { ...form, body: [...form.body, { type: 'submit', label: 'Send' }] } },
    {
      answers: {
        ...answers,
        'org.suggestMembers': {
          options: [
            { label: 'Zoe (zoe@example.test)', value: MANAGER },
            { label: 'Ann (ann@example.test)', value: OTHER },
          ],
        },
        'org.suggestPositions': {
          options: [
            { label: 'Senior (Engineers)', value: RANK },
            { label: 'Agent (Sales)', value: OTHER },
          ],
        },
      },
    },
  )
}
const box = (label: string) => within(screen.getByText(label, { selector: 'label *, label' }).closest('[data-role=form-item]') as HTMLElement)

it.each(['Add department', 'Edit department'])('%s: offers members by name, and sends the one that was picked', async title => {
  const { sent } = await show(title, { id: OTHER, name: 'Sales', parentId: OTHER, code: '', manager: '' })
  fireEvent.click(box('Manager').getByRole('combobox'))
  fireEvent.click(await screen.findByText('Zoe (zoe@example.test)'))
  await waitFor(() => box('Manager').getByText('Zoe (zoe@example.test)'))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent.find(call => /^org\.(create|update)Department$/.test(call.id))?.data).toMatchObject({ manager: MANAGER }))
})

it('names the manager and the ranks of a department, wherever they stand in their lists, and keeps them when a list is opened', async () => {
  const data = { id: OTHER, name: 'Sales', parentId: OTHER, manager: MANAGER, positionIds: [RANK], chosenManager: MANAGER, chosenPositions: RANK }
  const { asked } = await show('Edit department', data)
  const before = asked.length
  box('Manager').getByText('Zoe (zoe@example.test)')
  box('Positions').getByText('Senior (Engineers)')
  fireEvent.click(box('Manager').getByRole('combobox'))
  fireEvent.change(document.querySelector('.cxd-Select-input input') as Element, { target: { value: 'ann' } })
  await waitFor(() => expect(asked.slice(before)).toContain('org.suggestMembers'))
  expect(box('Manager').getAllByText('Zoe (zoe@example.test)').length).toBeGreaterThan(0)
})

it('asks for those chosen with the list, so that their names are known', () => {
  const dialog = formOf('Edit department')
  const source = (name: string) => nodesOf(dialog).find(node => node.name === name && node.source)?.source.data.defaultIds
  expect([source('manager'), source('positionIds')]).toEqual(['${chosenManager || undefined}', '${chosenPositions || undefined}'])
  expect(dialog.data).toMatchObject({ chosenManager: '${event.data.managerId}', chosenPositions: '${event.data.positionIds|join}' })
})

it('searches the tree of departments with one chosen, and unfolds it a level at a time', async () => {
  const leaf = (label: string) => ({ label, value: label, children: [] })
  const tree = [{ label: 'Acme', value: OTHER, children: [{ label: 'North', value: 'n', children: [leaf('Harbour'), leaf('Depot')] }, leaf('South')] }]
  await show('Add department', { parentId: OTHER, name: '' }, { 'org.listDepartments': { options: tree } })
  fireEvent.click(box('Parent department').getByText('Acme'))
  const list = within(await screen.findByRole('popover', { hidden: true }))
  expect(list.queryByText('South')).not.toBeNull()
  expect(list.queryByText('Harbour')).toBeNull()
  fireEvent.change(list.getByRole('searchbox', { hidden: true }), { target: { value: 'harb' } })
  const found = await list.findByText((_text, element) => !!element?.matches('.cxd-Tree-itemText') && element.textContent === 'Harbour')
  expect(list.queryByText('South')).toBeNull()
  fireEvent.click(found)
  await waitFor(() => box('Parent department').getByText(/Harbour/))
})

it('shows the link to hand on where no mail goes, in a dialog that stays when that of the form closes', async () => {
  const link = 'https://tessera.example/invitation/abc'
  const dialog = formOf('Add member to ${selected.label|html}')
  const data = { selected: { id: OTHER, label: 'Sales' } }
  const { sent } = await showScreen(
    'org.members',
    { type: 'page', data, body: { type: 'button', label: 'Open', actionType: 'dialog', dialog } },
    { answers: { 'org.addMember': { added: 1, invited: 1, isMailed: false, link, wasMember: false } } },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('Add member to Sales')
  const type = (name: string, value: string) => fireEvent.change(document.querySelector(`input[name="${name}"]`) as Element, { target: { value } })
  type('name', 'Bea')
  type('email', 'bea@example.test')
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent.map(({ id }) => id)).toContain('org.addMember'))
  await screen.findByText(link)
  fireEvent.click(within(screen.getByText(link).closest('[role=dialog]') as HTMLElement).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
