// After an update the server no longer has the files that this page would load next; reloading is for the person to choose.
import { useEffect, useState } from 'react'
import { t, useLocale } from '../i18n.ts'

export function NewVersionNotice() {
  useLocale()
  const [stale, setStale] = useState(false)
  useEffect(() => {
    const note = () => setStale(true)
    window.addEventListener('vite:preloadError', note)
    return () => window.removeEventListener('vite:preloadError', note)
  }, [])
  return stale ? (
    <div className="t-offline" role="alert">
      {t('This console was updated. Save your work, then reload the page')}
      <button type="button" className="t-button is-primary" onClick={() => window.location.reload()}>
        {t('Reload')}
      </button>
    </div>
  ) : null
}
