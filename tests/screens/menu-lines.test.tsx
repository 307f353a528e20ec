// Every line of the menus, for every kind of person that sees it: the address opens, and so do the calls that its screen makes when it is opened.
import '../support/boot.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { findCall, readAddress } from '../../api/gate/addresses.ts'
import { matchRoute } from '../../api/routes.ts'
import { judge, type AppRights, type CompanyInScope, type SignedIn } from '../../api/server/services/foundation/access/index.ts'
import { mayInApp } from '../../api/server/services/foundation/access/index.ts'
import { listKey } from '../../api/server/services/foundation/access/verdict.ts'
import { APP_DUTIES, RUNTIME_DUTIES } from '../../api/server/services/foundation/access/words.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { guard } from '../../src/guard.ts'
import { session } from '../../src/session.ts'
import { leadsOn, menuOf } from '../../src/shell/menus.ts'
import { bootData } from '../support/boot.ts'

const screens = createShippedScreens(join(import.meta.dirname, '../../schemas'))
type Node = Record<string, unknown>

/** What a screen asks for as soon as it is there: its own data and that of what is shown, not of dialogs and what is shown on a condition. */
function askedAtOnce(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) askedAtOnce(one, found)
  else if (node && typeof node === 'object') {
    const own = node as Node
    if (own.visibleOn || own.hiddenOn || own.type === 'dialog' || own.type === 'drawer' || own.initFetch === false) return found
    const apis = [own.initApi, ['crud', 'service'].includes(own.type as string) ? own.api : undefined]
    for (const api of apis)
      if (api && !(api as Node).sendOn) found.push(typeof api === 'string' ? api : `${String((api as Node).method ?? 'get')}:${String((api as Node).url)}`)
    for (const [key, value] of Object.entries(own)) if (!['dialog', 'drawer', 'onEvent', 'actions', 'tabs'].includes(key)) askedAtOnce(value, found)
  }
  return found
}

const PERMS = Object.keys((contracts.find(call => call.id === 'app.get')!.schemas.response.properties as any).perms.properties)
interface Kind {
  name: string
  isSuper?: boolean
  role?: CompanyInScope['role']
  duty?: string
}
const DUTIES = [...new Set<string>([...APP_DUTIES, ...RUNTIME_DUTIES, 'role.create'])]
const KINDS: Kind[] = [
  { name: 'a platform super user', isSuper: true },
  { name: 'an owner', role: 'owner' },
  { name: 'an administrator', role: 'admin' },
  { name: 'a member', role: 'member' },
  ...DUTIES.map(duty => ({ name: `a member with the duty ${duty}`, role: 'member' as const, duty })),
]
const MENUS = ['home', 'user', 'company', 'app', 'platform']

function worldOf({ isSuper = false, role, duty }: Kind, tag: string) {
  const user = { id: 'u', name: 'U', email: '', isSuper, granted: 'none' } as SignedIn
  const company = { id: 'c', key: 'acme', name: 'Acme', role, granted: 'none' } as CompanyInScope
  const lists = new Map(DUTIES.flatMap(one => [[listKey('', one), { roles: one === duty ? ['r'] : [], owner: false }] as const]))
  const runs = isSuper || role === 'owner' || role === 'admin'
  const rights = { manager: runs ? 'super' : undefined, isMember: !!role, held: new Set(['r']), lists, roles: new Map() } as unknown as AppRights
  const app = { id: 'a', key: 'shop', state: 'active', tag, rights, granted: 'none' } as any
  const perms = Object.fromEntries(PERMS.map(name => [name, name === 'screens' ? (runs ? 'change' : 'none') : mayInApp(app, name)]))
  session.set({
    user: { id: 'u', name: 'U', email: '', avatar: '', isPlatformSuper: isSuper, hasPassword: true, screens: isSuper ? 'change' : 'none' },
    csrfToken: 'x',
    companies: role ? [{ key: 'acme', name: 'Acme', role, screens: runs ? 'change' : 'none' }] : [],
  } as never)
  return { user, company, app, perms }
}

