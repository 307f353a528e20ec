// Faults put into right screens by a script: seeded, so that every run makes the same ones.
import { findCall, readAddress } from '../../api/gate/addresses.ts'
import { contracts } from '../../api/generated/contract.ts'
import { seeded } from '../support/random.ts'

export interface Fault {
  kind: string
  screen: unknown
  /** Where the gate has to find it. */
  path: string
}
type Json = Record<string, any>
interface Spot {
  path: string
  node: Json
  key: string
  /** The form around it. */
  form?: Json | undefined
}

const join = (path: string, key: string | number) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key)
const isComponent = (node: Json) => typeof node.type === 'string' && !node.type.startsWith('tessera-')

/** Every property of every component, with its path; data, options and values are nobody's components, and the gate does not look into feedback. */
function spots(node: unknown, path = '', found: Spot[] = [], form?: Json): Spot[] {
  if (Array.isArray(node)) node.forEach((item, at) => spots(item, join(path, at), found, form))
  else if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node)) {
      found.push({ path: join(path, key), node: node as Json, key, form })
      if (!/^(data|options|value|map|validations|config|args|responseData|style|mobile|i18n|feedback)$/.test(key))
        spots(value, join(path, key), found, (node as Json).type === 'form' ? (node as Json) : form)
    }
  return found
}

interface Maker {
  /** Only the console's own screens are held against the calls. */
  console?: boolean
  fits(spot: Spot): boolean
  /** Puts the fault in and says where it is to be found. */
  apply(spot: Spot, next: () => number): string
}
const swap = (word: string, next: () => number) => {
  const at = 1 + Math.floor(next() * (word.length - 2))
  return word[at] === word[at + 1] ? `${word}x` : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}
const rename = (spot: Spot, name: string) => {
  spot.node[name] = spot.node[spot.key]
  delete spot.node[spot.key]
  return join(spot.path.slice(0, -spot.key.length).replace(/\.$/, ''), name)
}
const set = (spot: Spot, value: unknown) => {
  spot.node[spot.key] = value
  return spot.path
}
const beside = (spot: Spot, key: string, value: unknown) => {
  spot.node[key] = value
  return join(spot.path.slice(0, -spot.key.length).replace(/\.$/, ''), key)
}
const isPart = (node: unknown) => typeof (node as Json | null)?.type === 'string'
const isForm = (node: Json) => isComponent(node) && node.type === 'form'
const text = (spot: Spot) => typeof spot.node[spot.key] === 'string'
const callOf = (api: any) => {
  const address = readAddress('api', api, 'form')
  return address && findCall(address, contracts).call
}
/** What a call needs and a form sends to it under a fixed name. */
const needed = (api: any): string[] => {
  const address = typeof api?.data === 'object' && !('&' in api.data) ? readAddress('api', api, 'form') : undefined
  const call = address && findCall(address, contracts).call
  return ((call?.schemas.body.required as string[] | undefined) ?? []).filter(name => name in api.data)
}
/** A field directly in a form whose api sends it as it is, and the call takes a text. */
const sentAsText = ({ form, node }: Spot): boolean => {
  const address = typeof form?.api?.data === 'object' ? readAddress('api', form.api, 'form') : undefined
  const call = address && findCall(address, contracts).call
  return (
    form?.api?.data?.[node.name] === `\${${node.name}}` &&
    (call?.bodyKind ?? 'json') === 'json' &&
    call?.schemas.body.properties?.[node.name]?.type === 'string'
  )
}
const ADDRESS = /^(get|post):\/api\//
const NAMES = /^(title|label|className|columns|headerToolbar|actionType|placeholder|submitText|required|description|buttons|tabs|dialog|drawer|perPage|level)$/

