// How the choice of pages for a model is edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = { kinds: 'str' }

export const editor: InEditor = {
  name: 'Pages of a model',
  description: 'A form field: which pages are made of a model, each with a small picture of it.',
  icon: 'checkboxes-plugin',
  scaffold: { name: 'kinds', label: 'Pages', kinds: '${options}' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'kinds', label: 'Pages to choose from', description: 'Where the list of them is: ${options}.' },
  ],
}
