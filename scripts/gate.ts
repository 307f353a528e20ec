// npm run gate -- [--json] [--app] file.json…: what the gate says about screens kept as files; exit code 1 when one is refused.
import { readFileSync } from 'node:fs'
import { createGate, hasErrors } from '../api/gate/index.ts'
import { contracts } from '../api/generated/contract.ts'

const words = process.argv.slice(2)
const files = words.filter(word => !word.startsWith('--'))
if (!files.length) {
  console.error('npm run gate -- [--json] [--app] file.json…')
  process.exit(2)
}
const gate = createGate(JSON.parse(readFileSync(new URL('../renderers/properties.json', import.meta.url), 'utf8')))
const results = files.map(file => {
  try {
    const screen: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return { file, findings: gate(screen, words.includes('--app') ? { profile: 'app' } : { profile: 'console', calls: contracts }) }
  } catch (error) {
    return { file, findings: [{ path: '', severity: 'error' as const, code: 'json', message: (error as Error).message }] }
  }
})
if (words.includes('--json')) console.log(JSON.stringify(results, null, 2))
else
  for (const { file, findings } of results)
    for (const { path, severity, message } of findings) console.log(`${file}: ${path || '(screen)'}: ${severity}: ${message}`)
process.exitCode = results.some(result => hasErrors(result.findings)) ? 1 : 0
