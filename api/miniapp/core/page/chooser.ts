// Options of fields, and the list to choose from that a field opens.
import { valueOf } from '../formula.ts'
import { asList, isJson, within, type Json } from '../json.ts'
import { answerOf } from '../requests.ts'
import type { View } from '../view.ts'
import type { Actions } from './actions.ts'
import type { State } from './state.ts'
import type { Around, Options } from './types.ts'
import { MOST_EACH, NO_FIELD, type Views } from './views.ts'

export function createChooser({ say, dialogs, changed, make, on, requestIn, load, nextKey }: State, { close }: Actions, { text, button, template }: Views) {
  /** What a field that opens a chooser does with an option, and which are chosen now: told with each picture. */
  const choosers = new Map<string, { ids: ReadonlySet<string>; take(option: Json | undefined): void }>()
  const labelsOf = new Map<string, Map<string, string>>()
  function labelsAt(at: string): Map<string, string> {
    const found = labelsOf.get(at) ?? new Map<string, string>()
    labelsOf.set(at, found)
    return found
  }

  /** A list to choose from in place of the platform's own wheel: it has a search, and takes several. */
  function openChooser(node: Json, scope: Json, at: string, around: Around) {
    const isMany = node.multiple === true
    const [valueField, labelField] = [String(node.valueField ?? 'value'), String(node.labelField ?? 'label')]
    const key = nextKey()
    let words = ''
    const own = () => {
      const ids = choosers.get(at)?.ids ?? new Set<string>()
      const take = (option: Json | undefined) => {
        choosers.get(at)?.take(option)
        if (!isMany) close(key)
      }
      const isAsked = !!node.autoComplete && words !== ''
      const found = isAsked ? askOptions(node.autoComplete, within(scope, { term: words, keywords: words }), `${key}.found`) : optionsOf(node, scope, at)
      const fitting = isAsked
        ? found
        : found.filter(one =>
            String(one[labelField] ?? '')
              .toLowerCase()
              .includes(words.toLowerCase()),
          )
      const search: View = {
        ...NO_FIELD,
        kind: 'field',
        key: `${key}.search`,
        control: 'text',
        label: '',
        placeholder: say('Search'),
        value: words,
        change: on(`${key}.search`, given => ((words = String(given ?? '')), changed())),
      }
      const children = [
        ...(node.searchable === true || node.autoComplete || found.length > 8 ? [search] : []),
        ...fitting.slice(0, MOST_EACH).map(option => {
          const id = String(option[valueField])
          const label = template(option[labelField] ?? option[valueField], scope)
          return button(`${key}.option.${id}`, `${ids.has(id) ? '✓ ' : ''}${label}`, () => take(option), { level: ids.has(id) ? 'primary' : 'default' })
        }),
        ...(fitting.length ? [] : text(`${key}.none`, say('Nothing matches'), 'muted')),
      ]
      const actions = isMany
        ? [button(`${key}.done`, say('Confirm'), () => close(key), { level: 'primary' })]
        : node.clearable && ids.size
          ? [button(`${key}.clear`, say('Choose nothing'), () => take(undefined))]
          : []
      return { children, actions }
    }
    dialogs.push({ key, node: { title: template(node.label, scope) || say('Choose') }, scope, around, forms: new Set(), own })
    changed()
  }

  function optionsOf(node: Json, scope: Json, at: string): Json[] {
    const own = asList(node.options).map(one => (isJson(one) ? one : { label: String(one), value: one }))
    const { source } = node
    if (!source) return own
    if (typeof source === 'string' && /^\$\{[^}]*\}$/.test(source))
      return asList(valueOf(source, scope)).map(one => (isJson(one) ? one : { label: String(one), value: one }))
    return [...own, ...askOptions(source, scope, `${at}.options`)]
  }
  function askOptions(api: unknown, scope: Json, at: string): Json[] {
    const part = make<Options>(at, () => ({ kind: 'options', asked: '', options: [], error: '' }))
    load(part, requestIn(api, scope), answer => {
      if (answer.status !== 0) return
      const data = answerOf(api, answer.data, scope)
      part.options = asList(data.options ?? data.items ?? data.rows).map(one => (isJson(one) ? one : { label: String(one), value: one }))
    })
    return part.options
  }

  return { choosers, labelsAt, openChooser, optionsOf }
}
export type Chooser = ReturnType<typeof createChooser>
