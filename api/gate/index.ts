// The gate: one question about a screen, asked by tests, by saving, by publishing, by editors and by people at the command line.
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../contract-schema.ts'
import { table } from '../generated/gate-table.ts'
import type { Locale } from '../messages.ts'
import type { HostLists } from '../outside-hosts.ts'
import type { Route } from '../routes.ts'
import { checkCalls } from './calls.ts'
import { type Finding, type Found, tell } from './findings.ts'
import { checkModels, type ModelTable } from './models.ts'
import { checkResources, type ResourceTable } from './resources.ts'
import { checkRules } from './rules.ts'
import { drawnNames } from './safety.ts'
import { checkScopes } from './scopes.ts'
import { fieldsOf } from './shapes.ts'
import { checkSilent } from './silent.ts'
import { createStructure } from './structure.ts'
import { startProposals } from './suggest.ts'
import type { ObjectShape, Shape } from './table.ts'

export type { Finding, Severity } from './findings.ts'
export type { ModelTable } from './models.ts'
export type { ResourceTable } from './resources.ts'

export interface GateOptions {
  /** `console`: a screen of Tessera itself, held against its calls. `app`: a page that somebody built, free to call what it likes. */
  profile: 'console' | 'app'
  calls?: readonly Call[]
  /** English texts that have a translation. */
  words?: ReadonlySet<string>
  /** What the app of a page has to show rows of; left out, what the page names of it is not looked into. */
  models?: ModelTable
  /** Its queries and APIs, likewise. */
  resources?: ResourceTable
  /** Names in the screen's own addresses, such as `pageId`. */
  params?: readonly string[]
  /** The console's addresses; left out, links are not followed. */
  routes?: readonly Route[]
  /** Names of feature flags that this installation has beside those of the contract. */
  features?: ReadonlySet<string>
  /** The installation lets screens run their own JavaScript. */
  scripts?: boolean
  /** What the organisation of a page lets it show of other hosts; `off` where the installation forbids that. */
  hosts?: HostLists | 'off'
  /** Scripts that are loaded for shares bring components of their own, whose names nobody knows here. */
  components?: boolean
  /** Language of the messages. */
  locale?: Locale
}

/** What the shell hands to every console screen, whatever its address. */
const CONSOLE = ['user', 'companies', 'config', 'company', 'app', 'locale', 'params', 'query', 'search', 'hash', 'origin']
const PARAMS = ['companyKey', 'appUrlKey', 'pageId']

/** The shell shows these in the place of any other screen, at its address. */
const SHOWN_ANYWHERE = new Set(['general.forbidden', 'general.not-found'])

/** Names in the addresses that lead to a screen; all that there are for one that no address leads to. */
export function paramsOf(routes: readonly { path: string; screen: string }[], screenId: string): string[] {
  const mine = SHOWN_ANYWHERE.has(screenId) ? [] : routes.filter(route => route.screen === screenId)
  return [...new Set((mine.length ? mine : routes).flatMap(route => [...route.path.matchAll(/:(\w+)/g)].map(found => found[1] as string)))]
}

type Context = Record<string, AnySchemaObject | true>
const contexts = new WeakMap<readonly Call[], Map<string, Context>>()
/** The schemas behind the console's context: what calls answer is what screens may read. */
function consoleContext(calls: readonly Call[], params: readonly string[]): Context {
  const known = contexts.get(calls) ?? new Map<string, Context>()
  contexts.set(calls, known)
  const made = known.get(params.join()) ?? makeContext(calls, params)
  known.set(params.join(), made)
  return made
}

