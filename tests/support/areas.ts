// The tests made from the contracts, in parts of about the same length: a run should not end with one worker at one file.
import { contracts } from '../../api/generated/contract.ts'

const PARTS = {
  account: ['i', 'signin', 'reset', 'bind', 'inbox'],
  data: ['api', 'apigroup', 'data', 'model', 'source', 'rowPermission', 'runtime', 'flow', 'intervention', 'trigger'],
  design: ['app', 'appSetting', 'embed', 'entry', 'git', 'i18n', 'page', 'portal', 'release', 'share', 'starter', 'template', 'workingCopy'],
  organisation: ['org', 'company', 'external'],
  permissions: ['permission', 'role'],
  platform: ['docs', 'general', 'log', 'outbox', 'screen', 'setup', 'sync'],
  templates: ['widgetTemplate', 'component', 'query', 'theme', 'sharedTheme'],
}
export type Part = keyof typeof PARTS
export const parts = Object.keys(PARTS) as Part[]
export const partOf = (id: string) => parts.find(part => PARTS[part].includes(id.split('.')[0] as string))

/** Calls of a part; identity providers have tokens instead of sessions and a protocol of their own for what is wrong: the tests named scim. */
export const callsOf = (part: Part) =>
  contracts.filter(call => call.access !== 'scim' && PARTS[part].includes(call.id.split('.')[0] as string) && isAsked(call.id))

/** `npm test -- --changed` asks about some calls. */
const ASKED = process.env.TESSERA_CALLS?.split(',')
const isAsked = (id: string) => !ASKED || ASKED.includes(id)

/** Of all calls. */
export const ids = contracts.map(call => call.id)

/** Areas that stand in no part, or in several. */
export function astray(): string[] {
  const areas = new Set(contracts.filter(call => call.access !== 'scim').map(call => call.id.split('.')[0] as string))
  const told: string[] = Object.values(PARTS).flat()
  return [...[...areas].filter(area => !told.includes(area)), ...told.filter((area, at) => !areas.has(area) || told.indexOf(area) !== at)]
}

/** For a block about some calls of a part: once, or not at all where the part has none of them. */
export const some = (list: readonly unknown[]) => (list.length ? [{}] : [])
