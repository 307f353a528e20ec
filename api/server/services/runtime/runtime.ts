// The running app: which pages an environment shows, and the page at an address.
// Manifests of releases are kept in memory; the bus tells when an environment points elsewhere.
import { createHash } from 'node:crypto'
import { languageName } from '../../../models/languages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { mayInApp, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import { CUSTOM_PAGES } from '../app/index.ts'
import type { AppReader, AppTexts } from '../foundation/app-texts.ts'
import type { createContents } from '../foundation/contents.ts'
import { constsNamed, openConsts, withConsts, type Permissions } from '../permission/index.ts'
import type { createEntries } from '../entry/index.ts'
import { createMatcher, treeOf, type PageKind } from '../page/index.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import { entriesInOrder, isFirst, type createReleases, type Manifest, type ManifestEntry, type OnStage } from '../release/index.ts'
import { factsFor, variablesOf } from './variables.ts'

/** Environments whose manifest is kept in memory. */
const KEPT = 500

type Entry = ManifestEntry & { id: string }
export type MenuItem = { id: string; kind: PageKind; name: string; path: string; icon: string; link: string; children: MenuItem[] }
type MenuRow = Omit<MenuItem, 'children'> & { parentId: string | null; children: MenuRow[] }

interface Site {
  release: { version: string; title: string; createdAt: string } | null
  menu: MenuItem[]
  home: string
  /** Path of a page by its id, whether the menu shows it or not. */
  paths: ReadonlyMap<string, string>
  match: ReturnType<typeof createMatcher<Entry>>
  /** Pages that the release offers to other sites. */
  offered: ReadonlySet<string>
  /** The environment's variables, without secrets. */
  consts: ReadonlyMap<string, string>
}

/** What an environment shows: to everybody, or another release to some of them. */
interface Shown {
  site: Site
  stage?: { on: OnStage; site: Site; seen: Set<string> }
}

/** Can be opened from a menu: a pattern needs values that a menu does not have. */
const isOpenable = (item: { kind: PageKind; path: string }) => item.kind === 'page' && !item.path.includes('/:')

function menuOf(entries: Entry[]): MenuItem[] {
  const rows: MenuRow[] = entries
    .filter(entry => entry.visible)
    .map(({ id, kind, name, path, icon, link, parentId }) => ({ id, kind, name, path, icon, link, parentId, children: [] }))
  // What stands in something hidden is hidden with it.
  const shown = treeOf(rows).filter(row => row.parentId === null)
  const prune = (items: MenuRow[]): MenuItem[] =>
    items.flatMap(({ parentId: _parentId, ...item }) => {
      const children = prune(item.children)
      if (item.kind === 'link' || isOpenable(item)) return [{ ...item, children }]
      // A pattern page that holds openable ones is shown as their group.
      return children.length ? [{ ...item, kind: 'group' as const, path: '', children }] : []
    })
  return prune(shown)
}

function firstPath(menu: MenuItem[]): string {
  for (const item of menu) {
    const path = item.kind === 'page' ? item.path : firstPath(item.children)
    if (path) return path
  }
  return ''
}

/** The part of a menu that somebody sees; a group is there for what is in it. */
function menuFor(menu: MenuItem[], may: (id: string) => boolean): MenuItem[] {
  return menu.flatMap(item => {
    const children = menuFor(item.children, may)
    if (item.kind === 'group') return children.length ? [{ ...item, children }] : []
    if (may(item.id)) return [{ ...item, children }]
    return children.length ? [{ ...item, kind: 'group' as const, path: '', link: '', children }] : []
  })
}

/** The menu in the reader's words; the same where there are none. */
const menuIn = (reader: AppReader, menu: MenuItem[]): MenuItem[] =>
  reader.language ? menu.map(item => ({ ...item, name: reader.say(item.name), children: menuIn(reader, item.children) })) : menu

function siteOf(manifest: Manifest, release: Site['release'], consts: Site['consts'], offered: readonly string[]): Site {
  const entries = entriesInOrder(manifest)
  const menu = menuOf(entries)
  const pages = entries.filter(entry => entry.kind === 'page')
  // A pattern has no values to be opened with here, as in a menu.
  const paths = new Map(pages.filter(isOpenable).map(page => [page.id, page.path]))
  return { release, menu, home: firstPath(menu), paths, match: createMatcher(pages), offered: new Set(offered), consts }
}

const pageUnknown = () => notFound('runtime.pageUnknown', 'The app has no page at this address')

interface Parts {
  releases: ReturnType<typeof createReleases>
  contents: ReturnType<typeof createContents>
  permissions: Permissions
  entries: ReturnType<typeof createEntries>
  appTexts: AppTexts
}

/** Duties that a page may ask about, as `app.perms`. */
const TOLD = ['edit', 'publish', 'dataManage', 'flowManage', 'viewLog', 'adminRole'] as const

