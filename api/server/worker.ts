// A thread beside the server: does one piece of work after the other (services/foundation/workers.ts). It loads what the work needs and no service.
import { ApiError } from './errors.ts'
import type { Answer, Order, Task } from './services/foundation/workers.ts'

type AnyTask = Task<never, unknown>

/** Every task by its name; a file of its own each, loaded when it is first asked for. */
export const TASKS: Record<string, () => Promise<AnyTask>> = {
  'api.readOpenApi': async () => (await import('./services/api/openapi/openapi-task.ts')).readOpenApi,
  'data.plan': async () => (await import('./services/data/design/plan-task.ts')).planStatements,
  'data.readRows': async () => (await import('./services/data/rows/transfer/read-task.ts')).readRows,
  'gate.check': async () => (await import('./services/screen/gate-task.ts')).checkSchema,
  'i18n.readBodies': async () => (await import('./services/i18n/texts-task.ts')).readBodies,
  'i18n.readTranslations': async () => (await import('./services/i18n/read-task.ts')).readTranslations,
  'org.planRows': async () => (await import('./services/org/imports/import-task.ts')).planRows,
  'org.readBook': async () => (await import('./services/org/imports/import-task.ts')).readBook,
  'packages.arrange': async () => (await import('./services/packages/arrange-task.ts')).arrange,
  'packages.check': async () => (await import('./services/packages/read-task.ts')).checkPackage,
  'packages.findInPages': async () => (await import('./services/packages/read-task.ts')).findInPages,
  'packages.readProject': async () => (await import('./services/packages/project-task.ts')).readFiles,
  'permission.readPeople': async () => (await import('./services/permission/role-import-task.ts')).readPeople,
  'request.readSchema': async () => (await import('./services/foundation/schema-task.ts')).readSchema,
  'screen.blame': async () => (await import('./services/screen/live/ledger-task.ts')).blameScreens,
  'screen.bringBack': async () => (await import('./services/screen/live/ledger-task.ts')).bringBack,
  'screen.compare': async () => (await import('./services/screen/live/ledger-task.ts')).compareScreens,
  'screen.rebase': async () => (await import('./services/screen/live/ledger-task.ts')).rebaseScreen,
  'screen.writeBack': async () => (await import('./services/screen/live/ledger-task.ts')).writeScreenBack,
  'starter.readSheets': async () => (await import('./services/starter/sheets/sheets-task.ts')).readSheets,
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
