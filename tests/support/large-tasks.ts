// For every task of a thread an input that is large enough for one, made once. A task without one here fails tests/api/workers.test.ts.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TASKS } from '../../api/server/worker.ts'
import { filled, workbook } from './imports.ts'
import { seeded } from './random.ts'
import { craftPackage, fileOf as packageFile, manifestOf, sha256 } from './package.ts'

const NOBODY = '01890000-0000-7000-8000-000000000009'
const random = seeded(1)
const noise = () => String(random())

/** Screens of 3,000 texts, each a little different from the one before. */
const screens = Array.from({ length: 3 }, (_none, version) =>
  JSON.stringify({
    type: 'page',
    body: Array.from({ length: 3000 }, (_one, at) => ({ type: 'tpl', name: `part${(at * (version + 1)) % 2999}`, tpl: `Text ${at % (5 + version)} of ${at}` })),
  }),
)
const reader = { locale: 'en-US' as const, words: {} }
const [first, second, third] = screens as [string, string, string]

async function fileOf(content: Buffer): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'tessera-test-')), 'book.xlsx')
  await writeFile(path, content)
  return path
}
const people = Array.from({ length: 1500 }, (_none, at) => [`Person ${noise()}`, `person${at}@example.test`, '', '', ''])
const plain = async (columns: string[], rows: string[][]) => fileOf(await workbook([{ name: 'Rows', columns: columns.map(header => ({ header })), rows }]))

const modelDesign = (at: number) => ({
  id: `m${at}`,
  sourceId: 's',
  key: `m${at}`,
  name: `Model ${at}`,
  description: '',
  definition: {
    table: `m${at}`,
    managed: true,
    primaryKey: { column: 'id', type: 'uuid', generated: true },
    titleField: '',
    fields: Array.from({ length: 200 }, (_none, n) => ({
      id: `m${at}f${n}`,
      key: `f${n}`,
      name: `Field ${n}`,
      type: 'text',
      column: `f${n}`,
      required: n % 2 > 0,
      unique: n % 9 === 0,
    })),
    indexes: [],
  },
})

export const INPUTS: Record<string, () => unknown> = {
  'api.readOpenApi': () => [
    {
      name: 'large.json',
      text: JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Large', version: '1' },
        paths: Object.fromEntries(
          Array.from({ length: 2_000 }, (_none, at) => [
            `/thing${at}/{id}`,
            {
              get: {
                operationId: `thing${at}`,
                parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
                responses: { 200: { description: noise() } },
              },
            },
          ]),
        ),
      }),
    },
  ],
  'data.plan': () => {
    const fields = Array.from({ length: 200 }, (_none, at) => ({
      id: `f${at}`,
      key: `f${at}`,
      name: `Field ${at}`,
      type: 'text',
      column: `f${at}`,
      required: at % 2 > 0,
      unique: at % 9 === 0,
    }))
    const wanted = Array.from({ length: 20 }, (_none, at) => ({
      modelId: `m${at}`,
      definition: { table: `t${at}`, managed: true, primaryKey: { column: 'id', type: 'uuid', generated: true }, titleField: '', fields, indexes: [] },
    }))
    return JSON.stringify({ engine: 'postgres', schema: 'app', createSchema: true, languageOrder: true, wanted, applied: [], found: [] })
  },
  'data.readRows': async () => ({
    path: await plain(
      ['Name', 'Number'],
      people.map(([name = '', email = '']) => [name, email]),
    ),
    target: join(await mkdtemp(join(tmpdir(), 'tessera-test-')), 'rows'),
  }),
  'gate.check': () => ({ schema: first, locale: 'en-US', scripts: false }),
  'i18n.readBodies': () => ({ bodies: screens }),
  'i18n.readTranslations': async () => ({
    path: await plain(
      ['Text', 'Deutsch (de)'],
      people.map(([name = '']) => [name, name]),
    ),
    languages: ['de'],
    isSheet: true,
  }),
  'org.planRows': () => ({
    rows: JSON.stringify(people.map(([name, email], at) => ({ kind: 'member', row: at + 2, values: { name, email }, problems: [] }))),
    directory: {
      departments: JSON.stringify([{ id: NOBODY, parentId: null, name: 'Acme', code: '', managerId: null, manager: '' }]),
      people: '[]',
      accounts: '[]',
    },
    byId: NOBODY,
    onlyExisting: false,
  }),
  'org.readBook': async () => ({ path: await fileOf(await filled({ members: people })) }),
  'packages.arrange': () => ({
    design: {
      sources: [{ id: 's', key: 'main', name: 'Main', dialect: 'builtin' }],
      models: Array.from({ length: 20 }, (_none, at) => JSON.stringify([modelDesign(at)])),
    },
    there: { sources: [{ id: NOBODY, key: 'main', dialect: 'builtin' }], models: [] },
    options: { file: 'large.amis', onConflict: 'rename' },
  }),
  'packages.check': () => {
    const resources = screens.map((body, at) => ({ ...manifestOf().resources[1], id: `p${at}`, path: `/p${at}`, parentId: null, sort: at, hash: sha256(body) }))
    return { path: packageFile(craftPackage(manifestOf({ resources }), [], screens)), withFindings: true }
  },
  'packages.findInPages': () => ({ texts: screens }),
  'packages.readProject': () => ({
    files: screens.map((text, at) => ({ name: `pages/page${at}.json`, bytes: Buffer.from(text) })),
    options: { depth: 200, levels: 10, scripts: false },
  }),
  'permission.readPeople': async () => ({
    path: await plain(
      ['Email', 'Name'],
      people.map(([name = '', email = '']) => [email, name]),
    ),
  }),
  'request.readSchema': () => ({ field: 'schema', text: first }),
  'screen.blame': () => ({ screens, reader }),
  'screen.bringBack': () => ({ current: first, older: second, nodeId: 'root' }),
  'screen.compare': () => ({ before: first, after: second, reader, withMarks: true, withPatch: true }),
  'screen.rebase': () => ({ base: first, ours: second, theirs: third, reader }),
  'screen.writeBack': () => ({ file: 'general/forbidden.json', schema: first, schemasDir: join(import.meta.dirname, '../../schemas') }),
  'starter.readSheets': async () => ({
    path: await plain(
      ['Name', 'Email'],
      people.map(([name = '', email = '']) => [name, email]),
    ),
    name: 'people.xlsx',
    rows: join(await mkdtemp(join(tmpdir(), 'tessera-test-')), 'rows'),
  }),
}

/** A task with its large input. */
export async function largeTask(name: string) {
  const [find, input] = [TASKS[name], INPUTS[name]]
  if (!find || !input) throw new Error(`tests/support/large-tasks.ts has no large input for "${name}"`)
  return { given: await find(), input: (await input()) as never }
}
export const NAMES = Object.keys(TASKS)
