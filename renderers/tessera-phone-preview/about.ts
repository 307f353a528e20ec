// What the frame of a phone takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { link: 'str' }

export const editor: InEditor = {
  name: 'Phone preview',
  description: 'A page of this console inside the frame of a phone, with its address as a QR code.',
  icon: 'iframe-plugin',
  scaffold: { link: '/home' },
  panel: [{ type: 'input-text', name: 'link', label: 'Address to show', description: 'An address of this console, such as /home.' }],
}
