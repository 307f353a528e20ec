// Places of an API's texts: `{{orderId}}` is a parameter, `{{SHOP_KEY}}` a variable of the environment, `{{$user.email}}` something of who asks.
import { ApiError } from '../../errors.ts'
import type { Auth, ApiDefinition, Named } from './types.ts'

const PLACE = /\{\{\s*(\$?[A-Za-z][\w.-]*)\s*\}\}/g
const USER = ['$user.id', '$user.name', '$user.email']
const isVariable = (name: string) => /^[A-Z][A-Z0-9_-]*$/.test(name)

/** Where the values of places come from. */
export interface Places {
  parameters: Readonly<Record<string, unknown>>
  /** Of the environment; secret ones among them. */
  variables: ReadonlyMap<string, string>
  user: Readonly<Record<string, string>>
}

export const variableMissing = (name: string) =>
  new ApiError('api.variableMissing', 'This environment has no variable {name}. Add it in its settings', 422, { values: { name } })

function valueOf(name: string, { parameters, variables, user }: Places): unknown {
  if (isVariable(name)) {
    const value = variables.get(name)
    if (value === undefined) throw variableMissing(name)
    return value
  }
  return name.startsWith('$') ? user[name] : parameters[name]
}

const asText = (value: unknown) => (value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value as string))

/** A text with its places filled; `escape` makes a value harmless where it stands, variables stay as they are. */
export const fillText = (text: string, places: Places, escape: (value: string) => string = value => value) =>
  text.replace(PLACE, (_whole, name: string) => {
    const value = asText(valueOf(name, places))
    return isVariable(name) ? value : escape(value)
  })

/** The same, but a text that is one place alone becomes the value itself: a number stays a number, and what was not given is undefined. */
export function fillValue(text: string, places: Places): unknown {
  const [, only] = /^\{\{\s*(\$?[A-Za-z][\w.-]*)\s*\}\}$/.exec(text) ?? []
  return only === undefined ? fillText(text, places) : valueOf(only, places)
}

/** JSON whose texts are filled; what was not given is left out. */
export function fillJson(value: unknown, places: Places): unknown {
  if (typeof value === 'string') return fillValue(value, places)
  if (Array.isArray(value)) return value.map(one => fillJson(one, places)).filter(one => one !== undefined)
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, one]) => [key, fillJson(one, places)] as const)
        .filter(([, one]) => one !== undefined),
    )
  return value
}

const namesIn = (text: string | undefined) => [...(text ?? '').matchAll(PLACE)].map(([, name = '']) => name)
const ofNamed = (list: readonly Named[] | undefined, at: string) =>
  (list ?? []).flatMap((one, index) => [
    { at: `${at}.${index}.name`, text: one.name },
    { at: `${at}.${index}.value`, text: one.value },
  ])
const AUTH_TEXTS = ['username', 'password', 'token', 'value', 'tokenUrl', 'clientId', 'clientSecret', 'scope'] as const satisfies readonly (keyof Auth)[]

/** Every text of a definition that may have places, with where it stands. */
function textsOf({ http, model, query }: ApiDefinition): { at: string; text: string | undefined }[] {
  return [
    { at: 'http.address', text: http?.address },
    ...ofNamed(http?.query, 'http.query'),
    ...ofNamed(http?.headers, 'http.headers'),
    { at: 'http.body.text', text: http?.body?.text },
    ...ofNamed(http?.body?.fields, 'http.body.fields'),
    ...AUTH_TEXTS.map(name => ({ at: `http.auth.${name}`, text: http?.auth?.[name] })),
    ...(['id', 'filter', 'keywords', 'page', 'perPage'] as const).map(name => ({ at: `model.${name}`, text: model?.[name] })),
    ...ofNamed(model?.values, 'model.values'),
    ...ofNamed(query?.values, 'query.values'),
  ]
}

/** Names of all places of a definition. */
export const placesOf = (definition: ApiDefinition) => new Set(textsOf(definition).flatMap(({ text }) => namesIn(text)))
export const variablesOf = (definition: ApiDefinition) => [...placesOf(definition)].filter(isVariable)
export const dependsOnPerson = (definition: ApiDefinition) => definition.type !== 'http' || [...placesOf(definition)].some(name => name.startsWith('$'))

/** The first place that stands for nothing. */
export function strayPlace(definition: ApiDefinition): { at: string; name: string } | undefined {
  const keys = new Set((definition.parameters ?? []).map(one => one.key))
  for (const { at, text } of textsOf(definition))
    for (const name of namesIn(text)) {
      // Who is asked for a token is told of nobody.
      const isOfAuth = at.startsWith('http.auth.')
      if (!(isVariable(name) || (!isOfAuth && (keys.has(name) || USER.includes(name))))) return { at, name }
    }
  return undefined
}
export const hasVariable = (text: string | undefined) => namesIn(text).some(isVariable)
