// What the control for a place takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = { required: 'bool', validationErrors: ['o', {}, 'str'], placeholder: 'str', isShort: 'bool' }

export const editor: InEditor = {
  name: 'Location input',
  description: 'A form field: a place on the earth, typed or copied from a map, or where the person is.',
  isForPages: true,
  icon: 'location-picker-plugin',
  scaffold: { name: 'location', label: 'Location' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'placeholder', label: 'Placeholder' },
    { type: 'switch', name: 'required', label: 'Required' },
    { type: 'switch', name: 'isShort', label: 'In one line', description: 'What is there stands behind the numbers, in brackets.' },
  ],
}
