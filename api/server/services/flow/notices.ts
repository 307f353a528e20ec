// What flows tell people: a row each in the transaction that gives rise to it; mails and open windows hear of it a moment later.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FlowEvent } from '../../../flow/state.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { NewNoticeRow } from './case-rows.ts'
import type { FlowScope } from './cases.ts'
import { NOTICE_KINDS as OTHER_KINDS, NOTICE_TOPIC } from './tell.ts'

/** What is mailed from here; the other kinds have channels of their own. */
const MAILED_KINDS = ['task', 'urged', 'mentioned', 'ended', 'operated'] as const
type MailedKind = (typeof MAILED_KINDS)[number]
export type NoticeKind = MailedKind | (typeof OTHER_KINDS)[number]
const isMailed = (kind: string): kind is MailedKind => (MAILED_KINDS as readonly string[]).includes(kind)
const isKnown = (kind: string): kind is NoticeKind => isMailed(kind) || (OTHER_KINDS as readonly string[]).includes(kind)
interface NoticeData {
  result?: string
  /** What an operator did. */
  act?: string
}
export interface NewNotice {
  kind: MailedKind
  user: string
  /** Name of the step. */
  node?: string
  message?: string
  data?: NoticeData
}

const TOPIC = 'flow-people'
/** What belongs together is told together; the transaction that began it is through by then. */
const SOON_MS = 200
/** What another process left behind is found so often. */
const LOOK_MS = 15_000
/** Ids of people that fit into one message of the bus. */
const MOST_TOLD = 100
const MOST_LINES = 20

const RESULTS: Record<string, string> = {
  approved: '“{title}” was approved',
  rejected: '“{title}” was rejected',
  aborted: '“{title}” has ended without a result',
}
const WORDS: Record<Exclude<NoticeKind, 'ended'>, string> = {
  task: '“{title}” waits for you at “{node}”',
  urged: '{person} asks you to decide “{title}” soon',
  mentioned: '{person} mentions you in “{title}”',
  operated: 'An operator changed “{title}”: {act}',
  overdue: '“{title}” waits at “{node}”',
  message: '“{title}” has a message for you',
}
/** What operators do, as people read of it. */
export const ACTS: Record<string, string> = {
  SUSPEND: 'it is held',
  RESUME: 'it goes on',
  ABORT: 'it was stopped',
  RESET: 'it begins anew',
  ADD_USER: 'one more is asked',
  REMOVE_USR: 'one less is asked',
  TRANSFER: 'somebody else is asked',
  SKIP_TO: 'a step was skipped',
  MIGRATE: 'it goes on along another revision of its flow',
  undo: 'what was done is taken back',
}

interface Told {
  kind: NoticeKind
  data: NoticeData
  title: string
  node_name: string
  by: string | null
}
function noticeText({ kind, data, title, node_name: node, by }: Told, locale: Locale): string {
  const words = kind === 'ended' ? (RESULTS[data.result ?? ''] ?? (RESULTS.aborted as string)) : WORDS[kind]
  return say(locale, words, {
    title,
    person: by || say(locale, 'Somebody'),
    node,
    act: say(locale, ACTS[data.act ?? ''] ?? data.act ?? ''),
  })
}

