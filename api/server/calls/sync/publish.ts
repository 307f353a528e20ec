import type { Handler } from '../../handler.ts'

export const syncPublish: Handler<'sync.publish'> = ({ body: { token, id, tag } }, { sync, locale }) => sync.receive.publish(token, id, tag, locale)
