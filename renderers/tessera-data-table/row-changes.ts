// What screens of changed rows share: what is told of a change, values before and after, the look of an entry.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import type { DataField } from './controls.ts'
import { quiet } from './quiet.ts'
import type { Values } from './values.ts'

export interface Request {
  data?: unknown
}
export interface Answer {
  status: number
  msg?: string
  errors?: Record<string, string>
  data?: Values
}
/** What is told above the table after a change of rows, which is read anew. */
export interface Done {
  text: string
  /** It can be taken back with this. */
  changeId?: string
  /** Taking a change back goes on: how far it is stands in place of the text. */
  job?: string
}

export interface Around {
  base: string
  fields: DataField[]
  say: Say
  done(what: Done): void
  /** Whether the person is offered what was changed lately, and so a way back. */
  hasHistory: boolean
}

/** Values of a change as people read them; what comes from rows is text and never markup. */
export const valueOf = (key: 'from' | 'to') => `\${type == 'datetime' && ${key} ? DATETOSTR(${key}, 'YYYY-MM-DD HH:mm') : ${key} || '—'|html}`
export const arrow = `<span class="tes-change__value">${valueOf('from')}</span> → <span class="tes-change__value is-new">${valueOf('to')}</span>`

/** What kind of change it was. */
const kinds = (say: Say): Schema => ({
  type: 'mapping',
  className: 'tes-change__kind',
  map: {
    create: say('Added|row'),
    update: say('Changed|row'),
    delete: say('Deleted|row'),
    import: say('Imported|row'),
    restore: say('Put back|row'),
    undo: say('Undone|row'),
  },
})

/** Rows that a line names. */
const MOST_NAMED = 10

/** A sentence about one, or about several. */
export const counted = (count: unknown, one: string, many: string) => (count === 1 ? one : many)

/** What taking a change back came to. */
export interface Undone {
  count: number
  /** Some of the rows that stay as they are. */
  left: { title: string }[]
  leftCount: number
  /** Of other rows to these, which a deletion had emptied. */
  relations: { filled: number; left: number; leftTitles: string[] }
  /** Columns that the database filled itself, with other values than before. */
  otherwise: string[]
}
/** Some names of so many, in a line. */
const someOf = (names: string[], count: number) => [...names.slice(0, MOST_NAMED), ...(count > Math.min(names.length, MOST_NAMED) ? ['…'] : [])].join(', ')

export function undoneText(say: Say, { count, left, leftCount, relations, otherwise }: Undone): string {
  const text = [counted(count, say('One row was taken back.'), say('{count} rows were taken back.', { count: count.toLocaleString('en') }))]
  if (leftCount)
    text.push(
      say('Left as they are, because they were changed since: {names}', {
        names: someOf(
          left.map(row => row.title),
          leftCount,
        ),
      }),
    )
  if (otherwise.length) text.push(say('The database filled these itself, with other values than before: {names}', { names: otherwise.join(', ') }))
  if (relations.filled)
    text.push(
      counted(
        relations.filled,
        say('One relation of another row was filled again.'),
        say('{count} relations of other rows were filled again.', { count: relations.filled.toLocaleString('en') }),
      ),
    )
  if (relations.left)
    text.push(
      counted(
        relations.left,
        say('One relation was set to something else since and stays so: {names}', { names: someOf(relations.leftTitles, 1) }),
        say('{count} relations were set to something else since and stay so: {names}', {
          count: relations.left.toLocaleString('en'),
          names: someOf(relations.leftTitles, relations.left),
        }),
      ),
    )
  return text.join(' ')
}

export const form = (more: Omit<Schema, 'type'>): Schema => ({
  type: 'form',
  mode: 'normal',
  wrapWithPanel: false,
  messages: { validateFailed: '', saveSuccess: '' },
  ...quiet(more),
})

/** A list of changes, each with its kind, who did it when, what can be done about it, and what it changed. */
export const changesList = (say: Say, source: string, placeholder: string, actions: Schema[], about: Schema[]): Schema => ({
  type: 'each',
  source: `\${${source}}`,
  visibleOn: `\${${source}}`,
  className: 'tes-changes',
  placeholder,
  items: {
    type: 'container',
    className: 'tes-change',
    body: [
      {
        type: 'container',
        className: 'tes-change__head',
        body: [
          { ...kinds(say), name: 'kind' },
          { type: 'tpl', className: 'tes-change__who', tpl: `\${byName || '${say('Somebody who left')}'|html}` },
          { type: 'tpl', className: 'tes-change__when', tpl: "${DATETOSTR(at, 'YYYY-MM-DD HH:mm:ss')}" },
          ...actions,
        ],
      },
      ...about,
    ],
  },
})
