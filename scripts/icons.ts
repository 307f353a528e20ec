// renderers/tessera-icon-gallery/icons.json: every icon of the sets that amis ships and uses, grouped by likeness. The groups cost a while, so
// they are made once, here, after an update of a set: npx tsx scripts/icons.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_ICONS } from '../renderers/page-icons.tsx'
import { groupsOf, type IconEntry } from '../renderers/tessera-icon-gallery/groups.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'node_modules', path), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name as string)

/** Set → names without what all of its icons begin with; the order is that of SETS in icons.ts. */
export function iconNames(): string[][] {
  const awesome = '@fortawesome/fontawesome-free'
  const folder = (style: string) =>
    readdirSync(join(root, 'node_modules', awesome, 'svgs', style))
      .filter(name => name.endsWith('.svg'))
      .map(name => name.slice(0, -'.svg'.length))
  const solid = folder('solid')
  const old = matches(read(`${awesome}/metadata/shims.yml`), /^([a-z0-9-]+):$/gm).filter(name => !solid.includes(name))
  return [
    solid,
    folder('regular'),
    folder('brands'),
    old,
    matches(read('amis/sdk/iconfont.css'), /\.icon-([\w-]+):before/g),
    matches(read('amis-ui/lib/components/icons.js'), /registerIcon\('([\w-]+)'/g),
    [...PAGE_ICONS],
  ].map(names => [...new Set(names)].sort())
}

export function iconsJson(): string {
  const entries: IconEntry[] = iconNames().flatMap((names, set) => names.map(name => [set, name] as IconEntry))
  const lines = groupsOf(entries).map(group => JSON.stringify(group))
  return `[\n${lines.join(',\n')}\n]\n`
}

if (process.argv[1] === import.meta.filename) {
  const text = iconsJson()
  writeFileSync(join(root, 'renderers/tessera-icon-gallery/icons.json'), text)
  console.log(`icons.json: ${(text.length / 1024).toFixed(0)} kB`)
}
