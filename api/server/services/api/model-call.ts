// An API that works on a model of the app, with the rights of who calls it.
import { ApiError } from '../../errors.ts'
import { scopeOf } from '../foundation/access/index.ts'
import type { createData } from '../data/index.ts'
import { fillJson, fillText, fillValue, type Places } from './templates.ts'
import type { ApiAsker, ModelPart } from './types.ts'

export type Data = Pick<ReturnType<typeof createData>, 'rows'>

const MOST_ROWS = 1000

function numberOf(text: string | undefined, places: Places, otherwise: number, most: number): number {
  const value = Number(text?.trim() ? fillText(text, places) : otherwise)
  return Number.isInteger(value) && value >= 1 ? Math.min(value, most) : otherwise
}

/** A condition tree with its places filled. */
function filterOf(text: string | undefined, places: Places): string | undefined {
  if (!text?.trim()) return undefined
  try {
    return JSON.stringify(fillJson(JSON.parse(text), places))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('api.definitionInvalid', 'The definition of this API is damaged', 422)
  }
}

export async function callModel({ rows }: Data, asker: ApiAsker, part: ModelPart, places: Places): Promise<unknown> {
  const { app } = asker
  const opened = await rows.open({ ...scopeOf(app), tag: app.tag }, asker, part.source, part.model)
  const id = fillText(part.id ?? '', places)
  const values = Object.fromEntries((part.values ?? []).map(({ name, value }) => [name, fillValue(value, places)]).filter(([, value]) => value !== undefined))
  switch (part.operation) {
    case 'list': {
      const filter = filterOf(part.filter, places)
      const keywords = part.keywords ? fillText(part.keywords, places).slice(0, 200) : ''
      const { items, total } = await rows.list(opened, {
        page: numberOf(part.page, places, 1, 1_000_000),
        perPage: numberOf(part.perPage, places, 100, MOST_ROWS),
        ...(filter && { filter }),
        ...(keywords && { keywords }),
        ...(part.orderBy && { orderBy: part.orderBy, orderDir: part.orderDir ?? 'asc' }),
      })
      return { items, total }
    }
    case 'get':
      return rows.get(opened, id)
    case 'create':
      return { id: await rows.create(opened, values) }
    case 'update':
      await rows.update(opened, id, values)
      return { id }
    case 'delete':
      await rows.remove(opened, id)
      return { id }
  }
}
