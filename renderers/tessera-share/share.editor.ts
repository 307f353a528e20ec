// How the share page is edited.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-share',
  name: 'Shared page',
  description: 'What somebody shared, in a frame of its own, with its password form and its error page.',
  icon: 'page-plugin',
  scaffold: { pageApi: 'get:/api/share/${key}/page', shareKey: '${key}', defaultTitle: 'Shared page' },
  panel: [
    { type: 'input-text', name: 'defaultTitle', label: 'Title of a share that has none' },
    { type: 'input-text', name: 'siteName', label: 'Name of the site' },
  ],
})
