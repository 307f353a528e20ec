// What the button that downloads a file takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { label: 'str', level: ['e', 'default', 'primary'], api: '#Api' }

export const editor: InEditor = {
  name: 'Downloader',
  description: 'A button that downloads a file and shows how far it is; in a form it checks the fields first.',
  icon: 'btn-plugin',
  scaffold: { label: 'Download', api: { method: 'get', url: '/api/company/${companyKey}/department/export' } },
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
}
