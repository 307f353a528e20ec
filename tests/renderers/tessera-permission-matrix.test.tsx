// permission.resource-subtab and its rules in the renderer: three columns, unsaved changes, what-if, save, the forbidden state, own permissions.
import { cleanup, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-permission-matrix/permission-matrix.tsx'

const types = [
  { label: 'Page', value: 'page', createUrl: '/design', options: [] },
  { label: 'Form', value: 'form', createUrl: '/forms', options: [] },
]
const options = [
  { value: 'read', label: 'View', group: 'builtIn' },
  { value: 'edit', label: 'Edit', group: 'builtIn' },
]
const resources = Array.from({ length: 300 }, (_, n) => ({ id: `p${n}`, parent: -1, label: n ? `Page ${n}` : 'Salaries', isGroup: false, custom: [] }))
const role = (value: string, label: string, type = 0) => ({
  label,
  value,
  type,
  isAppGuest: type > 0,
  default: ['read'],
  boxes: { overridden: '', inherited: '', allowed: '' },
})
const matrix = { kind: 'page', revision: 1, locked: false, options, resources, roles: [role('r1', 'Sales'), role('r2', 'Buyers'), role('g', 'Guests', 1)] }

const changes = (url: string) => ({ method: 'post', url, data: { kind: '${kind}', changes: '${changes}' } })

let run = 0
function show(over: object = {}, more: object = {}) {
  const asked: { url: string; data: any }[] = []
  const answer = (url: string) => {
    if (url.includes('types')) return { data: { items: types } }
    if (url.includes('effect'))
      return { data: { people: { gain: 2, lose: 0 }, items: [], notes: ['“Pages: Edit” for Readers: nobody is in this role.'], total: 0 } }
    if (url.includes('save')) return { msg: 'Done by the server', data: {} }
    const wanted = decodeURIComponent(/boxesOf=([^&]*)/.exec(url)?.[1] ?? '')
    const hasBoxes = ({ value }: { value: string }, at: number) => !wanted || (wanted === 'first' ? at === 0 : wanted.split(',').includes(value))
    const { roles } = { ...matrix, ...over }
    const given = roles.map(({ boxes, ...one }, at) => ({ ...one, ...(hasBoxes(one, at) && { boxes }) }))
    return { data: { ...matrix, ...over, roles: given, ...(url.includes('kind=form') && { kind: 'form', resources: [] }) } }
  }
  const fetcher = async ({ url, data }: { url: string; data: any }) => {
    asked.push({ url, data })
    return { status: 200, headers: {}, data: { status: 0, msg: '', ...answer(url) } }
  }
  const notify = vi.fn()
  const schema = {
    type: 'tessera-permission-matrix',
    typesApi: 'get:/types',
    api: 'get:/matrix?kind=${kind}&boxesOf=${boxesOf}',
    saveApi: changes('/save'),
    whatIfApi: changes('/effect'),
    ...more,
  }
  const view = mount(render({ type: 'page', body: schema } as never, {}, { session: `matrix-${run++}`, fetcher, notify, theme: 'cxd' } as never))
  return { asked, notify, view }
}
const OWN = [...options, { value: 'print', label: 'Print', group: 'custom' }]
const box = (name: RegExp) => screen.findByRole('checkbox', { name }, { timeout: 10_000 })

beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('tessera-permission-matrix', () => {
  it('puts a heading over each group of permissions, where a page has its own', async () => {
    show({ options: OWN })
    await box(/^Salaries, View/)
    expect([...document.querySelectorAll('.tes-matrix__group')].map(one => one.textContent)).toEqual(['Built-in', 'Custom permissions'])
    cleanup()
    show()
    await box(/^Salaries, View/)
    expect(document.querySelectorAll('.tes-matrix__group')).toHaveLength(0)
  })

  it('is at the chosen boxes after a click on the head of a column, so that Space changes them', async () => {
    show()
    await box(/^Salaries, View/)
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Salaries, Edit/))
    fireEvent.keyDown(document.activeElement as Element, { key: ' ' })
    await screen.findByText('Discard changes (300)')
  })

  it('permission.resource-subtab permission.editor-role-list: roles, kinds and boxes; only the rows in view are drawn', async () => {
    show()
    expect(await box(/^Salaries, View: Allowed, by default/)).toBeTruthy()
    const grid = screen.getByRole('grid')
    expect(grid.getAttribute('aria-rowcount')).toBe('301')
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('button', { name: /^Guests/ })).toBeTruthy()
  })

  it('permission.changes-accumulate permission.editor-save-bar: changes by click and by the keyboard, and sends only what differs after a look at the effect', async () => {
    const { asked, notify } = show()
    fireEvent.click(await box(/^Salaries, Edit/))
    const view = await box(/^Salaries, View/)
    fireEvent.keyDown(await box(/^Salaries, Edit/), { key: 'ArrowDown' })
    fireEvent.keyDown(view, { key: ' ' })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Nobody gains or loses anything.')
    within(dialog).getByText('“Pages: Edit” for Readers: nobody is in this role.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Done by the server'))
    expect(asked.find(({ url }) => url.includes('save'))?.data).toEqual({
      kind: 'page',
      changes: [
        { roleId: 'r1', resourceId: 'p0', option: 'edit', allow: true },
        { roleId: 'r1', resourceId: 'p1', option: 'edit', allow: true },
      ],
    })
  })

  it('a choice of several boxes changes together', async () => {
    show()
    const first = await box(/^Salaries, View/)
    fireEvent.click(first)
    fireEvent.click((await box(/^Page 3, View/)).parentElement!, { shiftKey: true })
    expect(screen.getByText('4 boxes chosen')).toBeTruthy()
    fireEvent.keyDown(first, { key: ' ' })
    expect((await box(/^Page 3, View/)).getAttribute('aria-checked')).toBe(first.getAttribute('aria-checked'))
  })

  it('permissionEditor permission.unsaved-confirm permission.unsaved-switch permission.editor-empty: asks before unsaved changes are lost by another role or kind', async () => {
    const { asked } = show()
    fireEvent.click(await box(/^Salaries, Edit/))
    fireEvent.click(screen.getByRole('button', { name: 'Form' }))
    expect(await screen.findByText('You have unsaved changes, switching will lose the data, switch?')).toBeTruthy()
    expect(asked.some(({ url }) => url.includes('kind=form'))).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Switch' }))
    await waitFor(() => expect(asked.some(({ url }) => url.includes('kind=form'))).toBe(true))
    const link = await screen.findByRole('link', { name: 'Create one' })
    expect(link.getAttribute('href')).toBe('/forms')
  })

  it('leaves out the permissions of pages and the question why for who has a say over boxes alone', async () => {
    show()
    await box(/^Salaries, Edit/)
    expect(screen.getByRole('button', { name: 'Permissions of Salaries' })).toBeTruthy()
    expect(screen.getByText('?')).toBeTruthy()
    cleanup()
    show({}, { boxesOnlyOn: '${true}' })
    await box(/^Salaries, Edit/)
    expect(screen.queryByRole('button', { name: 'Permissions of Salaries' })).toBeNull()
    expect(screen.queryByText('?')).toBeNull()
  })

  it('says that the app forbids changes, and changes nothing', async () => {
    show({ locked: true })
    const edit = await box(/^Salaries, Edit/)
    fireEvent.click(edit)
    expect(edit.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByRole('button', { name: 'The current app forbids manual editing of resource permissions' })).toHaveProperty('disabled', true)
  })

  it('permission.editor-spinner permission.load-failed: shows that it loads, and a failed load with its reason and another try', async () => {
    let fails = true
    const fetcher = async ({ url }: { url: string }) => {
      const isMatrix = url.includes('matrix')
      const body = isMatrix && fails ? { status: 500, msg: 'Out of order' } : { status: 0, msg: '', data: isMatrix ? matrix : { items: types } }
      return { status: 200, headers: {}, data: body }
    }
    const schema = { type: 'tessera-permission-matrix', typesApi: 'get:/types', api: 'get:/matrix' }
    const env = { session: `matrix-${run++}`, fetcher, notify: vi.fn(), theme: 'cxd' }
    mount(render({ type: 'page', body: schema } as never, {}, env as never))
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toBe('Out of order')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await box(/^Salaries, View/)).toBeTruthy()
  })

  it('finds resources, and compares two roles', async () => {
    show()
    await box(/^Salaries, View/)
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search resources' }), { target: { value: 'salar' } })
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search resources' }), { target: { value: '' } })
    fireEvent.change(screen.getByLabelText('Compare with'), { target: { value: '1' } })
    expect(await screen.findByText('The two roles may do the same.')).toBeTruthy()
  })

  it('asks for the boxes of a role when it is looked at, and once', async () => {
    const bit = (at: number) => btoa(String.fromCharCode(1 << at))
    const buyers = { ...role('r2', 'Buyers'), boxes: { overridden: bit(0), inherited: '', allowed: '' } }
    const { asked } = show({ roles: [role('r1', 'Sales'), buyers, role('g', 'Guests', 1)] })
    await box(/^Salaries, View: Allowed, by default/)
    const matrices = () => asked.flatMap(({ url }) => /boxesOf=([^&]*)/.exec(url)?.[1] ?? [])
    expect(matrices()).toEqual(['first'])
    fireEvent.click(screen.getByRole('button', { name: 'Buyers' }))
    expect(await box(/^Salaries, View: Not allowed, set here/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sales' }))
    await box(/^Salaries, View: Allowed, by default/)
    fireEvent.click(screen.getByRole('button', { name: 'One permission' }))
    await screen.findByRole('grid', { name: 'Who has the permission View' })
    expect(matrices()).toEqual(['first', 'r2', 'g'])
  })

  it('begins anew when there are other resources by then', async () => {
    const over: { resources?: typeof resources } = {}
    const { asked } = show(over)
    await box(/^Salaries, View: Allowed/)
    over.resources = [{ id: 'new', parent: -1, label: 'Bonuses', isGroup: false, custom: [] }, ...resources]
    fireEvent.click(screen.getByRole('button', { name: 'Buyers' }))
    expect(await box(/^Bonuses, View: Allowed, by default/)).toBeTruthy()
    expect(screen.getByRole('grid', { name: 'Permissions of the role Buyers' })).toBeTruthy()
    expect(asked.filter(({ url }) => url.includes('matrix'))).toHaveLength(3)
  })

  it('shows who has one permission, roles as columns', async () => {
    show()
    await box(/^Salaries, View/)
    fireEvent.click(screen.getByRole('button', { name: 'One permission' }))
    expect(await box(/^Salaries, Buyers: Allowed/)).toBeTruthy()
    expect((await box(/^Salaries, Guests/)).getAttribute('aria-checked')).toBe('true')
  })
})
