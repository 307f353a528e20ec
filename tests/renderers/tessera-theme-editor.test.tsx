// theme.document theme.color-token theme.visual-state theme.required theme.button-custom-required theme.global-color theme.color-form theme.data-color-form theme.style-form
import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newTheme, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { toTokenFile } from '../../api/theme/token-file.ts'
import '../../renderers/tessera-theme-editor/theme-editor.tsx'
import { begun, isSame, worked } from '../../renderers/tessera-theme-editor/work.ts'

configure({ asyncUtilTimeout: 5000 })
const sent: any[] = []
let refusal: { msg: string; errors?: Record<string, string> } | undefined
let draft: ThemeDocument | null
const updateLocation = vi.fn()
const notify = vi.fn()
let run = 0

function answer({ method, url, data }: { method?: string; url: string; data?: any }): object {
  const ok = (more: object) => ({ status: 0, msg: '', data: more })
  if (url.endsWith('/version'))
    return ok({ items: [2, 1].map(version => ({ version, note: version === 1 ? 'first' : '', createdAt: '2026-01-05T10:00:00.000Z', createdBy: 'Ann' })) })
  if (url.endsWith('/version/1')) return ok({ version: 1, data: withBrand(newTheme('Shop'), '#0f766e') })
  if (url.endsWith('/page')) return ok({ items: [{ kind: 'page', name: 'Orders', path: '/orders', children: [] }] })
  if (method === 'get') return ok({ id: 't', version: 3, isDefault: true, data: newTheme('Shop'), draft })
  sent.push({ method, url, data })
  if (refusal) return { status: 422, ...refusal }
  if (url.endsWith('/draft')) return ok({ savedAt: '', isDraft: true })
  const { baseVersion: _base, note: _note, ...document } = data
  return ok({ id: 't', version: 4, isDefault: true, data: document, draft: null })
}

async function show(words: object = {}) {
  const documentOf = { config: '${config}', global: '${global}', component: '${component}', customStyle: '${customStyle}' }
  const schema = {
    type: 'tessera-theme-editor',
    api: 'get:/api/theme/t',
    saveApi: { method: 'put', url: '/api/theme/t', data: { ...documentOf, baseVersion: '${baseVersion}', note: '${note}' } },
    draftApi: { method: 'post', url: '/api/theme/t/draft', data: documentOf },
    pagesApi: 'get:/api/page',
    versionsApi: 'get:/api/theme/t/version',
    versionApi: 'get:/api/theme/t/version/${themeVersion}',
    appAddress: '/company/acme/app/shop-dev',
    backAddress: '/themes',
  }
  notify.mockClear()
  const env = {
    session: `theme-${run++}`,
    fetcher: async (api: any) => ({ data: answer({ ...api, method: (api.method ?? 'get').toLowerCase(), data: api.data ?? api.body }) }),
    isCancel: () => false,
    notify,
    updateLocation,
    ...words,
  }
  mount(render(schema as never, {}, env as never) as never)
  await screen.findByText('Shop')
}
// By what it is called; asking for roles among some hundred colours takes seconds here.
const named = (name: string | RegExp) =>
  [...document.querySelectorAll('button')].find(one => {
    const text = one.getAttribute('aria-label') ?? one.textContent ?? ''
    return typeof name === 'string' ? text === name : name.test(text)
  })
const press = (name: string | RegExp) => fireEvent.click(named(name) as HTMLElement)
const save = () => named('Save') as HTMLButtonElement

beforeEach(() => {
  sent.length = 0
  refusal = undefined
  draft = null
  history.replaceState(null, '', '/')
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint, 0))
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

