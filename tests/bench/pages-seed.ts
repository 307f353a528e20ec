// An app of many pages in groups of 99, put in by SQL: one that is made by calls takes minutes, and holds 5,000 at most.
import type pg from 'pg'

const seed = (key: string, pages: number) => `
insert into app (id, company_id, key, name, type, owner_id) select uuidv7(), id, '${key}', '${key}', 1, owner_id from company;
insert into page (id, company_id, app_id, kind, name, sort, updated_by)
  select uuidv7(), company_id, app.id, 'group', 'Group ' || g, g, owner_id from app, generate_series(1, ${pages / 100}) g where key = '${key}';
insert into page (id, company_id, app_id, parent_id, kind, name, path, icon, sort, body_hash, updated_by)
  select uuidv7(), page.company_id, app_id, page.id, 'page', page.name || ' page ' || n, '/g' || page.sort || '/p' || n, 'fa fa-file', n,
         sha256(convert_to(page.id::text || n, 'UTF8')), page.updated_by
  from page join app on app.id = app_id and app.key = '${key}', generate_series(1, 99) n where kind = 'group';
insert into body (company_id, hash, size, content)
  select page.company_id, body_hash, 60, '{"type":"page","title":"' || page.name || '"}'
  from page join app on app.id = app_id and app.key = '${key}' where body_hash is not null on conflict do nothing;
insert into page_version (page_id, version, company_id, app_id, name, body_hash, created_by)
  select page.id, 1, page.company_id, app_id, page.name, body_hash, updated_by from page join app on app.id = app_id and app.key = '${key}' where body_hash is not null;
analyze;`

/** The app with groups and pages, as many together as said; answers ids of pages. */
export async function seedPages(db: pg.Client, key: string, pages: number, wanted: number): Promise<string[]> {
  await db.query('set statement_timeout = 0')
  await db.query(seed(key, pages))
  const { rows } = await db.query<{ id: string }>(
    `select page.id from page join app on app.id = app_id and app.key = $1 where kind = 'page' order by page.id limit ${wanted}`,
    [key],
  )
  return rows.map(({ id }) => id)
}
