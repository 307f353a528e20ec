// How the look into a package is edited.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-package-inspector',
  name: 'Package inspector',
  description: 'A form field: what an app package holds and would do, and the parts of it to take.',
  icon: 'tabs-plugin',
  scaffold: { name: 'parts', label: false, inspection: '${inspection}' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'inspection', label: 'Inspection', description: 'Where the answer of an inspecting call is: ${inspection}.' },
    { type: 'switch', name: 'lookOnly', label: 'Only look, choose nothing' },
  ],
})
