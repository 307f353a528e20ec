// What of the texts of a page differs between two versions of it.
import { textsOfPage } from '../../api/models/app-texts.ts'
import { useSay } from '../workplace/ui.tsx'
import type { Schema } from './calls.ts'

export interface TextChange {
  /** Empty where there was none. */
  before: string
  after: string
}

/** Texts that came, went or became others, in the order of the page; one that only moved is the same text. */
export function changedTexts(before: Schema, after: Schema): TextChange[] {
  const texts = (schema: Schema) => textsOfPage(schema).map(({ text, path }) => ({ text, path: path.join('/') }))
  const left = texts(before)
  const added = texts(after).filter(one => {
    const same = left.findIndex(({ text, path }) => text === one.text && path === one.path)
    const at = same >= 0 ? same : left.findIndex(({ text }) => text === one.text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const changed = added.map(one => {
    const at = left.findIndex(({ path }) => path === one.path)
    return { before: at < 0 ? '' : (left.splice(at, 1)[0]?.text ?? ''), after: one.text }
  })
  return [...changed, ...left.map(({ text }) => ({ before: text, after: '' }))]
}

const MOST = 50

export function TextChanges({ before, after }: { before: Schema; after: Schema }) {
  const say = useSay()
  const changes = changedTexts(before, after)
  if (!changes.length) return null
  return (
    <details className="tes-text-changes">
      <summary>{changes.length === 1 ? say('1 text differs') : say('{count} texts differ', { count: changes.length })}</summary>
      <ul>
        {changes.slice(0, MOST).map((one, at) => (
          <li key={at}>
            {one.before && <del>{one.before}</del>} {one.after && <ins>{one.after}</ins>}
          </li>
        ))}
        {changes.length > MOST && <li>{say('and {count} more', { count: changes.length - MOST })}</li>}
      </ul>
    </details>
  )
}
