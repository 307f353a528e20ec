// Who last changed each part of a screen at a level.
import type { JsonObject } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { notFound } from '../../../errors.ts'
import type { ScreenLedger } from './ledger.ts'
import type { Resolver } from './resolve.ts'
import { isAtLevel } from './site.ts'
import { textOf, type ScreenScope, type ScreenStore } from './store.ts'
import type { createScreenVersions } from './versions.ts'

/** Versions that are gone through, and their text in all; what was changed only before them counts as unchanged. */
const MOST = 100
const MOST_CHARACTERS = 4_000_000

export const createBlame = (
  { db }: Pick<Core, 'db'>,
  store: ScreenStore,
  resolver: Pick<Resolver, 'below' | 'wordsOf'>,
  versions: Pick<ReturnType<typeof createScreenVersions>, 'find'>,
  ledger: Pick<ScreenLedger, 'blame'>,
) =>
  async function blameOf(scope: ScreenScope, id: string, locale: Locale) {
    if (!isAtLevel(id, scope) || !(await resolver.below(scope, id))) throw notFound('screen.unknown', 'There is no such screen')
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
      .limit(MOST)
      .execute()
    const steps: typeof rows = []
    const screens: JsonObject[] = []
    let size = 0
    // From the newest on; the last one that is read is what the others are told from.
    for (const [at, one] of [...rows.map(version => version.result_hash), rows.at(-1)?.base_hash].entries()) {
      const content = one && (await store.content(one).catch(() => undefined))
      if (!content) break
      screens.unshift(content)
      size += textOf(content).length
      if (at > 0) steps.unshift(rows[at - 1] as (typeof rows)[number])
      if (steps.length >= MOST || size > MOST_CHARACTERS) break
    }
    const changed = await ledger.blame(screens, { locale, words: await resolver.wordsOf(id, locale) })
    const items = changed.map(({ node, label, step }) => {
      const version = steps[step - 1] as (typeof steps)[number]
      return {
        node,
        label,
        version: version.version,
        by: version.name ?? '',
        at: version.created_at.toISOString(),
        note: version.note,
      }
    })
    return { items }
  }
