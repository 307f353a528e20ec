// What every call of widget templates promises, told once for the three levels.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { PNG } from './fixtures.ts'
import type { Scenario } from './scenarios.ts'
import { above, aGroup, ask, aTemplate, keepsOut, LEVELS, NOWHERE, PANEL, templateFile, upload, type Story } from './widget-templates.ts'
import type { World } from './world.ts'
import { craftZip } from './zip.ts'

const same = (status: number, more: Partial<Scenario['expect']> = {}): Scenario['expect'] => ({ status, stored: 'same', ...more })
const refused = (...errors: string[]) => same(422, { errors })
const VENDOR = { host: 'vendor.test' }
const names = (data: Record<string, any>) => (data.items as { name: string }[]).map(({ name }) => name)
const tooBig = (world: World) => world.db.updateTable('blob').set({ size: 1_048_577 }).execute()
const picture = async (world: World) => {
  const reply = await world.call('general.uploadImage', { as: 'ann', files: [{ field: 'file', name: 'dot.png', content: PNG, mime: 'image/png' }] })
  return String(reply.data.url)
}

export const listTemplates: Story = level => [
  {
    name: 'answers 30 a page without schemas, changed last first: widgetTemplate.page-size, widgetTemplate.entity-template',
    given: async world => {
      for (let n = 0; n < 31; n++) await aTemplate(world, level, { name: `P${n}` })
    },
    expect: { status: 0, data: { total: 31, page: 1, perPage: 30 } },
    then: ({ data }) => {
      expect(data.items).toHaveLength(30)
      expect(names(data)[0]).toBe('P30')
      expect(data.items[0]).not.toHaveProperty('body')
      expect(data.items[0].screenshot).toMatch(/^data:image\/svg\+xml;base64,/)
    },
  },
  {
    name: 'says whose a template is, -1 for what it is not scoped to: widgetTemplate.scope',
    query: { perPage: 1 },
    expect: { status: 0 },
    then: ({ data }, world) =>
      expect([data.items[0].companyId, data.items[0].appId]).toEqual([level.n > 1 ? world.ids.acme : '-1', level.n === 3 ? world.ids.shop : '-1']),
  },
  ...(['name', 'createdAt', 'updatedAt'] as const).flatMap(field =>
    (['asc', 'desc'] as const).map((direction): Scenario => ({
      name: `sorts by ${field}, ${direction}: widgetTemplate.sort`,
      query: { sortBy: `${field}-${direction}`, perPage: 200 },
      expect: { status: 0 },
      then: ({ data }) => {
        const values = (data.items as Record<string, string>[]).map(item => String(item[field]))
        const sorted = [...values].sort((a, b) => (field === 'name' ? a.localeCompare(b, 'en') : a < b ? -1 : 1))
        if (field !== 'name') expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse())
        expect([...values].sort()).toEqual([...sorted].sort())
      },
    })),
  ),
  {
    name: 'finds by group, framework, status and words',
    given: async world => {
      const group = await aGroup(world, level)
      await aTemplate(world, level, { name: 'Wanted', type: group, widgetType: 3, status: 0, description: '50%_sure' })
      return { query: { type: group, framework: 3, status: 0, keywords: '50%_' } }
    },
    expect: { status: 0, data: { total: 1 } },
    then: ({ data }) => expect(data.items[0]).toMatchObject({ name: 'Wanted', readOnly: false, level: level.n }),
  },
  ...(above(level)
    ? [
        {
          name: 'shows the enabled ones of the levels above, for reading: widgetTemplate.read-only',
          given: async (world: World) => {
            await aTemplate(world, above(level) ?? level, { name: 'Above-on' })
            await aTemplate(world, above(level) ?? level, { name: 'Above-off', status: 0 })
            return { query: { keywords: 'Above' } }
          },
          expect: { status: 0, data: { total: 1 } },
          then: ({ data }) => expect(data.items[0]).toMatchObject({ name: 'Above-on', readOnly: true, level: level.n - 1 }),
        } satisfies Scenario,
      ]
    : []),
  ...(level.n < 3
    ? [
        {
          name: 'shows nothing of the levels below',
          given: async (world: World) => {
            await aTemplate(world, LEVELS.app, { name: 'Below' })
            return { query: { keywords: 'Below' } }
          },
          expect: { status: 0, data: { total: 0 } },
        } satisfies Scenario,
      ]
    : []),
  { name: 'refuses an order that is none', query: { sortBy: 'body-asc' }, expect: refused('sortBy') },
  { name: 'refuses a framework and a status that are none', query: { framework: 5, status: 2 }, expect: refused('framework', 'status') },
  ...keepsOut(level, {}, { readers: true }),
]

