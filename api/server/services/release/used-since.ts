// Roles and data sources that came with a taking over and would go with it again: whether anybody uses them by now.
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { compareContents, listPartId, type Part } from './compare.ts'
import type { Content } from './manifest.ts'
import type { Problem } from './merge.ts'
import { flat, keyOf, type Offered } from './offered.ts'

/** Roles and data sources that taking back removes: nobody may have got them since, nor any part of the app. */
export async function usedSince(scope: Scope, mine: Content, back: readonly Part[], on: Db | Trx): Promise<{ goes: Set<string>; used: Problem[] }> {
  const parts = back as readonly Offered[]
  const going = parts.filter(({ section, change }) => change === 'removed' && (section === 'role' || section === 'source'))
  const used: Problem[] = []
  if (!going.length) return { goes: new Set(), used }
  const theirs = new Set(parts.map(keyOf))
  // What names a part in its text: all parts have ids that are nowhere else.
  // Lists are compared by the names of their roles.
  const others = flat(compareContents({ pages: {}, design: null }, mine)).filter(part => !theirs.has(keyOf(part)))
  const texts = others.map(part => [part.label, `${part.id} ${JSON.stringify(part.after)}`] as const)
  const lists = (mine.design?.permissions.lists ?? []).filter(one => !theirs.has(`list ${listPartId(one)}`))
  for (const { id, label, section } of going) {
    const tell = (english: string, values: Problem['values']) => used.push({ part: `${section} ${id}`, label, code: 'merge.usedSince', english, values })
    const by = texts.find(([, text]) => text.includes(id))?.[0] ?? lists.find(one => one.roles.includes(id))?.list
    if (by !== undefined) tell('“{by}” uses “{name}” since. Take that back first', { by, name: label })
    else if (section === 'source' && (await holdsSource(scope, id, on)))
      tell('The data source “{name}” has a connection or tables by now. Delete it on the models screen', { name: label })
    else if (section === 'role') {
      const people = await peopleIn(scope, id, on)
      if (people) tell('The role “{name}” was given since: {count}. Take it from them first', { name: label, count: people })
    }
  }
  return { goes: new Set(going.map(keyOf)), used }
}

async function peopleIn(scope: Scope, id: string, on: Db | Trx): Promise<number> {
  const { count } = await inApp(on, scope)
    .selectFrom('role_member')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('role_id', '=', id)
    .where('kind', '<>', 'role')
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function holdsSource(scope: Scope, id: string, on: Db | Trx): Promise<boolean> {
  const held = await inApp(on, scope)
    .selectFrom('data_source')
    .select('id')
    .where('id', '=', id)
    .where(eb =>
      eb.or([
        eb.exists(eb.selectFrom('data_connection').select('data_connection.tag').whereRef('data_connection.source_id', '=', 'data_source.id')),
        eb.exists(eb.selectFrom('data_applied').select('data_applied.tag').whereRef('data_applied.source_id', '=', 'data_source.id')),
      ]),
    )
    .executeTakeFirst()
  return !!held
}
