import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { amisMade } from './tests/support/amis-bundle.ts'
import { aliases } from './vite.config.ts'

/** Put something in the place of a module, which has to be loaded for them alone. */
const ALONE = ['tests/api/setup.getUpgradeDb.test.ts', 'tests/api/setup.submitUpgradeDb.test.ts']
/** What Node reads as it stands, without being turned into anything: plain modules that import nothing of ours but such. */
const PLAIN = [/\/api\/generated\/validators\/.*\.js$/, /\/api\/runtime\.mjs$/]
const server = {
  globalSetup: ['tests/support/database-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  maxWorkers: 3,
  server: { deps: { external: PLAIN } },
}

/** About what is there before amis or the sanitiser are loaded, the session of a page that just began, dialogs of such a page, or all screens with the numbers in their ids. */
const FRESH = [
  'tests/screens/escape.test.tsx',
  'tests/screens/render.test.tsx',
  'tests/src/refusals.test.tsx',
  'tests/src/sanitize.test.ts',
  'tests/src/user-centre.test.tsx',
]
/**
 * Tests of the browser's side by what they load, which has to be the same for files that share it; loading amis again for each of them took longer than the
 * tests. `alone`: they put something in the place of a module, or load modules anew. `whole`: amis as its package gives it. The rest has amis as the
 * console loads it, in parts; its components cannot be there twice.
 */
function browserTests() {
  const found: Record<'alone' | 'whole' | 'parts', string[]> = { alone: [], whole: [], parts: [] }
  for (const folder of ['renderers', 'screens', 'src'])
    for (const name of readdirSync(join(import.meta.dirname, 'tests', folder))) {
      if (!(folder === 'src' ? /\.test\.tsx?$/ : /\.test\.tsx$/).test(name)) continue
      const file = `tests/${folder}/${name}`
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      found[
        FRESH.includes(file) || /\bvi\.(?:do)?[mM]ock\(|\bresetModules\(/.test(text) ? 'alone' : /^import (?:.* from )?'amis'/m.test(text) ? 'whole' : 'parts'
      ].push(file)
    }
  return found
}
/** What names all files of a folder is transformed anew: files that were added since are not in what is kept. */
const globsAnew: Plugin = {
  name: 'globs-anew',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined)),
}
/** amis as tests/support/amis-setup.ts has made it. */
const asMade: Plugin = {
  name: 'as-made',
  enforce: 'pre',
  resolveId: source => (/^amis(-core|-ui|-formula)?(\/(?!.*\.css$)|$)/.test(source) ? amisMade(source) : undefined),
}
const { alone, whole, parts } = browserTests()
const browser = {
  plugins: [asMade, react(), globsAnew],
  resolve: {
    alias: [
      ...aliases,
      { find: /^amis-editor$/, replacement: new URL('./tests/support/amis-editor-stub.tsx', import.meta.url).pathname },
      { find: /^monaco-editor$/, replacement: new URL('./tests/support/monaco-stub.ts', import.meta.url).pathname },
    ],
  },
  test: {
    environment: 'jsdom',
    globalSetup: ['tests/support/amis-setup.ts'],
    setupFiles: ['tests/support/jsdom-setup.ts'],
    css: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { external: PLAIN } },
    maxWorkers: 3,
  },
}

/** Node tests talk to a real database; browser-side tests render amis in jsdom; the e2e run has a real browser. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // What was transformed once is read from node_modules the next time, as on the second PostgreSQL: half of a short run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'tests/contract/**/*.test.ts',
            'tests/screens/**/*.test.ts',
            'tests/gate/**/*.test.ts',
            'tests/flow/**/*.test.ts',
            'tests/theme/**/*.test.ts',
            'tests/miniapp/**/*.test.ts',
            'tests/api/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: ALONE,
          // Loading the server again for each file took as long as the tests; nothing of it keeps anything outside the objects it makes.
          isolate: false,
          ...server,
        },
      },
      { test: { name: 'node-alone', include: ALONE, ...server } },
      { ...browser, test: { ...browser.test, name: 'browser-side', include: whole, isolate: false } },
      { ...browser, test: { ...browser.test, name: 'browser-screens', include: parts, isolate: false } },
      { ...browser, test: { ...browser.test, name: 'browser-alone', include: alone } },
    ],
  },
})
