// The revisions along which cases go: kept under their hash, and known to this process with their graph.
import { createHash } from 'node:crypto'
import { shapeOf, type FlowDefinition } from '../../../flow/definition.ts'
import { flowGraph, type FlowGraph } from '../../../flow/graph.ts'
import type { Revision } from '../../../flow/migrate.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { loadDefinition } from './case-rows.ts'
import type { FlowScope } from './cases.ts'

const MOST_GRAPHS = 500

export interface Known {
  definition: FlowDefinition
  graph: FlowGraph
  /** A transaction that read or wrote it has ended, so that it need not be written any more. */
  isStored: boolean
}

export function createRevisions() {
  const graphs = new Map<string, Known>()
  const texts = new WeakMap<FlowDefinition, { definition: FlowDefinition; text: string; hash: string }>()

  function keep(key: string, definition: FlowDefinition): Known {
    const made = { definition, graph: flowGraph(shapeOf(definition)), isStored: false }
    graphs.set(key, made)
    if (graphs.size > MOST_GRAPHS) graphs.delete(graphs.keys().next().value as string)
    return made
  }
  const keyOf = ({ appId }: FlowScope, hash: string) => `${appId} ${hash}`

  /** What runs of a flow that is saved: what is only asked before it is enabled is no part of it. */
  function runs(saved: FlowDefinition) {
    const kept = texts.get(saved)
    if (kept) return kept
    const { tests: _tests, ...definition } = saved
    const text = JSON.stringify(definition)
    const made = { definition, text, hash: createHash('sha256').update(text).digest('hex') }
    texts.set(saved, made)
    return made
  }

  /** The revision under a hash, as cases of it find it. */
  async function find(scope: FlowScope, hash: string, on: Db | Trx): Promise<Known | undefined> {
    const key = keyOf(scope, hash)
    const known = graphs.get(key)
    if (known) return known
    const definition = await loadDefinition(scope, hash, on)
    return definition && keep(key, definition)
  }
  /** What runs of a saved flow, and the hash under which it is kept. */
  function known(scope: FlowScope, saved: FlowDefinition) {
    const { definition, hash } = runs(saved)
    const key = keyOf(scope, hash)
    return { known: graphs.get(key) ?? keep(key, definition), hash }
  }

  return {
    find,
    known,
    /** A saved flow as cases run it, and the hash under which it is kept. */
    revision(scope: FlowScope, saved: FlowDefinition): Revision & { hash: string } {
      const { known: its, hash } = known(scope, saved)
      return { ...its, hash }
    },
    /** Keeps what cases run of a saved flow, in a transaction that wants it to be there. */
    async store({ companyId, appId }: FlowScope, saved: FlowDefinition, trx: Trx): Promise<string> {
      const { text, hash } = runs(saved)
      await inApp(trx, { companyId, appId })
        .insertInto('flow_definition')
        .values({ hash, definition: text })
        .onConflict(conflict => conflict.columns(['app_id', 'hash']).doNothing())
        .execute()
      return hash
    },
    /** A revision that is kept. */
    async stored(scope: FlowScope, hash: string, on: Db | Trx): Promise<(Revision & { hash: string }) | undefined> {
      const known = await find(scope, hash, on)
      return known && { ...known, hash }
    },
  }
}
