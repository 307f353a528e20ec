// Pushes as they are kept and told: a row of the table, its lines, what a list and the details say of it.
import { say, type Locale } from '../../../messages.ts'
import type { JsonColumns, Told } from '../../store/columns.ts'
import type { TaskStatus } from '../release/index.ts'
import type { Framework } from './frameworks.ts'

export type PushLine = JsonColumns['ci_push.lines'][number]
/** `server`: its address, as the pipeline reaches it. */
export type Wish = JsonColumns['ci_push.wish']

const MOST_LINES = 2000
const LINE_CHARS = 500
export const MOST_CODES = 5

export const tellLine = (told: Told): PushLine => ({ at: new Date().toISOString(), ...told })
/** The lines of a pipeline's log, each with the moment that it was read. */
export function logLines(text: string): PushLine[] {
  const at = new Date().toISOString()
  return text
    .split('\n')
    .filter((line, index, all) => index < all.length - 1 || line)
    .map(line => ({ at, text: line.replaceAll('\u0000', '').slice(0, LINE_CHARS) }))
}
export const lastLines = (lines: readonly PushLine[]) => lines.slice(-MOST_LINES)

/** A pipeline says where its mini-program is tried with a line of its log: `tessera-code: https://… what it is`. */
export function codesIn(lines: readonly PushLine[]): { url: string; label: string }[] {
  return lines.flatMap(({ text = '' }) => {
    const [, url = '', label = ''] = /(?:^|\s)tessera-code: (https?:\/\/\S+)(?: (.*))?$/.exec(text) ?? []
    return URL.canParse(url) ? [{ url: url.slice(0, 400), label: label.trim().slice(0, 100) }] : []
  })
}

interface Row {
  id: string
  title: string
  version: string
  tag: string
  source: string
  applet_type: number
  framework: string
  runtime: string
  status: number
  task_status: number
  reason: Told | null
  codes: { url: string; label: string }[]
  created_at: Date
  by_name: string | null
}

const told = (locale: Locale, { english, values }: Told) => say(locale, english, values)

export const pushOf = (row: Row, locale: Locale) => ({
  id: row.id,
  title: row.title,
  version: row.version,
  tag: row.tag,
  from: row.source,
  status: row.status as 2 | 1 | -1 | 0,
  appletType: row.applet_type as 0 | 1 | 2 | 3,
  codeType: row.framework as Framework,
  runtimeVersion: row.runtime,
  createdAt: row.created_at.toISOString(),
  createdBy: row.by_name ?? '',
  // The task of a push is the push itself: there is one for each.
  taskId: row.id,
  hasCode: row.status === 1 && row.codes.length > 0,
  task: { status: row.task_status as TaskStatus, reason: row.reason ? told(locale, row.reason) : '' },
})

export const taskOf = (row: Row & { lines: PushLine[]; run: JsonColumns['ci_push.run'] }, locale: Locale) => ({
  ...pushOf(row, locale).task,
  url: /^https?:\/\//.test(row.run.url ?? '') ? (row.run.url as string) : '',
  log: row.lines
    .map(({ at, english, values, text }) =>
      english === undefined ? (text ?? '') : `${at.slice(11, 19)} ${told(locale, { english, ...(values && { values }) })}`,
    )
    .join('\n'),
})
