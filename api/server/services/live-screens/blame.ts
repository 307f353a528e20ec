// Who last changed each part of a screen at a level.
import { blame, nodeLabel } from '../../../ledger/index.ts'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Resolver } from './resolve.ts'
import type { ScreenScope, ScreenStore } from './store.ts'
import type { createScreenVersions } from './versions.ts'

/** Versions that are gone through; what was changed only before them counts as unchanged. */
const MOST = 100

export const createBlame = (
  { db }: Pick<Core, 'db'>,
  store: ScreenStore,
  resolver: Pick<Resolver, 'below' | 'wordOf'>,
  versions: Pick<ReturnType<typeof createScreenVersions>, 'find'>,
) =>
  async function blameOf(scope: ScreenScope, id: string, locale: Locale) {
    if (!(await resolver.below(scope, id))) throw notFound('screen.unknown', 'There is no such screen')
    const row = await versions.find(scope, id)
    if (!row?.good) return { items: [] }
    const rows = await db
      .selectFrom('screen_version')
      .leftJoin('person', 'person.id', 'screen_version.created_by')
      .select(['version', 'note', 'base_hash', 'result_hash', 'screen_version.created_at', 'person.name'])
      .where('override_id', '=', row.id)
      .where('broken', '=', '')
      // What was only staged changed nothing for anybody else.
      .where('audience', 'in', ['everybody', 'released'])
      .where('version', '<=', row.good.version)
      .orderBy('version', 'desc')
      .limit(MOST + 1)
      .execute()
    const chain = rows.reverse()
    const [oldest] = chain
    if (!oldest) return { items: [] }
    // The first of all is told from the screen that it was made on, the rest from the one before.
    const steps = chain.length > MOST ? chain.slice(1) : chain
    const screens = [await store.content(chain.length > MOST ? oldest.result_hash : oldest.base_hash)]
    for (const step of steps) screens.push(await store.content(step.result_hash))
    const word = await resolver.wordOf(id, locale)
    const items = blame(screens).map(({ node, step }) => {
      const version = steps[step - 1] as (typeof steps)[number]
      return {
        node: node.id,
        label: nodeLabel(node, locale, word),
        version: version.version,
        by: version.name ?? '',
        at: version.created_at.toISOString(),
        note: version.note,
      }
    })
    return { items }
  }
