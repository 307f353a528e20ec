// What a list of versions takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { api: '#Api', version: 'str', since: 'str', body: 'coll', placeholder: 'coll' }

export const editor: InEditor = {
  name: 'Versions',
  description: 'The versions of something by day, one of them selected and one to compare it with.',
  icon: 'list-plugin',
  scaffold: { api: 'get:/api/screen/${screenId}/version', version: '${query.version}', since: '${query.since}', body: [] },
  panel: [
    { type: 'input-text', name: 'api', label: 'Call', description: 'Answers the versions page by page, newest first.' },
    { type: 'input-text', name: 'version', label: 'Selected version', description: 'Usually from the address: ${query.version}.' },
    { type: 'input-text', name: 'since', label: 'Compared with', description: 'Usually from the address: ${query.since}.' },
  ],
  regions: [
    { key: 'body', label: 'What is shown of the two' },
    { key: 'placeholder', label: 'Shown where there is none' },
  ],
}
