// Pages before and beside the console: setup, sign-in, signed out. One card in the middle; language and theme in a corner.
import type { ReactNode } from 'react'
import { t, useLocale } from '../i18n.ts'
import { config } from '../session.ts'
import { LanguageSwitch, ThemeSwitch } from '../shell/switches.tsx'
import { Logo } from '../shell/logo.tsx'
import { useStore } from '../store.ts'
import { isScriptUrl } from '../amis/sanitize.ts'

interface Props {
  children: ReactNode
  background?: string
  wide?: boolean
  /** Where the brand leads; without it the brand is no link. */
  brandTo?: string
}

export function BlankLayout({ children, background, wide, brandTo }: Props) {
  useLocale()
  const { siteName } = useStore(config)
  const image = background && !isScriptUrl(background) ? { backgroundImage: `url(${JSON.stringify(background)})` } : undefined
  return (
    <div className={`t-blank${image ? ' has-background' : ''}`} style={image}>
      <header className="t-blank-corner">
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main id="main" className={`t-blank-card${wide ? ' is-wide' : ''}`} tabIndex={-1}>
        <div className="t-blank-brand">
          {brandTo ? (
            <a href={brandTo}>
              <Logo />
            </a>
          ) : (
            <Logo />
          )}
        </div>
        {children}
      </main>
      <footer className="t-blank-foot">
        {siteName} · {t('Apps from data, on a database of your own')}
      </footer>
    </div>
  )
}
