// What a screen or page may do at most, whoever looks at it: its authors' place. Every call is judged by person ∩ authority (docs/authority.md).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthorityKind, Call } from '../../../../contract-schema.ts'

/** `full` is the shell and what only the platform's own people change; the others act inside the place that their authors belong to. */
export type Authority =
  | { kind: 'full' }
  | { kind: 'company'; companyId: string }
  | { kind: 'app'; companyId: string; appId: string }
  /** A page of a running app, at one of the app's addresses. */
  | { kind: 'page'; companyId: string; appId: string; tag: string }

export const FULL: Authority = { kind: 'full' }

/** What a screen may do that was changed by the people of an organisation or of an app; full where neither is named. */
export const authorityOf = ({ companyId, appId }: { companyId?: string; appId?: string }): Authority =>
  companyId && appId ? { kind: 'app', companyId, appId } : companyId ? { kind: 'company', companyId } : FULL

/** Browsers send it with every call; what a screen is made of cannot set it. */
export const AUTHORITY_HEADER = 'x-tessera-authority'
const KINDS = new Set<string>(['full', 'company', 'app', 'page'])

/** Bound to the session: its token is known to the server and to a cookie that no script reads. */
const seal = (text: string, token: string) => createHmac('sha256', token).update(`authority ${text}`).digest('base64url')

/** A reference that a browser sends along; `what` says which version of which screen, for whoever reads the log. Empty without a session. */
export function sign(authority: Authority, token: string | undefined, what = ''): string {
  if (!token) return ''
  const text = Buffer.from(JSON.stringify({ ...authority, what })).toString('base64url')
  return `${text}.${seal(text, token)}`
}

/** What a reference allows; undefined for one that the server did not issue to this session. */
export function read(reference: string, token: string): { authority: Authority; what: string } | undefined {
  const [text = '', given = ''] = reference.split('.')
  const right = Buffer.from(seal(text, token))
  const sent = Buffer.from(given)
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return undefined
  const { what, ...authority } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Authority & { what: string }
  return KINDS.has(authority.kind) ? { authority, what } : undefined
}

/** The organisation and the app that a call's address names, as far as they exist. */
interface Named {
  company?: { id: string }
  app?: { id: string; companyId: string; tag: string }
}

/** Whether an access rule is about an organisation or about an app, given what the address names. */
function levelOf({ access }: Pick<Call, 'access'>, { company, app }: Named): 'app' | 'company' | undefined {
  if (access.startsWith('app.')) return 'app'
  if (access.startsWith('company.')) return 'company'
  // Calls about screens serve all levels.
  return access.startsWith('screen.') ? (app ? 'app' : company && 'company') : undefined
}

/** What may make a call by its access rule alone; a contract may name more. */
const OWN: Record<'app' | 'company', readonly AuthorityKind[]> = { app: ['company', 'app'], company: ['company'] }

/** Whether a call may be made with an authority; what the person may do is another question (`judge`). */
export function suffices(authority: Authority, call: Pick<Call, 'access' | 'authority'>, named: Named): boolean {
  if (authority.kind === 'full') return true
  const level = levelOf(call, named)
  if (!(level && OWN[level].includes(authority.kind)) && !call.authority?.includes(authority.kind)) return false
  // What is about no organisation is let through only where its contract says so.
  if (!level) return true
  if (named.company?.id !== authority.companyId) return false
  if (level === 'company' || authority.kind === 'company') return true
  return named.app?.id === authority.appId && (authority.kind === 'app' || named.app.tag === authority.tag)
}
