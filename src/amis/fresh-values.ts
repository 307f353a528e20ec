// What a button of a form does it does with what stands in the form then. Fields hand on what is typed a moment later; amis has them do so before it
// acts, and then goes on with the values that the button was drawn with.
import { FormRenderer } from 'amis-core'

interface Form {
  props: { data: unknown; store: { data: unknown }; formLazyChange?: boolean }
  flush(): Promise<void>
  emitChange(...rest: unknown[]): Promise<void>
  /** What was typed in this row of a combo is on its way out, and is taken though the combo has become disabled: vite.config.ts. */
  handsOn?: boolean
  formRef: { current: HTMLElement | null }
  componentDidMount(): void
}
type Act = (this: Form, event: unknown, action: { skipFormFlush?: boolean }, data: unknown, ...rest: unknown[]) => Promise<unknown>
// amis wraps its classes; what it draws is this one.
const { prototype } = (FormRenderer as unknown as { ComposedComponent: { prototype: Form & { handleAction: Act } } }).ComposedComponent
const { componentDidMount, emitChange, flush, handleAction } = prototype
prototype.handleAction = async function (event, action, data, ...rest) {
  const isWithItsValues = data === this.props.data && !action.skipFormFlush
  // Not what a change sets off, which would wait for itself: nobody has pressed that.
  if (event && left.has(this)) await leftFor(this)
  if (!isWithItsValues) return handleAction.call(this, event, action, data, ...rest)
  await this.flush()
  return handleAction.call(this, event, action, this.props.store.data, ...rest)
}

/** What a form is handing on. */
const handedOn = new WeakMap<Form, Promise<unknown>>()
prototype.emitChange = function (...rest) {
  const done = emitChange.apply(this, rest)
  handedOn.set(this, done)
  return done
}
// A row of a combo is a form that hands its values on at once, and yet not before it told others of the change. amis does not wait for that, and the
// form around it would go without them. Other forms are not waited for: one that a change submits would wait for itself.
prototype.flush = async function () {
  if (this.props.formLazyChange !== false) return flush.call(this)
  this.handsOn = true
  try {
    await flush.call(this)
    await handedOn.get(this)
  } finally {
    this.handsOn = false
  }
}

// A button with events of its own asks no form: it finds what the fields handed on when they were left for it. Fields that are left for another one do so
// in their own time: a list that opens at that moment would close again, and a row that is added would be lost.
const OF_A_FIELD = '.cxd-Form-control, .cxd-Combo, .cxd-ComboControl'
const isButton = (target: EventTarget | null) => target instanceof Element && !!target.closest('button, a') && !target.closest(OF_A_FIELD)
const forms = new WeakMap<Element, Form>()

/** What forms hand on since something in them was left for a button. amis begins nothing a second time meanwhile, and would check the values before. */
const left = new WeakMap<Form, Promise<unknown>>()
function leave(form: Form) {
  const before = left.get(form)?.catch(() => {})
  left.set(form, Promise.all([before, form.flush()]))
}

/** Milliseconds that a press waits for that at most. What a change sets off may ask something, and wait for this very press. */
const WAITS = 1000
const leftFor = (form: Form) => Promise.race([left.get(form)?.catch(() => {}), new Promise(done => setTimeout(done, WAITS))])

prototype.componentDidMount = function () {
  componentDidMount.call(this)
  const element = this.formRef.current
  if (!element) return
  forms.set(element, this)
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (isButton(relatedTarget)) leave(this)
  })
}
// Safari gives no button the focus that the mouse or a finger presses: what is left then has no other side.
document.addEventListener(
  'pointerdown',
  ({ target }) => {
    if (!isButton(target)) return
    for (let up = document.activeElement; up; up = up.parentElement) {
      const form = forms.get(up)
      if (form) leave(form)
    }
  },
  true,
)
