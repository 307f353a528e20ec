// Controls of the forms: a colour, a token or a value of one's own, the layers of a shadow.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useEffect, useId, useState } from 'react'
import { readColor, hexOf, isTwoSided, sideOf } from '../../api/theme/color.ts'
import { isValueOf } from '../../api/theme/check.ts'
import type { Entry } from '../../api/theme/components.ts'
import { worthIn } from '../../api/theme/contrast.ts'
import { groupsOf, type ShadowLayer, type ThemeDocument, type ThemeGlobal } from '../../api/theme/document.ts'
import type { Say } from '../words.ts'
import { IconButton, useSay } from '../workplace/ui.tsx'

/** `run` holds the steps of one drag together. */
export type Change = (value: string, run?: string) => void

interface ColorProps {
  label: string
  value: string
  onChange: Change
  hideLabel?: boolean
}
export const hexShown = (value: string) => {
  const color = readColor(value)
  return color ? hexOf(color.rgb) : '#2468f2'
}
/** A swatch knows no cover: a colour that lets what is behind it through goes on doing so. */
function coveringAs(before: string, hex: string): string {
  const alpha = readColor(before)?.alpha ?? 1
  const color = readColor(hex)
  return alpha === 0 || alpha === 1 || !color ? hex : `rgba(${color.rgb.map(part => Math.round(part * 255)).join(', ')}, ${Number(alpha.toFixed(3))})`
}

/** A colour as a swatch to drag in and as text. */
export function ColorField({ label, value, onChange, hideLabel }: ColorProps) {
  const say = useSay()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  // A drag is in the preview at once and in the document when it rests: until then the field shows it itself.
  const [dragged, setDragged] = useState<string>()
  useEffect(() => setDragged(undefined), [value])
  const isWrong = typed !== undefined && !readColor(typed)
  return (
    <div className="tes-theme-field">
      {!hideLabel && <label htmlFor={id}>{label}</label>}
      <span className="tes-theme-color">
        <input
          type="color"
          aria-label={say('{label}, swatch', { label })}
          value={hexShown(dragged ?? value)}
          onInput={event => {
            const next = coveringAs(value, event.currentTarget.value)
            setDragged(next)
            onChange(next, `drag ${label}`)
          }}
        />
        <input
          id={id}
          className="tes-input"
          aria-label={hideLabel ? label : undefined}
          aria-invalid={isWrong || undefined}
          value={typed ?? dragged ?? value}
          onChange={event => {
            setTyped(event.target.value)
            if (readColor(event.target.value)) onChange(event.target.value.trim())
          }}
          onBlur={() => setTyped(undefined)}
        />
      </span>
      {isWrong && <em role="alert">{say('This is no colour')}</em>}
    </div>
  )
}

interface Option {
  token: string
  label: string
  /** Which of several, and what it is worth. */
  more: string
  group: string
}
const worded = ({ label, more }: Option, say: Say) => `${say(label)}${more}`
const kept = new WeakMap<ThemeGlobal, Map<Entry['kind'], Option[]>>()
function optionsOf(global: ThemeGlobal, kind: Entry['kind']): Option[] {
  const known = kept.get(global) ?? new Map<Entry['kind'], Option[]>()
  kept.set(global, known)
  const options = known.get(kind) ?? optionsFor(global, kind)
  known.set(kind, options)
  return options
}
/** colorOptions, sizesOptions, borderWidthOptions, borderStyleOptions, borderRadiusOptions, fontSizeOptions: what a kind of value can be chosen from. */
function optionsFor(global: ThemeGlobal, kind: Entry['kind']): Option[] {
  const list = (items: readonly { token: string; label: string; value?: unknown }[], group: string): Option[] =>
    items.map(({ token, label, value }) => ({ token, label, more: typeof value === 'string' ? ` · ${value}` : '', group }))
  switch (kind) {
    case 'color':
      return groupsOf(global).flatMap(({ group }) =>
        group.body.colors.map(({ token, color }, i) => ({ token, group: group.label, label: group.label, more: ` ${i + 1} · ${color}` })),
      )
    case 'length':
      return list(global.sizes.size, 'Sizes')
    case 'lineWidth':
      return list(global.borders.width, 'Border width')
    case 'lineStyle':
      return list(global.borders.style, 'Border style')
    case 'radius':
      return list(global.borders.radius, 'Radius')
    case 'fontSize':
      return list(global.fonts.size, 'Font size')
    case 'lineHeight':
      return list(global.fonts.lineHeight, 'Line height')
    case 'weight':
      return list(global.fonts.weight, 'Weight')
    case 'shadow':
      return list(global.shadows, 'Shadow')
    default:
      return []
  }
}

