// Forms with `promptPageLeave` hold back whoever leaves the page: amis asks its form for changes, which it also has when it was only read again.
import { FormRenderer } from 'amis-core'
import { isWorkedOn } from '../live/busy.ts'
import { isLeaving } from '../navigation.ts'

// amis wraps its classes; what it draws is this one.
const { ComposedComponent } = FormRenderer as unknown as { ComposedComponent: { prototype: { blockRouting(): unknown } } }
const { blockRouting } = ComposedComponent.prototype
ComposedComponent.prototype.blockRouting = function () {
  return isWorkedOn() && !isLeaving() ? blockRouting.call(this) : undefined
}
