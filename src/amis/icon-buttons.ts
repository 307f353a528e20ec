// A button of amis that is only an icon has a tooltip for who points at it, and no name for who does not: the tooltip is its name.
import { Button } from 'amis-ui/lib/components/Button'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'

interface Props {
  title?: string
  tooltip?: unknown
  children?: ReactNode
}
const prototype = (Button as unknown as { prototype: { props: Props; renderButton(): ReactElement } }).prototype
const { renderButton } = prototype

const isIcon = (child: ReactNode) => isValidElement<{ icon?: unknown }>(child) && 'icon' in child.props
const isOnlyIcon = (children: ReactNode) => {
  const shown = Children.toArray(children).filter(child => child !== '')
  return shown.some(child => isIcon(child) && (child as ReactElement<{ icon?: unknown }>).props.icon) && shown.every(isIcon)
}

prototype.renderButton = function (this: { props: Props }) {
  const button = renderButton.call(this as never)
  const { title, tooltip, children } = this.props
  return typeof tooltip === 'string' && tooltip && !title && isOnlyIcon(children)
    ? cloneElement(button as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': tooltip })
    : button
}
