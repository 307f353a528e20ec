import type { Handler } from '../../handler.ts'

export const syncHello: Handler<'sync.hello'> = ({ body: { token, ...theirs } }, { sync }) => sync.receive.hello(token, theirs)
