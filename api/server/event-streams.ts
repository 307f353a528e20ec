// Server-sent events: heartbeats, a limit per person, an end when the session or the process ends.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EventAnswer } from './answers.ts'
import { ApiError } from './errors.ts'

/** At least so often, each stream in a rhythm of its own: many that began together would ask together. */
const HEARTBEAT_MS = 20_000
/** Open streams of one session; a person has that many windows. */
const MOST = 12
/** Of one address, where nobody is signed in: many people may be behind it. */
const MOST_VISITORS = 200

const open = new WeakMap<FastifyInstance, { streams: Set<() => void>; bySession: Map<string, number> }>()

/** Ends every stream when the server closes, so that closing waits for nobody. */
export function registerEventStreams(app: FastifyInstance) {
  const streams = new Set<() => void>()
  open.set(app, { streams, bySession: new Map() })
  app.addHook('preClose', async () => {
    for (const end of streams) end()
  })
}

/** What many streams are told is made a text of once. */
const texts = new WeakMap<object, string>()
function textOf(event: string, data: Record<string, unknown>): string {
  const there = texts.get(data)
  if (there) return there
  const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  texts.set(data, text)
  return text
}

export function sendEvents(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventAnswer,
  session: { key: string; isVisitor: boolean; isAlive(): Promise<boolean> },
) {
  const state = open.get(app)
  if (!state) throw new Error('registerEventStreams was not called')
  const count = state.bySession.get(session.key) ?? 0
  if (count >= (session.isVisitor ? MOST_VISITORS : MOST)) throw new ApiError('request.tooManyStreams', 'Too many open windows', 429)
  state.bySession.set(session.key, count + 1)

  reply.hijack()
  const { raw } = reply
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  raw.writeHead(200, headers as Record<string, string>)
  // The browser waits this long before it asks again.
  raw.write('retry: 2000\n\nevent: open\ndata: {}\n\n')
  const unsubscribe = answer.subscribe((event, data) => void raw.write(textOf(event, data)))
  const beat = setInterval(
    () => {
      raw.write(': alive\n\n')
      void session.isAlive().then(
        alive => alive || end(),
        () => {},
      )
    },
    HEARTBEAT_MS * (0.5 + Math.random() / 2),
  )
  beat.unref()
  let isOver = false
  function end() {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    clearTimeout(last)
    unsubscribe()
    state?.streams.delete(end)
    const left = (state?.bySession.get(session.key) ?? 1) - 1
    if (left > 0) state?.bySession.set(session.key, left)
    else state?.bySession.delete(session.key)
    raw.end()
  }
  const last = setTimeout(end, answer.options.seconds * 1000)
  last.unref()
  state.streams.add(end)
  raw.once('close', end)
  if (answer.options.seconds === 0) end()
}
