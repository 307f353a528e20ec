// What amis takes without a word and then does not do: actions without an aim, fields that overwrite each other, texts in another system's spelling.
import { type Found, FoundAt, type Place, type Severity, type Values } from './findings.ts'
import { isAddressKey, readAddress } from './addresses.ts'
import { isIn } from './kept.ts'
import { shownOf, type Shown } from './media.ts'
import { regionIn, type Region } from './safety.ts'
import { isAmong, NO_HOSTS, type HostLists } from '../outside-hosts.ts'
import { distance, nearest } from './suggest.ts'
import { actionsOf, setOf, type GateTable, type ObjectShape } from './table.ts'

type Json = Record<string, unknown>

const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)
const has = (own: Json, ...keys: string[]) => keys.some(key => own[key] !== undefined && own[key] !== '' && own[key] !== null)

/** What an action needs in order to do something: one of these, on itself or in its args. */
const NEEDS: Record<string, readonly string[]> = {
  ajax: ['api'],
  download: ['api'],
  saveAs: ['api'],
  dialog: ['dialog'],
  drawer: ['drawer'],
  link: ['link', 'url', 'to'],
  url: ['url', 'link', 'to'],
}
/** What a button may hold that only its actionType sets going. */
const AIMS: readonly [key: string, action: string][] = [
  ['dialog', 'dialog'],
  ['drawer', 'drawer'],
  ['api', 'ajax'],
  ['link', 'link'],
]
const isButton = isIn(/^(button|action)$/)
const isField = isIn(
  /^(input-(?!sub-form|table|array|kvs?$|group)|select$|multi-select$|textarea$|tree-select$|nested-select$|chained-select$|radios$|checkbox(es)?$|switch$|picker$|location-picker$|transfer)/,
)
const hasOptions = isIn(/^(select|multi-select|radios|checkboxes|button-group-select|list-select|tree-select|nested-select|input-tree|chained-select)$/)
/** Where the fields of a form stand; what else is in it has data of its own. */
const LAYOUT = ['body', 'controls', 'columns', 'tabs']
const hasOwnData = isIn(
  /^(form|crud2?|table2?|service|combo|input-table|input-array|input-sub-form|dialog|drawer|wizard|cards|list|each|picker|switch-container|condition-builder)$/,
)
const SHOWN_SOMETIMES = ['visibleOn', 'hiddenOn', 'visible', 'hidden', 'disabledOn', 'disabled', 'staticOn', 'static']
function isShownSometimes(own: Json): boolean {
  for (const key of SHOWN_SOMETIMES) if (own[key] !== undefined) return true
  return false
}
/** Places of Vue, of a shell and of Ruby; amis shows them as they are. */
const FOREIGN: readonly [sign: string, pattern: RegExp][] = [
  ['{{', /(?<![${])\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/],
  ['$(', /\$\(\s*([A-Za-z_][\w.]*)\s*\)/],
  ['#{', /#\{\s*([A-Za-z_][\w.]*)\s*\}/],
]
const isShownText = isIn(
  /^(label|title|subTitle|tpl|description|desc|body|content|msg|placeholder|url|api|initApi|link|href|src|tooltip|confirmText|html|remark|hint|text)$/,
)
/** Shows what it is given to the letter. */
const isVerbatim = isIn(/(^code$|editor$|^json$|^markdown$|^log$)/)
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'raw', 'schema']
/** The beginnings of addresses that are no methods. */
const SCHEMES = new Set([...METHODS, 'http', 'https', 'ws', 'wss', 'jsonp', 'js', 'data', 'blob', 'file', 'api', 'javascript', 'vbscript'])
const NOT_SHOWN: Record<Shown['kind'], string> = {
  pictures: 'Pictures of {host} are not shown until an administrator of the organisation allows them under Outside hosts',
  media: 'Video and sound of {host} are not played until an administrator of the organisation allows them under Outside hosts',
  frames: 'Frames of {host} are not shown until an administrator of the organisation allows them under Outside hosts',
  documents: 'Documents of {host} cannot be loaded here; upload them, or show them in a frame',
}
const LOADS = /^(initApi|schemaApi|initAsyncApi)$/
const isIcon = isIn(/^(icon|leftIcon|rightIcon|itemIcon|expandIcon)$/)
const AWESOME = /(?:^|\s)(fa[srlbd]?|fa-(?:solid|regular|brands))\s/
/** Classes that turn, size or colour an icon. */
const ICON_LOOKS =
  /^fa-(\d+x|xs|sm|lg|2xs|xl|2xl|fw|ul|li|spin|pulse|border|inverse|stack.*|rotate-.*|flip-.*|pull-.*|beat|bounce|fade|shake|solid|regular|brands)$/

/** An expression that may give nothing; amis sends an empty text then, unless it asks for a default. */
const GIVES_NOTHING = /(?:\|\||\?\?|[?:])\s*(?:undefined|null)\s*(?:\}$|:)/

