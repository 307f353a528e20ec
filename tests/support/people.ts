// Who and what is there when a test begins: people, two organisations, an app.
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createPeople } from '../../api/server/services/foundation/people.ts'
import type { Db } from '../../api/server/store/database.ts'
import type { Tables } from '../../api/server/store/tables.ts'

/** sue: platform super · ann: owner of acme · abe: admin of acme · ben: member of acme · dee: owner of globex · cyd: in no organisation. */
export const PEOPLE = ['sue', 'ann', 'abe', 'ben', 'dee', 'cyd'] as const
export type Person = (typeof PEOPLE)[number]
export const PASSWORD = 'Correct-1-horse!'
export type Ids = Record<Person | 'acme' | 'globex' | 'shop', string>

/** A test looks at the rows of every organisation and app, and makes them by hand. */
export type WholeDb = Kysely<Tables> & Db

/** Writes who and what each world begins with. */
export async function populate(db: WholeDb): Promise<Ids> {
  const ids = {} as Ids
  const people = createPeople({ db })
  const password = await (async () => {
    const id = await people.add({ email: 'sue@example.test', name: 'Sue', isSuper: true, password: PASSWORD })
    ids.sue = id
    return (await people.find(id))?.password_hash ?? null
  })()
  for (const name of PEOPLE.slice(1)) {
    ids[name] = uuidv7()
    await db
      .insertInto('person')
      .values({ id: ids[name], username: name, email: `${name}@example.test`, name: name[0]?.toUpperCase() + name.slice(1), password_hash: password })
      .execute()
  }
  await db.updateTable('person').set({ username: 'sue' }).where('id', '=', ids.sue).execute()
  for (const [key, owner] of [
    ['acme', 'ann'],
    ['globex', 'dee'],
  ] as const) {
    ids[key] = uuidv7()
    await db
      .insertInto('company')
      .values({ id: ids[key], key, name: key === 'acme' ? 'Acme' : 'Globex', industry: 'other', owner_id: ids[owner] })
      .execute()
    await db.insertInto('member').values({ company_id: ids[key], user_id: ids[owner], role: 'owner' }).execute()
  }
  await db
    .insertInto('member')
    .values([
      { company_id: ids.acme, user_id: ids.abe, role: 'admin' },
      { company_id: ids.acme, user_id: ids.ben, role: 'member' },
    ])
    .execute()
  ids.shop = uuidv7()
  await db.insertInto('app').values({ id: ids.shop, company_id: ids.acme, key: 'shop', name: 'Shop', type: 1, owner_id: ids.ann }).execute()
  return ids
}
