// Views of the list, as amis JSON: conditions, an order and columns under a name. The one that is shown stands in the address, so that it can be linked.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { quiet } from './quiet.ts'
import type { DataField } from './controls.ts'
import { figuresIn, figuresText, groupsIn, groupsText, type Figure, type GroupBy } from './grid/groups.ts'
import { kept, keyOf, shownColumns, type Column, type Shown } from './columns-kept.ts'

export interface View {
  id: string
  name: string
  /** The name in the language of the reader. */
  title?: string
  isShared: boolean
  isDefault: boolean
  /** A condition tree as JSON; empty for all rows. */
  filter: string
  orderBy: string
  orderDir: 'asc' | 'desc'
  columns: string[]
  widths: { name: string; width: number }[]
  frozen: string[]
  groups: GroupBy[]
  figures: Figure[]
  updatedAt: string
}

const titleOf = ({ name, title }: Pick<View, 'name' | 'title'>) => title ?? name

/** What the address says when no view is to be shown, whatever the default is. */
const ALL = 'all'

/** The view that the address asks for; without one the default, one's own before that of all. */
export function viewAt(views: readonly View[], asked: string): View | undefined {
  if (asked) return views.find(view => view.id === asked)
  return views.find(view => view.isDefault && !view.isShared) ?? views.find(view => view.isDefault)
}

/** Under which name the browser keeps a person's columns: a view that is saved anew starts with its own. */
export const columnsKey = (base: string, view: View | undefined) => keyOf(view ? `${base} ${view.id} ${view.updatedAt}` : base)

/** The columns as a view has them; the others are at hand, but hidden. */
export function columnsOf<T extends Column>(columns: readonly T[], view: View | undefined): T[] {
  if (!view?.columns.length) return [...columns]
  const place = ({ name }: T) => {
    const at = view.columns.indexOf(name ?? '')
    return at < 0 ? columns.length : at
  }
  return columns.map(column => ({ ...column, toggled: view.columns.includes(column.name ?? '') })).sort((a, b) => place(a) - place(b))
}

/** How a view shows its columns. */
export function lookOf(view: View | undefined): Pick<Shown, 'widths' | 'frozen'> {
  return { widths: Object.fromEntries((view?.widths ?? []).map(({ name, width }) => [name, width])), frozen: view?.frozen ?? [] }
}

/** What the list starts with. */
export function startOf(view: View | undefined): Record<string, unknown> {
  if (!view) return {}
  return {
    ...(view.orderBy && { orderBy: view.orderBy, orderDir: view.orderDir }),
    ...(view.filter && { _conditions: JSON.parse(view.filter) as unknown }),
    ...(view.groups.length && { groupBy: groupsText(view.groups) }),
    ...(view.figures.length && { figures: figuresText(view.figures) }),
  }
}

interface Request {
  data?: unknown
}
interface Answer {
  status: number
  data?: { id?: string }
}
interface Around {
  base: string
  say: Say
  view: View | undefined
  views: readonly View[]
  columns: readonly Column[]
  /** Of the list: what is grouped by what. */
  fields: readonly DataField[]
  search: Record<string, string>
  may: { share: boolean; history: boolean }
  /** Views have changed; another one is shown when it is named. */
  /** Under which name the browser keeps the columns. */
  keptAs?: string
  changed(show?: string): void
}

/** A name as a label of amis: a text, whatever is in it. */
const plain = (text: string) => text.replaceAll('${', '\\${')

/** What is kept of how the list is asked. */
const searchOf = ({ search }: Around) => ({ ...search, groupBy: '${groupBy}', figures: '${figures}' })

/** How the list is at this moment. */
function state({ base, keptAs = base, view, columns, fields }: Around, data: Record<string, unknown>) {
  const key = columnsKey(keptAs, view)
  const { widths, frozen } = { ...lookOf(view), ...kept(key) }
  const known = (name: string) => columns.some(column => column.name === name)
  return {
    filter: data.filter ?? '',
    orderBy: data.orderBy ?? '',
    orderDir: data.orderDir ?? 'asc',
    columns: shownColumns(key, columns),
    widths: Object.entries(widths).flatMap(([name, width]) => (known(name) ? [{ name, width }] : [])),
    frozen: frozen.filter(known),
    groups: groupsIn(data.groupBy, fields),
    figures: figuresIn(data.figures, fields),
  }
}

