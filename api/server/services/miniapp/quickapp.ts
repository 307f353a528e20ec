// A quick-app project as files, for the quick-app toolkit. The same app gives the same files, byte by byte.
import type { PlannedPage } from './plan.ts'
import type { RuntimeFiles } from './runtimes.ts'
import { pageList } from './project.ts'

const TOOLKIT = '2.0.8'
/** The platform that the runtime was made for: positions that stay, and components that hold themselves. */
const PLATFORM = 1080
const FEATURES = ['clipboard', 'configuration', 'fetch', 'prompt', 'request', 'router', 'storage']

export interface QuickProject {
  /** As an organisation, an app and an environment stand in addresses. */
  company: string
  app: string
  name: string
  version: string
  server: string
  home: string
  /** Page that the card shows; undefined where there is none. */
  card: string | undefined
  pages: readonly PlannedPage[]
  /** A picture of the app, and what its name ends with. */
  icon: { name: string; content: Buffer }
  files: RuntimeFiles
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
/** Part of a package name: letters and digits, a letter first. */
const part = (key: string) =>
  key
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^(?=\d|$)/, 'a')

/** Rises with the version, as the stores want it: 1.2.3 is 1002003. */
export function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/\D+/).map(Number)
  return Math.max(1, Math.min(major, 2000) * 1_000_000 + Math.min(minor, 999) * 1000 + Math.min(patch, 999))
}

export function quickappFiles({ company, app, name, version, server, home, card, pages, icon, files: made }: QuickProject): Record<string, string | Buffer> {
  const routes = pages.map((page, at) => ({ path: page.path, name: page.name, route: `pages/p${at + 1}` }))
  const config = { server, company, app, name, pages: routes, home }
  const first = routes.find(({ path }) => path === home)
  const listed = [...(first ? [first] : []), { route: 'pages/home', name, path: '' }, ...routes.filter(one => one !== first)]
  const all = [...listed, { route: 'pages/web', name }]
  const words: Record<string, string> = { name, app, version, server, pages: pageList(pages) }
  const files: Record<string, string | Buffer> = {
    'package.json': json({
      name: `${app.replaceAll('_', '-')}-quickapp`,
      version: '1.0.0',
      private: true,
      scripts: { build: 'hap build', release: 'hap release', watch: 'hap server --watch' },
      devDependencies: { 'hap-toolkit': TOOLKIT },
    }),
    'src/manifest.json': json({
      package: `app.tessera.${part(company)}.${part(app)}`,
      name,
      icon: `/assets/${icon.name}`,
      versionName: version,
      versionCode: versionCode(version),
      minPlatformVersion: PLATFORM,
      features: FEATURES.map(feature => ({ name: `system.${feature}` })),
      permissions: [{ origin: '*' }],
      config: { logLevel: 'warn', designWidth: 750 },
      router: {
        entry: all[0]?.route,
        pages: Object.fromEntries(all.map(({ route }) => [route, { component: 'index' }])),
        ...(card !== undefined && {
          widgets: {
            'widgets/card': {
              name,
              description: name,
              component: 'index',
              path: '/widgets/card',
              minPlatformVersion: PLATFORM,
              features: FEATURES.map(feature => ({ name: `system.${feature}` })),
            },
          },
        }),
      },
      display: {
        backgroundColor: '#f5f6f8',
        titleBarBackgroundColor: '#ffffff',
        titleBarTextColor: '#1f2329',
        pages: Object.fromEntries(all.map(page => [page.route, { titleBarText: page.name }])),
      },
    }),
    [`src/assets/${icon.name}`]: icon.content,
    'src/tessera/config.js': `// Which app of which server this is.\nexport const config = ${json(config).trim()}\n`,
    'src/tessera/runtime.js': made.runtime,
    '.gitignore': 'node_modules\nbuild\ndist\nsign\n',
  }
  for (const [path, text] of Object.entries(made.shells))
    if (path.startsWith('quickapp/'))
      files[path.slice('quickapp/'.length)] = path.endsWith('.md') ? text.replace(/\{\{(\w+)\}\}/g, (_all, word: string) => words[word] ?? '') : text
  const screens = [
    ...listed.map(({ route, path }) => ({ route, path, from: 'page.js', make: 'screenAt' })),
    ...(card === undefined ? [] : [{ route: 'widgets/card', path: card, from: 'card.js', make: 'cardAt' }]),
  ]
  for (const { route, path, from, make } of screens)
    files[`src/${route}/index.ux`] = [
      '<import name="tessera-screen" src="../../tessera/screen.ux"></import>',
      '',
      '<template>',
      '  <div>',
      '    <tessera-screen picture="{{picture}}"></tessera-screen>',
      '  </div>',
      '</template>',
      '',
      '<script>',
      `import { ${make} } from '../../tessera/${from}'`,
      '',
      `export default ${make}(${JSON.stringify(path.includes('/:') ? '' : path).replaceAll('<', '\\u003c')})`,
      '</script>',
      '',
    ].join('\n')
  return Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)))
}
