// All colours together: ready looks, one by chance, and sliders that turn every colour of the theme at once.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useId, useRef, useState } from 'react'
import { stripOf } from '../../api/theme/color.ts'
import { brandOf, type ThemeDocument } from '../../api/theme/document.ts'
import { READY_THEMES } from '../../api/theme/ready.ts'
import { NO_TURN, withChance, withReadyLook, withTurn, type Turn } from '../../api/theme/together.ts'
import { useSay } from '../workplace/ui.tsx'
import type { Edit } from './token-list.tsx'

const SLIDERS: readonly { key: keyof Turn; label: string; least: number; most: number; step: number; shown(value: number): string }[] = [
  { key: 'hue', label: 'Hue', least: -180, most: 180, step: 1, shown: value => `${value}°` },
  { key: 'strength', label: 'Colourfulness', least: 0, most: 2, step: 0.05, shown: value => `${Math.round(value * 100)} %` },
  { key: 'light', label: 'Lightness', least: -0.2, most: 0.2, step: 0.01, shown: value => `${value > 0 ? '+' : ''}${Math.round(value * 100)}` },
]

export function LooksPanel({ document, onEdit }: { document: ThemeDocument; onEdit: Edit }) {
  const say = useSay()
  const id = useId()
  const [turn, setTurn] = useState(NO_TURN)
  // What the sliders turn is the theme as it was before the first of them moved; another change, or one taken back, begins anew.
  const turning = useRef({ from: document, made: document })
  const isOurs = document === turning.current.from || document === turning.current.made
  const now = isOurs ? turn : NO_TURN
  const set = (next: Turn, run?: string) => {
    const from = isOurs ? turning.current.from : document
    const made = withTurn(from, next)
    turning.current = { from, made }
    setTurn(next)
    onEdit(made, say('All colours changed'), run)
  }
  return (
    <>
      <section className="tes-theme-group" aria-labelledby={`${id}-ready`}>
        <h4 id={`${id}-ready`}>{say('Ready looks')}</h4>
        <div className="tes-theme-looks">
          {READY_THEMES.map(({ key, label, brand, isDark = false }) => (
            <button
              key={key}
              type="button"
              aria-pressed={isDark === document.config.isDark && brand === brandOf(document)}
              onClick={() => onEdit(withReadyLook(document, key), say('{name} put on', { name: say(label) }))}
            >
              <span className="tes-theme-strip" aria-hidden="true">
                {stripOf(brand, isDark).map(color => (
                  <i key={color} style={{ background: color }} />
                ))}
              </span>
              {say(label)}
            </button>
          ))}
        </div>
        <p className="tes-theme-hint">{say('Colours and corners are taken; letters, sizes, components and CSS stay as they are.')}</p>
        <button type="button" className="tes-button" onClick={() => onEdit(withChance(document, Math.random), say('Colours by chance'))}>
          {say('Surprise me')}
        </button>
      </section>
      <section className="tes-theme-group" aria-labelledby={`${id}-all`}>
        <h4 id={`${id}-all`}>{say('All colours at once')}</h4>
        {SLIDERS.map(({ key, label, least, most, step, shown }) => (
          <div key={key} className="tes-theme-field tes-theme-slider">
            <label htmlFor={`${id}-${key}`}>{say(label)}</label>
            <output htmlFor={`${id}-${key}`}>{shown(now[key])}</output>
            <input
              id={`${id}-${key}`}
              type="range"
              min={least}
              max={most}
              step={step}
              value={now[key]}
              aria-valuetext={shown(now[key])}
              onChange={event => set({ ...now, [key]: Number(event.target.value) }, 'drag looks')}
            />
          </div>
        ))}
        <button type="button" className="tes-button" disabled={now === NO_TURN} onClick={() => set(NO_TURN)}>
          {say('As it was before')}
        </button>
        <p className="tes-theme-hint">{say('Contrast tells afterwards which texts are hard to read, and repairs them.')}</p>
      </section>
    </>
  )
}
