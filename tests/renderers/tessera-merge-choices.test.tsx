// The questions of a merge: pictures of a page on all sides, and a page that is put together by hand.
import { act, cleanup, configure, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterChoice, markedIn, together } from '../../renderers/tessera-merge-choices/sides.ts'
import '../../renderers/tessera-merge-choices/merge-choices.tsx'
import { registerCanvas } from '../support/editor-canvas.tsx'

const PAGE = '01890000-0000-7000-8000-000000000001'
const page = (title: string, text: string, more: object = {}) => ({ type: 'page', title, body: [{ type: 'tpl', id: 'hello', tpl: text }], ...more })
const sides = {
  name: 'Orders',
  appUrlKey: 'shop-dev',
  base: page('Title', 'Hello'),
  ours: page('Title of dev', 'Welcome', { className: 'a' }),
  theirs: page('Title of the copy', 'Good ${day}', { remark: 'b' }),
}
const conflicts = [
  {
    key: `page ${PAGE} value root title`,
    kind: 'there',
    part: `page ${PAGE}`,
    page: PAGE,
    text: 'Orders: title',
    base: 'Title',
    ours: 'Title of dev',
    theirs: 'Title of the copy',
  },
  {
    key: `page ${PAGE} value hello tpl`,
    kind: 'there',
    part: `page ${PAGE}`,
    page: PAGE,
    text: 'Orders: text',
    base: 'Hello',
    ours: 'Welcome',
    theirs: 'Good ${day}',
  },
  { key: 'role 1 ["name"]', kind: 'there', text: 'Roles: name', ours: 'Packers', theirs: 'Senders' },
]

// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 8000 })
let canvas: Record<string, any>
beforeAll(() => registerCanvas(given => (canvas = given)))
let answer: object
let asked: string[]
const sent = vi.fn()
let run = 0
const show = () =>
  mount(
    render(
      {
        type: 'page',
        data: { conflicts, name: 'Checkout', companyKey: 'acme' },
        body: {
          type: 'form',
          data: { decided: { choices: {}, pages: [] } },
          api: { method: 'post', url: '/api/x', data: { choices: '${decided.choices}', pages: '${decided.pages}' } },
          body: [
            {
              type: 'tessera-merge-choices',
              name: 'decided',
              label: false,
              conflicts: '${conflicts}',
              here: 'dev',
              there: '${name}',
              companyKey: '${companyKey}',
              pagesAt: '/api/page',
              direction: 'in',
            },
          ],
        },
      } as never,
      { locale: 'en-US' } as never,
      {
        session: `merge-${run++}`,
        theme: 'cxd',
        fetcher: async (api: { data: unknown }) => {
          sent(api.data)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
        },
        request: async ({ url }: { url: string }) => {
          asked.push(url)
          return { status: 200, headers: {}, data: url.includes(PAGE) ? answer : { status: 0, msg: '', data: { items: [] } } }
        },
      } as never,
    ),
  )
const tell = (frame: HTMLIFrameElement, data: object) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow })))
const submit = () => fireEvent.click(screen.getByRole('button', { name: /Submit|提交/ }))

beforeEach(() => {
  asked = []
  answer = { status: 0, msg: '', data: sides }
  // All is in sight, in a room of 1000 pixels.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: object[]) => void) {}
      thresholds = [0]
      observe(target: Element) {
        setTimeout(() => this.tell([{ isIntersecting: true, intersectionRatio: 1, target }]))
      }
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  HTMLElement.prototype.scrollTo = vi.fn() as never
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sent.mockClear()
})

