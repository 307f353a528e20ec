// The gate as the server asks it: for drafts and publishing of console screens, for pages of apps, and for whoever edits either.
// Large ones are looked at in a thread (gate-task.ts).
import type { Finding, ModelTable, ResourceTable } from '../../../gate/index.ts'
import type { Locale } from '../../../messages.ts'
import { ROW_PARTS } from '../../../models/address.ts'
import { QUERY_PARTS } from '../../../models/resource-address.ts'
import { NO_HOSTS, type HostLists } from '../../../outside-hosts.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { jsonOf } from '../foundation/contents.ts'
import { checkSchema } from './gate-task.ts'
import { createSiteGate, type Around } from './live/site.ts'
import { isSite, type createShippedScreens } from './shipped.ts'

/** No answer tells more than this; a screen with so many mistakes has another one before. */
export const MOST_FINDINGS = 200

/** Cheaper than asking for the models of an app whose page names none. */
const NAMES_MODELS = new RegExp(['model:', 'dataApi', ...ROW_PARTS].join('|'))

const NAMES_RESOURCES = new RegExp(['query:', 'api:', 'component:', 'tessera-component', ...QUERY_PARTS].join('|'))

/** Whose page it is, where that is known. */
export interface PageOf {
  companyId?: string
  /** What its app has to show rows of; asked where the page may name some of it. */
  models?: () => Promise<ModelTable>
  /** Its queries and APIs, likewise. */
  resources?: () => Promise<ResourceTable>
  /** Whether scripts for shares bring components that nobody knows here. */
  components?: () => Promise<boolean>
}
interface ToSave extends PageOf {
  /** The page as it is saved. */
  saved?: () => Promise<unknown>
}

export function createGateService(
  { config, workers }: Pick<Core, 'config' | 'workers'>,
  shipped: Pick<ReturnType<typeof createShippedScreens>, 'routes' | 'site' | 'ids'>,
  hostsOf: (companyId: string) => Promise<HostLists>,
) {
  const site = createSiteGate(shipped)
  const features = new Set(Object.keys(config.features))
  const first: Record<Finding['severity'], number> = { error: 0, warning: 1, hint: 2 }
  const sorted = (findings: Finding[]) => findings.sort((a, b) => first[a.severity] - first[b.severity])

  /** What is wrong with a page of an app, errors first. */
  async function page(schema: unknown, locale: Locale, of: PageOf = {}): Promise<Finding[]> {
    const text = jsonOf(schema)
    const hosts = !config.outsideHosts ? 'off' : of.companyId ? await hostsOf(of.companyId) : NO_HOSTS
    const models = NAMES_MODELS.test(text) ? await of.models?.() : undefined
    const resources = NAMES_RESOURCES.test(text) ? await of.resources?.() : undefined
    const components = await of.components?.()
    return workers.do(
      checkSchema,
      { schema: text, locale, scripts: config.screenScripts, hosts, ...(models && { models }), ...(resources && { resources }), components },
      text.length,
    )
  }

  return {
    /** What is wrong with a console screen, or with the table of addresses or the menus; errors first. */
    async screen(screenId: string, schema: unknown, locale: Locale, around: Around = {}): Promise<Finding[]> {
      if (isSite(screenId)) return sorted(await site.check(screenId, schema, around, locale))
      const text = jsonOf(schema)
      const screen = { id: screenId, schemasDir: config.schemasDir, routes: await shipped.routes(), features, below: around.below, reach: around.reach }
      return workers.do(checkSchema, { schema: text, locale, scripts: config.screenScripts, screen }, text.length)
    },
    page,

    /** What keeps a page of somebody else out: script, and what cannot be drawn at all. */
    refusedIn: async (schema: unknown, locale: Locale): Promise<Finding[]> => (await page(schema, locale)).filter(stopsPage),

    /**
     * What is wrong with a page that is about to be saved. Refuses script, and a page that cannot be drawn at all; everything else is told and
     * saved, because work in progress is better kept than lost. What the saved page has already, an imported one for instance, may stay.
     */
    async pageToSave(schema: unknown, locale: Locale, { saved, ...of }: ToSave = {}): Promise<Finding[]> {
      const findings = await page(schema, locale, of)
      const refused = findings.filter(stopsPage)
      if (!refused.length) return findings.slice(0, MOST_FINDINGS)
      const before = new Map<string, number>()
      const kept = saved && (await saved())
      for (const one of kept ? (await page(kept, locale, of)).filter(stopsPage) : []) {
        const same = sameAs(one, kept)
        before.set(same, (before.get(same) ?? 0) + 1)
      }
      const fresh = refused.filter(one => {
        const same = sameAs(one, schema)
        const left = before.get(same) ?? 0
        before.set(same, left - 1)
        return left < 1
      })
      refuseFor(fresh, findings, 'page.refused', 'The page cannot be saved. {problem} ({where})')
      return findings.slice(0, MOST_FINDINGS)
    },
  }
}
export type GateService = ReturnType<typeof createGateService>

/** Script, or a page that is no component at all. */
const stopsPage = ({ severity, code, path }: Finding) =>
  severity === 'error' && (code.startsWith('safety.') || (code.startsWith('type.') && (path === '' || path === 'type')))

/** What a path of a finding leads to. */
function valueAt(schema: unknown, path: string): unknown {
  let at = schema
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) at = (at as Record<string, unknown> | undefined)?.[key ?? (index as string)]
  return at
}
/** Two findings are the same with the same text in them: script that came with an import may stay, another one in its place may not. */
const sameAs = ({ code, message, path }: Finding, schema: unknown) => JSON.stringify([code, message, valueAt(schema, path) ?? path])

export const isError = (finding: Finding) => finding.severity === 'error'

/** Refuses a screen or page for the errors among the findings; the answer carries all of them. */
export function refuseFor(errors: Finding[], all: Finding[], code: string, english: string) {
  const [first] = errors
  if (!first) return
  throw new ApiError(code, english, 422, {
    fields: { schema: '{where}: {problem}' },
    values: { count: errors.length, where: first.path || 'page', problem: first.message },
    data: { findings: all.slice(0, MOST_FINDINGS) },
  })
}
