// Themes of the shop for tests of the calls that keep them.
import { newTheme, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { DEV } from './models.ts'
import type { World } from './world.ts'

export { DEV }
export const green = (name = 'Green') => withBrand(newTheme(name), '#0f766e')
export const changed = (path: string, value: unknown, from: ThemeDocument = green()) => withValue(from, path, value)

/** A new theme; answers where it is. */
export async function themeIn(world: World, name = 'Green', document = green(name)) {
  const reply = await world.call('theme.create', { as: 'ann', params: DEV, body: { name, document } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return { ...DEV, themeId: reply.data.id as string }
}
