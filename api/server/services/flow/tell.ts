// Telling people of a case: in the app, by mail. In the transaction of what they are told of, so that nobody hears of what did not happen.
import { uuidv7 } from 'uuidv7'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { FlowScope } from './cases.ts'

export const NOTICE_KINDS = ['overdue', 'message'] as const
export interface FlowNotice {
  caseId: string
  kind: (typeof NOTICE_KINDS)[number]
  /** Number of the task that it is about. */
  task?: number
  nodeName: string
  /** Written by whoever designed the flow, or said with it. */
  message: string
  channels: readonly ('inApp' | 'email')[]
}
/** Processes hear that somebody has something to read. */
export const NOTICE_TOPIC = 'flow.notice'

const SUBJECTS: Record<FlowNotice['kind'], string> = {
  overdue: '“{title}” waits at “{node}”',
  message: '“{title}” has a message for you',
}
const LANGUAGES = ['en-US', 'zh-CN'] as const

export function createTell({ bus, config }: Pick<Core, 'bus' | 'config'>, messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>) {
  async function byMail(scope: FlowScope, people: readonly string[], { caseId, kind, nodeName, message }: FlowNotice, trx: Trx) {
    const there = await trx
      .selectFrom('person')
      .select('email')
      .where('id', 'in', [...people])
      .where('disabled', '=', false)
      .where('email', '<>', '')
      .execute()
    const at = await inApp(trx, scope)
      .selectFrom('flow_case')
      .innerJoin('app', 'app.id', 'flow_case.app_id')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['flow_case.title', 'app.key as app', 'company.key as company'])
      .where('flow_case.id', '=', caseId)
      .executeTakeFirst()
    if (!at || !there.length) return
    const place = scope.tag === 'latest' ? at.app : `${at.app}-${scope.tag}`
    const link = config.publicUrl ? `${config.publicUrl}/company/${at.company}/app/${place}/flow-case/${caseId}` : ''
    const words = { title: at.title, node: nodeName }
    // Nobody knows yet which language somebody reads: a mail says it in both.
    const said = LANGUAGES.map(locale => say(locale, SUBJECTS[kind], words))
    const text = [...said, message, link].filter(Boolean).join('\n\n')
    await messages.mailAll(
      there.map(({ email }) => ({ to: email, subject: said[0] ?? '', text })),
      trx,
    )
  }

  return async (scope: FlowScope, people: readonly string[], notice: FlowNotice, trx: Trx): Promise<void> => {
    const users = [...new Set(people)]
    if (!users.length) return
    const { caseId: case_id, kind, task = 0, nodeName: node_name, message, channels } = notice
    if (channels.includes('inApp')) {
      await inApp(trx, scope)
        .insertInto('flow_notice')
        .values(users.map(user_id => ({ id: uuidv7(), user_id, case_id, tag: scope.tag, kind, task, node_name, message })))
        .execute()
      await bus.publish(trx, NOTICE_TOPIC, { appId: scope.appId, tag: scope.tag })
    }
    if (channels.includes('email')) await byMail(scope, users, notice, trx)
  }
}
export type Tell = ReturnType<typeof createTell>
