import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { aliases } from './vite.config.ts'

/** Put something in the place of a module, which has to be loaded for them alone. */
const ALONE = ['tests/api/setup.getUpgradeDb.test.ts', 'tests/api/setup.submitUpgradeDb.test.ts']
const server = {
  globalSetup: ['tests/support/database-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  maxWorkers: 2,
}

/** Node tests talk to a real database; browser-side tests render amis in jsdom; the e2e run has a real browser. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/contract/**/*.test.ts', 'tests/screens/**/*.test.ts', 'tests/gate/**/*.test.ts', 'tests/api/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ALONE,
          // Loading the server again for each file took as long as the tests; nothing of it keeps anything outside the objects it makes.
          isolate: false,
          ...server,
        },
      },
      { test: { name: 'node-alone', include: ALONE, ...server } },
      {
        plugins: [react()],
        resolve: {
          alias: [
            ...aliases,
            // Node would take its CommonJS build, whose default export amis does not unwrap.
            {
              find: /^react-textarea-autosize$/,
              replacement: new URL('./node_modules/react-textarea-autosize/dist/react-textarea-autosize.esm.js', import.meta.url).pathname,
            },
            { find: /^amis-editor$/, replacement: new URL('./tests/support/amis-editor-stub.tsx', import.meta.url).pathname },
            { find: /^monaco-editor$/, replacement: new URL('./tests/support/monaco-stub.ts', import.meta.url).pathname },
          ],
        },
        test: {
          name: 'browser-side',
          include: ['tests/renderers/**/*.test.tsx', 'tests/screens/**/*.test.tsx', 'tests/src/**/*.test.ts', 'tests/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/jsdom-setup.ts'],
          css: false,
          testTimeout: 30_000,
          server: { deps: { inline: [/amis/, /office-viewer/, /moment/] } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
