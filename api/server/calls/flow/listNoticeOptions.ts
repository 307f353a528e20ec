import type { Handler } from '../../handler.ts'

export const flowListNoticeOptions: Handler<'flow.listNoticeOptions'> = (_ask, { flows, locale }) => ({ options: flows.designs.noticeOptions(locale) })
