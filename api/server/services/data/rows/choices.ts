// What a field that names something else can name, by name: people, departments, rows of another model that the asker may see.
import type { Core } from '../../../core.ts'
import { fieldError } from '../../../errors.ts'
import { titleOf } from './labels.ts'
import type { MayDo } from './rules.ts'
import type { Opened, Rows } from './rows.ts'
import { quoted } from '../types.ts'
import { inCompany } from '../../../store/scoped.ts'

export interface Choice {
  value: string | number
  label: string
}
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

  return async (opened: Opened, key: string, { keywords = '', selected = '' }: { keywords?: string; selected?: string }): Promise<Choice[]> => {
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
}
