// Test cases of a flow: played before a version is enabled, with the people of the organisation as they are now.
import type { FlowDefinition } from '../../../flow/definition.ts'
import { END_WORDS, play, TEST_WORDS, testFault, type Found, type PlayFacts, type TestCase, type TestFault } from '../../../flow/play.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Db } from '../../store/database.ts'
import type { FlowScope } from './cases.ts'
import { approversOf, toldAt } from './people.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isList = (value: unknown, fits: (one: unknown) => boolean) => Array.isArray(value) && value.every(fits)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown) => typeof value === 'string' && UUID.test(value)
/** Whether a test case is one at all: what comes in a package was checked by nobody. */
function isReadable(test: unknown): test is TestCase {
  if (!isObject(test) || !isId(test.starter) || !isObject(test.values) || !isList(test.way, one => typeof one === 'string')) return false
  const { choices = {}, steps } = test
  if (!isObject(choices) || !Object.values(choices).every(users => isList(users, isId))) return false
  return isList(steps, step => isObject(step) && typeof step.node === 'string' && (step.user === undefined || isId(step.user)))
}

export function createFlowTests({ db }: { db: Db }) {
  /** Answers that many cases of one flow ask for are looked up once. */
  const asking = (scope: FlowScope, definition: FlowDefinition) => {
    const known = new Map<string, Promise<Found>>()
    const kinds = new Map(definition.nodes.map(({ id, kind }) => [id, kind]))
    return (node: string, facts: PlayFacts): Promise<Found> => {
      const key = JSON.stringify([node, facts.starter, facts.values, facts.choices, facts.decided, [...facts.approved]])
      const made = known.get(key) ?? (kinds.get(node) === 'copy' ? toldAt(scope, definition, node, facts, db) : approversOf(scope, definition, node, facts, db))
      known.set(key, made)
      return made
    }
  }

  async function whyOf(definition: FlowDefinition, fault: TestFault, locale: Locale): Promise<string> {
    const nodes = new Map(definition.nodes.map(({ id, name }) => [id, name]))
    const name = (id: string) => nodes.get(id) || id
    const user = 'user' in fault ? fault.user : undefined
    const person = user && (await db.selectFrom('person').select('name').where('id', '=', user).executeTakeFirst())
    const text = TEST_WORDS[fault.code]
    if (fault.code === 'otherEnd') return say(locale, text, { got: say(locale, END_WORDS[fault.got]), expected: say(locale, END_WORDS[fault.expected]) })
    return say(locale, text, {
      person: person ? person.name : '',
      ...('node' in fault && { node: name(fault.node), field: fault.field ?? '' }),
      ...('expected' in fault && { expected: name(fault.expected) }),
      ...('got' in fault && { got: name(fault.got) }),
    })
  }

  return {
    /** Refuses a version whose test cases come to another end than they are to. */
    async check(scope: FlowScope, definition: FlowDefinition, locale: Locale) {
      const ask = asking(scope, definition)
      for (const test of (definition.tests ?? []) as unknown[]) {
        const isTest = isReadable(test)
        const fault = isTest ? testFault(definition, test, await play(definition, test, ask)) : undefined
        if (isTest && !fault) continue
        const why = fault ? await whyOf(definition, fault, locale) : say(locale, 'It cannot be read')
        const name = isObject(test) && typeof test.name === 'string' ? test.name : ''
        throw new ApiError('flow.testFailed', 'Test case “{test}”: {why}', 422, { values: { test: name, why } })
      }
    },
  }
}
