// What a component declares: its shape is the contract's, what its parts say of each other is here.
import type { CallTypes } from '../../../generated/types.ts'
import { ApiError, fieldError, type FieldText } from '../../errors.ts'
import { shapeFault } from '../foundation/kept-shape.ts'

export type ComponentDefinition = CallTypes['component.update']['body']['definition']
export type Prop = NonNullable<ComponentDefinition['props']>[number]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fits({ type, options = [] }: Prop, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (type === 'number') return Number.isFinite(Number(value))
  if (type === 'boolean') return /^(true|false)$/.test(String(value))
  if (type === 'choice') return options.some(option => option.value === String(value))
  if (type === 'date') return !Number.isNaN(Date.parse(String(value)))
  if (type === 'list') return Array.isArray(parsed(String(value)))
  return type !== 'object' || isObject(parsed(String(value)))
}

function* problems({ props = [], events = [], sample, minHeight = 0, maxHeight = 10_000 }: ComponentDefinition): Generator<[string, FieldText]> {
  for (const [name, list] of [
    ['props', props],
    ['events', events],
  ] as const) {
    const seen = new Set<string>()
    for (const [at, { key }] of list.entries()) {
      if (seen.has(key)) yield [`${name}.${at}.key`, 'This name is used twice']
      seen.add(key)
    }
  }
  for (const [at, prop] of props.entries()) {
    if (prop.type === 'choice' && !prop.options?.length) yield [`props.${at}.options`, 'Name at least one choice']
    else if (!fits(prop, prop.default)) yield [`props.${at}.default`, 'This is no value of this type']
  }
  if (sample?.trim() && !isObject(parsed(sample))) yield ['sample', 'This is no JSON object']
  if (minHeight > maxHeight) yield ['minHeight', 'This is more than the greatest height']
}

/** Refuses what cannot be kept, with each problem at its place. */
export function checkDefinition(definition: ComponentDefinition) {
  const fields = Object.fromEntries([...problems(definition)].map(([place, text]) => [`definition.${place}`, text]))
  if (Object.keys(fields).length) throw new ApiError('component.invalid', 'Check the component', 422, { fields })
}

const isShaped = (definition: unknown): definition is ComponentDefinition => shapeFault('component.update', definition) === undefined

/** The declared part of what is kept, or came with a package; nothing of it where it is damaged. */
export function declaredOf({ bundle: _bundle, ...kept }: Record<string, unknown>): ComponentDefinition {
  return isShaped(kept) && ![...problems(kept)].length ? kept : {}
}

/** The first place of what saving it by hand would refuse; its bundle is looked at where it is opened. */
export function keptFault({ bundle: _bundle, ...kept }: Record<string, unknown>): string | undefined {
  const unshaped = shapeFault('component.update', kept)
  if (unshaped !== undefined) return unshaped
  const [problem] = problems(kept as ComponentDefinition)
  return problem && `definition.${problem[0]}`
}

const DECLARED = ['icon', 'height', 'minHeight', 'maxHeight', 'props', 'events', 'sample'] as const

/** What a component.json declares. Values to look at it with may stand there as an object. */
export function fromManifest(manifest: Record<string, unknown>): ComponentDefinition {
  const said: Record<string, unknown> = {}
  for (const name of DECLARED) if (manifest[name] !== undefined) said[name] = manifest[name]
  if (isObject(said.sample)) said.sample = JSON.stringify(said.sample)
  const refused = (reason: string) => fieldError('component.manifest', 'file', 'component.json in the bundle cannot be used: {reason}', { reason })
  const fault = shapeFault('component.update', said)
  if (fault !== undefined) throw refused(fault.replace(/^definition\.?/, ''))
  const [problem] = problems(said)
  if (problem) throw refused(problem[0])
  return said
}
