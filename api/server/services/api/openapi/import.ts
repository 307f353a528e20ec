// APIs out of an OpenAPI description: what it holds is shown first, and what was chosen of it is made in one transaction, in groups by its tags.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import type { Scope } from '../../../store/database.ts'
import { inApp } from '../../../store/scoped.ts'
import { MAX_RESOURCES, placeResources, readResources, type DesignResource } from '../../foundation/resources.ts'
import { readDefinition } from '../definition.ts'
import type { ApiDefinition } from '../types.ts'
import { readOpenApi } from './openapi-task.ts'
import { keyOf, MOST_OPERATIONS, type Lack, type Operation } from './operations.ts'

const LACKS: Record<Lack, string> = {
  cookie: 'A parameter in a cookie is left out',
  header: 'A header that cannot be set is left out',
  many: 'It has more parameters than an API here; some are left out',
  body: 'Its body is of a kind that is not sent',
  token: 'Its sign-in wants a token that you have to get there',
  signIn: 'Its sign-in is of a kind that is not known here',
  reference: 'A part of it is in a file that is not here',
}

export interface Chosen {
  /** Ids of operations as the inspection names them. */
  operations: readonly string[]
  server: string
  /** Groups may be made for the tags; else the APIs stand in none. */
  withGroups: boolean
}
export type Given = readonly { name: string; path: string }[]

/** A definition at the server, held against the same checks as one that is written by hand; undefined where it cannot be one. */
function definitionAt({ definition }: Operation, server: string): ApiDefinition | undefined {
  const { http } = definition
  if (!http) return undefined
  const placed = { ...definition, http: { ...http, address: `${server}${http.address}` } }
  try {
    return readDefinition(placed as unknown as Record<string, unknown>)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

export function createOpenApiImport({ db, workers }: Pick<Core, 'db' | 'workers'>) {
  async function described(given: Given) {
    const files = await Promise.all(given.map(async ({ name, path }) => ({ name, text: (await readFile(path, 'utf8')).replace(/^\uFEFF/, '') })))
    return workers.do(
      readOpenApi,
      files,
      files.reduce((sum, file) => sum + file.text.length, 0),
    )
  }

  return {
    async inspect(given: Given, locale: Locale) {
      const { operations, remote, missing, ...about } = await described(given)
      const notes = [
        ...remote.map(ref => say(locale, '{ref} is elsewhere and is not fetched. Save it beside the file and choose both', { ref })),
        ...missing.map(ref => say(locale, '{ref} leads to nothing in these files', { ref })),
        ...(about.servers.length ? [] : [say(locale, 'The file names no server: enter its address')]),
        ...(operations.length >= MOST_OPERATIONS ? [say(locale, 'Only the first {limit} operations are shown', { limit: MOST_OPERATIONS })] : []),
      ]
      const items = operations.map(({ id, key, name, group, method, path, lacks }) => ({
        id,
        key,
        name,
        group,
        method,
        path,
        note: lacks.map(lack => say(locale, LACKS[lack])).join(' · '),
      }))
      return { ...about, notes, operations: items }
    },

    async import(scope: Scope, userId: string, given: Given, { operations: ids, server, withGroups }: Chosen) {
      const { operations } = await described(given)
      const wanted = new Set(ids)
      const chosen = operations.filter(one => wanted.has(one.id))
      if (!chosen.length) throw fieldError('api.nothingChosen', 'operations', 'Choose at least one operation')
      const base = server.trim().replace(/\/+$/, '')
      if (!/^(https?:\/\/[^\s{}?#]+|\{\{[A-Z][A-Z0-9_-]*\}\}[^\s{}?#]*)$/i.test(base))
        throw fieldError('api.serverInvalid', 'server', 'Begin with https:// or with a variable such as {{SHOP_URL}}')
      return db.transaction().execute(async trx => {
        await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
        const there = await readResources(scope, trx)
        const taken = new Set(there.filter(one => one.kind === 'api').map(one => one.key.toLowerCase()))
        const groups = new Map<string, DesignResource>()
        const groupOf = (name: string): string | null => {
          if (!withGroups || !name) return null
          const key = keyOf(name, 'group')
          const made = groups.get(key.toLowerCase()) ?? { id: uuidv7(), kind: 'apigroup', key, name, description: '', parentId: null, definition: {} }
          groups.set(key.toLowerCase(), made)
          return made.id
        }
        const skipped: string[] = []
        const apis = chosen.flatMap((one): DesignResource[] => {
          const definition = definitionAt(one, base)
          if (!definition || taken.has(one.key.toLowerCase())) {
            skipped.push(one.id)
            return []
          }
          taken.add(one.key.toLowerCase())
          const { key, name, description } = one
          return [
            { id: uuidv7(), kind: 'api', key, name, description, parentId: groupOf(one.group), definition: definition as unknown as Record<string, unknown> },
          ]
        })
        const { count } = await inApp(trx, scope)
          .selectFrom('resource')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('kind', '=', 'api')
          .executeTakeFirstOrThrow()
        if (count + apis.length > MAX_RESOURCES) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_RESOURCES } })
        await placeResources(trx, scope, userId, [...groups.values(), ...apis])
        return { made: apis.map(({ key, name }) => ({ key, name })), skipped }
      })
    },
  }
}
