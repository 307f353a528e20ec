// The table of a model as amis JSON: search, conditions, and forms with a control per field, made from the description of its fields.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { controlOf, type DataField } from './controls.ts'
import { bulkDelete, bulkEdit, rowDelete } from './bulk-changes.ts'
import type { Done } from './row-changes.ts'
import { chooseAll, forgetAll, matchDelete, matchEdit } from './match-changes.ts'
import { computed, fieldColumns, still, systemColumns } from './columns.ts'
import { asked, chosenColumns, fixedValues, named, offered, within, type Chosen } from './chosen.ts'
import { filterDrawer } from './filter-drawer.ts'
import { recentChanges, rowHistory } from './row-history.ts'
import type { Column } from './columns-kept.ts'
import { quiet } from './quiet.ts'
import { related, relatedColumn } from './related.ts'
import { transferMenu } from './transfer.ts'
import { rowAccess } from './row-access.ts'
import { PAGE, ROWS_OR_PAGES, ROWS_TOGETHER, type GridAbout } from './grid/about.ts'
import { groupable } from './grid/groups.ts'
import { isFile, sent, shown, type Values } from './values.ts'
import { columnsKey, columnsOf, lookOf, startOf, viewsMenu, type View } from './views.ts'

interface Request {
  data?: unknown
  query?: Values
}
interface Answer {
  data?: { row?: Values }
}

/** What the person may do with rows; what is refused is not offered. */
export interface May {
  create: boolean
  edit: boolean
  delete: boolean
  import: boolean
  export: boolean
  /** Views for everybody. */
  share: boolean
  /** Why somebody sees a row. */
  explain: boolean
  /** Has a history of rows, and views: whoever is signed in. */
  history: boolean
}
export const ALL: May = { create: true, edit: true, delete: true, import: true, export: true, share: true, explain: true, history: true }

export interface Model {
  /** Address of the model's rows. */
  base: string
  fields: DataField[]
  /** Our own table, with the system columns. */
  managed: boolean
  may?: May
  /** Of the list, and the one that is shown. */
  views?: readonly View[]
  view?: View
  /** What the author of the page chose. */
  chosen?: Chosen
  /** Name of the list on its page; its id is `data-` and the name. */
  name?: string
  /** Under which name the browser keeps what people choose; the address where nothing is said. */
  keptAs?: string
  /** Of changes that are made in the cells of the table. */
  inCells?: Pick<GridAbout, 'noted' | 'undoLast'>
  /** What the list starts with, where it is not what the view says; and who is told what it is asked with. */
  start?: Values
  shows?(asked: Values): void
  /** Rows come while one scrolls, in place of pages; and what changes that. */
  isEndless?: boolean
  setEndless?(isEndless: boolean): void
}

const NO_CELLS: Pick<GridAbout, 'noted' | 'undoLast'> = { noted: () => {}, undoLast: () => false }
const quick = (fields: DataField[]) => fields.filter(field => field.type !== 'relationMany')
export const editable = (fields: DataField[]) => fields.filter(field => !field.readOnly)

/** What a new row starts with. */
const initial = (fields: DataField[]): Values => Object.fromEntries(fields.map(field => [field.key, field.default === 'now' ? null : (field.default ?? null)]))

const BUILDER: Partial<Record<DataField['type'], Schema>> = {
  text: { type: 'text' },
  longText: { type: 'text' },
  integer: { type: 'number' },
  autoNumber: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'date', format: 'YYYY-MM-DD', inputFormat: 'YYYY-MM-DD' },
  time: { type: 'time', format: 'HH:mm:ss', inputFormat: 'HH:mm' },
  datetime: { type: 'datetime', format: 'YYYY-MM-DDTHH:mm:ssZ', inputFormat: 'YYYY-MM-DD HH:mm' },
}
export function conditionOf(field: DataField, base: string): Schema | undefined {
  const { key: name, name: label } = field
  if (field.type === 'enum') return { label, name, type: 'select', options: field.options, searchable: true }
  if (field.type === 'multiEnum')
    return {
      label,
      name,
      type: 'select',
      options: field.options,
      searchable: true,
      operators: ['select_any_in', 'select_not_any_in', 'is_empty', 'is_not_empty'],
    }
  if (field.type === 'relationOne' || field.type === 'user' || field.type === 'department')
    return { label, name, type: 'select', searchable: true, source: `${base}/choice/${name}` }
  const known = BUILDER[field.type]
  return known && { label, name, ...known }
}

