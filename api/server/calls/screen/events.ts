import { EventAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const screenEvents: Handler<'screen.events'> = async ({ query }, { screens, inbox, access, session, user }) => {
  const { company, app } = session && query.companyKey ? await access.find(session.token, query) : {}
  const companyId = company?.role || user?.isSuper ? company?.id : undefined
  const appId = companyId && app?.id
  return new EventAnswer(
    send => {
      const stops = [
        screens.listen(change => {
          const isMine = (change.companyId === null || change.companyId === companyId) && (change.appId === null || change.appId === appId)
          if (isMine) send('screen', { screen: change.screen, level: change.level })
        }),
        ...(user?.isSuper ? [inbox.listen(() => send('inbox', {}))] : []),
      ]
      return () => stops.forEach(stop => stop())
    },
    { seconds: query.seconds ?? 3600 },
  )
}
