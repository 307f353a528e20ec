// The platform's inbox, for those who run the platform: a bell with what they have not read.
import { Link } from 'react-router-dom'
import { t, useLocale } from '../i18n.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { Icon } from '../icons.tsx'

export function Bell() {
  useLocale()
  const { user } = useStore(session)
  if (!user?.isPlatformSuper) return null
  const unread = user.unreadNotices ?? 0
  const text = unread ? t('Inbox, {count} unread', { count: unread }) : t('Inbox')
  return (
    <Link to="/platform/inbox" className="t-icon-button t-bell" title={text} aria-label={text}>
      <Icon name="bell" size={18} />
      {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
    </Link>
  )
}
