// amis as modules that Node reads as they stand. Turned into what vitest runs file by file, its 1,900 files took two minutes of a run in a fresh clone, and half
// a minute of each process after that.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Alias, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const kept = join(root, 'node_modules/.cache/test-widgets')
/** What our modules import by themselves has to be the same object for both. */
const SHARED = [/^react(-dom)?(\/|$)/, /^moment$/, /^axios$/, /^dompurify$/, /^echarts(\/|$)/, /^lodash-es(\/|$)/]
const NAMED = /(?:from|import|import\(|mock\()\s*['"](amis(?:-core|-ui|-formula)?(?:\/[^'"]+)?)['"]/g

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

/** What our modules import of amis, by the names they use. */
function imported(): string[] {
  const found = new Set<string>()
  for (const folder of ['src', 'renderers', 'tests/src', 'tests/screens', 'tests/renderers', 'tests/support'])
    for (const path of sources(join(root, folder)))
      for (const [, name] of readFileSync(path, 'utf8').matchAll(NAMED)) if (!/\.(css|json)$/.test(name as string)) found.add(name as string)
  return [...found].sort()
}

/** At paths that stay: what was transformed once names them. */
const fileOf = (name: string) => `${name.replaceAll('/', '.')}.mjs`
/** Where the modules have what is imported by this name, once they are made. */
export const amisMade = (name: string) => join(kept, fileOf(name))

/** Packages in CommonJS ask for React by themselves. */
const REQUIRE = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"
const noSheets: Plugin = { name: 'no-sheets', enforce: 'pre', load: id => (/\.(css|scss)$/.test(id) ? 'export default ""' : undefined) }
/** Node wants the whole name of a file. */
const languages: Plugin = {
  name: 'languages',
  enforce: 'pre',
  resolveId: source => (/^moment\/locale\/[\w-]+$/.test(source) ? { id: `${source}.js`, external: true } : undefined),
}

async function make(names: string[], making: string, alias: Alias[], plugins: Plugin[]) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [noSheets, languages, ...plugins],
    resolve: { alias },
    // As in the product: checks of its own that amis makes while it is developed take time, and throw when something is read whose screen has just gone.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: making,
      target: 'esnext',
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map(name => [fileOf(name), name])),
        external: source => SHARED.some(rule => rule.test(source)),
        preserveEntrySignatures: 'strict',
        treeshake: false,
        output: { format: 'esm', banner: REQUIRE, entryFileNames: '[name]', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

/** Makes the modules where those that are kept were made of something else: other names, packages or plugins. */
export async function makeAmis(alias: Alias[], plugins: Plugin[]): Promise<void> {
  const names = imported()
  const hash = createHash('sha256')
  const rules = plugins.map(({ transform }) => String(transform))
  for (const text of [...names, ...rules, readFileSync(import.meta.filename, 'utf8'), readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')])
    hash.update(text)
  const madeOf = hash.digest('hex')
  const mark = join(kept, 'made-of')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === madeOf) return
  const making = `${kept}.${process.pid}`
  await make(names, making, alias, plugins)
  writeFileSync(join(making, 'made-of'), madeOf)
  rmSync(kept, { recursive: true, force: true })
  renameSync(making, kept)
}
