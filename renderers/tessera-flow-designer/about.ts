// What the designer of a flow takes.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {
  api: '#Api',
  saveApi: '#Api',
  revisionsApi: '#Api',
  sourceApi: '#Api',
  approversApi: '#Api',
  peopleApi: '#Api',
  apisApi: '#Api',
  pickerApi: '#Api',
  /** A version to look at, as an expression. */
  revision: 'str',
  /** Forms for what is selected. */
  flowPanel: 'coll',
  startPanel: 'coll',
  stepPanel: 'coll',
  copyPanel: 'coll',
  splitPanel: 'coll',
  linePanel: 'coll',
  servicePanel: 'coll',
  parameterPanel: 'coll',
  overduePanel: 'coll',
  borderPanel: 'coll',
  /** Beside the buttons of the designer. */
  tools: 'coll',
}

export const editor: InEditor = {
  name: 'Flow designer',
  description: 'A flow as cards below each other, with what is selected set beside it.',
  icon: 'steps-plugin',
  scaffold: { api: 'get:/api/company/${companyKey}/app/${appUrlKey}/flow/design/${flowId}', revision: '${query.revision}', flowPanel: [] },
  panel: [
    { type: 'input-text', name: 'api', label: 'Call', description: 'Answers the flow with its definition.' },
    { type: 'input-text', name: 'saveApi', label: 'Call that saves' },
    { type: 'input-text', name: 'revisionsApi', label: 'Call for older versions' },
    { type: 'input-text', name: 'sourceApi', label: 'Call for the fields of the model' },
    { type: 'input-text', name: 'approversApi', label: 'Call for who would be asked', description: 'Lets the flow be played.' },
    { type: 'input-text', name: 'peopleApi', label: 'Call for people to choose from' },
    { type: 'input-text', name: 'apisApi', label: 'Call for the APIs that can be called' },
    { type: 'input-text', name: 'pickerApi', label: 'Call for the models and queries to choose from' },
    { type: 'input-text', name: 'revision', label: 'Version to look at', description: 'Usually from the address: ${query.revision}.' },
  ],
  regions: [
    { key: 'flowPanel', label: 'Properties of the flow' },
    { key: 'startPanel', label: 'Properties of the start' },
    { key: 'stepPanel', label: 'Properties of a step' },
    { key: 'copyPanel', label: 'Properties of a copy' },
    { key: 'splitPanel', label: 'Properties of branches' },
    { key: 'linePanel', label: 'Properties of a branch' },
    { key: 'servicePanel', label: 'Properties of a step without people' },
    { key: 'parameterPanel', label: 'Properties of a variable' },
    { key: 'overduePanel', label: 'Properties of an overdue action' },
    { key: 'borderPanel', label: 'Properties of an event on the border of a step' },
    { key: 'tools', label: 'More buttons' },
  ],
}
