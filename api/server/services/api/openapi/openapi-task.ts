// Reading an OpenAPI description as a task: its files may be large.
import { task } from '../../foundation/workers.ts'
import { openDocuments, text, object, type GivenFile } from './documents.ts'
import { operationsOf, serversOf, type Operation } from './operations.ts'

export interface Described {
  title: string
  version: string
  servers: string[]
  operations: Operation[]
  remote: string[]
  missing: string[]
}

export const readOpenApi = task({
  name: 'api.readOpenApi',
  lane: 'quick',
  from: 100_000,
  run(files: readonly GivenFile[]): Described {
    const documents = openDocuments(files)
    const operations = operationsOf(documents)
    const lost = (why: string) => [...documents.lost].filter(([, one]) => one === why).map(([ref]) => ref.slice(0, 200))
    const info = object(documents.root.info)
    return {
      title: text(info?.title).slice(0, 200),
      version: text(info?.version).slice(0, 50),
      servers: serversOf(documents),
      operations,
      remote: lost('remote').slice(0, 20),
      missing: lost('missing').slice(0, 20),
    }
  },
})
