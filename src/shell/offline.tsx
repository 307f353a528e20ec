// Says so while the browser has no connection.
import { useEffect, useState } from 'react'
import { t, useLocale } from '../i18n.ts'
import { Icon } from '../icons.tsx'

export function OfflineNotice() {
  useLocale()
  const [offline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const follow = () => setOffline(!navigator.onLine)
    window.addEventListener('online', follow)
    window.addEventListener('offline', follow)
    return () => {
      window.removeEventListener('online', follow)
      window.removeEventListener('offline', follow)
    }
  }, [])
  return offline ? (
    <div className="t-offline" role="status">
      <Icon name="offline" /> {t('You are offline. What you change now cannot be saved until the connection is back')}
    </div>
  ) : null
}
