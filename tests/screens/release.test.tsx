// What the list of releases offers in which state, and what its details tell: release.list-toolbar release.row-operations release.detail-basic-tab
// release.entity-release release.confirm-retry release.confirm-cancel-release.
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, showScreen } from '../support/show-screen.tsx'

const shipped = createShippedScreens(join(import.meta.dirname, '../../schemas'))
// The first screen brings all of amis.
vi.setConfig({ testTimeout: 120_000 })
afterEach(hide)

type Release = Record<string, any>
const exampleOf = (id: string) => (contracts.find(one => one.id === id)?.example.data ?? {}) as Release
const example: Release = exampleOf('release.list').items[0]
const release = (title: string, more: Release = {}): Release => ({ ...example, id: `01890000-0000-7000-8000-0000000000${title.length + 10}`, title, ...more })
async function show(
  items: Release[],
  { app = {}, detail, start, refusals }: { app?: Release; detail?: Release; start?: Release; refusals?: Record<string, Release> } = {},
) {
  const inProgress = items.some(one => one.status === 2)
  return showScreen('release.page', (await shipped.get('release.page'))?.schema as never, {
    app,
    ...(refusals && { refusals: refusals as never }),
    // No services to sync with are set up.
    answers: {
      'release.initSync': { ...exampleOf('release.initSync'), servicesOptions: [] },
      'release.list': { items, total: items.length, page: 1, perPage: 20, inProgress },
      ...(detail && { 'release.get': detail }),
      ...(start && { 'release.initRelease': start }),
    },
  })
}
const rowOf = (text: string) => screen.getByText(text).closest('tr') as HTMLElement
const buttonsOf = (scope: HTMLElement) =>
  within(scope)
    .queryAllByRole('button')
    .map(one => one.textContent)
/** A link that is off is no button to those who read the page by role. */
const buttonIn = (scope: HTMLElement, name: string) => within(scope).getAllByText(name)[0]?.closest<HTMLElement>('.cxd-Button') as HTMLElement
const press = (scope: HTMLElement, name: string) => fireEvent.click(buttonIn(scope, name))
const isOff = (scope: HTMLElement, name: string) => {
  const button = buttonIn(scope, name)
  return button.hasAttribute('disabled') || button.classList.contains('is-disabled')
}

it('says what a title is about, and that there is nothing to say (release.title-tooltip)', async () => {
  await show([release('Spring', { description: 'Orders & "stock"' }), release('Summer time')])
  expect(screen.getByText('Spring').getAttribute('title')).toBe('Orders & "stock"')
  expect(screen.getByText('Summer time').getAttribute('title')).toBe('No description')
})

it('opens what runs, entry by entry where there are several, and only what was published (release.access-link, release.access-menu)', async () => {
  const dropDownEntries = [
    { label: 'Shop', url: '/company/acme/app/shop/a' },
    { label: 'Staff', url: '/company/acme/app/shop/b' },
  ]
  await show([release('One'), release('Three', { status: -1 }), release('Several', { dropDownEntries })])
  expect([isOff(rowOf('One'), 'Open'), isOff(rowOf('Three'), 'Open')]).toEqual([false, true])
  press(rowOf('Several'), 'Open')
  await screen.findByText('Staff')
  screen.getByText('Shop')
})

it('publishes nothing beside what is being published, asks the list again, and cancels after a question (release.publish-button, release.list-refresh)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { asked, sent } = await show([release('Runs', { status: 2, task: { ...example.task, status: 1, progress: 40 } }), release('Before')])
    within(rowOf('Runs')).getByText('In progress · 40 %')
    expect(isOff(document.body, 'Publish version')).toBe(true)
    const before = asked.filter(id => id === 'release.list').length
    await vi.advanceTimersByTimeAsync(5100)
    await waitFor(() => expect(asked.filter(id => id === 'release.list').length).toBeGreaterThan(before))
    expect(buttonsOf(rowOf('Before'))).not.toContain('Cancel')
    press(rowOf('Runs'), 'Cancel')
    await screen.findByText('Cancel this release?')
    expect(sent.map(one => one.id)).not.toContain('release.kill')
    fireEvent.click(document.querySelector('.cxd-Modal-content .cxd-Button--primary, .cxd-Modal-content .cxd-Button--danger') as HTMLElement)
    await waitFor(() => expect(sent.map(one => one.id)).toContain('release.kill'))
  } finally {
    vi.useRealTimers()
  }
})

