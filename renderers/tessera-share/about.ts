// What the share page takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {
  pageApi: '#Api',
  widgetTplApi: '#Api',
  unlockApi: '#Api',
  mode: 'str',
  shareKey: 'str',
  defaultTitle: 'str',
  siteName: 'str',
  preview: 'str',
}

export const editor: InEditor = {
  name: 'Shared page',
  description: 'What somebody shared, in a frame of its own, with its password form and its error page.',
  icon: 'page-plugin',
  scaffold: { pageApi: 'get:/api/share/${key}/page', shareKey: '${key}', defaultTitle: 'Shared page' },
  panel: [
    { type: 'input-text', name: 'defaultTitle', label: 'Title of a share that has none' },
    { type: 'input-text', name: 'siteName', label: 'Name of the site' },
  ],
}
