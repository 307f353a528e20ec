// The rows behind a relation to many, as amis JSON: how many and which stands in the table, and a drawer adds and takes away.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import type { DataField } from './controls.ts'
import type { Done } from './row-changes.ts'

interface Around {
  base: string
  say: Say
  done(what: Done): void
}
interface Request {
  data?: unknown
}
interface Answer {
  status: number
  data?: { changeId?: string; items?: Row[]; fields?: DataField[] } & Record<string, unknown>
}
type Row = Record<string, unknown> & { _labels?: Record<string, string> }

/** Relations to many whose other side is known. */
export const related = (fields: readonly DataField[]) => fields.filter(field => field.type === 'relationMany' && field.model && field.back)

/** The text that names a row to people, by the description of its fields. */
export function titleOf(row: Row, fields: readonly DataField[]): string {
  const title = fields.find(field => field.isTitle) ?? fields.find(field => field.type === 'text')
  return String((title && (row._labels?.[title.key] || row[title.key])) || row.id)
}

export function relatedColumn(field: DataField, { base, say, done }: Around): Schema {
  const { key, name, back = '', model = '' } = field
  // Models of one source name each other, so their addresses differ in the last part only.
  const other = base.replace(/[^/]+$/, encodeURIComponent(model))
  const changed = (one: string, many: (count: number) => string) => (answer: Answer) => {
    const count = Number(answer.data?.count ?? 0)
    if (!answer.status) done({ text: count === 1 ? one : many(count), ...(answer.data?.changeId && { changeId: answer.data.changeId }) })
    return answer
  }
  const open = {
    type: 'button',
    level: 'link',
    className: 'tes-related',
    label: `\${_counts.${key} || 0}\${_labels.${key} ? ' · ' + _labels.${key} : ''}`,
    tooltip: say(field.linkable === false ? 'Show' : 'Show, add and remove'),
    actionType: 'drawer',
    drawer: {
      title: name,
      closeOnEsc: true,
      data: { of: '${id}' },
      actions: [{ type: 'button', label: say('Close'), actionType: 'close' }],
      body: [
        ...(field.linkable === false
          ? []
          : [
              {
                type: 'form',
                mode: 'normal',
                wrapWithPanel: false,
                canAccessSuperData: true,
                messages: { validateFailed: '', saveSuccess: '' },
                resetAfterSubmit: true,
                api: {
                  method: 'put',
                  url: other,
                  data: { ids: '${added}', of: '${of}' },
                  requestAdaptor: (api: Request) => {
                    const { ids, of } = api.data as { ids?: unknown[]; of: unknown }
                    return { ...api, data: { ids: (ids ?? []).map(String), values: { [back]: of } } }
                  },
                  adaptor: changed(say('One row was added'), count => say('{count} rows were added', { count })),
                },
                reload: 'related',
                actions: [],
                body: [
                  {
                    type: 'select',
                    name: 'added',
                    label: say('Add'),
                    multiple: true,
                    joinValues: false,
                    extractValue: true,
                    searchable: true,
                    clearable: true,
                    required: true,
                    source: `${base}/choice/${key}`,
                    autoComplete: `${base}/choice/${key}?keywords=\${term|url_encode}`,
                    placeholder: say('Choose, or type to search'),
                    description: say('A row that belongs elsewhere is moved here.'),
                    validationErrors: { isRequired: say('Please choose') },
                  },
                  { type: 'submit', label: say('Add'), level: 'primary' },
                ],
              },
            ]),
        {
          type: 'crud',
          name: 'related',
          className: 't-stack tes-related__rows',
          syncLocation: false,
          perPage: 10,
          columnsTogglable: false,
          alwaysShowPagination: false,
          api: {
            method: 'get',
            url: other,
            data: {
              page: '${page}',
              perPage: '${perPage}',
              filter: `\${ENCODEJSON({conjunction: 'and', children: [{left: {type: 'field', field: '${back}'}, op: 'select_equals', right: of}]})}`,
            },
            adaptor: (answer: Answer) => {
              const { items, fields } = answer.data ?? {}
              return items && fields ? { ...answer, data: { ...answer.data, items: items.map(row => ({ id: row.id, title: titleOf(row, fields) })) } } : answer
            },
          },
          headerToolbar: [],
          footerToolbar: ['pagination'],
          placeholder: say('No rows yet.'),
          columns: [
            { name: 'title', label: say('Rows that belong here'), type: 'tpl', tpl: '${title|html}' },
            ...(field.linkable === false
              ? []
              : [
                  {
                    type: 'operation',
                    label: '',
                    width: 90,
                    buttons: [
                      {
                        type: 'button',
                        label: say('Remove'),
                        level: 'link',
                        actionType: 'ajax',
                        tooltip: say('The row stays, and belongs to nothing'),
                        api: {
                          method: 'put',
                          url: other,
                          data: { ids: ['${id}'], values: { [back]: null } },
                          requestAdaptor: (api: Request) => {
                            const { ids } = api.data as { ids: unknown[] }
                            return { ...api, data: { ids: ids.map(String), values: { [back]: null } } }
                          },
                          adaptor: changed(say('One row was removed'), count => say('{count} rows were removed', { count })),
                        },
                        messages: { success: '' },
                        reload: 'related',
                      },
                    ],
                  },
                ]),
          ],
        },
      ],
    },
  }
  return { name: key, label: name, type: 'container', className: 't-cell', body: [open] }
}
