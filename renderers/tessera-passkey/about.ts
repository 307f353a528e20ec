// What the button for passkeys takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { label: 'str', level: 'str', block: 'bool', mode: ['e', 'create', 'get'], api: '#Api' }

export const editor: InEditor = {
  name: 'Passkey',
  description: 'A button that has the browser make a passkey, or sign with one.',
  icon: 'btn-plugin',
  scaffold: { label: 'Use a passkey', mode: 'get', api: { method: 'post', url: '/login/second-factor/passkey', data: {} } },
  panel: [
    { type: 'input-text', name: 'label', label: 'Label' },
    {
      type: 'select',
      name: 'mode',
      label: 'What it does',
      options: [
        { label: 'Make a passkey', value: 'create' },
        { label: 'Sign with a passkey', value: 'get' },
      ],
    },
  ],
}
