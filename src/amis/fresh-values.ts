// What a button of a form does it does with what stands in the form then. Fields hand on what is typed a moment later; amis has them do so before it
// acts, and then goes on with the values that the button was drawn with.
import { FormRenderer } from 'amis-core'

interface Form {
  props: { data: unknown; store: { data: unknown } }
  flush(): Promise<void>
}
type Act = (this: Form, event: unknown, action: { skipFormFlush?: boolean }, data: unknown, ...rest: unknown[]) => Promise<unknown>
// amis wraps its classes; what it draws is this one.
const { prototype } = (FormRenderer as unknown as { ComposedComponent: { prototype: { handleAction: Act } } }).ComposedComponent
const { handleAction } = prototype
prototype.handleAction = async function (event, action, data, ...rest) {
  if (data !== this.props.data || action.skipFormFlush) return handleAction.call(this, event, action, data, ...rest)
  await this.flush()
  return handleAction.call(this, event, action, this.props.store.data, ...rest)
}
