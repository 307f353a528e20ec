// schemas/site.json with its places filled in and lines left out that this person has no use for.
import { evaluate } from 'amis-core'
import { isAct } from '../../api/routes.ts'
import { label } from '../i18n.ts'
import { config, session } from '../session.ts'
import { menus, menusAt } from '../site.ts'

export interface MenuLine {
  label: string
  to: string
  icon?: string
}

export function menuOf(name: string, data: Record<string, unknown>): MenuLine[] {
  const scope = { ...data, config: config.get(), user: session.get().user }
  const lines = menusAt(data.companyKey)[name] ?? []
  const ofAll = menus.get()[name] ?? []
  return (
    lines
      .filter(item => !item.visibleOn || evaluate(item.visibleOn, scope, { defaultFilter: 'raw' }))
      .map(item => ({
        label: label(item.label),
        to: item.to.replace(/\$\{(\w+)\}/g, (_whole, place: string) => encodeURIComponent(String(data[place] ?? ''))),
        icon: item.icon,
      }))
      // An organisation's own lines lead to pages: what signs in or out is the platform's to offer.
      .filter(({ to }) => lines === ofAll || !isAct(to) || ofAll.some(line => line.to === to))
  )
}

/** Whether a page of the user centre is offered to this person; one without a line in the menu is. */
export const isOffered = (address: string): boolean =>
  !menus.get().user?.some(line => line.to === address) || menuOf('user', {}).some(line => line.to === address)
