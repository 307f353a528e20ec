// The platform's inbox: what its operators should look at. What is read is kept per super user.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, sayAgain, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import type { Tables } from '../../store/tables.ts'
import type { createMessages } from './messages.ts'
import { everywhere, inApp } from '../../store/scoped.ts'

export type NoticeKind = Tables['notice']['kind']

export interface Notice {
  kind: NoticeKind
  overrideId: string | null
  screenId: string
  level: Tables['notice']['level']
  companyId: string | null
  appId: string | null
  /** 0 is the shipped screen. */
  version: number
  /** What the browser or the server said; the number of conflicts. */
  detail: string
  /** Tells shipped screens of different Tessera versions apart. */
  hash?: string
}

/** What is found later is told in the place of what it explains: a report, then that the version is taken back. */
const subjectOf = ({ kind, overrideId, screenId, version, hash = '' }: Notice) =>
  [kind === 'screen.conflict' ? 'conflict' : 'fault', overrideId ?? screenId, version, hash.slice(0, 16)].join(' ').trim()

function titleOf(kind: NoticeKind, screen: string, locale: Locale): string {
  if (kind === 'screen.broken') return say(locale, 'Screen {screen} is broken', { screen })
  if (kind === 'screen.failed') return say(locale, 'A browser could not draw screen {screen}', { screen })
  return say(locale, 'Screen {screen} is in conflict with a newer Tessera', { screen })
}

function textOf({ kind, version, detail }: Pick<Notice, 'kind' | 'version' | 'detail'>, locale: Locale): string {
  // What the server itself found has a translation, what a browser said has none.
  // A place in a table goes before what is wrong there: `routes[3].path: …`.
  const [, place = '', fault = ''] = /^([\w.[\]]+: )?(.*?)[.\s]*$/s.exec(detail) ?? []
  const reason = place + sayAgain(locale, fault)
  if (kind === 'screen.broken') return say(locale, 'Version {version} does not work: {reason}. People see the last version that worked.', { version, reason })
  if (kind === 'screen.conflict')
    return say(locale, 'Tessera ships a newer form of this screen. Conflicts with version {version}: {count}. The old form stays until somebody decides.', {
      version,
      count: detail,
    })
  return version
    ? say(locale, 'Version {version} failed in one browser: {reason}. Others still get this version.', { version, reason })
    : say(locale, 'The shipped screen failed in one browser: {reason}.', { reason })
}

/** Where a screen of a level is worked on. */
function addressOf(screenId: string, companyKey: string | null, appKey: string | null): string {
  const place = companyKey && appKey ? `/company/${companyKey}/app/${appKey}/admin` : companyKey ? `/company/${companyKey}` : '/platform'
  return `${place}/screens/${screenId}`
}

