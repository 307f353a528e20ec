// Tokens of a theme by tab: what there is, and the form of the one that is chosen.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useState } from 'react'
import { isValueOf } from '../../api/theme/check.ts'
import { MAIN_STEP } from '../../api/theme/color.ts'
import { groupsOf, SIZE_BASES, SIZE_STEPS, systemUses, withValue, type ColorGroup, type ThemeDocument } from '../../api/theme/document.ts'
import { mainOf, rescaled, resetGroup, withBrand } from '../../api/theme/recolor.ts'
import { themeVariables } from '../../api/theme/variables.ts'
import { Confirm, IconButton, useSay } from '../workplace/ui.tsx'
import { ColorField, ReadOnly, ShadowField, TextField } from './fields.tsx'

export const TABS = ['color', 'font', 'border', 'space', 'shadow'] as const
export type Tab = (typeof TABS)[number]
export const TAB_WORDS: Record<Tab, string> = { color: 'Colours', font: 'Fonts', border: 'Borders', space: 'Spacing', shadow: 'Shadows' }

export type Edit = (document: ThemeDocument, words: string, run?: string) => void
interface ListProps {
  document: ThemeDocument
  tab: Tab
  chosen: string
  onChoose(path: string): void
  onEdit: Edit
}

const nameOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a tab holds; each entry opens in the panel beside. */
export function TokenList({ document, tab, chosen, onChoose, onEdit }: ListProps) {
  const say = useSay()
  const { global } = document
  const entry = (path: string, label: string, shown: string, drawn?: object) => (
    <button key={path} type="button" className="tes-theme-entry" aria-pressed={chosen === path} onClick={() => onChoose(path)}>
      {drawn && <i aria-hidden="true" style={drawn} />}
      <span>{say(label)}</span>
      <code>{shown}</code>
    </button>
  )
  const items = (
    title: string,
    path: string,
    list: readonly { token: string; label: string; value: string }[],
    isFixed = false,
    draw?: (value: string) => object,
  ) => (
    <section key={path}>
      <h3>
        {say(title)}
        {isFixed && <small>{say('Read only')}</small>}
      </h3>
      {list.map((item, i) =>
        isFixed ? (
          <div key={item.token} className="tes-theme-entry is-fixed">
            {draw && <i aria-hidden="true" style={draw(item.value)} />}
            <span>{say(item.label)}</span>
            <code>{item.value}</code>
          </div>
        ) : (
          entry(`${path}.${i}`, item.label, item.value, draw?.(item.value))
        ),
      )}
    </section>
  )
  switch (tab) {
    case 'color':
      return (
        <>
          {groupsOf(global).map(({ group, path }) => (
            <section key={path}>
              <h3>
                {say(group.label)}
                <small>{group.body.main ?? ''}</small>
              </h3>
              <div className="tes-theme-scale" role="group" aria-label={say(group.label)}>
                {group.body.colors.map(({ color }, i) => (
                  <button
                    key={i}
                    type="button"
                    style={{ background: color }}
                    aria-pressed={chosen === `${path}.body.colors.${i}`}
                    aria-label={`${say(group.label)} ${i + 1}, ${color}`}
                    title={`${i + 1} · ${color}`}
                    onClick={() => onChoose(`${path}.body.colors.${i}`)}
                  />
                ))}
              </div>
              <div className="tes-theme-uses">
                {group.body.common.map((use, i) => (
                  <button
                    key={use.id}
                    type="button"
                    className="tes-theme-use"
                    aria-pressed={chosen === `${path}.body.common.${i}`}
                    onClick={() => onChoose(`${path}.body.common.${i}`)}
                  >
                    <i aria-hidden="true" style={{ background: group.body.colors[use.color]?.color }} />
                    {say(use.label)}
                  </button>
                ))}
              </div>
            </section>
          ))}
          <section>
            <h3>{say('Data colours')}</h3>
            {global.colors.data.map((set, i) => (
              <button
                key={set.token}
                type="button"
                className="tes-theme-entry"
                aria-pressed={chosen === `global.colors.data.${i}`}
                onClick={() => onChoose(`global.colors.data.${i}`)}
              >
                <span>{say(set.label)}</span>
                <span className="tes-theme-strip" aria-hidden="true">
                  {set.colors.map(({ value }, at) => (
                    <i key={at} style={{ background: value }} />
                  ))}
                </span>
              </button>
            ))}
            <button
              type="button"
              className="tes-link"
              onClick={() => {
                const taken = global.colors.data.map(({ token }) => token)
                let number = taken.length + 1
                while (taken.includes(`dataColor${number}`)) number++
                const set = {
                  token: `dataColor${number}`,
                  label: say('Data colours {number}', { number }),
                  custom: true,
                  colors: [{ value: mainOf(global.colors.brand) }],
                }
                onEdit(withValue(document, 'global.colors.data', [...global.colors.data, set]), say('Data colours added'))
                onChoose(`global.colors.data.${global.colors.data.length}`)
              }}
            >
              {say('Add data colours')}
            </button>
          </section>
        </>
      )
    case 'font':
      return (
        <>
          <section>
            <h3>{say('Family')}</h3>
            {entry('global.fonts.base', 'Base family', global.fonts.base.body.slice(0, 2).join(', '))}
          </section>
          {items('Font size', 'global.fonts.size', global.fonts.size)}
          {items('Line height', 'global.fonts.lineHeight', global.fonts.lineHeight)}
          {items('Weight', 'global.fonts.weight', global.fonts.weight, true)}
        </>
      )
    case 'border':
      return (
        <>
          {items('Border width', 'global.borders.width', global.borders.width, false, value => ({ borderTop: `${value} solid currentColor`, height: 0 }))}
          {items('Border style', 'global.borders.style', global.borders.style, true, value => ({ borderTop: `2px ${value} currentColor`, height: 0 }))}
          {items('Radius', 'global.borders.radius', global.borders.radius, false, value => ({ border: '1.5px solid currentColor', borderRadius: value }))}
        </>
      )
    case 'space': {
      const variables = themeVariables({ ...document, global: { ...global, sizes: global.sizes } }, false)
      const unit = /[a-z]+$/.exec(global.sizes.start)?.[0] ?? 'rem'
      const step = (i: number) =>
        variables.get(`--sizes-base-${i + 1}`) ?? `${Number((parseFloat(global.sizes.start) + i * global.sizes.base).toFixed(3))}${unit}`
      return (
        <>
          <section>
            <h3>{say('Scale')}</h3>
            {entry('global.sizes', 'Start and base', `${global.sizes.start} + ${global.sizes.base}`)}
            <div className="tes-theme-steps" aria-label={say('Fifty sizes')}>
              {Array.from({ length: SIZE_STEPS }, (_, i) => (
                <code key={i} title={step(i)}>
                  {step(i)}
                </code>
              ))}
            </div>
          </section>
          {items('Sizes', 'global.sizes.size', global.sizes.size)}
        </>
      )
    }
    case 'shadow':
      return (
        <section>
          <h3>{say('Shadows')}</h3>
          {global.shadows.map((shadow, i) => (
            <button
              key={shadow.token}
              type="button"
              className="tes-theme-entry is-shadow"
              aria-pressed={chosen === `global.shadows.${i}`}
              onClick={() => onChoose(`global.shadows.${i}`)}
            >
              <i
                aria-hidden="true"
                style={{
                  boxShadow: shadow.value
                    .map(({ inset, x, y, blur, spread, color }) => `${inset ? 'inset ' : ''}${x} ${y} ${blur} ${spread} ${color}`)
                    .join(', '),
                }}
              />
              <span>{say(shadow.label)}</span>
            </button>
          ))}
        </section>
      )
  }
}

