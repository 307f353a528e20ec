// Two people changed a row: for each field that differs, whose value it is to have.
import { useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cellText } from '../../../renderers/tessera-data-table/grid/cell-text.ts'
import { t } from '../../i18n.ts'
import { locale } from '../../preferences.ts'
import type { Difference, Row } from './merge.ts'
import './choose-fields.css'

export type Choice = 'mine' | 'theirs'
interface Asked {
  /** Who changed it meanwhile. */
  who: string
  differences: readonly Difference[]
  /** The row as they left it, with the names of what it relates to. */
  theirs: Row
  /** Names of what mine relates to, as far as they are known. */
  labels: Record<string, string>
  /** What taking the choice does: saves, or fills the form in. */
  does: string
}

const EMPTY = '—'
function textOf({ field }: Difference, value: unknown, labels: Record<string, string>): string {
  const { key, type } = field
  if (value === null || value === undefined || value === '') return EMPTY
  if (type === 'multiEnum') {
    const values = Array.isArray(value) ? value : String(value).split(',')
    return values.map(one => field.options.find(option => option.value === one)?.label ?? String(one)).join(', ') || EMPTY
  }
  const name = (one: unknown) => (typeof one === 'object' && one ? String((one as { name?: unknown }).name ?? JSON.stringify(one)) : String(one))
  if (type === 'file' || type === 'image') return (Array.isArray(value) ? value : [value]).map(name).join(', ')
  return cellText(type, key, { id: '', [key]: value, _labels: labels }, field, t, locale.get()).text
}

function Choices({ asked, done }: { asked: Asked; done(choices: Record<string, Choice> | undefined): void }) {
  const { who, differences, theirs, labels, does } = asked
  const box = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [chosen, setChosen] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(differences.map(({ field, isBoth }) => [field.key, isBoth ? 'mine' : 'theirs'])),
  )
  useEffect(() => box.current?.showModal(), [])
  const theirLabels = (theirs._labels ?? {}) as Record<string, string>
  return (
    <dialog ref={box} className="t-choose" aria-labelledby={title} onClose={() => done(undefined)}>
      <form
        onSubmit={event => {
          event.preventDefault()
          done(chosen)
        }}
      >
        <h2 id={title}>{t('{name} changed this row meanwhile', { name: who })}</h2>
        <p>{t('Choose for each field whose value it is to have.')}</p>
        {differences.map(one => (
          <fieldset key={one.field.key}>
            <legend>{one.field.name}</legend>
            {(['mine', 'theirs'] as const).map(whose => (
              <label key={whose}>
                <input
                  type="radio"
                  name={one.field.key}
                  checked={chosen[one.field.key] === whose}
                  onChange={() => setChosen({ ...chosen, [one.field.key]: whose })}
                />
                <span className="t-choose__whose">{whose === 'mine' ? t('Mine|choice') : t('Theirs|choice')}</span>
                <span className="t-choose__value">{whose === 'mine' ? textOf(one, one.mine, labels) : textOf(one, one.theirs, theirLabels)}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className="t-choose__does">
          <button type="button" className="t-button" onClick={() => done(undefined)}>
            {t('Cancel')}
          </button>
          <button type="submit" className="t-button is-primary">
            {does}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Asks; nothing is answered when it is left. */
export function chooseFields(asked: Asked): Promise<Record<string, Choice> | undefined> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise(answer => {
    let isOver = false
    const done = (choices: Record<string, Choice> | undefined) => {
      if (isOver) return
      isOver = true
      answer(choices)
      root.unmount()
      place.remove()
    }
    root.render(<Choices asked={asked} done={done} />)
  })
}
