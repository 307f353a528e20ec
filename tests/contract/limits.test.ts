// The limits of what calls take, field by field: the documents name most of them, so that one that moves is seen here.
import { expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems', 'pattern', 'format', 'enum', 'const'] as const
type Schema = Record<string, unknown>

/** `name.first` under `body`: every place of a schema with what limits it. */
function* limits(schema: unknown, at: string): Generator<string> {
  if (!schema || typeof schema !== 'object') return
  const here = schema as Schema
  const found = LIMITS.filter(name => name in here && !(here[name] instanceof Object && !Array.isArray(here[name])))
  const required = Array.isArray(here.required) && here.required.length ? [`required ${here.required.join(' ')}`] : []
  const said = [...found.map(name => `${name} ${String(here[name])}`), ...required]
  if (said.length) yield `${at}: ${said.join(', ')}`
  for (const [name, one] of Object.entries((here.properties ?? {}) as Schema)) yield* limits(one, `${at}.${name}`)
  if (!Array.isArray(here.items)) yield* limits(here.items, `${at}[]`)
  for (const key of ['anyOf', 'oneOf', 'allOf']) for (const one of (here[key] ?? []) as unknown[]) yield* limits(one, at)
}

function linesOf({ id, schemas, files, ratePerMinute }: (typeof contracts)[number]): string[] {
  const ofFiles = Object.entries(files ?? {}).map(
    ([name, { extensions, maxBytes, maxCount }]) =>
      `  file ${name}: ${[...extensions, `up to ${maxBytes} bytes`, ...(maxCount ? [`${maxCount} files`] : [])].join(' ')}`,
  )
  const all = [
    ...(['params', 'query', 'body'] as const).flatMap(part => [...limits(schemas[part], `  ${part}`)]),
    ...ofFiles,
    ...(ratePerMinute ? [`  ${ratePerMinute} a minute`] : []),
  ]
  return all.length ? [id, ...all] : []
}

const areas = [...new Set(contracts.map(({ id }) => id.split('.')[0] as string))]

it.each(areas)('calls of %s limit what they take as they did', async area => {
  const lines = contracts.filter(({ id }) => id.startsWith(`${area}.`)).flatMap(linesOf)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`__snapshots__/limits/${area}.txt`)
})
