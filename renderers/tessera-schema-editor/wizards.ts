// What the wizards of the editor say that its dictionaries do not hold: their makers wrote it in Chinese for everybody.
import { CRUDTablePlugin } from 'amis-editor'
import { sayInEditor as say } from './component-plugin.ts'

interface Control {
  name?: string
  visibleOn?: string
  body?: Control[]
  options?: { label: string; value: string }[]
  [more: string]: unknown
}
interface Wizard {
  title?: string
  body?: { body?: Control[]; [more: string]: unknown }[]
  [more: string]: unknown
}

/** Rows of a model have their key; nobody has to say which. */
const withoutKey = (control: Control): Control => (control.name === 'primaryField' ? { ...control, visibleOn: "${dsType !== 'model'}" } : control)

/** The editor's own list of what a table offers knows no import. */
const withImport = (control: Control): Control =>
  control.visibleOn?.includes("=== 'model'") && control.body
    ? {
        ...control,
        body: control.body.map(one => (one.name === 'tools' ? { ...one, options: [...(one.options ?? []), { label: say('Import'), value: 'Import' }] } : one)),
      }
    : control

const base = Object.getPrototypeOf(CRUDTablePlugin.prototype) as object
const wizard = Object.getOwnPropertyDescriptor(base, 'scaffoldForm')
if (wizard?.get) {
  const { get } = wizard
  Object.defineProperty(base, 'scaffoldForm', {
    ...wizard,
    get(this: unknown) {
      const made = get.call(this) as Wizard
      return { ...made, title: say('Make a table'), body: made.body?.map(step => ({ ...step, body: step.body?.map(withoutKey).map(withImport) })) }
    },
  })
}
