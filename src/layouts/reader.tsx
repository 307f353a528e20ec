// Texts to read, for visitors too: brand, where one is, language and theme, the way to the console or to sign in.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t, useLocale } from '../i18n.ts'
import { config, session } from '../session.ts'
import { Logo } from '../shell/logo.tsx'
import { LanguageSwitch, ThemeSwitch } from '../shell/switches.tsx'
import { useStore } from '../store.ts'

export function ReaderLayout({ title, children }: { title: string; children: ReactNode }) {
  useLocale()
  const { user } = useStore(session)
  const { siteName } = useStore(config)
  return (
    <div className="t-reader">
      <header className="t-header">
        <a className="t-skip" href="#main">
          {t('Skip to the content')}
        </a>
        <Link to="/home" className="t-brand" aria-label={`${siteName} ${t('Home')}`}>
          <Logo />
        </Link>
        <nav className="t-where" aria-label={t('Where you are')}>
          <span>{title}</span>
        </nav>
        <span className="t-space" />
        <LanguageSwitch />
        <ThemeSwitch />
        {user ? (
          <Link className="t-button" to="/home">
            {t('Open the console')}
          </Link>
        ) : (
          <a className="t-button" href="/login">
            {t('Sign in')}
          </a>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
