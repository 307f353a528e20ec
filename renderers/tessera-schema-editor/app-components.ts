// Components of the app in the palette of the editor: one entry each, under the name that it has in the app.
import { BasePlugin } from 'amis-editor'
import type { Say } from '../words.ts'
import type { DesignComponent } from './place.ts'

/** What is put into a page, with the values that its properties begin with. */
export function componentScaffold({ key, props }: DesignComponent) {
  const values = Object.fromEntries(props.flatMap(({ key: name, default: value }) => (value === undefined || value === null ? [] : [[name, value]])))
  return { type: 'tessera-component', componentKey: key, ...(Object.keys(values).length && { props: values }) }
}

/** The plugin of these components, for one editor; the panel is that of every `tessera-component`. */
export function appComponentsPlugin(components: readonly DesignComponent[], say: Say) {
  return class extends BasePlugin {
    static id = 'plugin app-components'
    override name = say('Components of the app')
    description = say('Components of the app')
    pluginIcon = 'custom-plugin'
    isBaseComponent = true
    // Behind widget templates, before what every page has.
    order = -900
    scaffolds = components.map(component => ({
      type: 'tessera-component',
      name: component.name,
      description: component.description || component.name,
      searchKeywords: component.key,
      tags: [say('Components of the app')],
      scaffold: componentScaffold(component),
    }))
  }
}
