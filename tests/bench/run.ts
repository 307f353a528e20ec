// Runs the benches and prints one JSON document: npm run -s bench [-- --quick] [name…]
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, serverCommand, type Bench, type Figures } from './support.ts'

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const wanted = words.filter(word => !word.startsWith('--'))
const folder = join(root, 'tests/bench')
const names = readdirSync(folder)
  .filter(name => name.endsWith('.bench.ts'))
  .map(name => name.slice(0, -'.bench.ts'.length))
  .sort()
const unknown = wanted.filter(name => !names.includes(name))
if (unknown.length) throw new Error(`No bench named ${unknown.join(', ')}; there are ${names.join(', ')}`)

const commit = (() => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
})()
const results: Record<string, Figures> = {}
for (const name of wanted.length ? wanted : names) {
  const { run } = (await import(pathToFileURL(join(folder, `${name}.bench.ts`)).href)) as { run(bench: Bench): Promise<Figures> }
  process.stderr.write(`${name} …\n`)
  const started = performance.now()
  try {
    results[name] = await run({ quick, note: text => process.stderr.write(`  ${text}\n`) })
  } catch (error) {
    results[name] = { failed: (error as Error).message }
    process.stderr.write(`  failed: ${(error as Error).stack}\n`)
    process.exitCode = 1
  }
  process.stderr.write(`  ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
const machine = { cpu: cpus()[0]?.model.trim() ?? '', cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30), node: process.version }
const server = serverCommand()
  .at(-1)
  ?.slice(root.length + 1)
console.log(JSON.stringify({ at: new Date().toISOString(), commit, quick, machine, server, results }, null, 2))
