// What the button of a long call takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { label: 'str', level: ['e', 'default', 'primary'], api: '#Api', block: 'bool', submit: 'bool', quiet: 'bool' }

export const editor: InEditor = {
  name: 'Progress button',
  description: 'A button for a call that takes long: it shows how far it is, can be cancelled, and in a form it checks the fields first.',
  icon: 'btn-plugin',
  scaffold: { label: 'Update', api: { method: 'post', url: '/api/company/${companyKey}/app/${appUrlKey}/release/import', dataType: 'form-data' } },
  panel: [
    { type: 'input-text', name: 'label', label: 'Label' },
    {
      type: 'select',
      name: 'level',
      label: 'Look',
      options: [
        { label: 'Plain', value: 'default' },
        { label: 'Main button', value: 'primary' },
      ],
    },
  ],
  events: () => [
    { key: 'done', label: 'Done', data: ['result'] },
    { key: 'refused', label: 'Refused', data: ['error'] },
  ],
}
