// What a picture of relations takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { models: 'str', relations: 'str', address: 'str' }

export const editor: InEditor = {
  name: 'Relations',
  description: 'Models as boxes, their relations as lines between them; a box leads to its model.',
  icon: 'diff-editor-plugin',
  scaffold: { models: '${list}', relations: '${relations}', address: 'model/${id}' },
  panel: [
    { type: 'input-text', name: 'models', label: 'Models', description: 'Where the models are: ${list}.' },
    { type: 'input-text', name: 'relations', label: 'Relations', description: 'Where their relations are: ${relations}.' },
    { type: 'input-text', name: 'address', label: 'Leads to', description: 'Fields of the model can be used: ${id}.' },
  ],
}
