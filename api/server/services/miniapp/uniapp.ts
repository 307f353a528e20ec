// A project for uni-app (Vue 3) as files. The same app gives the same files, byte by byte.
import { runtime, shells } from '../../../generated/miniapp-files.ts'
import type { PlannedPage } from './plan.ts'

/** One release of uni-app: its packages fit each other and no others. */
const UNI = '3.0.0-5010420260703001'
const PACKAGES = {
  dependencies: {
    '@dcloudio/uni-app': UNI,
    '@dcloudio/uni-components': UNI,
    '@dcloudio/uni-h5': UNI,
    '@dcloudio/uni-mp-weixin': UNI,
    vue: '3.4.21',
  },
  devDependencies: { '@dcloudio/types': '3.4.31', '@dcloudio/uni-cli-shared': UNI, '@dcloudio/vite-plugin-uni': UNI, vite: '5.2.8' },
}

export interface Project {
  /** As an organisation, an app and an environment stand in addresses. */
  company: string
  app: string
  name: string
  version: string
  server: string
  /** What the platform of the entry asks for. */
  miniapp: Readonly<Record<string, string>>
  /** Page that it opens with; its list of pages where it is empty. */
  home: string
  pages: readonly PlannedPage[]
  target: 'WEAPP' | 'h5'
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const routeOf = (at: number) => `pages/p${at + 1}/index`

/** Which pages are drawn and which open as web pages, for who reads the project. */
export const pageList = (pages: readonly PlannedPage[]) =>
  [
    '| page | address | drawn |',
    '|---|---|---|',
    ...pages.map(({ name, path, isNative, reasons }) => {
      const because = [...new Set(reasons.map(({ at, what }) => `${what} at ${at || 'page'}`))].slice(0, 3).join('; ')
      return `| ${name.replaceAll('|', '\\|')} | \`${path}\` | ${isNative ? 'natively' : `as a web page: ${because.replaceAll('|', '\\|')}`} |`
    }),
  ].join('\n')

export function uniappFiles(project: Project): Record<string, string> {
  const { company, app, name, version, server, miniapp, home, pages, target } = project
  const routes = pages.map((page, at) => ({ path: page.path, name: page.name, route: routeOf(at) }))
  const config = { server, company, app, name, pages: routes, home }
  const first = routes.find(({ path }) => path === home)
  const listed = [...(first ? [first] : []), { route: 'pages/home/index', name, path: '' }, ...routes.filter(one => one !== first)]
  const words: Record<string, string> = { name, app, version, server, pages: pageList(pages) }
  const files: Record<string, string> = {
    'package.json': json({
      name: `${app.replaceAll('_', '-')}-uniapp`,
      version: '1.0.0',
      private: true,
      scripts: {
        build: target === 'h5' ? 'npm run build:h5' : 'npm run build:mp-weixin',
        'dev:h5': 'uni',
        'build:h5': 'uni build',
        'dev:mp-weixin': 'uni -p mp-weixin',
        'build:mp-weixin': 'uni build -p mp-weixin',
      },
      ...PACKAGES,
    }),
    'src/manifest.json': json({
      name,
      appid: '',
      versionName: version,
      versionCode: '1',
      vueVersion: '3',
      'mp-weixin': { appid: miniapp.appId ?? '', setting: { urlCheck: true }, usingComponents: true },
      h5: { title: name, router: { mode: 'hash', base: './' } },
    }),
    'src/pages.json': json({
      pages: [
        ...listed.map(page => ({ path: page.route, style: { navigationBarTitleText: page.name, enablePullDownRefresh: true } })),
        { path: 'pages/web/index', style: { navigationBarTitleText: name } },
      ],
      globalStyle: { navigationBarTextStyle: 'black', navigationBarBackgroundColor: '#ffffff', backgroundColor: '#f5f6f8' },
    }),
    'src/tessera/config.js': `// Which app of which server this is.\nexport const config = ${json(config).trim()}\n`,
    'src/tessera/runtime.js': runtime,
    '.gitignore': 'node_modules\ndist\n',
  }
  for (const [path, text] of Object.entries(shells))
    if (path.startsWith('uniapp/'))
      files[path.slice('uniapp/'.length)] = path.endsWith('.md') ? text.replace(/\{\{(\w+)\}\}/g, (_all, word: string) => words[word] ?? '') : text
  for (const { route, path } of listed)
    files[`src/${route}.vue`] = [
      '<script setup>',
      "import TesseraScreen from '../../tessera/screen.vue'",
      "import { useScreen } from '../../tessera/use-screen.js'",
      '',
      `const { picture, id } = useScreen(${JSON.stringify(path.includes('/:') ? '' : path).replaceAll('<', '\\u003c')})`,
      '</script>',
      '',
      '<template>',
      '  <tessera-screen :picture="picture" :screen="id" />',
      '</template>',
      '',
    ].join('\n')
  return Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)))
}
