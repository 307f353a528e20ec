// Changed screens as files that can be committed, and files back as screens, with a plan first.
import { readFile } from 'node:fs/promises'
import yazl from 'yazl'
import type { Finding } from '../../../../gate/index.ts'
import type { JsonObject } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import { fieldError } from '../../../errors.ts'
import { MAX_BODY } from '../../foundation/contents.ts'
import { isError, type GateService } from '../gate.ts'
import { BadJson, parseJson } from '../../foundation/archives/json.ts'
import { withZip } from '../../foundation/archives/open.ts'
import { BadInclude, fileOf, MENUS, ROUTES, type createShippedScreens } from '../shipped.ts'
import type { ScreenLedger, Told } from './ledger.ts'
import type { Resolver } from './resolve.ts'
import { siteIdsAt } from './site.ts'
import { isOf, tellStaged, type ScreenScope, type ScreenStore } from './store.ts'
import type { createScreenVersions } from './versions.ts'

export interface Planned {
  file: string
  screenId: string
  action: 'change' | 'same' | 'refuse'
  reason: string
  sentences: Told[]
  findings: Finding[]
  /** The version for chosen people that the file would take the place of. */
  replaces: ReturnType<typeof tellStaged>
}

const MAX_FILES = 500
const DEPTH = 150

/** `schemas/signin/page.json` and `signin.page.json` are screen signin.page. */
function idOf(name: string): string | undefined {
  const table = [ROUTES, MENUS].find(id => name.split('/').at(-1) === fileOf(id))
  if (table) return table
  const path = /(?:^|\/)([a-zA-Z0-9-]+)\/([a-zA-Z0-9-]+)\.json$/.exec(name) ?? /(?:^|\/)([a-zA-Z0-9-]+)\.([a-zA-Z0-9-]+)\.json$/.exec(name)
  return path && path[2] !== 'zh-CN' && path[1] !== 'fragments' ? `${path[1]}.${path[2]}` : undefined
}

export function createTransfer(
  shipped: ReturnType<typeof createShippedScreens>,
  versions: ReturnType<typeof createScreenVersions>,
  store: ScreenStore,
  resolver: Pick<Resolver, 'wordsOf' | 'around'>,
  gate: GateService,
  ledger: Pick<ScreenLedger, 'sentences' | 'writeBack'>,
) {
  async function contentsOf(files: { name: string; path: string }[]): Promise<{ name: string; bytes: Buffer }[]> {
    const found: { name: string; bytes: Buffer }[] = []
    for (const file of files) {
      if (file.name.toLowerCase().endsWith('.json')) found.push({ name: file.name, bytes: await readFile(file.path) })
      else
        await withZip(file.path, undefined, async zip => {
          for (const [name, entry] of zip.entries) if (name.endsWith('.json')) found.push({ name, bytes: await entry.read(MAX_BODY) })
        })
      if (found.length > MAX_FILES) throw fieldError('screen.tooManyFiles', 'file', 'At most {limit} screens at once', { limit: MAX_FILES })
    }
    return found
  }

  async function plan(scope: ScreenScope, files: { name: string; path: string }[], locale: Locale) {
    const known = new Set([...(await shipped.ids()), ...siteIdsAt(scope)])
    const planned: (Planned & { schema?: JsonObject })[] = []
    for (const { name, bytes } of await contentsOf(files)) {
      const screenId = idOf(name) ?? ''
      const line = { file: name.slice(0, 200), screenId, sentences: [], findings: [], replaces: null }
      const refuse = (reason: string) => void planned.push({ ...line, action: 'refuse', reason })
      if (!known.has(screenId)) {
        const piece = /(?:^|\/)(fragments\/[a-zA-Z0-9-]+\.json)$/.exec(name)?.[1]
        // Whoever sends the whole folder sends our shared pieces along; they are changed in git alone.
        if (piece && (await shipped.source(piece).catch(() => '')) === bytes.toString()) continue
        refuse(piece ? 'fragment' : 'unknown')
        continue
      }
      if (planned.some(one => one.screenId === screenId)) {
        refuse('twice')
        continue
      }
      let schema: unknown
      try {
        schema = parseJson(bytes, DEPTH)
      } catch (error) {
        if (!(error instanceof BadJson)) throw error
      }
      // The table of addresses is a list in its file.
      if (screenId === ROUTES && Array.isArray(schema)) schema = { routes: schema }
      if (!schema || typeof schema !== 'object' || Array.isArray(schema)) {
        refuse('badJson')
        continue
      }
      try {
        schema = await shipped.place(schema as JsonObject)
      } catch (error) {
        if (!(error instanceof BadInclude)) throw error
        refuse('badInclude')
        continue
      }
      const row = await versions.find(scope, screenId)
      const now = await versions.contentAt(scope, screenId, row?.good?.version ?? 0)
      const findings = await gate.screen(screenId, schema, locale, await resolver.around(scope, screenId))
      const sentences = await ledger.sentences(now, schema as JsonObject, { locale, words: await resolver.wordsOf(screenId, locale) })
      const refused = findings.some(isError)
      const action = refused ? 'refuse' : sentences.length ? 'change' : 'same'
      planned.push({
        ...line,
        action,
        reason: refused ? 'findings' : '',
        sentences,
        findings: findings.slice(0, 50),
        replaces: tellStaged(action === 'change' ? row?.staged : undefined),
        schema: schema as JsonObject,
      })
    }
    if (!planned.length) throw fieldError('screen.nothingToImport', 'file', 'There are no screens in it')
    return planned
  }

  return {
    /**
     * Screens of this level as a zip of schemas/<area>/<screen>.json, ready to commit: those with changes, or those that are named and were ever published.
     * Undefined when there are none.
     */
    async exportZip(scope: ScreenScope, ids: string[] | undefined): Promise<Buffer | undefined> {
      const known = new Set([...(await shipped.ids()), ...siteIdsAt(scope)])
      const rows = (await store.index()).filter(row => isOf(row, scope) && known.has(row.screenId) && row.good)
      const wanted = rows.filter(row => (ids?.length ? ids.includes(row.screenId) : row.good?.changes))
      if (!wanted.length) return undefined
      const zip = new yazl.ZipFile()
      for (const { screenId: id, good } of wanted) {
        const text = await ledger.writeBack(fileOf(id), await store.content((good as NonNullable<typeof good>).resultHash))
        // The same content gives the same bytes.
        zip.addBuffer(Buffer.from(text), `schemas/${fileOf(id)}`, { mtime: new Date(Date.UTC(2020, 0, 1)) })
      }
      zip.end()
      const chunks: Buffer[] = []
      for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },

    /** What the files would change; with `apply` they do, except what is refused. */
    async importFiles(
      scope: ScreenScope,
      userId: string,
      files: { name: string; path: string }[],
      { apply, note, locale }: { apply: boolean; note: string; locale: Locale },
    ) {
      const planned = await plan(scope, files, locale)
      let applied = 0
      if (apply)
        for (const { screenId, action, schema } of planned)
          if (action === 'change' && schema) {
            await versions.add(scope, userId, screenId, { kind: 'import', schema, note, locale })
            applied++
          }
      return { applied, items: planned.map(({ schema: _schema, ...line }) => line) }
    },
  }
}