it('asks no more once nothing runs', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { asked } = await show([release('Before')])
    await vi.advanceTimersByTimeAsync(1000)
    const before = asked.filter(id => id === 'release.list').length
    await vi.advanceTimersByTimeAsync(12_000)
    expect(asked.filter(id => id === 'release.list').length).toBe(before)
  } finally {
    vi.useRealTimers()
  }
})

it('tries again what failed of a mini-program, after a question, and shows a trial of it as QR codes (release.experience-qrcode)', async () => {
  const { sent } = await show([release('Broken', { status: -1, canRetry: true }), release('For good', { status: -1 }), release('Works')], { app: { type: 2 } })
  expect(buttonsOf(rowOf('For good'))).not.toContain('Retry')
  press(rowOf('Broken'), 'Retry')
  await screen.findByText('Retry this release?')
  expect(sent.map(one => one.id)).not.toContain('release.retry')
  fireEvent.click(document.querySelector('.cxd-Modal-content .cxd-Button--primary, .cxd-Modal-content .cxd-Button--danger') as HTMLElement)
  await waitFor(() => expect(sent.map(one => one.id)).toContain('release.retry'))
  await waitFor(() => expect(document.querySelector('.cxd-Modal-content')).toBeNull())
  expect(buttonsOf(rowOf('Broken'))).not.toContain('Try it')
  press(rowOf('Works'), 'Try it')
  const dialog = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.cxd-Modal-content')
    if (!found?.querySelector('.cxd-QrCode svg, .cxd-QrCode canvas')) throw new Error('no code yet')
    return found
  })
  for (const { label } of exampleOf('release.getMiniappQrcode').items as { label: string }[]) within(dialog).getByText(label)
})

it('goes back to what was published before and does not run, unless something is being published', async () => {
  await show([release('Now'), release('Earlier', { current: false }), release('Failed once', { current: false, status: -1 })])
  expect(buttonsOf(rowOf('Now'))).not.toContain('Go back')
  expect(buttonsOf(rowOf('Failed once'))).not.toContain('Go back')
  expect(isOff(rowOf('Earlier'), 'Go back')).toBe(false)
})

it('tells what was published with which settings, and who may do what there (release.detail-permission-visible)', async () => {
  const detail = {
    ...exampleOf('release.get'),
    title: 'Spring',
    description: 'Orders',
    consts: [{ var: 'API_HOST', value: 'https://a.test' }],
    languages: ['en-US', 'zh-CN'],
    readAcl: ['All users'],
  }
  for (const list of ['editAcl', 'adminRoleAcl', 'createRoleAcl', 'dataManageAcl', 'flowManageAcl', 'viewLogAcl', 'resourceAcl']) (detail as Release)[list] = []
  await show([release('Spring')], { detail })
  press(rowOf('Spring'), 'Details')
  for (const text of ['API_HOST', 'https://a.test', 'Task log', 'Published from']) await screen.findByText(text)
  screen.getByText(/en-US.*zh-CN/)
  fireEvent.click(screen.getByText('Permission configuration'))
  await screen.findByText('All users')
})

it('tells of what failed or is not done only what it is, and its log (release.detail-unfinished)', async () => {
  const detail = { ...example, status: -1, canRetry: true, task: { ...example.task, status: -1, reason: 'The database is away' }, readAcl: ['All users'] }
  await show([release('Broken', { status: -1 })], { detail })
  press(rowOf('Broken'), 'Details')
  await screen.findByText('The database is away')
  screen.getByText('Task log')
  expect(screen.queryByText('Permission configuration')).toBeNull()
})

