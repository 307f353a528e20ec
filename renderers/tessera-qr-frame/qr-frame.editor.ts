// How the frame of a QR code is edited.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-qr-frame',
  name: 'QR code in a frame',
  description: 'A QR code that a page of this console shows, in a frame that appears after a second.',
  icon: 'iframe-plugin',
  scaffold: { src: '/auth/weixin?frame=1', title: 'WeChat QR code' },
  panel: [
    { type: 'input-text', name: 'src', label: 'Address to show', description: 'An address of this console, such as /home.' },
    { type: 'input-text', name: 'title', label: 'Title', description: 'Read out by screen readers.' },
  ],
})
