// What of a package comes into an app that is there: each kind of resource needs the right to make resources of that kind, as when they are made by hand.
import type { MadeKind } from '../foundation/access/words.ts'
import type { DesignResource } from '../foundation/resources.ts'
import type { ArrangedModels } from './arrange-models.ts'
import type { Remark } from './project.ts'

export type MayMake = (kind: MadeKind) => boolean
/** What a package brings beside pages, which are what an import is for. */
export type BroughtKind = DesignResource['kind'] | 'model' | 'source' | 'role'

const LEFT: Record<BroughtKind, string> = {
  source: 'Data sources are left out: you may not make any in this app',
  model: 'Data models are left out: you may not make any in this app, or their data source is missing',
  query: 'Queries are left out: you may not make any in this app',
  component: 'Components are left out: you may not make any in this app',
  api: 'APIs are left out: you may not make any in this app',
  apigroup: 'Groups of APIs are left out: you may not make any in this app',
  flow: 'Flows are left out: you may not make any in this app',
  trigger: 'Triggers are left out: you may not make any in this app',
  role: 'Roles are left out: you may not make any in this app',
}
const IN_ORDER = Object.keys(LEFT) as BroughtKind[]

/** The sentences for what is left out, in one order. */
export function tellLeft(kinds: Iterable<BroughtKind>): { code: string; english: string }[] {
  const left = new Set(kinds)
  return IN_ORDER.filter(kind => left.has(kind)).map(kind => ({ code: `import.${kind}Left`, english: LEFT[kind] }))
}

/** Resources whose key is taken are not made, so they need no right. */
export function allowedResources(resources: readonly DesignResource[], there: readonly DesignResource[], mayMake: MayMake) {
  const keyOf = ({ kind, key }: DesignResource) => `${kind} ${key.toLowerCase()}`
  const taken = new Set(there.map(keyOf))
  const isAllowed = (one: DesignResource) => taken.has(keyOf(one)) || mayMake(one.kind)
  return { resources: resources.filter(isAllowed), left: new Set(resources.filter(one => !isAllowed(one)).map(one => one.kind)) }
}

/** Without the sources and models that may not be made; nothing that stays leads to them, since relations stay within what is made together. */
export function allowedModels(arranged: ArrangedModels, mayMake: MayMake): ArrangedModels & { left: Set<BroughtKind> } {
  const sourcesLeft = mayMake('source') ? [] : arranged.sources
  const withoutSource = new Set(sourcesLeft.map(source => source.id))
  const modelsLeft = [...arranged.made.values()].filter(model => !mayMake('model') || withoutSource.has(model.sourceId))
  const gone = new Set([...withoutSource, ...modelsLeft.flatMap(model => [model.id, ...model.definition.fields.map(field => field.id)])])
  const names = new Set([...sourcesLeft, ...modelsLeft].map(one => one.name))
  return {
    ids: new Map([...arranged.ids].filter(([, id]) => !gone.has(id))),
    sources: arranged.sources.filter(source => !gone.has(source.id)),
    made: new Map([...arranged.made].filter(([id]) => !gone.has(id))),
    // How something would have been called needs no remark where it is not made.
    notes: arranged.notes.filter((note: Remark) => !names.has(note.name)),
    left: new Set([...(sourcesLeft.length ? (['source'] as const) : []), ...(modelsLeft.length ? (['model'] as const) : [])]),
  }
}
