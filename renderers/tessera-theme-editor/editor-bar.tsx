// The header of the editor: what is edited, undo and redo, what opens on the right, in and out, and what saves.
import type { Dispatch } from 'react'
import { Icon } from '../icons.tsx'
import { IconButton, Menu, useSay } from '../workplace/ui.tsx'
import { downloadCss, downloadTokens } from './exchange.tsx'
import type { Act, Work } from './work.ts'

type Opens = 'settings' | 'looks' | 'contrast' | 'find' | 'history'
interface Props {
  backAddress: string
  name: string
  isDefault: boolean
  version: number
  isDirty: boolean
  busy: boolean
  work: Work
  act: Dispatch<Act>
  shown: string | undefined
  onOpen(kind: Opens): void
  onExchange(what: 'file' | 'picture'): void
  onSave(): void
  onSaveDraft(): void
}
export function EditorBar(props: Props) {
  const { backAddress, name, isDefault, version, isDirty, busy, work, act, shown, onOpen, onExchange, onSave, onSaveDraft } = props
  const say = useSay()
  return (
    <header className="tes-theme-bar">
      <a className="tes-icon-button" href={backAddress} data-go title={say('Back to themes')} aria-label={say('Back to themes')}>
        <Icon name="back" />
      </a>
      <h1>{name}</h1>
      <IconButton icon="settings" label={say('Theme settings')} pressed={shown === 'settings'} onClick={() => onOpen('settings')} />
      <span className="tes-theme-state" role="status">
        {isDefault && <b>{say('In use')}</b>} {isDirty ? say('Not saved') : say('Saved, version {version}', { version: version })}
      </span>
      <span className="tes-theme-space" />
      <IconButton
        icon="undo"
        label={work.before.length ? say('Undo: {what}', { what: work.before.at(-1)?.words ?? '' }) : say('Undo')}
        disabled={!work.before.length}
        onClick={() => act({ do: 'undo' })}
      />
      <IconButton
        icon="redo"
        label={work.after.length ? say('Redo: {what}', { what: work.after.at(-1)?.words ?? '' }) : say('Redo')}
        disabled={!work.after.length}
        onClick={() => act({ do: 'redo' })}
      />
      <IconButton icon="palette" label={say('Looks')} pressed={shown === 'looks'} onClick={() => onOpen('looks')} />
      <IconButton icon="search" label={say('Find')} pressed={shown === 'find'} onClick={() => onOpen('find')} />
      <IconButton icon="history" label={say('History')} pressed={shown === 'history'} onClick={() => onOpen('history')} />
      <Menu
        label={say('Import and export')}
        items={[
          { label: say('Import…'), onPick: () => onExchange('file') },
          { label: say('From a picture…'), onPick: () => onExchange('picture') },
          null,
          { label: say('Export design tokens'), onPick: () => downloadTokens(work.now) },
          { label: say('Export CSS for amis'), onPick: () => downloadCss(work.now) },
        ]}
      />
      <button type="button" className="tes-button" aria-pressed={shown === 'contrast'} onClick={() => onOpen('contrast')}>
        {say('Contrast')}
      </button>
      <button type="button" className="tes-button" disabled={busy} title={say('Saves a draft; running apps stay as they are')} onClick={onSaveDraft}>
        {say('Preview')}
      </button>
      <button type="button" className="tes-button is-primary" disabled={!isDirty || busy} onClick={onSave}>
        {say('Save')}
      </button>
    </header>
  )
}
