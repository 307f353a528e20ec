// Pages that are made of models: whatever the models are, the gate finds nothing in them, and they lead to each other.
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { renderers } from '../../api/generated/renderers.ts'
import { formatsOf } from '../../api/models/formats.ts'
import { FIELD_TYPES, type Field } from '../../api/server/services/data/index.ts'
import { pathProblem, pathShape } from '../../api/server/services/page/index.ts'
import { KINDS, madePages, type Choice, type MadePage } from '../../api/server/services/starter/pages/made-pages.ts'
import { columnsOf, isTechnical, type PageModel } from '../../api/server/services/starter/pages/model.ts'
import { dice } from '../support/random.ts'

const gate = createGate(renderers)
const MODELS = process.env.TESSERA_FULL ? 2000 : 30

const NAMES = ['Name', 'Status', '状态', '截止日期', 'Amount <b>', "Owner's ${name}", 'a"b', 'Größe', 'created_at', 'Password hash', '$', 'x'.repeat(50)]
const KEYS = ['name', 'status', 'dueDate', 'amount', 'created_at', 'password_hash', 'items', 'rows', 'month', 'total', 'label', 'value', 'rowId', 'params']

function randomModels(seed: number): PageModel[] {
  const r = dice(seed)
  const ids = ['m0', 'm1', 'm2'].slice(0, 1 + r.below(3))
  return ids.map((id, at) => {
    const fields: Field[] = Array.from({ length: r.below(14) }, (_one, index) => {
      const type = r.pick(FIELD_TYPES)
      const formats = formatsOf(type)
      return {
        id: `${id}f${index}`,
        key: r.chance(0.4) ? `${r.pick(KEYS)}${index}` : `f${index}`,
        name: r.pick(NAMES),
        type,
        column: type === 'relationMany' ? '' : `f${index}`,
        required: r.chance(0.4),
        unique: false,
        ...(type === 'enum' && { options: Array.from({ length: 1 + r.below(9) }, (_two, n) => ({ value: `v${n}'"`, label: r.pick(NAMES) })) }),
        ...(type === 'decimal' && { precision: 18, scale: 2 }),
        ...((type === 'relationOne' || type === 'relationMany') && { relation: { modelId: r.pick(ids) } }),
        ...(formats.length && r.chance(0.6) && { format: r.pick(formats), currency: 'EUR' }),
        ...(r.chance(0.1) && { readOnly: true }),
        ...(type === 'text' && r.chance(0.3) && { rules: { maxLength: 20 }, default: 'x' }),
      }
    })
    return {
      id,
      key: r.pick(['order', 'orderItem', 'admin', 'design', 'a_b']) + (r.chance(0.5) ? at : ''),
      name: r.pick(NAMES),
      description: r.chance(0.3) ? 'What it is <for>' : '',
      source: 'main',
      sourceId: 's',
      definition: {
        table: id,
        managed: r.chance(0.7),
        primaryKey: { column: 'id', type: 'uuid', generated: true },
        titleField: r.chance(0.5) ? `${id}f${r.below(5)}` : '',
        fields,
        indexes: [],
      },
    }
  })
}

const made = (seed: number, taken = new Set<string>()) => {
  const models = randomModels(seed)
  const choices: Choice[] = models.map(model => ({ model, kinds: KINDS }))
  return { models, pages: madePages(choices, models, taken, seed % 2 ? 'zh-CN' : 'en-US') }
}
const strings = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(strings) : []
const seeds = Array.from({ length: MODELS }, (_one, at) => at + 1)

describe('pages made of models', () => {
  it('pass the gate without a finding, whatever the fields are', () => {
    const told = seeds.flatMap(seed =>
      made(seed).pages.flatMap(page =>
        page.schema ? gate(page.schema, { profile: 'app' }).map(found => `${seed} ${page.as} ${found.path} ${found.code} ${found.message}`) : [],
      ),
    )
    expect(told.slice(0, 10)).toEqual([])
  })

  it('have addresses that are free, and lead to pages that are there', () => {
    const taken = new Set(['/order', '/order-item/:', '/a-b-2'])
    for (const seed of seeds) {
      const { pages } = made(seed, taken)
      const shapes = pages.filter(page => page.path).map(page => pathShape(page.path))
      expect(new Set(shapes).size).toBe(shapes.length)
      for (const page of pages) {
        if (page.path) expect(pathProblem(page.path)).toBeUndefined()
        expect(taken.has(pathShape(page.path))).toBe(false)
        expect(page.parentId === null || pages.slice(0, pages.indexOf(page)).some(one => one.id === page.parentId)).toBe(true)
      }
      const links = pages.flatMap(page => linksIn(page)).map(link => pathShape(link.replace(/\$\{[^}]*\}/g, ':x')))
      expect(links.filter(link => !shapes.includes(link))).toEqual([])
    }
  })

  it('show the title first, at most seven columns, and nothing that programs wrote for programs', () => {
    for (const seed of seeds)
      for (const model of made(seed).models) {
        const columns = columnsOf(model)
        expect(columns.length).toBeLessThanOrEqual(7)
        const title = model.definition.fields.find(field => field.id === model.definition.titleField && field.type !== 'relationMany')
        if (title) expect(columns[0]).toBe(title)
        const usual = columns.filter(field => field !== columns[0])
        if (usual.some(field => !isTechnical(field))) expect(usual.filter(isTechnical)).toEqual([])
      }
  })

  it('take words of models for words, not for expressions or tags', () => {
    const read = seeds.flatMap(seed => made(seed).pages.flatMap(page => strings(page.schema))).filter(text => /(?<!\\)\$\{name\}/.test(text))
    // Words of choices are shown as they are.
    expect(read.filter(text => text !== "Owner's ${name}")).toEqual([])
  })
})

function linksIn(page: MadePage): string[] {
  const found: string[] = []
  const walk = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!value || typeof value !== 'object') return
    for (const [key, inside] of Object.entries(value)) {
      if (['link', 'href', 'redirect'].includes(key) && typeof inside === 'string') found.push(inside)
      else walk(inside)
    }
  }
  walk(page.schema)
  return found
}
