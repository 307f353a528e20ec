// What the way from a spreadsheet to an app takes, and how it is edited where it is part of a screen.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { companyKey: 'str', appUrlKey: 'str', publishOn: 'str', grantOn: 'str' }

export const editor: InEditor = {
  name: 'App from a spreadsheet',
  description: 'A file is chosen, what was understood of it can be changed, and becomes models, rows and pages.',
  icon: 'input-excel-plugin',
  scaffold: { companyKey: '${companyKey}', appUrlKey: '${appUrlKey}' },
  panel: [
    { type: 'input-text', name: 'companyKey', label: 'Organisation', description: 'Key of the organisation, usually from the address: ${companyKey}.' },
    { type: 'input-text', name: 'appUrlKey', label: 'App', description: 'Key of the app with its environment, usually from the address: ${appUrlKey}.' },
  ],
}
