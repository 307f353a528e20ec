// What the look into a package takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = { inspection: 'str', lookOnly: 'bool' }

export const editor: InEditor = {
  name: 'Package inspector',
  description: 'A form field: what an app package holds and would do, and the parts of it to take.',
  icon: 'tabs-plugin',
  scaffold: { name: 'parts', label: false, inspection: '${inspection}' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'inspection', label: 'Inspection', description: 'Where the answer of an inspecting call is: ${inspection}.' },
    { type: 'switch', name: 'lookOnly', label: 'Only look, choose nothing' },
  ],
}
