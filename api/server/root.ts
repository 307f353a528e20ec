// The project's folder, from the sources and from the built server alike: the nearest folder above that has a package.json.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function find(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const above = dirname(from)
  if (above === from) throw new Error('no package.json above the server')
  return find(above)
}

export const projectRoot = find(dirname(fileURLToPath(import.meta.url)))