describe('tessera-merge-choices', () => {
  it('shows a page before both and on both sides, outlines what is asked and goes to it', async () => {
    show()
    const frame = (await screen.findByTitle('In Checkout')) as HTMLIFrameElement
    expect(asked).toEqual([`/api/page/${PAGE}?direction=in`])
    expect(frame.getAttribute('src')).toBe('/preview/page?companyKey=acme&appUrlKey=shop-dev&locale=en-US&theme=light')
    expect(screen.getByTitle('Before both')).toBeTruthy()
    expect(screen.getByTitle('In dev')).toBeTruthy()
    const post = vi.spyOn(frame.contentWindow!, 'postMessage')
    // It listens by then.
    await waitFor(() => expect(frame.hasAttribute('inert')).toBe(true))
    await tell(frame, { tessera: 'preview-waiting' })
    expect(post.mock.calls[0]?.[0]).toMatchObject({ schema: { body: [{ tpl: 'Good ${day}', className: 't-marked is-changed t-place-1' }] } })
    await tell(frame, { tessera: 'preview-ready', height: 900, places: { 1: 700 } })
    fireEvent.focus(screen.getAllByRole('radio')[2]!)
    const scale = (1000 - 24) / 3 / 1180
    await waitFor(() => expect(HTMLElement.prototype.scrollTo).toHaveBeenLastCalledWith({ top: 700 * scale - 60 }))
    fireEvent.click(screen.getByRole('button', { name: 'Phone' }))
    expect((screen.getByTitle('In dev') as HTMLIFrameElement).style.width).toBe('390px')
  })

  it('sends a side for each', async () => {
    show()
    await screen.findByText('0 of 3 decided')
    fireEvent.click(screen.getByRole('button', { name: 'All as in Checkout' }))
    await screen.findByText('3 of 3 decided')
    fireEvent.click(screen.getAllByRole('radio', { name: /As in dev/ })[2]!)
    submit()
    const [first, second] = conflicts.map(({ key }) => key)
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ choices: { [first!]: 'theirs', [second!]: 'theirs', 'role 1 ["name"]': 'ours' }, pages: [] }))
  })

  it('puts a page together by hand: sides part by part beside own edits, and sends what comes of it as it is', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Decide in the editor' }))
    const editor = await screen.findByRole('dialog', { name: 'Put together: Orders' })
    await waitFor(() => expect(canvas.editedSchema).toMatchObject({ title: 'Title of dev', className: 'a', remark: 'b' }))
    act(() => {
      canvas.onTouch('change')
      canvas.onSchemaChange({ ...canvas.editedSchema, remark: 'mine' })
    })
    fireEvent.click(within(editor).getAllByRole('radio', { name: /As in Checkout/ })[1]!)
    await waitFor(() => expect(canvas.editedSchema.body[0].tpl).toBe('Good ${day}'))
    fireEvent.click(within(editor).getByRole('button', { name: 'Take this page' }))
    await screen.findByText('Decided in the editor')
    expect(screen.getByText('2 of 3 decided')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByTitle('Put together')).toBeTruthy()
    submit()
    const schema = { type: 'page', title: 'Title of dev', body: [{ type: 'tpl', id: 'hello', tpl: 'Good ${day}' }], className: 'a', remark: 'mine' }
    await waitFor(() => expect(sent.mock.lastCall?.[0]).toMatchObject({ pages: [{ pageId: PAGE, schema }] }))
    fireEvent.click(screen.getByRole('button', { name: 'Drop what was edited' }))
    await screen.findByText('1 of 3 decided')
  })

  it('takes the page of the choices as it is, and not what an editor adds by itself', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Decide in the editor' }))
    const editor = await screen.findByRole('dialog', { name: 'Put together: Orders' })
    await waitFor(() => expect(canvas.editedSchema).toMatchObject({ title: 'Title of dev' }))
    act(() => canvas.onSchemaChange({ ...canvas.editedSchema, id: 'u:1', asideResizor: false, pullRefresh: { disabled: true } }))
    fireEvent.click(within(editor).getAllByRole('radio', { name: /As in Checkout/ })[1]!)
    await waitFor(() => expect(canvas.editedSchema.body[0].tpl).toBe('Good ${day}'))
    fireEvent.click(within(editor).getByRole('button', { name: 'Take this page' }))
    await screen.findByText('Decided in the editor')
    submit()
    const schema = { type: 'page', title: 'Title of dev', body: [{ type: 'tpl', id: 'hello', tpl: 'Good ${day}' }], className: 'a', remark: 'b' }
    await waitFor(() => expect(sent.mock.lastCall?.[0].pages.map((one: { schema: object }) => one.schema)).toEqual([schema]))
  })

  it('takes all of one part as one side has it, such as of a theme', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'All of these as in Checkout' }))
    await screen.findByText('2 of 3 decided')
    submit()
    await waitFor(() => expect(Object.values(sent.mock.lastCall?.[0].choices)).toEqual(['theirs', 'theirs']))
  })

  it('leaves with nothing but after asking, and never closes what is behind', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Decide in the editor' }))
    await screen.findByRole('dialog')
    await waitFor(() => expect(canvas.editedSchema).toBeTruthy())
    act(() => {
      canvas.onTouch('change')
      canvas.onSchemaChange({ type: 'page' })
    })
    const behind = vi.fn()
    document.body.addEventListener('keydown', behind)
    // The key is not asked about for the dialog behind (src/amis/escape.ts).
    expect(screen.getByRole('dialog').hasAttribute('data-own-escape')).toBe(true)
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    document.body.removeEventListener('keydown', behind)
    expect(behind).not.toHaveBeenCalled()
    fireEvent.click(await screen.findByRole('button', { name: 'Drop the changes', hidden: true }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Put together/ })).toBeNull())
    expect(screen.getByText('0 of 3 decided')).toBeTruthy()
  })

  it('says what a side has not, and why nothing can be looked at', async () => {
    answer = { status: 0, msg: '', data: { ...sides, theirs: undefined } }
    show()
    expect(await screen.findByText('It is not there')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decide in the editor' })).toBeNull()
    cleanup()
    answer = { status: 404, msg: 'There is no such page', code: 'page.unknown' }
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such page')
    answer = { status: 0, msg: '', data: sides }
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByTitle('In dev')).toBeTruthy()
  })
})

describe('a page of both', () => {
  it('is found by its parts on every side', () => {
    const { parts, numbers } = markedIn(sides as never)
    expect([...numbers.keys()]).toEqual(['value root title', 'value hello tpl'])
    expect(parts.ours).toEqual(parts.theirs)
    expect(parts.base).toEqual([
      { path: '', kind: 'changed', place: 0 },
      { path: 'body[0]', kind: 'changed', place: 1 },
    ])
  })
  it('keeps what was done to it where a choice is another', () => {
    const choices = { 'value root title': 'theirs' } as const
    const start = together(sides as never, {})
    const worked = { ...start, asideMinWidth: 3, body: [...(start.body as object[]), { type: 'divider' }] }
    expect(afterChoice(sides as never, worked, {}, choices)).toEqual({ ...worked, title: 'Title of the copy' })
    expect(afterChoice(sides as never, { ...worked, title: 'Mine' }, {}, choices).title).toBe('Title of the copy')
  })
})