interface ValueProps {
  label: string
  kind: Entry['kind']
  /** What the document says; nothing for what is shipped. */
  value: string | undefined
  /** What is shown then. */
  shipped: string
  document: ThemeDocument
  isDark: boolean
  hideLabel?: boolean
  onChange(value: string | undefined, run?: string): void
}
let lastWorth: { document: ThemeDocument; isDark: boolean; worth: ReturnType<typeof worthIn> } | undefined
/** What a token is seen as, in light or in dark; a panel asks dozens of times for the same document. */
function seenColor(document: ThemeDocument, isDark: boolean, token: string): string | undefined {
  if (lastWorth?.document !== document || lastWorth.isDark !== isDark) lastWorth = { document, isDark, worth: worthIn(document, isDark) }
  const cover = lastWorth.worth.read(token)
  return cover && hexOf(cover.rgb) + (cover.alpha < 1 ? hexOf([cover.alpha, 0, 0]).slice(1, 3) : '')
}
const OWN = '#own'
const reference = (value: string) => /^var\((--[\w-]+)\)$/.exec(value)?.[1]

/** A token, or a value of one's own, or as it is shipped. */
export function ValueField({ label, kind, value, shipped, document, isDark, hideLabel, onChange }: ValueProps) {
  const say = useSay()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [own, setOwn] = useState(false)
  const [isOffered, setOffered] = useState(false)
  const options = optionsOf(document.global, kind)
  const side = value === undefined ? undefined : sideOf(value, isDark)
  const now = side ?? sideOf(shipped, isDark)
  const token = reference(now)
  const known = token && options.some(option => option.token === token)
  const shippedNow = sideOf(shipped, isDark)
  const shippedOption = options.find(option => option.token === reference(shippedNow))
  // What that is, where it can be said: a token, or a value that is made of no other.
  const shippedAs = shippedOption ? worded(shippedOption, say) : shippedNow.includes('(--') ? '' : shippedNow.slice(0, 40)
  const chosen = value === undefined && !own ? '' : own || !known ? OWN : token
  // A panel has dozens of such lists, of a hundred tokens each: what is not chosen is put in when one goes there.
  const offered = isOffered ? options : options.filter(option => option.token === chosen)
  const groups = [...new Set(offered.map(option => option.group))]
  const offer = () => setOffered(true)
  const color = kind === 'color' ? ((token && seenColor(document, isDark, token)) ?? now) : undefined
  const isWrong = typed !== undefined && typed.trim() !== '' && !isValueOf(kind, typed.trim())
  return (
    <div className={`tes-theme-field${value !== undefined ? ' is-set' : ''}`}>
      {!hideLabel && <label htmlFor={id}>{label}</label>}
      <span className="tes-theme-value">
        {color !== undefined && <i className="tes-theme-swatch" style={{ background: color }} aria-hidden="true" />}
        <select
          id={id}
          className="tes-input"
          aria-label={hideLabel ? label : undefined}
          value={chosen}
          onFocus={offer}
          onPointerDown={offer}
          onChange={event => {
            const next = event.target.value
            setOwn(next === OWN)
            if (next === '') onChange(undefined)
            else if (next !== OWN) onChange(`var(${next})`)
          }}
        >
          <option value="">
            {say('As shipped')}
            {shippedAs && ` · ${shippedAs}`}
          </option>
          <option value={OWN}>{say('Own value')}</option>
          {groups.map(group => (
            <optgroup key={group} label={say(group)}>
              {offered
                .filter(option => option.group === group)
                .map(option => (
                  <option key={option.token} value={option.token}>
                    {worded(option, say)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </span>
      {chosen === OWN &&
        (kind === 'color' ? (
          <ColorField label={say('{label}, own value', { label })} hideLabel value={hexShown(color ?? now)} onChange={onChange} />
        ) : (
          <input
            className="tes-input"
            aria-label={say('{label}, own value', { label })}
            aria-invalid={isWrong || undefined}
            value={typed ?? (reference(now) ? '' : now)}
            placeholder={now}
            onChange={event => {
              setTyped(event.target.value)
              const text = event.target.value.trim()
              if (text && isValueOf(kind, text)) onChange(text)
            }}
            onBlur={() => setTyped(undefined)}
          />
        ))}
      {isWrong && <em role="alert">{say('This value does not fit here')}</em>}
      {value !== undefined && isTwoSided(value) && <small>{say('Another value in light and in dark')}</small>}
    </div>
  )
}

interface TextProps {
  label: string
  value: string
  onChange(value: string): void
  required?: boolean
  /** Says what is wrong, or nothing. */
  check?(value: string): string | undefined
  multiline?: boolean
}
/** A text that is taken over while it is right. */
export function TextField({ label, value, onChange, required, check, multiline }: TextProps) {
  const say = useSay()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value
  const problem = required && !text.trim() ? say('This field is required') : typed === undefined ? undefined : check?.(typed.trim())
  const props = {
    id,
    className: 'tes-input',
    value: text,
    'aria-invalid': problem ? true : undefined,
    onChange: (event: { target: { value: string } }) => {
      const next = event.target.value
      setTyped(next)
      if ((!required || next.trim()) && !check?.(next.trim())) onChange(next)
    },
    onBlur: () => setTyped(undefined),
  }
  return (
    <div className="tes-theme-field">
      <label htmlFor={id}>
        {label}
        {required && <b aria-hidden="true"> *</b>}
      </label>
      {multiline ? <textarea rows={3} {...props} /> : <input {...props} />}
      {problem && <em role="alert">{problem}</em>}
    </div>
  )
}

export function ReadOnly({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div className="tes-theme-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="tes-input" readOnly value={value} />
    </div>
  )
}

const LENGTH = /^-?\d{1,4}(\.\d{1,3})?(px|rem|em)?$/
const EMPTY: ShadowLayer = { inset: false, x: '0px', y: '1px', blur: '3px', spread: '0px', color: 'rgba(0, 0, 0, 0.1)' }

export function ShadowField({ layers, onChange }: { layers: ShadowLayer[]; onChange(layers: ShadowLayer[], run?: string): void }) {
  const say = useSay()
  const set = (at: number, change: Partial<ShadowLayer>, run?: string) =>
    onChange(
      layers.map((layer, i) => (i === at ? { ...layer, ...change } : layer)),
      run && `${run} ${at}`,
    )
  const check = (text: string) => (LENGTH.test(text) ? undefined : say('A number in px, rem, em or without a unit'))
  const checkBlur = (text: string) => (text.startsWith('-') ? say('A blur cannot be below 0') : check(text))
  return (
    <>
      {layers.map((layer, i) => (
        <fieldset key={i} className="tes-theme-layer">
          <legend>{say('Layer {number}', { number: i + 1 })}</legend>
          <div className="tes-theme-four">
            <TextField label="X" value={layer.x} check={check} onChange={x => set(i, { x })} />
            <TextField label="Y" value={layer.y} check={check} onChange={y => set(i, { y })} />
            <TextField label={say('Blur')} value={layer.blur} check={checkBlur} onChange={blur => set(i, { blur })} />
            <TextField label={say('Spread')} value={layer.spread} check={check} onChange={spread => set(i, { spread })} />
          </div>
          <ColorField label={say('Colour')} value={layer.color} onChange={(color, run) => set(i, { color }, run)} />
          <label className="tes-theme-check">
            <input type="checkbox" checked={layer.inset} onChange={event => set(i, { inset: event.target.checked })} />
            {say('Inset')}
          </label>
          {layers.length > 1 && (
            <IconButton icon="close" label={say('Remove layer {number}', { number: i + 1 })} onClick={() => onChange(layers.filter((_, at) => at !== i))} />
          )}
        </fieldset>
      ))}
      {layers.length < 6 && (
        <button type="button" className="tes-button" onClick={() => onChange([...layers, EMPTY])}>
          {say('Add layer')}
        </button>
      )}
    </>
  )
}
