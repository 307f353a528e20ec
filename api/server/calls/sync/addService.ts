import type { Handler } from '../../handler.ts'

export const syncAddService: Handler<'sync.addService'> = ({ body }, { sync, user }) => sync.services.save(user.id, undefined, body)