const some = async (world: World, level: Parameters<Story>[0]) => ({ params: { templateId: await aTemplate(world, level) } })

export const getTemplate: Story = level => [
  {
    name: 'answers the template with its schema',
    given: world => some(world, level),
    expect: { status: 0, data: { body: PANEL, readOnly: false, version: 1, widgetType: 0, status: 1, code: '' } },
  },
  {
    name: 'answers an empty page for a schema that cannot be read, and only logs it: widgetTemplate.schema-parse',
    given: async world => {
      const ask = await some(world, level)
      await world.db.updateTable('widget_template').set({ body: '{"type":' }).where('id', '=', ask.params.templateId).execute()
      return ask
    },
    expect: { status: 0, data: { body: { type: 'page', body: [] } } },
  },
  {
    name: 'knows none that is not seen from here',
    given: async world => ({ params: { templateId: level.n < 3 ? await aTemplate(world, LEVELS.app) : NOWHERE } }),
    expect: same(404, { code: 'widgetTemplate.unknown' }),
  },
  { name: 'refuses what is no id', params: { templateId: 'x' }, expect: { status: 404 } },
  ...keepsOut(level, { given: world => some(world, level) }, { readers: true }),
]

export const createTemplate: Story = level => [
  {
    name: 'adds a template of this level, with a group of it and a preview',
    given: async world => ({
      body: {
        name: '订单_card:1',
        type: await aGroup(world, level),
        widgetType: 4,
        custom_preview_img: await picture(world),
        status: 0,
        description: 'd',
        body: PANEL,
      },
    }),
    expect: { status: 0 },
    then: async ({ data }, world) => {
      const kept = await ask(world, level, 'getTemplate', { params: { templateId: data.id } })
      expect(kept.data).toMatchObject({ name: '订单_card:1', widgetType: 4, status: 0, description: 'd', level: level.n, readOnly: false, body: PANEL })
      expect(kept.data.type).not.toBe('')
      expect(kept.data.custom_preview_img).toMatch(/^\/api\/file\//)
    },
  },
  {
    name: 'starts with an enabled, empty amis template where nothing is said',
    body: { name: 'A' },
    expect: { status: 0 },
    then: async ({ data }, world) =>
      expect((await ask(world, level, 'getTemplate', { params: { templateId: data.id } })).data).toMatchObject({
        widgetType: 0,
        status: 1,
        type: '',
        body: { type: 'page', body: [] },
      }),
  },
  ...['', ' A', '-a', ':a', 'a b', 'é', 'x'.repeat(13)].map((name): Scenario => ({
    name: `refuses the name “${name}”: widgetTemplate.name`,
    body: { name },
    expect: refused('name'),
  })),
  {
    name: 'refuses a description of 101 characters: widgetTemplate.description',
    body: { name: 'A', description: 'x'.repeat(101) },
    expect: refused('description'),
  },
  { name: 'refuses a group that is not of this level', body: { name: 'A', type: NOWHERE }, expect: refused('type') },
  { name: 'refuses a picture that was not uploaded', body: { name: 'A', custom_preview_img: `/api/file/${NOWHERE}` }, expect: refused('custom_preview_img') },
  {
    name: 'refuses a picture of more than 1048576 bytes: widgetTemplate.preview-size',
    given: async world => {
      const custom_preview_img = await picture(world)
      await tooBig(world)
      return { body: { name: 'A', custom_preview_img } }
    },
    expect: refused('custom_preview_img'),
  },
  {
    name: 'refuses a schema that brings script',
    body: { name: 'A', body: { type: 'page', body: { type: 'custom', onMount: 'alert(1)' } } },
    expect: same(422, { code: 'widgetTemplate.refused' }),
  },
  ...(level.n === 1
    ? [
        {
          name: 'takes a code on the vendor’s host, without spaces around it: widgetTemplate.code',
          headers: VENDOR,
          body: { name: 'Coded', code: ' a-B_1 ' },
          expect: { status: 0 },
          then: async ({ data }, world) => expect((await ask(world, level, 'getTemplate', { params: { templateId: data.id } })).data.code).toBe('a-B_1'),
        } satisfies Scenario,
        ...['a b', 'x'.repeat(31), 'a.b'].map((code): Scenario => ({
          name: `refuses the code “${code}”: widgetTemplate.code`,
          headers: VENDOR,
          body: { name: 'A', code },
          expect: refused('code'),
        })),
      ]
    : [
        {
          name: 'takes no code below the platform: widgetTemplate.code-field',
          headers: VENDOR,
          body: { name: 'A', code: 'a' },
          expect: refused('code'),
        } satisfies Scenario,
      ]),
  { name: 'takes no code on any other host: widgetTemplate.code-visible', body: { name: 'A', code: 'a' }, expect: refused('code') },
  ...keepsOut(level, { body: { name: 'A' } }),
]

export const updateTemplate: Story = level => [
  {
    name: 'changes a single field and leaves the others',
    given: async world => ({ ...(await some(world, level)), body: { status: 0 } }),
    expect: { status: 0, data: { version: 1 } },
    then: async ({ data }, world) =>
      expect((await ask(world, level, 'getTemplate', { params: { templateId: data.id } })).data).toMatchObject({ status: 0, body: PANEL }),
  },
  {
    name: 'saves a schema as the next version and draws its picture anew',
    given: async world => ({ ...(await some(world, level)), body: { body: { type: 'page', body: [] }, baseVersion: 1 } }),
    expect: { status: 0, data: { version: 2 } },
    then: async ({ data }, world) =>
      expect((await ask(world, level, 'getTemplate', { params: { templateId: data.id } })).data).toMatchObject({
        body: { type: 'page', body: [] },
        screenshot: '',
      }),
  },
  {
    name: 'changes nothing where somebody saved meanwhile, and says who',
    given: async world => {
      const ask = await some(world, level)
      return { ...ask, body: { body: PANEL, baseVersion: 7 } }
    },
    expect: same(409, { code: 'widgetTemplate.changedMeanwhile', data: { version: 1 } }),
  },
  {
    name: 'keeps the framework',
    given: async world => ({ ...(await some(world, level)), body: { widgetType: 2 } }),
    expect: refused('widgetType'),
  },
  ...(above(level)
    ? [
        {
          name: 'refuses one of a higher level: widgetTemplate.read-only',
          given: async (world: World) => ({ ...(await some(world, above(level) ?? level)), body: { status: 0 } }),
          expect: same(403, { code: 'widgetTemplate.readOnly' }),
        } satisfies Scenario,
      ]
    : []),
  { name: 'refuses a status that is none: widgetTemplate.status', params: { templateId: NOWHERE }, body: { status: 3 }, expect: refused('status') },
  { name: 'knows none that is not there', params: { templateId: NOWHERE }, body: { status: 0 }, expect: same(404) },
  ...keepsOut(level, { given: async world => ({ ...(await some(world, level)), body: { status: 0 } }) }),
]

export const copyTemplate: Story = level => [
  {
    name: 'copies within 12 characters under a name that is not taken',
    given: async world => ({ params: { templateId: await aTemplate(world, level, { name: 'Twelve-chars' }) } }),
    expect: { status: 0, data: { name: 'Twelve-cha-2' } },
    then: async ({ data }, world) =>
      expect((await ask(world, level, 'getTemplate', { params: { templateId: data.id } })).data).toMatchObject({ body: PANEL, readOnly: false }),
  },
  ...(above(level)
    ? [
        {
          name: 'copies one of a higher level into this one: widgetTemplate.read-only',
          given: (world: World) => some(world, above(level) ?? level),
          expect: { status: 0 },
          then: async ({ data }, world) =>
            expect((await ask(world, level, 'getTemplate', { params: { templateId: data.id } })).data).toMatchObject({ level: level.n, readOnly: false }),
        } satisfies Scenario,
      ]
    : []),
  { name: 'knows none that is not there', params: { templateId: NOWHERE }, expect: same(404) },
  { name: 'refuses what is no id', params: { templateId: 'x' }, expect: same(404) },
  ...keepsOut(level, { given: world => some(world, level) }),
]

const gone = (level: Parameters<Story>[0]) => async (world: World, id: string) =>
  expect((await ask(world, level, 'getTemplate', { params: { templateId: id } })).status).toBe(404)

export const deleteTemplate: Story = level => {
  let id = ''
  return [
    {
      name: 'deletes it',
      given: async world => ({ params: { templateId: (id = await aTemplate(world, level)) } }),
      expect: { status: 0, data: { deleted: 1 } },
      then: (_reply, world) => gone(level)(world, id),
    },
    ...(above(level)
      ? [
          {
            name: 'refuses one of a higher level: widgetTemplate.read-only',
            given: (world: World) => some(world, above(level) ?? level),
            expect: same(403, { code: 'widgetTemplate.readOnly' }),
          } satisfies Scenario,
        ]
      : []),
    { name: 'knows none that is not there', params: { templateId: NOWHERE }, expect: same(404) },
    { name: 'refuses what is no id', params: { templateId: 'x' }, expect: same(404) },
    ...keepsOut(level, { given: world => some(world, level) }),
  ]
}

export const deleteTemplates: Story = level => [
  {
    name: 'deletes all that are named',
    given: async world => ({ params: { templateIds: [await aTemplate(world, level), await aTemplate(world, level)].join(',') } }),
    expect: { status: 0, data: { deleted: 2 } },
  },
  {
    name: 'deletes none where one is not there',
    given: async world => ({ params: { templateIds: `${await aTemplate(world, level)},${NOWHERE}` } }),
    expect: same(404),
  },
  ...(above(level)
    ? [
        {
          name: 'deletes none where one is of a higher level: widgetTemplate.read-only',
          given: async (world: World) => ({
            params: { templateIds: [await aTemplate(world, level), await aTemplate(world, above(level) ?? level)].join(',') },
          }),
          expect: same(403, { code: 'widgetTemplate.readOnly' }),
        } satisfies Scenario,
      ]
    : []),
  { name: 'refuses what is no list of ids', params: { templateIds: `${NOWHERE},` }, expect: same(404) },
  { name: 'refuses more than 200', params: { templateIds: Array(201).fill(NOWHERE).join(',') }, expect: same(404) },
  ...keepsOut(level, { given: async world => ({ params: { templateIds: await aTemplate(world, level) } }) }),
]

/** The file comes in again and holds the same. */
const comesBack = (level: Parameters<Story>[0], count: number) => async (raw: Buffer, world: World) => {
  const reply = await ask(world, level, 'importTemplates', { files: upload(raw) })
  expect(reply.data, JSON.stringify(reply.errors)).toEqual({ imported: count })
}

export const exportTemplates: Story = level => [
  {
    name: 'answers one template as a file of its name, which can be imported: widgetTemplate.export-kinds',
    given: async world => ({
      params: { templateIds: await aTemplate(world, level, { name: 'Alone', custom_preview_img: await picture(world), type: await aGroup(world, level) }) },
    }),
    expect: { status: -1 },
    then: async ({ headers, raw, http }, world) => {
      expect([http, headers['content-disposition']]).toEqual([200, expect.stringContaining('Alone.amis')])
      await comesBack(level, 1)(raw, world)
      const { data } = await ask(world, level, 'listTemplates', { query: { keywords: 'Alone-2' } })
      expect(data.items[0]).toMatchObject({ name: 'Alone-2', custom_preview_img: expect.stringMatching(/^\/api\/file\//) })
      expect(data.items[0].groupName).not.toBe('')
    },
  },
  {
    name: 'answers many as one file: widgetTemplate.export-kinds',
    given: async world => ({ params: { templateIds: [await aTemplate(world, level), await aTemplate(world, level)].join(',') } }),
    expect: { status: -1 },
    then: ({ raw }, world) => comesBack(level, 2)(raw, world),
  },
  // The limit is the same everywhere, and such templates take their time.
  ...(level.n === 1
    ? [
        {
          name: 'makes no file larger than an import takes: widgetTemplate.export-kinds',
          given: async (world: World) => {
            const id = await aTemplate(world, level)
            // Text that hardly gets smaller when it is packed.
            const bodies = Array.from({ length: 15 }, () => JSON.stringify({ type: 'tpl', tpl: randomBytes(1_500_000).toString('base64') }))
            const { rows } = await sql<{ id: string }>`
              insert into widget_template (id, company_id, app_id, name, body)
              select gen_random_uuid(), company_id, app_id, 'L' || n, given from widget_template, unnest(${bodies}::text[]) with ordinality as bodies (given, n)
              where id = ${id} returning id`.execute(world.db)
            return { params: { templateIds: rows.map(row => row.id).join(',') } }
          },
          expect: { status: 422, code: 'widgetTemplate.tooMuchToExport' },
          then: async (_reply: unknown, world: World) => void (await world.db.deleteFrom('widget_template').where('name', 'like', 'L%').execute()),
        },
      ]
    : []),
  { name: 'knows none that is not there', params: { templateIds: NOWHERE }, expect: same(404) },
  { name: 'refuses what is no list of ids', params: { templateIds: 'x' }, expect: same(404) },
  ...keepsOut(level, { given: async world => ({ params: { templateIds: await aTemplate(world, level) } }) }),
]

export const importTemplates: Story = level => {
  const bad = (name: string, content: () => Buffer | Promise<Buffer>, code?: string): Scenario => ({
    name,
    given: async () => ({ files: upload(await content()) }),
    expect: same(422, { errors: ['file'], code }),
  })
  return [
    {
      name: 'adds the templates of a file with their groups and pictures',
      given: async () => ({ files: upload(await templateFile()) }),
      expect: { status: 0, data: { imported: 1 } },
      then: async (_reply, world) =>
        expect((await ask(world, level, 'listTemplates', { query: { keywords: 'Imported' } })).data.items[0]).toMatchObject({
          groupName: 'Forms',
          description: 'Brought',
          level: level.n,
          custom_preview_img: expect.stringMatching(/^\/api\/file\//),
        }),
    },
    {
      name: 'gives a taken name a number and uses the group that is there',
      given: async () => ({ files: upload(await templateFile()) }),
      expect: { status: 0 },
      then: async (_reply, world) => {
        expect((await ask(world, level, 'listTemplates', { query: { keywords: 'Imported-2' } })).data.total).toBe(1)
        expect((await ask(world, level, 'listCurrentGroups')).data.items).toHaveLength(1)
      },
    },
    { name: 'wants a file: widgetTemplate.import-file', expect: refused('file') },
    { name: 'takes no other ending: widgetTemplate.import-file', files: upload(Buffer.from('PK'), 'a.zip'), expect: refused('file') },
    { name: 'takes no more than 20971520 bytes: widgetTemplate.import-file', files: upload(Buffer.alloc(20_971_521)), expect: refused('file') },
    bad('takes no file that is no archive', () => Buffer.from('nothing'), 'package.notZip'),
    bad('takes no package of an app', () => craftZip([{ name: 'manifest.json', content: '{"format":"tessera-app"}' }]), 'widgetTemplate.notTemplates'),
    bad('takes no archive without a manifest', () => craftZip([{ name: 'a.json', content: '{}' }]), 'widgetTemplate.notTemplates'),
    bad('takes no file of a later version', () => templateFile(PANEL, manifest => (manifest.formatVersion = 2)), 'package.unknownVersion'),
    bad('takes no name that could not be given', () => templateFile(PANEL, manifest => (manifest.resources[0].name = '<b>')), 'package.badManifest'),
    bad('takes no schema that was changed', () => templateFile(PANEL, manifest => (manifest.resources[0].hash = '0'.repeat(64))), 'package.unlisted'),
    bad('takes no preview that is not listed', () => templateFile(PANEL, manifest => (manifest.files = [])), 'package.unlisted'),
    bad('takes no script', () => templateFile({ type: 'page', body: { type: 'custom', onMount: 'alert(1)' } }), 'widgetTemplate.importRefused'),
    ...keepsOut(level, { given: async () => ({ files: upload(await templateFile()) }) }),
  ]
}

export const exportAll: Story = level => [
  { name: 'says so where there is nothing', expect: same(404, { code: 'widgetTemplate.nothingToExport' }) },
  {
    name: 'answers every template of this level and of no other: widgetTemplate.export-kinds',
    given: async world => {
      await aTemplate(world, level)
      await aTemplate(world, level)
      await aTemplate(world, level.n === 2 ? LEVELS.app : LEVELS.company)
    },
    expect: { status: -1 },
    then: async ({ raw, headers }, world) => {
      expect(headers['content-disposition']).toContain('widget-templates.amis')
      await comesBack(level, 2)(raw, world)
    },
  },
  {
    name: 'makes no file with more than an import takes: widgetTemplate.export-kinds',
    given: async world => {
      const id = await aTemplate(world, level)
      await sql`
        insert into widget_template (id, company_id, app_id, name, body)
        select gen_random_uuid(), company_id, app_id, 'N' || n, body from widget_template, generate_series(1, 500) n where id = ${id}`.execute(world.db)
    },
    headers: { 'accept-language': 'zh-CN' },
    expect: same(422, { code: 'widgetTemplate.tooMuchToExport' }),
    then: ({ msg }) => expect(msg).toBe('一个文件最多包含 500 个模板和 20 MB。请选择其中一部分，分成多个文件导出'),
  },
  { name: 'takes no query', query: { all: 1 }, expect: same(422) },
  ...keepsOut(level, {}),
]

export const listGroups: Story = level => [
  {
    name: 'answers the groups seen from here, those of higher levels first and read-only: widgetTemplate.entity-group',
    given: async world => {
      if (level.n > 1) await aGroup(world, LEVELS.platform, 'Above')
      await aTemplate(world, level, { type: await aGroup(world, level, 'Used') })
      await aGroup(world, level, 'Unused')
    },
    expect: { status: 0 },
    then: ({ data }) => {
      expect(names(data)).toEqual([...(level.n > 1 ? ['Above'] : []), 'Used', 'Unused'])
      expect((data.items as { isUsed: boolean; readOnly: boolean }[]).map(({ isUsed, readOnly }) => [isUsed, readOnly])).toEqual([
        ...(level.n > 1 ? [[false, true]] : []),
        [true, false],
        [false, false],
      ])
    },
  },
  {
    name: 'answers those with templates of a framework',
    query: { tplType: 0 },
    expect: { status: 0 },
    then: ({ data }) => expect(names(data)).toEqual(['Used']),
  },
  { name: 'refuses a framework that is none', query: { tplType: 9 }, expect: refused('tplType') },
  ...keepsOut(level, {}, { readers: true }),
]

export const listCurrentGroups: Story = level => [
  {
    name: 'answers the groups of this level alone, and no code here: widgetTemplate.code-visible',
    given: async world => {
      await aGroup(world, level.n === 1 ? LEVELS.company : LEVELS.platform, 'Other')
      await aGroup(world, level, 'Own')
    },
    expect: { status: 0, data: { hasCode: false } },
    then: ({ data }) => expect(names(data)).toEqual(['Own']),
  },
  {
    name: 'says whether there is a code on the vendor’s host: widgetTemplate.code-field',
    headers: VENDOR,
    expect: { status: 0, data: { hasCode: level.n === 1 } },
  },
  { name: 'takes no query', query: { x: 1 }, expect: same(422) },
  ...keepsOut(level, {}, { readers: true }),
]

export const createGroup: Story = level => [
  {
    name: 'adds a group of this level',
    body: { name: 'Forms', description: 'To fill in' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await ask(world, level, 'listCurrentGroups')).data.items[0]).toMatchObject({
        name: 'Forms',
        description: 'To fill in',
        isUsed: false,
        level: level.n,
      }),
  },
  ...['', '-a', 'a b', 'ninechars'].map((name): Scenario => ({
    name: `refuses the name “${name}”: widgetTemplate.group-name`,
    body: { name },
    expect: refused('name'),
  })),
  {
    name: 'refuses a description of 101 characters: widgetTemplate.group-description',
    body: { name: 'A', description: 'x'.repeat(101) },
    expect: refused('description'),
  },
  ...keepsOut(level, { body: { name: 'Forms' } }),
]

const group = (level: Parameters<Story>[0]) => async (world: World) => ({ params: { templateGroupId: await aGroup(world, level) } })
const foreignGroup = (level: Parameters<Story>[0], rest: Partial<Scenario> = {}): Scenario[] => {
  const higher = above(level)
  if (!higher) return []
  return [
    {
      name: 'refuses one of another level: widgetTemplate.group-actions',
      ...rest,
      given: group(higher),
      expect: same(403, { code: 'widgetTemplate.groupReadOnly' }),
    },
  ]
}

export const updateGroup: Story = level => {
  const body = { name: 'Renamed', description: 'New' }
  return [
    {
      name: 'changes name and description',
      given: group(level),
      body,
      expect: { status: 0 },
      then: async (_reply, world) => expect((await ask(world, level, 'listCurrentGroups')).data.items[0]).toMatchObject(body),
    },
    ...foreignGroup(level, { body }),
    { name: 'refuses a name of nine characters: widgetTemplate.group-name', given: group(level), body: { name: 'ninechars' }, expect: refused('name') },
    { name: 'knows none that is not there', params: { templateGroupId: NOWHERE }, body, expect: same(404) },
    ...keepsOut(level, { given: group(level), body }),
  ]
}

export const deleteGroup: Story = level => [
  {
    name: 'deletes an empty one',
    given: group(level),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await ask(world, level, 'listCurrentGroups')).data.items).toEqual([]),
  },
  {
    name: 'refuses one that is in use: widgetTemplate.group-actions',
    given: async world => {
      const templateGroupId = await aGroup(world, level)
      await aTemplate(world, level, { type: templateGroupId })
      return { params: { templateGroupId } }
    },
    expect: same(409, { code: 'widgetTemplate.groupInUse' }),
  },
  ...foreignGroup(level),
  { name: 'knows none that is not there', params: { templateGroupId: NOWHERE }, expect: same(404) },
  { name: 'refuses what is no id', params: { templateGroupId: 'x' }, expect: same(404) },
  ...keepsOut(level, { given: group(level) }),
]
