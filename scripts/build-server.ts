// api/server → dist/server/main.js: one file, with the packages left in node_modules.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function buildServer() {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'api/server/main.ts'),
      outDir: join(root, 'dist/server'),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      // Stack traces of a log should name functions.
      minify: false,
    },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
