// api/server → dist/server/: main.js, and worker.js for its threads, with the packages that they load: one file is read faster than two thousand.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is in the tree has no effect by being read, so a thread reads what its work uses and not all that the same files name. */
const isOurs = (id: string) => id.startsWith(join(root, 'api/'))

async function bundle(name: 'main' | 'worker', more: { emptyOutDir: boolean; treeshake?: { moduleSideEffects(id: string): boolean } }) {
  const { emptyOutDir, treeshake } = more
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // One is a program for this kind of machine, the other begins its threads with a file beside its own.
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'piscina'] },
    build: {
      ssr: true,
      rolldownOptions: { input: { [name]: join(root, `api/server/${name}.ts`) }, ...(treeshake && { treeshake }) },
      outDir: join(root, 'dist/server'),
      emptyOutDir,
      target: 'node20',
      sourcemap: true,
      // Stack traces of a log should name functions.
      minify: false,
    },
  })
}

export async function buildServer() {
  await bundle('main', { emptyOutDir: true })
  // By itself: sharing files with the server, a thread would read the server's validators and drivers, 120 MiB of them.
  await bundle('worker', { emptyOutDir: false, treeshake: { moduleSideEffects: id => !isOurs(id) } })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
