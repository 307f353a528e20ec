// The work page of a screen around its editor: tessera-screen-editor.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, configure, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { useEffect, type ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderer } from '../../renderers/register.tsx'
import '../../renderers/tessera-screen-editor/screen-editor.tsx'
import { plugins } from '../support/amis-editor-stub.tsx'
import rendererWords from '../../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { renderers } from '../../api/generated/renderers.ts'
import '../../renderers/generated/plugins.ts'

const selected = vi.fn((path: string) => path !== 'hidden')
// The visual editor itself needs a browser; a button stands for a hand on its canvas.
function Canvas({ editedSchema, texts, onSchemaChange, onTouch, onReady }: any) {
  useEffect(() => {
    onReady({ select: selected })
    onSchemaChange({ ...editedSchema, tidied: true })
  }, [])
  return (
    <button
      type="button"
      data-words={Object.keys(texts).length}
      onClick={() => {
        onTouch('change')
        onSchemaChange({ ...editedSchema, title: 'Mine' })
      }}
    >
      {`canvas of ${String(editedSchema.title)}`}
    </button>
  )
}
// The first render loads amis' chunks.
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => void renderer('tessera-schema-editor', Canvas as ComponentType<any>))

const PAGE = { type: 'page', title: 'Home', body: [] }
let world: { presence: any; opened: any; findings: any[]; publish: any; asked: { method: string; url: string; data: any }[] }
const notify = vi.fn()
let run = 0

