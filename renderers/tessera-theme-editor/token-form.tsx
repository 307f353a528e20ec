// The form of one token of a theme: a colour or its use, data colours, letters, lines, sizes, a shadow.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useState } from 'react'
import { isValueOf } from '../../api/theme/check.ts'
import { MAIN_STEP } from '../../api/theme/color.ts'
import { FAMILIES } from '../../api/theme/families.ts'
import { groupsOf, SIZE_BASES, systemUses, withValue, type ColorGroup, type ThemeDocument } from '../../api/theme/document.ts'
import { mainOf, rescaled, resetGroup, withBrand } from '../../api/theme/recolor.ts'
import { Confirm, IconButton, useSay } from '../workplace/ui.tsx'
import { ColorField, ReadOnly, ShadowField, TextField } from './fields.tsx'
import type { Edit } from './token-list.tsx'

const nameOf = (value: unknown) => (typeof value === 'string' ? value : '')

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
        <div className="tes-theme-field">
          <span id="theme-families">{say('Ready families')}</span>
          <div className="tes-theme-families" role="group" aria-labelledby="theme-families">
            {FAMILIES.map(({ label: name, body }) => (
              <button
                key={name}
                type="button"
                aria-pressed={body.join() === families.join()}
                style={{ fontFamily: body.map(one => (one.includes(' ') ? `'${one}'` : one)).join(', ') }}
                onClick={() => change([...body])}
              >
                {say(name)}
              </button>
            ))}
          </div>
        </div>
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
              icon="up"
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
        <ShadowField
          layers={global.shadows[Number(shadow[1])]?.value ?? []}
          onChange={(layers, run) => set('value', layers, say('Shadow changed'), run && `${run} ${path}`)}
        />
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
