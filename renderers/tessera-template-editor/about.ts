// What the editor of a widget template takes, and how it is edited where it is part of a screen.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { level: ['e', 'platform', 'company', 'app'], companyKey: 'str', appUrlKey: 'str', templateId: 'str' }

export const editor: InEditor = {
  name: 'Widget template',
  description: 'The visual editor of one widget template. It fills the whole screen.',
  icon: 'layout-2cols-plugin',
  scaffold: { level: 'app', companyKey: '${companyKey}', appUrlKey: '${appUrlKey}', templateId: '${templateId}' },
  panel: [
    {
      type: 'select',
      name: 'level',
      label: 'Level',
      options: [
        { label: 'Platform', value: 'platform' },
        { label: 'Organisation', value: 'company' },
        { label: 'App', value: 'app' },
      ],
    },
    { type: 'input-text', name: 'companyKey', label: 'Organisation', description: 'Key of the organisation, usually from the address: ${companyKey}.' },
    { type: 'input-text', name: 'appUrlKey', label: 'App', description: 'Key of the app with its environment, usually from the address: ${appUrlKey}.' },
    { type: 'input-text', name: 'templateId', label: 'Template', description: 'The template that is open, usually from the address: ${templateId}.' },
  ],
}