/** Names of the parts that are there together. */
type Surface = Set<string>
const isOpened = isIn(/^(dialog|drawer|feedback|popOver|quickEdit|placeholder)$/)

export interface SilentOptions {
  profile: 'console' | 'app'
  table: GateTable
  /** Names under which data is a schema that some part of the screen draws. */
  drawn: ReadonlySet<string>
  /** What the organisation of a page lets it show of other hosts; `off` where the installation forbids that. */
  hosts?: HostLists | 'off'
}

export function checkSilent(screen: unknown, { profile, table, drawn, hosts = NO_HOSTS }: SilentOptions): Found[] {
  const findings: Found[] = []
  const report = (place: Place | undefined, severity: Severity, code: string, english: string, values?: Values, meant?: Found['meant']) =>
    void findings.push(new FoundAt(place, severity, code, english, values, meant))
  const at = (place: Place | undefined, ...keys: (string | number)[]): Place | undefined => keys.reduce<Place | undefined>((up, key) => ({ up, key }), place)
  const strict = profile === 'console'
  const actions = actionsOf(table)
  const called = new Set<string>()
  const twice: { place: Place; id: string }[] = []

  /** True where amis draws what stands in the body of this kind. */
  const hasBody = (type: string): boolean => {
    let shape: ObjectShape | string | undefined = Object.hasOwn(table.types, type) ? table.types[type] : undefined
    while (typeof shape === 'string') shape = table.types[shape.slice('#type:'.length)]
    return shape !== undefined && 'body' in shape[1]
  }

  function checkAction(own: Json, type: string, place: Place | undefined) {
    const action = own.actionType
    const args = object(own.args) ?? {}
    if (typeof action === 'string' && action && !action.includes('$')) {
      const elsewhere = has(own, 'componentId', 'componentName', 'target')
      // Of no component of amis either; one of another package may know it, so only a slip is surely wrong.
      if (elsewhere && !actions.has(action)) {
        const meant = nearest(action, actions)
        const isSlip = meant !== undefined && distance(action, meant) <= Math.max(1, Math.floor(action.length / 3))
        report(
          at(place, 'actionType'),
          isSlip ? 'error' : 'warning',
          'action.unknown',
          'There is no action "{name}"',
          { name: action.slice(0, 60) },
          () => meant,
        )
      }
      const needs = Object.hasOwn(NEEDS, action) ? NEEDS[action] : undefined
      if (needs && !elsewhere && !has(own, ...needs, '$ref') && !has(args, ...needs) && !(action === 'dialog' && has(own, 'drawer')))
        report(at(place, 'actionType'), own.onEvent ? 'warning' : 'error', 'action.lacking', 'Does nothing without "{name}"', { name: needs[0] as string })
    } else if (isButton(type) && !own.onEvent && !own.onClick && !own.href && !has(own, 'url'))
      for (const [key, wanted] of AIMS)
        if (own[key]) report(at(place, key), 'error', 'action.missing', 'Nothing sets this going: the button needs actionType "{name}"', { name: wanted })
    for (const key of ['componentId', 'componentName', 'target', 'reload'])
      if (typeof own[key] === 'string') for (const name of own[key].split(',')) called.add((name.split('?')[0] as string).trim())
  }

  function checkValidations(own: Json, place: Place | undefined) {
    const rules = object(own.validations)
    for (const [name, value] of Object.entries(rules ?? {})) {
      // amis leaves out what is switched off.
      if (name.startsWith('$') || name.startsWith('_') || value === false || value === null || value === '' || value === undefined) continue
      const here = at(place, 'validations', name)
      const validations = setOf(table.validations)
      if (!validations.has(name)) {
        const habit = name === 'required' ? 'isRequired' : name === 'isPhone' || name === 'isMobile' ? 'isPhoneNumber' : undefined
        // amis stops at a rule that it does not know: the form is never sent, and nothing is said.
        if (strict || !name.startsWith('custom'))
          report(here, 'error', 'validation.unknown', 'There is no validation "{name}"', { name }, () => habit ?? nearest(name, validations))
      } else if (/^matchRegexp\d?$/.test(name) && typeof value === 'string' && !value.includes('${')) {
        const [, pattern = value, flags = ''] = /^(?:matchRegexp:)?\/(.+)\/([gimuy]*)$/.exec(value) ?? []
        try {
          // Only whether it can be read; nothing is matched with it.
          RegExp(pattern, flags)
        } catch {
          report(here, 'error', 'validation.pattern', 'Cannot be read as a pattern')
        }
      }
    }
  }

  function checkIcon(key: string, value: string, up: Place | undefined) {
    if (!isIcon(key) || value.includes('$') || value.includes('<')) return
    const isOld = AWESOME.test(`${value} `)
    if (!isOld && !/^iconfont\s/.test(value)) return
    const icons = setOf(table.icons)
    for (const name of value.split(/\s+/)) {
      const bare = isOld ? (name.startsWith('fa-') && !ICON_LOOKS.test(name) ? name.slice(3) : undefined) : name.startsWith('icon-') ? name.slice(5) : undefined
      if (bare && !icons.has(bare))
        report({ up, key }, 'warning', 'icon.unknown', 'There is no icon "{name}"', { name: name.slice(0, 60) }, () => nearest(bare, icons))
    }
  }

  /** What a page shows of other hosts the policy keeps out, but for those that the organisation allows. */
  function checkMedia(key: string, value: string, own: Json, up: Place | undefined) {
    if (strict) return
    const shown = shownOf(key, value, own)
    if (!shown) return
    const { host, kind } = shown
    if (kind !== 'documents' && hosts !== 'off' && isAmong(host, hosts[kind])) return
    const english = hosts === 'off' && kind !== 'documents' ? 'Nothing of {host} is shown: this installation allows no other hosts' : NOT_SHOWN[kind]
    report({ up, key }, 'warning', 'media.foreign', english, { host: host.slice(0, 80) })
  }

  /** Fields whose values one form or row keeps, wherever they stand in it. */
  function fieldsOf(node: unknown, place: Place | undefined, found: { own: Json; place: Place | undefined; sometimes: boolean }[], sometimes: boolean): void {
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) fieldsOf(node[index], { up: place, key: index }, found, sometimes)
      return
    }
    const own = object(node)
    if (!own) return
    const type = typeof own.type === 'string' ? own.type : ''
    const mine = sometimes || isShownSometimes(own)
    if (isField(type)) found.push({ own, place, sometimes: mine })
    if (!hasOwnData(type)) for (const key of LAYOUT) if (own[key] && typeof own[key] === 'object') fieldsOf(own[key], { up: place, key }, found, mine)
  }

  function checkForm(own: Json, place: Place | undefined) {
    const found: Parameters<typeof fieldsOf>[2] = []
    for (const key of ['body', 'controls']) if (own[key]) fieldsOf(own[key], at(place, key), found, false)
    const names = new Map<string, boolean>()
    for (const { own: field, place: where, sometimes } of found) {
      const { name } = field
      if (name === undefined || name === '') {
        if (!field.$ref && !field.onEvent && !field.id) report(where, strict ? 'error' : 'warning', 'field.nameless', 'A field without a name is never sent')
      } else if (typeof name === 'string') {
        if (names.get(name) === false && !sometimes)
          report(at(where, 'name'), 'warning', 'field.twice', 'Another field of the form is called "{name}"; each overwrites the other', { name })
        names.set(name, sometimes || (names.get(name) ?? false))
      }
    }
  }

  /** `up`: the part that the text is of; the place of the text itself is written down where something is told. */
  function checkText(key: string, value: string, own: Json, up: Place | undefined, region: Region) {
    if (isShownText(key))
      for (const [sign, pattern] of FOREIGN) {
        const name = value.includes(sign) ? pattern.exec(value) : null
        if (name && !isVerbatim(String(own.type)))
          report({ up, key }, 'warning', 'expression.foreign', 'Shown as it is: "{text}"; a value is written ${{name}}', {
            text: name[0].slice(0, 60),
            name: name[1] as string,
          })
      }
    if (region === 'parts' || region === 'options') checkMedia(key, value, own, up)
    if (region !== 'parts') return
    checkIcon(key, value, up)
    if (isAddressKey(key) || (key === 'url' && isAddressKey(String(up?.key)))) {
      const method = /^([A-Za-z]{2,10}):(?=\/|https?:|\$)/.exec(value)?.[1]
      if (method && !SCHEMES.has(method.toLowerCase()))
        report({ up, key }, 'error', 'call.word', 'There is no method "{name}"', { name: method }, () => nearest(method.toLowerCase(), METHODS))
      if (LOADS.test(key) && /^(delete|put|patch):/i.test(value))
        report({ up, key }, strict ? 'error' : 'warning', 'call.loads', 'Is asked each time the screen opens; {method} changes things', {
          method: (value.split(':')[0] as string).toUpperCase(),
        })
    }
  }

  /** What is sent in the body of a request: a value that was meant to be left out arrives as an empty one. */
  function checkSent(own: Json, place: Place | undefined, type: string) {
    for (const key in own) {
      const api = isAddressKey(key) ? object(own[key]) : undefined
      const data = object(api?.data)
      if (!data || readAddress(key, api, type)?.method === 'GET') continue
      for (const name in data) checkLeftOut(data[name], at(place, key, 'data', name))
    }
  }

  function checkLeftOut(value: unknown, place: Place | undefined): void {
    if (value && typeof value === 'object') {
      for (const [key, inside] of Object.entries(value)) checkLeftOut(inside, at(place, Array.isArray(value) ? Number(key) : key))
      return
    }
    if (typeof value !== 'string' || !value.startsWith('${') || !GIVES_NOTHING.test(value) || /default|now/.test(value)) return
    report(place, 'warning', 'field.empty', 'Sends an empty text where nothing is meant; what is left out is written {written}', { written: "'__undefined'" })
  }

  function component(own: Json, place: Place | undefined, surface: Surface) {
    const type = typeof own.type === 'string' ? own.type : ''
    if (own.actionType || isButton(type)) checkAction(own, type, place)
    if (own.validations) checkValidations(own, place)
    checkSent(own, place, type)
    if (type === 'form') checkForm(own, place)
    if (own.initApi || own.schemaApi || own.initAsyncApi)
      for (const key of LOADS_KEYS) {
        const method = object(own[key])?.method
        if (typeof method === 'string' && /^(delete|put|patch)$/i.test(method))
          report(at(place, key, 'method'), strict ? 'error' : 'warning', 'call.loads', 'Is asked each time the screen opens; {method} changes things', {
            method: method.toUpperCase(),
          })
      }
    if (type && own.children && typeof own.children === 'object' && own.body === undefined && hasBody(type))
      if (object(own.children)?.type || (Array.isArray(own.children) && own.children.some(one => typeof object(one)?.type === 'string')))
        report(at(place, 'children'), 'error', 'property.unknown', '"{owner}" has no property "{name}"', { owner: type, name: 'children' }, () => 'body')
    if (hasOptions(type) && own.options === undefined && !own.source && Array.isArray(own.items))
      report(at(place, 'items'), 'error', 'property.unknown', '"{owner}" has no property "{name}"', { owner: type, name: 'items' }, () => 'options')
    if (typeof own.id === 'string' && own.id && type && !own.id.includes('$')) {
      if (surface.has(own.id)) twice.push({ place: at(place, 'id') as Place, id: own.id })
      else surface.add(own.id)
    }
  }

  /** `surface`: what is open at one time; the same dialog may be written down for two buttons. */
  function walk(node: unknown, place: Place | undefined, region: Region, surface: Surface): void {
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++)
        if (node[index] && typeof node[index] === 'object') walk(node[index], { up: place, key: index }, region, surface)
      return
    }
    const own = object(node)
    if (!own || region === 'data' || region === 'chart') return
    if (region === 'parts') component(own, place, surface)
    for (const key in own) {
      const value = own[key]
      if (typeof value === 'string') {
        if (value) checkText(key, value, own, place, region)
      } else if (value && typeof value === 'object')
        walk(value, { up: place, key }, regionIn(region, key, own, value, drawn), isOpened(key) ? new Set() : surface)
    }
  }
  walk(screen, undefined, 'parts', new Set())
  for (const { place, id } of twice)
    report(place, called.has(id) ? 'warning' : 'hint', 'reference.twice', 'Another part is called "{name}"; what is meant for it finds one of the two', {
      name: id.slice(0, 60),
    })
  return findings
}
const LOADS_KEYS = ['initApi', 'schemaApi', 'initAsyncApi']
