// The parts of amis that a screen or page names. amis fetches each as it comes to it, and shows a spinner meanwhile.
import { getRenderers, loadAsyncRenderer } from 'amis-core'

/** What amis wants for every screen, see its RootRenderer. */
const ALWAYS = ['dialog', 'drawer', 'spinner', 'container', 'dropdown-button', 'plain']

/** Names that a screen gives to renderers: types, how a list is shown, and the short forms in toolbars. */
function namesIn(node: unknown, found = new Set(ALWAYS)): Set<string> {
  if (Array.isArray(node)) {
    for (const item of node) {
      if (typeof item === 'string') found.add(item)
      else namesIn(item, found)
    }
  } else if (node && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'type' || key === 'mode') && typeof value === 'string') found.add(value)
      else namesIn(value, found)
    }
  }
  return found
}

export async function loadNamed(schema: unknown): Promise<void> {
  const names = namesIn(schema)
  if (names.has('crud') && !names.has('cards')) names.add('table')
  if (names.has('form')) names.add('panel')
  const wanted = getRenderers().filter(({ type, alias = [] }) => [type, ...alias].some(name => name && names.has(name)))
  await Promise.all(wanted.map(loadAsyncRenderer))
}
