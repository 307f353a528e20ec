// Which tests a change can affect, by names: nearly every test of the server imports all of it, so imports tell nothing there.
import { dirname } from 'node:path'

export interface Affected {
  /** Test files, or the beginnings of their names. */
  tests: string[]
  /** Calls whose generated tests are run. */
  calls: string[]
  /** Files of the browser's side, where imports do tell. */
  related: string[]
  /** Files that anything may depend on: only the whole run is an answer. */
  everywhere: string[]
}

/** Read by nothing that is tested. */
const IDLE = /^(docs\/.*|README\.md|LICENSE|\.gitignore|\.ci\/.*|tests\/bench\/.*|tests\/e2e\/.*)$/

/** `paths` of changed files; `calls` are the ids of all calls, `tests` all files below tests/. */
export function affected(paths: readonly string[], calls: readonly string[], tests: readonly string[]): Affected {
  const found = { tests: new Set<string>(['tests/repo.test.ts']), calls: new Set<string>(), related: new Set<string>(), everywhere: new Set<string>() }
  const areas = new Set(calls.map(id => id.split('.')[0] as string))
  const ofCall = (id: string) => {
    found.calls.add(id)
    found.tests.add(`tests/api/${id}.test.ts`)
    found.tests.add('tests/contract/')
  }
  const ofArea = (area: string) => {
    for (const id of calls) if (id.startsWith(`${area}.`)) ofCall(id)
    for (const file of tests) if (new RegExp(`^tests/api/${area}[.-].*test\\.ts$`).test(file)) found.tests.add(file)
  }
  /** Calls of a contract: the one of its name, or one for each of its levels, as in `createTemplateApp`. */
  const callsOf = (name: string) => calls.filter(id => id === name || (id.startsWith(name) && /^(Platform|Company|App)?$/.test(id.slice(name.length))))
  for (const path of paths) {
    const [, call] = /^api\/(?:contract|server\/calls)\/(\w+\/\w+)\.(?:json|ts)$/.exec(path) ?? []
    const [, area = ''] = /^(?:api\/server\/services|api\/server\/calls|schemas)\/(\w+)\//.exec(path) ?? []
    if (/^tests\/.*\.test\.tsx?$/.test(path)) found.tests.add(path)
    else if (call && callsOf(call.replace('/', '.')).length) {
      callsOf(call.replace('/', '.')).forEach(ofCall)
      found.tests.add(`tests/api/${call.replace('/', '.')}.test.ts`)
    } else if (path.startsWith('schemas/') && !path.startsWith('schemas/shell/') && path !== 'schemas/routes.json' && area !== 'fragments') {
      found.tests.add('tests/gate/gate.test.ts')
      for (const file of tests) if (/^tests\/screens\/.*\.test\.tsx?$/.test(file)) found.tests.add(file)
    } else if (path.startsWith('api/server/') && areas.has(area)) ofArea(area)
    else if (path.startsWith('api/gate/')) found.tests.add('tests/gate/')
    else if (/^(src|renderers|api\/client)\//.test(path)) found.related.add(path)
    else if (/^scripts\/(unsteady|affected)\./.test(path)) found.tests.add(`tests/${path.split('/')[1]?.split('.')[0]}.test.ts`)
    else if (path.startsWith('docs/')) found.tests.add('tests/docs.test.ts')
    else if (!IDLE.test(path)) found.everywhere.add(dirname(path) === '.' ? path : dirname(path))
  }
  return {
    tests: [...found.tests].filter(file => tests.some(one => one.startsWith(file))),
    calls: [...found.calls],
    related: [...found.related],
    everywhere: [...found.everywhere],
  }
}
