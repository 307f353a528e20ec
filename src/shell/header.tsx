// The line on top: brand, where am I, search, language, theme, the person.
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { config } from '../session.ts'
import { useStore } from '../store.ts'
import { isScriptUrl } from '../amis/sanitize.ts'
import { Bell } from './bell.tsx'
import { Icon } from '../icons.tsx'
import { Logo } from './logo.tsx'
import type { PaletteProps } from './palette.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'
import { UserMenu } from './user-menu.tsx'

// Without its file there is no search, and the notice of a new version says why.
const Palette = lazy(() => import('./palette.tsx').catch(() => ({ default: (_props: PaletteProps) => <></> })))

interface Props {
  place: PlaceState
  title: string
  onMenu?(): void
  menuOpen?: boolean
  /** Offers the documentation. */
  help?: boolean
  /** The app that is worked on: search looks into it, too. */
  within?: { companyKey?: string; appUrlKey?: string }
  /** Takes the place of "where am I". */
  children?: ReactNode
}

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

export function Header({ place, title, onMenu, menuOpen, help, within, children }: Props) {
  const [searching, setSearching] = useState(false)
  const close = useCallback(() => setSearching(false), [])
  const { siteName, docLink, defaultDocPath, standalone } = useStore(config)
  const documentation = docLink && !isScriptUrl(docLink) ? docLink : defaultDocPath
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!standalone && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setSearching(true)
      }
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [standalone])
  return (
    <header className="t-header">
      <a className="t-skip" href="#main">
        {t('Skip to the content')}
      </a>
      {onMenu && (
        <button type="button" className="t-icon-button t-menu-open" onClick={onMenu} aria-label={t('Menu')} aria-expanded={menuOpen} aria-controls="menu">
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </button>
      )}
      <Link to="/home" className="t-brand" aria-label={`${siteName} ${t('Home')}`}>
        <Logo compact={!!children} />
      </Link>
      {children ?? (
        <nav className="t-where" aria-label={t('Where you are')}>
          {place.company && (
            <>
              <Link to={`/company/${encodeURIComponent(place.company.key)}`}>{place.company.name}</Link>
              <Icon name="chevron" size={12} />
            </>
          )}
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <span className="t-space" />
      {!standalone && (
        <button type="button" className="t-search" onClick={() => setSearching(true)} aria-label={`${t('Search')} ${KEYS}`}>
          <Icon name="search" />
          <span>{t('Search')}</span> <kbd>{KEYS}</kbd>
        </button>
      )}
      {help && (
        <a className="t-icon-button" href={documentation} target="_blank" rel="noopener" title={t('Help')} aria-label={t('Help')}>
          <Icon name="help" />
        </a>
      )}
      <Bell />
      <LanguageSwitch />
      <ThemeSwitch />
      <UserMenu />
      {searching && (
        <Suspense fallback={null}>
          <Palette onClose={close} {...within} app={place.app} />
        </Suspense>
      )}
    </header>
  )
}
