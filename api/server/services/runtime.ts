// The running app: which pages an environment shows, and the page at an address.
// Manifests of releases are kept in memory; the bus tells when an environment points elsewhere.
import { createHash } from 'node:crypto'
import type { Core } from '../core.ts'
import { notFound } from '../errors.ts'
import type { Scope } from '../store/database.ts'
import type { AppInScope, CompanyInScope } from './access.ts'
import { CUSTOM_PAGES } from './apps.ts'
import type { createBodies } from './bodies.ts'
import { createMatcher } from './pages/paths.ts'
import { treeOf, type PageKind } from './pages/index.ts'
import { entriesInOrder, RELEASE_TOPIC, type createReleases, type Manifest, type ManifestEntry } from './releases.ts'

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

function siteOf(manifest: Manifest, release: Site['release']): Site {
  const entries = entriesInOrder(manifest)
  const menu = menuOf(entries)
  const pages = entries.filter(entry => entry.kind === 'page')
  // A pattern has no values to be opened with here, as in a menu.
  const paths = new Map(pages.filter(isOpenable).map(page => [page.id, page.path]))
  return { release, menu, home: firstPath(menu), paths, match: createMatcher(pages) }
}

export function createRuntime({ bus }: Pick<Core, 'bus'>, releases: ReturnType<typeof createReleases>, bodies: ReturnType<typeof createBodies>) {
  // Holds promises, so that many first visitors read once. Dropping the entry drops a read under way with it.
  const sites = new Map<string, Promise<Site | undefined>>()
  const keyOf = (appId: string, tag: string) => `${appId} ${tag}`
  const forget = (appId: string, tag: string) => void sites.delete(keyOf(appId, tag))
  bus.on(RELEASE_TOPIC, ({ appId, tag }) => forget(String(appId), String(tag)))
  bus.on('reconnected', () => sites.clear())

  async function load(scope: Scope, tag: string): Promise<Site | undefined> {
    const release = await releases.running(scope, tag)
    return release && siteOf(release.manifest, { version: release.version, title: release.title, createdAt: release.createdAt })
  }

  async function siteFor(company: CompanyInScope, app: AppInScope): Promise<Site> {
    const scope = { companyId: company.id, appId: app.id }
    if (app.tag === 'dev') return siteOf(await releases.manifestOf(scope, 'dev'), null)
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
    return found
  }

  return {
    /** Drops what is kept of an environment in this process; others hear it over the bus. */
    forget,

    async site(company: CompanyInScope, app: AppInScope) {
      const { release, menu, home, paths } = await siteFor(company, app)
      const pathOf = (setting: (typeof CUSTOM_PAGES)[number]) => paths.get(String(app.config[setting] ?? '')) ?? ''
      return { release, pages: menu, home, notFoundPath: pathOf('appCustomNotFoundPage'), forbiddenPath: pathOf('appCustomPermissionPage') }
    },

    /** The page at an address, with a tag that changes when the answer does. */
    async page(company: CompanyInScope, app: AppInScope, address: string) {
      const { match } = await siteFor(company, app)
      const found = match(address)
      const schema = found?.page.hash ? await bodies.read(company.id, Buffer.from(found.page.hash, 'hex')) : undefined
      if (!found || !schema) throw notFound('runtime.pageUnknown', 'The app has no page at this address')
      const { id, name, path, hash } = found.page
      const etag = createHash('sha256').update(`${id} ${hash} ${path} ${name}`).digest('hex')
      return { etag, page: { id, name, path, schema, params: found.params } }
    },
  }
}
