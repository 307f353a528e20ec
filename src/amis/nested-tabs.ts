// An address may name a tab inside a tab. amis opens the tab whose own hash it is; the one around it follows here, also when going back.
import { TabsRenderer } from 'amis/lib/renderers/Tabs'

interface Tab {
  hash?: string
  body?: unknown
  tab?: unknown
}
interface Tabs {
  props: { location?: { hash: string }; tabs?: Tab[] }
  state: { localTabs?: Tab[]; activeKey?: unknown }
  activeKey?: unknown
  setState(state: object): void
}

/** Whether a tab of this hash is somewhere in a part of a screen. */
function holds(part: unknown, hash: string): boolean {
  if (!part || typeof part !== 'object') return false
  if (Array.isArray(part)) return part.some(one => holds(one, hash))
  const { type, tabs, body } = part as { type?: string; tabs?: unknown; body?: unknown }
  if (type === 'tabs' && Array.isArray(tabs) && tabs.some((tab: Tab) => tab.hash === hash || holds(tab.body ?? tab.tab, hash))) return true
  return holds(body, hash)
}

const { prototype } = TabsRenderer as unknown as { prototype: { componentDidUpdate(this: Tabs, before: Tabs['props'], state: unknown): void } }
const { componentDidUpdate } = prototype
prototype.componentDidUpdate = function (before, state) {
  componentDidUpdate.call(this, before, state)
  const hash = this.props.location?.hash.slice(1)
  if (!hash || !before.location || before.location.hash.slice(1) === hash) return
  const tabs = this.state.localTabs ?? this.props.tabs
  if (!Array.isArray(tabs) || tabs.some(tab => tab.hash === hash)) return
  const around = tabs.find(tab => holds(tab.body ?? tab.tab, hash))
  if (around?.hash && around.hash !== this.state.activeKey) this.setState({ activeKey: (this.activeKey = around.hash), prevKey: this.state.activeKey })
}
