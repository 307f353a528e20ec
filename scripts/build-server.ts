// api/server → dist/server/: main.js, and worker.js for its threads, with the packages that they load: one file is read faster than two thousand.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is in the tree has no effect by being read, so a thread reads what its work uses and not all that the same files name. */
const isOurs = (id: string) => id.startsWith(join(root, 'api/'))

/** Where an escape would be read as what it is written with. */
const READ_RAW = /String\.raw`[^`]*`/g

/** Node keeps the text of what it runs, and one Chinese letter in a file makes it two bytes a letter: 28 MB more. Letters become escapes that mean the same. */
const inAscii: Plugin = {
  name: 'in-ascii',
  // When nothing prints the code anew.
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code)
  },
}
function escaped(code: string): string {
  for (const [raw] of code.matchAll(READ_RAW)) if (/[^\0-\xff]/.test(raw)) throw new Error(`letters beyond Latin-1 are read raw: ${raw.slice(0, 80)}`)
  if (/(?<!\\)(?:\\\\)*\\[^\0-\xff]/.test(code)) throw new Error('a letter beyond Latin-1 stands behind a backslash')
  return code.replace(/[^\0-\xff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

async function bundle(name: 'main' | 'worker', more: { emptyOutDir: boolean; treeshake?: { moduleSideEffects(id: string): boolean } }) {
  const { emptyOutDir, treeshake } = more
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [inAscii],
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
