// What a component of the app takes on a page, and how it is edited.
import type { Control, InEditor, Properties } from '../about.ts'
import type { DesignComponent } from '../tessera-schema-editor/place.ts'

export const properties: Properties = {
  // `component` itself is a word of amis.
  componentKey: 'str',
  props: ['o', {}, 'any'],
  height: 'num',
  // While it is made: what it declares and where it is drawn, and a list of what it tells.
  about: 'any',
  showLog: 'bool',
}

/** Each takes a value of the page, `${…}`, as well as one of its own kind. */
function controlOf(component: string, { key, label, description, type, options }: DesignComponent['props'][number]): Control {
  const choices =
    type === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : options
  return {
    type: choices ? 'select' : 'input-text',
    name: `props.${key}`,
    label: label || key,
    ...(description && { description }),
    ...(choices && { options: choices.map(one => ({ value: one.value, label: one.label || one.value })), creatable: true, clearable: true }),
    visibleOn: `\${componentKey == '${component}'}`,
  }
}

export const editor: InEditor = {
  name: 'Component of the app',
  description: 'A component that was uploaded to this app, drawn in a frame of its own.',
  icon: 'custom-plugin',
  isForPages: true,
  scaffold: {},
  panel: place => [
    {
      type: 'select',
      name: 'componentKey',
      label: 'Component',
      searchable: true,
      source: 'design:components',
      placeholder: 'Choose a component',
      description: 'Components are uploaded under "Components" of the app.',
    },
    ...place.components.flatMap(({ key, props }) => props.map(prop => controlOf(key, prop))),
    { type: 'input-number', name: 'height', label: 'Height in pixels', min: 20, max: 4000, placeholder: 'As it says' },
  ],
  events: ({ componentKey }, { components }) => components.find(({ key }) => key === componentKey)?.events ?? [],
}
