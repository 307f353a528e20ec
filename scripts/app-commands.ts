// What `npm run app` does. Everything that is asked of the server is a call of its contract; a folder is what a push to git writes.
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError } from '../api/server/errors.ts'
import { readFolder, ROOT_FILE, TOP, writeFolder } from '../api/server/services/git/folder.ts'
import { writePackage } from '../api/server/services/foundation/archives/write.ts'
import { withPackage } from '../api/server/services/packages/read.ts'
import type { CallTypes } from '../api/generated/types.ts'

export interface Says {
  out(line: string): void
  error(line: string): void
}
const HELP = `npm run app -- <command> <company/app> [options]

  pull      writes the app into a folder: one readable file for each page, model, role, …
  diff      says what a push would add, change and remove; ends with 1 where something differs
  push      makes dev of the app what the folder holds
  publish   publishes dev, or --from a version, to an environment

  --folder <path>   the folder; that with the app's key when absent
  --from <version>  of pull and publish: a version instead of dev
  --keep            of diff and push: what the folder has not stays in the app
  --tag <name>      of publish: the environment
  --title <text>    of publish: what is new
  --loss            of publish: rows of what the app has no longer may go

  TESSERA_URL       address of the installation, such as https://apps.example.com
  TESSERA_TOKEN     an access token: User centre, Developer`

/** A refusal that is told and ends the command. */
class Refused extends Error {}

interface Place {
  url: string
  token: string
  company: string
  app: string
  folder: string
}

