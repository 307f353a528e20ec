// What dev and the versions of an app hold (pages by hash, models, roles and permissions), and what its environments run.
import { sql, type RawBuilder } from 'kysely'
import { fieldError } from '../../errors.ts'
import { hex, type Db, type Scope, type Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { readData, readDesign, type AppDesign, type DataDesign } from '../data/index.ts'
import type { BroughtRows } from './first.ts'
import type { Content, Manifest, ManifestEntry } from './manifest.ts'

export interface Const {
  var: string
  value: string
}
/** How projects are made of a release of a mini-program app. */
export interface AppletForm {
  appletType: 'WEAPP' | 'h5'
  codeType: 'uniapp' | 'taro'
  /** Pictures of its pages are in the project, not fetched. */
  exportAllImages: boolean
  runtime: 'last' | 'latest' | 'custom'
  /** The version that it was published with, whatever was chosen. */
  runtimeVersion: string
}
/** What was chosen for a release, and how much it holds. */
export interface ReleaseConfig {
  consts?: Const[]
  languages?: string[]
  partialBody?: string[]
  pageCount?: number
  modelCount?: number
  rows?: BroughtRows
  /** How it went when some people had it first, once that ended. */
  staged?: { how: 'all' | 'back'; byItself: boolean; first: { seen: number; failed: number }; others: { seen: number; failed: number } }
  jssdk?: { pages?: string[]; historyMode?: 'hash' | 'browser'; remFactor?: number }
  applet?: AppletForm
  /** Where the rpk package of a quick app is: an address of this site or elsewhere. */
  rpkLink?: string
  /** The package itself, where it is kept here. */
  rpk?: { file: string; token: string }
}

export function createContents({ db }: { db: Db }) {
  /** What dev is now. */
  async function devManifest(scope: Scope, on: Db | Trx): Promise<Manifest> {
    const rows = await inApp(on, scope)
      .selectFrom('page')
      .select(['id', 'kind', 'body_hash', 'name', 'path', 'parent_id', 'icon', 'link', 'visible', 'sort'])
      .execute()
    return Object.fromEntries(
      rows.map(({ id, body_hash, parent_id, ...row }) => [id, { ...row, hash: body_hash && hex(body_hash), parentId: parent_id } satisfies ManifestEntry]),
    )
  }

  const manifests = (scope: Scope, on: Db | Trx) => inApp(on, scope).selectFrom('manifest').select(['hash', 'entries', 'design'])

  /** What a published version holds. */
  const published = (scope: Scope, version: string, on: Db | Trx) =>
    manifests(scope, on)
      .innerJoin('release', join => join.onRef('release.app_id', '=', 'manifest.app_id').onRef('release.manifest_hash', '=', 'manifest.hash'))
      .where('release.version', '=', version)
      .where('release.status', '=', 1)
      .limit(1)

  /** Versions that were published, latest first. What failed or is under way is none. */
  const versionsOf = (scope: Scope, on: Db | Trx) =>
    inApp(on, scope)
      .selectFrom('release')
      .select(['version', 'tag', 'manifest_hash', 'status'])
      .where('status', 'in', [0, 1])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()

  /** Pages of dev or of a published version, one a row: of dev the columns that an entry is made of, of a version its entries. */
  const entriesOf = (scope: Scope, from: string, on: Db | Trx) =>
    from === 'dev'
      ? inApp(on, scope)
          .selectFrom('page')
          .select(sql<string>`page.id::text`.as('id'))
          .select(['kind', 'body_hash', 'name', 'path', 'parent_id', 'icon', 'link', 'visible', 'sort'])
      : inApp(on, scope)
          .selectFrom(eb =>
            eb
              .selectFrom('manifest')
              .innerJoin('release', join => join.onRef('release.app_id', '=', 'manifest.app_id').onRef('release.manifest_hash', '=', 'manifest.hash'))
              .select('manifest.entries')
              .where('release.version', '=', from)
              .where('release.status', '=', 1)
              .limit(1)
              .as('version'),
          )
          .innerJoinLateral(sql<{ key: string; value: ManifestEntry }>`jsonb_each(version.entries)`.as<'each'>(sql`each`), join => join.onTrue())
          .select(['each.key as id', 'each.value as entry'])

  /** What a query reads of a side that is called `side`. Entries of dev are made of rows that were found alone: making one costs more than all the rest about it. */
  function readsOf(side: 'mine' | 'theirs', from: string) {
    const column = (name: string) => sql.ref(`${side}.${name}`)
    const isThere = sql<boolean>`${column('id')} is not null`
    if (from !== 'dev') {
      const entry = column('entry')
      return {
        entry: sql<ManifestEntry | null>`${entry}`,
        parent: sql<string>`${entry} ->> 'parentId'`,
        texts: sql`row(${entry} ->> 'kind', ${entry} ->> 'hash', ${entry} ->> 'name', ${entry} ->> 'path', ${entry} ->> 'parentId', ${entry} ->> 'icon',
          ${entry} ->> 'link', ${entry} ->> 'visible', ${entry} ->> 'sort', ${isThere})`,
      }
    }
    const hash = sql`encode(${column('body_hash')}, 'hex')`
    return {
      entry: sql<ManifestEntry | null>`case when ${isThere} then jsonb_build_object('kind', ${column('kind')}, 'hash', ${hash}, 'name', ${column('name')},
        'path', ${column('path')}, 'parentId', ${column('parent_id')}, 'icon', ${column('icon')}, 'link', ${column('link')},
        'visible', ${column('visible')}, 'sort', ${column('sort')}) end`,
      parent: sql<string>`${column('parent_id')}::text`,
      texts: sql`row(${column('kind')}, ${hash}, ${column('name')}, ${column('path')}, ${column('parent_id')}::text, ${column('icon')}, ${column('link')},
        ${column('visible')}::text, ${column('sort')}::text, ${isThere})`,
    }
  }

  /** Of two states, which are there, the pages in which they differ, and all beside those that came, went or were moved; looked for by the database. */
  async function differing(scope: Scope, left: string, right: string, on: Db | Trx = db): Promise<{ left: Manifest; right: Manifest }> {
    const [mine, theirs] = [readsOf('mine', left), readsOf('theirs', right)]
    const selected = (id: string) => [sql<string>`${sql.ref(id)}`.as('id'), mine.entry.as('before'), theirs.entry.as('after')] as const
    const pairs = (isWanted: RawBuilder<boolean>) =>
      inApp(on, scope)
        .with('mine', () => entriesOf(scope, left, on))
        .with('theirs', () => entriesOf(scope, right, on))
        .selectFrom('mine')
        .leftJoin('theirs', 'theirs.id', 'mine.id')
        .select(selected('mine.id'))
        .where(isWanted)
        .unionAll(eb =>
          eb.selectFrom('theirs').leftJoin('mine', 'mine.id', 'theirs.id').select(selected('theirs.id')).where('mine.id', 'is', null).where(isWanted),
        )
        .execute()
    const isOfVersions = left !== 'dev' && right !== 'dev'
    const found = await pairs(isOfVersions ? sql`${mine.entry} is distinct from ${theirs.entry}` : sql`${mine.texts} is distinct from ${theirs.texts}`)
    const groups = new Set<string>()
    for (const { before, after } of found)
      if (before?.parentId !== after?.parentId || before?.sort !== after?.sort) for (const one of [before, after]) if (one) groups.add(one.parentId ?? '')
    const list = [...groups]
    const beside = groups.size
      ? await pairs(
          sql`(coalesce(${mine.parent}, '') = any (${list}) or coalesce(${theirs.parent}, '') = any (${list})
            or coalesce(mine.id, theirs.id) = any (${list}))`,
        )
      : []
    const of = (side: 'before' | 'after') => Object.fromEntries([...beside, ...found].flatMap(row => (row[side] ? [[row.id, row[side]]] : []))) as Manifest
    return { left: of('before'), right: of('after') }
  }

  /** What an app is besides its pages, in dev or a published version. */
  async function designOf(scope: Scope, from: string, on: Db | Trx = db): Promise<AppDesign | null> {
    if (from === 'dev') return readDesign(scope, on)
    const row = await published(scope, from, on).clearSelect().select('design').executeTakeFirst()
    if (!row) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
    return row.design as AppDesign | null
  }

  /** What `dev` or a published version holds. */
  async function contentOf(scope: Scope, from: string, on: Db | Trx = db): Promise<Content> {
    if (from === 'dev') return { pages: await devManifest(scope, on), design: await readDesign(scope, on) }
    const row = await published(scope, from, on).executeTakeFirst()
    if (!row) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
    return { pages: row.entries as Manifest, design: row.design as AppDesign | null }
  }
  /** The models alone, without reading the rest. */
  async function dataOf(scope: Scope, from: string): Promise<DataDesign | undefined> {
    if (from === 'dev') return readData(scope, db)
    const row = await published(scope, from, db)
      .clearSelect()
      .select(sql<DataDesign | null>`design -> 'data'`.as('data'))
      .executeTakeFirst()
    if (!row) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
    return row.data ?? undefined
  }
  const manifestOf = async (scope: Scope, from: string, on: Db | Trx = db): Promise<Manifest> =>
    from === 'dev' ? devManifest(scope, on) : (await contentOf(scope, from, on)).pages

  /** The release that an environment runs, or a chosen one, with its manifest. */
  async function running(scope: Scope, tag: string, on: Db | Trx = db, releaseId?: string) {
    let releases = inApp(on, scope)
      .selectFrom('release')
      .innerJoin('manifest', join => join.onRef('manifest.app_id', '=', 'release.app_id').onRef('manifest.hash', '=', 'release.manifest_hash'))
      .select(['release.id', 'version', 'title', 'release.created_at', 'release.config', 'entries'])
    if (releaseId !== undefined) releases = releases.where('release.id', '=', releaseId)
    else
      releases = releases.where('release.id', '=', eb =>
        eb.selectFrom('environment').select('environment.release_id').where('environment.app_id', '=', scope.appId).where('environment.tag', '=', tag),
      )
    const row = await releases.executeTakeFirst()
    return (
      row && {
        id: row.id,
        version: row.version,
        title: row.title,
        createdAt: row.created_at.toISOString(),
        manifest: row.entries as Manifest,
        config: row.config as ReleaseConfig,
      }
    )
  }

  return { devManifest, versionsOf, contentOf, dataOf, designOf, differing, manifestOf, running }
}

export type Contents = ReturnType<typeof createContents>
