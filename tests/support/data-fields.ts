// Fields of a model, as rows are answered with them.
import type { DataField } from '../../renderers/tessera-data-table/controls.ts'

export const dataField = (key: string, type: DataField['type'], more: Partial<DataField> = {}): DataField => ({
  key,
  name: key,
  type,
  required: false,
  readOnly: false,
  default: null,
  options: [],
  rules: {},
  scale: null,
  description: '',
  isTitle: false,
  ...more,
})
