// What a preview is asked for, read off its address. Whatever is missing or unknown has a value that shows something.
import type { Locale } from '../../api/messages.ts'
import { matchRoute, type Route } from '../../api/routes.ts'

export type Role = 'super' | 'admin' | 'member' | 'guest'
export interface PreviewAsked {
  screenId: string
  /** A version by number (0 is the screen below the changes), the own draft, what is published, or what the page around hands in. */
  version: number | 'draft' | 'published' | 'live'
  data: 'examples' | 'real'
  as: Role
  locale: Locale | undefined
  theme: 'light' | 'dark' | undefined
  companyKey: string | undefined
  appUrlKey: string | undefined
}

const among = <T extends string>(value: string | null, choices: readonly T[]): T | undefined => choices.find(choice => choice === value)

export function readPreview(screenId: string, search: string): PreviewAsked {
  const query = new URLSearchParams(search)
  const version = query.get('version') ?? ''
  return {
    screenId,
    version: /^\d{1,9}$/.test(version) ? Number(version) : version === 'shipped' ? 0 : (among(version, ['draft', 'live'] as const) ?? 'published'),
    data: among(query.get('data'), ['real']) ?? 'examples',
    as: among(query.get('as'), ['super', 'admin', 'member', 'guest']) ?? 'super',
    locale: among(query.get('locale'), ['en-US', 'zh-CN']),
    theme: among(query.get('theme'), ['light', 'dark']),
    companyKey: query.get('companyKey') || undefined,
    appUrlKey: query.get('appUrlKey') || undefined,
  }
}

/** Where the screen is shown in the console: its layout, and an address with every place of its pattern filled in. */
export function placeOf(asked: Pick<PreviewAsked, 'screenId' | 'companyKey' | 'appUrlKey'>, routes: readonly Route[]) {
  const route = routes.find(one => one.screen === asked.screenId)
  const path = route?.path ?? '/'
  const known: Record<string, string> = {
    companyKey: asked.companyKey ?? 'acme',
    appUrlKey: asked.appUrlKey ?? 'shop-dev',
    screenId: 'company.app-list',
  }
  const pathname = path
    .replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(known[name] ?? '01890000-0000-7000-8000-000000000001'))
    .replace(/\/?\*$/, '')
  const params = (route && matchRoute([route], pathname)?.params) ?? {}
  return { layout: route?.layout ?? 'console', pathname: pathname || '/', params }
}
