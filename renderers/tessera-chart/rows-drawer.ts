// The rows behind a figure, in a drawer beside the chart.
import type { Words } from './tables.tsx'

export interface Behind {
  fields: { key: string; name: string; type: string; format?: string; currency?: string }[]
  total: number
}
/** Columns that are read at a glance. */
const MOST = 8
const LONG = new Set(['longText', 'json', 'file', 'image'])

export function rowsDrawer(url: string, { fields, total }: Behind, { say }: Words) {
  const columns = fields
    .filter(({ type }) => !LONG.has(type))
    .slice(0, MOST)
    .map(({ key, name, type, format, currency }) => {
      const isFigure = type === 'integer' || type === 'decimal'
      const shown =
        type === 'datetime'
          ? { type: 'datetime', format: 'YYYY-MM-DD HH:mm' }
          : type === 'boolean'
            ? { type: 'mapping', map: { true: say('Yes'), false: say('No') } }
            : format || isFigure
              ? { type: 'tessera-value', format: format ?? type, ...(currency && { currency }) }
              : { type: 'tpl', tpl: `\${_labels.${key} || ${key}|html}` }
      return { name: key, label: name.replace(/\$\{/g, '\\${'), ...shown, ...(isFigure && { align: 'right' }) }
    })
  return {
    title: say('{count} rows', { count: total }),
    size: 'lg',
    closeOnEsc: true,
    closeOnOutside: true,
    actions: [],
    body: { type: 'crud', api: `get:${url}`, syncLocation: false, columns, footerToolbar: ['pagination'], perPage: 20, columnsTogglable: false },
  }
}
