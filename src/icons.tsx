// The icons of the shell.
import { Icon as AnyIcon, ICONS, type IconName } from '../renderers/icons.tsx'

export type { IconName } from '../renderers/icons.tsx'
const isKnown = (name: string): name is IconName => Object.hasOwn(ICONS, name)

/** An icon by name; unknown names draw the one of a page, since a menu must not lose its line. */
export function Icon({ name, size }: { name: string; size?: number }) {
  return <AnyIcon name={isKnown(name) ? name : 'pages'} size={size} className="t-icon" />
}
