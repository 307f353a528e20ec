import type { Handler } from '../../handler.ts'

export const syncOpen: Handler<'sync.open'> = ({ body: { token, ...announced } }, { sync }) => sync.receive.open(token, announced)
