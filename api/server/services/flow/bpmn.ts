// Flows that leave as BPMN 2.0 and come back: what is read is said in the reader's language, and has to be a definition as the contract describes it.
import { readBpmn, type BpmnProblem } from '../../../flow/bpmn-read.ts'
import { writeBpmn } from '../../../flow/bpmn-write.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { validators } from '../../../generated/validators.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import { findUnusable } from '../../text-check.ts'
import { readFlow, type MadeFlow } from './read.ts'

const MOST_SAID = 5

/** A name for the file that any machine takes. */
export async function bpmnFile({ key, name, definition }: { key: string; name: string; definition: FlowDefinition }) {
  return { content: Buffer.from(await writeBpmn(definition, { key, name })), name: `${key}.bpmn`, mime: 'application/xml' }
}

function sentence({ line, english, values = {} }: BpmnProblem, locale: Locale): string {
  const text = say(locale, english, { ...values, ...(values.what !== undefined && { what: say(locale, String(values.what)) }) })
  return line ? say(locale, 'line {line}: {text}', { line, text }) : text
}

function refused(problems: readonly BpmnProblem[], locale: Locale): ApiError {
  const told = problems.slice(0, MOST_SAID).map(problem => sentence(problem, locale))
  if (problems.length > MOST_SAID) told.push(say(locale, 'and {count} more', { count: problems.length - MOST_SAID }))
  const english = 'This file cannot be taken: {problems}'
  return new ApiError('flow.bpmnRefused', english, 422, { fields: { file: english }, values: { problems: told.join('; ') } })
}

/** The definition that a text holds, about `model` where it does not say; refused with all that stands against it. */
export async function definitionOf(text: string, model: string, locale: Locale): Promise<{ definition: FlowDefinition; notes: string[] }> {
  const read = await readBpmn(text, model)
  if (read.problems) throw refused(read.problems, locale)
  const { definition, notes } = read
  const fits = validators['flow.create'].body({ key: 'read', name: 'read', definition }) && !findUnusable(definition)
  if (!fits) throw refused([{ english: 'its names or settings are none of a flow here' }], locale)
  return { definition: readFlow(definition as MadeFlow), notes: notes.map(note => sentence(note, locale)) }
}
