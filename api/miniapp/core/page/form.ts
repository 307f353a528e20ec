// Forms: what they start with, what is checked before they are sent, and what follows.
import { asList, get, isJson, put, within, type Json } from '../json.ts'
import { answerOf, mapped } from '../requests.ts'
import type { View } from '../view.ts'
import type { Actions } from './actions.ts'
import { faultOf, startOf } from './checks.ts'
import type { State } from './state.ts'
import type { Around, Form } from './types.ts'
import type { Draws, Views } from './views.ts'

export function createForms(
  { root, say, dialogs, changed, make, requestIn, load, known }: State,
  { perform, resetForm, after, steps }: Actions,
  { text, box, note, wait, button, template }: Views,
  { drawAll }: Draws,
) {
  /** `search` takes the values in place of an api: the filter of a list. */
  function drawForm(node: Json, scope: Json, at: string, around: Around, search?: (values: Json) => void): View[] {
    known(node, at)
    const form = make<Form>(at, () => ({
      kind: 'form',
      node,
      scope,
      values: {},
      errors: {},
      busy: false,
      asked: '',
      isLoaded: false,
      error: '',
      fields: new Map(),
      submit: async () => false,
    }))
    const dialog = dialogs.find(one => one.key === around.dialog)
    dialog?.forms.add(at)
    const own = isJson(node.data) ? (mapped(node.data, scope) as Json) : {}
    const around_ = node.canAccessSuperData === false ? within(root, own) : within(scope, own)
    if (node.initApi && node.initFetch !== false)
      load(form, requestIn(node.initApi, within(scope, own)), answer => {
        form.isLoaded = answer.status === 0
        if (form.isLoaded) form.values = { ...form.values, ...answerOf(node.initApi, answer.data, scope) }
      })
    if (form.asked && !form.isLoaded && !form.error) return [wait(`${at}.wait`)]
    const here = within(around_, form.values)
    form.fields = new Map()
    form.submit = async () => {
      if (form.busy) return false
      form.errors = Object.fromEntries(
        [...form.fields].flatMap(([name, field]) => {
          const fault = faultOf(field, get(scopeNow(), name), scopeNow(), say)
          return fault ? [[name, fault]] : []
        }),
      )
      if (Object.keys(form.errors).length) {
        changed()
        return false
      }
      const values = { ...form.values }
      for (const [name, field] of form.fields) if (get(values, name) === undefined) put(values, name, startOf(field, around_))
      if (search) {
        search(values)
        changed()
        return true
      }
      form.busy = true
      changed()
      const sent = { ...own, ...values }
      const answer = node.api
        ? await perform(requestIn(node.api, within(around_, values), sent), node, within(around_, values), { ...around, form: at })
        : undefined
      form.busy = false
      if (node.api && answer?.status !== 0) {
        changed()
        return false
      }
      const result = within(within(around_, values), isJson(answer?.data) ? answer.data : {})
      if (isJson(node.onEvent) && isJson(node.onEvent.submitSucc)) await steps(asList(node.onEvent.submitSucc.actions), result, { ...around, form: at })
      if (node.resetAfterSubmit === true) resetForm(at)
      after(node, result, around)
      changed()
      return true
    }
    const scopeNow = () => within(around_, form.values)
    const inside: Around = { ...around, form: at }
    const body = drawAll(node.body ?? node.controls, here, `${at}.body`, inside)
    const submitText = node.submitText === '' ? '' : template(node.submitText, scope) || (search ? say('Search') : say('Submit'))
    const actions = Array.isArray(node.actions)
      ? drawAll(node.actions, here, `${at}.actions`, inside)
      : dialog || !submitText || (node.wrapWithPanel === false && !search)
        ? []
        : [button(`${at}.submit`, submitText, () => form.submit(), { level: 'primary', busy: form.busy })]
    const title = node.wrapWithPanel === false || search ? '' : template(node.title, scope)
    return box(at, node.wrapWithPanel === false || dialog ? 'stack' : 'card', [
      ...text(`${at}.title`, title, 'heading'),
      ...note(`${at}.error`, form.error),
      ...body,
      ...box(`${at}.actions`, 'row', actions),
    ])
  }

  return { drawForm }
}
export type Forms = ReturnType<typeof createForms>
