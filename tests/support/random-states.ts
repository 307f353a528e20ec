// States of an app by chance, small and of everything, and changes to them as people make them.
import type { JsonObject } from '../../api/ledger/index.ts'
import { scaleOf } from '../../api/theme/color.ts'
import { newTheme, type ColorGroup, type ThemeDocument } from '../../api/theme/document.ts'
import type { Content, ManifestEntry } from '../../api/server/services/release/index.ts'
import type { Dice } from './random.ts'

type Loose = Record<string, any>
const copied = <T>(value: T): T => structuredClone(value)

/** Pages by their hash; the hash of a test is the text. */
export const bodies = {
  of: (hash: string) => JSON.parse(hash) as JsonObject,
  hash: (body: unknown) => JSON.stringify(body),
}

const node = (roll: Dice, name: string): Loose =>
  roll.chance(0.3)
    ? { type: 'container', id: name, body: [{ type: 'tpl', id: `${name}i`, tpl: name }] }
    : { type: 'tpl', id: name, tpl: name, visible: roll.chance(0.5) }

/** A document with some of each kind of its values: there are many pairs. */
function smallTheme(name: string): ThemeDocument {
  const { config, ...rest } = copied(SMALL)
  return { ...rest, config: { ...config, name } }
}
const SMALL = small(newTheme(''))

function small({ global, ...rest }: ThemeDocument): ThemeDocument {
  const { colors, fonts, borders, sizes, shadows } = global
  const few = (group: ColorGroup): ColorGroup => ({
    ...group,
    body: { ...group.body, colors: group.body.colors.slice(0, 4), common: group.body.common.slice(0, 1) },
  })
  return {
    ...rest,
    global: {
      colors: {
        brand: few(colors.brand),
        neutral: colors.neutral.slice(0, 1).map(few),
        functional: [],
        data: colors.data.slice(0, 1).map(set => ({ ...set, colors: set.colors.slice(0, 3) })),
      },
      fonts: { base: { ...fonts.base, body: ['serif'] }, size: [], lineHeight: [], weight: [] },
      borders: { width: [], style: [], radius: borders.radius.slice(0, 2) },
      sizes: { ...sizes, size: [] },
      shadows: shadows.slice(0, 1),
    },
    component: { divider: { body: { color: '#101010', width: '1px' } } } as ThemeDocument['component'],
  }
}

export function randomState(roll: Dice): Content {
  const pages: Record<string, ManifestEntry> = {}
  const entry = (kind: 'page' | 'group', name: string, parentId: string | null, sort: number): ManifestEntry => ({
    kind,
    name,
    path: kind === 'page' ? `/${name}` : '',
    parentId,
    icon: '',
    link: '',
    visible: true,
    sort,
    hash: kind === 'page' ? bodies.hash({ type: 'page', title: name, body: Array.from({ length: 1 + roll.below(4) }, (_, n) => node(roll, `n${n}`)) }) : null,
  })
  pages.g0 = entry('group', 'g0', null, 0)
  const count = 2 + roll.below(5)
  for (let n = 0; n < count; n++) pages[`p${n}`] = entry('page', `p${n}`, roll.chance(0.4) ? 'g0' : null, n + 1)
  const field = (id: string) => ({ id, key: id, name: id, type: 'text', column: id, required: false, unique: false })
  const models = Array.from({ length: 1 + roll.below(3) }, (_, n) => ({
    id: `m${n}`,
    sourceId: 's0',
    key: `m${n}`,
    name: `m${n}`,
    description: '',
    definition: { table: `t${n}`, managed: true, fields: Array.from({ length: 1 + roll.below(4) }, (_f, f) => field(`m${n}f${f}`)), indexes: [] },
  }))
  const design: Loose = {
    data: { sources: [{ id: 's0', key: 'main', name: 'main', dialect: 'builtin' }], models },
    permissions: {
      roles: ['r0', 'r1'].map(id => ({ id, name: id, type: 0, builtIn: null, description: '', editable: true, deleteable: true, includes: [] })),
      lists: [{ environment: '', list: 'edit', roles: ['r0'], owner: false }],
      overrides: [{ roleId: 'r0', kind: 'page', option: 'read', environment: '', allow: true, resourceIds: ['p0', 'p1'] }],
      options: [],
      rowRules: [
        { id: 'x0', modelId: 'm0', name: 'x0', description: '', userIds: ['u0'], roleIds: ['r0'], permissions: ['SELECT'], filters: {}, baseAcl: false },
      ],
    },
    resources: [
      {
        id: 'q0',
        kind: 'query',
        key: 'q0',
        name: 'q0',
        description: '',
        parentId: null,
        definition: { model: 'm0', measures: [{ measure: 'count' }], limit: 5 },
      },
      {
        id: 'f0',
        kind: 'flow',
        key: 'f0',
        name: 'f0',
        description: '',
        parentId: null,
        definition: { nodes: ['a', 'b', 'c'].map(id => ({ id, name: id, approvers: { by: 'roles', roles: ['r0'] } })), lines: [] },
      },
    ],
    texts: { first: 'en-US', languages: ['en-US', 'zh-CN'], translations: { 'zh-CN': { hello: '你好', bye: '再见' } } },
    themes: ['t0', 't1', 't2'].map((id, n) => ({ id, isDefault: n === 0, document: smallTheme(id) })),
  }
  return { pages, design: design as Content['design'] }
}

