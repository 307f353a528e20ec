// The person at the right end of the header, with the way out.
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { config, session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { env } from '../amis/env.ts'
import { isScriptUrl } from '../amis/sanitize.ts'
import { Icon } from '../icons.tsx'
import { isOffered } from './menus.ts'

export function Avatar({ name, image }: { name: string; image: string }) {
  if (image && !isScriptUrl(image)) return <img className="t-avatar" src={image} alt="" />
  return (
    <span className="t-avatar" aria-hidden="true">
      {(name.trim()[0] ?? '?').toUpperCase()}
    </span>
  )
}

/** Where an installation of one application is looked after; whoever makes apps gets there from the console. */
function adminPage({ user, companies }: ReturnType<typeof session.get>, standalone: string | undefined): string {
  const key = standalone?.split('/')[2] ?? ''
  const runs = user?.isPlatformSuper || companies.some(company => company.role !== 'member')
  return key && runs && !user?.onlyApp ? `/company/${key}/admin/department` : ''
}

export function UserMenu() {
  const who = useStore(session)
  const { user } = who
  const { standalone } = useStore(config)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const away = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('keydown', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('keydown', away)
    }
  }, [open])

  if (!user)
    return (
      <a className="t-button" href="/login">
        {t('Sign in')}
      </a>
    )
  const administration = adminPage(who, standalone)
  const leave = async () => {
    setOpen(false)
    try {
      await signOut()
    } catch (error) {
      env.notify('error', (error as Error).message)
    }
  }
  return (
    <div className="t-user" ref={box}>
      <button type="button" className="t-user-button" aria-haspopup="menu" aria-expanded={open} aria-label={t('Your account')} onClick={() => setOpen(!open)}>
        <Avatar name={user.name || user.email} image={user.avatar} />
      </button>
      {open && (
        <div className="t-user-menu" role="menu">
          <div className="t-user-who">
            <Avatar name={user.name || user.email} image={user.avatar} />
            <span>
              <strong>{user.name}</strong>
              <small>{user.email}</small>
              {user.isPlatformSuper && <small>{t('Platform administrator')}</small>}
            </span>
          </div>
          {isOffered('/i/profile') && (
            <a href="/i/profile" role="menuitem" data-go onClick={() => setOpen(false)}>
              <Icon name="user" /> {t('Your profile')}
            </a>
          )}
          {administration && (
            <a href={administration} role="menuitem" data-go onClick={() => setOpen(false)}>
              <Icon name="settings" /> {t('Administration')}
            </a>
          )}
          <button type="button" role="menuitem" onClick={() => void leave()}>
            <Icon name="logout" /> {t('Sign out')}
          </button>
        </div>
      )}
    </div>
  )
}
