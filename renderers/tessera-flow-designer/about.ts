// What the designer of a flow takes.
import type { Properties } from '../about.ts'

export const properties: Properties = {
  api: '#Api',
  saveApi: '#Api',
  revisionsApi: '#Api',
  sourceApi: '#Api',
  /** A version to look at, as an expression. */
  revision: 'str',
  /** Forms for what is selected. */
  flowPanel: 'coll',
  startPanel: 'coll',
  stepPanel: 'coll',
  copyPanel: 'coll',
  splitPanel: 'coll',
  linePanel: 'coll',
  /** Beside the buttons of the designer. */
  tools: 'coll',
}
