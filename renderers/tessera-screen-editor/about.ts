// What the work page of a screen takes, and how it is edited: a screen like any other.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { screenId: 'str', companyKey: 'str', appUrlKey: 'str' }

export const editor: InEditor = {
  name: 'Work on a screen',
  description: 'Design, JSON and preview of one screen of the console. It fills the whole screen.',
  icon: 'editor-plugin',
  scaffold: { screenId: '${screenId}', companyKey: '${companyKey}', appUrlKey: '${appUrlKey}' },
  panel: [
    { type: 'input-text', name: 'screenId', label: 'Screen', description: 'Id of the screen, usually from the address: ${screenId}.' },
    { type: 'input-text', name: 'companyKey', label: 'Organisation', description: 'Changes are for this organisation only; empty for everybody.' },
    { type: 'input-text', name: 'appUrlKey', label: 'App', description: 'Changes are for people of this app only; empty for the whole organisation.' },
  ],
}
