// Where a value or token is, and where it is used; pressing one opens its form.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { findValue, type Found } from '../../api/theme/find.ts'
import { readColor } from '../../api/theme/color.ts'
import { useSay } from '../workplace/ui.tsx'
import { namesOf } from './differences.tsx'

interface Props {
  document: ThemeDocument
  text: string
  onText(text: string): void
  onOpen(found: Found): void
}
const LISTED = 200

export function FindPanel({ document, text, onText, onOpen }: Props) {
  const say = useSay()
  const id = useId()
  const [own, setOwn] = useState(false)
  const wanted = useDeferredValue(text)
  const all = useMemo(() => findValue(document, wanted), [document, wanted])
  const found = own ? all.filter(({ isShipped }) => !isShipped) : all
  return (
    <>
      <div className="tes-theme-field">
        <label htmlFor={id}>{say('Value or token')}</label>
        <input
          id={id}
          type="search"
          className="tes-input"
          value={text}
          placeholder="#2468f2, 13px, --colors-brand-5"
          onChange={event => onText(event.target.value)}
        />
      </div>
      <label className="tes-theme-check">
        <input type="checkbox" checked={own} onChange={event => setOwn(event.target.checked)} />
        {say('Only what this theme sets')}
      </label>
      {wanted.trim() &&
        (found.length ? (
          <>
            <p className="tes-theme-count" role="status">
              {found.length === 1 ? say('1 place') : say('{count} places', { count: found.length })}
            </p>
            <ul className="tes-theme-found">
              {found.slice(0, LISTED).map((one, i) => (
                <li key={`${one.path} ${i}`}>
                  <button type="button" className="tes-theme-entry" onClick={() => onOpen(one)}>
                    {readColor(one.value) && <i className="tes-theme-swatch" style={{ background: one.value }} aria-hidden="true" />}
                    <span>
                      {namesOf(one, say)}
                      <small>
                        {one.value}
                        {one.isShipped && ` · ${say('As shipped')}`}
                      </small>
                    </span>
                  </button>
                </li>
              ))}
              {found.length > LISTED && <li>{say('{count} more', { count: found.length - LISTED })}</li>}
            </ul>
          </>
        ) : (
          <p className="tes-theme-hint" role="status">
            {say('It stands nowhere in this theme')}
          </p>
        ))}
    </>
  )
}
