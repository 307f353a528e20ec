// "Options from" in the panels of choosers: the rows of a model, beside what the editor knows (options that are written there, an API, a variable).
import { useEffect, useRef, useState } from 'react'
import { Renderer, type RendererProps, type Schema } from 'amis-core'
import { getSchemaTpl, setSchemaTpl } from 'amis-editor'
import { readOptions, type ModelOptions } from '../../api/models/options.ts'
import { chooseModel, MODEL_QUERY } from '../model-panel.ts'
import { canBeTree, chooserProps, cleared, startOptions } from './chooser-options.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { modelNow, placeNow, SOURCE } from './place.ts'

type Json = Record<string, unknown>
interface Props extends RendererProps {
  /** The editor's own control, for what comes from elsewhere. */
  own: Schema
  /** The component whose panel this is. */
  data: Json
  onBulkChange(values: Json): void
}

const ROWS = '${from === "model"}'
const FROM_MODEL = '${from === "model" && model}'

/** The controls of the choice, each named like what it says. */
function controls(node: Json): Json[] {
  const field = (name: string, label: string, more: Json = {}): Json => ({
    type: 'select',
    name,
    label,
    searchable: true,
    source: `design:names${MODEL_QUERY}`,
    visibleOn: FROM_MODEL,
    ...more,
  })
  return [
    {
      type: 'button-group-select',
      name: 'from',
      label: say('Options from'),
      options: [
        { value: 'model', label: say('Model') },
        { value: 'other', label: say('Fixed or API') },
      ],
    },
    ...chooseModel(placeNow(), say, { source: { visibleOn: ROWS }, model: { placeholder: say('Choose a model'), visibleOn: ROWS } }),
    field('label', say('Shown')),
    field('value', say('Kept'), { source: `design:names${MODEL_QUERY}&id=1`, description: say('The id stays the same when the row is renamed.') }),
    ...(canBeTree(node)
      ? [field('parent', say('Stands below'), { source: `design:parents${MODEL_QUERY}`, clearable: true, placeholder: say('A list without levels') })]
      : []),
    field('orderBy', say('In the order of'), { clearable: true, placeholder: say('The newest first') }),
    {
      type: 'button-group-select',
      name: 'orderDir',
      label: false,
      options: [
        { value: 'asc', label: say('Ascending') },
        { value: 'desc', label: say('Descending') },
      ],
      visibleOn: `\${from === "model" && model && orderBy}`,
    },
    {
      type: 'condition-builder',
      name: 'filter',
      label: say('Only rows where'),
      description: say('A value may be one of the page: {example}.', { example: '\\${city}' }),
      source: `design:conditions${MODEL_QUERY}`,
      embed: false,
      title: say('Only rows where'),
      visibleOn: FROM_MODEL,
    },
  ]
}

/** What was chosen, as controls have it. */
const valuesOf = (from: 'model' | 'other', options: ModelOptions | undefined): Json => ({ source: SOURCE, orderDir: 'asc', ...options, from })

function read(values: Json): ModelOptions | undefined {
  const text = (key: string) => (typeof values[key] === 'string' && values[key] ? (values[key] as string) : undefined)
  const [source, model, label] = [text('source'), text('model'), text('label')]
  if (!source || !model || !label) return undefined
  const orderBy = text('orderBy')
  return {
    source,
    model,
    label,
    value: text('value') ?? 'id',
    ...(text('parent') && { parent: text('parent') }),
    ...(values.filter && typeof values.filter === 'object' ? { filter: values.filter as Json } : {}),
    ...(orderBy && { orderBy, orderDir: values.orderDir === 'desc' ? ('desc' as const) : ('asc' as const) }),
  }
}

export function OptionsFrom({ own, data: node, onBulkChange, render }: Props) {
  const stored = readOptions(node.source)
  const [from, setFrom] = useState<'model' | 'other'>(stored ? 'model' : 'other')
  // The controls begin anew when something else changed what is stored: undoing, or a model that brings other fields.
  const [round, setRound] = useState(0)
  const written = useRef<string | undefined>(JSON.stringify(stored))
  useEffect(() => {
    const now = JSON.stringify(readOptions(node.source))
    if (now === written.current) return
    written.current = now
    if (now) setFrom('model')
    setRound(before => before + 1)
  }, [node.source])
  const write = (options: ModelOptions) => {
    const props = chooserProps(node, options, say)
    written.current = JSON.stringify(readOptions(props.source))
    onBulkChange(props)
  }
  // What is chosen now is asked for by the name of the component.
  const { name, type, selectMode, multiple, creatable } = node
  const last = useRef(name)
  useEffect(() => {
    if (last.current === name) return
    last.current = name
    const options = readOptions(node.source)
    if (options) onBulkChange(chooserProps({ type, name, selectMode, multiple, creatable }, options, say))
  }, [name, type, selectMode, multiple, creatable, node.source, onBulkChange])

  function changed(values: Json) {
    const kind = values.from === 'model' ? 'model' : 'other'
    if (kind !== from) setFrom(kind)
    if (kind === 'other') {
      if (!stored) return
      written.current = undefined
      onBulkChange(cleared())
      return
    }
    const source = String(values.source || SOURCE)
    const model = modelNow(source, String(values.model ?? ''))
    if (!model) return
    const isSame = source === stored?.source && model.key === stored.model
    const options = isSame ? read(values) : startOptions(source, model, node.type)
    if (!options) return
    write(options)
    if (!isSame) setRound(before => before + 1)
  }
  return (
    <div className="tes-options-from">
      {render(
        'options-from',
        {
          type: 'form',
          wrapWithPanel: false,
          wrapperComponent: 'div',
          mode: 'normal',
          preventEnterSubmit: true,
          canAccessSuperData: false,
          data: valuesOf(from, stored),
          body: controls(node),
          actions: [],
        },
        { key: `${round}`, onChange: changed },
      )}
      {from === 'other' && render('own', own)}
    </div>
  )
}
Renderer({ type: 'tes-options-from' })(OptionsFrom as never)

for (const name of ['optionControl', 'optionControlV2', 'treeOptionControl']) {
  const own = getSchemaTpl(name) as Json
  setSchemaTpl(name, ((patch: Json = {}) => {
    const { visibleOn, ...more } = patch
    return { type: 'tes-options-from', own: { ...own, ...more }, ...(visibleOn !== undefined && { visibleOn }) }
  }) as never)
}
