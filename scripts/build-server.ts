// api/server → dist/server/: server.cjs with main.js that starts it, and worker.js for its threads, with the packages that they load: one file is read
// faster than two thousand.
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/server')

/** What is in the tree has no effect by being read, so a thread reads what its work uses and not all that the same files name. */
const isOurs = (id: string) => id.startsWith(join(root, 'api/'))

/** Where an escape would be read as what it is written with. */
const READ_RAW = /String\.raw`[^`]*`/g

/**
 * Node keeps the text of what it runs, and one Chinese letter in a file makes it two bytes a letter: 28 MB more. Letters become escapes that mean the same,
 * all but ASCII, as dist/server/load.js takes each byte for a letter.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  // When nothing prints the code anew.
  enforce: 'post',
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code)
  },
}
function escaped(code: string): string {
  for (const [raw] of code.matchAll(READ_RAW)) if (/[^\0-\x7f]/.test(raw)) throw new Error(`letters beyond ASCII are read raw: ${raw.slice(0, 80)}`)
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code)) throw new Error('a letter beyond ASCII stands behind a backslash')
  return code.replace(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

async function bundle(
  name: 'server' | 'worker',
  entry: string,
  more: { emptyOutDir: boolean; format: 'cjs' | 'es'; treeshake?: { moduleSideEffects(id: string): boolean } },
) {
  const { emptyOutDir, format, treeshake } = more
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
      rolldownOptions: {
        input: { [name]: join(root, entry) },
        // In one scope only a script's code can be kept, not a module's.
        ...(format === 'cjs' && { output: { format, entryFileNames: '[name].cjs', chunkFileNames: 'assets/[name]-[hash].cjs' } }),
        ...(treeshake && { treeshake }),
      },
      outDir: target,
      emptyOutDir,
      target: 'node20',
      sourcemap: true,
      // Stack traces of a log should name functions.
      minify: false,
    },
  })
}

export async function buildServer() {
  await bundle('server', 'api/server/run.ts', { emptyOutDir: true, format: 'cjs' })
  // By itself: sharing files with the server, a thread would read the server's validators and drivers, 120 MiB of them.
  await bundle('worker', 'api/server/worker.ts', { emptyOutDir: false, format: 'es', treeshake: { moduleSideEffects: id => !isOurs(id) } })
  for (const name of ['main', 'load']) copyFileSync(join(root, `scripts/built/${name}.mjs`), join(target, `${name}.js`))
  execFileSync(process.execPath, ['--input-type=module', '-e', `(await import(${JSON.stringify(pathToFileURL(join(target, 'load.js')).href)})).keep()`])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
