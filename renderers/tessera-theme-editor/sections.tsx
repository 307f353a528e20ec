// The left of the editor: the rail of its three sections, and the list of the one that is open.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useState } from 'react'
import type { Component } from '../../api/theme/components.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { Icon, type IconName } from '../icons.tsx'
import { useSay } from '../workplace/ui.tsx'
import { CodePanel } from './code-panel.tsx'
import { ComponentList } from './component-list.tsx'
import { beginningOf, componentAt, NAVS, tabAt, type Nav, type Place } from './place.ts'
import { TAB_WORDS, TABS, TokenList, type Edit } from './token-list.tsx'

const LOOK: Record<Nav, [IconName, string]> = { global: ['settings', 'Global'], component: ['box', 'Components'], code: ['code', 'Custom code'] }

export function Rail({ nav, onGo }: { nav: Nav; onGo(place: Place): void }) {
  const say = useSay()
  return (
    <nav className="tes-theme-rail" aria-label={say('Sections')}>
      {NAVS.map(one => (
        <button key={one} type="button" aria-current={one === nav ? 'page' : undefined} title={say(LOOK[one][1])} onClick={() => onGo(beginningOf(one))}>
          <Icon name={LOOK[one][0]} />
          <span>{say(LOOK[one][1])}</span>
        </button>
      ))}
    </nav>
  )
}

interface Props {
  place: Place
  document: ThemeDocument
  level: 'app' | 'company' | 'platform'
  /** Path of the token whose form is open. */
  chosen: string
  onGo(place: Place): void
  onToken(path: string): void
  onComponent(component: Component): void
  onEdit: Edit
}
export function SectionList({ place, document, level, chosen, onGo, onToken, onComponent, onEdit }: Props) {
  const say = useSay()
  const { nav } = place
  const [search, setSearch] = useState('')
  const tab = tabAt(place)
  return (
    <div className={`tes-theme-list${nav === 'code' ? ' is-code' : ''}`}>
      {nav === 'global' && (
        <>
          <div className="tes-theme-tabs" role="tablist" aria-label={say('Global')}>
            {TABS.map(one => (
              <button key={one} type="button" role="tab" aria-selected={one === tab} onClick={() => onGo({ nav, tab: one })}>
                {say(TAB_WORDS[one])}
              </button>
            ))}
          </div>
          <div className="tes-theme-tokens" role="tabpanel" tabIndex={0} aria-label={say(TAB_WORDS[tab])}>
            <TokenList document={document} tab={tab} chosen={chosen} onChoose={onToken} onEdit={onEdit} />
          </div>
        </>
      )}
      {nav === 'component' && (
        <ComponentList document={document} chosen={componentAt(place)?.key ?? ''} search={search} onSearch={setSearch} onChoose={onComponent} />
      )}
      {nav === 'code' && <CodePanel document={document} level={level} onEdit={onEdit} />}
    </div>
  )
}
