// What an open page knows: its parts by their place, their names, what is asked of the server, and what happens when something is tapped or changed.
import { isJson, within, type Json } from '../json.ts'
import { mapped, requestOf, type Request } from '../requests.ts'
import type { Answer, Form, List, Opened, Opening, Options, Part, Service } from './types.ts'

export function createState({ schema, context, dataApi, zone, say, host }: Opening) {
  const parts = new Map<string, Part>()
  const names = new Map<string, string>()
  let happens = new Map<string, (value: unknown) => unknown>()
  const dialogs: Opened[] = []
  let counter = 0
  let isOver = false
  const root = within(context, isJson(schema.data) ? (mapped(schema.data, context) as Json) : {})

  const changed = () => {
    if (!isOver) host.changed()
  }
  const make = <P extends Part>(key: string, fresh: () => P): P => {
    const found = parts.get(key)
    if (found) return found as P
    const made = fresh()
    parts.set(key, made)
    return made
  }
  const on = (key: string, does: (value: unknown) => unknown): string => {
    happens.set(key, does)
    return key
  }
  /** `own` goes along where an api does not say what: into the address, and `body` into the body. */
  const requestIn = (api: unknown, scope: Json, own: Json = {}, body: Json = own) => requestOf(api, scope, { dataApi, zone, own, body })
  const askedAs = (request: Request) => `${request.method} ${request.url} ${request.body === undefined ? '' : JSON.stringify(request.body)}`

  /** Everything that was read is read again: what was written may show in any of it. */
  function readAgain(target?: string) {
    const wanted = target ? names.get(target.split('?')[0] as string) : undefined
    for (const [key, part] of parts) {
      if (wanted && key !== wanted) continue
      if (part.kind === 'service' || part.kind === 'list' || part.kind === 'options') part.asked = ''
    }
    changed()
  }

  async function ask(request: Request): Promise<Answer> {
    try {
      return await host.send(request)
    } catch {
      return { status: 503, msg: say('The server cannot be reached. Check the connection and try again'), data: {} }
    }
  }

  /** Asks for what a part shows, unless it was asked already. */
  function load(part: Service | List | Options | Form, request: Request | undefined, take: (answer: Answer) => void) {
    if (!request) return
    const asked = askedAs(request)
    if (part.asked === asked) return
    part.asked = asked
    if ('busy' in part) part.busy = true
    void ask(request).then(answer => {
      // Something else was asked meanwhile.
      if (part.asked !== asked || isOver) return
      if ('busy' in part) part.busy = false
      part.error = answer.status === 0 ? '' : answer.msg
      take(answer)
      changed()
    })
  }

  function known(node: Json, key: string) {
    for (const name of [node.name, node.id]) if (typeof name === 'string' && name) names.set(name, key)
  }

  return {
    root,
    say,
    host,
    parts,
    names,
    dialogs,
    changed,
    make,
    on,
    requestIn,
    readAgain,
    ask,
    load,
    known,
    nextKey: () => `dialog${++counter}`,
    /** A picture is drawn anew. */
    begin() {
      happens = new Map()
      names.clear()
    },
    /** Something in the picture was tapped or changed. */
    async fire(event: string, value?: unknown): Promise<void> {
      await happens.get(event)?.(value)
    },
    end() {
      isOver = true
    },
  }
}
export type State = ReturnType<typeof createState>
