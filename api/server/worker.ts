// A thread beside the server: does one piece of work after the other (services/foundation/workers.ts). It loads what the work needs and no service.
import { ApiError } from './errors.ts'
import type { Answer, Order, Task } from './services/foundation/workers.ts'

type AnyTask = Task<never, unknown>

/** Every task by its name; a file of its own each, loaded when it is first asked for. */
const TASKS: Record<string, () => Promise<AnyTask>> = {
  'gate.check': async () => (await import('./services/screen/gate-task.ts')).checkSchema,
  'org.planRows': async () => (await import('./services/org/imports/import-task.ts')).planRows,
  'org.readBook': async () => (await import('./services/org/imports/import-task.ts')).readBook,
  'packages.readProject': async () => (await import('./services/packages/project-task.ts')).readFiles,
}

export default async function work({ name, input, begun }: Order): Promise<Answer> {
  const find = TASKS[name]
  if (!find) throw new Error(`there is no task "${name}"`)
  const task = await find()
  begun.postMessage('begun')
  begun.close()
  try {
    return { output: await task.run(input as never) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, english, status, more } = error
    return { refused: { code, english, status, more } }
  }
}
