// Cards, lists and details of a model: in the palette, and at the top of the panel of each with what it shows.
import { Renderer, type RendererProps } from 'amis-core'
import { BasePlugin, registerEditorPlugin } from 'amis-editor'
import { chooseModel, MODEL_QUERY } from '../model-panel.ts'
import { onPage } from './built-words.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { changedRows, rowsFrom, rowsIn, rowsOf, startRows, type RowsKind, type RowsPart } from './model-rows.ts'
import { OF_MODEL } from './palette-search.ts'
import { PanelForm, putFirst, type PanelEvent } from './panel-form.tsx'
import { placeNow } from './place.ts'

type Json = Record<string, unknown>

function controls({ kind }: RowsPart): Json[] {
  const select = (name: string, label: string, more: Json = {}): Json => ({
    type: 'select',
    name,
    label,
    searchable: true,
    source: `design:names${MODEL_QUERY}`,
    ...more,
  })
  const ofLists = [
    select('orderBy', say('In the order of'), { clearable: true, placeholder: say('The newest first') }),
    {
      type: 'button-group-select',
      name: 'orderDir',
      label: false,
      options: [
        { value: 'asc', label: say('Ascending') },
        { value: 'desc', label: say('Descending') },
      ],
      visibleOn: '${orderBy}',
    },
    {
      type: 'condition-builder',
      name: 'filter',
      label: say('Only rows where'),
      source: `design:conditions${MODEL_QUERY}`,
      embed: false,
      title: say('Only rows where'),
    },
    { type: 'input-number', name: 'perPage', label: say('Rows per page'), min: 1, max: 200 },
    select('link', say('A click on a row opens'), { source: 'design:links', clearable: true, placeholder: say('No page') }),
  ]
  return [
    ...chooseModel(placeNow(), say),
    ...(kind === 'details' ? [] : [select('title', say('Title'), { clearable: true })]),
    {
      type: 'select',
      name: 'fields',
      label: say('Fields'),
      multiple: true,
      joinValues: false,
      extractValue: true,
      searchable: true,
      source: `design:shown${MODEL_QUERY}`,
    },
    ...(kind === 'details' ? [] : ofLists),
  ]
}

interface Props extends RendererProps {
  data: Json
  onBulkChange(values: Json): void
}
function RowsPanel({ data: node, onBulkChange, render }: Props) {
  const part = rowsIn(node)
  if (!part) return null
  const change = (values: Json) => {
    const next = rowsFrom(values, part)
    if (!next || JSON.stringify(next) === JSON.stringify(part)) return undefined
    const props = changedRows(node, next, onPage.say)
    onBulkChange(props)
    return { kept: JSON.stringify(rowsIn({ ...node, ...props })), isOther: next.model !== part.model || next.source !== part.source }
  }
  return <PanelForm render={render} kept={JSON.stringify(part)} data={{ orderDir: 'asc', ...part }} body={controls(part)} onChange={change} />
}
Renderer({ type: 'tes-rows-panel' })(RowsPanel as never)

/** A part of its own in the palette: its picture belongs to the plugin. */
function register(kind: RowsKind, icon: string, words: () => { name: string; description: string }) {
  class RowsPlugin extends BasePlugin {
    static id = `plugin model-${kind}`
    override name = words().name
    description = words().description
    pluginIcon = icon
    isBaseComponent = true
    order = -950
    scaffolds = (() => {
      const source = placeNow().sources.find(({ models }) => models.length > 0)
      const model = source?.models[0]
      const scaffold = source && model && rowsOf(startRows(source.key, model, kind), onPage.say)
      return scaffold ? [{ type: OF_MODEL, ...words(), tags: [say('Data')], scaffold, previewSchema: { type: 'tpl', tpl: '' } }] : []
    })()
    afterBuildPanelBody = (event: PanelEvent) => {
      if (rowsIn(event.context.context.schema)?.kind === kind) putFirst(event, 'tes-rows-panel')
    }
  }
  registerEditorPlugin(RowsPlugin as never)
}
register('cards', 'cards-plugin', () => ({ name: say('Cards of a model'), description: say('Rows of a model as cards, with search and pages.') }))
register('list', 'list-plugin', () => ({ name: say('List of a model'), description: say('Rows of a model below each other, with search and pages.') }))
register('details', 'property-sheet-plugin', () => ({
  name: say('Details of a row'),
  description: say('The fields of one row, which the address of the page names.'),
}))
