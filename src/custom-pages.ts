// Pages that an app puts in place of ours: not found, no access, sign-in.
import type { ConsoleEnv } from './amis/env.ts'
import type { AppScreen } from './screen-view.tsx'
import type { PlaceState } from './place.ts'

const SETTING = {
  'general.not-found': { setting: 'appCustomNotFoundPage', path: 'notFoundPath' },
  'general.forbidden': { setting: 'appCustomPermissionPage', path: 'forbiddenPath' },
} as const

/** Calls that a sign-in page is made for. */
const FOR_SIGN_IN = [/^\/(login|verifyEmail|auth\/ldap)$/, /^\/api\/signin\//]

/** What an app's author wrote acts with the rights of whoever looks at it, so it reaches what a running app reaches and no more. */
async function envOf(companyKey: string, appUrlKey: string, authority?: string) {
  const { createAppEnv } = await import('./runtime/env.ts')
  return createAppEnv(`/company/${companyKey}/app/${appUrlKey}`, authority)
}

/** The same for a sign-in page, which may sign in besides. */
async function envOfSignIn(companyKey: string, appUrlKey: string): Promise<ConsoleEnv> {
  const [own, { env }] = await Promise.all([envOf(companyKey, appUrlKey), import('./amis/env.ts')])
  const isForSignIn = (url: string) => URL.canParse(url, location.href) && FOR_SIGN_IN.some(allowed => allowed.test(new URL(url, location.href).pathname))
  const send =
    (name: 'fetcher' | 'request'): ConsoleEnv['fetcher'] =>
    api =>
      (isForSignIn(api.url) ? env : own)[name](api)
  return { ...own, fetcher: send('fetcher'), request: send('request') }
}

/** The app's own page in place of this screen; undefined where it has none, or none that can be shown. */
export async function loadCustomPage(screenId: string, params: Record<string, string>, place: PlaceState): Promise<AppScreen | undefined> {
  const { companyKey, appUrlKey } = params
  const custom = SETTING[screenId as keyof typeof SETTING]
  const id = custom && place.app?.[custom.setting]
  if (!id || !companyKey || !appUrlKey) return undefined
  const { call } = await import('../api/client/index.ts')
  try {
    const site = await call('runtime.site', { params: { companyKey, appUrlKey } })
    const path = site[custom.path]
    if (!path) return undefined
    const { schema } = await call('runtime.page', { params: { companyKey, appUrlKey, path: path.replace(/^\//, '') } })
    return { id: `custom.${id}`, hash: id, schema, env: await envOf(companyKey, appUrlKey, site.authority) }
  } catch {
    // Ours is better than an error on an error page.
    return undefined
  }
}

/** The sign-in page of the app that the person was on the way to. */
export async function loadCustomSignIn(search: string): Promise<AppScreen | undefined> {
  const redirect = new URLSearchParams(search).get('redirect')
  if (!redirect?.startsWith('/company/')) return undefined
  const { call } = await import('../api/client/index.ts')
  try {
    const { customLoginPage } = await call('signin.getOptions', { query: { redirect: redirect.slice(0, 2000) } })
    if (!customLoginPage) return undefined
    const { appKey, schema } = customLoginPage
    return { id: `custom.${appKey}`, hash: appKey, schema, env: await envOfSignIn(redirect.split('/')[2] ?? '', appKey) }
  } catch {
    return undefined
  }
}
