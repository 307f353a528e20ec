import type { Handler } from '../../handler.ts'

export const outboxGet: Handler<'outbox.get'> = async ({ params }, { messages }) => messages.get(params.messageId)
