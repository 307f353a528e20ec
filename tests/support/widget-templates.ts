// Widget templates for tests: the three levels, and what each call of them promises at each.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { levels, type Levels } from '../../api/generated/levels.ts'
import { PNG } from './fixtures.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import type { Ask, Person, World } from './world.ts'
import { craftZip } from './zip.ts'

type Name = Extract<keyof Levels, `widgetTemplate.${string}`>
type Verb = Name extends `widgetTemplate.${infer V}` ? V : never
type Ending = keyof Levels[Name]

export interface TestLevel {
  /** Its name in the contracts: what the ids of its calls end with. */
  ending: Ending
  n: 1 | 2 | 3
  /** May change templates there, only read them, or neither. */
  writer: Person
  reader: Person
  stranger: Person | undefined
  params: Record<string, string>
}
export const LEVELS: Record<'platform' | 'company' | 'app', TestLevel> = {
  platform: { ending: '', n: 1, writer: 'sue', reader: 'cyd', stranger: undefined, params: {} },
  company: { ending: 'Company', n: 2, writer: 'abe', reader: 'ben', stranger: 'dee', params: { companyKey: 'acme' } },
  app: { ending: 'App', n: 3, writer: 'ann', reader: 'ben', stranger: 'cyd', params: { companyKey: 'acme', appUrlKey: 'shop-dev' } },
}
export const PANEL = { type: 'panel', title: 'Order', body: [{ type: 'form', body: [{ type: 'input-text', name: 'no', label: 'No' }] }] }
export const NOWHERE = '01890000-0000-7000-8000-000000000009'

const at = (level: TestLevel, verb: Verb) => levels[`widgetTemplate.${verb}`][level.ending]
/** A call of one level, by who may do everything there. */
export const ask = (world: World, level: TestLevel, verb: Verb, { params, ...more }: Ask = {}) =>
  world.call(at(level, verb), { as: level.writer, ...more, params: { ...level.params, ...params } })

let made = 0
const next = () => `T${++made}`

export async function aTemplate(world: World, level: TestLevel, body: Record<string, unknown> = {}): Promise<string> {
  const reply = await ask(world, level, 'createTemplate', { body: { name: next(), body: PANEL, ...body } })
  expect(reply.status, JSON.stringify([reply.msg, reply.errors])).toBe(0)
  return reply.data.id
}
export async function aGroup(world: World, level: TestLevel, name = next()): Promise<string> {
  const reply = await ask(world, level, 'createGroup', { body: { name } })
  expect(reply.status, JSON.stringify([reply.msg, reply.errors])).toBe(0)
  return reply.data.id
}
/** The level above, or one that another's rows can be borrowed from. */
export const above = (level: TestLevel): TestLevel | undefined => (level.n === 1 ? undefined : level.n === 2 ? LEVELS.platform : LEVELS.company)

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** A file of one template as the format wants it; `change` spoils the manifest. */
export async function templateFile(schema: object = PANEL, change: (manifest: Record<string, any>) => void = () => {}): Promise<Buffer> {
  const text = JSON.stringify(schema)
  const manifest: Record<string, any> = {
    format: 'tessera-widget-templates',
    formatVersion: 1,
    createdBy: 'Tessera',
    resources: [{ name: 'Imported', group: 'Forms', code: '', widgetType: 0, status: 1, description: 'Brought', hash: sha256(text), preview: sha256(PNG) }],
    files: [{ hash: sha256(PNG), name: 'dot.png' }],
  }
  change(manifest)
  return craftZip([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: `bodies/${sha256(text)}.json`, content: text },
    { name: `files/${sha256(PNG)}`, content: PNG },
  ])
}
export const upload = (content: Buffer, name = 'templates.amis') => [{ field: 'file', name, content }]

export type Story = (level: TestLevel) => Scenario[]

/** Runs a story at each level: the parts of the address are the level's, and who acts is its writer unless told otherwise. */
export function story(name: Name, tell: Story) {
  for (const level of Object.values(LEVELS))
    scenarios(
      levels[name][level.ending],
      tell(level).map(one => ({
        as: level.writer,
        ...one,
        params: { ...level.params, ...one.params },
        ...(one.given && {
          given: async (world: World) => {
            const given = await one.given?.(world)
            return given && { ...given, params: { ...level.params, ...one.params, ...given.params } }
          },
        }),
      })),
      { vendorHost: 'vendor.test' },
    )
}

/** Nobody else may: who only reads, and strangers; nothing is changed. */
export const keepsOut = (level: TestLevel, rest: Partial<Scenario>, { readers = false } = {}): Scenario[] => [
  ...(readers
    ? [{ name: 'answers those who may read', ...rest, as: level.reader, expect: { status: 0 } } as Scenario]
    : [{ name: 'keeps out who may only read', ...rest, as: level.reader, expect: { status: 403, stored: 'same' } } as Scenario]),
  level.stranger
    ? ({ name: 'keeps strangers out', ...rest, as: level.stranger, expect: { status: 403, stored: 'same' } } as Scenario)
    : ({ name: 'wants somebody signed in', ...rest, as: undefined, expect: { status: 401, stored: 'same' } } as Scenario),
]
