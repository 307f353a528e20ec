// Property panels: a tab is drawn when it is seen, and groups of controls one after the other.
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-schema-editor/panel-tabs.tsx'
import { EditorManager, plugins } from '../support/amis-editor-stub.tsx'
import { renderScreen } from '../support/render-screen.tsx'

interface Panels {
  afterBuildPanelBody(event: object): void
}
const created = plugins.find(one => (one as { id?: string }).id === 'plugin panel-tabs') as unknown as new () => Panels
function built(panel: unknown) {
  let set: unknown
  new created().afterBuildPanelBody({ context: { data: panel, context: {} }, setData: (body: unknown) => void (set = body) })
  return set
}

/** Places that are watched, and how each is told that it is seen. */
const watched = new Map<Element, () => void>()
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly told: (entries: object[]) => void) {}
      observe(place: Element) {
        watched.set(place, () => this.told([{ isIntersecting: true }]))
      }
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  watched.clear()
  vi.unstubAllGlobals()
})

const control = (name: string) => ({ type: 'input-text', name, label: name })
const panel = {
  type: 'tabs',
  tabs: [
    { title: 'Properties', body: [control('label')] },
    { title: 'Looks', body: [control('colour')] },
  ],
}

it('is drawn with its first tab, and with another one from the moment on at which that is seen', async () => {
  const { container } = await renderScreen({ type: 'page', body: { type: 'form', body: built(panel) } })
  const names = () => [...container.querySelectorAll('input[name]')].map(one => one.getAttribute('name'))
  expect(names()).toEqual(['label'])
  await act(async () => [...watched].find(([place]) => place.classList.contains('tes-when-seen'))?.[1]())
  await waitFor(() => expect(names()).toEqual(['label', 'colour']))
})

it('draws all of many controls in the end, in their order', async () => {
  const names = ['one', 'two', 'three', 'four', 'five']
  const { container } = await renderScreen({
    type: 'page',
    body: {
      type: 'form',
      body: built({
        type: 'tabs',
        tabs: [{ title: 'Properties', body: [{ type: 'collapse-group', body: [{ type: 'collapse', body: names.map(control) }] }] }],
      }),
    },
  })
  expect(container.querySelectorAll('input[name]')).toHaveLength(0)
  await act(async () => [...watched].find(([place]) => place.classList.contains('tes-when-seen'))?.[1]())
  await waitFor(() => expect([...container.querySelectorAll('input[name]')].map(one => one.getAttribute('name'))).toEqual(names))
})

it('keeps what else is in a panel', () => {
  const own = { type: 'tes-rows-panel' }
  expect(built([own, panel])).toMatchObject([own, { tabs: [panel.tabs[0], { title: 'Looks', body: [{ type: 'tes-when-seen', body: panel.tabs[1]?.body }] }] }])
  expect(built({ type: 'form' })).toEqual({ type: 'form' })
})

it('is drawn group after group, each in a task of its own', async () => {
  const group = (title: string) => ({ type: 'collapse', key: title, title, body: [control(title)] })
  const groups = { type: 'collapse-group', activeKey: ['One', 'Two', 'Three'], body: [group('One'), group('Two'), group('Three')] }
  const { container } = await renderScreen({
    type: 'page',
    body: { type: 'form', body: built({ type: 'tabs', tabs: [{ title: 'Properties', body: [groups] }] }) },
  })
  const names = () => [...container.querySelectorAll('input[name]')].map(one => one.getAttribute('name'))
  const seen = () => [...watched].filter(([place]) => place.classList.contains('tes-when-seen')).map(([, tell]) => tell)
  await waitFor(() => expect([names(), seen().length]).toEqual([[], 3]))
  await act(async () => seen().forEach(tell => tell()))
  await waitFor(() => expect(names()).toEqual(['One', 'Two', 'Three']))
})

it('is built once for what is chosen several times in one go, and not for an editor that was closed', async () => {
  const manager = new EditorManager()
  manager.buildPanels('one')
  manager.buildPanels('two')
  expect(manager.built).toEqual([])
  await waitFor(() => expect(manager.built).toEqual(['two']))
  manager.buildPanels('three')
  manager.toDispose.forEach(dispose => dispose())
  await new Promise(done => setTimeout(done, 20))
  expect(manager.built).toEqual(['two'])
})
