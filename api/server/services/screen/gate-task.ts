// What the gate does with one screen, as a task: the table of amis is loaded where it is done (about 150 ms), once, and kept.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, ModelTable, ResourceTable } from '../../../gate/index.ts'
import type { Reach } from '../../../gate/reach.ts'
import { contracts } from '../../../generated/contract.ts'
import rendererWords from '../../../generated/renderer-words.zh-CN.json' with { type: 'json' }
import type { Locale } from '../../../messages.ts'
import type { HostLists } from '../../../outside-hosts.ts'
import { textsOf, translate } from '../../../screen-texts.ts'
import type { Route } from './shipped.ts'
import { task } from '../foundation/workers.ts'

type Json = Record<string, unknown>
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Json

/** Texts that have a translation where a screen of an area is shown: those of the area and of the shell, from the dictionaries beside the shipped screens. */
async function translated(folder: string): Promise<(area: string) => ReadonlySet<string>> {
  const areas = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isDirectory()).map(entry => entry.name)
  const found = new Map(await Promise.all(areas.map(async area => [area, await json(join(folder, area, 'zh-CN.json')).catch(() => ({}))] as const)))
  const shell = [...Object.keys(rendererWords), ...Object.keys(found.get('shell') ?? {})]
  const sets = new Map([...found].map(([area, words]) => [area, new Set([...shell, ...Object.keys(words)])]))
  return area => sets.get(area) ?? new Set(shell)
}

async function make() {
  const [{ createGate, paramsOf }, { checkReach }, { tell }, { renderers }] = await Promise.all([
    import('../../../gate/index.ts'),
    import('../../../gate/reach.ts'),
    import('../../../gate/findings.ts'),
    import('../../../generated/renderers.ts'),
  ])
  return { gate: createGate(renderers), paramsOf, checkReach, tell }
}
let made: ReturnType<typeof make> | undefined
const ready = () =>
  (made ??= make().catch(error => {
    made = undefined
    throw error
  }))
const dictionaries = new Map<string, ReturnType<typeof translated>>()
function wordsIn(folder: string) {
  const known = dictionaries.get(folder) ?? translated(folder)
  dictionaries.set(folder, known)
  // What could not be read is read anew the next time.
  known.catch(() => dictionaries.delete(folder))
  return known
}

export interface GateQuestion {
  /** JSON: a text is handed to a thread as it is, an object would be copied part by part. */
  schema: string
  locale: Locale
  scripts: boolean
  /** What a page may show of other hosts. */
  hosts?: HostLists | 'off'
  /** What the app of a page has to show rows of. */
  models?: ModelTable
  resources?: ResourceTable
  /** Scripts for shares bring components of their own. */
  components?: boolean
  /** Set for a screen of the console; left out for a page of an app. */
  screen?: {
    id: string
    schemasDir: string
    routes: readonly Route[]
    features: ReadonlySet<string>
    below?: Json
    reach?: Reach
  }
}

const first: Record<Finding['severity'], number> = { error: 0, warning: 1, hint: 2 }

/** What is wrong with a screen or page, errors first. */
export const checkSchema = task({
  name: 'gate.check',
  lane: 'quick',
  from: 20_000,
  async run({ schema: text, locale, scripts, hosts, models, resources, components, screen }: GateQuestion): Promise<Finding[]> {
    const { gate, paramsOf, checkReach, tell } = await ready()
    const schema: unknown = JSON.parse(text)
    if (!screen)
      return sorted(
        gate(schema, { profile: 'app', locale, scripts, hosts, ...(models && { models }), ...(resources && { resources }), ...(components && { components }) }),
      )
    const { id, schemasDir, routes, features, below, reach } = screen
    const { texts, ...drawn } = schema && typeof schema === 'object' ? (schema as Json) : {}
    const own = texts === undefined ? [] : ['en-US', 'zh-CN'].map(language => textsOf({ texts }, language))
    const shipped = (await wordsIn(schemasDir))(id.split('.')[0] as string)
    const words = own.length ? new Set([...shipped, ...own.flatMap(Object.keys)]) : shipped
    const look = (what: unknown) => {
      const found = gate(what, { profile: 'console', calls: contracts, words, params: paramsOf(routes, id), routes, features, locale, scripts })
      return reach ? [...found, ...checkReach(what, below, { calls: contracts, reach }).map(one => tell(one, locale))] : found
    }
    if (!own.length) return sorted(look(schema))
    // Words that a screen brings are held to what the texts are held to that they stand for, where they stand.
    const found = look(drawn)
    const seen = new Set(found.map(nameOf))
    for (const more of own)
      for (const one of look(translate(drawn, more))) {
        if (one.severity !== 'error' || seen.has(nameOf(one))) continue
        seen.add(nameOf(one))
        found.push(one)
      }
    return sorted(found)
  },
})

const nameOf = ({ code, path }: Finding) => `${code} ${path}`
const sorted = (findings: Finding[]) => findings.sort((a, b) => first[a.severity] - first[b.severity])
