// What the grid takes in which many fields are added to a model at once.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { api: 'str', taken: 'str' }

export const editor: InEditor = {
  name: 'Grid of new fields',
  description: 'A line for each new field of a model, with one button that saves them all.',
  icon: 'table-plugin',
  scaffold: { api: 'post:/api/company/${companyKey}/app/${appUrlKey}/model/${modelId}/fields', taken: '${taken}' },
  panel: [
    {
      type: 'input-text',
      name: 'api',
      label: 'Call that adds them',
      description: 'Such as post:/api/company/${companyKey}/app/${appUrlKey}/model/${modelId}/fields.',
    },
    { type: 'input-text', name: 'taken', label: 'Keys that are taken', description: 'A list, such as ${taken}.' },
  ],
}