beforeEach(() => {
  localStorage.clear()
  notify.mockClear()
  world = {
    opened: { id: 'general.home', version: 3, state: 'published', schema: PAGE, below: PAGE, draft: null, others: [], conflicts: [], staged: null },
    presence: { editors: [], version: 3, updatedBy: '' },
    findings: [],
    publish: { status: 0, msg: '', data: { version: 4, hash: 'x', sentences: [], staged: null, replaced: null } },
    asked: [],
  }
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

async function request({ url, method, data }: any) {
  world.asked.push({ method, url, data })
  const path = url.split('?')[0]
  const ok = (found: object) => ({ data: { status: 0, msg: '', data: found } })
  if (path.endsWith('/draft')) return ok(method === 'get' ? world.opened : { at: new Date().toISOString(), version: 3, findings: [] })
  if (path.endsWith('/check')) return ok({ findings: world.findings })
  if (path.endsWith('/publish')) return { data: world.publish }
  if (path.endsWith('/presence')) return ok(world.presence)
  if (path.includes('/version')) return ok({ items: [{ version: 4, createdBy: 'Ben', createdAt: '2026-01-02T03:04:05Z' }], schema: PAGE })
  return ok({ items: [{ id: 'general.home', title: 'Home', path: '/home' }] })
}

async function open(props: object = {}) {
  const env = {
    session: `screen-${run++}`,
    request,
    fetcher: async () => ({ data: { status: 0, data: {} } }),
    notify,
    jumpTo: () => {},
    theme: 'cxd',
    words: async (_area: string, language = 'en-US') => (language === 'zh-CN' ? { Home: '首页' } : {}),
  }
  const view = mount(render({ type: 'tessera-screen-editor', screenId: 'general.home', ...props } as never, { locale: 'en-US' } as never, env as never))
  await screen.findByRole('tab', { name: 'Design' })
  await screen.findByText(/canvas of/)
  return view
}
const change = () => fireEvent.click(screen.getByText(/canvas of/))
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the work page of a screen', () => {
  it('says which screen it is and how it stands', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy()
    expect(screen.getByText('general.home')).toBeTruthy()
    expect(screen.getByText('Changed')).toBeTruthy()
    expect(screen.getByText('As published')).toBeTruthy()
    expect(button('Publish').disabled).toBe(true)
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe('/platform/screens/general.home/history')
  })
  it('takes the editor’s own tidying for no change', async () => {
    await open()
    expect(button(/^Undo/).disabled).toBe(true)
  })
  it('speaks to the calls of its level', async () => {
    await open({ companyKey: 'acme', appUrlKey: 'shop' })
    expect(world.asked.every(({ url }) => url.includes('companyKey=acme&appUrlKey=shop'))).toBe(true)
    expect(screen.getByRole('link', { name: 'Back to the screens' }).getAttribute('href')).toBe('/company/acme/app/shop/admin/screens')
  })
  it('undoes with Ctrl+Z and redoes with Ctrl+Shift+Z, whatever the view', async () => {
    await open()
    change()
    await screen.findByText('canvas of Home')
    expect(button('Publish').disabled).toBe(false)
    fireEvent.click(screen.getByRole('tab', { name: 'JSON' }))
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    await waitFor(() => expect(button('Publish').disabled).toBe(true))
    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(button('Publish').disabled).toBe(false))
  })
  it('keeps a draft and says when', async () => {
    await open()
    change()
    expect(await screen.findByText(/^Draft saved \d\d:\d\d$/)).toBeTruthy()
    expect(world.asked.find(({ method, url }) => method === 'post' && url.includes('/draft'))?.data).toMatchObject({
      baseVersion: 3,
      schema: { title: 'Mine' },
    })
  })
  it('tells who else is at it', async () => {
    world.opened.others = [{ name: 'Ben', at: '2026-01-02T12:05:00Z' }]
    await open()
    expect(await screen.findByText(/Ben has a draft since .*; you work on your own copy/)).toBeTruthy()
  })
  it('tells who has it open, and of one’s own other tab', async () => {
    world.presence.editors = [
      { name: 'Cyd', since: '2026-01-02T12:05:00Z', isSelf: false },
      { name: 'Ann', since: '2026-01-02T12:05:00Z', isSelf: true },
    ]
    await open()
    expect(await screen.findByText('Cyd has this screen open too; you each work on a copy of your own.')).toBeTruthy()
    expect(screen.getByText(/another tab as well/)).toBeTruthy()
  })
  it('leads from a finding to its part, or to its line where the canvas does not show it', async () => {
    world.findings = [
      { path: 'body[0]', message: 'No such component', severity: 'error', code: 'x' },
      { path: 'hidden', message: 'No words for this', severity: 'warning', code: 'y' },
    ]
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /1 mistake · 1 warning/ }))
    fireEvent.click(screen.getByRole('button', { name: /No such component/ }))
    expect(selected).toHaveBeenLastCalledWith('body[0]')
    expect(screen.getByRole('tab', { name: 'Design' }).getAttribute('aria-selected')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: /No words for this/ }))
    expect(screen.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true')
  })
  it('publishes with a note, after saying what changes', async () => {
    await open()
    change()
    fireEvent.click(button('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Home' }))
    expect(await dialog.findByText(/title of .*“Home” to “Mine”/)).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Note'), { target: { value: 'clearer' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Publish to everybody' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Published as version 4'))
    expect(world.asked.find(({ url }) => url.includes('/publish'))?.data).toMatchObject({ note: 'clearer', baseVersion: 3 })
  })
  it('shows it to some people first, and minds their addresses', async () => {
    await open()
    change()
    fireEvent.click(button('Publish'))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByLabelText('Only for these people first'))
    fireEvent.change(dialog.getByLabelText('Their emails'), { target: { value: 'ben' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Show to 1 person' }))
    expect(await dialog.findByText('No email address: ben')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Their emails'), { target: { value: 'ben@example.test, cyd@example.test' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Show to 2 people' }))
    await waitFor(() => expect(world.asked.find(({ url }) => url.includes('/publish'))?.data.people).toEqual(['ben@example.test', 'cyd@example.test']))
  })
  it('does not publish what has mistakes, and leads to them', async () => {
    world.findings = [{ path: 'body[0]', message: 'No such component', severity: 'error', code: 'x' }]
    await open()
    change()
    await screen.findByText('1 mistake')
    fireEvent.click(button('Publish'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('1 mistake stands in the way')).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish to everybody' }).disabled).toBe(true)
    fireEvent.click(dialog.getByRole('button', { name: /No such component/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('asks when somebody published meanwhile: theirs, mine, or both', async () => {
    world.publish = {
      status: 409,
      code: 'screen.changedMeanwhile',
      msg: 'Ben published',
      data: { version: 4, updatedBy: 'Ben', updatedAt: '2026-01-02T03:04:05Z', sentences: [] },
    }
    await open()
    change()
    fireEvent.click(button('Publish'))
    world.opened = { ...world.opened, version: 4 }
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish to everybody' }))
    const asks = within(await screen.findByRole('dialog', { name: /Ben published version 4|newer version/ }))
    const both = await asks.findByRole<HTMLButtonElement>('button', { name: 'Merge both' })
    await waitFor(() => expect(both.disabled).toBe(false))
    fireEvent.click(both)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(button('Publish').disabled).toBe(false)
  })
  it('has a field for each language of a text that the dictionaries do not have', async () => {
    const body = [
      { type: 'tpl', tpl: 'i18n:Our tools' },
      { type: 'tpl', tpl: 'i18n:Home' },
      { type: 'tpl', tpl: 'i18n:我们的人' },
    ]
    world.opened.schema = { ...PAGE, body, texts: { 'zh-CN': { Gone: '旧' } } }
    await open()
    fireEvent.click(button('More'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Texts in both languages' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Texts in both languages' }))
    await dialog.findByDisplayValue('Our tools')
    const fields = () => dialog.getAllByRole<HTMLTextAreaElement>('textbox').map(field => field.value)
    expect(fields()).toEqual(['Our tools', '', '', '我们的人'])
    fireEvent.change(dialog.getAllByLabelText('Chinese')[0] as HTMLElement, { target: { value: '我们的工具' } })
    fireEvent.change(dialog.getAllByLabelText('English')[1] as HTMLElement, { target: { value: 'Our people' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Use these texts' }))
    await waitFor(() =>
      expect(world.asked.find(({ method, url }) => method === 'post' && url.includes('/draft'))?.data.schema).toEqual({
        ...PAGE,
        body,
        texts: { 'en-US': { 我们的人: 'Our people' }, 'zh-CN': { 'Our tools': '我们的工具' } },
      }),
    )
  })
  it('discards a draft after asking, so that it can be undone', async () => {
    await open()
    change()
    fireEvent.click(button('More'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Discard the draft' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard the draft' }))
    await waitFor(() => expect(screen.getByText('As published')).toBeTruthy())
    expect(button(/^Undo/).disabled).toBe(false)
  })
  it('says who has a staged version, and shows it to everybody', async () => {
    world.opened.staged = { version: 5, people: [{ name: 'Ben', email: 'ben@example.test' }], by: 'Ann', at: '2026-01-02T03:04:05Z' }
    await open()
    expect(await screen.findByText('Version 5 is shown to Ben only.')).toBeTruthy()
    fireEvent.click(button('Show to everybody'))
    await waitFor(() => expect(world.asked.some(({ url }) => url.includes('/release'))).toBe(true))
  })
  it('previews as somebody else in a frame that is handed the work', async () => {
    const { container } = await open()
    change()
    fireEvent.click(screen.getByRole('tab', { name: 'Preview' }))
    fireEvent.change(screen.getByLabelText('Seen by'), { target: { value: 'guest' } })
    fireEvent.click(button('Phone, 390 pixels'))
    const frame = container.querySelector('iframe')!
    expect(frame.src).toContain('/preview/screen/general.home?version=live&as=guest&locale=en-US&data=examples')
    const post = vi.spyOn(frame.contentWindow!, 'postMessage')
    act(
      () =>
        void window.dispatchEvent(new MessageEvent('message', { data: { tessera: 'preview-waiting' }, origin: location.origin, source: frame.contentWindow })),
    )
    expect(post).toHaveBeenCalledWith({ tessera: 'preview-schema', schema: { ...PAGE, title: 'Mine' } }, location.origin)
    act(
      () =>
        void window.dispatchEvent(
          new MessageEvent('message', { data: { tessera: 'preview-error', message: 'boom' }, origin: location.origin, source: frame.contentWindow }),
        ),
    )
    expect(screen.getByRole('alert').textContent).toContain('boom')
  })
  it('says why it cannot be opened, and tries again', async () => {
    const before = world.opened
    world.opened = undefined
    const env = {
      session: `screen-${run++}`,
      request: async () => ({ data: { status: 404, code: 'screen.unknown', msg: 'There is no such screen' } }),
      notify,
      jumpTo: () => {},
      theme: 'cxd',
    }
    mount(render({ type: 'tessera-screen-editor', screenId: 'no.such' } as never, { locale: 'en-US' } as never, env as never))
    expect(await screen.findByText('There is no such screen')).toBeTruthy()
    expect(button('Try again')).toBeTruthy()
    world.opened = before
  })
})

describe('components of ours in the editor', () => {
  it('are all there that screens can name', () => {
    const known = Object.keys(renderers)
    const made = plugins.map(Plugin => (new Plugin() as any).rendererName)
    // The editor is driven by our own code, never placed on a screen.
    const missing = known.filter(type => type !== 'tessera-schema-editor' && !made.includes(type))
    expect(missing, 'say `editor` in the about.ts of each').toEqual([])
  })
  it('have a name, a sentence, something to insert, and a panel with labelled controls', () => {
    const made = plugins.map(Plugin => new Plugin() as any)
    expect(made.map(one => one.rendererName)).toEqual(
      expect.arrayContaining(['tessera-tile', 'tessera-phone-preview', 'tessera-page-designer', 'tessera-screen-editor']),
    )
    for (const one of made) {
      expect(one.name, one.rendererName).not.toBe('')
      expect(one.description, one.rendererName).not.toBe('')
      expect(one.scaffold.type).toBe(one.rendererName)
      const controls = JSON.stringify(one.panelBodyCreator({}))
      // The gallery of icons and the sign-in box have nothing to set.
      if (!['tessera-icon-gallery', 'tessera-sign-in'].includes(one.rendererName)) expect(controls).toContain('"label"')
    }
  })
  it('have Chinese for all of it', () => {
    const shell = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/shell/zh-CN.json'), 'utf8'))
    const words = { ...rendererWords, ...shell }
    const texts = plugins.flatMap(Plugin => {
      const one = new Plugin() as any
      const found = [one.name, one.description, ...(one.regions ?? []).map((region: any) => region.label)]
      JSON.stringify(one.panelBodyCreator({}), (key, value) => {
        if (['label', 'description', 'addButtonText', 'title'].includes(key) && typeof value === 'string') found.push(value)
        return value
      })
      return found
    })
    expect([...new Set(texts)].filter(text => !(text.replaceAll('\\${', '${') in words))).toEqual([])
  })
})
