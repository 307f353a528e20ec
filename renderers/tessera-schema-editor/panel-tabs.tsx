// Property panels are drawn bit by bit. amis draws all tabs of a form at once, and those for looks and events have hundreds of controls, anew at each
// block that is chosen: a tab waits until it is opened, and groups of controls below each other follow one after the other, so that nothing waits for all.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Renderer, type RendererProps } from 'amis-core'
import { BasePlugin, EditorManager, registerEditorPlugin } from 'amis-editor'
import type { PanelEvent } from './panel-form.tsx'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is to be drawn, each in a task of its own: what a person does in between is answered first. */
const waiting = new Set<() => void>()
function drawNext() {
  const [draw] = waiting
  if (!draw) return
  waiting.delete(draw)
  flushSync(draw)
  if (waiting.size) setTimeout(drawNext)
}
/** Draws when it is its turn; what it returns takes that back. */
function inTurn(draw: () => void): () => void {
  waiting.add(draw)
  if (waiting.size === 1) setTimeout(drawNext)
  return () => void waiting.delete(draw)
}

/** Controls that are drawn in one task. */
const AT_ONCE = 2

/** What stands in it, from the moment on at which its place is to be seen; of many controls some after the others. */
function WhenSeen({ render, body }: { render: RendererProps['render']; body: unknown }) {
  const parts = [body].flat()
  const [drawn, setDrawn] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const isSeen = drawn > 0
  const isWhole = drawn >= parts.length
  useEffect(() => (isSeen && !isWhole ? inTurn(() => setDrawn(drawn + AT_ONCE)) : undefined), [drawn, isSeen, isWhole])
  useEffect(() => {
    if (isSeen || !place.current) return
    let forget = () => {}
    const watch = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      forget = inTurn(() => setDrawn(AT_ONCE))
    })
    watch.observe(place.current)
    return () => {
      watch.disconnect()
      forget()
    }
  }, [isSeen])
  if (isSeen) return <div>{parts.slice(0, drawn).map((part, at) => render(`body/${at}`, part as never, { key: `${at}` }))}</div>
  return <div ref={place} className="tes-when-seen" />
}
Renderer({ type: 'tes-when-seen' })(WhenSeen as never)

const late = (part: unknown) => (isObject(part) && part.body ? { ...part, body: [{ type: 'tes-when-seen', body: part.body }] } : part)

/** Groups of controls, each in its turn: what stood in the panel before is taken away in a task of its own. */
function withLateGroups(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withLateGroups)
  if (!isObject(part)) return part
  if (part.type === 'collapse-group' && Array.isArray(part.body)) return { ...part, body: part.body.map(late) }
  return part
}

/** A panel that is there at once, with its first controls a moment later. */
export function bitByBit(panel: unknown): unknown {
  if (Array.isArray(panel)) return panel.map(bitByBit)
  if (!isObject(panel) || panel.type !== 'tabs' || !Array.isArray(panel.tabs)) return panel
  return {
    ...panel,
    tabs: panel.tabs.map((tab: unknown, at) => {
      if (!isObject(tab)) return tab
      return at > 0 ? late(tab) : { ...tab, body: withLateGroups(tab.body) }
    }),
  }
}

class PanelTabs extends BasePlugin {
  static id = 'plugin panel-tabs'
  afterBuildPanelBody = (event: PanelEvent) => event.setData(bitByBit(event.context.data))
}
registerEditorPlugin(PanelTabs as never)

/** What the editor keeps to itself of its manager. */
type Builds = { buildPanels(id?: string): void; toDispose: (() => void)[] }
const building = new WeakMap<Builds, ReturnType<typeof setTimeout>>()
const manager = EditorManager.prototype as unknown as Builds
const buildAtOnce = manager.buildPanels
/** The panel of what was chosen is built in a task behind that which shows the choice on the canvas; of several builds at once the last one counts. */
manager.buildPanels = function buildPanels(this: Builds, id?: string) {
  const waits = building.get(this)
  if (waits === undefined) this.toDispose.push(() => clearTimeout(building.get(this)))
  clearTimeout(waits)
  building.set(
    this,
    setTimeout(() => buildAtOnce.call(this, id)),
  )
}
