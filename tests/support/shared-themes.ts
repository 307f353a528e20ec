// Themes above apps for tests of the calls that keep them: of the platform, and of the organisation.
import { levels, type Levels } from '../../api/generated/levels.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { green } from './themes.ts'
import type { Person, World } from './world.ts'

type Name = Extract<keyof Levels, `sharedTheme.${string}`>
export interface ThemeLevel {
  ending: keyof Levels['sharedTheme.create']
  name: string
  writer: Person
  params: Record<string, string>
}
export const LEVELS: ThemeLevel[] = [
  { ending: '', name: 'platform', writer: 'sue', params: {} },
  { ending: 'Company', name: 'organisation', writer: 'abe', params: { companyKey: 'acme' } },
]

/** A call of a level, by who may. */
export const ask = (world: World, level: ThemeLevel, name: Name, { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {}) =>
  world.call(levels[name][level.ending], { as: level.writer, params: { ...level.params, ...params }, ...(body !== undefined && { body: body as never }) })

/** A new theme; answers where it is. */
export async function themeAt(world: World, level: ThemeLevel, name = 'Green', document: ThemeDocument = green(name)) {
  const reply = await ask(world, level, 'sharedTheme.create', { body: { name, document } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return { ...level.params, sharedThemeId: reply.data.id as string }
}

/** What a call promises at each level. */
export function atEach(name: Name, tell: (level: ThemeLevel) => Scenario[]) {
  for (const level of LEVELS)
    scenarios(
      levels[name][level.ending],
      tell(level).map(one => ({ as: level.writer, ...one, params: { ...level.params, ...one.params } })),
    )
}
