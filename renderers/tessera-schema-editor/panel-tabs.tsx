// Property panels are drawn bit by bit. amis draws all tabs of a form at once, and those for looks and events have hundreds of controls, anew at each
// block that is chosen: a tab waits until it is opened, and groups of controls below each other follow one after the other, so that nothing waits for all.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Renderer, type RendererProps } from 'amis-core'
import { BasePlugin, registerEditorPlugin } from 'amis-editor'
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

/** What stands in it, from the moment on at which its place is to be seen. */
function WhenSeen({ render, body }: { render: RendererProps['render']; body: unknown }) {
  const [isSeen, setSeen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSeen || !place.current) return
    let forget = () => {}
    const watch = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      forget = inTurn(() => setSeen(true))
    })
    watch.observe(place.current)
    return () => {
      watch.disconnect()
      forget()
    }
  }, [isSeen])
  if (isSeen) return <>{render('body', { type: 'wrapper', size: 'none', body } as never)}</>
  return <div ref={place} className="tes-when-seen" />
}
Renderer({ type: 'tes-when-seen' })(WhenSeen as never)

const late = (part: unknown) => (isObject(part) && part.body ? { ...part, body: [{ type: 'tes-when-seen', body: part.body }] } : part)

/** Groups of controls behind the first one. */
function withLateGroups(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withLateGroups)
  if (!isObject(part)) return part
  if (part.type === 'collapse-group' && Array.isArray(part.body))
    return { ...part, body: part.body.map((group: unknown, at) => (at > 0 ? late(group) : group)) }
  return part
}

/** A panel whose first controls are there at once. */
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
