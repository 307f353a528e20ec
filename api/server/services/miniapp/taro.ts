// A project for Taro (Vue 3) as files.
import { json, projectFiles, type Platform, type Project } from './project.ts'

/** Taro's packages fit each other and no others; its part for Vue has no newer release. */
const TARO = '4.2.0'
/** Platforms as Taro calls them. */
const TYPES: Record<Platform, string> = { h5: 'h5', 'mp-weixin': 'weapp', 'mp-baidu': 'swan', 'mp-alipay': 'alipay', 'mp-toutiao': 'tt' }
export const taroType = (platform: Platform) => TYPES[platform]

/** Taro puts its script where this line is, as it is written. */
const HTML = `<!doctype html>
<html>
<head>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
  <title></title>
  <script><%= htmlWebpackPlugin.options.script %></script>
</head>
<body>
  <div id="app"></div>
</body>
</html>
`

const asModule = (value: unknown) => `export default ${json(value).trim().replaceAll('<', '\\u003c')}\n`

export function taroFiles(project: Project): Record<string, string> {
  const { app, name, miniapp, platform } = project
  const type = TYPES[platform]
  const types = [...new Set(['weapp', 'h5', type])]
  const appid = miniapp.appId ?? ''
  return projectFiles(project, 'taro', listed => ({
    'package.json': json({
      name: `${app.replaceAll('_', '-')}-taro`,
      version: '1.0.0',
      private: true,
      scripts: {
        build: `npm run build:${type}`,
        ...Object.fromEntries(
          types.flatMap(one => [
            [`dev:${one}`, `taro build --type ${one} --watch`],
            [`build:${one}`, `taro build --type ${one}`],
          ]),
        ),
      },
      dependencies: {
        ...Object.fromEntries(
          ['components', 'helper', 'plugin-framework-vue3', ...types.map(one => `plugin-platform-${one}`), 'runtime', 'shared', 'taro']
            .toSorted()
            .map(one => [`@tarojs/${one}`, TARO]),
        ),
        vue: '3.4.21',
      },
      devDependencies: {
        '@babel/core': '7.28.5',
        '@babel/preset-env': '7.28.5',
        '@tarojs/cli': TARO,
        '@tarojs/runner-utils': TARO,
        '@tarojs/vite-runner': TARO,
        '@vitejs/plugin-vue': '4.6.2',
        '@vitejs/plugin-vue-jsx': '3.1.0',
        'babel-preset-taro': TARO,
        postcss: '8.5.6',
        terser: '5.44.0',
        vite: '4.5.14',
      },
    }),
    // Each platform has a file of its own that its developer tools read.
    [type === 'swan' || type === 'tt' ? `project.${type}.json` : 'project.config.json']: json({
      miniprogramRoot: `dist/${type === 'h5' ? 'weapp' : type}/`,
      projectname: app,
      appid,
      setting: { urlCheck: true },
      compileType: 'miniprogram',
    }),
    'src/index.html': HTML,
    'src/app.config.js': asModule({
      pages: [...listed.map(page => page.route), 'pages/web/index'],
      window: { navigationBarTitleText: name, navigationBarTextStyle: 'black', navigationBarBackgroundColor: '#ffffff', backgroundColor: '#f5f6f8' },
    }),
    'src/pages/web/index.config.js': asModule({ navigationBarTitleText: name }),
    ...Object.fromEntries(listed.map(page => [`src/${page.route}.config.js`, asModule({ navigationBarTitleText: page.name, enablePullDownRefresh: true })])),
  }))
}
