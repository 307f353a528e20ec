import type { Handler } from '../../handler.ts'

export const syncSend: Handler<'sync.send'> = async ({ body: { token, id, pieces } }, { sync }) => ({ bytes: await sync.receive.send(token, id, pieces) })