function nameDialog(around: Around, of: View | undefined): Schema {
  const { base, say, may, changed } = around
  const search = searchOf(around)
  return {
    type: 'dialog',
    title: of ? say('Rename or share the view') : say('Save as a view'),
    closeOnEsc: true,
    body: {
      type: 'form',
      ...quiet({
        mode: 'normal',
        wrapWithPanel: false,
        messages: { validateFailed: '', saveSuccess: say('Saved') },
        data: { viewName: of?.name ?? '', isShared: of?.isShared ?? false, isDefault: of?.isDefault ?? false },
        api: {
          method: of ? 'put' : 'post',
          url: of ? `${base}/view/${of.id}` : `${base}/view`,
          data: { name: '${viewName}', isShared: '${isShared}', isDefault: '${isDefault}', ...(!of && search) },
          requestAdaptor: (api: Request) => {
            const data = api.data as Record<string, unknown>
            const named = { name: data.name ?? '', isShared: data.isShared === true, isDefault: data.isDefault === true }
            return { ...api, data: of ? named : { ...named, ...state(around, data) } }
          },
          adaptor: (answer: Answer & { errors?: Record<string, string> }) => {
            if (!answer.status) changed(answer.data?.id)
            return answer.errors?.name ? { ...answer, errors: { viewName: answer.errors.name } } : answer
          },
        },
        body: [
          {
            type: 'input-text',
            name: 'viewName',
            label: say('Name'),
            required: true,
            maxLength: 50,
            trimContents: true,
            description: of ? '' : say('Keeps the filter, the order and the columns as they are now.'),
            validationErrors: { isRequired: say('Please fill in') },
          },
          ...(may.share ? [{ type: 'checkbox', name: 'isShared', label: false, option: say('Share with everybody who sees these rows') }] : []),
          { type: 'checkbox', name: 'isDefault', label: false, option: say('Show when the model is opened') },
        ],
      }),
    },
  }
}

/** Which view is shown, others to choose, and what can be done with them. */
export function viewsMenu(around: Around): Schema {
  const { base, say, view, views, may, changed } = around
  const search = searchOf(around)
  const choose = (id: string, name: string, isChosen: boolean): Schema => ({
    type: 'button',
    label: plain(name),
    className: isChosen ? 'tes-view is-chosen' : 'tes-view',
    actionType: 'link',
    link: `?view=${id}`,
  })
  const list = (shared: boolean) => views.filter(one => one.isShared === shared).map(one => choose(one.id, titleOf(one), one.id === view?.id))
  const ofAll = list(true)
  const forThis: Schema[] =
    view && (may.share || !view.isShared)
      ? [
          {
            type: 'button',
            label: say('Save changes to this view'),
            actionType: 'ajax',
            api: {
              method: 'put',
              url: `${base}/view/${view.id}`,
              data: search,
              requestAdaptor: (api: Request) => ({ ...api, data: state(around, (api.data ?? {}) as Record<string, unknown>) }),
              adaptor: (answer: Answer) => {
                if (!answer.status) changed()
                return answer
              },
            },
            messages: { success: say('Saved') },
          },
          { type: 'button', label: say('Rename or share'), actionType: 'dialog', dialog: nameDialog(around, view) },
          {
            type: 'button',
            label: say('Delete this view'),
            className: 'text-danger',
            actionType: 'ajax',
            confirmTitle: say('Delete view'),
            confirmText: view.isShared
              ? say('The view {name} is deleted for everybody. The rows stay.', { name: plain(titleOf(view)) })
              : say('The view {name} is deleted. The rows stay.', { name: plain(titleOf(view)) }),
            api: {
              method: 'delete',
              url: `${base}/view/${view.id}`,
              adaptor: (answer: Answer) => {
                if (!answer.status) changed(ALL)
                return answer
              },
            },
            messages: { success: say('Deleted') },
          },
        ]
      : []
  return {
    type: 'dropdown-button',
    label: plain(view ? titleOf(view) : say('All rows')),
    tooltip: say('View'),
    align: 'left',
    className: 'tes-data-views',
    menuClassName: 'tes-data-menu tes-data-views__menu',
    popOverContainerSelector: 'body',
    closeOnClick: true,
    closeOnOutside: true,
    buttons: [
      choose(ALL, say('All rows'), !view),
      ...list(false),
      ...(ofAll.length ? [{ type: 'divider' }, ...ofAll] : []),
      ...(may.history
        ? [{ type: 'divider' }, { type: 'button', label: say('Save as a view'), actionType: 'dialog', dialog: nameDialog(around, undefined) }, ...forThis]
        : []),
    ],
  }
}
