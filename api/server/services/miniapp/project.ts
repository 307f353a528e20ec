// What the projects of all frameworks have in common. The same app gives the same files, byte by byte.
import type { PlannedPage } from './plan.ts'
import type { RuntimeFiles } from './runtimes.ts'

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
/** A page of the project; without a path it is the list of pages. */
export interface Listed {
  route: string
  name: string
  path: string
}

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

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

/** The runtime, the shell and its pages; `make` adds what the framework asks for. */
export function projectFiles(project: Project, shell: 'uniapp' | 'taro', make: (listed: readonly Listed[]) => Record<string, string>): Record<string, string> {
  const { company, app, name, version, server, home, pages, pictures, files: made } = project
  const routes = pages.map((page, at) => ({ path: page.path, name: page.name, route: `pages/p${at + 1}/index` }))
  const config = { server, company, app, name, pages: routes, home, pictures }
  const first = routes.find(({ path }) => path === home)
  const listed = [...(first ? [first] : []), { route: 'pages/home/index', name, path: '' }, ...routes.filter(one => one !== first)]
  const words: Record<string, string> = { name, app, version, server, pages: pageList(pages) }
  const files: Record<string, string> = {
    ...make(listed),
    'src/tessera/config.js': `// Which app of which server this is.\nexport const config = ${json(config).trim()}\n`,
    'src/tessera/runtime.js': made.runtime,
    '.gitignore': 'node_modules\ndist\n',
  }
  for (const folder of ['vue/', `${shell}/`])
    for (const [path, text] of Object.entries(made.shells))
      if (path.startsWith(folder))
        files[path.slice(folder.length)] = path.endsWith('.md') ? text.replace(/\{\{(\w+)\}\}/g, (_all, word: string) => words[word] ?? '') : text
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