it('saves what was changed, and nothing is left to save', async () => {
  await show()
  expect(save().disabled).toBe(true)
  press('Brand 5, #2468f2')
  fireEvent.change(screen.getByLabelText('Main colour'), { target: { value: '#0f766e' } })
  await waitFor(() => expect(save().disabled).toBe(false))
  fireEvent.click(save())
  await waitFor(() => expect(save().disabled).toBe(true))
  expect(sent[0].data.global.colors.brand.body.main).toBe('#0f766e')
  expect(sent[0].data.baseVersion).toBe(3)
})
it('tells of texts that are hard to read when it is saved, and of none when there are none', async () => {
  draft = withBrand(newTheme('Shop'), '#facc15')
  await show()
  press('Save')
  await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', expect.stringMatching(/^\d+ texts are hard to read/)))
  press('Contrast')
  press(/^Repair all/)
  await waitFor(() => expect(save().disabled).toBe(false))
  notify.mockClear()
  press('Save')
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', expect.anything()))
  expect(notify).not.toHaveBeenCalledWith('warning', expect.anything())
})
it('takes changes back and does them again', async () => {
  await show()
  press('Brand 5, #2468f2')
  fireEvent.change(screen.getByLabelText('Main colour'), { target: { value: '#0f766e' } })
  await waitFor(() => expect(save().disabled).toBe(false))
  press(/^Undo/)
  await waitFor(() => expect(save().disabled).toBe(true))
  press(/^Redo/)
  await waitFor(() => expect(save().disabled).toBe(false))
})
it('asks before a scale is made anew over what was set by hand', async () => {
  await show()
  press('Brand 1, #001259')
  fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#ff0000' } })
  await waitFor(() => expect(named('Brand 1, #ff0000')).toBeTruthy())
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
  press('Reset to the fifth step')
  await screen.findByText('The existing colours will be overwritten; continue?')
  press('Overwrite')
  await waitFor(() => expect(named('Brand 1, #ff0000')).toBeUndefined())
})
it('begins with the draft, which is not saved', async () => {
  draft = { ...newTheme('Shop'), customStyle: { style: '.a { color: red }' } }
  await show()
  expect(save().disabled).toBe(false)
})
it('finds components by their name or key, whatever the case, and forgets what was searched for with the section', async () => {
  await show()
  press('Components')
  fireEvent.change(document.querySelector('input[type=search]') as HTMLInputElement, { target: { value: 'INPUT-TR' } })
  expect([...document.querySelectorAll('.tes-theme-entry')].map(one => one.textContent)).toEqual(['Input tree'])
  press('Global')
  press('Components')
  expect((document.querySelector('input[type=search]') as HTMLInputElement).value).toBe('')
  expect(updateLocation).toHaveBeenCalledWith('?nav=component&tab=button', true)
})
it('shows the fields of one state, and sets all sides together', async () => {
  await show()
  press('Components')
  press('Link')
  await waitFor(() => expect(document.querySelector('[aria-label=State]')).toBeTruthy())
  press('Hover')
  // The tokens are put into the list when one goes there.
  fireEvent.focus(screen.getByLabelText('Background'))
  fireEvent.change(screen.getByLabelText('Background'), { target: { value: '--colors-brand-5' } })
  await waitFor(() => expect(save().disabled).toBe(false))
  fireEvent.click(save())
  await waitFor(() => expect(sent[0]?.data.component).toEqual({ link: { base: { hover: { body: { 'bg-color': 'var(--colors-brand-5)' } } } } }))
})
it('tells what the server refuses, with the place', async () => {
  await show()
  refusal = { msg: 'The theme cannot be used', errors: { 'component.link': 'There is no such part or field' } }
  press('Brand 5, #2468f2')
  fireEvent.change(screen.getByLabelText('Main colour'), { target: { value: '#0f766e' } })
  await waitFor(() => expect(save().disabled).toBe(false))
  fireEvent.click(save())
  expect((await screen.findByText('The theme cannot be used')).textContent).toContain('The theme cannot be used')
  expect(save().disabled).toBe(false)
})
it('needs a name', async () => {
  await show()
  press('Theme settings')
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: '' } })
  expect(screen.getByText('This field is required')).toBeTruthy()
  expect(save().disabled).toBe(true)
})
const dialogs = () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
}
const pick = (item: string) => {
  press('Import and export')
  fireEvent.click(screen.getByRole('menuitem', { name: item, hidden: true }))
}
it('takes a file in after it was looked at, and nothing of a damaged one', async () => {
  dialogs()
  await show()
  pick('Import…')
  const text = screen.getByLabelText('Or its text')
  const file = toTokenFile(withBrand(newTheme('Shop'), '#0f766e')) as any
  fireEvent.change(text, { target: { value: JSON.stringify({ ...file, color: { ...file.color, brand: {} } }) } })
  expect((await screen.findAllByText('color.brand.1')).length).toBe(1)
  expect((named('Take over') as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(text, { target: { value: JSON.stringify(file) } })
  expect(screen.getByText('Brand: #2468f2 becomes #0f766e')).toBeTruthy()
  press('Take over')
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(sent).toEqual([])
  press('Save')
  await waitFor(() => expect(sent[0]?.data.global.colors.brand.body.main).toBe('#0f766e'))
})
it('says in words what was done, goes back to any step, and takes a version again with a note', async () => {
  await show()
  press('Brand 5, #2468f2')
  fireEvent.change(screen.getByLabelText('Main colour'), { target: { value: '#aa0000' } })
  press('History')
  await screen.findByText('Version 2')
  expect(screen.getByText('Brand: #2468f2 becomes #aa0000')).toBeTruthy()
  press('As it was opened')
  await waitFor(() => expect(save().disabled).toBe(true))
  press('Brand: colour changed')
  await waitFor(() => expect(save().disabled).toBe(false))
  press(/^Version 1/)
  await screen.findByText('Brand: #0f766e becomes #aa0000')
  press('Take this version')
  fireEvent.change(screen.getByLabelText('Note of the next version'), { target: { value: 'back' } })
  press('Save')
  await waitFor(() => expect(sent[0]?.data.note).toBe('back'))
  expect(sent[0].data.global.colors.brand.body.main).toBe('#0f766e')
})
it('lets through of a colour what it let through, when its swatch is dragged in', async () => {
  const at = newTheme('').global.shadows.findIndex(({ value }) => value[0]?.color.startsWith('rgba'))
  await show()
  fireEvent.click([...document.querySelectorAll('[role=tab]')].find(one => one.textContent === 'Shadows') as Element)
  fireEvent.click(document.querySelectorAll('.tes-theme-entry.is-shadow')[at] as Element)
  fireEvent.input(document.querySelector('.tes-theme-panel input[type=color]') as Element, { target: { value: '#102030' } })
  await waitFor(() => expect(save().disabled).toBe(false))
  press('Save')
  const alpha = /[\d.]+(?=\)$)/.exec(newTheme('').global.shadows[at]?.value[0]?.color ?? '')?.[0]
  await waitFor(() => expect(sent[0]?.data.global.shadows[at].value[0].color).toBe(`rgba(16, 32, 48, ${alpha})`))
})
it('says what a value is as it is shipped, and which family is chosen, in the words of the reader', async () => {
  await show({ t: (english: string) => (english === 'Brand' ? '品牌色' : english === 'Body' ? '正文' : english) })
  press('Components')
  press('Link')
  const shipped = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).options[0]?.text
  await waitFor(() => expect(shipped('Background')).toBe('As shipped · transparent'))
  expect(shipped('Size')).toBe('As shipped · 正文 · 13px')
  press('Condition builder')
  await waitFor(() =>
    expect([...document.querySelectorAll('option')].map(one => one.text).filter(text => /^As shipped · 品牌色 \d+ · #/.test(text))).not.toEqual([]),
  )
  press('Global')
  fireEvent.click([...document.querySelectorAll('[role=tab]')].find(one => one.textContent === 'Fonts') as Element)
  fireEvent.click([...document.querySelectorAll('.tes-theme-entry')].find(one => /Base family/.test(one.textContent ?? '')) as Element)
  press('Slab')
  await waitFor(() => expect(named('Slab')?.getAttribute('aria-pressed')).toBe('true'))
  press('Save')
  await waitFor(() => expect(sent[0]?.data.global.fonts.base.body[0]).toBe('Rockwell'))
})
it('puts a ready look on, turns all colours at once from where they were, and takes both back', async () => {
  draft = withValue(newTheme('Shop'), 'customStyle.style', '.a { color: red }')
  await show()
  press('Looks')
  press('Midnight')
  await waitFor(() => expect(named('Midnight')?.getAttribute('aria-pressed')).toBe('true'))
  const brand = () => named(/^Brand 5, /)?.getAttribute('aria-label')
  const before = brand()
  const hue = () => screen.getByLabelText<HTMLInputElement>('Hue')
  fireEvent.change(hue(), { target: { value: '90' } })
  fireEvent.change(hue(), { target: { value: '120' } })
  await waitFor(() => expect(brand()).not.toBe(before))
  const turned = brand()
  // Not turned further from what it had become.
  press('As it was before')
  await waitFor(() => expect(brand()).toBe(before))
  expect(hue().value).toBe('0')
  press(/^Undo/)
  await waitFor(() => expect(brand()).toBe(turned))
  press('Save')
  await waitFor(() => expect(sent[0]?.data.config).toEqual({ ...newTheme('Shop').config, isDark: true }))
  expect(sent[0].data.customStyle.style).toBe('.a { color: red }')
})
it('finds where a value and a token are, and opens what was found', async () => {
  draft = withValue(newTheme('Shop'), 'component.divider.body.color', 'var(--colors-brand-5)')
  await show()
  press('Find')
  fireEvent.change(screen.getByLabelText('Value or token'), { target: { value: '#2468F2' } })
  await waitFor(() => expect(named(/^Brand · 5/)).toBeTruthy())
  press(/^Brand · 5/)
  press('Where is it used?')
  fireEvent.click(screen.getByLabelText('Only what this theme sets'))
  await waitFor(() => expect(named(/^Divider · Default · Colour/)).toBeTruthy())
  press(/^Divider · Default · Colour/)
  await waitFor(() => expect(updateLocation).toHaveBeenCalledWith('?nav=component&tab=divider', true))
})
it('holds the steps of a drag together and compares by value', () => {
  const start = begun(newTheme('A'))
  const to = (name: string, run: string) => ({ do: 'change', document: newTheme(name), words: 'x', run }) as const
  const dragged = worked(worked(start, to('B', 'r')), to('C', 'r'))
  expect(worked(dragged, { do: 'undo' }).now.config.name).toBe('A')
  expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false)
})

// theme.global-font theme.font-family-form theme.font-size-form theme.line-height-form theme.global-border theme.border-form theme.global-space theme.size-form
// theme.size-settings theme.global-shadow theme.shadow-form
it('sets fonts, borders, space and shadows, each within its limits', async () => {
  await show()
  const panel = () => document.querySelector('.tes-theme-panel') as HTMLElement
  const open = (tab: string, entry: RegExp) => {
    fireEvent.click([...document.querySelectorAll('[role=tab]')].find(one => one.textContent === tab) as Element)
    fireEvent.click([...document.querySelectorAll('.tes-theme-entry')].find(one => entry.test(one.textContent ?? '')) as Element)
  }
  const value = () => screen.getByLabelText(/^Value/) as HTMLInputElement
  const isRefused = async (text: string, told: RegExp) => {
    const before = value().value
    fireEvent.change(value(), { target: { value: text } })
    await waitFor(() => expect(panel().textContent).toMatch(told))
    // What was not taken is not kept.
    fireEvent.blur(value())
    expect(value().value).toBe(before)
  }
  open('Fonts', /13px/)
  for (const wrong of ['11px', '49px', '13']) await isRefused(wrong, /Font size must be between 12 and 48, in px or em/)
  open('Fonts', /1\.5/)
  await isRefused('tall', /px, rem, em or without a unit/)
  open('Fonts', /Base family/)
  press('Add family')
  await waitFor(() => expect(panel().querySelectorAll('input').length).toBeGreaterThan(2))
  expect((named('Move family 1 up') as HTMLButtonElement).disabled).toBe(true)
  open('Borders', /6px/)
  await isRefused('6 apples', /in px, rem, em or %/)
  open('Spacing', /0\.5rem|8px/)
  await isRefused('1.2345rem', /at most three places/)
  open('Shadows', /./)
  await waitFor(() => expect(panel().textContent).toMatch(/Blur/))
  expect(panel().querySelector('h2')?.textContent).toBe(`Shadows · ${newTheme('').global.shadows[0]?.label}`)
})
