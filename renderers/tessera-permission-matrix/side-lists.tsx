// The roles and the kinds of resources beside the grid.
import { startTransition, useEffect, useState } from 'react'
import { useSay } from '../workplace/ui.tsx'
import type { MatrixRole } from './matrix.ts'

export interface ResourceType {
  label: string
  value: string
  /** Where resources of the kind are made. */
  createUrl: string
}

/** More than fit on a screen. */
const AT_ONCE = 40

/** False until the page has been painted: what nobody sees yet must not delay it. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return isPainted
}

interface RolesProps {
  roles: readonly MatrixRole[]
  /** -1 while all of them are in the grid. */
  chosen: number
  onChoose(at: number): void
}

export function RoleList({ roles, chosen, onChoose }: RolesProps) {
  const say = useSay()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const isPainted = useIsPainted()
  const shown = (isPainted ? roles : roles.slice(0, AT_ONCE)).flatMap((role, at) => (role.label.toLowerCase().includes(wanted) ? [{ role, at }] : []))
  return (
    <nav className="tes-matrix__side is-roles" aria-label={say('Roles')}>
      <h3>{say('Roles')}</h3>
      <input type="search" placeholder={say('Search roles')} aria-label={say('Search roles')} value={text} onChange={event => setText(event.target.value)} />
      <ul>
        {shown.map(({ role, at }) => (
          <li key={role.value}>
            <button type="button" aria-current={at === chosen ? 'true' : undefined} title={role.label} onClick={() => at !== chosen && onChoose(at)}>
              <span>{role.label}</span>
              {role.type > 0 && (
                <span
                  className="tes-matrix__outside"
                  title={role.isAppGuest ? say('Guests') : say('External role')}
                  aria-label={role.isAppGuest ? say('Guests') : say('External role')}
                >
                  ↗
                </span>
              )}
            </button>
          </li>
        ))}
        {!shown.length && <li className="tes-matrix__nothing">{say('No role fits')}</li>}
      </ul>
    </nav>
  )
}

interface SelectProps {
  roles: readonly MatrixRole[]
  /** Not offered: it cannot be compared with itself. */
  without: number
  value: number
  onChoose(at: number): void
}

export function RoleSelect({ roles, without, value, onChoose }: SelectProps) {
  const say = useSay()
  const isPainted = useIsPainted()
  return (
    <select value={value} onChange={event => onChoose(Number(event.target.value))}>
      <option value={-1}>{say('nobody')}</option>
      {isPainted &&
        roles.map(
          (role, at) =>
            at !== without && (
              <option key={role.value} value={at}>
                {role.label}
              </option>
            ),
        )}
    </select>
  )
}

interface TypesProps {
  types: readonly ResourceType[]
  chosen: string
  onChoose(kind: string): void
}

export function TypeList({ types, chosen, onChoose }: TypesProps) {
  const say = useSay()
  return (
    <nav className="tes-matrix__side is-types" aria-label={say('Resource types')}>
      <h3>{say('Resource types')}</h3>
      <ul>
        {types.map(({ label, value }) => (
          <li key={value}>
            <button type="button" aria-current={value === chosen ? 'true' : undefined} onClick={() => value !== chosen && onChoose(value)}>
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
