// What a part of the screen looks like comes with it: a class whose rule stands in a style sheet that only another part loads shows plain wherever that other
// part is not on the page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(root, folder, name))
    .filter(file => /\.(tsx?|css)$/.test(file) && !file.endsWith('critical.css') && !file.includes('/generated/'))
const read = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** A style sheet with those that it imports. */
const withImports = (file: string): string[] => [
  file,
  ...[...read(file).matchAll(/@import '(\.[^']+)'/g)].flatMap(([, path = '']) => withImports(resolve(dirname(file), path))),
]
/** Classes that have a rule of their own, not only inside something else. */
const classesOf = (file: string) =>
  [...read(file).matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .flatMap(selector => /^\.(tes-[\w-]+)(?::[\w-]+(?:\([^)]*\))?|\[[^\]]*\]|\.[\w-]+)*$/.exec(selector.trim())?.[1] ?? [])

it('whatever a part of the screen names a class of has its rules loaded by that part, or by every page', () => {
  const everywhere = filesBelow('src').filter(file => file.endsWith('.css'))
  const sheets = [...everywhere, ...filesBelow('renderers').filter(file => file.endsWith('.css'))]
  const definedIn = new Map<string, string[]>()
  for (const sheet of sheets) for (const name of classesOf(sheet)) definedIn.set(name, [...(definedIn.get(name) ?? []), sheet])

  const plain: string[] = []
  for (const folder of readdirSync(join(root, 'renderers'), { withFileTypes: true }).filter(entry => entry.isDirectory() && entry.name !== 'generated')) {
    const files = filesBelow(join('renderers', folder.name))
    const loaded = new Set([
      ...everywhere,
      ...files.filter(file => file.endsWith('.css')).flatMap(withImports),
      ...files
        .filter(file => !file.endsWith('.css'))
        .flatMap(file => [...read(file).matchAll(/import '(\.[^']+\.css)'/g)].map(([, path = '']) => resolve(dirname(file), path)))
        .filter(path => existsSync(path))
        .flatMap(withImports),
    ])
    for (const file of files.filter(one => !one.endsWith('.css')))
      for (const line of read(file)
        .split('\n')
        .filter(one => /class(es)?Name|ClassName/.test(one)))
        for (const [name] of line.matchAll(/\btes-[a-z][\w-]*/g)) {
          const where = definedIn.get(name)
          if (where && !where.some(sheet => loaded.has(sheet))) plain.push(`${file.slice(root.length + 1)}: ${name}`)
        }
  }
  expect([...new Set(plain)]).toEqual([])
})

it('every token that a rule names has a value: a colour without one is black in the dark, or white', () => {
  const sheets = [...filesBelow('src'), ...filesBelow('renderers')].filter(file => file.endsWith('.css'))
  // Colours are the shipped theme's, written down by gen.
  const given = new Set(
    [...sheets, join(root, 'api/generated/look.css')].flatMap(file => [...read(file).matchAll(/(--t-[\w-]+)\s*:/g)].map(([, name]) => name)),
  )
  const without = sheets.flatMap(file =>
    [...read(file).matchAll(/var\((--t-[\w-]+)/g)].flatMap(([, name]) => (given.has(name) ? [] : [`${file.slice(root.length + 1)}: ${name}`])),
  )
  expect(without).toEqual([])
})
