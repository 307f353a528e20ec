// What the permission matrix takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {
  typesApi: '#Api',
  api: '#Api',
  saveApi: '#Api',
  whatIfApi: '#Api',
  addOptionApi: '#Api',
  renameOptionApi: '#Api',
  deleteOptionApi: '#Api',
  boxesOnlyOn: 'str',
}

export const editor: InEditor = {
  name: 'Permission matrix',
  description: 'Roles, kinds of resources, and a grid of what each role may do with each resource.',
  icon: 'table-plugin',
  scaffold: {
    typesApi: 'get:/api/types',
    api: 'get:/api/matrix',
    saveApi: 'post:/api/matrix',
    whatIfApi: 'post:/api/what-if',
    addOptionApi: 'post:/api/option',
    renameOptionApi: 'put:/api/option',
    deleteOptionApi: 'delete:/api/option',
  },
  panel: [
    { type: 'input-text', name: 'typesApi', label: 'Call for the kinds' },
    { type: 'input-text', name: 'api', label: 'Call for the boxes', description: 'Answers roles, resources and options; kind says of which kind.' },
    { type: 'input-text', name: 'saveApi', label: 'Call that saves' },
    { type: 'input-text', name: 'whatIfApi', label: 'Call that tells what a change would do' },
    { type: 'input-text', name: 'addOptionApi', label: "Call that adds a page's own permission" },
    { type: 'input-text', name: 'renameOptionApi', label: 'Call that renames it' },
    { type: 'input-text', name: 'deleteOptionApi', label: 'Call that deletes it' },
  ],
}
