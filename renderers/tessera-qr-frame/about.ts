// What the frame of a QR code takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { src: 'str', title: 'str' }

export const editor: InEditor = {
  name: 'QR code in a frame',
  description: 'A QR code that a page of this console shows, in a frame that appears after a second.',
  icon: 'iframe-plugin',
  scaffold: { src: '/auth/weixin?frame=1', title: 'WeChat QR code' },
  panel: [
    { type: 'input-text', name: 'src', label: 'Address to show', description: 'An address of this console, such as /home.' },
    { type: 'input-text', name: 'title', label: 'Title', description: 'Read out by screen readers.' },
  ],
}
