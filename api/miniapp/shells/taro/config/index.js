import { existsSync } from 'node:fs'
import { defineConfig } from '@tarojs/cli'

const output = `dist/${process.env.TARO_ENV}`

export default defineConfig({
  projectName: 'tessera',
  designWidth: 375,
  deviceRatio: { 375: 2, 640: 1.17, 750: 1, 828: 0.905 },
  sourceRoot: 'src',
  outputRoot: output,
  // Pictures that the project brings along.
  copy: { patterns: existsSync('src/static') ? [{ from: 'src/static/', to: `${output}/static/` }] : [], options: {} },
  framework: 'vue3',
  compiler: 'vite',
  // Sizes are meant as they are written.
  mini: { postcss: { pxtransform: { enable: false, config: {} } } },
  h5: { publicPath: './', router: { mode: 'hash' }, postcss: { pxtransform: { enable: false, config: {} } } },
})
