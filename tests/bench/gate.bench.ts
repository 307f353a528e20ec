// The gate: what it costs to start, how long a typical screen and one of 300 kB take, how many seeded faults it finds, what it says of right screens.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contracts } from '../../api/generated/contract.ts'
import rendererWords from '../../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { renderers } from '../../api/generated/renderers.ts'
import type { Finding, GateOptions } from '../../api/gate/index.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { makeFaults } from '../gate/mutations.ts'
import { pages as largePages } from '../support/large-input.ts'
import { median, root, round, type Bench, type Figures } from './support.ts'

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
interface One {
  id: string
  profile: 'console' | 'app'
  screen: unknown
}

export async function run({ quick }: Bench): Promise<Figures> {
  const started = performance.now()
  const { createGate, paramsOf } = await import('../../api/gate/index.ts')
  const gate = createGate(renderers)
  gate({ type: 'page' }, { profile: 'console', calls: contracts })
  const startMs = round(performance.now() - started)

  const screens = createShippedScreens(join(root, 'schemas'))
  const routes = await screens.routes()
  const wordsOf = (area: string) =>
    new Set([
      ...Object.keys(rendererWords),
      ...[area, 'shell'].map(name => join(root, 'schemas', name, 'zh-CN.json')).flatMap(path => (existsSync(path) ? Object.keys(json(path) as object) : [])),
    ])
  const shipped: One[] = await Promise.all(
    (await screens.ids()).map(async id => ({ id, profile: 'console' as const, screen: (await screens.get(id))?.schema })),
  )
  const folders = [join(root, 'tests/support/sample-site'), new URL('../../../shared/data/amis-admin', import.meta.url).pathname].filter(existsSync)
  const pages: One[] = folders.flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.json') && name !== 'site.json')
      .map(name => ({ id: name, profile: 'app' as const, screen: json(join(folder, name)) })),
  )
  const options = new Map<string, GateOptions>(
    [...shipped, ...pages].map(({ id, profile }) => [
      id,
      profile === 'app' ? { profile } : { profile, calls: contracts, words: wordsOf(id.split('.')[0] as string), params: paramsOf(routes, id), routes },
    ]),
  )
  const check = ({ id, screen }: { id: string; screen: unknown }): Finding[] => gate(screen, options.get(id) as GateOptions)

  const bySize = shipped.map(one => ({ ...one, bytes: JSON.stringify(one.screen).length })).sort((a, b) => a.bytes - b.bytes)
  const typical = bySize[Math.floor(bySize.length / 2)] as (typeof bySize)[number]
  const largest = bySize.at(-1) as (typeof bySize)[number]
  // Fields that each have a text and an expression of their own, so that nothing is known from the one before.
  const field = (at: number) => ({
    type: 'input-text',
    name: `field${at}`,
    label: `i18n:Field ${at}`,
    visibleOn: `\${companyKey && field${at} != ${at}}`,
    description: `i18n:Help under field ${at}, as \${user.name} reads it`,
    validations: { maxLength: 20 },
  })
  const bigFrom = (from: number) => {
    const body: unknown[] = []
    for (let bytes = 0; bytes < 300_000; bytes += JSON.stringify(body.at(-1)).length + 1) body.push(field(from + body.length))
    return { type: 'page', body: [{ type: 'form', body }] }
  }
  const big = bigFrom(0)
  const time = (once: () => unknown) => {
    const times: number[] = []
    for (let turn = 0; turn < (quick ? 10 : 50); turn++) {
      const from = performance.now()
      once()
      times.push(performance.now() - from)
    }
    return { medianMs: round(median(times), 2), firstMs: round(times[0] as number, 2) }
  }

  // The same size again and again with other texts: what the first check of a screen takes once the process is warm.
  const fresh: number[] = []
  for (let turn = 1; turn <= (quick ? 6 : 20); turn++) {
    const screen = bigFrom(turn * 10_000)
    const from = performance.now()
    gate(screen, { profile: 'console', calls: contracts })
    fresh.push(performance.now() - from)
  }

  // Pages of an app that nobody has seen before, as a person saves them; in processor, too, which is the same however busy the machine is.
  const newPages = (bytes: number) => {
    const taken: { ms: number; cpuMs: number }[] = []
    for (let turn = 1; turn <= (quick ? 4 : 20); turn++) {
      const page = JSON.parse(JSON.stringify(largePages(turn, bytes).fields)) as unknown
      const [from, cpu] = [performance.now(), process.cpuUsage()]
      gate(page, { profile: 'app' })
      const { user, system } = process.cpuUsage(cpu)
      taken.push({ ms: performance.now() - from, cpuMs: (user + system) / 1000 })
    }
    const of = (key: 'ms' | 'cpuMs') => taken.map(one => one[key])
    return { bytes, medianMs: round(median(of('ms')), 1), processorMs: { median: round(median(of('cpuMs')), 1), least: round(Math.min(...of('cpuMs')), 1) } }
  }

  const right = new Map([...shipped, ...pages].map(one => [one.id, new Set(check(one).map(found => `${found.path} ${found.code}`))]))
  const seeds = quick ? [1] : [1, 2, 3, 4, 5, 6, 7, 8]
  const faults = seeds.flatMap(seed => makeFaults([...shipped, ...pages], 300, seed))
  const missed = faults.filter(fault => !check(fault).some(found => found.path === fault.path && !right.get(fault.id)?.has(`${found.path} ${found.code}`)))
  return {
    startMs,
    typical: { id: typical.id, bytes: typical.bytes, ...time(() => check(typical)) },
    largestShipped: { id: largest.id, bytes: largest.bytes, ...time(() => check(largest)) },
    big: { bytes: JSON.stringify(big).length, ...time(() => gate(big, { profile: 'console', calls: contracts })), newTextsMedianMs: round(median(fresh), 2) },
    newPages: [newPages(300_000), newPages(1_900_000)],
    recall: {
      seeds: seeds.length,
      faults: faults.length,
      found: faults.length - missed.length,
      kinds: new Set(faults.map(fault => fault.kind)).size,
      missed: missed.map(({ kind, id, path }) => `${kind} in ${id} at ${path}`),
    },
    findings: {
      shippedScreens: shipped.length,
      onShippedScreens: shipped.reduce((sum, one) => sum + check(one).length, 0),
      pages: pages.length,
      errorsOnPages: pages.reduce((sum, one) => sum + check(one).filter(found => found.severity === 'error').length, 0),
    },
  }
}
