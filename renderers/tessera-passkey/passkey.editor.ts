// How the button for passkeys is edited.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-passkey',
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
})
