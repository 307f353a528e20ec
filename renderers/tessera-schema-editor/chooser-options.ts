// What choosers of amis get to offer the rows of a model: each searches in its own way, and each shows the name of what is chosen already.
import { optionsApi, type ModelOptions } from '../../api/models/options.ts'
import type { Say } from '../words.ts'
import { canName, type DesignModel } from './place.ts'

type Json = Record<string, unknown>
/** What of a chooser says where its options come from. */
const OWN = [
  'source',
  'options',
  'autoComplete',
  'searchApi',
  'searchable',
  'labelField',
  'valueField',
  'pickerSchema',
  'creatable',
  'creatableOn',
  'addApi',
  'addControls',
] as const
/** In place of all of these: nothing. */
export const cleared = (): Json => Object.fromEntries(OWN.map(key => [key, undefined]))

const MOST = 200
const TERM = '${term || undefined}'
const TREES = new Set(['tree-select', 'input-tree', 'nested-select', 'tree-picker'])
const TRANSFERS = new Set(['transfer', 'transfer-picker', 'tabs-transfer', 'tabs-transfer-picker'])
export const canBeTree = ({ type, selectMode }: { type?: unknown; selectMode?: unknown }) => TREES.has(String(type)) || selectMode === 'tree'
/** Words that are typed: what is kept of a row is how it is called. */
const keepsWords = (type: unknown) => type === 'input-tag' || type === 'input-text'

/** What a model's options begin with: named by its title, in the order of the names. */
export function startOptions(source: string, model: DesignModel, type: unknown): ModelOptions {
  const label = (model.fields.find(field => field.isTitle && canName(field)) ?? model.fields.find(field => field.type === 'text') ?? model.fields.find(canName))
    ?.key
  const named = label ?? 'id'
  return { source, model: model.key, label: named, value: keepsWords(type) ? named : 'id', orderBy: named, orderDir: 'asc' }
}

/** The properties of a chooser of this type and name. */
export function chooserProps(
  node: { type?: unknown; name?: unknown; selectMode?: unknown; multiple?: unknown; creatable?: unknown },
  options: ModelOptions,
  say: Say,
): Json {
  const type = String(node.type)
  const name = typeof node.name === 'string' && /^\w+$/.test(node.name) ? node.name : ''
  const { parent, ...flat } = options
  const of = canBeTree(node) ? options : flat
  const all = cleared()
  if (type === 'picker') {
    // Asked for the list, page by page, and for the names of what is chosen.
    const selected = "${op === 'loadOptions' ? value : undefined}"
    return {
      ...all,
      source: optionsApi(of, '', { keywords: '${keywords || undefined}', page: '${page}', perPage: '${perPage}', selected }),
      pickerSchema: {
        mode: 'list',
        listItem: { title: '${label}' },
        headerToolbar: [{ type: 'search-box', name: 'keywords', placeholder: say('Search'), align: 'left' }],
        footerToolbar: ['statistics', 'pagination'],
      },
    }
  }
  if (canBeTree(node) && parent) return { ...all, source: optionsApi(of, name), searchable: true }
  if (TRANSFERS.has(type) || type === 'input-tree' || (type === 'select' && node.selectMode && node.selectMode !== 'group'))
    return { ...all, source: optionsApi(of, name, { perPage: MOST }), searchApi: optionsApi(of, '', { keywords: TERM }), searchable: true }
  if (type === 'select' || type === 'multi-select' || type === 'tree-select')
    return {
      ...all,
      source: optionsApi(of, name),
      autoComplete: optionsApi(of, name, { keywords: TERM }),
      searchable: true,
      // Rows that are missing can be added where one is chosen, if the panel says so.
      ...(type === 'select' && !node.multiple && options.value === 'id' && node.creatable === true && { creatable: true }),
    }
  return { ...all, source: optionsApi(of, name, { perPage: MOST }) }
}