export function createRuntime({ bus, db }: Pick<Core, 'bus' | 'db'>, { releases, contents, permissions, entries, appTexts }: Parts) {
  // Holds promises, so that many first visitors read once. Dropping the entry drops a read under way with it.
  const sites = new Map<string, Promise<Shown | undefined>>()
  const keyOf = (appId: string, tag: string) => `${appId} ${tag}`
  const forget = (appId: string, tag: string) => {
    sites.delete(keyOf(appId, tag))
    appTexts.forget(appId, tag)
  }
  bus.on(RELEASE_TOPIC, ({ appId, tag }) => forget(String(appId), String(tag)))
  bus.on('reconnected', () => sites.clear())

  async function load(scope: Scope, tag: string): Promise<Shown | undefined> {
    const [release, consts, on] = await Promise.all([releases.running(scope, tag), openConsts(scope, tag, db), releases.stages.find(scope, tag)])
    if (!release) return undefined
    const shown = (one: typeof release) =>
      siteOf(one.manifest, { version: one.version, title: one.title, createdAt: one.createdAt }, consts, one.config.jssdk?.pages ?? [])
    const staged = on && (await releases.running(scope, tag, db, on.releaseId))
    return { site: shown(release), ...(on && staged && { stage: { on, site: shown(staged), seen: new Set() } }) }
  }

  async function siteFor(company: CompanyInScope, app: AppInScope, user: SignedIn | undefined): Promise<Site> {
    const scope = { companyId: company.id, appId: app.id }
    if (app.tag === 'dev') {
      const [manifest, consts] = await Promise.all([releases.manifestOf(scope, 'dev'), openConsts(scope, 'dev', db)])
      return siteOf(manifest, null, consts, [])
    }
    const key = keyOf(app.id, app.tag)
    let site = sites.get(key)
    if (!site) {
      site = load(scope, app.tag)
      sites.set(key, site)
      site.catch(() => sites.get(key) === site && sites.delete(key))
      if (sites.size > KEPT) sites.delete(sites.keys().next().value as string)
    }
    const found = await site
    if (!found) throw notFound('runtime.notPublished', 'Nothing has been published here yet')
    const { stage } = found
    if (!stage || !user) return found.site
    if (!stage.seen.has(user.id)) {
      await releases.stages.saw(scope, stage.on, user.id)
      stage.seen.add(user.id)
    }
    return isFirst(stage.on, user.id) ? stage.site : found.site
  }

  /** The page at an address, with a tag that changes when the answer does. */
  async function pageAt(company: CompanyInScope, app: AppInScope, user: SignedIn | undefined, address: string, isEmbedded = false) {
    const { match, consts, offered } = await siteFor(company, app, user)
    const found = match(address)
    if (!found?.page.hash) throw pageUnknown()
    const { id, name, path, hash } = found.page
    if (isEmbedded && !offered.has(id)) throw new ApiError('runtime.notOffered', 'The app does not offer this page to other sites', 403)
    // What an app shows in place of a page it does not show is for everybody.
    const isOpen = CUSTOM_PAGES.some(setting => app.config[setting] === id)
    const perms = await permissions.pages.permsOf(app, user, id, isOpen)
    const schema = await contents.read(company.id, Buffer.from(hash, 'hex'))
    if (!schema) throw pageUnknown()
    const reader = await appTexts.reader(app)
    const drawn = reader.page(schema)
    const filled = withConsts(drawn, consts)
    const etag = createHash('sha256')
      .update(JSON.stringify([id, hash, path, reader.say(name), perms, [...consts], reader.language, drawn === schema ? '' : drawn]))
      .digest('hex')
    return { etag, page: { id, name: reader.say(name), path, schema: filled, variables: constsNamed(filled, consts), params: found.params, perms } }
  }

  return {
    /** What somebody sees of the running app. */
    async site(company: CompanyInScope, app: AppInScope, user: SignedIn | undefined) {
      const { release, menu, home, paths } = await siteFor(company, app, user)
      const [mayRead, doors, facts, reader] = await Promise.all([
        permissions.pages.on(app, user, 'read'),
        entries.doors(app),
        factsFor(db, company, app, user),
        appTexts.reader(app),
      ])
      const pages = menuIn(reader, mayRead.all ? menu : menuFor(menu, mayRead))
      const pathOf = (setting: (typeof CUSTOM_PAGES)[number]) => paths.get(String(app.config[setting] ?? '')) ?? ''
      const perms = Object.fromEntries(TOLD.map(duty => [duty, mayInApp(app, duty)])) as Record<(typeof TOLD)[number], boolean>
      return {
        app: { key: app.key, name: reader.say(app.name), logo: app.logo, tag: app.tag, perms },
        release,
        pages,
        languages: reader.languages.map(tag => ({ tag, name: languageName(tag) })),
        language: reader.language,
        home: mayRead.all ? home : firstPath(pages),
        notFoundPath: pathOf('appCustomNotFoundPage'),
        forbiddenPath: pathOf('appCustomPermissionPage'),
        entries: doors.map(({ key, pageId, isOpen }) => ({ key, path: paths.get(pageId) ?? '', isOpen })),
        variables: variablesOf(company, app, { ...facts, perms, doors }),
      }
    },

    page: pageAt,

    /** The page that the app shows to who may not open it; undefined where it has none that is published. */
    async forbiddenPage(company: CompanyInScope, app: AppInScope, user: SignedIn | undefined) {
      const own = String(app.config.appCustomPermissionPage ?? '')
      if (!own || app.state !== 'active') return undefined
      try {
        const path = (await siteFor(company, app, user)).paths.get(own)
        if (!path) return undefined
        const { id, schema } = (await pageAt(company, app, user, path.replace(/^\//, ''))).page
        return { id, schema }
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }
    },
  }
}
