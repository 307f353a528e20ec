// An app made from another one.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { AppInScope } from '../foundation/access/index.ts'
import { copyFiles } from './files.ts'
import type { createContents } from '../foundation/contents.ts'
import { placeTexts, readTexts } from '../foundation/app-texts.ts'
import { placeThemes, readThemes } from '../foundation/app-themes.ts'
import { placeResources, readResources } from '../foundation/resources.ts'
import { CUSTOM_PAGES } from './custom-pages.ts'
import { copyData, type Releasing } from '../data/index.ts'
import { resourcesWithFiles, themesWithFiles, withNewFiles } from '../packages/index.ts'
import { copyPermissions } from '../permission/index.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

/**
 * Copies the saved pages of an app, their files, models, roles and permissions into a new app; rows, drafts, versions and releases stay behind.
 * False when the key is taken.
 */
export function copyApp(
  db: Core['db'],
  { contents, releasing }: { contents: ReturnType<typeof createContents>; releasing: Releasing },
  {
    source,
    id,
    name,
    key,
    by,
    keepsSignIn,
  }: { source: Pick<AppInScope, 'id' | 'companyId'>; id: string; name: string; key: string; by: string; keepsSignIn: boolean },
): Promise<boolean> {
  const { companyId } = source
  return db.transaction().execute(async trx => {
    // The source row is locked, so that the copy holds one state of it.
    const app = await inApp(trx, { companyId, appId: source.id }).selectFrom('app').selectAll().forShare().executeTakeFirstOrThrow()
    const pages = await inApp(trx, { companyId, appId: source.id }).selectFrom('page').select('id').orderBy('sort').orderBy('id').execute()
    const newIds = new Map(pages.map(page => [page.id, uuidv7()]))
    const config = { ...app.config }
    for (const field of CUSTOM_PAGES) if (typeof config[field] === 'string' && config[field]) config[field] = newIds.get(config[field]) ?? ''
    // Only who may set one brings it along.
    if (!keepsSignIn) delete config.appCustomLoginPage
    const made = await inCompany(trx, companyId)
      .insertInto('app')
      .values({
        id,
        key,
        name: name.trim(),
        type: app.type,
        logo: app.logo,
        description: app.description,
        config: JSON.stringify(config),
        owner_id: by,
      })
      .onConflict(conflict => conflict.columns(['company_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return false
    const both = { companyId, from: source.id, to: id, by }
    const data = await copyData(trx, both)
    // One statement, since a page may name a parent that is inserted after it.
    if (newIds.size)
      await sql`
      with ids as (select * from unnest(${[...newIds.keys()]}::uuid[], ${[...newIds.values()]}::uuid[]) as t (old_id, new_id)),
      copied as (
        insert into page (id, company_id, app_id, parent_id, kind, name, path, icon, link, visible, sort, body_hash, updated_by, owner_id)
        select ids.new_id, page.company_id, ${id}, parent.new_id, kind, name, path, icon, link, visible, sort, body_hash, ${by}, ${by}
        from page join ids on ids.old_id = page.id left join ids as parent on parent.old_id = page.parent_id
        where page.company_id = ${companyId} and page.app_id = ${source.id}
        returning id, name, body_hash
      )
      insert into page_version (page_id, version, company_id, app_id, name, body_hash, created_by)
      select id, 1, ${companyId}, ${id}, name, body_hash, ${by} from copied where body_hash is not null`.execute(trx)
    const resources = await readResources({ companyId, appId: source.id }, trx)
    const themes = await readThemes({ companyId, appId: source.id }, trx)
    const files = await copyFiles(trx, contents, {
      ...both,
      texts: [app.logo, ...resources.map(one => JSON.stringify(one.definition)), ...themes.map(({ document }) => document.customStyle.style)],
    })
    const logo = withNewFiles(app.logo, files)
    if (logo !== app.logo) await inApp(trx, { companyId, appId: id }).updateTable('app').set({ logo }).execute()
    const named = await placeResources(trx, { companyId, appId: id }, by, resourcesWithFiles(resources, files))
    await placeTexts(trx, { companyId, appId: id }, by, await readTexts({ companyId, appId: source.id }, trx))
    await placeThemes(trx, { companyId, appId: id }, by, themesWithFiles(themes, files), { takesDefault: true })
    await copyPermissions(trx, { ...both, resources: new Map([...newIds, ...data, ...named]) })
    await releasing.start({ companyId, appId: id }, by, trx)
    return true
  })
}
