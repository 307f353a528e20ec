// Search over all that an app holds: names of pages, models, fields and roles, and the texts inside pages.
import { sql } from 'kysely'
import { isMarked, keyOf, plain as withoutMeaning } from '../../../screen-texts.ts'
import type { Core } from '../../core.ts'
import { containing } from '../../store/paging.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { Definition } from '../data/index.ts'

const MOST_HITS = 20
const LONGEST_LABEL = 120
/** What these properties hold is not for people to read. */
const TECHNICAL = ['type', 'id', 'className', 'level', 'size', 'mode', 'icon', 'align', 'actionType', 'testid']

interface Hit {
  kind: 'page' | 'model' | 'field' | 'role' | 'text'
  label: string
  within: string
  to: string
}

/** A property of JSON whose text has the words in it, as a regular expression of PostgreSQL. */
const textWith = (words: string) => {
  const some = String.raw`(?:[^"\\]|\\.)*`
  return `(?i)("(?!(?:${TECHNICAL.join('|')})")${some}"\\s*:\\s*"${some}${words.replace(/[^\p{L}\p{N}]/gu, '\\$&')}${some}")`
}

/** The text of `"property": "text"`, cut around the words. */
function labelOf(property: string, words: string): string {
  const [text = ''] = Object.values(JSON.parse(`{${property}}`) as Record<string, string>)
  const plain = (isMarked(text) ? withoutMeaning(keyOf(text)) : text).replace(/\s+/g, ' ')
  const from = Math.max(0, plain.toLowerCase().indexOf(words.toLowerCase()) - LONGEST_LABEL / 3)
  return `${from ? '…' : ''}${plain.slice(from, from + LONGEST_LABEL).trim()}${from + LONGEST_LABEL < plain.length ? '…' : ''}`
}

export function createSearch({ db }: Pick<Core, 'db'>) {
  return {
    async in(company: CompanyInScope, app: AppInScope, keywords: string): Promise<{ items: Hit[] }> {
      const words = keywords.trim()
      const own = inApp(db, { companyId: company.id, appId: app.id })
      const base = `/company/${company.key}/app/${app.key}-dev`
      // As it stands inside JSON.
      const written = JSON.stringify(words).slice(1, -1)
      const pattern = textWith(written)
      const [pages, models, roles, texts] = await Promise.all([
        own
          .selectFrom('page')
          .select(['id', 'name', 'path'])
          .where('kind', '!=', 'group')
          .where(eb => eb.or([eb('name', 'ilike', containing(words)), eb('path', 'ilike', containing(words))]))
          .orderBy('name')
          .limit(MOST_HITS)
          .execute(),
        own.selectFrom('data_model').select(['id', 'source_id', 'key', 'name', 'definition']).orderBy('name').execute(),
        own.selectFrom('role').select(['id', 'name']).where('name', 'ilike', containing(words)).orderBy('name').limit(MOST_HITS).execute(),
        own
          .selectFrom('page')
          .innerJoin('body', join => join.onRef('body.company_id', '=', 'page.company_id').onRef('body.hash', '=', 'page.body_hash'))
          .select(['page.id', 'page.name', sql<string>`substring(body.content from ${pattern})`.as('property')])
          // The first condition is the cheap one.
          .where('body.content', 'ilike', containing(written))
          .where(sql<boolean>`body.content ~ ${pattern}`)
          .orderBy('page.updated_at', 'desc')
          .limit(MOST_HITS)
          .execute(),
      ])
      const has = (...names: string[]) => names.some(name => name.toLowerCase().includes(words.toLowerCase()))
      const names: Hit[] = [
        ...pages.map(({ id, name }) => ({ kind: 'page' as const, label: name, within: '', to: `${base}/design/page/${id}` })),
        ...models.flatMap(({ id, source_id, key, name, definition }) => {
          const to = `${base}/design/model/${source_id}/${id}`
          const fields = (definition as Definition).fields.filter(field => has(field.name, field.key))
          return [
            ...(has(key, name) ? [{ kind: 'model' as const, label: name, within: '', to }] : []),
            ...fields.map(field => ({ kind: 'field' as const, label: field.name || field.key, within: name, to })),
          ]
        }),
        ...roles.map(({ name }) => ({ kind: 'role' as const, label: name, within: '', to: `${base}/admin/permission` })),
      ]
      const starts = ({ label }: Hit) => (label.toLowerCase().startsWith(words.toLowerCase()) ? 0 : 1)
      const inside = texts.map(({ id, name, property }) => ({
        kind: 'text' as const,
        label: labelOf(property, words),
        within: name,
        to: `${base}/design/page/${id}`,
      }))
      return { items: [...names.toSorted((a, b) => starts(a) - starts(b)), ...inside].slice(0, MOST_HITS) }
    },
  }
}
