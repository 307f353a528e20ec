// People who come in with a synchronisation, hundreds at a time.
import type { Trx } from '../../../store/database.ts'
import { departmentOf } from '../departments.ts'
import { accountsBy, standInRow } from '../stand-ins.ts'
import { peopleHere, personState } from './local.ts'
import { kept, type Outcome, type Row, type Scope } from './outcomes.ts'
import type { LocalPerson, PersonState } from './plan.ts'
import { inCompany } from '../../../store/scoped.ts'

type Wanted = PersonState & { isNew: boolean; add: string[]; knownAs?: string }

export async function applyNewPeople({ companyId, platform }: Scope, rows: Row[], trx: Trx): Promise<Outcome[]> {
  const all = rows.map(row => {
    const wanted = row.after as unknown as Wanted
    return { row, id: row.local_id as string, wanted, username: wanted.email || `${platform}-${row.external_id}`.toLowerCase() }
  })
  const taken = await accountsBy(
    all.filter(one => one.wanted.isNew).map(one => one.username),
    trx,
  )
  const there = await peopleHere(
    companyId,
    all.filter(one => !one.wanted.isNew).map(one => one.id),
    trx,
  )
  const accountOf = ({ wanted, username }: (typeof all)[number]) => wanted.knownAs ?? (wanted.email ? taken.get(username) : undefined)
  const accounts = all.filter(one => one.wanted.isNew).flatMap(one => accountOf(one) ?? [])
  // A member whom the plan would have found has come in meanwhile.
  const members = accounts.length
    ? new Set((await inCompany(trx, companyId).selectFrom('member').select('user_id').where('user_id', 'in', accounts).execute()).map(row => row.user_id))
    : new Set<string>()
  // Somebody who can sign in by now is asked, with the next plan.
  const mayReturn = (person: LocalPerson | undefined) => !!person && (person.role !== undefined || person.isUnclaimed)
  const coming = all.filter(one => (one.wanted.isNew ? !members.has(accountOf(one) ?? '') : mayReturn(there.get(one.id))))
  const strangers = coming.filter(one => one.wanted.isNew)
  if (strangers.length)
    await trx
      .insertInto('person')
      .values(
        strangers.map(one => {
          const { id, wanted, username } = one
          const { name, email, phone } = wanted
          const accountId = accountOf(one)
          if (accountId) return standInRow({ accountId, name, email, phone }, id)
          return { id, username: taken.has(username) ? `${username}-${id.slice(-12)}` : username, email, name, phone }
        }),
      )
      .execute()
  if (coming.length) {
    await inCompany(trx, companyId)
      .insertInto('member')
      .values(coming.map(({ id }) => ({ user_id: id, role: 'member' as const })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await seat(companyId, coming, trx)
  }

  const links = await inCompany(trx, companyId)
    .selectFrom('directory_link')
    .select(['external_id', 'local_id', 'is_off', 'manager_id'])
    .where('platform', '=', platform)
    .where('kind', '=', 'person')
    .where(
      'external_id',
      'in',
      rows.map(row => row.external_id),
    )
    .execute()
  const before = new Map(links.map(({ external_id, ...link }) => [external_id, link]))
  if (coming.length)
    await inCompany(trx, companyId)
      .insertInto('directory_link')
      .values(
        coming.map(({ row, id }) => ({
          platform,
          kind: 'person' as const,
          external_id: row.external_id,
          local_id: id,
          manager_id: null,
        })),
      )
      .onConflict(conflict =>
        conflict.columns(['company_id', 'platform', 'kind', 'external_id']).doUpdateSet(eb => ({ local_id: eb.ref('excluded.local_id'), is_off: false })),
      )
      .execute()
  const now = await peopleHere(
    companyId,
    coming.map(one => one.id),
    trx,
  )
  const isComing = new Set(coming.map(one => one.id))
  return all.map(({ row, id, wanted }) => {
    if (!isComing.has(id)) return kept(wanted.isNew ? 'emailGone' : there.has(id) ? 'changed' : 'gone')
    const state = now.get(id)
    return { state: 'applied', was: { isNew: wanted.isNew, link: before.get(row.external_id) ?? null }, became: state && personState(state) }
  })
}

/** Joining put everybody into the first department; they leave it for those they were meant for. */
async function seat(companyId: string, people: { id: string; wanted: Wanted }[], trx: Trx) {
  const root = await departmentOf(companyId, undefined, trx)
  const named = [...new Set(people.flatMap(one => one.wanted.add))]
  const rows = named.length ? await inCompany(trx, companyId).selectFrom('department').select('id').where('id', 'in', named).execute() : []
  const known = new Set(rows.map(row => row.id))
  const seats = people.flatMap(({ id, wanted }) => wanted.add.filter(one => known.has(one)).map(department_id => ({ department_id, user_id: id })))
  if (!seats.length) return
  await inCompany(trx, companyId)
    .insertInto('department_member')
    .values(seats)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const leaving = people.filter(({ wanted }) => !wanted.add.includes(root.id) && wanted.add.some(one => known.has(one))).map(one => one.id)
  if (leaving.length)
    await inCompany(trx, companyId).deleteFrom('department_member').where('department_id', '=', root.id).where('user_id', 'in', leaving).execute()
}
