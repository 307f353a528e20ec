// All rows that match, beyond those of the page: chosen with one more click, changed or deleted in one go that tells how far it is and can be tried again.
import type { Schema } from 'amis-core'
import { ALL_CHOSEN, chosenIn, fieldAndValue, pageChosen, preview, undoNote, type Which } from './bulk-changes.ts'
import { within, type Conditions } from './chosen.ts'
import { buttons, jobViews, setJob, taken, teller } from './jobs.ts'
import { form, type Around, type Request } from './row-changes.ts'
import type { Values } from './values.ts'

interface Matching extends Around {
  /** What the list is asked with. */
  search: Record<string, string>
  /** Id of the list on its page. */
  list: string
  /** Which rows the table has at all. */
  fixed?: Conditions | undefined
}

const setAll = ({ list }: Pick<Matching, 'list'>, value: boolean) => ({ actionType: 'setValue', componentId: list, args: { value: { _all: value } } })
/** When other rows are chosen, those that match are chosen no more. */
export const forgetAll = (around: Pick<Matching, 'list'>) => ({ selectedChange: { actions: [setAll(around, false)] } })

const total = "${total|number}${totalIsCapped ? '+' : ''}"

/** Says that the page is chosen, and offers all that match. */
export const chooseAll = ({ say, list, isEndless = false }: Pick<Matching, 'say' | 'list'> & { isEndless?: boolean }): Schema => ({
  type: 'container',
  className: 'tes-match',
  visibleOn: `\${${pageChosen('items')}}`,
  body: [
    {
      type: 'tpl',
      visibleOn: '${!_all}',
      tpl: say(isEndless ? 'The first {count} rows are chosen.' : 'All {count} rows on this page are chosen.', { count: '${COUNT(items)}' }),
    },
    { type: 'tpl', visibleOn: '${_all}', tpl: say('All {count} rows that match are chosen.', { count: total }) },
    {
      type: 'button',
      level: 'link',
      visibleOn: '${!_all}',
      label: say('Choose all {count} that match', { count: total }),
      onEvent: { click: { actions: [setAll({ list }, true)] } },
    },
    {
      type: 'button',
      level: 'link',
      visibleOn: '${_all}',
      label: say(isEndless ? 'Choose these rows only' : 'Choose this page only'),
      onEvent: { click: { actions: [setAll({ list }, false)] } },
    },
  ],
})

const matchingIn = ({ fixed }: Pick<Matching, 'fixed'>): Which => ({
  path: '/bulk/preview',
  data: { _filter: '${_filter}', _keywords: '${_keywords}' },
  sent: ({ _filter, _keywords }) => {
    const filter = within(fixed, _filter as string | undefined)
    return { ...(filter && { filter }), ...(_keywords ? { keywords: _keywords } : {}) }
  },
})

const ID = 'rows-bulk'
const whenDone = (expression: string) => [{ actionType: 'closeDialog', componentId: 'rows-bulk-dialog', expression }]

function dialog(around: Matching, title: string, submit: { label: string; level: string }, change: Schema[], of: (values: Values) => Values | undefined) {
  const { base, say, search } = around
  const tell = teller(around)
  const matching = matchingIn(around)
  const cancel = { type: 'button', label: say('Cancel'), actionType: 'close' }
  return {
    id: 'rows-bulk-dialog',
    className: 'tes-bulk-dialog',
    title,
    closeOnEsc: true,
    actions: [],
    data: { _filter: search.filter, _keywords: '${keywords || undefined}', job: null },
    body: {
      type: 'service',
      id: ID,
      data: { job: null },
      body: [
        form({
          visibleOn: '${!job}',
          canAccessSuperData: true,
          autoFocus: true,
          actions: [],
          submitText: '',
          data: { preview: null, problem: '' },
          api: {
            method: 'post',
            url: `${base}/bulk`,
            data: { '&': '$$', ...matching.data },
            requestAdaptor: (api: Request) => {
              const values = api.data as Values
              const put = of(values)
              const { count } = (values.preview ?? {}) as { count?: number }
              return { ...api, data: { ...matching.sent(values), ...(put && { values: put }), count } }
            },
            adaptor: tell,
          },
          onEvent: { submitSucc: { actions: taken({ service: ID, whenDone }, 'event.data.result.data') } },
          body: [
            ...change,
            preview(around, of, matching),
            ...undoNote(around),
            buttons(cancel, { type: 'submit', className: 'ml-2', disabledOn: '${!preview || !preview.changed}', ...submit }),
          ],
        }),
        ...jobViews(around, {
          service: ID,
          tell,
          whenDone,
          more: [{ type: 'button', label: say('Look at it again'), onEvent: { click: { actions: [setJob(ID, null)] } } }],
        }),
      ],
    },
  }
}

const action = (label: string, more: object): Schema => ({ type: 'button', className: 'tes-bulk', label, actionType: 'dialog', ...more })

/** Puts one value into all rows that match. */
export const matchEdit = (around: Matching): Schema => {
  const { fields, say } = around
  const title = say('Change all rows that match')
  return action(say('Edit a field'), {
    visibleOn: fields.length ? `\${${ALL_CHOSEN}}` : 'false',
    dialog: dialog(around, title, { label: say('Change rows'), level: 'primary' }, fieldAndValue(around), chosenIn(fields)),
  })
}

/** Deletes all rows that match. */
export const matchDelete = (around: Matching): Schema => {
  const { say } = around
  const nothing: Schema[] = [
    { type: 'tpl', className: 'tes-preview__sum', visibleOn: '${preview}', tpl: say('{count} rows will be deleted', { count: '${preview.count|number}' }) },
  ]
  return action(say('Delete'), {
    level: 'danger',
    visibleOn: `\${${ALL_CHOSEN}}`,
    dialog: dialog(around, say('Delete all rows that match'), { label: say('Delete'), level: 'danger' }, nothing, () => undefined),
  })
}
