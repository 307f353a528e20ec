// What of a package is in the app already, and what becomes of it: the rules of `place` and `placePermissions`, without doing it.
import { say, type Locale } from '../../../messages.ts'
import type { DesignRole } from '../data/index.ts'
import { freePath, normalPath, pathShape } from '../page/index.ts'
import type { PackageResource } from './format.ts'
import { freeRoleName } from './place-permissions.ts'
import type { OnConflict } from './placing.ts'

export interface PageThere {
  id: string
  parent_id: string | null
  kind: string
  name: string
  path: string
  link: string
}
export type RoleThere = Pick<DesignRole, 'name' | 'type' | 'builtIn'>

export interface InspectedPage {
  id: string
  kind: PackageResource['kind']
  name: string
  path: string
  link: string
  icon: string
  visible: boolean
  depth: number
  parentId: string
  conflict: string
}

/** The tree in the order of the menu, each with what becomes of it where its place is taken. */
export function pagesHere(resources: readonly PackageResource[], there: readonly PageThere[], onConflict: OnConflict, locale: Locale): InspectedPage[] {
  const below = new Map<string | null, PackageResource[]>()
  for (const one of resources) {
    const beside = below.get(one.parentId)
    if (beside) beside.push(one)
    else below.set(one.parentId, [one])
  }
  const taken = new Set(there.map(row => pathShape(row.path)))
  const list: InspectedPage[] = []

  function conflictOf({ kind, name, path, link }: PackageResource, parent: string | null): { text: string; used?: string } {
    if (kind === 'page') {
      const wanted = normalPath(path)
      if (!wanted || !taken.has(pathShape(wanted))) {
        if (wanted) taken.add(pathShape(wanted))
        return { text: '' }
      }
      if (onConflict === 'skip') return { text: say(locale, 'Left out: the address {path} belongs to another page', { path: wanted }), used: parent ?? '' }
      const to = freePath(wanted, taken)
      taken.add(pathShape(to))
      return { text: say(locale, 'Its address {from} belongs to another page; it becomes {to}', { from: wanted, to }) }
    }
    const same = onConflict === 'skip' ? there.find(row => row.kind === kind && row.parent_id === parent && row.name === name && row.link === link) : undefined
    if (!same) return { text: '' }
    return { text: say(locale, kind === 'link' ? 'Left out: this is in the app already' : 'The group of the app is used'), used: same.id }
  }

  const walk = (id: string | null, parent: string | null, depth: number) => {
    for (const one of (below.get(id) ?? []).toSorted((a, b) => a.sort - b.sort)) {
      const { text, used } = conflictOf(one, parent)
      const { kind, name, path, link, icon, visible } = one
      list.push({ id: one.id, kind, name, path, link, icon, visible, depth, parentId: one.parentId ?? '', conflict: text })
      // Below something new nothing is there yet.
      walk(one.id, used ?? `new ${one.id}`, depth + 1)
    }
  }
  walk(null, null, 0)
  return list
}

/** Whether a role of the app stands in for this one. */
export const isRoleThere = ({ builtIn, name, type }: DesignRole, there: readonly RoleThere[], onConflict: OnConflict): boolean =>
  !!builtIn || (onConflict === 'skip' && there.some(one => !one.builtIn && one.type === type && one.name.toLowerCase() === name.toLowerCase()))

/** What becomes of a role whose name the app has. */
export function roleConflict(role: DesignRole, there: readonly RoleThere[], onConflict: OnConflict, locale: Locale): string {
  const { builtIn, name } = role
  if (builtIn) return ''
  const taken = new Set(there.map(role => role.name.toLowerCase()))
  if (isRoleThere(role, there, onConflict)) return say(locale, 'The role {name} of the app is used, with the people who hold it', { name })
  const free = freeRoleName(name.trim(), taken)
  return free === name.trim() ? '' : say(locale, 'The app has a role of this name; this one becomes {name}', { name: free })
}
