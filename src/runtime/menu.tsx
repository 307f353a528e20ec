// The side menu of a running app: groups that fold, pages, links.
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { PageIcon } from '../../renderers/page-icons.tsx'
import { t } from '../i18n.ts'
import { isScriptUrl } from '../amis/sanitize.ts'
import { Icon } from '../icons.tsx'
import { addressInApp, leadsTo } from './addresses.ts'

export interface MenuPage {
  id: string
  kind: 'page' | 'group' | 'link'
  name: string
  path: string
  icon: string
  link: string
  children: MenuPage[]
}
interface Props {
  pages: MenuPage[]
  base: string
  path: string
  narrow: boolean
  onToggle(): void
  onClose(): void
}

const isPattern = (page: MenuPage) => page.kind === 'page' && page.path.includes('/:')
/** Pages with places in their path need values that a menu does not have; their children may still be reached. */
const shown = (pages: MenuPage[]): MenuPage[] => pages.flatMap(page => (isPattern(page) ? shown(page.children) : [{ ...page, children: shown(page.children) }]))
const holds = (page: MenuPage, path: string): boolean => (page.kind === 'page' && leadsTo(page.path, path)) || page.children.some(child => holds(child, path))

export function AppMenu({ pages, base, path, narrow, onToggle, onClose }: Props) {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onClose])
  return (
    <>
      <div className="t-menu-shade" onClick={onClose} />
      <nav id="app-menu" className={`t-app-menu${narrow ? ' is-narrow' : ''}`} aria-label={t('Menu')}>
        <Lines pages={shown(pages)} all={pages} base={base} path={path} narrow={narrow} />
        <button
          type="button"
          className="t-menu-toggle"
          onClick={onToggle}
          title={t(narrow ? 'Widen the menu' : 'Narrow the menu')}
          aria-label={t(narrow ? 'Widen the menu' : 'Narrow the menu')}
        >
          <Icon name={narrow ? 'expand' : 'collapse'} size={18} />
        </button>
      </nav>
    </>
  )
}

type LinesProps = Pick<Props, 'pages' | 'base' | 'path' | 'narrow'> & { all: MenuPage[] }

function Lines({ pages, all, base, path, narrow }: LinesProps) {
  return (
    <ul>
      {pages.map(page => (
        <Line key={page.id} page={page} all={all} base={base} path={path} narrow={narrow} />
      ))}
    </ul>
  )
}

/** True for the page of this very path, or for the list page that a detail page without a line of its own belongs to. */
function isHere(page: MenuPage, path: string): boolean {
  return page.kind === 'page' && page.path === path
}

function Line({ page, all, base, path, narrow }: { page: MenuPage } & Omit<LinesProps, 'pages'>) {
  const inside = page.children.length > 0
  const [open, setOpen] = useState(true)
  const current = isHere(page, path) || (narrow && holds(page, path))
  const label = (
    <>
      <PageIcon name={page.icon} kind={page.kind} size={18} />
      <span>{page.name}</span>
    </>
  )
  const className = `t-nav-link${current ? ' is-here' : ''}`
  const title = narrow ? page.name : undefined
  const line =
    page.kind === 'group' ? (
      <button type="button" className={className} aria-expanded={open} onClick={() => setOpen(!open)} title={title}>
        {label}
      </button>
    ) : page.kind === 'link' ? (
      <OutLink link={page.link} base={base} className={className} title={title}>
        {label}
      </OutLink>
    ) : (
      <Link to={base + page.path} className={className} aria-current={isHere(page, path) ? 'page' : undefined} title={title}>
        {label}
      </Link>
    )
  return (
    <li>
      <div className="t-app-line">
        {line}
        {inside && !narrow && (
          <button
            type="button"
            className={`t-app-fold${open ? ' is-open' : ''}`}
            aria-expanded={open}
            aria-label={t(open ? 'Fold {name}' : 'Unfold {name}', { name: page.name })}
            onClick={() => setOpen(!open)}
          >
            <Icon name="chevron" size={12} />
          </button>
        )}
      </div>
      {inside && (open || narrow) && <Lines pages={page.children} all={all} base={base} path={path} narrow={narrow} />}
    </li>
  )
}

function OutLink({ link, base, children, ...rest }: { link: string; base: string; children: React.ReactNode; className: string; title?: string }) {
  if (/^https?:\/\//i.test(link) && !isScriptUrl(link))
    return (
      <a {...rest} href={link} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  return (
    <Link {...rest} to={addressInApp(link.startsWith('/') ? link : `/${link}`, base)}>
      {children}
    </Link>
  )
}
