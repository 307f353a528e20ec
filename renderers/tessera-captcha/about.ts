// What a graphical code takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = { required: 'bool', image: 'str', challenge: '#Api', solved: 'str' }

export const editor: InEditor = {
  name: 'Graphical code',
  description: 'A form field: letters and digits of a picture, or a proof that the browser works out for whoever cannot see it.',
  icon: 'image-plugin',
  scaffold: { name: 'graphCode', label: 'Graphical code', image: '/captcha', challenge: 'get:/captcha/challenge' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'image', label: 'Address of the picture' },
    { type: 'input-text', name: 'challenge', label: 'Address of the challenge', description: 'Without it there is only the picture.' },
    { type: 'input-text', name: 'solved', label: 'Solved when', description: 'While this holds, nothing further is asked.', placeholder: '${solved}' },
  ],
}
