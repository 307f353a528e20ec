// What the field of a code that is sent takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = {
  required: 'bool',
  validations: 'any',
  validationErrors: 'any',
  api: '#Api',
  account: 'str',
  checks: 'str',
  sentText: 'str',
}

export const editor: InEditor = {
  name: 'Verification code',
  description: 'A form field for a code that is sent by mail or text message, with the button that sends it.',
  icon: 'input-text-plugin',
  scaffold: { name: 'token', label: 'Verification code', account: '${email}', api: { method: 'post', url: '/sendEmailCode', data: { email: '${email}' } } },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'account', label: 'To whom', description: 'The pause between two codes holds for one account.', placeholder: '${email}' },
    { type: 'input-text', name: 'checks', label: 'Field to check', description: 'Name of the field that has to be right before a code is sent.' },
  ],
}
