// api/miniapp → api/generated/miniapp-files.ts: the runtime of generated mini-programs as one file, and the files of their shells as they are, as texts: the
// built server has them with it. Made again only when something of it changed, since bundling takes a second.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const BESIDE = ['models/address.ts', 'models/resource-address.ts', 'models/controls.ts', 'models/formats.ts']

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()

export async function writeMiniappFiles(root: string) {
  const target = join(root, 'api/generated/miniapp-files.ts')
  const [core, shells] = [join(root, 'api/miniapp/core'), join(root, 'api/miniapp/shells')]
  const formula = join(root, 'node_modules/amis-formula/package.json')
  const sources = [...filesIn(core), ...filesIn(shells), ...BESIDE.map(name => join(root, 'api', name)), formula, import.meta.filename]
  const stamp = createHash('sha256')
  for (const file of sources) stamp.update(`${relative(root, file)}\0`).update(readFileSync(file))
  const mark = `// ${stamp.digest('hex')}`
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(mark)) return

  const { build } = await import('vite')
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // The list of functions is for editors.
    plugins: [{ name: 'without-doc', enforce: 'pre', load: id => (id.endsWith('amis-formula/esm/doc.js') ? 'export const doc = []' : undefined) }],
    build: {
      write: false,
      target: 'es2017',
      minify: true,
      lib: { entry: join(core, 'entry.ts'), formats: ['es'], fileName: 'runtime' },
    },
  })
  const [chunk] = ([result].flat()[0] as unknown as { output: { code: string }[] }).output
  if (!chunk) throw new Error('the runtime of mini-programs was not bundled')
  // lodash and moment look for the global object by a program text where there is neither `global` nor `self`; mini-programs have no such function.
  const runtime = chunk.code.replace(/Function\((['"`])return this\1\)\(\)/g, '({})')
  if (/\beval\(|new Function/.test(runtime)) throw new Error('the runtime of mini-programs makes programs out of texts')
  const texts = Object.fromEntries(filesIn(shells).map(file => [relative(shells, file).split(sep).join('/'), readFileSync(file, 'utf8')]))
  writeFileSync(
    target,
    `${mark}\n// Made from api/miniapp by \`npm run gen\`.\nexport const runtime: string = ${JSON.stringify(`/*! Tessera; with amis-formula (MIT), lodash (MIT), moment (MIT) */\n${runtime}`)}\nexport const shells: Readonly<Record<string, string>> = ${JSON.stringify(texts, null, 2)}\n`,
  )
}
