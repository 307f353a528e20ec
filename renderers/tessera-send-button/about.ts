// What the button that has a code sent takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { label: 'str', api: '#Api', account: 'str' }

export const editor: InEditor = {
  name: 'Send code',
  description: 'A button that has a code sent by mail or text message, and counts the seconds until the next one.',
  icon: 'button-plugin',
  scaffold: { label: 'Send code', account: '${email}', api: { method: 'post', url: '/sendEmailCode', data: { email: '${email}' } } },
  panel: [
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'account', label: 'To whom', description: 'The pause between two codes holds for one account.', placeholder: '${email}' },
  ],
}
