import { scopeOf } from '../../services/foundation/access/index.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeOf } from '../release/may-take.ts'

export const syncTake: Handler<'sync.take'> = ({ body }, { sync, permissions, queries, locale }) => {
  const { token, id, sections, overwrite = [], keep = [] } = body
  return sync.receive.take(
    token,
    id,
    { sections, overwrite, keep },
    writing => mayTakeOf({ permissions, queries, ...writing, scope: { ...scopeOf(writing.app), tag: writing.app.tag } }),
    locale,
  )
}
