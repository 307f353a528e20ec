// What the editor asks of the server: the theme and what it can be shown on, and what is saved.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useEffect, useState, type Dispatch } from 'react'
import { createObject, isEffectiveApi, normalizeApi, tokenize, type RendererProps } from 'amis-core'
import { findingsIn } from '../../api/theme/contrast.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import type { Say } from '../words.ts'
import type { ShownPage } from './stage.tsx'
import type { Act } from './work.ts'

export interface Props extends RendererProps {
  api: unknown
  saveApi: unknown
  draftApi: unknown
  pagesApi: unknown
  appsApi: unknown
  screensApi: unknown
  rolesApi: unknown
  /** Whose theme it is: of an app where it is not said. */
  level?: 'app' | 'company' | 'platform'
  versionsApi: unknown
  versionApi: unknown
  appAddress: string
  backAddress: string
}
export interface Loaded {
  id: string
  version: number
  isDefault: boolean
  data: ThemeDocument
  draft: ThemeDocument | null
}
interface PageNode {
  kind: string
  name: string
  path: string
  children?: PageNode[]
}
interface Answer {
  ok: boolean
  msg: string
  data: unknown
  errors?: Record<string, string>
}

const openable = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap(node => [...(node.kind === 'page' && node.path && !node.path.includes(':') ? [node] : []), ...openable(node.children ?? [])])

export function useServer(props: Props, say: Say, act: Dispatch<Act>) {
  const { api, saveApi, draftApi, pagesApi, appsApi, screensApi, rolesApi, level = 'app', appAddress, data, env } = props
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState('')
  const [refused, setRefused] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [pages, setPages] = useState<ShownPage[]>([])
  const [roles, setRoles] = useState<{ id: string; name: string }[]>([])
  const unreachable = () => say('The server cannot be reached. Check the connection and try again')

  const call = (what: unknown, values: object = {}): Promise<Answer> =>
    env
      .fetcher(normalizeApi(what as never), createObject(data, values))
      .catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined })) as Promise<Answer>

  async function load() {
    setError('')
    const answer = await call(api)
    if (!answer.ok) return setError(answer.msg || unreachable())
    const found = answer.data as Loaded
    setLoaded(found)
    act({ do: 'open', document: found.draft ?? found.data })
    if (rolesApi && isEffectiveApi(rolesApi as never, data))
      void call(rolesApi).then(found => found.ok && setRoles((found.data as { items?: { id: string; name: string }[] }).items ?? []))
    const list = pagesApi || appsApi || screensApi ? await call(pagesApi ?? appsApi ?? screensApi) : undefined
    if (!list?.ok) return
    const base = String(tokenize(appAddress ?? '', data))
    const { items = [] } = list.data as { items?: unknown[] }
    setPages(
      pagesApi
        ? openable(items as PageNode[]).map(({ name, path }) => ({ name, address: base + path }))
        : appsApi
          ? (items as { name: string; opensAt: string }[]).map(({ name, opensAt }) => ({ name, address: `${base}/${opensAt}` }))
          : (items as { id: string; title: string }[]).map(({ id, title }) => ({ name: title || id, address: `/preview/screen/${id}?version=shipped` })),
    )
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; reloading is asked for
  useEffect(() => void load(), [])

  const send = async (what: unknown, document: ThemeDocument, note: string, done: (answer: unknown) => void) => {
    setBusy(true)
    setRefused([])
    const answer = await call(what, { ...document, baseVersion: loaded?.version, note })
    setBusy(false)
    if (answer.ok) return done(answer.data)
    setRefused([answer.msg || unreachable(), ...Object.entries(answer.errors ?? {}).map(([path, text]) => `${path}: ${text}`)])
  }
  return {
    loaded,
    error,
    refused,
    busy,
    pages,
    roles,
    load,
    save: (document: ThemeDocument, note: string, done: () => void) =>
      send(saveApi, document, note, answer => {
        const saved = answer as Loaded
        setLoaded(saved)
        done()
        const hard = findingsIn(saved.data).length
        env.notify?.(
          'success',
          say(!saved.isDefault ? 'Saved' : level === 'platform' ? 'Saved. The console is shown in it' : 'Saved. Running apps are shown in it'),
        )
        if (hard)
          env.notify?.(
            'warning',
            hard === 1 ? say('1 text is hard to read: look at Contrast') : say('{count} texts are hard to read: look at Contrast', { count: hard }),
          )
      }),
    saveDraft: (document: ThemeDocument) => send(draftApi, document, '', () => env.notify?.('success', say('Draft saved'))),
    /** What a call answers, or why it did not. */
    answered: async <T>(what: unknown, values: object, take: (data: unknown) => T): Promise<T | string> => {
      const answer = await call(what, values)
      return answer.ok ? take(answer.data) : answer.msg || unreachable()
    },
  }
}
export type Server = ReturnType<typeof useServer>
