// The menu beside the content: the organisation's lines when the address names one, else home's; the platform's for its operators.
import { useEffect } from 'react'
import type { Match } from '../../api/routes.ts'
import { t } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { session } from '../session.ts'
import { companyMenus, menus } from '../site.ts'
import { useStore } from '../store.ts'
import { Icon } from '../icons.tsx'
import { menuOf, type MenuLine } from './menus.ts'
import { NavLink } from './nav-link.tsx'

interface Props {
  match: Match
  place: PlaceState
  narrow: boolean
  onToggle(): void
  onClose(): void
}

function Lines({ lines, narrow, heading }: { lines: MenuLine[]; narrow: boolean; heading?: string }) {
  if (!lines.length) return null
  return (
    <div className="t-menu-group">
      {heading && !narrow && <h2>{heading}</h2>}
      <ul>
        {lines.map(line => (
          <li key={line.to}>
            <NavLink to={line.to} title={narrow ? line.label : undefined} exact={lines.some(other => other !== line && other.to.startsWith(`${line.to}/`))}>
              <Icon name={line.icon ?? 'pages'} size={18} />
              <span>{line.label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MenuToggle({ narrow, onToggle }: Pick<Props, 'narrow' | 'onToggle'>) {
  return (
    <button
      type="button"
      className="t-menu-toggle"
      onClick={onToggle}
      title={narrow ? t('Widen the menu') : t('Narrow the menu')}
      aria-label={narrow ? t('Widen the menu') : t('Narrow the menu')}
    >
      <Icon name={narrow ? 'expand' : 'collapse'} size={18} />
    </button>
  )
}

export function SideMenu({ match, place, narrow, onToggle, onClose }: Props) {
  const { companies } = useStore(session)
  // Drawn again when they are published.
  useStore(menus)
  useStore(companyMenus)
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onClose])
  if (match.route.layout === 'user')
    return (
      <>
        <div className="t-menu-shade" onClick={onClose} />
        <nav id="menu" className="t-menu" aria-label={t('Menu')}>
          <Lines lines={menuOf('user', {})} narrow={narrow} heading={t('User centre')} />
          <MenuToggle narrow={narrow} onToggle={onToggle} />
        </nav>
      </>
    )
  const inside = match.params.companyKey && place.company
  const elsewhere = companies.filter(company => company.key !== place.company?.key)
  return (
    <>
      <div className="t-menu-shade" onClick={onClose} />
      <nav id="menu" className="t-menu" aria-label={t('Menu')}>
        {inside && <Lines lines={menuOf('company', { ...match.params, company: place.company })} narrow={narrow} heading={place.company?.name} />}
        <Lines lines={menuOf('home', match.params)} narrow={narrow} heading={inside ? t('Home') : undefined} />
        {elsewhere.length > 0 && (
          <Lines
            lines={elsewhere.slice(0, 8).map(company => ({ label: company.name, to: `/company/${encodeURIComponent(company.key)}`, icon: 'building' }))}
            narrow={narrow}
            heading={inside ? t('Other organisations') : t('Organisations')}
          />
        )}
        <Lines lines={menuOf('platform', match.params)} narrow={narrow} heading={t('Platform')} />
        <MenuToggle narrow={narrow} onToggle={onToggle} />
      </nav>
    </>
  )
}