/** A change of one thing, named so that two people never write the same by chance. */
export function changed(state: Content, roll: Dice, who: string, steps: number): Content {
  const next = copied(state) as { pages: Record<string, ManifestEntry>; design: Loose }
  for (let n = 0; n < steps; n++) change(next, roll, `${who}${n}`)
  return next as Content
}

const colorOf = (roll: Dice) => `#${roll.below(0xffffff).toString(16).padStart(6, '0')}`

function change({ pages, design }: { pages: Record<string, ManifestEntry>; design: Loose }, roll: Dice, name: string) {
  const all = Object.keys(pages).filter(id => pages[id]?.kind === 'page')
  const id = all.length ? roll.pick(all) : undefined
  const page = id === undefined ? undefined : (pages[id] as ManifestEntry)
  const model = design.data.models.length ? roll.pick(design.data.models as Loose[]) : undefined
  const role = roll.pick(design.permissions.roles as Loose[])
  const flow = design.resources.find((one: Loose) => one.kind === 'flow')
  const inBody = (edit: (list: Loose[], body: Loose) => void) => {
    if (!page?.hash) return
    const body = bodies.of(page.hash) as Loose
    edit(body.body, body)
    page.hash = bodies.hash(body)
  }
  const inTheme = (edit: (document: ThemeDocument) => void) => {
    if (design.themes.length) edit(roll.pick(design.themes as Loose[]).document)
  }
  const edits: (() => void)[] = [
    () => page && (page.name = name),
    () => page && (page.path = `/${name}`),
    () => page && (page.icon = name),
    () => page && (page.visible = !page.visible),
    () => page && (page.parentId = page.parentId ? null : 'g0'),
    () => page && (page.sort = roll.below(10) + roll.below(100) / 100),
    () =>
      void (pages[`new-${name}`] = {
        kind: 'page',
        name,
        path: `/${name}`,
        parentId: roll.chance(0.5) && pages.g0 ? 'g0' : null,
        icon: '',
        link: '',
        visible: true,
        sort: roll.below(8) + 0.5,
        hash: bodies.hash({ type: 'page', body: [] }),
      }),
    () => id !== undefined && delete pages[id],
    () => inBody((_list, body) => (body.title = name)),
    () => inBody(list => list.splice(roll.below(list.length + 1), 0, { type: 'tpl', id: name, tpl: name })),
    () => inBody(list => list.length && list.splice(roll.below(list.length), 1)),
    () => inBody(list => list.length && Object.assign(roll.pick(list), { className: name })),
    () => inBody(list => list.length && Object.assign(roll.pick(list), { hidden: roll.chance(0.5) })),
    () => inBody(list => list.length > 1 && list.push(list.shift() as Loose)),
    () => model && (model.name = name),
    () => model && (model.description = name),
    () =>
      model?.definition.fields.splice(roll.below(model.definition.fields.length + 1), 0, {
        id: `f-${name}`,
        key: name,
        name,
        type: 'text',
        column: name,
        required: false,
        unique: false,
      }),
    () => model?.definition.fields.length && model.definition.fields.splice(roll.below(model.definition.fields.length), 1),
    () => model?.definition.fields.length && Object.assign(roll.pick(model.definition.fields as Loose[]), { name }),
    () => model?.definition.fields.length && Object.assign(roll.pick(model.definition.fields as Loose[]), { required: roll.chance(0.5) }),
    () => model && design.data.models.length > 1 && design.data.models.splice(design.data.models.indexOf(model), 1),
    () => void (role.name = name),
    () => void (design.permissions.lists[0].roles = roll.some(['r0', 'r1'], 0.5)),
    () => void (design.permissions.lists[0].owner = roll.chance(0.5)),
    () => {
      const rest = design.permissions.overrides.filter((one: Loose) => one.option !== 'edit')
      design.permissions.overrides = [
        ...rest,
        { roleId: roll.pick(['r0', 'r1']), kind: 'page', option: 'edit', environment: '', allow: roll.chance(0.5), resourceIds: ['p0'] },
      ]
    },
    () => void (design.permissions.rowRules[0].name = name),
    () => void (design.permissions.rowRules[0].roleIds = roll.some(['r0', 'r1'], 0.5)),
    () => void (design.resources[0].definition.limit = roll.below(1000) + 10),
    () => void (design.resources[0].name = name),
    () => flow?.definition.nodes.length && Object.assign(roll.pick(flow.definition.nodes as Loose[]), { name }),
    () => flow?.definition.nodes.splice(roll.below(flow.definition.nodes.length + 1), 0, { id: name, name }),
    () => flow && roll.chance(0.3) && design.resources.splice(design.resources.indexOf(flow), 1),
    () => void (design.texts.translations['zh-CN'][roll.pick(['hello', 'bye'])] = name),
    () => void (design.texts.translations['zh-CN'][name] = name),
    () => inTheme(({ config }) => (config.name = name)),
    () => inTheme(({ config }) => (config.isDark = roll.chance(0.5))),
    () =>
      inTheme(({ global: { colors } }) => {
        const { body } = colors.brand
        body.main = colorOf(roll)
        const scale = scaleOf(body.main)
        body.colors = body.colors.map((one, i) => ({ ...one, color: scale[i] ?? one.color }))
      }),
    () => inTheme(({ global: { colors } }) => (roll.pick(roll.pick([colors.brand, ...colors.neutral]).body.colors).color = colorOf(roll))),
    () => inTheme(({ global: { colors } }) => (roll.pick(colors.data[0]?.colors ?? []).value = colorOf(roll))),
    () => inTheme(({ global: { fonts } }) => (fonts.base.body = [name, 'serif'])),
    () => inTheme(({ global: { borders } }) => (roll.pick(borders.radius).value = `${roll.below(20)}px`)),
    () =>
      inTheme(
        ({ global: { shadows } }) =>
          (roll.pick(shadows).value = [{ inset: false, x: '0px', y: '0px', blur: `${roll.below(9)}px`, spread: '0px', color: '#000000' }]),
      ),
    () => inTheme(document => (document.component = { ...document.component, [roll.pick(['divider', 'alert'])]: { body: { color: colorOf(roll) } } } as never)),
    () => inTheme(document => delete (document.component as Loose).divider),
    () => inTheme(({ customStyle }) => (customStyle.style = `.a { color: ${colorOf(roll)} }`)),
    () => void design.themes.push({ id: `t-${name}`, isDefault: false, document: smallTheme(name) }),
    () => {
      const gone = design.themes.filter((one: Loose) => !one.isDefault)
      if (gone.length) design.themes.splice(design.themes.indexOf(roll.pick(gone)), 1)
    },
    () => {
      for (const one of design.themes) one.isDefault = false
      design.chosenTheme = roll.pick(['House', 'Garden'])
    },
    () => {
      const shown = design.themes.length ? roll.pick(design.themes as Loose[]) : undefined
      for (const one of design.themes) one.isDefault = one === shown
      if (shown) delete design.chosenTheme
    },
  ]
  roll.pick(edits)()
  // A page whose group went stands at the top, as it does where people take groups away.
  for (const one of Object.values(pages)) if (one.parentId && !pages[one.parentId]) one.parentId = null
}
