// What the pickers of variables and formulas offer besides the data on the page: what every page of an app knows of its surroundings, by name and kind.
import type { Say } from '../words.ts'

interface Kind {
  type: 'string' | 'boolean' | 'object' | 'array'
  title: string
  properties?: Record<string, Kind>
  items?: Omit<Kind, 'title'>
}
interface VariableGroup {
  name: string
  title: string
  parentId: 'root'
  order: number
  schema: { type: 'object'; $id: string; properties: Record<string, Kind> }
}

const text = (title: string): Kind => ({ type: 'string', title })
const object = (title: string, properties: Record<string, Kind>): Kind => ({ type: 'object', title, properties })
const list = (title: string, properties: Record<string, Kind>): Kind => ({ type: 'array', title, items: { type: 'object', properties } })

/** The same names as a running page has (docs/product, "System variables"). What is under a group is named by the group and its key: `user.name`. */
export function variableGroups(say: Say): VariableGroup[] {
  const named = { id: text(say('Id')), name: text(say('Name')) }
  const inAddress = ['href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  const groups: [name: string, title: string, properties: Record<string, Kind>][] = [
    [
      'user',
      say('Person'),
      {
        ...named,
        uid: text(say('Username')),
        nickName: text(say('Nickname')),
        email: text(say('Email')),
        phone: text(say('Phone')),
        avatar: text(say('Picture')),
        department: object(say('First department'), named),
        departments: list(say('Departments'), named),
      },
    ],
    [
      'app',
      say('App'),
      {
        ...named,
        key: text(say('Key')),
        logo: text(say('Logo')),
        env: text(say('Environment')),
        dataColor: text(say('Whose rows are shown')),
        entries: list(say('Entries'), { key: text(say('Key')), name: text(say('Name')), type: text(say('Kind')) }),
      },
    ],
    ['company', say('Organisation'), { ...named, key: text(say('Key')), logo: text(say('Logo')) }],
    ['params', say('Places of the address'), {}],
    ['query', say('Query of the address'), {}],
    ['location', say('Address'), Object.fromEntries(inAddress.map(name => [name, text(name)]))],
  ]
  return groups.map(([name, title, properties], order) => ({ name, title, parentId: 'root', order, schema: { type: 'object', $id: name, properties } }))
}
