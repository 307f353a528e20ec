// What the documents promise about configuration and files is what the code does.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { contracts } from '../api/generated/contract.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Variable → its row's cells. */
function tableOf(markdown: string): Map<string, string[]> {
  const rows = [...markdown.matchAll(/^\| `([A-Z_]+)` \|(.*)\|$/gm)]
  return new Map(rows.map(([, name, rest]) => [name as string, (rest as string).split('|').map(cell => cell.trim())]))
}

const source = read('api/server/config.ts')
const variables = [...new Set([...source.matchAll(/env\.([A-Z_]+)|(?:env, )'([A-Z_]+)'/g)].map(match => (match[1] ?? match[2]) as string))].filter(
  name => name !== 'NODE_ENV',
)

describe('docs/operating.md', () => {
  const table = tableOf(read('docs/operating.md'))

  it('lists every variable that the configuration reads, and no other', () => {
    expect([...table.keys()].sort()).toEqual([...variables].sort())
  })

  it('states the defaults of the code', () => {
    for (const [, name, value] of source.matchAll(/number\(env, '([A-Z_]+)', ([\d_]+)\)/g))
      expect(table.get(name as string)?.[0], name).toBe(`\`${(value as string).replaceAll('_', '')}\``)
    for (const [, name, value] of source.matchAll(/env\.([A-Z_]+) \|\| '([^']+)'/g)) expect(table.get(name as string)?.[0], name).toBe(`\`${value}\``)
  })
})

describe('docs/authority.md', () => {
  it('lists the calls that places may make besides, and no other', () => {
    const places = { company: 'screens of an organisation', app: 'screens of an app', page: 'pages of running apps' }
    const rows = contracts
      .filter(({ authority }) => authority)
      .map(({ id, authority = [] }) => `| \`${id}\` | ${authority.map(kind => places[kind]).join(', ')} |`)
      .sort()
    expect(read('docs/authority.md').split('<!-- calls -->\n')[1]?.split('<!-- /calls -->')[0]).toBe(`${rows.join('\n')}\n`)
  })
})

describe('README.md', () => {
  const readme = read('README.md')

  it('lists only variables that the configuration reads, with the defaults of docs/operating.md', () => {
    const full = tableOf(read('docs/operating.md'))
    for (const [name, cells] of tableOf(readme)) expect(cells[0], name).toBe(full.get(name)?.[0])
    for (const name of ['PORT', 'HOST', 'TESSERA_DATA', 'DATABASE_URL']) expect(readme).toContain(`\`${name}\``)
  })

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const [, name] of readme.matchAll(/npm run (\w+)/g)) expect(Object.keys(scripts)).toContain(name)
    for (const [, name] of (readme.split('## Scripts')[1] ?? '').split('\n## ')[0]?.matchAll(/`(\w+)`/g) ?? []) expect(Object.keys(scripts)).toContain(name)
  })
})

describe('links and paths in the documents', () => {
  const files = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${name}`),
  ]
  files.push(...readdirSync(join(root, 'docs/decisions')).map(name => `docs/decisions/${name}`))

  it.each(files)('%s points to what is there', file => {
    const text = read(file)
    for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) expect(existsSync(join(root, dirname(file), target as string)), target).toBe(true)
    for (const [, target] of text.matchAll(/\b(docs\/[\w./-]+\.md)/g)) expect(existsSync(join(root, target as string)), target).toBe(true)
  })
})
