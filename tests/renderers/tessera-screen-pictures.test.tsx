import { act, cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withMarks } from '../../renderers/tessera-screen-pictures/marks.ts'
import '../../renderers/tessera-screen-pictures/screen-pictures.tsx'

const before = { type: 'page', body: [{ type: 'tpl', tpl: 'Old' }] }
const after = { type: 'page', body: [{ type: 'tpl', tpl: 'New', className: 'a' }] }
const marks = { before: [{ path: 'body[0]', kind: 'changed' }], after: [{ path: 'body[0]', kind: 'changed' }] }
// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })
let run = 0
const show = () =>
  mount(
    render(
      {
        type: 'page',
        data: { before, after, marks, locale: 'zh-CN', screenId: 'general.home' },
        body: { type: 'tessera-screen-pictures', screenId: '${screenId}', before: '${before}', after: '${after}', marks: '${marks}', afterTitle: 'Version 2' },
      } as never,
      {},
      { session: `pictures-${run++}`, theme: 'cxd' } as never,
    ),
  )
const tell = (frame: HTMLIFrameElement, data: object) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: frame.contentWindow })))

afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('tessera-screen-pictures', () => {
  it('hands each frame its screen when asked, with what differs marked', async () => {
    show()
    const frame = (await screen.findByTitle('Version 2')) as HTMLIFrameElement
    expect(frame.getAttribute('src')).toBe('/preview/screen/general.home?version=live&data=examples&as=super&locale=zh-CN')
    const post = vi.spyOn(frame.contentWindow!, 'postMessage')
    await tell(frame, { tessera: 'preview-waiting' })
    expect(post.mock.calls[0]?.[0]).toEqual({
      tessera: 'preview-schema',
      schema: { type: 'page', body: [{ type: 'tpl', tpl: 'New', className: 'a t-marked is-changed' }] },
    })
    fireEvent.click(screen.getByLabelText('Outline what differs'))
    await waitFor(() => expect(post.mock.lastCall?.[0]).toEqual({ tessera: 'preview-schema', schema: after }))
  })

  it('shows them side by side, or one over the other under a slider, as on a phone', async () => {
    show()
    fireEvent.click(await screen.findByText('One over the other'))
    const slider = screen.getByRole('slider', { name: /newer picture/ })
    fireEvent.change(slider, { target: { value: '20' } })
    expect(slider.getAttribute('aria-valuetext')).toBe('80 %')
    fireEvent.click(screen.getByText('Phone'))
    expect((screen.getByTitle('Version 2') as HTMLIFrameElement).style.width).toBe('390px')
    fireEvent.click(screen.getByText('Side by side'))
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('says when a version cannot be drawn, and listens to its own frames only', async () => {
    show()
    const frame = (await screen.findByTitle('Version 2')) as HTMLIFrameElement
    await act(
      async () =>
        void window.dispatchEvent(
          new MessageEvent('message', { data: { tessera: 'preview-error' }, origin: 'https://elsewhere.test', source: frame.contentWindow }),
        ),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    await tell(frame, { tessera: 'preview-error', message: 'x' })
    expect(screen.getByRole('alert').textContent).toBe('This version cannot be drawn')
  })

  it('leaves the screens as they are, and never marks all of it', () => {
    const table = { type: 'page', body: { type: 'crud', columns: [{ name: 'a' }, { name: 'b', className: { x: '${y}' } }] } }
    const kept = structuredClone(table)
    const marked = withMarks(table, [
      { path: '', kind: 'changed' },
      { path: 'body.columns[0]', kind: 'added' },
      { path: 'body.columns[1]', kind: 'changed' },
      { path: 'body.nowhere[3].x', kind: 'removed' },
    ])
    expect(table).toEqual(kept)
    expect(marked).toEqual({
      type: 'page',
      body: {
        type: 'crud',
        columns: [
          { name: 'a', className: 't-marked is-added', labelClassName: 't-marked is-added' },
          { name: 'b', className: { x: '${y}' }, labelClassName: 't-marked is-changed' },
        ],
      },
    })
  })
})
