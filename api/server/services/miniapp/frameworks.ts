// Frameworks that a mini-program can be had for.
import type { Platform, Project } from './project.ts'
import type { RuntimeFiles } from './runtimes.ts'
import { taroFiles, taroType } from './taro.ts'
import { uniappFiles } from './uniapp.ts'

export type Framework = 'uniapp' | 'taro'

/** Runtimes that were kept before a framework was known have no shell for it. */
export const hasShell = (files: RuntimeFiles, framework: Framework) => Object.keys(files.shells).some(path => path.startsWith(`${framework}/`))

export const filesFor = (framework: Framework, project: Project) => (framework === 'taro' ? taroFiles(project) : uniappFiles(project))

/** Taro 4.2.0 breaks off while it builds for Alipay with Vite. */
export const builds = (framework: Framework, platform: Platform) => framework !== 'taro' || platform !== 'mp-alipay'

/** The platform as the framework calls it, and the folder that `npm run build` writes. */
export const builtAs = (framework: Framework, platform: Platform) =>
  framework === 'taro' ? { platform: taroType(platform), output: `dist/${taroType(platform)}` } : { platform, output: `dist/build/${platform}` }
