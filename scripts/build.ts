// dist/web: the browser's files, in two passes, compressed ahead of time. dist/server: see build-server.ts.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, mergeConfig } from 'vite'
import { config } from '../vite.config.ts'
import { buildServer } from './build-server.ts'

const root = new URL('..', import.meta.url).pathname
const assets = join(root, 'dist/web/assets')
const started = performance.now()
const since = () => `${((performance.now() - started) / 1000).toFixed(1)} s`

interface Chunk {
  fileName: string
  isEntry?: boolean
  /** The page or module that the chunk was made for. */
  facadeModuleId?: string | null
  imports?: string[]
  modules?: Record<string, unknown>
}

const onLog = (level: string, log: { code?: string; message: string }, pass: (level: string, log: unknown) => void) => {
  // Said by amis' own dependencies about themselves; nothing of ours can answer it.
  if (log.code === 'EVAL' || log.code === 'INVALID_ANNOTATION' || /lightningcss|Lightning CSS/i.test(log.message)) return
  pass(level, log)
}

/**
 * What starts the console, and what every chunk loads others with: they stay out of the one file. The frame of shares takes amis from
 * there and must start nothing, and a document in it needs none of it.
 */
const STARTS = /\/(index\.html|src\/main\.tsx)(\?.*)?$/
const LOADS = /vite\/(preload-helper|modulepreload-polyfill)/

/** Modules that the entry loads statically: they belong into one file, where the bundler alone would make some thirty. */
async function bootModules(): Promise<Set<string>> {
  const result = await build(mergeConfig(config, { configFile: false, logLevel: 'error', build: { write: false, minify: false, rolldownOptions: { onLog } } }))
  const chunks = ([result].flat()[0] as unknown as { output: Chunk[] }).output
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    byName.get(name)?.imports?.forEach(visit)
  }
  // The frame of shares has an entry of its own, with next to nothing in it.
  for (const chunk of chunks) if (chunk.isEntry && chunk.facadeModuleId?.endsWith('/index.html')) visit(chunk.fileName)
  return new Set([...seen].flatMap(name => Object.keys(byName.get(name)?.modules ?? {})).filter(id => !STARTS.test(id)))
}

async function compress() {
  const names = (await readdir(assets, { recursive: true })).filter(name => /\.(js|css|svg|json|map|ttf|wasm)$/.test(name))
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const work = await Promise.all(names.map(async name => ({ file: join(assets, name), content: await readFile(join(assets, name)) })))
  // The pool of zlib threads does four at a time; the biggest first, so that none is left alone at the end.
  work.sort((a, b) => b.content.length - a.content.length)
  await Promise.all(
    work.map(async ({ file, content }) => {
      if (content.length < 1024) return
      // The highest quality takes seconds for a megabyte. Everybody waits for what starts the console; the other big files come once, to few, and are
      // 2 % smaller by it than by the quality below, the editor's 8 % smaller than by the one below that.
      const quality = /(^|\/)boot-[^/]*\.js$/.test(file) || content.length < 300_000 ? 11 : content.length < 1_500_000 ? 10 : 9
      const packed = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
      await Promise.all([writeFile(`${file}.br`, packed), writeFile(`${file}.gz`, await zip(content, { level: 8 }))])
    }),
  )
  return work.length
}

const boot = await bootModules()
console.log(`build: ${boot.size} modules start the console (${since()})`)
await build(
  mergeConfig(config, {
    configFile: false,
    logLevel: 'error',
    build: {
      rolldownOptions: {
        onLog,
        output: {
          codeSplitting: {
            groups: [
              { name: 'load', test: LOADS, priority: 1 },
              { name: 'boot', test: (id: string) => boot.has(id) },
            ],
          },
        },
      },
    },
  }),
)
console.log(`build: written (${since()})`)
const count = await compress()
console.log(`build: ${count} files compressed (${since()})`)
await buildServer()
console.log(`build: server (${since()})`)
