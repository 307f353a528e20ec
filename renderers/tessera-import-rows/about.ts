// What the button that brings rows in from a file takes, and how it is edited.
import type { Control, InEditor, Properties } from '../about.ts'
import { modelChoice } from '../model-panel.ts'
import type { Place } from '../tessera-schema-editor/place.ts'

export const properties: Properties = { source: 'str', model: 'str', label: 'str', list: 'str', behavior: 'str' }

const panel = (place: Pick<Place, 'sources'>): Control[] => [
  { type: 'input-text', name: 'label', label: 'Label', placeholder: 'Import' },
  ...modelChoice(place),
]

export const editor: InEditor = {
  name: 'Import rows',
  description: 'A button that adds or changes rows of a model from a spreadsheet, for those who may import them.',
  icon: 'button-plugin',
  isForPages: true,
  scaffold: {},
  panel,
}
