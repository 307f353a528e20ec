// All texts of an app with where they stand: its name, the menu, pages, models, views that are shared, and what queries call their columns.
import { isForPeople, isThere } from '../../../models/app-texts.ts'
import type { Words } from '../../../screen-texts.ts'
import type { Core } from '../../core.ts'
import { hex, type Db, type Scope, type Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { readData, type Field } from '../data/index.ts'
import { readBodies, type BodyText } from './texts-task.ts'

export type PlaceKind = 'app' | 'menu' | 'page' | 'model' | 'field' | 'choice' | 'message' | 'view' | 'query'
export interface Place {
  kind: PlaceKind
  /** What it stands in, as people call it. */
  name: string
  /** Where in it: a path of a page, a key of a field. */
  at: string
  /** Behind the address of the app. */
  to: string
}
export interface AppText {
  text: string
  places: Place[]
  /** Further places that are not told. */
  more: number
  own?: Words
  /** Ids of the pages that it stands in. */
  pages: Set<string>
}

const MOST_PLACES = 20
/** Bodies whose texts are kept, by what they hold: a body never changes. */
const KEPT = 2_000
const AT_ONCE = 20

export function createPlaces({ db, workers }: Pick<Core, 'db' | 'workers'>) {
  const kept = new Map<string, BodyText[]>()

  async function ofBodies(companyId: string, hashes: readonly string[], on: Db | Trx): Promise<Map<string, BodyText[]>> {
    const found = new Map<string, BodyText[]>()
    const missing: string[] = []
    for (const hash of new Set(hashes)) {
      const there = kept.get(hash)
      if (there) found.set(hash, there)
      else missing.push(hash)
    }
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const rows = await inCompany(on, companyId)
        .selectFrom('body')
        .select(['hash', 'content'])
        .where(
          'hash',
          'in',
          missing.slice(at, at + AT_ONCE).map(hash => Buffer.from(hash, 'hex')),
        )
        .execute()
      const bodies = rows.map(({ content }) => content)
      const size = bodies.reduce((sum, { length }) => sum + length, 0)
      const read = await workers.do(readBodies, { bodies }, size)
      for (const [index, row] of rows.entries()) {
        const texts = read[index] ?? []
        found.set(hex(row.hash), texts)
        kept.set(hex(row.hash), texts)
        if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
      }
    }
    return found
  }

  return {
    /** The texts of the app as it is designed, in the order in which they were found. */
    async of(scope: Scope, on: Db | Trx = db): Promise<Map<string, AppText>> {
      const found = new Map<string, AppText>()
      const add = (text: string | undefined, place: Place, { page, own, times = 1 }: { page?: string; own?: Words | undefined; times?: number } = {}) => {
        if (!text || !isForPeople(text)) return
        const there = found.get(text) ?? { text, places: [], more: 0, pages: new Set<string>() }
        found.set(text, there)
        if (there.places.length < MOST_PLACES) there.places.push(place)
        else there.more++
        there.more += times - 1
        if (page) there.pages.add(page)
        if (own) there.own = { ...own, ...there.own }
      }
      const app = await inApp(on, scope).selectFrom('app').select('name').executeTakeFirst()
      add(app?.name, { kind: 'app', name: app?.name ?? '', at: '', to: '/design' })
      const pages = await inApp(on, scope).selectFrom('page').select(['id', 'kind', 'name', 'body_hash']).orderBy('sort').orderBy('id').execute()
      const bodies = await ofBodies(
        scope.companyId,
        pages.flatMap(({ body_hash }) => (body_hash ? [hex(body_hash)] : [])),
        on,
      )
      for (const { id, kind, name, body_hash } of pages) {
        const to = kind === 'page' ? `/design/page/${id}` : '/design'
        add(name, { kind: 'menu', name, at: '', to }, { page: id })
        for (const { text, path, times, own } of body_hash ? (bodies.get(hex(body_hash)) ?? []) : [])
          add(text, { kind: 'page', name, at: path, to }, { page: id, own, times })
      }
      const { models } = await readData(scope, on)
      const views = await inApp(on, scope)
        .selectFrom('data_view')
        .select(['name', 'model_id'])
        .where('tag', '=', 'dev')
        .where('is_shared', '=', true)
        .orderBy('name')
        .orderBy('id')
        .execute()
      for (const { id, sourceId, name, definition } of models) {
        const to = `/design/model/${sourceId}/${id}`
        add(name, { kind: 'model', name, at: '', to })
        for (const field of definition.fields) for (const [kind, text] of ofField(field)) add(text, { kind, name, at: field.key, to })
        for (const view of views) if (view.model_id === id) add(view.name, { kind: 'view', name, at: '', to: `/admin/data/${sourceId}/${id}` })
      }
      const queries = await inApp(on, scope).selectFrom('resource').select(['id', 'name', 'definition']).where('kind', '=', 'query').orderBy('name').execute()
      for (const { id, name, definition } of queries)
        for (const text of labelsOf(definition)) add(text, { kind: 'query', name, at: '', to: `/design/query/${id}` })
      return found
    },
  }
}

function* ofField({ name, description, options, rules }: Field): Generator<[PlaceKind, string | undefined]> {
  yield ['field', name]
  yield ['field', description]
  for (const { label, value } of options ?? []) yield ['choice', label || value]
  yield ['message', rules?.message]
}

/** What a query calls its columns. */
function labelsOf(definition: unknown): string[] {
  const { groups, measures, sql } = definition as { groups?: unknown; measures?: unknown; sql?: { columns?: unknown } }
  return [groups, measures, sql?.columns]
    .flatMap(list => (Array.isArray(list) ? (list as { label?: unknown }[]) : []))
    .flatMap(({ label }) => (typeof label === 'string' && label ? [label] : []))
}

/** Whether a text needs no translation of the app in a language. */
export const standsIn = (text: Pick<AppText, 'own'>, language: string, first: string) => isThere(text, language, first)
