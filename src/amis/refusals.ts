// A refused value is told once: at its field, which gets the cursor, or in a notice where no field of it can be seen.
// amis alone tells it at the field, in a notice, and once more at the foot of a drawer or dialog.
import { FormRenderer, normalizeApi, wrapFetcher, type Api, type RenderOptions } from 'amis-core'

type Fetcher = (api: Api, data: object, options?: { method?: string }) => ReturnType<NonNullable<RenderOptions['fetcher']>>
type Answer = Awaited<ReturnType<Fetcher>> & { msg: string; errors?: Record<string, string> }
interface Item {
  name: string
  label?: unknown
  setError(message: string, tag: string): void
  clearError(tag: string): void
}
interface FormStore {
  saving: boolean
  items: readonly Item[]
  getItemsByName(name: string): Item[]
  setFormItemErrors(errors: Record<string, string>): void
  setRestError(sentences: string[]): void
}
interface Form {
  props: { store: FormStore; $path?: string; body?: unknown }
  formRef: { current: HTMLElement | null }
}

const forms = new Set<Form>()
/** Forms that show a refusal, until something is sent again: amis takes it away only where the form is checked. */
const marked = new WeakSet<Form>()
// The class that amis exports wraps the form's own.
const { ComposedComponent } = FormRenderer as unknown as {
  ComposedComponent: { prototype: { componentDidMount(this: Form): void; componentWillUnmount(this: Form): void } }
}
const { prototype } = ComposedComponent
const { componentDidMount, componentWillUnmount } = prototype
prototype.componentDidMount = function () {
  forms.add(this)
  componentDidMount.call(this)
}
prototype.componentWillUnmount = function () {
  forms.delete(this)
  componentWillUnmount.call(this)
}

const LAYERS = '.cxd-Modal, .cxd-Drawer'
const INPUTS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable=true], [role=combobox], [tabindex="0"], button:not(:disabled)'
const isSeen = (element: Element) => element.getClientRects().length > 0
/** `rows.0.name` may stand at the field of that name, at `name` inside of it, or at `rows`. */
const namesOf = (key: string) => [...new Set([key, key.split('.').at(-1) as string, key.split('.')[0] as string])]

function placeOf({ formRef }: Form, key: string): Element | undefined {
  for (const name of namesOf(key)) {
    const wanted = name.replace(/["\\]/g, '\\$&')
    const seen = [...(formRef.current?.querySelectorAll(`[data-amis-name="${wanted}"], [name="${wanted}"]`) ?? [])].find(isSeen)
    if (seen) return seen
  }
  return undefined
}

/** The form that sent the values: the one that is saving, or the one on top that shows a field of them when a button sent them itself. */
function formOf(errors: Record<string, string>): Form | undefined {
  const last = [...forms].reverse()
  const saving = last.find(form => form.props.store.saving)
  if (saving) return saving
  const top = [...document.querySelectorAll(LAYERS)].filter(isSeen).at(-1)
  return last.find(form => {
    // The filter above a list sends nothing of its own.
    if (/\/filter\b/.test(form.props.$path ?? '') || (top && !top.contains(form.formRef.current))) return false
    return Object.keys(errors).some(key => form.props.store.getItemsByName(key).length > 0 && placeOf(form, key))
  })
}

/** What a screen calls a field: also one that is no field of amis', such as a group of buttons with a name. */
function labelOf({ props: { store, body } }: Form, key: string): string | undefined {
  const label = store.items.find(item => item.name === key)?.label
  if (typeof label === 'string' && label) return label
  const inBody = (part: unknown): string | undefined => {
    if (!part || typeof part !== 'object') return undefined
    const { name, label: told, body: inner } = part as { name?: unknown; label?: unknown; body?: unknown }
    if (name === key && typeof told === 'string' && told) return told
    for (const one of Array.isArray(part) ? part : [inner]) {
      const found = inBody(one)
      if (found) return found
    }
    return undefined
  }
  return inBody(body)
}

/** Puts the errors at their fields; answers what is left to tell. */
function tellAtFields(form: Form, errors: Record<string, string>, message: string): string[] {
  const { store } = form.props
  const rest = { ...errors }
  store.setFormItemErrors(rest)
  const left: string[] = []
  const places: Element[] = []
  for (const [key, sentence] of Object.entries(errors)) {
    const outer = store.getItemsByName(key.split('.')[0] as string)
    if (key in rest) for (const item of outer) item.setError(sentence, 'remote')
    const place = key in rest && !outer.length ? undefined : placeOf(form, key)
    if (place) {
      places.push(place)
      continue
    }
    left.push(sentence === message ? sentence : `${labelOf(form, key) ?? key}: ${sentence}`)
  }
  places.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  const [first] = places
  if (first)
    // Once the sentence stands there, and the button that was pressed has become itself again.
    setTimeout(() => {
      first.scrollIntoView?.({ block: 'nearest' })
      const input = first.matches(INPUTS) ? first : first.querySelector(INPUTS)
      ;(input as HTMLElement | null)?.focus({ preventScroll: true })
    }, 60)
  return left
}

const isSilent = (api: Api) => typeof api === 'object' && !!api.silent

function telling(send: Fetcher): Fetcher {
  const ask = wrapFetcher(send as never) as unknown as Fetcher
  const fetcher: Fetcher = async (api, data, options) => {
    const isRead = /^get$/i.test(normalizeApi(api, options?.method).method ?? 'get')
    // Our renderers give no options, and tell what was refused themselves, as screens do that ask silently.
    if (isRead || !options || isSilent(api)) return ask(api, data, options)
    for (const form of forms) if (marked.delete(form)) for (const item of form.props.store.items) item.clearError('remote')
    const answer = (await ask(api, data, options)) as Answer
    const { errors } = answer
    if (answer.status !== 422 || !errors || !Object.keys(errors).length) return answer
    const form = formOf(errors)
    if (!form) return answer
    marked.add(form)
    const left = tellAtFields(form, errors, answer.msg)
    // amis lists under the form what has no field, without saying what it is about.
    form.props.store.setRestError([])
    // Nobody says an empty text.
    return { ...answer, errors: {}, msg: left.join('\n') } as Answer
  }
  // amis adds nothing to a fetcher that says so.
  return Object.assign(fetcher, { _wrappedFetcher: true })
}

const known = new WeakMap<object, { of: object; told: object }>()
/** The same env, whose refusals are told once. */
export function toldOnce<Env>(env: Env): Env {
  const { fetcher } = (env ?? {}) as { fetcher?: Fetcher & { _wrappedFetcher?: boolean } }
  if (!fetcher || fetcher._wrappedFetcher) return env
  const last = known.get(env as object)
  if (last?.of === fetcher) return last.told as Env
  const told = { ...env, fetcher: telling(fetcher) }
  known.set(env as object, { of: fetcher, told })
  return told
}
