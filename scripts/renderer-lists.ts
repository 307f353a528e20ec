// renderers/tessera-*/about.ts → renderers/generated: the list of types and that of their editor plugins; api/generated/renderers.ts: what the
// gate knows of them. The folder is the type: tessera-tile/ holds tile.tsx. Their words in zh-CN.json become one dictionary, read with the shell's.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { About } from '../renderers/about.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'renderers')
const MADE = '// Made from renderers/tessera-*/about.ts by `npm run gen`.'
const EXPORTS = ['isFormItem', 'isLazy', 'properties', 'editor']

interface Type {
  /** tessera-tile */
  type: string
  /** tile */
  name: string
  about: About
}

async function readTypes(): Promise<Type[]> {
  const types = readdirSync(folder).filter(name => name.startsWith('tessera-'))
  return Promise.all(
    types.sort().map(async type => {
      const name = type.slice('tessera-'.length)
      for (const file of ['about.ts', `${name}.tsx`]) if (!existsSync(join(folder, type, file))) throw new Error(`renderers/${type} has no ${file}`)
      const about = (await import(pathToFileURL(join(folder, type, 'about.ts')).href)) as About
      const unknown = Object.keys(about).filter(key => !EXPORTS.includes(key))
      if (unknown.length || !about.properties)
        throw new Error(`renderers/${type}/about.ts exports ${unknown.join() || 'no properties'}; see renderers/about.ts`)
      return { type, name, about }
    }),
  )
}

function write(name: string, text: string) {
  const file = join(root, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** What more than one of them says is a word of the shell. */
function readWords(types: Type[]): Record<string, string> {
  const home = new Map<string, string>()
  const found: Record<string, string> = {}
  for (const { type } of types) {
    const file = join(folder, type, 'zh-CN.json')
    if (!existsSync(file)) continue
    for (const [english, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
      const other = home.get(english)
      if (other) throw new Error(`"${english}" is a word of ${other} and of ${type}: put it into schemas/shell/zh-CN.json`)
      home.set(english, type)
      found[english] = text
    }
  }
  return found
}

export async function writeRendererLists() {
  const types = await readTypes()
  const isLazy = ({ about }: Type) => about.isLazy !== false
  write(
    'renderers/generated/types.ts',
    [
      MADE,
      ...types.filter(one => !isLazy(one)).map(one => `import '../${one.type}/${one.name}.tsx'`),
      `import { lazy } from '../register.tsx'`,
      '',
      ...types
        .filter(isLazy)
        .map(one => `lazy('${one.type}', () => import('../${one.type}/${one.name}.tsx')${one.about.isFormItem ? ', { isFormItem: true }' : ''})`),
      '',
    ].join('\n'),
  )
  write('api/generated/renderer-words.zh-CN.json', `${JSON.stringify(readWords(types), null, 2)}\n`)
  const edited = types.filter(one => one.about.editor)
  const variable = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  write(
    'renderers/generated/plugins.ts',
    [
      MADE,
      `import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'`,
      ...edited.map(one => `import { editor as ${variable(one.name)} } from '../${one.type}/about.ts'`),
      '',
      ...edited.map(one => `componentPlugin('${one.type}', ${variable(one.name)})`),
      '',
    ].join('\n'),
  )
  write(
    'api/generated/renderers.ts',
    `${MADE}\nimport type { Shape } from '../gate/table.ts'\n\n/** Type → its properties. */\nexport const renderers: Record<string, Record<string, Shape>> = ${JSON.stringify(Object.fromEntries(types.map(one => [one.type, one.about.properties])), null, 2)}\n`,
  )
}