function makeContext(calls: readonly Call[], params: readonly string[]): Context {
  const answer = (id: string) => calls.find(call => call.id === id)?.schemas.response
  const session = fieldsOf(answer('general.session'))
  const company = fieldsOf(session?.companies?.items as AnySchemaObject | undefined)
  return {
    ...Object.fromEntries([...CONSOLE, ...params].map(name => [name, true as const])),
    ...(session?.user && { user: session.user }),
    ...(session?.companies && { companies: session.companies }),
    ...(company && { company: { type: 'object', properties: company, additionalProperties: false } }),
    config: answer('general.getConfig') ?? true,
    app: answer('app.get') ?? true,
  }
}
const named = (...names: string[]) => ({ type: 'object', additionalProperties: false, properties: Object.fromEntries(names.map(name => [name, {}])) })
/** The system variables, as `runtime.site` tells them, and the parts of the browser's address. */
const APP: Context = {
  user: named('id', 'uid', 'name', 'nickName', 'email', 'phone', 'avatar', 'department', 'departments'),
  app: named('id', 'key', 'name', 'logo', 'tag', 'env', 'dataColor', 'entries', 'perms'),
  company: named('id', 'key', 'name', 'logo'),
  location: named('href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'),
  dataApi: true,
  perms: true,
  locale: true,
  params: true,
  query: true,
}

/** A gate that knows renderers of ours beside amis' own: type → properties (api/generated/renderers.ts). */
export function createGate(renderers: Record<string, Record<string, Shape>> = {}) {
  const own = Object.fromEntries(Object.entries(renderers).map(([type, properties]) => [type, ['o', properties, 0] as ObjectShape]))
  const structure = createStructure(table, own)

  return function gate(screen: unknown, options: GateOptions): Finding[] {
    const {
      profile,
      calls = [],
      words,
      scripts = false,
      components = false,
      locale = 'en-US',
      params = PARAMS,
      features,
      routes,
      hosts,
      models,
      resources,
    } = options
    startProposals()
    const drawn = drawnNames(screen)
    const found = [
      components ? structure(screen).map(perhapsFromScript) : structure(screen),
      checkRules(screen, { profile, table, drawn, scripts, ...(words && { words }) }),
      checkSilent(screen, { profile, table, drawn, hosts }),
    ]
    if (models) found.push(checkModels(screen, models))
    if (resources) found.push(checkResources(screen, resources))
    if (profile === 'app') found.push(checkScopes(screen, { calls: [], context: APP, guess: true }))
    else if (calls.length) {
      const context = consoleContext(calls, params)
      found.push(checkCalls(screen, { calls, provided: Object.keys(context), ...(routes && { routes }) }))
      found.push(checkScopes(screen, { calls, context, guess: false, ...(features && { features }) }))
    }
    return once(found.flat()).map(one => tell(one, locale))
  }
}
/** An unknown component that is no slip of the pen may come from a script. */
const perhapsFromScript = (one: Found): Found =>
  one.code !== 'type.unknown' || one.meant?.() !== undefined
    ? one
    : {
        ...one,
        path: one.path,
        severity: 'hint',
        code: 'type.script',
        english: '"{name}" is no component of Tessera. Where one of your scripts for shares brings it, shares of pages with custom components draw it',
      }

/** A page of two megabytes of mistakes is not answered with as many sentences. */
const MOST_TOLD = 1000

export type Gate = ReturnType<typeof createGate>

const isCertain = ({ code }: Found) => code === 'call.place' || code === 'row.unknown'

/** One place is told one thing of a kind; an error at a place says more than a guess about the same name. Of very many the first are told. */
function once(found: readonly Found[]): Found[] {
  const certain = new Set(found.filter(isCertain).map(one => `${one.path}\n${one.values?.name}`))
  const seen = new Set<string>()
  const told: Found[] = []
  for (const one of found) {
    const key = `${one.path}\n${one.code}\n${one.values?.name ?? ''}`
    if (seen.has(key)) continue
    seen.add(key)
    if (one.code === 'variable.unknown' && certain.has(`${one.path}\n${one.values?.name}`)) continue
    told.push(one)
    if (told.length >= MOST_TOLD) break
  }
  return told
}

export const hasErrors = (findings: readonly Finding[]) => findings.some(one => one.severity === 'error')
