// What page design takes, and how it is edited where it is part of a screen.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { companyKey: 'str', appUrlKey: 'str', pageId: 'str', shareOn: 'str', publishOn: 'str' }

export const editor: InEditor = {
  name: 'Page design',
  description: 'The pages of an app and the visual editor for them. It fills the whole screen.',
  icon: 'layout-2cols-plugin',
  scaffold: { companyKey: '${companyKey}', appUrlKey: '${appUrlKey}', pageId: '${pageId}' },
  panel: [
    { type: 'input-text', name: 'companyKey', label: 'Organisation', description: 'Key of the organisation, usually from the address: ${companyKey}.' },
    { type: 'input-text', name: 'appUrlKey', label: 'App', description: 'Key of the app with its environment, usually from the address: ${appUrlKey}.' },
    { type: 'input-text', name: 'pageId', label: 'Page', description: 'The page that is open; the first one where this is empty.' },
  ],
}
