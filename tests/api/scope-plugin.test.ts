// What the scope of an app or organisation does to queries: the SQL that comes out of it.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type Compilable } from 'kysely'
import { expect, it } from 'vitest'
import { everywhere, inApp, inCompany } from '../../api/server/store/scoped.ts'
import type { Db } from '../../api/server/store/database.ts'

const db: Db = new Kysely<any>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: on => new PostgresIntrospector(on),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const shop = inApp(db, { companyId: 'acme', appId: 'shop' })
const acme = inCompany(db, 'acme')

/** SQL with its values in place, without the quotes of names. */
function text(query: Compilable) {
  const { sql: made, parameters } = query.compile()
  return made.replaceAll('"', '').replace(/\$(\d+)/g, (_whole, n) => `'${String(parameters[Number(n) - 1])}'`)
}
const untyped = (on: unknown) => on as Kysely<any>

it('a table of an app is held to the app and its organisation', () => {
  expect(text(shop.selectFrom('page').select('id'))).toBe("select id from page where page.company_id = 'acme' and page.app_id = 'shop'")
})

it('what was asked stands in brackets behind the scope, so that no “or” leads past it', () => {
  const either = shop
    .selectFrom('page')
    .select('id')
    .where(sql<boolean>`name = 'a' or name = 'b'`)
  expect(text(either)).toBe("select id from page where page.company_id = 'acme' and page.app_id = 'shop' and (name = 'a' or name = 'b')")
})

it('an alias is held by its name, each time that a table is named', () => {
  expect(text(shop.selectFrom(['page as one', 'role as other']).select('one.id'))).toBe(
    "select one.id from page as one, role as other where one.company_id = 'acme' and one.app_id = 'shop' and other.company_id = 'acme' and other.app_id = 'shop'",
  )
})

it('an app is held to itself', () => {
  expect(text(shop.selectFrom('app').select('name'))).toBe("select name from app where app.company_id = 'acme' and app.id = 'shop'")
})

it('a table of the organisation is held to the organisation in an app as well', () => {
  expect(text(shop.selectFrom('member').select('user_id'))).toBe("select user_id from member where member.company_id = 'acme'")
})

it('a table without a scope is left as it is', () => {
  expect(text(shop.selectFrom('person').select('name').where('id', '=', 'ann'))).toBe("select name from person where id = 'ann'")
})

it('an organisation sees all of its apps', () => {
  expect(text(acme.selectFrom('page').select('id').where('app_id', '=', 'shop'))).toBe(
    "select id from page where page.company_id = 'acme' and (app_id = 'shop')",
  )
})

it('a table that names an app and no organisation cannot be asked for with the scope of an organisation', () => {
  expect(() => text(untyped(acme).selectFrom('permission_change').select('n'))).toThrow('belongs to an app')
})

it('an outer join is held within its condition, so that rows with nothing beside them stay', () => {
  expect(text(shop.selectFrom('page').leftJoin('page_draft as d', 'd.page_id', 'page.id').select('d.at'))).toBe(
    "select d.at from page left join page_draft as d on d.company_id = 'acme' and d.app_id = 'shop' and (d.page_id = page.id) " +
      "where page.company_id = 'acme' and page.app_id = 'shop'",
  )
})

it('an inner join from a table without a scope is held too', () => {
  expect(text(acme.selectFrom('person').innerJoin('member', 'member.user_id', 'person.id').select('person.id'))).toBe(
    "select person.id from person inner join member on member.company_id = 'acme' and (member.user_id = person.id)",
  )
})

it('a join that cannot be held is refused', () => {
  expect(() => text(shop.selectFrom('page').rightJoin('role', 'role.id', 'page.id').select('role.id'))).toThrow('cannot be put into this join')
  expect(() => text(shop.selectFrom('page').crossJoin('role').select('role.id'))).toThrow('cannot be put into a cross join')
})

it('a query within a query is held, in a condition, in a selection, in a lateral join and in SQL by hand', () => {
  const held = "role.company_id = 'acme' and role.app_id = 'shop'"
  expect(
    text(
      shop
        .selectFrom('person')
        .select('id')
        .where('id', 'in', eb => eb.selectFrom('role').select('owner_id')),
    ),
  ).toContain(`from role where ${held})`)
  expect(text(shop.selectFrom('person').select(eb => eb.selectFrom('role').select('name').limit(1).as('one')))).toContain(`from role where ${held} limit`)
  expect(
    text(
      shop
        .selectFrom('person')
        .leftJoinLateral(
          eb => eb.selectFrom('role').select('name').as('r'),
          join => join.onTrue(),
        )
        .select('r.name'),
    ),
  ).toContain(`from role where ${held})`)
  expect(
    text(
      shop
        .selectFrom('person')
        .select('id')
        .where(eb => sql<boolean>`exists (${eb.selectFrom('role').select('id')})`),
    ),
  ).toContain(`from role where ${held})`)
})

it('a query that is joined in a union is held', () => {
  expect(text(shop.selectFrom('page').select('id').union(shop.selectFrom('role').select('id')))).toBe(
    "select id from page where page.company_id = 'acme' and page.app_id = 'shop' union select id from role where role.company_id = 'acme' and role.app_id = 'shop'",
  )
})

