// Which stories there are, what they are about, and how much of each the short set tells: `npm run e2e` and verify. The full set tells everything,
// in both languages.
import type { Language } from './words.ts'

export interface StoryEntry {
  /** Folders of schemas/ and api/server/calls/ whose change has the story told in full. */
  areas: string[]
  /** Journeys from its beginning that the short set tells; they build on one another. */
  short: number
  /** Told in both languages by the short set as well. */
  both?: true
}

export const stories: Record<string, StoryEntry> = {
  addresses: { areas: ['screen', 'general'], short: 3 },
  apis: { areas: ['api', 'apigroup'], short: 1 },
  authority: { areas: ['screen'], short: 1 },
  // The others break every screen of every route in turn, for minutes.
  'broken-screens': { areas: ['screen'], short: 1 },
  // The first journey opens one list of each kind; the others open hundreds, for minutes.
  choices: { areas: [], short: 1 },
  components: { areas: ['component'], short: 1 },
  'data-page': { areas: ['data'], short: 1 },
  'data-transfer': { areas: ['data'], short: 1 },
  'data-views': { areas: ['data'], short: 1 },
  diagram: { areas: ['flow'], short: 1 },
  docs: { areas: ['docs'], short: 1 },
  'docs-pictures': { areas: [], short: 1 },
  elsewhere: { areas: ['bind', 'signin'], short: 1 },
  'every-screen': { areas: ['shell', 'preview'], short: 3 },
  flows: { areas: ['flow', 'intervention'], short: 1 },
  git: { areas: ['git', 'i'], short: 2 },
  icons: { areas: ['icon'], short: 1 },
  'install-look': { areas: ['setup'], short: 1 },
  keyboard: { areas: ['app', 'company'], short: 1 },
  'live-pages': { areas: ['data'], short: 1 },
  'live-screens': { areas: ['screen', 'outbox'], short: 4 },
  matrix: { areas: ['permission', 'role', 'log', 'portal', 'entry'], short: 1 },
  models: { areas: ['model', 'source'], short: 1 },
  languages: { areas: ['i18n'], short: 1 },
  newcomer: { areas: ['setup', 'app', 'page', 'release', 'runtime', 'company', 'general', 'signin'], short: 6, both: true },
  operator: { areas: ['screen', 'platform', 'inbox'], short: 1 },
  'org-import': { areas: ['org'], short: 1 },
  organisation: { areas: ['org', 'scim'], short: 5 },
  'package-look': { areas: ['app'], short: 1 },
  outsiders: { areas: ['embed', 'external'], short: 2 },
  palette: { areas: [], short: 2 },
  readme: { areas: [], short: 1 },
  'platform-sync': { areas: ['sync'], short: 1 },
  queries: { areas: ['query'], short: 1 },
  'release-models': { areas: ['release', 'appSetting', 'model', 'workingCopy'], short: 1 },
  reset: { areas: ['reset'], short: 1 },
  roles: { areas: ['permission', 'role', 'appSetting'], short: 1 },
  'row-changes': { areas: ['data'], short: 1 },
  'row-permissions': { areas: ['rowPermission'], short: 1 },
  themes: { areas: ['theme', 'sharedTheme'], short: 1 },
  'theme-fields': { areas: ['theme'], short: 1 },
  share: { areas: ['share'], short: 1 },
  'share-safety': { areas: ['share'], short: 2 },
  starter: { areas: ['starter'], short: 1 },
  signin: { areas: ['signin', 'platform'], short: 1 },
  sync: { areas: ['org'], short: 1 },
  templates: { areas: ['template'], short: 1 },
  'templates-make': { areas: [], short: 1 },
  triggers: { areas: ['trigger'], short: 1 },
  'user-centre': { areas: ['i'], short: 1 },
  'widget-templates': { areas: ['widgetTemplate'], short: 1 },
  // The trap and the running app; the console and the editor draw the same vectors with the same renderers, for minutes.
  xss: { areas: ['runtime'], short: 2 },
}

/** Stories that a change of these files is about: those of its areas. */
export function storiesOf(files: string[]): string[] {
  const changed = new Set(files.flatMap(file => /^(?:schemas|api\/server\/calls|api\/contract)\/(\w+)\//.exec(file)?.[1] ?? []))
  return Object.keys(stories).filter(name => stories[name]?.areas.some(area => changed.has(area)))
}

/** Whether this run tells the short set of a story: a part of what is tried one by one, chosen so that each way is among it. */
export const isShort = (name: string) => process.env.E2E_SET === 'short' && !process.env.E2E_WHOLE?.split(',').includes(name)

/** How many journeys of a story this run tells, as scripts/e2e.ts has put it into the environment: all that were asked for where it has not. */
export function journeysToTell(name: string, language: Language | undefined): number {
  const entry = stories[name]
  if (!entry) throw new Error(`tests/e2e/stories.ts does not know the story "${name}"`)
  if (process.env.E2E_SET === 'short' && language === 'zh-CN' && !entry.both) return 0
  return isShort(name) ? entry.short : Infinity
}
