// What is done: calls, steps of events, dialogs, and what a button says.
import { isTrue, textOf } from '../formula.ts'
import { asList, isJson, put, within, type Json } from '../json.ts'
import { mapped, type Request } from '../requests.ts'
import type { Word } from '../words.ts'
import type { State } from './state.ts'
import type { Answer, Around, Form } from './types.ts'

export function createActions({ parts, names, dialogs, say, host, changed, requestIn, readAgain, ask, nextKey }: State) {
  async function perform(request: Request | undefined, node: Json, scope: Json, around: Around): Promise<Answer | undefined> {
    if (!request) return undefined
    const answer = await ask(request)
    const messages = isJson(node.messages) ? node.messages : {}
    if (answer.status !== 0) {
      const form = around.form ? (parts.get(around.form) as Form | undefined) : undefined
      if (answer.errors && form) form.errors = { ...answer.errors }
      const told = textOf(messages.failed ?? messages.saveFailed, scope) || answer.msg
      if (told) host.toast(told, 'error')
      changed()
      return answer
    }
    const silent = messages.success === '' || messages.saveSuccess === ''
    const said = textOf(messages.success ?? messages.saveSuccess, within(scope, isJson(answer.data) ? answer.data : {})) || answer.msg
    if (request.method !== 'GET') {
      const fallback: Word = request.method === 'DELETE' ? 'Deleted' : 'Saved'
      if (!silent) host.toast(said || say(fallback), 'success')
      readAgain()
    } else if (said && !silent) host.toast(said, 'success')
    return answer
  }

  function close(key: string | undefined) {
    const at = dialogs.findIndex(one => one.key === key)
    if (at < 0) return
    for (const gone of dialogs.splice(at)) for (const place of parts.keys()) if (place.startsWith(`${gone.key}.`)) parts.delete(place)
    changed()
  }
  function openDialog(node: unknown, scope: Json, around: Around) {
    if (!isJson(node)) return
    const own = isJson(node.data) ? (mapped(node.data, scope) as Json) : {}
    dialogs.push({ key: nextKey(), node, scope: within(scope, own), around, forms: new Set() })
    changed()
  }

  async function submitAround(around: Around): Promise<boolean> {
    const dialog = dialogs.find(one => one.key === around.dialog)
    const keys = around.form ? [around.form] : dialog ? [...dialog.forms] : []
    for (const key of keys) {
      const form = parts.get(key)
      if (form?.kind === 'form' && !(await form.submit())) return false
    }
    return true
  }

  function resetForm(key: string | undefined) {
    const form = key ? parts.get(key) : undefined
    if (form?.kind !== 'form') return
    form.values = {}
    form.errors = {}
    form.asked = ''
    form.isLoaded = false
    changed()
  }

  function leave(target: unknown, scope: Json) {
    const to = textOf(target, scope)
    if (to) host.open(to)
  }

  async function act(node: Json, scope: Json, around: Around): Promise<void> {
    const question = textOf(node.confirmText, scope)
    if (question && !(await host.confirm(question))) return
    if (isJson(node.onEvent) && isJson(node.onEvent.click)) if (!(await steps(asList(node.onEvent.click.actions), scope, around))) return
    const type = String(node.actionType ?? '')
    const kind = type || (node.type === 'submit' ? 'submit' : node.type === 'reset' ? 'reset' : node.api ? 'ajax' : node.link ? 'link' : node.url ? 'url' : '')
    switch (kind) {
      case 'ajax': {
        const answer = await perform(requestIn(node.api, scope, {}, { ...scope }), node, scope, around)
        if (answer?.status !== 0) return
        after(node, within(scope, isJson(answer.data) ? answer.data : {}), around)
        return
      }
      case 'dialog':
        return openDialog(node.dialog, scope, around)
      case 'drawer':
        return openDialog(node.drawer ?? node.dialog, scope, around)
      case 'link':
        return leave(node.link, scope)
      case 'url':
        return leave(node.url, scope)
      case 'submit':
      case 'confirm':
      case 'reset-and-submit': {
        if (await submitAround(around)) if (node.close !== false && kind !== 'reset-and-submit') close(around.dialog)
        return
      }
      case 'close':
      case 'cancel':
        return close(around.dialog)
      case 'reset':
      case 'clear':
        return resetForm(around.form)
      case 'reload':
        return readAgain(textOf(node.target, scope) || undefined)
      case 'refresh':
        return readAgain()
      case 'toast': {
        const toast = isJson(node.toast) ? asList(node.toast.items)[0] : undefined
        return host.toast(textOf(isJson(toast) ? toast.body : node.content, scope), 'info')
      }
      case 'copy':
        return copy(node.content ?? node.copy, scope)
      case 'back':
      case 'goBack':
        return host.back()
    }
  }
  function copy(content: unknown, scope: Json) {
    host.copy(textOf(content, scope))
    host.toast(say('Copied'), 'success')
  }
  /** What follows something that went well. */
  function after(node: Json, scope: Json, around: Around) {
    if (node.reload && node.reload !== 'none') readAgain(textOf(node.reload, scope))
    if (node.close && around.dialog) close(around.dialog)
    if (node.redirect) leave(node.redirect, scope)
    if (isJson(node.feedback)) openDialog(node.feedback, scope, around)
  }

  /** Steps of an event, one after the other; false where one of them ends it. */
  async function steps(list: unknown[], scope: Json, around: Around): Promise<boolean> {
    let here = scope
    for (const step of list) {
      if (!isJson(step) || !isTrue(step.expression, here, true)) continue
      const args = { ...(isJson(step.args) ? step.args : {}) }
      const told = (key: string) => step[key] ?? args[key]
      switch (step.actionType) {
        case 'toast':
          host.toast(textOf(told('msg'), here), told('msgType') === 'error' ? 'error' : told('msgType') === 'success' ? 'success' : 'info')
          break
        case 'ajax': {
          const node = { ...args, messages: told('messages'), api: told('api') }
          const answer = await perform(requestIn(node.api, here, {}, { ...here }), node, here, around)
          if (answer && answer.status !== 0 && !step.ignoreError) return false
          here = within(here, {
            responseData: answer?.data,
            event: within({}, { data: answer?.data }),
            [String(step.outputVar || 'responseResult')]: answer?.data,
          })
          break
        }
        case 'link':
          leave(told('link'), here)
          break
        case 'url':
          leave(told('url'), here)
          break
        case 'goPage':
          leave(told('link') ?? told('url'), here)
          break
        case 'dialog':
        case 'drawer':
          openDialog(told('dialog') ?? told('drawer'), isJson(step.data) ? within(here, mapped(step.data, here) as Json) : here, around)
          break
        case 'closeDialog':
        case 'closeDrawer':
          close(around.dialog)
          break
        case 'reload':
          readAgain(String(step.target ?? step.componentId ?? step.componentName ?? ''))
          break
        case 'setValue':
          setValue(String(step.componentId ?? step.componentName ?? ''), mapped(told('value'), here), around)
          break
        case 'submit':
          if (!(await submitAround(targetForm(step, around)))) return false
          break
        case 'reset':
        case 'clear':
          resetForm(targetForm(step, around).form)
          break
        case 'wait':
          await new Promise(done => setTimeout(done, Math.min(Number(told('time')) || 0, 10_000)))
          break
        case 'copy':
          copy(told('content'), here)
          break
        case 'goBack':
          host.back()
          break
        case 'refresh':
          readAgain()
          break
      }
      if (step.stopPropagation === true) return false
    }
    return true
  }
  function targetForm(step: Json, around: Around): Around {
    const key = names.get(String(step.componentId ?? step.componentName ?? ''))
    return key && parts.get(key)?.kind === 'form' ? { ...around, form: key } : around
  }
  function setValue(target: string, value: unknown, around: Around) {
    const key = names.get(target)
    const part = key ? parts.get(key) : undefined
    if (part?.kind === 'form' && isJson(value)) Object.assign(part.values, value)
    else if (part?.kind === 'service' && isJson(value)) part.data = { ...part.data, ...value }
    else if (!part) {
      // A field is named by its id or by its name.
      const forms = around.form ? [around.form] : [...parts].flatMap(([at, one]) => (one.kind === 'form' ? [at] : []))
      for (const at of forms) {
        const form = parts.get(at) as Form
        const field = [...form.fields.values()].find(one => one.id === target || one.name === target)
        if (field) put(form.values, String(field.name), value)
      }
    }
    changed()
  }

  return { perform, close, openDialog, submitAround, resetForm, leave, act, after, steps }
}
export type Actions = ReturnType<typeof createActions>
