// The list of screens that an operator picks from: state at one level, with counts for its filters.
import { say, type Locale } from '../../../../messages.ts'
import { MENUS, ROUTES, type Route } from '../shipped.ts'
import { tellStaged, type Override } from './store.ts'
import { stateOf } from './versions.ts'

export interface ScreensWanted {
  page: number
  perPage: number
  area?: string
  keywords?: string
  state?: string
  locale: Locale
}

/** What people call the folders of schemas/; others go by their own name. */
const AREAS: Record<string, string> = {
  appSetting: 'Settings',
  bind: 'Account binding',
  company: 'Organisations',
  data: 'Data',
  docs: 'Documentation',
  general: 'General',
  i: 'User centre',
  icon: 'Icons',
  log: 'Log',
  model: 'Models',
  org: 'Members and departments',
  page: 'Page design',
  permission: 'Permissions',
  platform: 'Platform',
  portal: 'Portal',
  preview: 'Preview',
  release: 'Releases',
  reset: 'Password reset',
  rowPermission: 'Row permissions',
  runtime: 'Runtime permissions',
  screen: 'Screens',
  setup: 'Setup',
  share: 'Shares',
  signin: 'Sign-in',
  template: 'Templates',
  site: 'Routes and menus',
  widgetTemplate: 'Widget templates',
}

/** The tables beside the screens have no address of their own. */
const TITLES: Record<string, string> = { [ROUTES]: 'Routes', [MENUS]: 'Menus', 'model.edit': 'Model' }

const STATES = ['shipped', 'draft', 'staged', 'published', 'conflict', 'broken'] as const
const isOther = <T>(wanted: T | undefined, value: T) => wanted !== undefined && wanted !== '' && wanted !== value

export function listScreens(
  ids: string[],
  rows: ReadonlyMap<string, Override>,
  routes: readonly Route[],
  words: Record<string, string>,
  { page, perPage, area, keywords, state, locale }: ScreensWanted,
) {
  const sought = keywords?.trim().toLowerCase()
  const found = ids
    .map(id => {
      const row = rows.get(id)
      const route = routes.find(one => one.screen === id)
      const [folder = ''] = id.split('.')
      const title = route?.title?.replace(/^i18n:/, '') ?? ''
      return {
        id,
        area: folder,
        areaLabel: say(locale, AREAS[folder] ?? folder),
        title: TITLES[id] ? say(locale, TITLES[id]) : (words[title] ?? title),
        path: route?.path ?? '',
        state: row ? stateOf(row) : ('shipped' as const),
        version: row?.version ?? 0,
        shownVersion: row?.good?.version ?? 0,
        drafts: row?.drafts ?? 0,
        conflicts: row?.conflicts.length ?? 0,
        staged: tellStaged(row?.staged),
        updatedAt: row?.version ? row.updatedAt.toISOString() : '',
        updatedBy: row?.updatedBy ?? '',
      }
    })
    .filter(one => !sought || `${one.id} ${one.title} ${one.path} ${one.areaLabel}`.toLowerCase().includes(sought))
  const inArea = found.filter(one => !isOther(area, one.area))
  const inState = found.filter(one => !isOther(state, one.state))
  const all = inArea.filter(one => !isOther(state, one.state))
  const areas = [...new Map(found.map(one => [one.area, one.areaLabel]))]
  return {
    items: all.slice((page - 1) * perPage, page * perPage),
    total: all.length,
    page,
    perPage,
    areas: areas.map(([name, label]) => ({ area: name, label, total: inState.filter(one => one.area === name).length })),
    counts: {
      all: inArea.length,
      ...(Object.fromEntries(STATES.map(name => [name, inArea.filter(one => one.state === name).length])) as Record<(typeof STATES)[number], number>),
    },
  }
}
