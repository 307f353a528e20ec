// The difference of two versions of a screen of 300 kB: reordered, wrapped, moved, renamed. No server; the same code runs in the browser.
import { apply, compare, describe, diff, rebase, toTree, type JsonObject } from '../../api/ledger/index.ts'
import { median, percentile, round, type Bench, type Figures } from './support.ts'

function screen(bytes: number): JsonObject {
  const body: JsonObject[] = []
  const page: JsonObject = { type: 'page', title: 'i18n:Orders', body }
  for (let i = 0, size = 0; size < bytes; i++) {
    const part: JsonObject =
      i % 4 === 3
        ? {
            type: 'crud',
            name: `list${i}`,
            api: { method: 'get', url: `/api/list/${i}`, data: { page: '${page}' } },
            columns: Array.from({ length: 12 }, (_, n) => ({ name: `c${n}`, label: `i18n:Column ${n}`, sortable: n % 2 === 0 })),
          }
        : {
            type: 'form',
            title: `Form ${i}`,
            api: `post:/api/form/${i}`,
            body: Array.from({ length: 10 }, (_, n) => ({
              type: 'input-text',
              name: `f${i}_${n}`,
              label: `Field ${n}`,
              description: 'Help under the field',
              visibleOn: '${kind == 1}',
            })),
          }
    body.push(part)
    size += JSON.stringify(part).length + 1
  }
  return page
}

export async function run({ quick }: Bench): Promise<Figures> {
  const before = screen(300_000)
  const after = structuredClone(before) as JsonObject & { body: (JsonObject & { body?: JsonObject[]; columns?: JsonObject[] })[] }
  after.body.reverse()
  after.body.forEach((part, at) => {
    part.columns?.unshift(part.columns.pop() as JsonObject)
    if (at % 10 === 0) after.body[at] = { type: 'panel', body: [part] }
    else if (at % 7 === 0 && part.body) Object.assign(part.body[0] as JsonObject, { label: 'Another', required: true })
  })
  const few = structuredClone(before)
  Object.assign((few.body as JsonObject[])[5] as JsonObject, { title: 'Renamed' })
  const time = (work: () => unknown) => {
    const runs: number[] = []
    for (let i = 0; i < (quick ? 10 : 60); i++) {
      const began = performance.now()
      work()
      runs.push(performance.now() - began)
    }
    return { medianMs: median(runs), p95Ms: percentile(runs, 95) }
  }
  const patch = diff(before, after)
  if (JSON.stringify(sorted(apply(patch, before))) !== JSON.stringify(sorted(after))) throw new Error('the patch does not make the second screen')
  return {
    bytes: JSON.stringify(before).length,
    nodes: toTree(before).byId.size,
    steps: patch.length,
    manyChanges: time(() => diff(before, after)),
    oneChange: time(() => diff(before, few)),
    withSentences: time(() => describe(compare(toTree(before), toTree(after)))),
    apply: time(() => apply(patch, before)),
    rebase: time(() => rebase(before, few, after)),
    patchBytesOfOneChange: round(JSON.stringify(diff(before, few)).length),
  }
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value
