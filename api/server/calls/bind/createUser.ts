import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { goOn, waitingOf } from '../signin/waiting.ts'

export const bindCreateUser: Handler<'bind.createUser'> = async ({ body }, context) => {
  const waiting = await waitingOf(body.userId, context)
  const { signin, ip, agent } = context
  const userId = await signin.binding.create(waiting).catch(async error => {
    const { kind, email, name, subject } = waiting.proof
    if (error instanceof ApiError && error.code === 'signin.disabled')
      await signin.guard.event({ kind, name: email || name || subject, ip, agent, ok: false, reason: 'disabled' })
    throw error
  })
  return goOn(waiting, { userId, asked: body.redirect }, context)
}
