// What is kept of a part beside pages, or came with a package, held against the contract that saves it by hand.
import { validators } from '../../../generated/validators.ts'
import { findUnusable } from '../../text-check.ts'

/** The first place that does not fit, below `definition`; undefined where all does. */
export function shapeFault(call: 'component.update' | 'flow.create' | 'trigger.update', definition: unknown): string | undefined {
  const { body } = validators[call]
  if (!body({ key: 'kept', name: 'kept', definition })) {
    const [problem] = body.errors ?? []
    return (problem?.instancePath ?? '').slice(1).replaceAll('/', '.').slice(0, 200) || 'definition'
  }
  return findUnusable({ definition })?.at
}
