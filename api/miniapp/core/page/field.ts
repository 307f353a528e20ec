// Fields of forms.
import { dateOf, dateText, isTrue, textOf } from '../formula.ts'
import { asList, get, isJson, put, within, type Json } from '../json.ts'
import type { ControlKind, View } from '../view.ts'
import type { Actions } from './actions.ts'
import { startOf } from './checks.ts'
import type { Chooser } from './chooser.ts'
import type { State } from './state.ts'
import type { Around, Form } from './types.ts'
import { NO_FIELD, type Views } from './views.ts'

export function createFields(
  { say, parts, changed, on }: State,
  { steps }: Actions,
  { isOff, text, template }: Views,
  { choosers, labelsAt, openChooser, optionsOf }: Chooser,
) {
  function drawField(node: Json, scope: Json, at: string, around: Around): View[] {
    const form = parts.get(around.form as string) as Form
    const name = String(node.name ?? '')
    const type = String(node.type)
    if (name) form.fields.set(name, node)
    // Values of the form are the innermost scope; what stands around gives the start.
    const kept = name ? get(form.values, name) : undefined
    const value = kept !== undefined ? kept : name ? startOf(node, scope) : undefined
    if (name && kept === undefined && value !== undefined) put(form.values, name, value)
    if (type === 'hidden') return []
    const set = (next: unknown) => {
      put(form.values, name, next)
      delete form.errors[name]
      const event = isJson(node.onEvent) && isJson(node.onEvent.change) ? asList(node.onEvent.change.actions) : []
      if (event.length) void steps(event, within(scope, { ...form.values, value: next }), around)
      if (form.node.submitOnChange === true || node.submitOnChange === true) void form.submit()
      changed()
    }
    const base = {
      ...NO_FIELD,
      kind: 'field' as const,
      key: at,
      label: node.label === false ? '' : template(node.label ?? node.option, scope),
      placeholder: template(node.placeholder, scope),
      help: template(node.description ?? node.remark, scope),
      error: form.errors[name] ?? '',
      required: node.required === true || isTrue(node.requiredOn, scope, false),
      disabled: isOff(node, scope) || form.busy,
    }
    const plain = (control: ControlKind, read: (value: string) => unknown = given => given): View[] => [
      { ...base, control, value: textOf(value, {}), change: on(at, given => set(read(String(given ?? '')))) },
    ]
    if (node.static === true || isTrue(node.staticOn, scope, false))
      return [{ kind: 'pair', key: at, label: base.label, children: text(`${at}.value`, textOf(value, {}) || '—') }]
    switch (type) {
      case 'input-password':
        return plain('password')
      case 'input-email':
        return plain('email')
      case 'input-url':
        return plain('url')
      case 'textarea':
        return plain('textarea')
      case 'input-number':
        // A big number stays a text, so that nothing of it is rounded.
        return plain('number', given => (given === '' ? '' : node.big || !Number.isFinite(Number(given)) ? given : Number(given)))
      case 'switch':
      case 'checkbox': {
        const [yes, no] = [node.trueValue ?? true, node.falseValue ?? false]
        return [
          {
            ...base,
            control: 'switch',
            label: base.label || template(node.option, scope),
            value: value === yes ? '1' : '',
            change: on(at, given => set(given === true || given === '1' || given === 'true' ? yes : no)),
          },
        ]
      }
      case 'input-date':
      case 'input-time': {
        const control = type === 'input-date' ? 'date' : 'time'
        const [short, pattern] =
          control === 'date' ? ['YYYY-MM-DD', node.valueFormat ?? node.format ?? 'X'] : ['HH:mm', node.valueFormat ?? node.format ?? 'HH:mm']
        const shown = control === 'date' ? dateText(value, short) : String(value ?? '').slice(0, 5)
        return [
          {
            ...base,
            control,
            value: shown,
            change: on(at, given => set(given ? written(control === 'date' ? String(given) : `2000-01-01T${String(given)}`, String(pattern)) : '')),
          },
        ]
      }
      case 'input-datetime': {
        const [day, hour] = [dateText(value, 'YYYY-MM-DD'), dateText(value, 'HH:mm')]
        const pattern = String(node.valueFormat ?? node.format ?? 'X')
        const both = (d: string, h: string) => set(d ? written(`${d}T${h || '00:00'}`, pattern) : '')
        return [
          { ...base, control: 'date', value: day, change: on(at, given => both(String(given ?? ''), hour)) },
          {
            ...base,
            key: `${at}.time`,
            label: '',
            help: '',
            error: '',
            required: false,
            control: 'time',
            value: hour,
            disabled: base.disabled || !day,
            change: on(`${at}.time`, given => both(day, String(given ?? ''))),
          },
        ]
      }
      case 'input-rating':
        return choose(
          ['1', '2', '3', '4', '5'].slice(0, Number(node.count) || 5).map(one => ({ label: one, value: Number(one) })),
          'choice',
        )
      case 'radios':
      case 'button-group-select':
      case 'list-select':
      case 'checkboxes':
      case 'select': {
        const options = optionsOf(node, scope, at)
        return choose(options, type === 'select' ? 'pick' : type === 'checkboxes' || node.multiple === true ? 'choices' : 'choice')
      }
      default:
        return plain('text', given => (node.trimContents === true ? given.trim() : given))
    }

    function choose(options: Json[], control: 'choice' | 'choices' | 'pick'): View[] {
      const isMany = type === 'checkboxes' || node.multiple === true
      const valueField = String(node.valueField ?? 'value')
      const labelField = String(node.labelField ?? 'label')
      const delimiter = String(node.delimiter ?? ',')
      const idOf = (option: unknown) => String(isJson(option) ? option[valueField] : option)
      const chosen = isMany
        ? Array.isArray(value)
          ? value
          : value === undefined || value === null || value === ''
            ? []
            : String(value).split(delimiter)
        : value === undefined || value === null || value === ''
          ? []
          : [value]
      const ids = new Set(chosen.map(idOf))
      const joins = node.joinValues !== false
      const kept = (option: Json): unknown => (joins || node.extractValue === true ? option[valueField] : option)
      const labels = labelsAt(at)
      for (const option of options) labels.set(idOf(option), template(option[labelField] ?? option[valueField], scope))
      const labelOf = (one: unknown) => labels.get(idOf(one)) ?? String((isJson(one) && one[labelField]) || idOf(one))
      const take = (option: Json | undefined) => {
        if (!option) return set(isMany && !joins ? [] : '')
        const id = idOf(option)
        labels.set(id, template(option[labelField] ?? option[valueField], scope))
        if (!isMany) return set(ids.has(id) && node.clearable ? '' : kept(option))
        const next = ids.has(id) ? chosen.filter(one => idOf(one) !== id) : [...chosen, kept(option)]
        return set(joins ? next.map(idOf).join(delimiter) : next)
      }
      const value_ = chosen.map(labelOf).join(', ')
      if (control !== 'pick') {
        const choices = options.map(one => ({ value: idOf(one), label: labels.get(idOf(one)) ?? '', checked: ids.has(idOf(one)) }))
        return [{ ...base, control, value: value_, choices, change: on(at, given => take(options.find(one => idOf(one) === String(given ?? '')))) }]
      }
      choosers.set(at, { ids, take })
      return [{ ...base, control, placeholder: base.placeholder || say('Choose'), value: value_, change: on(at, () => openChooser(node, scope, at, around)) }]
    }
  }

  return { drawField }
}

/** A moment in the form that a field keeps. */
function written(iso: string, pattern: string): unknown {
  const at = dateOf(iso)
  if (!at) return ''
  if (pattern === 'X') return Math.floor(at.getTime() / 1000)
  if (pattern === 'x') return at.getTime()
  return dateText(at, pattern)
}
