// Lists on the canvas show what their calls answer. The editor fills them with words of its own before the answer is there, and keeps those.
import { resolveVariableAndFilter } from 'amis-core'
import { CardsPlugin, EachPlugin, ListPlugin, TablePlugin } from 'amis-editor'

interface ListProps {
  source?: unknown
  items?: unknown
  data?: object
}
interface CanvasNode {
  state: { value?: unknown; answered?: boolean }
  updateState(state: { value: unknown; answered: boolean }): void
}
interface ListPluginClass {
  prototype: { filterProps?(props: ListProps, node: CanvasNode): unknown }
}

/** As many as tell how the rest will look. */
const MOST = 3

function showAnswers(plugin: ListPluginClass | undefined) {
  if (!plugin) return
  const { filterProps } = plugin.prototype
  plugin.prototype.filterProps = function (props, node) {
    if (!node.state.answered) {
      const rows = [props.source, '$items'].map(source =>
        typeof source === 'string' && source ? resolveVariableAndFilter(source, props.data, '| raw') : undefined,
      )
      const answered = [...rows, props.items].find((list): list is unknown[] => Array.isArray(list) && list.length > 0)
      if (answered) node.updateState({ value: answered.slice(0, MOST), answered: true })
    }
    return filterProps?.call(this, props, node) ?? props
  }
}
for (const plugin of [TablePlugin, EachPlugin, CardsPlugin, ListPlugin]) showAnswers(plugin as unknown as ListPluginClass | undefined)
