// Pages that an app puts in place of ours: not found, no access, sign-in.
import type { Screen } from './boot.ts'
import type { PlaceState } from './place.ts'

interface PageNode {
  id: string
  path: string
  children?: PageNode[]
}

function findPage(pages: readonly PageNode[], id: string): PageNode | undefined {
  for (const page of pages) {
    const found = page.id === id ? page : findPage(page.children ?? [], id)
    if (found) return found
  }
  return undefined
}

const SETTING = { 'general.not-found': 'appCustomNotFoundPage', 'general.forbidden': 'appCustomPermissionPage' } as const

/** The app's own page in place of this screen; undefined where it has none, or none that can be shown. */
export async function loadCustomPage(screenId: string, params: Record<string, string>, place: PlaceState): Promise<Screen | undefined> {
  const { companyKey, appUrlKey } = params
  const setting = SETTING[screenId as keyof typeof SETTING]
  const id = setting && place.app?.[setting]
  if (!id || !companyKey || !appUrlKey) return undefined
  const { call } = await import('../api/client/index.ts')
  try {
    const site = await call('runtime.site', { params: { companyKey, appUrlKey } })
    const page = findPage(site.pages as unknown as PageNode[], id)
    if (!page) return undefined
    const { schema } = await call('runtime.page', { params: { companyKey, appUrlKey, path: page.path.replace(/^\//, '') } })
    return { id: `custom.${id}`, hash: id, schema }
  } catch {
    // Ours is better than an error on an error page.
    return undefined
  }
}

/** The sign-in page of the app that the person was on the way to. */
export async function loadCustomSignIn(search: string): Promise<Screen | undefined> {
  const redirect = new URLSearchParams(search).get('redirect')
  if (!redirect?.startsWith('/company/')) return undefined
  const { call } = await import('../api/client/index.ts')
  try {
    const { customLoginPage } = await call('signin.getOptions', { query: { redirect: redirect.slice(0, 2000) } })
    return customLoginPage ? { id: `custom.${customLoginPage.appKey}`, hash: customLoginPage.appKey, schema: customLoginPage.schema } : undefined
  } catch {
    return undefined
  }
}
