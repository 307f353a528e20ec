// What we say on the sign-in page of an app, outside of what its author draws: whose it is, and the way to the standard page.
import type { ReactNode } from 'react'
import { t, useLocale } from './i18n.ts'
import { config } from './session.ts'
import { useStore } from './store.ts'

interface Props {
  company: string
  app: string
  redirect: string
  children: ReactNode
}

export function AroundSignIn({ company, app, redirect, children }: Props) {
  useLocale()
  const { siteName } = useStore(config)
  return (
    <>
      <p className="t-signin-place">
        {t('You sign in to {siteName}, to open the app “{app}” of “{company}”. The page below is theirs.', { siteName, app, company })}
      </p>
      <div className="t-signin-theirs">{children}</div>
      <p className="t-signin-place">
        <a href={`/login?standard=1&redirect=${encodeURIComponent(redirect)}`}>{t('Standard sign-in page')}</a>
      </p>
    </>
  )
}
