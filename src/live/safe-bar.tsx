// Says on every page that this window is in safe mode, and leads out of it; or why it is not.
import { useEffect } from 'react'
import { t, useLocale } from '../i18n.ts'
import { Icon } from '../icons.tsx'
import { useStore } from '../store.ts'
import { leaveSafeMode, safeMode } from './safe-mode.ts'

export function SafeBar() {
  useLocale()
  const mode = useStore(safeMode)
  useEffect(() => {
    document.documentElement.classList.toggle('has-bar', mode !== 'off')
  }, [mode])
  if (mode === 'off') return null
  return (
    <div className={`t-bar${mode === 'on' ? ' is-on' : ''}`} role="status">
      <Icon name={mode === 'on' ? 'lock' : 'alert'} />
      <span>{mode === 'on' ? t('Safe mode: shipped screens only') : t('Safe mode is for platform administrators. These are the normal screens')}</span>
      <button type="button" className="t-link" onClick={() => (mode === 'on' ? leaveSafeMode() : safeMode.set('off'))}>
        {mode === 'on' ? t('Leave') : t('Close')}
      </button>
    </div>
  )
}
