// What a field that names something else can name, by name: people, departments, rows of another model that the asker may see.
import type { Core } from '../../../core.ts'
import { fieldError } from '../../../errors.ts'
import { titleOf } from './labels.ts'
import type { MayDo } from './rules.ts'
import type { Opened, Rows } from './rows.ts'
import { quoted, type Field } from '../types.ts'
import { inCompany } from '../../../store/scoped.ts'

export interface Choice {
  value: string | number
  label: string
}
/** What a condition offers of people, departments or rows; its list is searched where it is shown. */
const MOST_NAMED = 500
/** More are found by typing. */
const MOST = 50
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const containing = (words: string) => `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`

export function createChoices({ db }: Pick<Core, 'db'>, { rows, mayDo }: { rows: Rows; mayDo: MayDo }) {
  const people = (companyId: string) =>
    inCompany(db, companyId)
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.user_id')
      .select(['person.id as value', 'person.name as label'])
      .where('member.banned', '=', false)
      // Who has yet to accept is known by another id afterwards.
      .where('person.stands_for', 'is', null)
  const departments = (companyId: string) => inCompany(db, companyId).selectFrom('department').select(['id as value', 'name as label'])

  async function find({ scope, asker, targets }: Opened, relation: string, dsKey: string, words: string, selected: string): Promise<Choice[]> {
    const target = targets.get(relation)
    if (!target || !(await mayDo(asker, target.id, 'read'))) return []
    const other = await rows.open(scope, asker, dsKey, target.key)
    const page = { page: 1, perPage: MOST }
    const { items } = await rows.list(other, { ...page, keywords: words })
    const now = selected && !items.some(row => String(row.id) === selected) ? await rows.get(other, selected).catch(() => undefined) : undefined
    return [...(now ? [now] : []), ...items].map(row => ({ value: row.id as string, label: titleOf(target.definition, row) }))
  }

  /** What conditions choose of a field, by name: the first of them, and those that are chosen already. */
  async function named({ scope, asker, targets }: Opened, field: Field, dsKey: string, chosen: readonly (string | number)[]): Promise<Choice[]> {
    const ids = chosen.map(String)
    if (field.type === 'relationOne') {
      const target = targets.get(field.relation?.modelId ?? '')
      if (!target || !(await mayDo(asker, target.id, 'read'))) return []
      const other = await rows.open(scope, asker, dsKey, target.key)
      const { items } = await rows.list(other, { page: 1, perPage: MOST_NAMED })
      const missing = await Promise.all(ids.filter(id => !items.some(row => String(row.id) === id)).map(id => rows.get(other, id).catch(() => undefined)))
      return [...missing.filter(row => row !== undefined), ...items].map(row => ({ value: row.id as string, label: titleOf(target.definition, row) }))
    }
    const known = ids.filter(id => UUID.test(id))
    if (field.type === 'user') {
      const first = await people(scope.companyId).orderBy('person.name').limit(MOST_NAMED).execute()
      const missing = known.filter(id => !first.some(one => one.value === id))
      return missing.length ? [...(await people(scope.companyId).where('person.id', 'in', missing).execute()), ...first] : first
    }
    const first = await departments(scope.companyId).orderBy('name').limit(MOST_NAMED).execute()
    const missing = known.filter(id => !first.some(one => one.value === id))
    return missing.length ? [...(await departments(scope.companyId).where('id', 'in', missing).execute()), ...first] : first
  }

  const ofField = async (opened: Opened, key: string, { keywords = '', selected = '' }: { keywords?: string; selected?: string }): Promise<Choice[]> => {
    const { model, scope } = opened
    const field = model.definition.fields.find(one => one.key === key)
    const pattern = containing(keywords)
    if (field?.relation) return find(opened, field.relation?.modelId ?? '', model.source.key, keywords, selected)
    if (field?.type !== 'user' && field?.type !== 'department')
      throw fieldError('data.fieldUnknown', 'fieldKey', 'There is no field {name}', { name: quoted(key) })
    // Who works in the organisation is told to its people, who may name them in rows.
    const { rights } = opened.asker.app
    if (!rights.manager && !rights.isMember) return []
    // What is named now comes along, whatever is looked for, so that a form can say its name.
    const now = UUID.test(selected) ? selected : undefined
    if (field.type === 'user') {
      const found = await people(scope.companyId)
        .where(w => w.or([w('person.name', 'ilike', pattern), w('person.email', 'ilike', pattern)]))
        .orderBy('person.name')
        .limit(MOST)
        .execute()
      const missing = now && !found.some(one => one.value === now) ? await people(scope.companyId).where('person.id', '=', now).execute() : []
      return [...missing, ...found]
    }
    const found = await departments(scope.companyId).where('name', 'ilike', pattern).orderBy('name').limit(MOST).execute()
    const missing = now && !found.some(one => one.value === now) ? await departments(scope.companyId).where('id', '=', now).execute() : []
    return [...missing, ...found]
  }
  return { ofField, named }
}
