// How the choices between two forms of a screen are edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = { conflicts: 'str', here: 'str', there: 'str' }

export const editor: InEditor = {
  name: 'Choices between two forms',
  description: 'A form field: for each part that two changed differently, whose change stays.',
  icon: 'radios-plugin',
  scaffold: { name: 'choices', label: 'Whose change stays', conflicts: '${conflicts}' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'conflicts', label: 'Parts in conflict', description: 'Where the list of them is: ${conflicts}.' },
    { type: 'input-text', name: 'here', label: 'Name of this side', description: 'With both names the choices are told by them.' },
    { type: 'input-text', name: 'there', label: 'Name of the other side' },
  ],
}
