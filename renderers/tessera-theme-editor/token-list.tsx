// Tokens of a theme by tab: what there is. Each opens in the form beside it.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { groupsOf, SIZE_STEPS, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { mainOf } from '../../api/theme/recolor.ts'
import { themeVariables } from '../../api/theme/variables.ts'
import { useSay } from '../workplace/ui.tsx'

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