const form = (more: Omit<Schema, 'type'>): Schema => ({
  type: 'form',
  mode: 'normal',
  wrapWithPanel: false,
  canAccessSuperData: false,
  autoFocus: true,
  ...quiet(more),
})

/** `done` is told of changes of rows that can be taken back, `viewsChanged` of views, and which one is shown from now on. */
export function tableSchema(model: Model, say: Say, done: (what: Done) => void = () => {}, viewsChanged: (show?: string) => void = () => {}): Schema {
  const { base, fields: described, managed, may: mayDo = ALL, views = [], view, chosen = {}, name = 'rows', keptAs = base, inCells = NO_CELLS } = model
  const { isEndless = false, setEndless = () => {}, start = startOf(view), shows = () => {} } = model
  const fields = named(described, chosen)
  const may = offered(mayDo, chosen.actions)
  const fixed = fixedValues(chosen.filter)
  const inForms = editable(fields)
  const controls = inForms.map(field => controlOf(field, base, say))
  const messages = { validateFailed: '', saveSuccess: say('Saved') }
  const buttons = (does: string) => [
    { type: 'button', label: say('Cancel'), actionType: 'close' },
    { type: 'submit', label: does, level: 'primary' },
  ]
  const create = {
    type: 'button',
    label: say('Add row'),
    level: 'primary',
    actionType: 'drawer',
    align: 'right',
    drawer: {
      title: say('Add row'),
      closeOnEsc: true,
      actions: buttons(say('Add')),
      body: form({
        messages,
        data: { ...initial(inForms), ...fixed },
        api: {
          method: 'post',
          url: base,
          data: { '&': '$$' },
          requestAdaptor: (api: Request) => ({ ...api, data: sent(inForms, api.data as Values) }),
        },
        reload: name,
        // What all rows of the table have, a new one gets without being asked.
        body: controls.filter(control => !(control.name in fixed)),
      }),
    },
  }
  const edit = {
    type: 'button',
    label: say('Edit'),
    level: 'link',
    actionType: 'drawer',
    drawer: {
      title: say('Edit row'),
      closeOnEsc: true,
      actions: buttons(say('Save')),
      body: form({
        messages,
        initApi: {
          method: 'get',
          url: `${base}/\${id|url_encode}`,
          adaptor: (answer: Answer) =>
            answer.data?.row
              ? { ...answer, data: { ...answer.data.row, ...shown(inForms, answer.data.row), version: answer.data.row.version ?? null } }
              : answer,
        },
        api: {
          method: 'put',
          url: `${base}/\${id|url_encode}`,
          data: { '&': '$$' },
          requestAdaptor: (api: Request) => {
            const values = api.data as Values
            return { ...api, data: { ...sent(inForms, values), ...(managed && { version: values.version }) } }
          },
        },
        reload: name,
        body: quick(fields).map(field =>
          field.formula !== undefined ? computed(field, base, say) : field.readOnly ? still(field, say) : controlOf(field, base, say),
        ),
      }),
    },
  }
  const around = { base, fields: inForms, say, done, hasHistory: may.history, list: `data-${name}`, fixed: chosen.filter }
  const columns = columnsOf(
    chosenColumns(
      [
        ...fieldColumns(quick(fields), chosen, say),
        ...related(fields).map(field => relatedColumn(field, { base, say, done })),
        ...(managed ? systemColumns(say) : []),
      ] as (Schema & Column)[],
      chosen,
    ),
    view,
  )
  const changes = may.create || may.edit || may.delete
  const more = [
    ...(may.history ? [rowHistory({ ...around, mayEdit: may.edit })] : []),
    ...(may.explain ? [rowAccess(base, say)] : []),
    ...(may.delete ? [rowDelete(around)] : []),
  ]
  const persistKey = columnsKey(keptAs, view)
  const many = related(fields).flatMap(field => (columns.some(column => column.name === field.key) ? [field.key] : []))
  /** What the list is asked with, besides the page. */
  const search = {
    keywords: '${keywords || undefined}',
    orderBy: '${orderBy || undefined}',
    orderDir: '${orderBy ? orderDir : undefined}',
    filter: '${COUNT(_conditions.children) ? ENCODEJSON(_conditions) : undefined}',
  }
  return {
    type: 'crud',
    name,
    id: `data-${name}`,
    className: 't-data-rows',
    syncLocation: false,
    primaryField: 'id',
    perPage: isEndless ? PAGE : (chosen.perPage ?? 20),
    perPageAvailable: [...new Set([10, 20, 50, 100, ...(chosen.perPage ? [chosen.perPage] : [])])].sort((a, b) => a - b),
    defaultParams: start,
    mode: 'tessera-rows-grid',
    grid: {
      base,
      fields,
      editable: may.edit ? inForms.flatMap(field => (isFile(field) ? [] : [field.key])) : [],
      ...(inForms.length && may.edit && { form: edit }),
      relations: many.join(','),
      asked: query => asked(query, chosen),
      shows,
      isEndless,
      setEndless,
      managed,
      columnsKey: persistKey,
      look: lookOf(view),
      hasUndo: mayDo.history,
      ...inCells,
    } satisfies GridAbout,
    api: {
      method: 'get',
      url: base,
      data: { page: '${page}', perPage: '${perPage}', ...search, ...(many.length && { relations: many.join(',') }) },
      ...(chosen.filter && {
        requestAdaptor: (api: Request) => ({ ...api, query: { ...api.query, filter: within(chosen.filter, api.query?.filter as string | undefined) } }),
      }),
    },
    ...(chosen.rowLink && { itemAction: { type: 'button', actionType: 'link', link: chosen.rowLink } }),
    bulkActions: [
      ...(may.edit ? [bulkEdit(around)] : []),
      ...(may.delete ? [bulkDelete(around)] : []),
      ...(may.edit ? [matchEdit({ ...around, search })] : []),
      ...(may.delete ? [matchDelete({ ...around, search })] : []),
    ],
    onEvent: forgetAll(around),
    headerToolbar: [
      ...(may.views && (mayDo.history || views.length)
        ? [viewsMenu({ base, say, view, views, columns, fields, search, may: { share: may.share, history: mayDo.history }, keptAs, changed: viewsChanged })]
        : []),
      { type: 'search-box', name: 'keywords', placeholder: say('Search in texts'), clearable: true, align: 'left', className: 't-search-field' },
      filterDrawer(quick(fields), {
        say,
        // By its id: what a drawer is hung up in may stand around the list, where a target is looked for outwards only.
        apply: { actionType: 'reload', componentId: `data-${name}`, data: { _conditions: '${_conditions}' } },
        conditionOf: field => conditionOf(field, base),
      }),
      'bulkActions',
      ...(may.create ? [create] : []),
      ...transferMenu(
        { base, say, columns, columnsKey: persistKey, search, may, list: around.list, fixed: chosen.filter },
        may.history && changes ? [recentChanges(around)] : [],
      ),
      ...(groupable(fields).length ? [{ type: ROWS_TOGETHER, align: 'right' }] : []),
      { type: 'columns-toggler', align: 'right', tooltip: say('Columns') },
      ...(may.edit || may.delete ? [chooseAll({ ...around, isEndless })] : []),
    ],
    footerToolbar: [
      {
        type: 'tpl',
        tpl: `\${total|number}\${totalIsCapped ? '+' : ''} \${total == 1 ? '${say('row')}' : '${say('rows')}'}`,
        className: 't-total',
        visibleOn: '${total > 0}',
      },
      ...(isEndless ? [] : ['switch-per-page', 'pagination']),
      { type: ROWS_OR_PAGES, align: 'right' },
    ],
    placeholder: say('No rows yet, or none that fits.'),
    columns: [
      ...columns,
      {
        type: 'operation',
        label: '',
        width: 120,
        fixed: 'right',
        toggled: true,
        buttons: [
          ...(inForms.length && may.edit ? [edit] : []),
          ...(more.length
            ? [
                {
                  type: 'dropdown-button',
                  label: say('More'),
                  level: 'link',
                  hideCaret: true,
                  align: 'right',
                  popOverContainerSelector: 'body',
                  closeOnClick: true,
                  closeOnOutside: true,
                  buttons: more,
                },
              ]
            : []),
        ],
      },
    ],
  }
}
