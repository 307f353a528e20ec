// How the editor of a widget template is edited, where it is part of a screen.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-template-editor',
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
})
