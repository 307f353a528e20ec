// The gallery has nothing to set.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-icon-gallery',
  name: 'Icon gallery',
  description: 'All icons that a screen can name; a click copies the name or what to write.',
  icon: 'image-plugin',
  scaffold: {},
  panel: [],
})
