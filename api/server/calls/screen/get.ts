import { notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const screenGet: Handler<'screen.get'> = async ({ params }, { screens, etag }) => {
  const screen = await screens.get(params.screenId)
  if (!screen) throw notFound('screen.unknown', 'There is no such screen')
  etag(screen.hash)
  return { ...screen }
}
