// A project for uni-app (Vue 3) as files.
import { json, projectFiles, type Platform, type Project } from './project.ts'

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

export function uniappFiles(project: Project): Record<string, string> {
  const { app, name, version, miniapp, platform } = project
  const isOther = platform !== 'h5' && platform !== 'mp-weixin'
  return projectFiles(project, 'uniapp', listed => ({
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
  }))
}