it('says that nothing was published yet, and offers to (release.list-empty-message, release.tabs)', async () => {
  await show([])
  await screen.findByText('Nothing has been published yet')
  expect(buttonsOf(document.querySelector('.tes-empty') as HTMLElement)).toContain('Publish')
  // With no service to sync with there is one list, and no tabs above it.
  expect(document.querySelector('.cxd-Tabs-links:not(.hidden)')).toBeNull()
})

it('suggests a version (release.publish-version-placeholder)', async () => {
  await show([release('Spring')])
  press(document.body, 'Publish version')
  await waitFor(() => expect(document.querySelector('input[name="version"]')?.getAttribute('placeholder')).toBe('1.0.0'))
})

it('opens the tab of sync at once where the address names it (release.sync-tab)', async () => {
  await showScreen('release.page', (await shipped.get('release.page'))?.schema as never, { hash: '#sync' })
  screen.getByRole('button', { name: 'Sync app' })
  expect(document.querySelector('.cxd-Tabs-link.is-active')?.textContent).toBe('Sync')
})

it('cancels a synchronisation that runs, after a question', async () => {
  const [one] = exampleOf('release.listSyncs').items
  const runs = { items: [{ ...one, task: { ...one.task, status: 1, progress: 20 } }], total: 1, page: 1, perPage: 20, inProgress: true }
  const { sent } = await showScreen('release.page', (await shipped.get('release.page'))?.schema as never, {
    hash: '#sync',
    answers: { 'release.listSyncs': runs },
  })
  press(rowOf('Running · 20 %'), 'Cancel')
  await screen.findByText('Cancel this synchronisation?')
  expect(sent.map(({ id }) => id)).not.toContain('release.cancelSync')
  fireEvent.click(document.querySelector('.cxd-Modal-content .cxd-Button--primary, .cxd-Modal-content .cxd-Button--danger') as HTMLElement)
  await waitFor(() => expect(sent.map(({ id }) => id)).toContain('release.cancelSync'))
})

it('tells what the server says where a call is refused (release.server-errors)', async () => {
  const told: unknown[] = []
  const { env } = await import('../../src/amis/env.ts')
  await show([release('Works'), release('Broken', { status: -1 })], {
    refusals: { 'release.get': { status: 409, msg: 'A release is in progress', code: 'release.inProgress' } },
  })
  env.notify = (_kind, message) => void told.push(message)
  press(rowOf('Works'), 'Details')
  await waitFor(() => expect(told.join() + document.body.textContent).toContain('A release is in progress'))
})

it('pushes a version to the interface where the app may, and says what came of the last one (release.push-menu release.interface-push-dialog)', async () => {
  await show([release('One')], { app: { perms: { publish: true, edit: true, interfacePush: false } } })
  expect(screen.queryByText('Push to interface')).toBeNull()
  hide()
  const { asked, sent } = await show([release('One')], { app: { perms: { publish: true, edit: true, interfacePush: true } } })
  press(document.body, 'Push to interface')
  await screen.findByText('The other side answers 503')
  const dialog = document.querySelector('.cxd-Modal-content') as HTMLElement
  within(dialog).getByText('Failed')
  press(dialog, 'Push')
  // release.interface-push-version
  await waitFor(() => expect(dialog.querySelector('.cxd-Form-feedback')?.textContent).toBe('Choose a version'))
  fireEvent.click(dialog.querySelector('.cxd-Select') as HTMLElement)
  fireEvent.click(await screen.findByText('1.0.0 First'))
  press(dialog, 'Push')
  await waitFor(() => expect(sent.find(one => one.id === 'release.interfacePush')?.data).toEqual({ id: '01890000-0000-7000-8000-0000000000a1' }))
  // The answer has an id as well: what was chosen stays chosen.
  await waitFor(() => expect(asked.filter(id => id === 'release.listInterfacePushes').length).toBeGreaterThan(1))
  expect(dialog.querySelector('.cxd-Select')?.textContent).toContain('1.0.0 First')
})

