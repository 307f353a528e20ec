// A project for uni-app (Vue 3) as files. The same app gives the same files, byte by byte.
import type { PlannedPage } from './plan.ts'
import type { RuntimeFiles } from './runtimes.ts'

/** Releases of uni-app: its packages fit each other and no others. */
const UNI = '3.0.0-5010420260703001'
/** The newest one that is there for all platforms. */
const UNI_OTHERS = '3.0.0-5000720260410001'
const packagesFor = (platform: Platform) => {
  const isOther = platform !== 'h5' && platform !== 'mp-weixin'
  const uni = isOther ? UNI_OTHERS : UNI
  return {
    dependencies: {
      '@dcloudio/uni-app': uni,
      '@dcloudio/uni-components': uni,
      '@dcloudio/uni-h5': uni,
      ...(isOther && { [`@dcloudio/uni-${platform}`]: uni }),
      '@dcloudio/uni-mp-weixin': uni,
      vue: '3.4.21',
    },
    devDependencies: { '@dcloudio/types': isOther ? '3.4.28' : '3.4.31', '@dcloudio/uni-cli-shared': uni, '@dcloudio/vite-plugin-uni': uni, vite: '5.2.8' },
  }
}

/** Platforms as uni-app calls them; mini-programs of those beside WeChat are built by pushes. */
export type Platform = 'h5' | 'mp-weixin' | 'mp-baidu' | 'mp-alipay' | 'mp-toutiao'
/** The number of a platform in the documents: WeChat, Baidu, Alipay, Douyin. */
export const PLATFORMS = ['mp-weixin', 'mp-baidu', 'mp-alipay', 'mp-toutiao'] as const satisfies readonly Platform[]

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
  /** Where pictures are that the project brings along, by their address on the server. */
  pictures: Readonly<Record<string, string>>
  /** What `npm run build` builds. */
  platform: Platform
  files: RuntimeFiles
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
  const { company, app, name, version, server, miniapp, home, pages, pictures, platform, files: made } = project
  const isOther = platform !== 'h5' && platform !== 'mp-weixin'
  const routes = pages.map((page, at) => ({ path: page.path, name: page.name, route: routeOf(at) }))
  const config = { server, company, app, name, pages: routes, home, pictures }
  const first = routes.find(({ path }) => path === home)
  const listed = [...(first ? [first] : []), { route: 'pages/home/index', name, path: '' }, ...routes.filter(one => one !== first)]
  const words: Record<string, string> = { name, app, version, server, pages: pageList(pages) }
  const files: Record<string, string> = {
    'package.json': json({
      name: `${app.replaceAll('_', '-')}-uniapp`,
      version: '1.0.0',
      private: true,
      scripts: {
        build: `npm run build:${platform}`,
        'dev:h5': 'uni',
        'build:h5': 'uni build',
        'dev:mp-weixin': 'uni -p mp-weixin',
        'build:mp-weixin': 'uni build -p mp-weixin',
        ...(isOther && { [`build:${platform}`]: `uni build -p ${platform}` }),
      },
      ...packagesFor(platform),
    }),
    'src/manifest.json': json({
      name,
      appid: '',
      versionName: version,
      versionCode: '1',
      vueVersion: '3',
      'mp-weixin': { appid: isOther ? '' : (miniapp.appId ?? ''), setting: { urlCheck: true }, usingComponents: true },
      ...(isOther && { [platform]: { appid: miniapp.appId ?? '', usingComponents: true } }),
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
    'src/tessera/runtime.js': made.runtime,
    '.gitignore': 'node_modules\ndist\n',
  }
  for (const [path, text] of Object.entries(made.shells))
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