interface FormProps {
  document: ThemeDocument
  path: string
  onEdit: Edit
  onClose(): void
}

function ask(before: ColorGroup, after: ColorGroup) {
  return before.body.colors.some(({ color }, i) => color !== after.body.colors[i]?.color)
}

/** The form of one token. */
export function TokenForm({ document, path, onEdit, onClose }: FormProps) {
  const say = useSay()
  const [confirm, setConfirm] = useState<() => void>()
  const { global } = document
  const at = (rest: string) => {
    let value: unknown = document
    for (const step of `${path}.${rest}`.split('.')) value = (value as Record<string, unknown> | undefined)?.[step]
    return value
  }
  const set = (rest: string, value: unknown, words: string, run?: string) => onEdit(withValue(document, `${path}.${rest}`, value), words, run)
  const label = <TextField key={path} label={say('Label')} required value={nameOf(at('label'))} onChange={next => set('label', next, say('Label changed'))} />
  const token = <ReadOnly label={say('Token')} value={nameOf(at('token'))} />
  const overwrite = confirm && (
    <Confirm
      title={say('Overwrite colours')}
      action={say('Overwrite')}
      onConfirm={() => {
        confirm()
        setConfirm(undefined)
      }}
      onClose={() => setConfirm(undefined)}
    >
      {say('The existing colours will be overwritten; continue?')}
    </Confirm>
  )

  const color = /^(global\.colors\.(?:brand|(?:neutral|functional)\.\d+))\.body\.(colors|common)\.(\d+)$/.exec(path)
  const found = color && groupsOf(global).find(one => one.path === color[1])
  if (color && found) {
    const { group, path: groupPath } = found
    const step = Number(color[3])
    const withGroup = (next: ColorGroup) => withValue(document, groupPath, next)
    const isBrand = group === global.colors.brand
    const hasScale = group.body.main !== undefined
    if (color[2] === 'colors') {
      const now = group.body.colors[step]
      const isMain = hasScale && step === MAIN_STEP
      return (
        <>
          {isMain && (
            <>
              <ColorField
                label={say('Main colour')}
                value={mainOf(group)}
                onChange={(value, run) =>
                  /^#[0-9a-f]{6}$/i.test(value) &&
                  onEdit(
                    isBrand ? withBrand(document, value) : withGroup(rescaled(group, value, document.config.isDark)),
                    say('{name}: colour changed', { name: say(group.label) }),
                    run && `${run} ${path}`,
                  )
                }
              />
              <p className="tes-theme-hint">{say('All ten steps are made from it, evenly apart.')}</p>
            </>
          )}
          {label}
          {token}
          {!isMain && (
            <ColorField
              label={say('Colour')}
              value={now?.color ?? ''}
              onChange={(value, run) =>
                /^#[0-9a-f]{6}$/i.test(value) &&
                set('color', value.toLowerCase(), say('{name}: colour changed', { name: say(group.label) }), run && `${run} ${path}`)
              }
            />
          )}
          <button
            type="button"
            className="tes-button"
            onClick={() => {
              const next = resetGroup(group, document)
              const go = () => onEdit(withGroup(next), say('{name}: reset', { name: say(group.label) }))
              if (ask(group, next)) setConfirm(() => go)
            }}
          >
            {hasScale ? say('Reset to the fifth step') : say('Reset to the brand')}
          </button>
          {overwrite}
        </>
      )
    }
    const use = group.body.common[step]
    return (
      <>
        {label}
        <ReadOnly label={say('Token')} value={use?.id ?? ''} />
        <div className="tes-theme-field">
          <span id="theme-step">{say('Step')}</span>
          <div className="tes-theme-scale" role="radiogroup" aria-labelledby="theme-step">
            {group.body.colors.map(({ color: one }, i) => (
              <button
                key={i}
                type="button"
                role="radio"
                aria-checked={use?.color === i}
                aria-pressed={use?.color === i}
                style={{ background: one }}
                aria-label={say('Step {number}', { number: i + 1 })}
                onClick={() => set('color', i, say('{name}: step changed', { name: say(use?.label ?? '') }))}
              />
            ))}
          </div>
        </div>
        <label className="tes-theme-check">
          <input
            type="checkbox"
            checked={use?.changeAll ?? false}
            onChange={event => set('changeAll', event.target.checked, say('{name}: changed', { name: say(use?.label ?? '') }))}
          />
          {say('Change everything that has this use')}
        </label>
        {step >= systemUses(group) && (
          <button
            type="button"
            className="tes-button is-danger"
            onClick={() => {
              onEdit(withGroup({ ...group, body: { ...group.body, common: group.body.common.filter((_, i) => i !== step) } }), say('Use deleted'))
              onClose()
            }}
          >
            {say('Delete')}
          </button>
        )}
      </>
    )
  }

  const data = /^global\.colors\.data\.(\d+)$/.exec(path)
  const colors = data && global.colors.data[Number(data[1])]
  if (colors) {
    const words = say('{name}: colour changed', { name: say(colors.label) })
    return (
      <>
        {label}
        {token}
        {colors.colors.map(({ value }, i) => (
          <div key={i} className="tes-theme-row">
            <ColorField
              label={say('Colour {number}', { number: i + 1 })}
              value={value}
              onChange={(next, run) => /^#[0-9a-f]{6}$/i.test(next) && set(`colors.${i}.value`, next.toLowerCase(), words, run && `${run} ${path}`)}
            />
            {colors.colors.length > 1 && (
              <IconButton
                icon="close"
                label={say('Remove colour {number}', { number: i + 1 })}
                onClick={() =>
                  set(
                    'colors',
                    colors.colors.filter((_, n) => n !== i),
                    words,
                  )
                }
              />
            )}
          </div>
        ))}
        {colors.colors.length < 20 && (
          <button type="button" className="tes-button" onClick={() => set('colors', [...colors.colors, { value: '#2468f2' }], words)}>
            {say('Add colour')}
          </button>
        )}
        {colors.custom && (
          <button
            type="button"
            className="tes-button is-danger"
            onClick={() => {
              onEdit(
                withValue(
                  document,
                  'global.colors.data',
                  global.colors.data.filter(one => one !== colors),
                ),
                say('Data colours deleted'),
              )
              onClose()
            }}
          >
            {say('Delete')}
          </button>
        )}
      </>
    )
  }

  if (path === 'global.fonts.base') {
    const families = global.fonts.base.body
    const change = (next: string[]) => set('body', next, say('Family changed'))
    return (
      <>
        <p className="tes-theme-hint">{say('The first that a device has is taken.')}</p>
        {families.map((family, i) => (
          <div key={i} className="tes-theme-row">
            <TextField
              label={say('Family {number}', { number: i + 1 })}
              required
              value={family}
              check={text => (isValueOf('family', text) ? undefined : say('This value does not fit here'))}
              onChange={next => change(families.map((one, n) => (n === i ? next : one)))}
            />
            <IconButton
              icon="undo"
              label={say('Move family {number} up', { number: i + 1 })}
              disabled={i === 0}
              onClick={() => change(families.map((one, n) => (n === i - 1 ? family : n === i ? (families[i - 1] ?? one) : one)))}
            />
            <IconButton
              icon="close"
              label={say('Remove family {number}', { number: i + 1 })}
              disabled={families.length === 1}
              onClick={() => change(families.filter((_, n) => n !== i))}
            />
          </div>
        ))}
        {families.length < 20 && (
          <button type="button" className="tes-button" onClick={() => change([...families, 'serif'])}>
            {say('Add family')}
          </button>
        )}
        {token}
      </>
    )
  }

  if (path === 'global.sizes') {
    const [, number = '0', unit = 'rem'] = /^([\d.]+)(rem|px)$/.exec(global.sizes.start) ?? []
    const start = (value: string, next: string) => set('start', `${value}${next}`, say('Sizes changed'))
    return (
      <>
        <TextField
          label={say('Start')}
          required
          value={number}
          check={text =>
            /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) <= 100 && Number(text) % 0.125 === 0
              ? undefined
              : say('Start must be between 0 and 100, in steps of 0.125')
          }
          onChange={value => start(value, unit)}
        />
        <div className="tes-theme-field">
          <label htmlFor="theme-start-unit">{say('Unit')}</label>
          <select id="theme-start-unit" className="tes-input" value={unit} onChange={event => start(number, event.target.value)}>
            <option>rem</option>
            <option>px</option>
          </select>
        </div>
        <div className="tes-theme-field">
          <label htmlFor="theme-base">{say('Base')}</label>
          <select
            id="theme-base"
            className="tes-input"
            value={global.sizes.base}
            onChange={event => set('base', Number(event.target.value), say('Sizes changed'))}
          >
            {SIZE_BASES.map(base => (
              <option key={base}>{base}</option>
            ))}
          </select>
        </div>
      </>
    )
  }

  const shadow = /^global\.shadows\.(\d+)$/.exec(path)
  if (shadow) {
    return (
      <>
        {label}
        {token}
        <ShadowField layers={global.shadows[Number(shadow[1])]?.value ?? []} onChange={layers => set('value', layers, say('Shadow changed'))} />
      </>
    )
  }

  const check = (text: string) => {
    if (path.startsWith('global.fonts.size')) {
      const [, number = '', unit] = /^(\d{1,2}(?:\.\d{1,3})?)(px|em)$/.exec(text) ?? []
      return unit && Number(number) >= 12 && Number(number) <= 48 ? undefined : say('Font size must be between 12 and 48, in px or em')
    }
    if (path.startsWith('global.fonts.lineHeight'))
      return /^\d{1,4}(\.\d{1,3})?(px|rem|em)?$/.test(text) ? undefined : say('A number in px, rem, em or without a unit')
    if (path.startsWith('global.borders.radius')) return /^\d{1,4}(\.\d{1,3})?(px|rem|em|%)$/.test(text) ? undefined : say('A number in px, rem, em or %')
    if (path.startsWith('global.borders.width')) return /^\d{1,4}(\.\d{1,3})?(px|rem|em)$/.test(text) ? undefined : say('A number in px, rem or em')
    return /^(auto|\d{1,4}(\.\d{1,3})?(px|rem|em|%))$/.test(text) ? undefined : say('A number with at most three places, in px, rem, em or %')
  }
  return (
    <>
      {label}
      <TextField
        key={`${path} value`}
        label={say('Value')}
        required
        value={nameOf(at('value'))}
        check={check}
        onChange={next => set('value', next, say('{name}: changed', { name: say(nameOf(at('label'))) }))}
      />
      {token}
    </>
  )
}
