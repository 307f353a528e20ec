// What the viewer of documents takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { api: '#Api', docApi: '#Api', searchApi: '#Api', docKey: 'str', to: 'str' }

export const editor: InEditor = {
  name: 'Documents',
  description: 'Texts by group, with their headings, previous and next, and a search.',
  icon: 'article-plugin',
  scaffold: { api: 'get:/api/doc', docApi: 'get:/api/doc/${docKey}', searchApi: 'get:/api/doc/search?keywords=${keywords}', docKey: '${docKey}' },
  panel: [
    { type: 'input-text', name: 'api', label: 'Call', description: 'Answers the tree of documents.' },
    { type: 'input-text', name: 'docApi', label: 'Call of one document', description: 'Reads docKey.' },
    { type: 'input-text', name: 'searchApi', label: 'Call of the search', description: 'Reads keywords.' },
    { type: 'input-text', name: 'docKey', label: 'Document', description: 'Usually from the address: ${docKey}.' },
  ],
}
