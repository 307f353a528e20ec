// How the pictures of a screen before and after are edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {
  screenId: 'str',
  before: 'str',
  after: 'str',
  marks: 'str',
  beforeTitle: 'str',
  afterTitle: 'str',
  companyKey: 'str',
  appUrlKey: 'str',
}

export const editor: InEditor = {
  name: 'Screen before and after',
  description: 'Two forms of a screen as pictures, side by side or under a slider, with what differs outlined.',
  icon: 'images-plugin',
  scaffold: { screenId: '${screenId}', before: '${before}', after: '${after}' },
  panel: [
    { type: 'input-text', name: 'screenId', label: 'Screen', description: 'Id of the screen, usually from the address: ${screenId}.' },
    { type: 'input-text', name: 'before', label: 'Before', description: 'Where the first value is: ${before}.' },
    { type: 'input-text', name: 'beforeTitle', label: 'Its heading' },
    { type: 'input-text', name: 'after', label: 'After', description: 'Where the second value is: ${after}.' },
    { type: 'input-text', name: 'afterTitle', label: 'Its heading' },
    { type: 'input-text', name: 'marks', label: 'Parts that differ', description: 'Where the parts to outline are: ${marks}.' },
    { type: 'input-text', name: 'companyKey', label: 'Organisation', description: 'Key of the organisation, usually from the address: ${companyKey}.' },
    { type: 'input-text', name: 'appUrlKey', label: 'App', description: 'Key of the app with its environment, usually from the address: ${appUrlKey}.' },
  ],
}
