import { cleanup, configure, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayOf, titleOf, type Version } from '../../renderers/tessera-version-list/version-list.tsx'
import { sayer } from '../../renderers/words.ts'

const say = sayer(undefined)
const version = (number: number, more: Partial<Version> = {}): Version => ({
  version: number,
  kind: 'publish',
  note: `Note ${number}`,
  broken: '',
  shown: false,
  createdAt: '2026-01-05T08:30:00.000Z',
  createdBy: 'Sue',
  ...more,
})
let answer: { items: Version[]; total: number; staged?: unknown }
const asked: string[] = []
const updateLocation = vi.fn()
// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })
let run = 0
const show = (query: Record<string, string> = {}) =>
  mount(
    render(
      {
        type: 'page',
        data: { query },
        body: {
          type: 'tessera-version-list',
          name: 'history',
          api: 'get:/api/x?a=1',
          version: '${query.version}',
          since: '${query.since}',
          placeholder: { type: 'tpl', tpl: 'Never changed' },
          body: { type: 'tpl', tpl: 'from ${since} to ${version}, shown ${shown}: ${title}' },
        },
      } as never,
      {},
      {
        session: `versions-${run++}`,
        theme: 'cxd',
        updateLocation,
        fetcher: async ({ url }: { url: string }) => {
          asked.push(url)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: answer } }
        },
      } as never,
    ),
  )

afterEach(() => {
  cleanup()
  clearStoresCache()
  asked.length = 0
  updateLocation.mockClear()
})

describe('tessera-version-list', () => {
  it('selects the newest and compares it with the one before', async () => {
    answer = { items: [version(3), version(2, { shown: true }), version(1)], total: 3 }
    show()
    expect(await screen.findByText('from 2 to 3, shown 2: Note 3')).toBeTruthy()
    expect(asked).toEqual(['/api/x?a=1&page=1&perPage=50'])
    expect(screen.getByRole('link', { name: /Note 3/ }).getAttribute('aria-current')).toBe('true')
    expect(within(screen.getByRole('link', { name: /Note 2/ })).getByText('Shown now')).toBeTruthy()
    expect(screen.getByText('As shipped')).toBeTruthy()
  })

  it('takes both from the address, and writes them there', async () => {
    answer = { items: [version(3), version(2), version(1)], total: 3 }
    show({ version: '3', since: '1' })
    expect(await screen.findByText(/from 1 to 3/)).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: /Note 2/ }))
    expect(updateLocation).toHaveBeenLastCalledWith('?version=2', false)
    fireEvent.click(screen.getByRole('link', { name: /Note 2/ }), { shiftKey: true })
    expect(updateLocation).toHaveBeenLastCalledWith('?version=3', false)
    fireEvent.click(screen.getByRole('button', { name: /As shipped/ }))
    expect(updateLocation).toHaveBeenLastCalledWith('?version=3&since=0', false)
    fireEvent.click(screen.getByRole('button', { name: 'Compare version 3 with version 1' }))
    expect(updateLocation).toHaveBeenLastCalledWith('?version=3&since=1', false)
  })

  it('moves between versions with the arrow keys', async () => {
    answer = { items: [version(2), version(1)], total: 2 }
    show()
    const first = await screen.findByRole('link', { name: /Note 2/ })
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /Note 1/ }))
  })

  it('tells what is broken and what only some people see', async () => {
    answer = {
      items: [version(2, { broken: 'throws' }), version(1)],
      total: 2,
      staged: {
        version: 1,
        people: [
          { name: 'Ann', email: '' },
          { name: '', email: 'b@x.test' },
        ],
      },
    }
    show()
    expect((await screen.findByText('Broken')).getAttribute('title')).toBe('throws')
    expect(screen.getByText('For 2 people').getAttribute('title')).toBe('Ann, b@x.test')
  })

  it('asks for older ones', async () => {
    answer = { items: Array.from({ length: 50 }, (_, at) => version(60 - at)), total: 60 }
    show()
    fireEvent.click(await screen.findByText('Show older ones'))
    await waitFor(() => expect(asked[1]).toBe('/api/x?a=1&page=2&perPage=50'))
  })

  it('says that nobody changed anything', async () => {
    answer = { items: [], total: 0 }
    show()
    expect(await screen.findByText('Never changed')).toBeTruthy()
  })
})

describe('words of a version', () => {
  it('are the note, else what was done', () => {
    expect(titleOf(say, version(1))).toBe('Note 1')
    expect(titleOf(say, version(1, { note: '', kind: 'reset' }))).toBe('Reset to shipped')
    expect(titleOf(say, version(1, { note: '', kind: 'rebase', createdBy: '' }))).toBe('Carried over to a newer Tessera')
    expect(titleOf(say, version(1, { note: '', kind: 'rebase' }))).toBe('Conflicts solved')
  })
  it('and its day', () => {
    const now = new Date('2026-03-05T12:00:00')
    expect(dayOf(say, '2026-03-05T01:00:00', 'en-US', now)).toBe('Today')
    expect(dayOf(say, '2026-03-04T23:00:00', 'en-US', now)).toBe('Yesterday')
    expect(dayOf(say, '2026-01-02T23:00:00', 'en-US', now)).toBe('January 2')
    expect(dayOf(say, '2025-01-02T23:00:00', 'en-US', now)).toBe('January 2, 2025')
  })
})