export function createNotices(
  { db, bus, config, log }: Pick<Core, 'db' | 'bus' | 'config' | 'log'>,
  messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>,
) {
  const listeners = new Set<(people: ReadonlySet<string>) => void>()
  bus.on(TOPIC, ({ people }) => {
    const told = new Set(people as string[])
    for (const listener of listeners) listener(told)
  })
  bus.on(NOTICE_TOPIC, () => wake())

  let isWatching = false
  let soon: ReturnType<typeof setTimeout> | undefined
  let look: ReturnType<typeof setInterval> | undefined
  /** People whose tasks went without a word to them: their windows count anew. */
  const touched = new Set<string>()

  function wake() {
    if (!isWatching || soon) return
    soon = setTimeout(() => {
      soon = undefined
      void tellAll().catch(error => log.warn({ err: error }, 'people are not told of flows'))
    }, SOON_MS)
    soon.unref()
  }

  async function announce(people: readonly string[], on: Db | Trx) {
    for (let at = 0; at < people.length; at += MOST_TOLD) await bus.publish(on, TOPIC, { people: people.slice(at, at + MOST_TOLD) })
  }

  /** Mails and announces what is due, a part of it in one transaction; answers how many notices that were. */
  const tellSome = () =>
    db.transaction().execute(async trx => {
      const all = everywhere(trx, 'notices of flows that wait to be told, of all apps')
      const due = await all
        .selectFrom('flow_notice')
        .select('id')
        .where('told_at', 'is', null)
        .orderBy('id')
        .limit(MOST_TOLD)
        .forUpdate()
        .skipLocked()
        .execute()
      if (!due.length) return 0
      const ids = due.map(({ id }) => id)
      const rows = await all
        .selectFrom('flow_notice')
        .innerJoin('flow_case', 'flow_case.id', 'flow_notice.case_id')
        .innerJoin('company', 'company.id', 'flow_notice.company_id')
        .innerJoin('app', 'app.id', 'flow_notice.app_id')
        .innerJoin('person', 'person.id', 'flow_notice.user_id')
        .leftJoin('person as by', 'by.id', 'flow_notice.by_id')
        .leftJoin('flow_preference', join =>
          join.onRef('flow_preference.app_id', '=', 'flow_notice.app_id').onRef('flow_preference.user_id', '=', 'flow_notice.user_id'),
        )
        .select(['flow_notice.user_id', 'flow_notice.kind', 'flow_notice.node_name', 'flow_notice.message', 'flow_notice.data', 'flow_notice.tag'])
        .select(['flow_notice.case_id', 'flow_case.title'])
        .select(['company.key as company', 'app.key as app', 'person.email', 'person.disabled', 'by.name as by', 'flow_preference.mail'])
        .where('flow_notice.id', 'in', ids)
        .orderBy('flow_notice.id')
        .execute()
      const byPerson = new Map<string, Mailed[]>()
      for (const { user_id, kind, mail, disabled, ...row } of rows)
        if (isMailed(kind) && row.email && !disabled && mail !== false) byPerson.set(user_id, [...(byPerson.get(user_id) ?? []), { ...row, kind }])
      await messages.mailAll([...byPerson.values()].map(mailOf), trx)
      await all
        .updateTable('flow_notice')
        .set({ told_at: sql<Date>`now()` })
        .where('id', 'in', ids)
        .execute()
      await announce([...new Set(rows.map(({ user_id }) => user_id))], trx)
      return due.length
    })

  interface Mailed extends Told {
    email: string
    message: string
    tag: string
    case_id: string
    company: string
    app: string
  }
  /** One mail for all that came together; in both languages, since nobody knows which one a person reads mails in. */
  function mailOf(list: readonly Mailed[]) {
    const [first] = list as [Mailed, ...Mailed[]]
    const shown = list.slice(0, MOST_LINES)
    const lines = shown.flatMap(one => [
      ...(['en-US', 'zh-CN'] as const).map(locale => noticeText(one, locale)),
      ...(one.message ? [one.message] : []),
      `${config.publicUrl}/company/${one.company}/app/${one.app}${one.tag === 'latest' ? '' : `-${one.tag}`}/flow-case/${one.case_id}`,
      '',
    ])
    const more = list.length > 1 ? ` (+${list.length - 1})` : ''
    return { to: first.email, subject: noticeText(first, 'en-US') + more, text: lines.join('\n').trim() }
  }

  async function tellAll() {
    const gone = [...touched]
    touched.clear()
    if (gone.length) await announce(gone, db)
    while ((await tellSome()) === MOST_TOLD);
  }

  const mine = (scope: FlowScope, user: string) =>
    inApp(db, scope).selectFrom('flow_notice').where('flow_notice.user_id', '=', user).where('flow_notice.tag', '=', scope.tag)

  const rowsOf = (list: readonly NewNotice[]): NewNoticeRow[] =>
    list.map(({ kind, user, node = '', message = '', data = {} }) => ({ id: uuidv7(), user_id: user, kind, node_name: node, message, data: { ...data } }))

  return {
    tellAll,
    wake,
    rowsOf,

    /** Tells of notices as they come; what other processes left behind too. Not in tests, where nothing changes behind their back. */
    watch() {
      isWatching = true
      look = setInterval(wake, LOOK_MS)
      look.unref()
      wake()
    },
    unwatch() {
      isWatching = false
      clearInterval(look)
      clearTimeout(soon)
      soon = undefined
    },
    /** Called with ids of people for whom something changed, by whichever process; returns the function that stops it. */
    listen(listener: (people: ReadonlySet<string>) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async add(scope: FlowScope, caseId: string, by: string | null, list: readonly NewNotice[], trx: Trx) {
      const rows = rowsOf(list).map(({ data, ...row }) => ({ ...row, tag: scope.tag, case_id: caseId, data: JSON.stringify(data), by_id: by }))
      if (rows.length) await inApp(trx, scope).insertInto('flow_notice').values(rows).execute()
      wake()
    },

    /** What a command gives rise to: tasks for others, and the end for whoever started it. Nobody is told of what they did themselves. */
    of(events: readonly FlowEvent[], by: string | null, starter: string | null, nameOf: (node: string) => string): NewNotice[] {
      const dropped = new Set(events.flatMap(({ type, task }) => (type === 'taskDropped' ? [task] : [])))
      // Whoever is away hears nothing of what a deputy has.
      const deputed = new Set(events.flatMap(({ isDeputy, task }) => (isDeputy ? [task] : [])))
      return events.flatMap(({ type, node = '', task, user, to, isDeputy, result = 'aborted' }): NewNotice[] => {
        if (deputed.has(task) && !isDeputy) return []
        const asked = type === 'taskOpened' ? user : type === 'taskTransferred' ? to : undefined
        if (asked !== undefined) return asked === by || dropped.has(task) ? [] : [{ kind: 'task', user: asked, node: nameOf(node) }]
        return type === 'ended' && starter !== null && starter !== by ? [{ kind: 'ended', user: starter, data: { result } }] : []
      })
    },
    /** Their open tasks are others than before. */
    touch(people: Iterable<string>) {
      if (!isWatching) return
      for (const id of people) touched.add(id)
      wake()
    },

    async list(scope: FlowScope, user: string, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const rows = mine(scope, user)
      const [found, total] = await Promise.all([
        rows
          .innerJoin('flow_case', 'flow_case.id', 'flow_notice.case_id')
          .leftJoin('person', 'person.id', 'flow_notice.by_id')
          .select(['flow_notice.id', 'flow_notice.kind', 'flow_notice.node_name', 'flow_notice.message', 'flow_notice.data', 'flow_notice.case_id'])
          .select(['flow_case.title', 'person.name as by', 'flow_notice.created_at', 'flow_notice.read_at'])
          .orderBy('flow_notice.id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('flow_notice.id').limit(TOTAL_CAP + 1)),
      ])
      const items = found.flatMap(({ kind, ...row }) =>
        isKnown(kind)
          ? [
              {
                id: row.id,
                kind,
                caseId: row.case_id,
                text: noticeText({ ...row, kind }, locale),
                comment: row.message,
                read: row.read_at !== null,
                createdAt: row.created_at.toISOString(),
              },
            ]
          : [],
      )
      return { items, ...total, page, perPage }
    },

    /** Those about one case, or all of them. */
    async markRead(scope: FlowScope, user: string, caseId: string | undefined) {
      let rows = inApp(db, scope)
        .updateTable('flow_notice')
        .set({ read_at: sql<Date>`now()` })
        .where('user_id', '=', user)
        .where('tag', '=', scope.tag)
        .where('read_at', 'is', null)
      if (caseId !== undefined) rows = rows.where('case_id', '=', caseId)
      const { numUpdatedRows } = await rows.executeTakeFirstOrThrow()
      if (Number(numUpdatedRows)) this.touch([user])
    },
  }
}
export type Notices = ReturnType<typeof createNotices>
