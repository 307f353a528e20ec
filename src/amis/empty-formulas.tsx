// A formula that is empty says why, wherever amis draws its value: in cells, cards, lists and pages of a row, and in forms that only show. Rows name such
// formulas as they come, so pages say no more of it than which field they show.
import type { ReactNode } from 'react'
import { addSchemaFilter, type RendererProps, type Schema } from 'amis-core'
import { MappingFieldRenderer } from 'amis/lib/renderers/Mapping'
import { Tpl } from 'amis/lib/renderers/Tpl'
import { EmptyFormula } from '../../renderers/tessera-value/empty-formula.tsx'
import { reasonAt } from '../../renderers/tessera-value/reasons.ts'

/** What the texts of values are made with, beside the field. */
const HOW = new Set(['ISEMPTY', 'DATETOSTR', 'ENCODEJSON', 'html', 'raw', 'number', 'truncate', 'true', 'false', 'null'])
const fieldsByText = new Map<string, string | undefined>()
/** The field whose value a text is and nothing else, as pages made of a model have it: `${(total || '—')|html}`. */
export function fieldOf(tpl: unknown): string | undefined {
  if (typeof tpl !== 'string' || tpl.length > 400) return undefined
  if (fieldsByText.has(tpl)) return fieldsByText.get(tpl)
  const expression = /^\$\{([^{}]+)\}$/.exec(tpl.replace(/^<span [^>]*>(.*)<\/span>$/s, '$1'))?.[1]
  const names = new Set(
    (expression ?? '')
      .replace(/'[^']*'/g, '')
      .match(/[A-Za-z_]\w*/g)
      ?.filter(name => !HOW.has(name)),
  )
  const field = names.size === 1 ? [...names][0] : undefined
  fieldsByText.set(tpl, field)
  return field
}

interface Drawing {
  props: RendererProps
  render(): ReactNode
}
function tellWhy(drawn: unknown, keyOf: (props: RendererProps) => string | undefined) {
  const { prototype } = drawn as { prototype: Drawing }
  const { render } = prototype
  prototype.render = function (this: Drawing) {
    const { data, env } = this.props
    // Most rows have no such formula, and their texts are not looked at.
    const url = data?._why && reasonAt(data, keyOf(this.props))
    return url ? <EmptyFormula key={url} url={url} env={env} /> : render.call(this)
  }
}
tellWhy(Tpl, ({ tpl }) => fieldOf(tpl))
tellWhy(MappingFieldRenderer, ({ name }) => name)

const made = new WeakMap<Schema, { url: string; schema: Schema }>()
addSchemaFilter((schema, renderer: { isFormItem?: boolean } | undefined, props: { data?: unknown } | undefined) => {
  const { name, staticSchema } = schema
  if (!renderer?.isFormItem || typeof name !== 'string' || staticSchema) return schema
  const url = reasonAt(props?.data, name)
  if (!url) return schema
  const known = made.get(schema)
  if (known?.url === url) return known.schema
  // Shown by controls that are static, and by no other.
  const whole = { ...schema, staticSchema: { type: 'tessera-value', name, whyApi: `get:${url}` } }
  made.set(schema, { url, schema: whole })
  return whole
})
