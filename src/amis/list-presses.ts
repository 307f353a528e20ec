// A button in a list, or above it, does what it says while the list loads as well. amis lets go of every press then: whoever types into the filter and
// presses Edit in the row that is looked for has pressed for nothing, and nothing says so.
import { CRUDRendererBase } from 'amis/lib/renderers/CRUD'

interface Action {
  actionType?: string
}
interface List {
  /** Until it goes away. */
  mounted: boolean
  props: { store: { loading: boolean }; onAction: (event: unknown, action: Action, ...rest: unknown[]) => unknown }
}
type Act = (this: List, event: Press | undefined, action: Action, ...rest: unknown[]) => unknown
interface Press {
  target?: EventTarget | null
}

/** Leads away from the list, whatever it loads. */
const LEADS = ['link', 'url', 'jump']

/** Milliseconds between two looks at a list that loads. */
const LOOK = 30

/** The button that a list has sent something for: it loads because of that, and a second press would send the same once more. */
const sender = new WeakMap<List, Element>()
const buttonOf = (event: Press | undefined) => (event?.target instanceof Element ? (event.target.closest('button, a') ?? event.target) : undefined)

const prototype = CRUDRendererBase.prototype as unknown as { handleAction: Act }
const { handleAction } = prototype

function act(this: List, ...[event, action, ...rest]: Parameters<Act>) {
  const button = buttonOf(event)
  if (button && action.actionType === 'ajax') sender.set(this, button)
  return handleAction.call(this, event, action, ...rest)
}

async function actLater(this: List, ...pressed: Parameters<Act>) {
  while (this.mounted && this.props.store.loading) await new Promise(done => setTimeout(done, LOOK))
  return this.mounted ? act.apply(this, pressed) : undefined
}

prototype.handleAction = function (event, action, ...rest) {
  if (!this.props.store.loading) return act.call(this, event, action, ...rest)
  if (LEADS.includes(action.actionType ?? '')) return this.props.onAction(event, action, ...rest)
  const button = buttonOf(event)
  if (button && action.actionType === 'ajax' && sender.get(this) === button) return undefined
  return actLater.call(this, event, action, ...rest)
}
