// Rows of a model.
import { rowControl } from '../../../models/controls.ts'
import { textOf } from '../formula.ts'
import { asList, get, isJson, within, type Json } from '../json.ts'
import { mapped } from '../requests.ts'
import type { View } from '../view.ts'
import type { Actions } from './actions.ts'
import { PER_PAGE, type Rows } from './rows.ts'
import type { State } from './state.ts'
import type { Around } from './types.ts'
import type { Values } from './values.ts'
import { NO_FIELD, type Draws, type Views } from './views.ts'

export function createModel(
  { say, host, changed, on, requestIn, load, known }: State,
  { perform, openDialog }: Actions,
  { text, box, note, wait, button, flat }: Views,
  { draw }: Draws,
  { drawFormatted }: Values,
  { listAt, takeRows, pager }: Rows,
) {
  /** Rows of a model: what they are and what may be done with them the answer says. */
  function drawModel(node: Json, scope: Json, at: string, around: Around): View[] {
    known({ name: 'rows', ...node }, at)
    const base = node.source && node.model ? `model:${textOf(node.source, scope)}/${textOf(node.model, scope)}` : textOf(node.address, scope)
    const list = listAt(at, Number(node.perPage) || PER_PAGE)
    const filter = isJson(node.filter) ? JSON.stringify(mapped(node.filter, scope)) : undefined
    const keywords = typeof list.query.keywords === 'string' && list.query.keywords ? list.query.keywords : undefined
    load(
      list,
      requestIn(
        {
          method: 'get',
          url: base,
          data: { page: list.page, perPage: list.perPage, ...(filter && { filter }), ...(keywords && { keywords: keywords.replaceAll('$', '') }) },
        },
        within({}),
      ),
      answer => {
        if (answer.status === 0) takeRows(list, isJson(answer.data) ? answer.data : {})
      },
    )
    const fields = asList(list.answer.fields).filter(isJson)
    const may = isJson(list.answer.may) ? list.answer.may : {}
    const offers = (action: string, duty: string) => may[duty] === true && (!Array.isArray(node.actions) || node.actions.includes(action))
    const chosen = asList(node.fields).map(one => (isJson(one) ? one : { name: one }))
    const columns = chosen.length
      ? chosen.flatMap(one => {
          const field = fields.find(({ key }) => key === one.name)
          return field ? [{ field, label: String(one.label || field.name) }] : []
        })
      : fields
          .filter(field => field.type !== 'relationMany' && field.type !== 'json')
          .slice(0, 8)
          .map(field => ({ field, label: String(field.name) }))
    const titles = fields.filter(field => field.isTitle)
    const inside: Around = { ...around, reads: at, inRow: true }
    const fixed = fixedBy(isJson(node.filter) ? (mapped(node.filter, scope) as Json) : {})
    const editable = fields.filter(
      field => !field.readOnly && !['file', 'image', 'relationMany'].includes(String(field.type)) && field.format !== 'location' && field.format !== 'color',
    )
    const form = (title: string, api: Json, values: Json): Json => ({
      title,
      body: {
        type: 'form',
        wrapWithPanel: false,
        canAccessSuperData: false,
        data: values,
        api,
        body: editable.map(field =>
          rowControl(field as never, `get:${base}/choice/${String(field.key)}`, {
            required: say('Please fill in'),
            search: say('Search'),
            noJson: say('This is no JSON'),
            yes: say('Yes'),
            no: say('No'),
          }),
        ),
      },
      actions: [
        { type: 'button', label: say('Cancel'), actionType: 'close' },
        { type: 'submit', label: say('Save'), level: 'primary' },
      ],
    })
    const sent = Object.fromEntries(editable.map(field => [String(field.key), `\${${String(field.key)}}`]))
    const starts = Object.fromEntries(
      editable.flatMap(field => (field.default === null || field.default === undefined || field.default === 'now' ? [] : [[String(field.key), field.default]])),
    )
    const add = () => openDialog(form(say('Add row'), { method: 'post', url: base, data: { ...fixed, ...sent } }, { ...starts, ...fixed }), within({}), around)
    const edit = (row: Json) => {
      const values = Object.fromEntries(
        editable.map(field => [String(field.key), isJson(row[String(field.key)]) ? JSON.stringify(row[String(field.key)]) : row[String(field.key)]]),
      )
      openDialog(
        form(
          say('Edit'),
          {
            method: 'put',
            url: `${base}/${encodeURIComponent(String(row.id))}`,
            data: { ...sent, ...(list.answer.managed === true && { version: row.version }) },
          },
          values,
        ),
        within({}),
        around,
      )
    }
    const remove = async (row: Json) => {
      if (await host.confirm(say('Delete this row?')))
        await perform(
          { method: 'DELETE', url: requestIn({ method: 'delete', url: `${base}/${encodeURIComponent(String(row.id))}` }, within({}))?.url ?? '' },
          {},
          scope,
          around,
        )
    }
    const rows = list.rows.flatMap((row, index) => {
      const key = `${at}.${String(row.id ?? index)}`
      const own = within(scope, row)
      const link = textOf(node.rowLink, own)
      return box(key, 'card', [
        ...columns.map(({ field, label }, place): View => {
          const value = drawCell(field, row, `${key}.${place}`, inside)
          const leads = link && (titles.length ? field.isTitle : place === 0)
          return {
            kind: 'pair',
            key: `${key}.${place}.pair`,
            label,
            children: leads
              ? text(
                  `${key}.${place}`,
                  flat(value) || '—',
                  'strong',
                  on(`${key}.${place}`, () => host.open(link)),
                )
              : value,
          }
        }),
        ...box(`${key}.actions`, 'row', [
          ...(offers('edit', 'edit') && editable.length ? [button(`${key}.edit`, say('Edit'), () => edit(row), { small: true })] : []),
          ...(offers('delete', 'delete') ? [button(`${key}.delete`, say('Delete'), () => remove(row), { small: true, level: 'danger' })] : []),
        ]),
      ])
    })
    return [
      {
        ...NO_FIELD,
        kind: 'field',
        key: `${at}.search`,
        control: 'text',
        label: '',
        placeholder: say('Search'),
        value: keywords ?? '',
        change: on(`${at}.search`, value => (Object.assign(list, { page: 1, query: { keywords: String(value) } }), changed())),
      },
      ...(offers('add', 'create') ? [button(`${at}.add`, say('Add row'), add, { level: 'primary' })] : []),
      ...note(`${at}.error`, list.error),
      ...(list.error ? [button(`${at}.again`, say('Try again'), () => ((list.asked = ''), changed()), { small: true })] : []),
      ...(list.busy && !list.rows.length
        ? [wait(`${at}.wait`)]
        : list.error
          ? []
          : rows.length
            ? rows
            : text(`${at}.empty`, keywords ? say('Nothing matches') : say('Nothing here yet'), 'muted')),
      ...pager(list, at),
    ]
  }
  function drawCell(field: Json, row: Json, at: string, around: Around): View[] {
    const key = String(field.key)
    const value = row[key]
    const scope = within({}, row)
    const label = get(row, `_labels.${key}`)
    switch (field.type) {
      case 'boolean':
        return text(at, value === true ? say('Yes') : value === false ? say('No') : '—')
      case 'enum':
        return value
          ? [
              {
                kind: 'tag',
                key: at,
                text: String(
                  asList(field.options)
                    .filter(isJson)
                    .find(one => one.value === value)?.label ?? value,
                ),
                level: 'default',
              },
            ]
          : text(at, '—', 'muted')
      case 'multiEnum':
        return drawFormatted({ options: field.options }, value, at) ?? text(at, '—', 'muted')
      case 'date':
      case 'datetime':
      case 'time':
        return draw({ type: field.type, name: key }, scope, at, around)
      case 'user':
      case 'department':
      case 'relationOne':
        return text(at, String(label || value || '—'))
      case 'image': {
        const src = typeof value === 'string' && value.startsWith('/api/resource/') ? `${value}&row=${String(row.id)}` : value
        return src ? draw({ type: 'image', src, width: 96, height: 96 }, scope, at, around) : text(at, '—', 'muted')
      }
      case 'file':
        return text(at, typeof value === 'string' ? decodeURIComponent(/name=([^&]*)/.exec(value)?.[1] ?? value) : '—')
      case 'json':
        return text(at, value === null || value === undefined ? '—' : JSON.stringify(value))
      default:
        return (
          drawFormatted(
            { format: field.format ?? (field.type === 'decimal' || field.type === 'integer' ? field.type : undefined), currency: field.currency },
            value,
            at,
          ) ?? text(at, '—', 'muted')
        )
    }
  }

  return { drawModel }
}

/** Fields that the filter of a list fixes: a new row in it has these values. */
function fixedBy(filter: Json): Json {
  if (filter.conjunction === 'or') return {}
  return Object.fromEntries(
    asList(filter.children).flatMap(one => {
      const field = isJson(one) && isJson(one.left) ? one.left.field : undefined
      return isJson(one) && typeof field === 'string' && (one.op === 'equal' || one.op === 'select_equals') && one.right !== undefined
        ? [[field, one.right]]
        : []
    }),
  )
}
