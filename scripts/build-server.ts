// api/server → dist/server/: main.js, and worker.js for its threads, with the packages that they load: one file is read faster than two thousand.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Chunk {
  fileName: string
  imports?: string[]
  dynamicImports?: string[]
}

export async function buildServer() {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // One is a program for this kind of machine, the other begins its threads with a file beside its own.
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'piscina'] },
    build: {
      ssr: true,
      rolldownOptions: { input: { main: join(root, 'api/server/main.ts'), worker: join(root, 'api/server/worker.ts') } },
      outDir: join(root, 'dist/server'),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      // Stack traces of a log should name functions.
      minify: false,
    },
  })
  // What both need is in files of its own: a thread that imported main.js would start another server.
  const chunks = new Map((([result].flat()[0] as unknown as { output: Chunk[] }).output ?? []).map(chunk => [chunk.fileName, chunk]))
  const seen = new Set(['worker.js'])
  for (const name of seen) for (const next of [...(chunks.get(name)?.imports ?? []), ...(chunks.get(name)?.dynamicImports ?? [])]) seen.add(next)
  if (seen.has('main.js')) throw new Error('the thread of the server (worker.js) imports main.js')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
