// What the pickers of variables and formulas offer besides the data on the page: what every page of an app knows of its surroundings, by name and kind.
import type { Say } from '../words.ts'

/** The group of the environment's variables; a page writes them without it. */
const ENVIRONMENT = 'environmentVariables'
/** As they are written in capitals, which no variable of the system is. */
const CONST = /^[A-Z][A-Z0-9_-]*$/

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
export function variableGroups(say: Say, context: object = {}): VariableGroup[] {
  const consts = Object.keys(context).filter(name => CONST.test(name))
  const named = { id: text(say('Id')), name: text(say('Name')) }
  const inAddress = ['href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  type Group = [name: string, title: string, properties: Record<string, Kind>]
  const groups: Group[] = [
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
    ...(consts.length ? [[ENVIRONMENT, say('Environment variables'), Object.fromEntries(consts.map(name => [name, text(name)]))] satisfies Group] : []),
  ]
  return groups.map(([name, title, properties], order) => ({ name, title, parentId: 'root', order, schema: { type: 'object', $id: name, properties } }))
}

interface Choice {
  value?: unknown
  valueExpression?: unknown
  disabled?: boolean
  children?: Choice[]
}
/** What the pickers offer, with the variables of the environment by the names that pages write. */
export function namedAsWritten(_manager: unknown, choices: Choice[]): Choice[] {
  return choices.map(choice => {
    if (choice.value !== ENVIRONMENT) return choice.children ? { ...choice, children: namedAsWritten(_manager, choice.children) } : choice
    const children = (choice.children ?? []).map(one => {
      const name = String(one.value).slice(ENVIRONMENT.length + 1)
      return { ...one, value: name, ...('valueExpression' in one && { valueExpression: `\${${name}}` }) }
    })
    return { ...choice, disabled: true, children }
  })
}