it('a common table expression is held where it is made', () => {
  expect(
    text(
      shop
        .with('mine', eb => eb.selectFrom('role').select('id'))
        .selectFrom('mine')
        .select('id'),
    ),
  ).toBe("with mine as (select id from role where role.company_id = 'acme' and role.app_id = 'shop') select id from mine")
})

it('a common table expression does not take the name of a table that has a scope', () => {
  expect(() =>
    text(
      untyped(shop)
        .with('page', eb => eb.selectFrom('person').select('id'))
        .selectFrom('page')
        .select('id'),
    ),
  ).toThrow('is the name of a table')
})

it('a query that has a scope keeps it within one of another scope, and has it once', () => {
  const other = inApp(db, { companyId: 'globex', appId: 'lab' })
  expect(text(shop.selectFrom('person').select('id').where('id', 'in', other.selectFrom('role').select('owner_id')))).toBe(
    "select id from person where id in (select owner_id from role where role.company_id = 'globex' and role.app_id = 'lab')",
  )
})

it('a query that has a scope keeps it within one that has none', () => {
  const rows = shop.selectFrom('page').select('id')
  expect(text(db.selectFrom(rows.as('rows')).select('rows.id'))).toBe(
    "select rows.id from (select id from page where page.company_id = 'acme' and page.app_id = 'shop') as rows",
  )
})

it('an update is held, with the tables that it reads beside', () => {
  expect(text(shop.updateTable('page').from('role as r').set({ name: 'a' }).whereRef('r.id', '=', 'page.owner_id'))).toBe(
    "update page set name = 'a' from role as r where page.company_id = 'acme' and page.app_id = 'shop' and r.company_id = 'acme' and r.app_id = 'shop' and (r.id = page.owner_id)",
  )
})

it('a deletion is held, with the tables that it reads beside', () => {
  expect(text(shop.deleteFrom('page').using('role').whereRef('role.id', '=', 'page.owner_id'))).toBe(
    "delete from page using role where page.company_id = 'acme' and page.app_id = 'shop' and role.company_id = 'acme' and role.app_id = 'shop' and (role.id = page.owner_id)",
  )
})

it('new rows get the scope', () => {
  expect(text(acme.insertInto('member').values({ user_id: 'ann', role: 'owner' }))).toBe(
    "insert into member (user_id, role, company_id) values ('ann', 'owner', 'acme')",
  )
  const draft = { base_version: 1, content: '{}', by: 'ann' }
  expect(
    text(
      shop.insertInto('page_draft').values([
        { ...draft, page_id: 'a' },
        { ...draft, page_id: 'b', content: sql`'x'` },
      ]),
    ),
  ).toBe(
    'insert into page_draft (base_version, content, by, page_id, company_id, app_id) values ' +
      "('1', '{}', 'ann', 'a', 'acme', 'shop'), ('1', 'x', 'ann', 'b', 'acme', 'shop')",
  )
})

it('new rows out of a query get the scope', () => {
  expect(
    text(
      acme
        .insertInto('member')
        .columns(['user_id', 'role'])
        .expression(eb => eb.selectFrom('person').select(['id', sql<string>`'member'`.as('role')])),
    ),
  ).toBe("insert into member (user_id, role, company_id) select id, 'member' as role, 'acme'::uuid as company_id from person")
})

it('a row of another scope that is in the way is not overwritten', () => {
  const values = { base_version: 1, content: '{}', by: 'ann' }
  expect(
    text(
      shop
        .insertInto('page_draft')
        .values({ ...values, page_id: 'a' })
        .onConflict(conflict => conflict.column('page_id').doUpdateSet({ content: '{}' })),
    ),
  ).toContain("on conflict (page_id) do update set content = '{}' where page_draft.company_id = 'acme' and page_draft.app_id = 'shop'")
})

it('a scope that is written by hand is refused', () => {
  expect(() => text(untyped(shop).insertInto('role').values({ id: 'x', company_id: 'globex' }))).toThrow('not written by hand')
  expect(() => text(untyped(shop).updateTable('role').set({ app_id: 'lab' }))).toThrow('does not change its scope')
  expect(() =>
    text(
      untyped(shop)
        .insertInto('role')
        .values({ id: 'x' })
        .onConflict((conflict: any) => conflict.column('id').doUpdateSet({ company_id: 'globex' })),
    ),
  ).toThrow('does not change its scope')
  expect(() => text(untyped(shop).mergeInto('role').using('page', 'page.id', 'role.id').whenMatched().thenDelete())).toThrow('into a merge')
})

it('what goes everywhere is held within a query that has a scope', () => {
  const all = everywhere(db, 'a test').selectFrom('page').select('owner_id')
  expect(text(shop.selectFrom('person').select('id').where('id', 'in', all))).toBe(
    "select id from person where id in (select owner_id from page where page.company_id = 'acme' and page.app_id = 'shop')",
  )
})

it('what goes everywhere is left as it is', () => {
  expect(text(everywhere(db, 'a test').selectFrom('page').select('id'))).toBe('select id from page')
})
