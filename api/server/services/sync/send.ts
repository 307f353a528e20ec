// The side that sends an app: asks each service what it lacks, sends that piece by piece, and has it taken over there. What was sent stays sent.
import { setTimeout as wait } from 'node:timers/promises'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { SyncDrift } from '../../store/columns.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'
import { mayInApp, type AccessService, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import type { createJobs } from '../foundation/jobs.ts'
import { createOngoing } from '../foundation/ongoing.ts'
import type { createPackages, Packed } from '../packages/index.ts'
import type { Permissions } from '../permission/index.ts'
import { Cancelled, Lost, TASK, TimedOut } from '../release/index.ts'
import { partedOf, PIECE_BYTES, PROTOCOL, type Parted } from './parts.ts'
import type { Ask, Peer, Said } from './peer.ts'
import type { SyncServices } from './services.ts'
import { GONE_AFTER_SECONDS, type HeldSync, type SyncTasks, type Target, type Wish } from './tasks.ts'

const QUEUE = 'sync'
const MOST_PIECES = 200
const SIZES_AT_ONCE = 2_000
const BEAT_MS = 10_000
const LOOK_MS = 1_000
/** A peer that asks for something new again and again is told once more, and then no more. */
const MOST_ROUNDS = 3

interface Piece {
  hash: string
  at: number
  data: string
}
interface Wanted {
  hash: string
  from: number
}
interface Parts {
  access: Pick<AccessService, 'findPerson'>
  ask: Ask
  jobs: Pick<ReturnType<typeof createJobs>, 'work' | 'send' | 'onStart'>
  packages: Pick<ReturnType<typeof createPackages>, 'packed'>
  permissions: Pick<Permissions, 'pages'>
  services: SyncServices
  tasks: SyncTasks
}

export interface StartInput extends Omit<Wish, 'services' | 'language'> {
  services: readonly string[]
}

const odd = (peer: Peer) => new ApiError('sync.noTessera', '{service} does not answer as Tessera does', 502, { values: { service: peer.name } })

/** What the other side lacks; only what we have is sent, whatever it asks for. */
function wantedOf(peer: Peer, said: Said, size: (hash: string) => number | undefined): Wanted[] {
  if (!Array.isArray(said.missing)) throw odd(peer)
  return said.missing.map((one: unknown) => {
    const { hash, from } = (one ?? {}) as Record<string, unknown>
    const known = typeof hash === 'string' ? size(hash) : undefined
    if (known === undefined || !Number.isInteger(from) || (from as number) < 0 || (from as number) > known) throw odd(peer)
    return { hash: hash as string, from: from as number }
  })
}

const SECTION = /^[A-Za-z ]{1,60}$/
function driftOf(peer: Peer, said: Said): SyncDrift[] {
  if (!Array.isArray(said.drift) || said.drift.length > 1_000) throw odd(peer)
  return said.drift.map((one: unknown) => {
    const { part, label, section, change } = (one ?? {}) as Record<string, unknown>
    if (typeof part !== 'string' || typeof label !== 'string' || typeof section !== 'string' || !SECTION.test(section)) throw odd(peer)
    if (change !== 'added' && change !== 'removed' && change !== 'changed') throw odd(peer)
    return { part: part.slice(0, 200), label: label.slice(0, 200), section, change }
  })
}

export function createSend({ db, log }: Pick<Core, 'db' | 'log'>, { access, ask, jobs, packages, permissions, services, tasks }: Parts) {
  const ongoing = createOngoing()

  async function sizesOf(companyId: string, hashes: readonly string[]): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (let at = 0; at < hashes.length; at += SIZES_AT_ONCE) {
      const some = hashes.slice(at, at + SIZES_AT_ONCE).map(hash => Buffer.from(hash, 'hex'))
      for (const { hash, size } of await inCompany(db, companyId).selectFrom('body').select(['hash', 'size']).where('hash', 'in', some).execute())
        sizes.set(hash.toString('hex'), size)
    }
    return sizes
  }

  /** The bytes of a part from some place on, no more than a piece at a time. */
  async function* bytesFrom(hash: string, from: number, packed: Packed, parted: Parted): AsyncGenerator<{ at: number; bytes: Buffer }> {
    const isFile = packed.manifest.files.some(one => one.hash === hash)
    const text = parted.own.get(hash)
    const whole = hash === parted.hash ? parted.head : text !== undefined ? Buffer.from(text) : isFile ? undefined : Buffer.from(await packed.body(hash))
    let at = from
    if (whole) {
      do {
        yield { at, bytes: whole.subarray(at, at + PIECE_BYTES) }
        at += PIECE_BYTES
      } while (at < whole.length)
      return
    }
    let passed = 0
    let held = Buffer.alloc(0)
    for await (const chunk of await packed.file(hash)) {
      const bytes = chunk as Buffer
      const skip = Math.max(0, Math.min(bytes.length, from - passed))
      passed += bytes.length
      held = Buffer.concat([held, bytes.subarray(skip)])
      while (held.length >= PIECE_BYTES) {
        yield { at, bytes: held.subarray(0, PIECE_BYTES) }
        at += PIECE_BYTES
        held = held.subarray(PIECE_BYTES)
      }
    }
    if (held.length || at === 0) yield { at, bytes: held }
  }

  /** Sends what is wanted, in requests of some pieces each. */
  async function sendAll(peer: Peer, id: string, wanted: readonly Wanted[], packed: Packed, parted: Parted, held: HeldSync, onSent: (bytes: number) => void) {
    let pieces: Piece[] = []
    let bytes = 0
    const flush = async () => {
      if (!pieces.length) return
      await ask(peer, 'send', { id, pieces }, held.language, held.step)
      onSent(bytes)
      pieces = []
      bytes = 0
      await held.step()
    }
    // In the order of their hashes: bodies are read some at a time.
    for (const { hash, from } of [...wanted].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
      for await (const { at, bytes: content } of bytesFrom(hash, from, packed, parted)) {
        if (bytes + content.length > PIECE_BYTES || pieces.length >= MOST_PIECES) await flush()
        pieces.push({ hash, at, data: content.toString('base64') })
        bytes += content.length
      }
    await flush()
  }

  async function toOne(held: HeldSync, target: Target, app: AppInScope, packed: Packed, parted: Parted, share: { from: number; of: number }) {
    const { language } = held
    const peer = await services.peer(target.id)
    const at = (part: number) => share.from + share.of * part
    held.say(at(0), 'Asks {service} for its version', { service: peer.name })
    await held.step()
    const { version } = await services.greet(peer, language)
    held.say(at(0.05), '{service} has Tessera {version}', { service: peer.name, version })
    await held.step()
    if (target.status === 'taken' && target.taking?.head === parted.hash) {
      await publishAt(held, target, peer, target.taking.id, at)
      target.status = 'done'
      return held.step()
    }
    const announced = {
      protocol: PROTOCOL,
      app: { id: app.id, key: app.key, name: app.name },
      head: { hash: parted.hash, size: parted.head.length },
    }
    target.bytes = [...parted.sizes.values()].reduce((sum, size) => sum + size, parted.head.length)
    target.sent = 0
    const sizeOf = (hash: string) => (hash === parted.hash ? parted.head.length : parted.sizes.get(hash))
    let id = ''
    for (let round = 0; ; round++) {
      const said = await ask(peer, 'open', announced, language, held.step)
      if (typeof said.id !== 'string') throw odd(peer)
      id = said.id
      const wanted = wantedOf(peer, said, sizeOf)
      if (!wanted.length) break
      if (round >= MOST_ROUNDS) throw odd(peer)
      const left = wanted.reduce((sum, one) => sum + (sizeOf(one.hash) as number) - one.from, 0)
      if (said.isHead !== true)
        held.say(at(0.1), 'Parts that {service} lacks: {count} ({kilobytes} KB)', {
          service: peer.name,
          count: wanted.length,
          kilobytes: Math.ceil(left / 1024),
        })
      let sent = 0
      await sendAll(peer, id, wanted, packed, parted, held, bytes => {
        sent += bytes
        target.sent = (target.sent ?? 0) + bytes
        if (left > 4 * PIECE_BYTES)
          held.say(at(0.1 + 0.6 * (sent / left)), 'Sent {sent} of {kilobytes} KB', { sent: Math.ceil(sent / 1024), kilobytes: Math.ceil(left / 1024) })
      })
    }
    held.say(at(0.7), '{service} takes the app over', { service: peer.name })
    await held.step()
    const decided = target.drift
      ? { overwrite: target.overwrite ?? [], keep: target.drift.map(one => one.part).filter(part => !target.overwrite?.includes(part)) }
      : { overwrite: [], keep: [] }
    const said = await ask(peer, 'take', { id, sections: held.sections, ...decided }, language, held.step)
    if (said.state === 'drift') {
      target.drift = driftOf(peer, said)
      delete target.overwrite
      target.status = 'drift'
      held.say(at(1), '{service} has {count} parts that were changed there as well. Nothing was changed: say what is to be overwritten', {
        service: peer.name,
        count: target.drift.length,
      })
      await held.step()
      return
    }
    if (said.state !== 'taken' || !Number.isInteger(said.count)) throw odd(peer)
    target.status = 'taken'
    target.count = said.count as number
    target.taking = { id, head: parted.hash }
    delete target.drift
    delete target.overwrite
    held.say(at(0.8), said.count ? 'Parts that {service} took over: {count}' : '{service} had all of it already', { service: peer.name, count: target.count })
    if (said.models === true) held.say(at(0.8), 'Models came along: their tables are made there when they are applied')
    await held.step()
    await publishAt(held, target, peer, id, at)
    target.status = 'done'
    await held.step()
  }

  /** Has it published over there, and waits for the end of that. */
  async function publishAt(held: HeldSync, target: Target, peer: Peer, id: string, at: (part: number) => number) {
    if (!held.syncRelease) return
    held.say(at(0.85), '{service} publishes to {tag}', { service: peer.name, tag: held.tag })
    for (;;) {
      await held.step()
      const said = await ask(peer, 'publish', { id, tag: held.tag }, held.language, held.step)
      if (said.status === 1) {
        held.say(at(0.99), '{tag} of {service} runs version {version}', { service: target.name, tag: held.tag, version: String(said.version).slice(0, 50) })
        return
      }
      if (said.status !== 2)
        throw new ApiError('sync.notPublished', '{service} did not publish it: {text}', 409, {
          values: { service: peer.name, text: String(said.reason).slice(0, 300) },
        })
      await wait(LOOK_MS)
    }
  }

  /** Whoever began it has to be allowed to still. */
  async function appOf(scope: Scope, held: HeldSync): Promise<{ company: CompanyInScope; app: AppInScope }> {
    const named = await inCompany(db, scope.companyId)
      .selectFrom('app')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['app.key as appKey', 'company.key as companyKey'])
      .where('app.id', '=', scope.appId)
      .executeTakeFirst()
    const who = named && held.createdBy ? await access.findPerson(held.createdBy, { ...named, tag: 'dev' }) : undefined
    if (!who?.session || !who.company || !who.app || !mayInApp(who.app, 'sync'))
      throw new ApiError('sync.notAllowed', 'Whoever began this may not synchronise the app any more', 403)
    await permissions.pages.checkAll(who.app, who.session.user, 'read')
    return { company: who.company, app: who.app }
  }

  async function perform(scope: Scope, held: HeldSync) {
    held.say(1, held.source === 'dev' ? 'Reads the saved app' : 'Reads version {from}', { from: held.source })
    await held.step()
    const { company, app } = await appOf(scope, held)
    const packed = await packages.packed(company, app, { from: held.source })
    const parted = partedOf(packed.manifest, await sizesOf(company.id, [...new Set(packed.manifest.resources.flatMap(one => one.hash ?? []))]))
    const open = held.targets.filter(one => one.status !== 'done')
    for (const [n, target] of open.entries())
      try {
        await toOne(held, target, app, packed, parted, { from: (100 * n) / open.length, of: 100 / open.length })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        target.status = 'failed'
        held.say((100 * (n + 1)) / open.length, error.english, { service: target.name, ...error.more.values })
        await held.step()
      }
    return held.targets.every(one => one.status === 'done')
  }

  async function work(scope: Scope, id: string, goneAfterSeconds?: number) {
    const held = await tasks.take(scope, id, goneAfterSeconds)
    if (!held) return
    const beat = setInterval(() => void held.step().catch(() => undefined), BEAT_MS)
    beat.unref()
    try {
      const isDone = await perform(scope, held)
      held.say(100, isDone ? 'Done' : 'Not everything was synchronised')
      await held.end(isDone ? TASK.done : TASK.failed)
    } catch (error) {
      if (error instanceof Lost) return
      if (error instanceof Cancelled) held.say(100, 'Cancelled. What was sent is not sent again')
      else if (error instanceof TimedOut) held.say(100, 'Took too long. What was sent is not sent again')
      else if (error instanceof ApiError) held.say(100, error.english, error.more.values)
      else {
        log.error({ err: error, task: id }, 'a synchronisation failed')
        held.say(100, 'The server failed. Its log says why')
      }
      await held.end(error instanceof Cancelled ? TASK.cancelled : error instanceof TimedOut ? TASK.timedOut : TASK.failed)
    } finally {
      clearInterval(beat)
    }
  }
  const run = (scope: Scope, id: string) =>
    ongoing
      .run(() => work(scope, id))
      // Whoever looks after tasks of processes that are gone goes on with it.
      .catch((error: unknown) => void log.error({ err: error, task: id }, 'a synchronisation stopped'))

  const watch = (scope: Scope, id: string, on: Trx | typeof db, isFirst = false) =>
    jobs.send(QUEUE, { companyId: scope.companyId, appId: scope.appId, taskId: id }, on, { afterSeconds: GONE_AFTER_SECONDS, ...(isFirst && { id }) })
  jobs.work<Scope & { taskId: string }>(
    QUEUE,
    async ({ taskId, ...scope }) => {
      // Long work is not a job's own: the queue gives jobs five minutes.
      void run(scope, taskId)
      if (!(await tasks.hasEnded(scope, taskId))) await watch(scope, taskId, db)
    },
    { limit: 5, delaySeconds: 5, isLazy: true, pollSeconds: 5 },
  )
  jobs.onStart(async () => {
    for (const { id, ...scope } of await tasks.open()) await watch(scope, id, db, true)
  })

  return {
    async start(scope: Scope, user: SignedIn, input: StartInput, language: Locale): Promise<string> {
      const there = await services.choices()
      const chosen = there.filter(one => input.services.includes(one.id))
      const unknown = input.services.find(id => !there.some(one => one.id === id))
      if (unknown !== undefined || !chosen.length)
        throw new ApiError('sync.serviceUnknown', 'There is no such service', 422, { fields: { services: 'There is no such service' } })
      if (input.syncRelease && !input.tag) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { tag: 'Required' } })
      const id = await tasks.add(scope, user.id, { ...input, services: chosen, language }, (task, trx) => watch(scope, task, trx, true))
      await ongoing.runAMoment(() => run(scope, id))
      return id
    },

    async again(scope: Scope, id: string, overwrite: readonly string[]) {
      await tasks.again(scope, id, overwrite, (task, trx) => watch(scope, task, trx))
      await ongoing.runAMoment(() => run(scope, id))
    },

    /** Goes on with a task whose process is gone. */
    resume: (scope: Scope, id: string, goneAfterSeconds?: number) => ongoing.run(() => work(scope, id, goneAfterSeconds)),

    settled: () => ongoing.settled(),
  }
}
