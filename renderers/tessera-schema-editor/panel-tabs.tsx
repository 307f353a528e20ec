// The tabs of a property panel are drawn when they are opened. amis draws all tabs of a form at once, and those for looks and events have hundreds of
// controls, at each block that is chosen.
import { useEffect, useRef, useState } from 'react'
import { Renderer, type RendererProps } from 'amis-core'
import { BasePlugin, registerEditorPlugin } from 'amis-editor'
import type { PanelEvent } from './panel-form.tsx'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands in it, from the moment on at which its place is to be seen. */
function WhenSeen({ render, body }: { render: RendererProps['render']; body: unknown }) {
  const [isSeen, setSeen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSeen || !place.current) return
    const watch = new IntersectionObserver(entries => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  if (isSeen) return <>{render('body', { type: 'wrapper', size: 'none', body } as never)}</>
  return <div ref={place} className="tes-when-seen" />
}
Renderer({ type: 'tes-when-seen' })(WhenSeen as never)

/** A panel whose tabs behind the first one wait until they are opened. */
export function withLateTabs(panel: unknown): unknown {
  if (Array.isArray(panel)) return panel.map(withLateTabs)
  if (!isObject(panel) || panel.type !== 'tabs' || !Array.isArray(panel.tabs)) return panel
  return {
    ...panel,
    tabs: panel.tabs.map((tab: unknown, at) => (at > 0 && isObject(tab) && tab.body ? { ...tab, body: [{ type: 'tes-when-seen', body: tab.body }] } : tab)),
  }
}

class PanelTabs extends BasePlugin {
  static id = 'plugin panel-tabs'
  afterBuildPanelBody = (event: PanelEvent) => event.setData(withLateTabs(event.context.data))
}
registerEditorPlugin(PanelTabs as never)