it('offers the source of quick apps where the installation does, and says before which pages are which (release.quickapp-export-dialog)', async () => {
  await show([release('One')], { app: { type: 3, perms: { publish: true, edit: true, quickappSource: false } } })
  press(document.body, 'Export')
  await screen.findByText('App package')
  expect(screen.queryByText('Quick-app source')).toBeNull()
  hide()
  const { sent } = await show([release('One')], { app: { type: 3, perms: { publish: true, edit: true, quickappSource: true } } })
  press(document.body, 'Export')
  expect(screen.queryByText('Mini-program source')).toBeNull()
  fireEvent.click(await screen.findByText('Quick-app source'))
  await screen.findByText('1 of 2 pages are drawn natively, the others open as web pages')
  screen.getByText('Not in the project, since nothing is saved in them: Draft')
  press(document.querySelector('.cxd-Modal-content') as HTMLElement, 'Download source')
  await waitFor(() => expect(sent.find(one => one.id === 'release.exportQuickappCode')?.data).toEqual({ from: 'dev' }))
})

it('asks of mini-program apps what their projects are made with (release.publish-applet-fields)', async () => {
  const start = exampleOf('release.initRelease')
  const open = async (applet: unknown) => {
    const shown = await show([release('One')], { app: { type: 2 }, start: { ...start, applet } })
    press(document.body, 'Publish version')
    await waitFor(() => expect((document.querySelector('.cxd-Drawer-content input[name=version]') as HTMLInputElement)?.value).toBe(''))
    await screen.findByText('In the background', {}, { timeout: 10_000 })
    return { ...shown, drawer: document.querySelector('.cxd-Drawer-content') as HTMLElement }
  }
  await open(null)
  expect(screen.queryByText('Framework')).toBeNull()
  hide()
  const { sent, drawer } = await open({ ...start.applet, exportAllImages: true })
  await within(drawer).findByText('Framework')
  fireEvent.click(within(drawer).getByText('Taro'))
  // lastRuntimeVersion, read-only
  await within(drawer).findByText(`Version ${start.applet.lastRuntimeVersion}`)
  fireEvent.click(within(drawer).getByText('The latest'))
  await within(drawer).findByText(`Version ${start.applet.latestRuntimeVersion}`)
  fireEvent.click(within(drawer).getByText('A version'))
  await within(drawer).findByText('1.0.0+3f2a91bc')
  fireEvent.click(within(drawer).getByText('The web (h5)'))
  fireEvent.change(drawer.querySelector('input[name=title]') as Element, { target: { value: 'Spring' } })
  press(drawer, 'Publish')
  await waitFor(() =>
    expect(sent.find(one => one.id === 'release.create')?.data).toMatchObject({
      appletType: 'h5',
      codeType: 'taro',
      exportAllImages: true,
      runtime: 'custom',
      runtimeVersion: '1.0.0+3f2a91bc',
    }),
  )
})