async function send(place: Place, method: string, path: string, body?: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData
  const reply = await fetch(`${place.url}/api/company/${place.company}/app/${place.app}-dev/${path}`, {
    method,
    headers: { authorization: `Bearer ${place.token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  }).catch((error: unknown) => {
    const { cause, message } = error as Error
    throw new Refused(`${place.url}: ${cause instanceof Error ? cause.message : message}`)
  })
  return reply
}
async function ask<T>(place: Place, method: string, path: string, body?: FormData | object): Promise<T> {
  const reply = await send(place, method, path, body)
  const envelope = (await reply.json().catch(() => undefined)) as { status: number; msg: string; errors?: Record<string, string>; data: T } | undefined
  if (!envelope) throw new Refused(`${place.url}: no Tessera answers there (${reply.status})`)
  if (envelope.status !== 0) throw new Refused([envelope.msg, ...Object.values(envelope.errors ?? {}).filter(text => text !== envelope.msg)].join('\n'))
  return envelope.data
}

async function inTemporary<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-app-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
/** There is no server beside which a thread would work. */
const alone = { do: async <I, O>(task: { run(input: I): O | Promise<O> }, input: I) => task.run(input) }

async function pull(place: Place, from: string, { out }: Says) {
  const there: string[] = await readdir(place.folder).catch(() => [])
  if (there.length && !there.includes(ROOT_FILE)) throw new Refused(`${place.folder} holds other files. Choose another folder`)
  await inTemporary(async folder => {
    const password = randomBytes(18).toString('base64url')
    const reply = await send(place, 'POST', 'release/export', { from, password, exportWithData: false })
    if (reply.headers.get('content-type')?.includes('json')) await Promise.reject(new Refused(((await reply.json()) as { msg: string }).msg))
    const file = join(folder, 'app.amis')
    await writeFile(file, Buffer.from(await reply.arrayBuffer()), { mode: 0o600 })
    await withPackage(alone as never, file, password, async opened => {
      const packed = { manifest: opened.manifest, body: async (hash: string) => JSON.stringify(await opened.body(hash)), file: opened.file }
      const fresh = join(folder, 'fresh')
      await mkdir(fresh)
      // Whole before anything of the old one goes.
      await writeFolder(fresh, packed)
      // What others keep beside the app's files, such as a read-me and .git, stays.
      await mkdir(place.folder, { recursive: true })
      for (const name of TOP) await rm(join(place.folder, name), { recursive: true, force: true })
      await cp(fresh, place.folder, { recursive: true })
    })
  })
  out(`${place.company}/${place.app} (${from}) → ${place.folder}`)
}

interface Asked {
  removeOldStuff: boolean
  parts?: readonly string[]
  sha256?: string
}
/** Sends the folder as a package, once, for what is asked about it; the server compares and writes. */
async function withSent<T>(place: Place, use: (askOf: <R>(path: string, asked: Asked) => Promise<R>) => Promise<T>): Promise<T> {
  await stat(join(place.folder, ROOT_FILE)).catch(() => {
    throw new Refused(`${place.folder} holds no app. Pull one first`)
  })
  const upload = await inTemporary(async folder => {
    const packed = await readFolder(place.folder)
    const file = join(folder, 'app.amis')
    await writePackage(file, packed.manifest, packed)
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'app.amis')
    return (await ask<CallTypes['release.uploadPackage']['data']>(place, 'POST', 'release/upload', form)).value
  })
  try {
    return await use((path, { removeOldStuff, parts, sha256 }) => {
      const form = new FormData()
      form.append('upload', upload)
      form.append('removeOldStuff', String(removeOldStuff))
      if (parts) form.append('parts', JSON.stringify(parts))
      if (sha256) form.append('sha256', sha256)
      return ask(place, 'POST', path, form)
    })
  } finally {
    await send(place, 'DELETE', `release/upload/${upload}`).catch(() => {})
  }
}
type Plan = CallTypes['release.planImport']['data']
const linesOf = ({ plan, chosen }: Plan) => {
  const taken = new Set(chosen)
  return plan.options.flatMap(({ label, children }) =>
    children.filter(one => taken.has(one.value)).map(one => `${{ added: '+', removed: '-', changed: '~' }[one.change]} ${label}: ${one.label}`),
  )
}

async function diff(place: Place, keeps: boolean, { out }: Says): Promise<number> {
  const plan = await withSent(place, askOf => askOf<Plan>('release/import/plan', { removeOldStuff: !keeps }))
  const lines = linesOf(plan)
  for (const line of lines) out(line)
  for (const { label, text } of plan.plan.problems) out(`! ${label}: ${text}`)
  if (!lines.length) out('Nothing differs.')
  return lines.length ? 1 : 0
}

async function push(place: Place, keeps: boolean, { out }: Says) {
  const removeOldStuff = !keeps
  await withSent(place, async askOf => {
    const plan = await askOf<Plan>('release/import/plan', { removeOldStuff })
    if (!plan.chosen.length) return out('Nothing differs.')
    if (plan.plan.problems.length) throw new Refused(plan.plan.problems.map(({ label, text }) => `${label}: ${text}`).join('\n'))
    const { count, models } = await askOf<CallTypes['release.importPackage']['data']>('release/import', {
      removeOldStuff,
      parts: plan.chosen,
      sha256: plan.sha256,
    })
    for (const line of linesOf(plan)) out(line)
    out(`${count} taken over into dev.${models ? ' Apply the data models on the models screen.' : ''}`)
  })
}

async function publish(place: Place, { from, tag, title, loss }: { from: string; tag?: string; title?: string; loss: boolean }, { out }: Says) {
  const asked = new URLSearchParams({ from, ...(tag && { tag }) })
  const start = await ask<CallTypes['release.initRelease']['data']>(place, 'GET', `release/initRelease?${asked}`)
  const chosen = { tag: start.tag, from, models: 'apply' as const }
  const plan = await ask<CallTypes['release.plan']['data']>(place, 'POST', 'release/plan', { ...chosen, mode: 1 })
  for (const { sql } of plan.sources.flatMap(source => source.statements)) out(`${sql};`)
  const release = await ask<CallTypes['release.create']['data']>(place, 'POST', 'release', {
    ...chosen,
    title: title || (from === 'dev' ? start.version : from),
    consts: start.consts,
    languages: start.languagesOptions.map(one => one.value),
    ...(plan.hash && { planHash: plan.hash }),
    confirmLoss: loss,
    sync: 1,
  })
  const { status, version, task } = release as { status: number; version: string; task: { reason: string } }
  if (status === -1) throw new Refused(task.reason)
  out(status === 1 ? `${start.tag} runs version ${version}.` : `Version ${version} is being published to ${start.tag}.`)
}

/** Does a command and answers how it ended: 0 well, 1 refused or different, 2 not understood. */
export async function runApp(words: readonly string[], env: NodeJS.ProcessEnv, says: Says): Promise<number> {
  const options = {
    folder: { type: 'string' },
    from: { type: 'string' },
    tag: { type: 'string' },
    title: { type: 'string' },
    keep: { type: 'boolean' },
    loss: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [command, target = ''] = positionals
    const [company = '', app = ''] = target.split('/')
    if (!command || !company || !app || positionals.length > 2) {
      says.error(HELP)
      return 2
    }
    const { TESSERA_URL: url, TESSERA_TOKEN: token } = env
    if (!url || !token) {
      says.error(`Say where and with which access token: TESSERA_URL, TESSERA_TOKEN\n\n${HELP}`)
      return 2
    }
    const place = { url: url.replace(/\/+$/, ''), token, company, app, folder: resolve(values.folder ?? app) }
    const from = values.from ?? 'dev'
    const keeps = values.keep ?? false
    if (command === 'pull') await pull(place, from, says)
    else if (command === 'diff') return await diff(place, keeps, says)
    else if (command === 'push') await push(place, keeps, says)
    else if (command === 'publish')
      await publish(place, { from, loss: values.loss ?? false, ...(values.tag && { tag: values.tag }), ...(values.title && { title: values.title }) }, says)
    else {
      says.error(HELP)
      return 2
    }
    return 0
  } catch (error) {
    if (error instanceof Refused) says.error(error.message)
    else if (error instanceof ApiError) says.error([error.english, ...Object.values(error.more.values ?? {})].join(' · '))
    else if (error instanceof TypeError && 'code' in error) says.error(`${error.message}\n\n${HELP}`)
    else throw error
    return error instanceof TypeError ? 2 : 1
  }
}
