// Changes of permissions as sentences, with what roles, people and resources are called, gone ones too.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Db, Scope } from '../../store/database.ts'
import { KIND_NAME, OPTION_NAMES } from './resources.ts'
import { roleName } from './roles.ts'
import { listName } from './sentences.ts'
import { isKind, type BuiltIn } from './words.ts'

export interface Change {
  what: 'role' | 'member' | 'list' | 'override' | 'option' | 'flag'
  ref: Record<string, string>
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

type NamesById = ReadonlyMap<string, string>

/** What the ids in these changes are called. */
export async function namesIn({ companyId, appId }: Scope, changes: readonly Change[], locale: Locale, db: Db): Promise<NamesById> {
  const ids = new Set<string>()
  for (const { ref, before, after } of changes) {
    for (const value of [ref.id, ref.role_id, ref.subject_id, ref.resource_id, ref.page_id]) if (value) ids.add(value)
    for (const side of [before, after]) for (const role of (side?.roles as string[] | undefined) ?? []) ids.add(role)
  }
  if (!ids.size) return new Map()
  const all = [...ids]
  const { rows } = await sql<{ id: string; name: string; built_in: BuiltIn | null }>`
    select id, name, built_in from role where app_id = ${appId} and id = any (${all}::uuid[])
    union all select id, name, null from page where app_id = ${appId} and id = any (${all}::uuid[])
    union all select id, name, null from data_model where app_id = ${appId} and id = any (${all}::uuid[])
    union all select id, name, null from data_source where app_id = ${appId} and id = any (${all}::uuid[])
    union all select id, name, null from department where company_id = ${companyId} and id = any (${all}::uuid[])
    union all select p.id, p.name, null from person p join member m on m.user_id = p.id and m.company_id = ${companyId} where p.id = any (${all}::uuid[])
    union all select x.id, p.name, null from external_user x join person p on p.id = x.user_id where x.app_id = ${appId} and x.id = any (${all}::uuid[])`.execute(
    db,
  )
  const names = new Map(rows.map(row => [row.id, roleName(row, locale)]))
  const missing = all.filter(id => !names.has(id))
  if (missing.length) {
    // A role that is gone is still known by what was written down of it.
    const gone = await sql<{ id: string; name: string | null }>`
      select distinct on (ref ->> 'id') ref ->> 'id' as id, coalesce(before, after) ->> 'name' as name from permission_change
      where app_id = ${appId} and what = 'role' and ref ->> 'id' = any (${missing}::text[]) order by ref ->> 'id', n desc`.execute(db)
    for (const { id, name } of gone.rows) if (name) names.set(id, name)
  }
  return names
}

const FLAGS: Record<string, [on: string, off: string]> = {
  guestEnabled: ['Guests are let in', 'Guests are no longer let in'],
  aclManualDisabled: ['Manual editing of resource permissions is forbidden', 'Manual editing of resource permissions is allowed again'],
}

export function changeText({ what, ref, before, after }: Change, names: NamesById, locale: Locale): string {
  const tell = (english: string, values?: Record<string, string>) => say(locale, english, values)
  const name = (id: string | undefined) => names.get(id ?? '') ?? tell('(gone)')
  const values = { role: name(ref.role_id ?? ref.id), subject: name(ref.subject_id) }
  const at = ref.environment ? tell(' in {tag}', { tag: ref.environment }) : ''
  switch (what) {
    case 'role':
      if (!before) return tell('Role {role} was added', { role: String(after?.name) })
      if (!after) return tell('Role {role} was removed', { role: String(before.name) })
      return before.name === after.name
        ? tell('Role {role} was changed', values)
        : tell('Role {old} is called {role} now', { old: String(before.name), role: String(after.name) })
    case 'member':
      return after ? tell('{subject} was added to the role {role}', values) : tell('{subject} was removed from the role {role}', values)
    case 'list': {
      const list = listName(ref.list ?? '', locale) + at
      if (!after) return tell('{list}: as the app begins', { list })
      const rolesOf = (side: typeof before) => [...((side?.roles as string[] | undefined) ?? []).map(name), ...(side?.owner ? [tell('Resource owner')] : [])]
      if (!before) return tell('{list}: {roles}', { list, roles: rolesOf(after).join(', ') || tell('nobody') })
      const [was, is] = [rolesOf(before), rolesOf(after)]
      const parts = [...is.filter(one => !was.includes(one)).map(one => `+ ${one}`), ...was.filter(one => !is.includes(one)).map(one => `− ${one}`)]
      return tell('{list}: {roles}', { list, roles: parts.join(', ') || tell('in another order') })
    }
    case 'override': {
      const kind = ref.kind ?? ''
      const box = {
        role: values.role,
        option: tell(OPTION_NAMES[ref.option ?? ''] ?? ref.option ?? ''),
        resource: `${isKind(kind) ? tell(KIND_NAME[kind]) : kind} ${name(ref.resource_id)}${at}`,
      }
      if (!after) return tell('{role}: {option} of {resource} follows the default', box)
      return after.allow ? tell('{role}: {option} of {resource} is allowed', box) : tell('{role}: {option} of {resource} is refused', box)
    }
    case 'option': {
      const option = { page: name(ref.page_id), option: ref.value ?? '' }
      if (!before) return tell('Page {page} has the permission {option}', option)
      return after
        ? tell('The permission {option} of page {page} has another label', option)
        : tell('Page {page} no longer has the permission {option}', option)
    }
    case 'flag': {
      const [on, off] = FLAGS[ref.flag ?? ''] ?? ['', '']
      return tell(after?.value ? on : off)
    }
  }
}
