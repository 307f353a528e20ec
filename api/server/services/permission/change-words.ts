// Changes of permissions as sentences, with what roles, people and resources are called, gone ones too.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Db, Scope } from '../../store/database.ts'
import { type Definition, treeText, toKeys } from '../data/index.ts'
import { inApp } from '../../store/scoped.ts'
import { FIELDS, KIND_NAME, OPTION_NAMES } from './resources.ts'
import { roleName } from './roles.ts'
import { listName } from './sentences.ts'
import { isKind, type BuiltIn } from '../foundation/access/words.ts'

export interface Change {
  what: 'role' | 'member' | 'list' | 'override' | 'option' | 'flag' | 'row'
  ref: Record<string, string>
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

type NamesById = ReadonlyMap<string, string>

/** What the ids in these changes are called. */
export async function namesIn(scope: Scope, changes: readonly Change[], locale: Locale, db: Db): Promise<NamesById> {
  const { companyId, appId } = scope
  const ids = new Set<string>()
  for (const { ref, before, after } of changes) {
    for (const value of [ref.id, ref.role_id, ref.subject_id, ref.resource_id, ref.page_id]) if (value) ids.add(value)
    for (const side of [before, after]) {
      for (const list of ['roles', 'role_ids', 'user_ids']) for (const id of (side?.[list] as string[] | undefined) ?? []) ids.add(id)
      if (side?.model_id) ids.add(side.model_id as string)
    }
  }
  if (!ids.size) return new Map()
  const all = [...ids]
  const { rows } = await sql<{ id: string; name: string; built_in: BuiltIn | null }>`
    select id, name, built_in from role where app_id = ${appId} and id = any (${all}::uuid[])
    union all select id, name, null from page where app_id = ${appId} and id = any (${all}::uuid[])
    union all select id, name, null from data_model where app_id = ${appId} and id = any (${all}::uuid[])
    union all select f.id, m.name || ' · ' || f.name, null from data_model m cross join lateral ${FIELDS} f where m.app_id = ${appId} and f.id = any (${all}::uuid[])
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
  await nameConditions(scope, changes, names, locale, db)
  return names
}

/** Conditions are kept by the ids of fields; each is named by its own text. */
async function nameConditions(scope: Scope, changes: readonly Change[], names: Map<string, string>, locale: Locale, db: Db) {
  const sides = changes.flatMap(({ what, before, after }) => (what === 'row' ? [before, after].filter(side => side !== null) : []))
  if (!sides.length) return
  const models = [...new Set(sides.map(side => side.model_id as string))]
  const rows = await inApp(db, scope).selectFrom('data_model').select(['id', 'definition']).where('id', 'in', models).execute()
  const definitions = new Map(rows.map(row => [row.id, row.definition as Definition]))
  for (const { model_id, filters } of sides) {
    const definition = definitions.get(model_id as string)
    if (definition) names.set(JSON.stringify(filters), treeText(toKeys(filters, definition), { definition, locale }) || say(locale, 'all rows'))
  }
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
    case 'row': {
      const rule = { name: String((after ?? before)?.name), model: name((after ?? before)?.model_id as string) }
      const conditions = (side: typeof before) => names.get(JSON.stringify(side?.filters)) ?? '…'
      if (!before) return tell('Row permission “{name}” of {model} was added: {conditions}', { ...rule, conditions: conditions(after) })
      if (!after) return tell('Row permission “{name}” of {model} was removed: {conditions}', { ...rule, conditions: conditions(before) })
      const of = (side: typeof before) => ['role_ids', 'user_ids'].flatMap(list => (side?.[list] as string[] | undefined) ?? [])
      const [was, is] = [of(before), of(after)]
      const parts = [
        ...(before.name === after.name ? [] : [tell('called “{old}” before', { old: String(before.name) })]),
        ...is.filter(id => !was.includes(id)).map(id => `+ ${name(id)}`),
        ...was.filter(id => !is.includes(id)).map(id => `− ${name(id)}`),
        ...(JSON.stringify(before.filters) === JSON.stringify(after.filters)
          ? []
          : [tell('conditions “{old}” → “{now}”', { old: conditions(before), now: conditions(after) })]),
      ]
      return tell('Row permission “{name}” of {model}: {changes}', {
        ...rule,
        changes: parts.join(locale === 'zh-CN' ? '；' : '; ') || tell('another description'),
      })
    }
    case 'flag': {
      const [on, off] = FLAGS[ref.flag ?? ''] ?? ['', '']
      return tell(after?.value ? on : off)
    }
  }
}