it('pushes mini-programs with what the form has, and remembers the platform (release.push-menu release.miniapp-push-dialog release.applet-type-remembered)', async () => {
  localStorage.clear()
  await show([release('One')], { app: { perms: { publish: true, edit: true, ciPush: false } } })
  expect(screen.queryByText('Push mini-programs')).toBeNull()
  hide()
  const { sent } = await show([release('One')], { app: { perms: { publish: true, edit: true, ciPush: true } } })
  press(document.body, 'Push mini-programs')
  await screen.findByText('Variables of the pipeline')
  const dialog = document.querySelector('.cxd-Modal-content') as HTMLElement
  await waitFor(() => expect((dialog.querySelector('input[name=version]') as HTMLInputElement).value).toBe('1.0.1'))
  expect((dialog.querySelector('input[name=var]') as HTMLInputElement).value).toBe('ROBOT')
  press(dialog, 'Push')
  // release.applet-push-title release.applet-push-entries
  await within(dialog).findByText('Title is required')
  within(dialog).getByText('At least one mini-program is required')
  fireEvent.change(dialog.querySelector('input[name=title]') as Element, { target: { value: 'Spring' } })
  const choose = async (at: number, text: string) => {
    fireEvent.click(dialog.querySelectorAll('.cxd-Select')[at] as HTMLElement)
    fireEvent.click(await screen.findByText(text))
  }
  within(dialog).getByText('Taro')
  await choose(0, 'Alipay')
  await within(dialog).findByText('Made with uni-app: Taro has no working build for Alipay.')
  expect(within(dialog).queryByText('Taro')).toBeNull()
  await choose(1, 'Shop in WeChat')
  expect(screen.getByText('Club').closest('.cxd-Select-option')?.className).toContain('is-disabled')
  // release.runtime-versions-filter
  fireEvent.click(within(dialog).getByText('A version'))
  await within(dialog).findByText('1.0.0+3f2a91bc')
  expect(screen.queryByText(/beta/)).toBeNull()
  press(dialog, 'Push')
  await waitFor(() =>
    expect(sent.find(one => one.id === 'release.createPush')?.data).toEqual({
      appletType: 2,
      codeType: 'uniapp',
      version: '1.0.1',
      from: 'dev',
      tag: 'latest',
      title: 'Spring',
      entries: ['wechat'],
      runtime: 'custom',
      runtimeVersion: '1.0.0+3f2a91bc',
      consts: [{ var: 'ROBOT', value: '1' }],
    }),
  )
  await screen.findByText('The push was begun. The history says how far it is.')
  hide()
  await show([release('One')], { app: { perms: { publish: true, edit: true, ciPush: true } } })
  press(document.body, 'Push mini-programs')
  await screen.findByText('Variables of the pipeline')
  within(document.querySelector('.cxd-Modal-content') as HTMLElement).getByText('Alipay')
  localStorage.clear()
})

it('sends a package once for all that is asked about it, and throws it away when the drawer is closed (release.package-import-dialog)', async () => {
  const { asked, sent } = await show([release('One')], { app: { perms: { publish: true, edit: true } } })
  press(document.body, 'Update from a package')
  await screen.findByText('Take these sections, too')
  const drawer = document.querySelector('.cxd-Drawer-content') as HTMLElement
  fireEvent.change(drawer.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [new File(['x'.repeat(50)], 'orders.amis')] } })
  await waitFor(() => expect(asked).toContain('release.uploadPackage'))
  await waitFor(() => expect(isOff(drawer, 'Look into it')).toBe(false))
  press(drawer, 'Look into it')
  await within(drawer).findByText('Orders: Content changed')
  // What is chosen is planned again.
  await waitFor(() => expect(asked.filter(id => id === 'release.planImport')).toHaveLength(2))
  press(drawer, 'Update')
  await waitFor(() => expect(asked).toContain('release.importPackage'))
  const { value } = exampleOf('release.uploadPackage')
  const forms = sent.filter(one => ['release.planImport', 'release.importPackage'].includes(one.id)).map(one => one.data as FormData)
  expect(forms.map(form => form.get('upload'))).toEqual([value, value, value])
  expect(forms.flatMap(form => [...form.values()]).filter(one => one instanceof Blob)).toEqual([])
  expect(asked.filter(id => id === 'release.uploadPackage')).toHaveLength(1)
  hide()
  const again = await show([release('One')], { app: { perms: { publish: true, edit: true } } })
  press(document.body, 'Update from a package')
  await screen.findByText('Take these sections, too')
  const next = document.querySelector('.cxd-Drawer-content') as HTMLElement
  fireEvent.change(next.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [new File(['x'], 'orders.amis')] } })
  await waitFor(() => expect(isOff(next, 'Look into it')).toBe(false))
  press(next, 'Cancel')
  await waitFor(() => expect(again.asked).toContain('release.deleteUpload'))
  expect(again.unknown).toEqual([])
})
