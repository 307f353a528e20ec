// The panel on the right: the form of what is chosen, or one of what the header opens.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import type { Dispatch } from 'react'
import type { Component } from '../../api/theme/components.ts'
import { valueAt, type ThemeDocument } from '../../api/theme/document.ts'
import { tokenNames, type Found } from '../../api/theme/find.ts'
import { IconButton, useSay } from '../workplace/ui.tsx'
import { ComponentPanel } from './component-panel.tsx'
import { ContrastPanel } from './contrast-panel.tsx'
import { FindPanel } from './find-panel.tsx'
import { HistoryPanel, type Version } from './history-panel.tsx'
import { LooksPanel } from './looks-panel.tsx'
import type { Shown } from './place.ts'
import type { Loaded, Server } from './server.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { TokenForm } from './token-form.tsx'
import { TAB_WORDS, type Edit, type Tab } from './token-list.tsx'
import type { Act, Work } from './work.ts'

interface Props {
  shown: Shown | undefined
  isClosing: boolean
  tab: Tab
  component: Component | undefined
  document: ThemeDocument
  isDark: boolean
  work: Work
  act: Dispatch<Act>
  saved: Loaded
  answered: Server['answered']
  versionsApi: unknown
  versionApi: unknown
  note: string
  language: string
  wanted: string
  onNote(note: string): void
  onEdit: Edit
  onWanted(text: string): void
  onShow(shown: Shown): void
  onFound(found: Found): void
  onPart(component: string, path: string, state: string): void
  onAsk(ask: () => void): void
  onClose(): void
}
const TITLES = { settings: 'Theme settings', looks: 'Looks', contrast: 'Contrast', find: 'Find', history: 'History' } as const

export function SidePanel(props: Props) {
  const { shown, isClosing, tab, component, document, isDark, work, act, saved, answered, versionsApi, versionApi, note, language, wanted } = props
  const { onNote, onEdit, onWanted, onShow, onFound, onPart, onAsk, onClose } = props
  const say = useSay()
  const kind = shown?.kind
  const title =
    kind && kind in TITLES
      ? say(TITLES[kind as keyof typeof TITLES])
      : kind === 'part'
        ? say(component?.label ?? '')
        : [say(TAB_WORDS[tab]), ...tokenNames(document, shown?.path ?? '').map(name => say(name))].join(' · ')
  const token = kind === 'token' ? valueAt(document, `${shown?.path}.token`) : undefined
  const showUses = (name: string) => {
    onWanted(name)
    onShow({ kind: 'find', path: '', state: '' })
  }
  return (
    <aside className={`tes-theme-panel${isClosing ? ' is-closing' : ''}`} aria-label={title} aria-hidden={!shown || undefined}>
      {shown && (
        <>
          <header>
            <h2>{title}</h2>
            <IconButton icon="close" label={say('Close')} onClick={onClose} />
          </header>
          <div className="tes-theme-form" tabIndex={0} role="region" aria-label={title}>
            {kind === 'token' && (
              <>
                <TokenForm key={shown.path} document={document} path={shown.path} onEdit={onEdit} onClose={onClose} />
                {typeof token === 'string' && token.startsWith('--') && (
                  <button type="button" className="tes-button" onClick={() => showUses(token)}>
                    {say('Where is it used?')}
                  </button>
                )}
              </>
            )}
            {kind === 'find' && <FindPanel document={document} text={wanted} onText={onWanted} onOpen={onFound} />}
            {kind === 'history' && (
              <HistoryPanel
                work={work}
                saved={saved}
                note={note}
                language={language}
                onNote={onNote}
                onStep={steps => act({ do: 'step', steps })}
                onTake={(taken, version) => onEdit(taken, say('Version {version} taken', { version }))}
                listVersions={() => answered(versionsApi, {}, found => (found as { items: Version[] }).items)}
                getVersion={version => answered(versionApi, { themeVersion: version }, found => (found as { data: ThemeDocument }).data)}
              />
            )}
            {kind === 'part' && component && (
              <ComponentPanel
                component={component}
                document={document}
                isDark={isDark}
                part={shown.path}
                state={shown.state}
                onEdit={onEdit}
                onChoose={(path, state) => onShow({ kind: 'part', path, state })}
              />
            )}
            {kind === 'settings' && <SettingsPanel document={document} onEdit={onEdit} onAsk={onAsk} />}
            {kind === 'looks' && <LooksPanel document={document} onEdit={onEdit} />}
            {kind === 'contrast' && <ContrastPanel document={document} onEdit={onEdit} onPart={onPart} />}
          </div>
        </>
      )}
    </aside>
  )
}
