// npx tsx scripts/gate-corpus.ts [--safety] [--warnings] folder…: what the gate says about many screens at once, to see how often it is wrong.
// A file is one screen as JSON; a name such as `owner+repository+path.json` is counted under its repository, any other under its folder.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createGate, type Finding } from '../api/gate/index.ts'
import { renderers } from '../api/generated/renderers.ts'

const words = process.argv.slice(2)
const folders = words.filter(word => !word.startsWith('--'))
if (!folders.length) {
  console.error('npx tsx scripts/gate-corpus.ts [--safety] [--warnings] folder…')
  process.exit(2)
}
const gate = createGate(renderers)
const isSafety = (found: Finding) => found.code.startsWith('safety')
const isError = (found: Finding) => found.severity === 'error'

const groups = new Map<string, { screens: number; refused: number; unsafe: number; warned: number }>()
const rows: string[] = []
for (const folder of folders)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue
    const parts = basename(file).split('+')
    const group = parts.length > 2 ? `${parts[0]}/${parts[1]}` : basename(dirname(join(folder, file)))
    const count = groups.get(group) ?? { screens: 0, refused: 0, unsafe: 0, warned: 0 }
    groups.set(group, count)
    const found = gate(JSON.parse(readFileSync(join(folder, file), 'utf8')), { profile: 'app' })
    const wrong = found.filter(one => isError(one) && !isSafety(one))
    const unsafe = found.filter(one => isError(one) && isSafety(one))
    count.screens++
    if (wrong.length) count.refused++
    if (unsafe.length) count.unsafe++
    if (!wrong.length && found.some(one => one.severity === 'warning')) count.warned++
    const shown = [
      ...wrong,
      ...(words.includes('--safety') ? unsafe : []),
      ...(words.includes('--warnings') ? found.filter(one => one.severity === 'warning') : []),
    ]
    for (const { path, severity, code, message } of shown) rows.push([file, path || '(screen)', severity, code, message].join('\t'))
  }

const total = { screens: 0, refused: 0, unsafe: 0, warned: 0 }
console.log('screens\trefused\tscript and the like\twarnings only\tfrom')
for (const [group, count] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log([count.screens, count.refused, count.unsafe, count.warned, group].join('\t'))
  for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += count[key]
}
console.log([total.screens, total.refused, total.unsafe, total.warned, 'all'].join('\t'))
console.log(`\n${rows.join('\n')}`)
