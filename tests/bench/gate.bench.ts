// The gate on a typical screen and on one of 300 kB, and what it costs to start.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contracts } from '../../api/generated/contract.ts'
import { createScreens } from '../../api/server/services/screens.ts'
import { median, root, round, type Bench, type Figures } from './support.ts'

export async function run({ quick }: Bench): Promise<Figures> {
  const renderers = JSON.parse(readFileSync(join(root, 'renderers/properties.json'), 'utf8'))
  const started = performance.now()
  const { createGate } = await import('../../api/gate/index.ts')
  const gate = createGate(renderers)
  gate({ type: 'page' }, { profile: 'console', calls: contracts })
  const startMs = round(performance.now() - started)
  const screens = createScreens(join(root, 'schemas'))
  const all = await Promise.all((await screens.ids()).map(async id => (await screens.get(id))?.schema))
  const typical = all.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[Math.floor(all.length / 2)]
  const body: unknown[] = []
  for (let i = 0; JSON.stringify(body).length < 300_000; i += 10)
    for (let j = i; j < i + 10; j++)
      body.push({
        type: 'input-text',
        name: `field${j}`,
        label: `i18n:Field ${j}`,
        visibleOn: '${companyKey}',
        description: 'i18n:Help under the field',
        validations: { maxLength: 20 },
      })
  const big = { type: 'page', body: [{ type: 'form', body }] }
  const time = (screen: unknown) => {
    const times: number[] = []
    for (let turn = 0; turn < (quick ? 10 : 50); turn++) {
      const from = performance.now()
      gate(screen, { profile: 'console', calls: contracts })
      times.push(performance.now() - from)
    }
    return round(median(times), 2)
  }
  return { startMs, typicalBytes: JSON.stringify(typical).length, typicalMs: time(typical), bigBytes: JSON.stringify(big).length, bigMs: time(big) }
}
