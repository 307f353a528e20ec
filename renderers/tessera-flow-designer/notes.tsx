// What is said above a flow: why it was not saved, what came with a file, and how an earlier version differs.
import type { FlowChange } from '../../api/flow/changes.ts'
import type { Say } from '../words.ts'
import { changeText } from './sentences.ts'

interface Props {
  say: Say
  refused: string
  /** What was said of the file that the flow was taken from. */
  taken: readonly string[] | undefined
  onRead(): void
  /** The version that is looked at, where it is not the newest. */
  old: string | undefined
  changes: readonly FlowChange[]
  onNewest(): void
  /** Where it may be. */
  onTakeOver: (() => void) | undefined
}

export function Notes({ say, refused, taken, onRead, old, changes, onNewest, onTakeOver }: Props) {
  return (
    <>
      {refused && (
        <div className="tes-flow__note" role="alert">
          {refused}
        </div>
      )}
      {taken && (
        <div className="tes-flow__note" role="status">
          <b>{say('The file is taken over, and not saved yet.')}</b>{' '}
          <button type="button" className="tes-link" onClick={onRead}>
            {say('Close|note')}
          </button>
          {taken.length > 0 && (
            <ul>
              {taken.map(note => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {old && (
        <div className="tes-flow__note" role="status">
          <b>{say('You look at version {version}. What is different from the newest:', { version: old })}</b>{' '}
          <button type="button" className="tes-link" onClick={onNewest}>
            {say('Back to the newest')}
          </button>
          {onTakeOver && (
            <>
              {' · '}
              <button type="button" className="tes-link" onClick={onTakeOver}>
                {say('Take it over')}
              </button>
            </>
          )}
          <ul>{changes.length ? changes.map((one, at) => <li key={at}>{changeText(say, one)}</li>) : <li>{say('Nothing')}</li>}</ul>
        </div>
      )}
    </>
  )
}
