// Pages that an app puts in place of ours: not found, no access, sign-in.
import type { ConsoleEnv } from './amis/env.ts'
import { t } from './i18n.ts'
import type { AppScreen } from './screen-view.tsx'
import type { PlaceState } from './place.ts'

const SETTING = {
  'general.not-found': { setting: 'appCustomNotFoundPage', path: 'notFoundPath' },
  'general.forbidden': { setting: 'appCustomPermissionPage', path: 'forbiddenPath' },
} as const

/** What an app's author wrote acts with the rights of whoever looks at it, so it reaches what a running app reaches and no more. */
async function envOf(companyKey: string, appUrlKey: string, authority?: string) {
  const { createAppEnv } = await import('./runtime/env.ts')
  return createAppEnv(`/company/${companyKey}/app/${appUrlKey}`, authority)
}

/** A sign-in page is drawn around our sign-in box: it makes no calls, and leads to nothing that acts. The box is the shell's and has the shell's env. */
async function envAroundSignIn(appKey: string): Promise<AppScreen['env']> {
  const [{ createLimitedEnv, VISITOR }, { SignInBox }] = await Promise.all([import('./amis/env.ts'), import('./sign-in-box.tsx')])
  const refuse: ConsoleEnv['fetcher'] = async () => ({
    status: 200,
    headers: {},
    data: { status: 403, msg: t('An app cannot call this address'), code: 'runtime.refused' },
  })
  const env = { ...createLimitedEnv(VISITOR), session: `sign-in:${appKey}`, fetcher: refuse, request: refuse, updateLocation() {}, signInBox: SignInBox }
  return env
}

/** What the app says to somebody who may not open it at all. */
async function loadClosedPage(companyKey: string, appUrlKey: string): Promise<AppScreen | undefined> {
  const { call } = await import('../api/client/index.ts')
  try {
    const { page } = await call('runtime.forbiddenPage', { params: { companyKey, appUrlKey } })
    return page ? { id: `custom.${page.id}`, hash: page.id, schema: page.schema, env: await envOf(companyKey, appUrlKey, page.authority) } : undefined
  } catch {
    return undefined
  }
}

/** The app's own page in place of this screen; undefined where it has none, or none that can be shown. */
export async function loadCustomPage(screenId: string, params: Record<string, string>, place: PlaceState): Promise<AppScreen | undefined> {
  const { companyKey, appUrlKey } = params
  const custom = SETTING[screenId as keyof typeof SETTING]
  const { call } = await import('../api/client/index.ts')
  if (screenId === 'general.forbidden' && place.state === 'forbidden' && companyKey && appUrlKey) return loadClosedPage(companyKey, appUrlKey)
  const id = custom && place.app?.[custom.setting]
  if (!id || !companyKey || !appUrlKey) return undefined
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

/** The sign-in page of the app that the person was on the way to; never when the standard one is asked for. */
export async function loadCustomSignIn(search: string): Promise<AppScreen | undefined> {
  const asked = new URLSearchParams(search)
  const redirect = asked.get('redirect')
  if (!redirect?.startsWith('/company/') || asked.has('standard')) return undefined
  const { call } = await import('../api/client/index.ts')
  try {
    const { customLoginPage } = await call('signin.getOptions', { query: { redirect: redirect.slice(0, 2000) } })
    if (!customLoginPage) return undefined
    const { companyKey, companyName, appKey, name, schema } = customLoginPage
    const env = await envAroundSignIn(`${companyKey}/${appKey}`)
    return { id: `custom.${appKey}`, hash: appKey, schema, env, signsInTo: { company: companyName, app: name, redirect } }
  } catch {
    return undefined
  }
}
