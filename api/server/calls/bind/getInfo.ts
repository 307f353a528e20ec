import type { Handler } from '../../handler.ts'
import { waitingOf } from '../signin/waiting.ts'

export const bindGetInfo: Handler<'bind.getInfo'> = async ({ query }, context) => context.signin.binding.info(await waitingOf(query.userId, context))
