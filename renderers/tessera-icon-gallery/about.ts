// The gallery has nothing to set.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {}

export const editor: InEditor = {
  name: 'Icon gallery',
  description: 'All icons that a screen can name; a click copies the name or what to write.',
  icon: 'image-plugin',
  scaffold: {},
  panel: [],
}