export const makers: Record<string, Maker> = {
  'property typo': { fits: s => isComponent(s.node) && NAMES.test(s.key), apply: (s, next) => rename(s, swap(s.key, next)) },
  'type typo': { fits: s => s.key === 'type' && isComponent(s.node) && s.node.type.length > 5, apply: (s, next) => set(s, swap(s.node.type, next)) },
  'type nobody has': { fits: s => s.key === 'type' && isComponent(s.node) && s.path !== 'type', apply: s => set(s, 'widget-of-mine') },
  'number for a text': { fits: s => /^(name|api|actionType|visibleOn)$/.test(s.key) && isComponent(s.node) && text(s), apply: s => set(s, 5) },
  'text for true or false': {
    fits: s =>
      /^(required|multiple|sortable|syncLocation|clearable|wrapWithPanel|blank)$/.test(s.key) && isComponent(s.node) && typeof s.node[s.key] === 'boolean',
    apply: s => set(s, 'yes'),
  },
  'object for a text': {
    fits: s => /^(name|className|submitText)$/.test(s.key) && isComponent(s.node) && text(s) && s.key !== 'className',
    apply: s => set(s, { text: 'x' }),
  },
  'word outside the list': {
    fits: s => (s.key === 'level' && /^(button|submit|action)$/.test(s.node.type)) || (s.key === 'mode' && isForm(s.node)),
    apply: s => set(s, 'loudest'),
  },
  'address without url': {
    fits: s => /^(api|initApi)$/.test(s.key) && typeof s.node[s.key] === 'object' && typeof s.node[s.key]?.url === 'string',
    apply: s => {
      delete s.node[s.key].url
      return s.path
    },
  },
  'address typo': {
    fits: s => /^(api|initApi)$/.test(s.key) && (text(s) || typeof s.node[s.key]?.url === 'string') && isComponent(s.node),
    apply: s => {
      const v = s.node[s.key]
      s.node[s.key] = { mehtod: 'get', url: typeof v === 'string' ? v : v.url }
      return `${s.path}.mehtod`
    },
  },
  'misplaced property': {
    fits: s => s.key === 'type' && /^(page|form|tpl|button|service|crud)$/.test(s.node.type),
    apply: s => beside(s, 'autoFillHeightOfRows', 1),
  },
  'property of another component': {
    fits: s => s.key === 'type' && /^(page|tpl|button|service|alert)$/.test(s.node.type),
    apply: s => beside(s, 'headerToolbar', ['pagination']),
  },
  'expression that does not parse': { fits: s => /^(visibleOn|disabledOn|hiddenOn)$/.test(s.key) && text(s), apply: s => set(s, '${status == }') },
  'template that does not parse': {
    fits: s => /^(tpl|title|label|body)$/.test(s.key) && text(s) && isComponent(s.node),
    apply: s => set(s, 'Hello ${name | upperCase'),
  },
  'javascript address': {
    fits: s => s.key === 'type' && /^(tpl|button|link|image|page)$/.test(s.node.type) && s.path !== 'type',
    apply: s => (s.node.type === 'link' || s.node.type === 'image' ? beside(s, 'href', 'javascript:alert(1)') : beside(s, 'className', 'javascript:alert(1)')),
  },
  'adaptor in a text': {
    fits: s => /^(api|initApi)$/.test(s.key) && isComponent(s.node) && (text(s) || typeof s.node[s.key]?.url === 'string'),
    apply: s => {
      const v = s.node[s.key]
      s.node[s.key] = { ...(typeof v === 'string' ? { url: v } : v), adaptor: 'return payload' }
      return `${s.path}.adaptor`
    },
  },
  'handler in a text': { fits: s => s.key === 'type' && /^(button|submit|page|form)$/.test(s.node.type), apply: s => beside(s, 'onClick', 'alert(1)') },
  'HTML that runs': { fits: s => s.key === 'tpl' && text(s), apply: s => set(s, '<img src=x onerror=alert(1)>') },
  'unknown action': {
    fits: s => s.key === 'actionType' && text(s) && !s.node.componentId && !s.node.target && !s.node.componentName && !/\$/.test(s.node.actionType),
    apply: s => set(s, 'dialgo'),
  },
  'reload names nothing': { fits: s => s.key === 'actionType' && s.node.type === 'button', apply: s => beside(s, 'reload', 'nobody-here') },
  'component id of nobody': { fits: s => s.key === 'actionType' && !s.node.type, apply: s => beside(s, 'componentId', 'nobody-here') },
  'address no call has': {
    console: true,
    fits: s => text(s) && ADDRESS.test(s.node[s.key]) && /^(api|initApi|schemaApi)$/.test(s.key),
    apply: s => set(s, 'get:/api/nowhere/at/all'),
  },
  'wrong method': {
    console: true,
    fits: s => text(s) && ADDRESS.test(s.node[s.key]) && s.key === 'api',
    apply: s => set(s, `put:${s.node[s.key].replace(/^\w+:/, '')}`),
  },
  'foreign host': {
    console: true,
    fits: s => text(s) && ADDRESS.test(s.node[s.key]) && /^(api|initApi)$/.test(s.key),
    apply: s => set(s, 'get:https://elsewhere.test/x'),
  },
  'field no call takes': {
    console: true,
    // Some calls take fields that the operator adds.
    fits: s => s.key === 'api' && isForm(s.node) && typeof s.node.api?.data === 'object' && callOf(s.node.api)?.schemas.body.additionalProperties === false,
    apply: s => {
      s.node.api.data.nobodysField = '${x}'
      return `${s.path}.data.nobodysField`
    },
  },
  'column no row has': {
    console: true,
    fits: s => s.key === 'name' && /columns\[\d+\]\.name$/.test(s.path) && /^body(\[\d+\])?\.columns\[\d+\]\.name$/.test(s.path),
    apply: s => set(s, 'nobodysColumn'),
  },
  'typo in the place of an address': {
    console: true,
    fits: s => /^(api|initApi|url)$/.test(s.key) && text(s) && /^((get|post):)?\/api\/.*\$\{companyKey\}/.test(s.node[s.key]),
    apply: s => set(s, s.node[s.key].replace('${companyKey}', '${compnayKey}')),
  },
  'needed field not sent': {
    console: true,
    fits: s => s.key === 'api' && isForm(s.node) && Object.keys(needed(s.node.api)).length > 0,
    apply: s => {
      delete s.node.api.data[needed(s.node.api)[0] as string]
      return `${s.path}.data`
    },
  },
  'field of a kind the call does not take': {
    console: true,
    // What stands in one line of a list has its names to itself.
    fits: s =>
      s.key === 'type' &&
      s.node.type === 'input-text' &&
      typeof s.node.name === 'string' &&
      /\.body\[\d+\]\.type$/.test(s.path) &&
      !/\.items\[\d+\](\.body\[\d+\])*\.type$/.test(s.path) &&
      sentAsText(s),
    apply: s => set(s, 'input-number'),
  },
  'option the call does not take': {
    console: true,
    fits: s => s.key === 'options' && s.node.name === 'type' && /^(radios|select)$/.test(s.node.type) && /drawer\.body\.body/.test(s.path),
    apply: s => {
      s.node.options[0].value = 99
      return `${s.path}[0].value`
    },
  },
  'data nobody provides': {
    console: true,
    // Rows of a list that an action filled, and a form that takes all data around it over, may hold anything.
    fits: s =>
      /^(tpl|visibleOn)$/.test(s.key) && text(s) && isComponent(s.node) && !('&' in (s.form?.data ?? {})) && !/\.(items|itemSchema|menuTpl)[.[]/.test(s.path),
    apply: s => set(s, '${nobodysData}'),
  },
  'setting that does not exist': { console: true, fits: s => s.key === 'visibleOn' && text(s), apply: s => set(s, '${config.deployMood}') },
  'feature that does not exist': { console: true, fits: s => s.key === 'visibleOn' && text(s), apply: s => set(s, '${config.features.standaloneGitPsuh}') },
  'permission that does not exist': { console: true, fits: s => s.key === 'visibleOn' && text(s), apply: s => set(s, '${app.perms.pubish}') },
  'value that never comes': { console: true, fits: s => s.key === 'visibleOn' && text(s), apply: s => set(s, "${config.deployMode == 'privat'}") },
  'unknown function': { fits: s => /^(visibleOn|disabledOn|tpl)$/.test(s.key) && text(s) && isComponent(s.node), apply: s => set(s, '${ISEMPTTY(a)}') },
  'unknown filter': { fits: s => /^(tpl|title|label)$/.test(s.key) && text(s) && isComponent(s.node), apply: s => set(s, '${name | uperCase}') },
  'field without a label': {
    fits: s =>
      s.key === 'label' &&
      /^(input-text|textarea|select|input-number|input-password|radios)$/.test(s.node.type) &&
      s.node.name &&
      !s.node.placeholder &&
      !s.node.title,
    apply: s => {
      delete s.node.label
      return s.path
    },
  },
  'button with an icon only': {
    fits: s => s.key === 'label' && s.node.type === 'button' && !s.node.tooltip && !s.node.title,
    apply: s => {
      delete s.node.label
      s.node.icon = 'fa fa-plus'
      return beside(s, 'tooltip', undefined)
    },
  },
  'picture without words': {
    fits: s => s.key === 'body' && Array.isArray(s.node.body) && isComponent(s.node) && /^(page|form|container)$/.test(s.node.type),
    apply: s => {
      s.node.body.push({ type: 'image', src: '/x.png' })
      return `${s.path}[${s.node.body.length - 1}].alt`
    },
  },
  'link to nowhere': { console: true, fits: s => s.key === 'link' && text(s) && s.node[s.key].startsWith('/'), apply: s => set(s, '/platform/nowhere') },
  'definition nobody made': {
    console: true,
    fits: s => s.key === 'body' && Array.isArray(s.node.body) && isComponent(s.node) && /^(page|form|container)$/.test(s.node.type),
    apply: s => {
      s.node.body.push({ $ref: 'nobodysPiece' })
      return `${s.path}[${s.node.body.length - 1}].$ref`
    },
  },
  'validation nobody knows': {
    fits: s => s.key === 'name' && /^(input-text|textarea|input-password)$/.test(s.node.type) && !s.node.validations,
    apply: s => `${beside(s, 'validations', { isEmial: true })}.isEmial`,
  },
  'action of a component, misspelt': {
    fits: s => s.key === 'actionType' && !s.node.type && /^(setValue|reload|submit|validate)$/.test(s.node.actionType) && Boolean(s.node.componentId),
    apply: (s, next) => set(s, swap(s.node.actionType, next)),
  },
  'action without its aim': {
    fits: s => s.key === 'actionType' && /^(ajax|dialog|drawer|link|download)$/.test(s.node.actionType) && !s.node.onEvent,
    apply: s => {
      for (const key of ['api', 'dialog', 'drawer', 'link', 'url', 'args', 'componentId', 'componentName', 'target']) delete s.node[key]
      return s.path
    },
  },
  'dialog that nothing opens': {
    fits: s =>
      s.key === 'actionType' && /^(dialog|drawer)$/.test(s.node.actionType) && s.node.type === 'button' && s.node[s.node.actionType] && !s.node.onEvent,
    apply: s => {
      const key = s.node.actionType
      delete s.node.actionType
      return `${s.path.slice(0, -'actionType'.length)}${key}`
    },
  },
  'children instead of body': {
    fits: s => s.key === 'body' && Array.isArray(s.node.body) && isComponent(s.node) && /^(page|form|container)$/.test(s.node.type) && s.node.body.some(isPart),
    apply: s => rename(s, 'children'),
  },
  'method that is none': {
    fits: s => /^(api|initApi)$/.test(s.key) && text(s) && /^(get|post):\//.test(s.node[s.key]) && isComponent(s.node),
    apply: s => set(s, s.node[s.key].replace(/^\w+/, 'psot')),
  },
  'validation called as a property': {
    fits: s => s.key === 'name' && /^(input-text|textarea|input-password)$/.test(s.node.type) && !s.node.validations,
    apply: s => `${beside(s, 'validations', { required: true })}.required`,
  },
  'pattern that cannot be read': {
    fits: s => s.key === 'name' && /^(input-text|textarea|input-password)$/.test(s.node.type) && !s.node.validations,
    apply: s => `${beside(s, 'validations', { matchRegexp: '/(ab/' })}.matchRegexp`,
  },
  'value as Vue writes it': { fits: s => s.key === 'tpl' && text(s), apply: s => set(s, 'Hello {{name}}') },
  'icon that is not there': { fits: s => s.key === 'type' && /^(button|submit)$/.test(s.node.type), apply: s => beside(s, 'icon', 'fa fa-pluss') },
  'load that deletes': {
    fits: s => s.key === 'initApi' && text(s) && /^(get:)?\//.test(s.node.initApi),
    apply: s => set(s, `delete:${s.node.initApi.replace(/^\w+:/, '')}`),
  },
  'text in a message without translation': {
    console: true,
    fits: s => s.key === 'type' && isForm(s.node) && !s.node.messages,
    apply: s => `${beside(s, 'messages', { saveSuccess: 'i18n:Nobody said this in Chinese' })}.saveSuccess`,
  },
  'message nobody says': {
    fits: s => s.key === 'type' && isForm(s.node) && !s.node.messages,
    apply: s => `${beside(s, 'messages', { saveSucces: 'x' })}.saveSucces`,
  },
  'event nobody tells of': {
    fits: s => s.key === 'type' && /^(button|form|input-text|select)$/.test(s.node.type) && !s.node.onEvent,
    apply: s => `${beside(s, 'onEvent', { chagne: { actions: [] } })}.chagne`,
  },
  'option without its word': {
    fits: s => s.key === 'options' && Array.isArray(s.node.options) && s.node.options[0]?.label !== undefined && !s.node.labelField && isComponent(s.node),
    apply: s => {
      s.node.options[0].lable = s.node.options[0].label
      delete s.node.options[0].label
      return `${s.path}[0].lable`
    },
  },
  'reads the browser’s storage': { fits: s => s.key === 'tpl' && text(s), apply: s => set(s, '${ls:token}') },
  'text without translation': {
    console: true,
    fits: s => /^(label|title|placeholder)$/.test(s.key) && text(s) && s.node[s.key].startsWith('i18n:'),
    apply: s => set(s, 'i18n:Nobody said this in Chinese'),
  },
}

/** FNV-1a: a number for a text, the same everywhere. */
const numberOf = (text: string) => [...text].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193) >>> 0, 0x811c9dc5)

