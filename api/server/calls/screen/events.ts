import { EventAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const screenEvents: Handler<'screen.events'> = async ({ query }, { liveScreens, themes, sharedThemes, inbox, flows, people, user, log }) =>
  new EventAnswer(
    send => {
      const stops = [
        liveScreens.listen(({ screen, level, companyId, people: chosen }) => {
          if (chosen && !chosen.includes(user.id)) return
          // Asked at each change: people join and leave while a console is open.
          const mine = companyId === null || user.isSuper ? Promise.resolve(true) : people.isMember(user.id, companyId)
          mine.then(
            isMine => isMine && send('screen', { screen, level }),
            error => log.warn({ err: error }, 'an open console is not told of a change'),
          )
        }),
        flows.notices.listen(told => told.has(user.id) && send('tasks', {})),
        themes.listen(({ companyId, appId, file }) => {
          const mine = user.isSuper ? Promise.resolve(true) : people.isMember(user.id, companyId)
          mine.then(
            isMine => isMine && send('theme', { appId, file }),
            error => log.warn({ err: error }, 'an open app is not told of its theme'),
          )
        }),
        sharedThemes.listen(({ companyId, file }) => {
          const mine = companyId === null || user.isSuper ? Promise.resolve(true) : people.isMember(user.id, companyId)
          mine.then(
            isMine => isMine && send('theme', companyId === null ? { level: 'platform', file } : { level: 'company' }),
            error => log.warn({ err: error }, 'an open app is not told of its theme'),
          )
        }),
        ...(user.isSuper ? [inbox.listen(() => send('inbox', {}))] : []),
      ]
      return () => stops.forEach(stop => stop())
    },
    { seconds: query.seconds ?? 3600 },
  )
