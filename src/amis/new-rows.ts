// A select of rows that a page calls `creatable`, and says no more of: whoever may add such a row adds it there, in the dialog that tables of rows have for
// it. Whether somebody may comes with the choices, so the button waits for them.
import { cloneElement, type ReactElement } from 'react'
import { addSchemaFilter, type Schema } from 'amis-core'
import SelectControl from 'amis/lib/renderers/Form/Select'
import { newRow } from '../../renderers/tessera-data-table/new-row.ts'
import '../../renderers/tessera-data-table/new-row-inputs.tsx'
import { choosesRows } from '../../renderers/tessera-data-table/rows-to-add.ts'
import { sayer, type Say } from '../../renderers/words.ts'

interface Env {
  rowsToAdd?(source: unknown): string | undefined
}
interface Made {
  say: Say
  ask: Env['rowsToAdd']
  schema: Schema
}
const made = new WeakMap<Schema, Made>()

addSchemaFilter((schema, _renderer: unknown, props: { env?: Env } | undefined) => {
  const { type, creatable, multiple, addApi, addControls, source, name, label, createBtnLabel, onEvent } = schema
  if (type !== 'select' || creatable !== true || multiple || addApi || addControls?.length || typeof name !== 'string' || !choosesRows(source)) return schema
  const { env } = props ?? {}
  const [say, ask] = [sayer(env), env?.rowsToAdd]
  const known = made.get(schema)
  if (known?.say === say && known.ask === ask) return known.schema
  const called = typeof label === 'string' && !label.includes('${') ? label : ''
  const { onEvent: added, ...parts } = newRow({ key: name, name: called }, () => ask?.(source), say)
  const whole = { ...schema, ...parts, ...(createBtnLabel && { createBtnLabel }), onEvent: { ...(onEvent as object), ...added } }
  made.set(schema, { say, ask, schema: whole })
  return whole
})

interface Select {
  props: { addControls?: { of?: unknown }[]; source?: unknown; env?: Env }
}
const prototype = (SelectControl as unknown as { prototype: { render(this: Select): ReactElement<{ children: ReactElement[] }> } }).prototype
const { render } = prototype
prototype.render = function () {
  const drawn = render.call(this)
  const { addControls, source, env } = this.props
  if (typeof addControls?.[0]?.of !== 'function' || env?.rowsToAdd?.(source)) return drawn
  const [select, ...others] = drawn.props.children
  return cloneElement(drawn, {}, cloneElement(select as ReactElement<{ creatable?: boolean }>, { creatable: false }), ...others)
}