/**
 * `count` faults, the kinds in turn, over the screens given. Each kind has its own order of the screens, and each screen its own places, made from their
 * names alone: an edit of one screen changes the faults in that one, and a new screen takes the turn of few others.
 */
export function makeFaults(
  screens: { id: string; profile: 'console' | 'app'; screen: unknown }[],
  count: number,
  seed = 1,
): (Fault & { id: string; profile: 'console' | 'app' })[] {
  const kinds = Object.entries(makers).map(([kind, maker]) => {
    const nextOf = (id: string) => seeded(numberOf(`${seed} ${kind} ${id}`))
    const order = screens
      .filter(one => !maker.console || one.profile === 'console')
      .map(one => ({ ...one, turn: nextOf(one.id)() }))
      .sort((a, b) => a.turn - b.turn)
    return { kind, maker, nextOf, order }
  })
  const faults: (Fault & { id: string; profile: 'console' | 'app' })[] = []
  while (faults.length < count && kinds.some(({ order }) => order.length))
    for (const { kind, maker, nextOf, order } of kinds)
      while (order.length && faults.length < count) {
        const { id, profile, screen } = order.shift() as (typeof order)[number]
        const copy: unknown = structuredClone(screen)
        const fitting = spots(copy).filter(maker.fits)
        if (!fitting.length) continue
        const next = nextOf(id)
        next()
        const path = maker.apply(fitting[Math.floor(next() * fitting.length)] as Spot, next)
        faults.push({ kind, id, profile, screen: copy, path })
        break
      }
  return faults
}