export function createInbox({ db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>, messages: Pick<ReturnType<typeof createMessages>, 'mail'>) {
  const listeners = new Set<() => void>()
  bus.on('notice', () => {
    for (const listener of listeners) listener()
  })

  async function mailSupers(notice: Notice, on: Db | Trx) {
    const supers = await on.selectFrom('person').select('email').where('is_super', '=', true).where('disabled', '=', false).orderBy('id').limit(20).execute()
    const keys = await keysOf(notice, on)
    for (const { email } of supers)
      await messages.mail(
        {
          to: email,
          subject: titleOf(notice.kind, notice.screenId, 'en-US'),
          text: `${textOf(notice, 'en-US')}\n\n${addressOf(notice.screenId, keys.company, keys.app)} shows it, /platform/inbox all that there is to look at.`,
        },
        on,
      )
  }

  async function keysOf({ companyId, appId }: Notice, on: Db | Trx): Promise<{ company: string | null; app: string | null }> {
    const company = companyId ? await on.selectFrom('company').select('key').where('id', '=', companyId).executeTakeFirst() : undefined
    const app =
      companyId && appId ? await inApp(on, { companyId, appId }).selectFrom('app').select('key').where('id', '=', appId).executeTakeFirst() : undefined
    return { company: company?.key ?? null, app: app?.key ?? null }
  }

  async function unreadOf(userId: string): Promise<number> {
    const { n } = await db
      .selectFrom('notice')
      .leftJoin('notice_read', join => join.onRef('notice_read.notice_id', '=', 'notice.id').on('notice_read.user_id', '=', userId))
      .select(eb => eb.fn.countAll<string>().as('n'))
      .where('notice_read.user_id', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  return {
    unreadOf,

    /** Puts a notice into the inbox, once per subject; true when it is new there. Mails, except for what one browser alone says. */
    async add(notice: Notice, on: Db | Trx = db): Promise<boolean> {
      const { overrideId, hash: _hash, companyId, appId, screenId, ...rest } = notice
      const row = {
        id: uuidv7(),
        subject: subjectOf(notice),
        ...rest,
        detail: rest.detail.slice(0, 500),
        screen_id: screenId,
        override_id: overrideId,
        company_id: companyId,
        app_id: appId,
        created_at: new Date(),
      }
      const kept = await on
        .insertInto('notice')
        .values(row)
        .onConflict(conflict =>
          conflict
            .column('subject')
            .doUpdateSet({ kind: row.kind, detail: row.detail, created_at: row.created_at })
            .where('notice.kind', '=', 'screen.failed')
            .where(sql<boolean>`excluded.kind <> 'screen.failed'`),
        )
        .returning('id')
        .executeTakeFirst()
      if (!kept) return false
      // It says something else now than what people have read.
      if (kept.id !== row.id) await on.deleteFrom('notice_read').where('notice_id', '=', kept.id).execute()
      if (notice.kind !== 'screen.failed') await mailSupers(notice, on)
      await bus.publish(on, 'notice', {})
      log.warn({ notice: notice.kind, screen: screenId, level: notice.level, version: notice.version }, 'put into /platform/inbox')
      return true
    },

    /** Called when a notice is added, by whichever process; returns the function that stops it. */
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async list(
      userId: string,
      {
        page,
        perPage,
        unread,
        kind,
        keywords,
        locale,
      }: { page: number; perPage: number; unread: boolean; kind?: NoticeKind; keywords?: string; locale: Locale },
    ) {
      let rows = everywhere(db, 'notices of all levels, for the administrators of the platform')
        .selectFrom('notice')
        .leftJoin('notice_read', join => join.onRef('notice_read.notice_id', '=', 'notice.id').on('notice_read.user_id', '=', userId))
        .leftJoin('company', 'company.id', 'notice.company_id')
        .leftJoin('app', 'app.id', 'notice.app_id')
      if (unread) rows = rows.where('notice_read.user_id', 'is', null)
      if (kind) rows = rows.where('notice.kind', '=', kind)
      if (keywords?.trim())
        rows = rows.where(eb => eb.or([eb('notice.screen_id', 'ilike', containing(keywords)), eb('notice.detail', 'ilike', containing(keywords))]))
      const [items, total, left] = await Promise.all([
        rows
          .select(['notice.id', 'notice.kind', 'notice.screen_id', 'notice.level', 'notice.version', 'notice.detail', 'notice.created_at'])
          .select(['notice_read.at as read_at', 'company.key as company_key', 'company.name as company_name', 'app.key as app_key', 'app.name as app_name'])
          .orderBy('notice.created_at', 'desc')
          .orderBy('notice.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('notice.id').limit(TOTAL_CAP + 1)),
        unreadOf(userId),
      ])
      return {
        items: items.map(item => ({
          id: item.id,
          kind: item.kind,
          title: titleOf(item.kind, item.screen_id, locale),
          text: textOf(item, locale),
          screenId: item.screen_id,
          level: item.level,
          companyKey: item.company_key ?? '',
          companyName: item.company_name ?? '',
          appUrlKey: item.app_key ?? '',
          appName: item.app_name ?? '',
          version: item.version,
          to: addressOf(item.screen_id, item.company_key, item.app_key),
          read: item.read_at !== null,
          createdAt: item.created_at.toISOString(),
        })),
        ...total,
        page,
        perPage,
        unread: left,
      }
    },

    async markRead(userId: string, noticeId: string) {
      const there = await db.selectFrom('notice').select('id').where('id', '=', noticeId).executeTakeFirst()
      if (!there) throw notFound('inbox.unknown', 'There is no such notice')
      await db
        .insertInto('notice_read')
        .values({ notice_id: noticeId, user_id: userId })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },

    async markAllRead(userId: string) {
      await db
        .insertInto('notice_read')
        .columns(['notice_id', 'user_id'])
        .expression(eb => eb.selectFrom('notice').select(['notice.id', sql<string>`${userId}::uuid`.as('user_id')]))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },
  }
}
