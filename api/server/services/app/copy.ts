// An app made from another one.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { Scope, Trx } from '../../store/database.ts'
import type { AppInScope } from '../foundation/access/index.ts'
import { copyFiles } from './files.ts'
import type { createContents } from '../foundation/contents.ts'
import { placeTexts, readTexts } from '../foundation/app-texts.ts'
import { chooseTheme, placeThemes, readChosenTheme, readThemes } from '../foundation/app-themes.ts'
import { placeResources, readResources } from '../foundation/resources.ts'
import { CUSTOM_PAGES } from './custom-pages.ts'
import { copyData, type Releasing } from '../data/index.ts'
import { resourcesWithFiles, themesWithFiles, withNewFiles } from '../packages/index.ts'
import { copyPermissions } from '../permission/index.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Queries, flows and the like name roles, models and pages by their ids. */
async function renameIn(trx: Trx, scope: Scope, ids: ReadonlyMap<string, string>) {
  for (const { id, definition } of await readResources(scope, trx)) {
    const text = JSON.stringify(definition)
    const now = text.replace(UUID, old => ids.get(old) ?? old)
    if (now === text) continue
    await inApp(trx, scope).updateTable('resource').set({ definition: now }).where('id', '=', id).execute()
    await inApp(trx, scope).updateTable('resource_version').set({ definition: now }).where('resource_id', '=', id).execute()
  }
}

/** In a copy to work in, whose a part is stays as it was: whoever makes the copy gets no more than they had. */
const keepOwners = (trx: Trx, to: string, ids: ReadonlyMap<string, string>) =>
  Promise.all(
    (['page', 'resource', 'role'] as const).map(table =>
      sql`
      update ${sql.table(table)} copied set owner_id = original.owner_id
      from ${sql.table(table)} original join unnest(${[...ids.keys()]}::uuid[], ${[...ids.values()]}::uuid[]) as t (old_id, new_id) on t.old_id = original.id
      where copied.id = t.new_id and copied.app_id = ${to}`.execute(trx),
    ),
  )

/**
 * Copies the saved pages of an app, their files, models, roles and permissions into a new app; rows, drafts, versions and releases stay behind.
 * Answers the new ids of its parts by their old ones, or nothing where the key is taken.
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
    isToWorkIn = false,
    also,
  }: {
    source: Pick<AppInScope, 'id' | 'companyId'>
    id: string
    name: string
    key: string
    by: string
    keepsSignIn: boolean
    /** It belongs to the app that it was made of, and comes back to it. */
    isToWorkIn?: boolean
    /** In the same transaction. */
    also?(ids: ReadonlyMap<string, string>, trx: Trx): Promise<void>
  },
): Promise<ReadonlyMap<string, string> | undefined> {
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
    if (isToWorkIn) delete config.guestEnabled
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
        owner_id: isToWorkIn ? app.owner_id : by,
        copy_of: isToWorkIn ? source.id : null,
        ...(isToWorkIn && { shared_theme_id: app.shared_theme_id }),
      })
      .onConflict(conflict => conflict.columns(['company_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return undefined
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
    const shown = await placeThemes(trx, { companyId, appId: id }, by, themesWithFiles(themes, files), { takesDefault: true })
    await chooseTheme(trx, { companyId, appId: id }, await readChosenTheme({ companyId, appId: source.id }, trx))
    const granted = await copyPermissions(trx, { ...both, resources: new Map([...newIds, ...data, ...named]) })
    const ids = new Map([...newIds, ...data, ...named, ...granted, ...shown, ...files])
    await renameIn(trx, { companyId, appId: id }, ids)
    if (isToWorkIn) await keepOwners(trx, id, ids)
    await releasing.start({ companyId, appId: id }, by, trx)
    await also?.(ids, trx)
    return ids
  })
}
