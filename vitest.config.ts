import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { aliases } from './vite.config.ts'

/** Node tests talk to a real database; browser-side tests render amis in jsdom; the e2e run has a real browser. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/contract/**/*.test.ts', 'tests/screens/**/*.test.ts', 'tests/gate/**/*.test.ts', 'tests/api/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
          maxWorkers: 2,
        },
      },
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
