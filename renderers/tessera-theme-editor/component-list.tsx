// The components that a theme sets, by group; what is searched by key or name stays.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { COMPONENT_GROUPS, COMPONENTS, type Component } from '../../api/theme/components.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { useSay } from '../workplace/ui.tsx'

const GROUP_WORDS = { common: 'Common', layout: 'Layout', 'data-entry': 'Data entry', 'data-show': 'Data display', feedback: 'Feedback' } as const

interface Props {
  document: ThemeDocument
  chosen: string
  search: string
  onSearch(text: string): void
  onChoose(component: Component): void
}
export function ComponentList({ document, chosen, search, onSearch, onChoose }: Props) {
  const say = useSay()
  const searched = search.trim().toLowerCase()
  const shown = COMPONENTS.filter(
    ({ key, label }) => !searched || key.includes(searched) || label.toLowerCase().includes(searched) || say(label).toLowerCase().includes(searched),
  )
  return (
    <>
      <input
        type="search"
        className="tes-input"
        placeholder={say('Search components')}
        aria-label={say('Search components')}
        value={search}
        onChange={event => onSearch(event.target.value)}
      />
      <div className="tes-theme-tokens" tabIndex={0} role="region" aria-label={say('Components')}>
        {COMPONENT_GROUPS.map(group => {
          const list = shown.filter(one => one.group === group)
          return list.length ? (
            <section key={group}>
              <h3>{say(GROUP_WORDS[group])}</h3>
              {list.map(one => (
                <button key={one.key} type="button" className="tes-theme-entry" aria-pressed={one.key === chosen} onClick={() => onChoose(one)}>
                  <span>{say(one.label)}</span>
                  {document.component[one.path] !== undefined && <i className="tes-theme-dot" title={say('Changed')} />}
                </button>
              ))}
            </section>
          ) : null
        })}
        {!shown.length && <p className="tes-theme-hint">{say('Nothing is called so')}</p>}
      </div>
    </>
  )
}
