import { EventAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const dataEvents: Handler<'data.events'> = async ({ query }, { data, user, company, app, scope, again }) => {
  const now = async () => {
    const who = await again()
    return { user: who.user, company: who.company ?? company, app: who.app ?? app }
  }
  const followed = await data.live.follow(scope, { user, company, app }, query.models.split(','), now)
  return new EventAnswer(send => followed.start(send), { seconds: query.seconds ?? 3600, isStillFor: followed.refresh })
}
