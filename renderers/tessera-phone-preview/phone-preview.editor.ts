// How the frame of a phone is edited.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-phone-preview',
  name: 'Phone preview',
  description: 'A page of this console inside the frame of a phone, with its address as a QR code.',
  icon: 'iframe-plugin',
  scaffold: { link: '/home' },
  panel: [{ type: 'input-text', name: 'link', label: 'Address to show', description: 'An address of this console, such as /home.' }],
})
