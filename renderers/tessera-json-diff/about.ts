// What a comparison of two JSON values takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { before: 'any', after: 'any', beforeTitle: 'str', afterTitle: 'str' }

export const editor: InEditor = {
  name: 'JSON comparison',
  description: 'Two JSON values side by side; what is equal is folded away.',
  icon: 'diff-editor-plugin',
  scaffold: { before: '${before}', after: '${after}' },
  panel: [
    { type: 'input-text', name: 'before', label: 'Before', description: 'Where the first value is: ${before}.' },
    { type: 'input-text', name: 'beforeTitle', label: 'Its heading' },
    { type: 'input-text', name: 'after', label: 'After', description: 'Where the second value is: ${after}.' },
    { type: 'input-text', name: 'afterTitle', label: 'Its heading' },
  ],
}
