// A line of a menu that knows whether it is where the person is.
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

interface Props {
  to: string
  children: ReactNode
  title?: string
  /** Only this very address counts as being there, not those below it. */
  exact?: boolean
  /** Whatever the address says, such as for another choice on the same screen. */
  isHere?: boolean
}

export function NavLink({ to, children, title, exact, isHere: isSame }: Props) {
  const { pathname } = useLocation()
  const isHere = isSame || pathname === to || (!exact && pathname.startsWith(`${to}/`))
  return (
    <Link to={to} className={`t-nav-link${isHere ? ' is-here' : ''}`} aria-current={isHere ? 'page' : undefined} title={title}>
      {children}
    </Link>
  )
}
