// The console: header, side menu, content.
import { useEffect, useState, type ReactNode } from 'react'
import type { Match } from '../../api/routes.ts'
import { useLocale } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { Header } from '../shell/header.tsx'
import { SideMenu } from '../shell/side-menu.tsx'

interface Props {
  match: Match
  place: PlaceState
  title: string
  children: ReactNode
}

const KEY = 'tessera-menu'

export function ConsoleLayout({ match, place, title, children }: Props) {
  useLocale()
  const [narrow, setNarrow] = useState(() => localStorage.getItem(KEY) === 'narrow')
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [match.route.path, match.params.companyKey])
  const toggle = () => {
    localStorage.setItem(KEY, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  return (
    <div className={`t-console${narrow ? ' is-narrow' : ''}${open ? ' is-open' : ''}`}>
      <Header place={place} title={title} onMenu={() => setOpen(!open)} menuOpen={open} help={match.route.layout === 'user'} />
      <SideMenu match={match} place={place} narrow={narrow && !open} onToggle={toggle} onClose={() => setOpen(false)} />
      <main id="main" className="t-main" tabIndex={-1}>
        <div className="t-content">{children}</div>
      </main>
    </div>
  )
}