describe.each(KINDS)('$name', kind => {
  it.each(['dev', 'latest'])('opens every line of the menus, in %s', async tag => {
    const { user, company, app, perms } = worldOf(kind, tag)
    const appUrlKey = tag === 'dev' ? 'shop-dev' : 'shop'
    const companyInPlace = { key: 'acme', name: 'Acme', role: kind.role ?? 'super', screens: kind.role === 'member' ? 'none' : 'change' }
    const data = { companyKey: 'acme', appUrlKey, company: companyInPlace, app: { key: 'shop', tag, perms } }
    const closed: string[] = []
    const seen: string[] = []
    for (const menu of MENUS)
      for (const line of menuOf(menu, data)) {
        const match = matchRoute(bootData.routes, line.to)!
        const verdict = guard(
          match,
          { who: session.get(), site: bootData.config, place: { state: 'ready', ...data } as never },
          { pathname: line.to, search: '' },
        )
        if (verdict.kind === 'refuse') closed.push(line.to)
        const screen = match.route.screen ? await screens.get(match.route.screen) : undefined
        for (const api of askedAtOnce(screen?.schema)) {
          const { call } = findCall(readAddress('api', api, 'crud')!, contracts)
          if (!call) continue
          seen.push(call.id)
          const setupPending = false
          const inApp = call.access.startsWith('app.') || line.to.includes('/app/shop')
          const address = { ...(line.to.includes('/acme') && { companyKey: 'acme' }), ...(inApp && { appUrlKey }) }
          const judged = judge(call.access, { user, company, ...(inApp && { app }), setupPending, address })
          // Who may read or change screens is granted apart.
          if (judged !== 200 && !call.access.startsWith('screen.')) closed.push(`${line.to}: ${call.id} ${judged}`)
        }
      }
    expect(closed).toEqual([])
    expect(seen.length).toBeGreaterThan(3)
    const lines = menuOf('app', data).filter(line => line.to.includes('/admin/'))
    const releases = lines.find(line => line.to.endsWith('/admin/release'))
    expect(!!releases).toBe(perms.edit || perms.publish)
    // The address above them leads to the releases, or to the first that there is.
    const above = `/company/acme/app/${appUrlKey}/admin`
    const known = { who: session.get(), site: bootData.config, place: { state: 'ready', ...data } as never }
    expect(leadsOn(matchRoute(bootData.routes, above)!, known, '?a=1')).toBe(releases || !lines[0] ? `${above}/release?a=1` : lines[0].to)
  })
})

describe('the words of the menus', () => {
  const lines = bootData.site
  /** Menus that stand in one column or line. */
  it.each([['company', 'home', 'platform'], ['user'], ['app']])('each line has a word and an icon of its own: %s %s %s', (...names) => {
    const shown = names.filter(Boolean).flatMap(name => lines[name]!)
    const twice = (of: 'label' | 'icon') => shown.filter((line, at) => shown.findIndex(other => other[of] === line[of]) !== at).map(line => line[of])
    expect({ words: twice('label'), icons: twice('icon') }).toEqual({ words: [], icons: [] })
  })

  /** Called after the organisation, after who is there, or after what one does there. */
  const OTHERWISE = ['i18n:Overview', 'i18n:Home', 'i18n:Pages']
  it.each(['en-US', 'zh-CN'])('a page is called what the line that leads to it is called, in %s', async language => {
    const chinese = (area: string) => JSON.parse(readFileSync(join(import.meta.dirname, `../../schemas/${area}/zh-CN.json`), 'utf8')) as Record<string, string>
    const say = (area: string, text: string) =>
      (language === 'en-US' ? text.slice(5) : (chinese(area)[text.slice(5)] ?? chinese('shell')[text.slice(5)] ?? '')).toLowerCase()
    const wrong: string[] = []
    for (const { label, to } of Object.values(lines).flat()) {
      if (OTHERWISE.includes(label)) continue
      const { route } = matchRoute(bootData.routes, to.replaceAll(/\$\{\w+\}/g, 'x'))!
      const title = String(((await screens.get(route.screen ?? ''))?.schema as Node | undefined)?.title ?? '')
      const words = say('shell', label)
      if (!say('shell', route.title ?? '').includes(words)) wrong.push(`${label}: the address is called ${route.title}`)
      if (title.startsWith('i18n:') && !say((route.screen ?? '').split('.')[0] as string, title).includes(words))
        wrong.push(`${label}: the page is called ${title}`)
    }
    expect(wrong).toEqual([])
  })
})
