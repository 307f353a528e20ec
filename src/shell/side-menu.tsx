// The menu beside the content: in the console the organisation's lines when the address names one, else home's, and the platform's for its
// operators; at an app the app's own, in groups by what one does.
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { matchRoute, type Match, type Route } from '../../api/routes.ts'
import { t } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { session } from '../session.ts'
import { companyMenus, menus, routes } from '../site.ts'
import { useStore } from '../store.ts'
import { Icon } from '../icons.tsx'
import { menuOf, type MenuLine } from './menus.ts'
import { NavLink } from './nav-link.tsx'

interface BesideProps {
  narrow: boolean
  onToggle(): void
  onClose(): void
}
interface Props extends BesideProps {
  match: Match
  place: PlaceState
}

interface LinesProps {
  lines: readonly MenuLine[]
  narrow: boolean
  heading?: string
  /** Lines that stand in the same menu, these among them: an address belongs to the nearest one. */
  among?: readonly MenuLine[]
  /** The route that is open: a line that leads to another place on it is where the person is. */
  route?: Route
}

const isBelow = (address: string, above: string) => address === above || address.startsWith(`${above}/`)

function Lines({ lines, narrow, heading, among = lines, route }: LinesProps) {
  const { pathname } = useLocation()
  const table = useStore(routes)
  if (!lines.length) return null
  const isOpen = ({ to }: MenuLine) => !!route && matchRoute(table, to)?.route.path === route.path && !among.some(other => other.to === pathname)
  const hasNearer = (line: MenuLine) =>
    among.some(other => other !== line && isBelow(other.to, line.to) && other.to !== line.to && (!route || isBelow(pathname, other.to)))
  return (
    <div className="t-menu-group">
      {heading && !narrow && <h2>{heading}</h2>}
      <ul>
        {lines.map(line => (
          <li key={line.to}>
            <NavLink to={line.to} title={narrow ? line.label : undefined} exact={hasNearer(line)} isHere={isOpen(line)}>
              <Icon name={line.icon ?? 'pages'} size={18} />
              <span>{line.label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The place of a menu: beside the content, or over it where there is no room. */
function Beside({ narrow, onToggle, onClose, label, children }: BesideProps & { label: string; children: ReactNode }) {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onClose])
  const toggle = narrow ? t('Widen the menu') : t('Narrow the menu')
  return (
    <>
      <div className="t-menu-shade" onClick={onClose} />
      <nav id="menu" className="t-menu" aria-label={label}>
        {children}
        <button type="button" className="t-menu-toggle" onClick={onToggle} title={toggle} aria-label={toggle}>
          <Icon name={narrow ? 'expand' : 'collapse'} size={18} />
        </button>
      </nav>
    </>
  )
}

export function SideMenu({ match, place, ...beside }: Props) {
  const { narrow } = beside
  const { companies } = useStore(session)
  // Drawn again when they are published.
  useStore(menus)
  useStore(companyMenus)
  if (match.route.layout === 'user')
    return (
      <Beside {...beside} label={t('Menu')}>
        <Lines lines={menuOf('user', {})} narrow={narrow} heading={t('User centre')} />
      </Beside>
    )
  const inside = match.params.companyKey && place.company
  const elsewhere = companies.filter(company => company.key !== place.company?.key)
  return (
    <Beside {...beside} label={t('Menu')}>
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
    </Beside>
  )
}

/** The lines in the order of the groups' first lines; those without a group come as a group of their own. */
function groupsOf(lines: readonly MenuLine[]): Map<string, MenuLine[]> {
  const groups = new Map<string, MenuLine[]>()
  for (const line of lines) groups.set(line.group ?? '', [...(groups.get(line.group ?? '') ?? []), line])
  return groups
}

export function AppMenu({ match, place, ...beside }: Props) {
  useStore(menus)
  useStore(companyMenus)
  const lines = menuOf('app', { ...match.params, app: place.app ?? {} })
  return (
    <Beside {...beside} label={t('App')}>
      {[...groupsOf(lines)].map(([group, own]) => (
        <Lines key={group} lines={own} among={lines} narrow={beside.narrow} heading={group} route={match.route} />
      ))}
    </Beside>
  )
}
