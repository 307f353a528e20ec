// Tells whether dist/ was built from the sources as they are: names, sizes and times of all files that a build reads.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = ['src', 'schemas', 'renderers', 'api', 'scripts', 'package.json', 'package-lock.json', 'vite.config.ts', 'index.html', 'tsconfig.json']
/** Made from the sources, at any time. */
const GENERATED = ['api/generated', 'api/contract/expanded', 'renderers/generated']
const file = join(root, 'dist/.stamp')

function filesBelow(path) {
  if (!existsSync(path) || GENERATED.some(made => path === join(root, made))) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap(name => filesBelow(join(path, name)))
}

function sources() {
  const hash = createHash('sha256').update(process.version)
  for (const path of SOURCES.flatMap(name => filesBelow(join(root, name))).sort()) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export const isBuilt = () => existsSync(join(root, 'dist/server/main.js')) && existsSync(file) && readFileSync(file, 'utf8') === sources()

export function writeStamp() {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, sources())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeStamp()
