// What does not compile: a query on a table of an app or organisation without a scope, and a scope written by hand. Held by tsc: an error that is
// no longer there is an error itself.
import { expect, it } from 'vitest'
import type { Db, Trx } from '../../api/server/store/database.ts'
import { inApp, inCompany } from '../../api/server/store/scoped.ts'

// Never run; a function each, so that nothing is asked.
type Written = (db: Db, trx: Trx) => unknown
const SCOPE = { companyId: 'acme', appId: 'shop' }
const DRAFT = { page_id: 'a', base_version: 1, content: '{}', by: 'ann' }
const ELSEWHERE = { ...DRAFT, company_id: 'globex', app_id: 'lab' }

const without: Record<string, Written> = {
  // @ts-expect-error a table of an app
  select: db => db.selectFrom('page').select('page.id'),
  // @ts-expect-error a table of an app, by another name
  alias: db => db.selectFrom('page as p').select('p.id'),
  // @ts-expect-error a table of an app in a transaction
  transaction: (_db, trx) => trx.selectFrom('page').select('page.id'),
  // @ts-expect-error a table of an organisation
  company: db => db.selectFrom('member').select('member.user_id'),
  // @ts-expect-error a new row of an app
  insert: db => db.insertInto('page_draft').values(DRAFT),
  // @ts-expect-error a change of an app's rows
  update: db => db.updateTable('page').set({ name: 'a' }),
  // @ts-expect-error a deletion of an app's rows
  delete: db => db.deleteFrom('page').where('id', '=', 'a'),
  // @ts-expect-error a join of a table of an organisation
  join: db => db.selectFrom('person').innerJoin('member', 'member.user_id', 'person.id').select('person.id'),
  // @ts-expect-error an outer join of one
  leftJoin: db => db.selectFrom('person').leftJoin('member', 'member.user_id', 'person.id').select('person.id'),
  // @ts-expect-error a query within a query
  within: db => db.selectFrom('person').where('id', 'in', eb => eb.selectFrom('member').select('user_id')),
  // @ts-expect-error a selection out of another table
  selection: db => db.selectFrom('person').select(eb => eb.selectFrom('role').select('role.name').as('role')),
  // @ts-expect-error a common table expression
  with: db => db.with('mine', eb => eb.selectFrom('role').select('role.id')),
  // @ts-expect-error a table that an update reads beside
  updateFrom: db => db.updateTable('person').from('member').set({ name: 'a' }),
  // @ts-expect-error a table that a deletion reads beside
  deleteUsing: db => db.deleteFrom('person').using('member').whereRef('member.user_id', '=', 'person.id'),
}

const byHand: Record<string, Written> = {
  // @ts-expect-error the scope of a new row
  insert: db => inApp(db, SCOPE).insertInto('page_draft').values(ELSEWHERE),
  column: db =>
    inApp(db, SCOPE)
      .insertInto('page_draft')
      // @ts-expect-error one of its columns
      .values({ ...DRAFT, app_id: 'lab' }),
  // @ts-expect-error the scope of a row that is there
  update: db => inApp(db, SCOPE).updateTable('page').set({ app_id: 'lab' }),
  // @ts-expect-error the organisation of a member
  company: db => inCompany(db, 'acme').updateTable('member').set({ company_id: 'globex' }),
  // @ts-expect-error an app's row without its app, which an organisation does not fill in
  app: db => inCompany(db, 'acme').insertInto('page_draft').values(DRAFT),
  // @ts-expect-error a table that names an app and no organisation
  change: db => inCompany(db, 'acme').selectFrom('permission_change').select('n'),
  // @ts-expect-error a transaction is begun on the database, so that everything in it says its scope
  transaction: db => inApp(db, SCOPE).transaction(),
}

const fine: Record<string, Written> = {
  open: db => db.selectFrom('person').select('person.id'),
  page: db => inApp(db, SCOPE).selectFrom('page').innerJoin('member', 'member.user_id', 'page.owner_id').select('page.company_id'),
  draft: (_db, trx) => inApp(trx, SCOPE).insertInto('page_draft').values(DRAFT),
  app: db =>
    inCompany(db, 'acme')
      .insertInto('page_draft')
      .values({ ...DRAFT, app_id: 'shop' }),
}

it('a query without a scope does not compile, nor does a scope that is written by hand', () => {
  // What is said here is said by tsc, over the lines above.
  expect(Object.keys(without).length + Object.keys(byHand).length).toBe(21)
  expect(Object.keys(fine).length).toBe(4)
})
