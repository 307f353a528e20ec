// What the shell says about a screen, in one line: that a newer form is there, or that this is an older one.
import { useState } from 'react'
import type { Screen } from '../boot.ts'
import { t, useLocale } from '../i18n.ts'
import { session } from '../session.ts'
import { Icon } from '../icons.tsx'
import { useStore } from '../store.ts'

export function StandInNote({ screen }: { screen: Screen }) {
  useLocale()
  const { user } = useStore(session)
  const [isRead, setRead] = useState(false)
  if (isRead) return null
  return (
    <p className="t-stand-in" role="status">
      <Icon name="alert" />
      <span>{t('Shown in its last good form')}</span>
      {user?.isPlatformSuper && (
        <a href={`/platform/screens/${encodeURIComponent(screen.id)}/history`} data-go>
          {t('See what happened')}
        </a>
      )}
      <button type="button" className="t-icon-button" onClick={() => setRead(true)} aria-label={t('Close')}>
        <Icon name="close" size={14} />
      </button>
    </p>
  )
}

export function UpdateNotice({ onShow, onClose }: { onShow(): void; onClose(): void }) {
  useLocale()
  return (
    <div className="t-notice" role="status">
      <span>{t('This screen was updated')}</span>
      <button type="button" className="t-link" onClick={onShow}>
        {t('Show it')}
      </button>
      <button type="button" className="t-icon-button" onClick={onClose} aria-label={t('Close')}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
