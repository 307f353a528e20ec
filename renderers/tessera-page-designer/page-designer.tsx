// Page design: the pages of an app on the left, the chosen one at work beside them.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { bindEvent, createObject, evalExpression, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { renderer, useInstance } from '../register.tsx'
import type { DesignComponent, DesignPage, DesignQuery, DesignSource } from '../tessera-schema-editor/place.ts'
import type { TemplateComponent } from '../tessera-schema-editor/template-plugin.ts'
import { sayer } from '../words.ts'
import { createCalls, type CallFailed, type Fetcher, type Language, type Surroundings } from './calls.ts'
import { ImportDialog } from './import-dialog.tsx'
import { DeleteDialog, NodeForm } from './node-dialogs.tsx'
import { PageTree, type TreeActions } from './page-tree.tsx'
import { PageWork } from './page-work.tsx'
import { useRunning, type AppEnv } from './running-context.ts'
import { addSample } from './sample.ts'
import { find, firstPage, order, replace, walk, type PageNode } from './tree.ts'
import { Icon } from '../icons.tsx'
import { Dialog, useSay, Words } from '../workplace/ui.tsx'
import '../workplace/workplace.css'
import './page-designer.css'
import { useNarrow } from '../workplace/use-narrow.ts'

interface Props extends RendererProps {
  companyKey: string
  appUrlKey: string
  pageId?: string
  /** Where it is true, a page can be shared: the button sends the event share with `pageId` and `pageName`. */
  shareOn?: string
  /** Where it is false, nothing leads to the releases: a copy to work in is not published. */
  publishOn?: string
}

const NONE: readonly DesignSource[] = []
const NO_QUERIES: readonly DesignQuery[] = []
const NO_COMPONENTS: readonly DesignComponent[] = []
const NO_LANGUAGES: readonly Language[] = []

/** Trees that were shown last, so that going from page to page does not blank the list. */
const shownLast = new Map<string, PageNode[]>()
/** Row that gets the focus back after the keyboard opened it. */
let focusAfterOpen = ''

const text = (value: unknown, data: unknown) => String(resolveVariableAndFilter(value as string, data as object, '| raw') ?? '')

export function PageDesigner(props: Props) {
  const { env, data } = props
  const say = sayer(env)
  const companyKey = text(props.companyKey, data)
  const appUrlKey = text(props.appUrlKey, data)
  if (isOnCanvas(env)) return <OnCanvas name="Page design" env={env} />
  return (
    <Words.Provider value={say}>
      <Designer key={`${companyKey}/${appUrlKey}`} {...props} companyKey={companyKey} appUrlKey={appUrlKey} pageId={text(props.pageId, data)} />
    </Words.Provider>
  )
}

type Open = { what: 'add'; kind: PageNode['kind']; parentId: string | null } | { what: 'settings' | 'delete'; node: PageNode } | { what: 'import' }

function Designer(props: Props) {
  const { companyKey, appUrlKey, pageId, shareOn, publishOn, data, env, locale = 'en-US', render, dispatchEvent } = props
  const say = useSay()
  const self = useInstance(props)
  // What amis does for components that are classes.
  useEffect(() => bindEvent(self), [self])
  const isPublished = !publishOn || evalExpression(publishOn, data as object)
  const mayShare = !!shareOn && evalExpression(shareOn, data as object)
  const base = `/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(appUrlKey)}`
  const dev = `/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(appUrlKey.split('-')[0] ?? '')}-dev`
  const { request, appEnv } = env as unknown as { request: Fetcher; appEnv?: AppEnv }
  const calls = useMemo(() => createCalls(request, companyKey, appUrlKey), [request, companyKey, appUrlKey])
  const [nodes, setNodes] = useState<PageNode[] | undefined>(() => shownLast.get(base))
  const [error, setError] = useState('')
  const [templates, setTemplates] = useState<readonly TemplateComponent[]>()
  useEffect(() => void calls.templates().then(setTemplates, () => setTemplates([])), [calls])
  const [around, setAround] = useState<Partial<Surroundings>>()
  useEffect(() => void calls.surroundings().then(setAround, () => setAround({})), [calls])
  const running = useRunning(request, appEnv, [companyKey, appUrlKey], locale, around?.variables)
  /** Of the texts on the canvas, from page to page; empty for the one that the app is written in. */
  const [language, setLanguage] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const narrow = useNarrow()
  const [treeShown, setTreeShown] = useState(!narrow)
  useEffect(() => setTreeShown(!narrow), [narrow])

  const show = useCallback(
    (next: PageNode[]) => {
      shownLast.set(base, next)
      setNodes(next)
    },
    [base],
  )
  const refresh = useCallback(async () => {
    try {
      show(await calls.list())
      setError('')
    } catch (problem) {
      setError((problem as Error).message)
    }
  }, [calls, show])
  useEffect(() => void refresh(), [refresh])

  const pages = useMemo(() => {
    const found: DesignPage[] = []
    walk(nodes ?? [], ({ kind, name, path }) => kind === 'page' && found.push({ name, path }))
    return found
  }, [nodes])
  const wanted = pageId ? find(nodes ?? [], pageId) : firstPage(nodes ?? [])
  const active = wanted?.kind === 'page' ? wanted : undefined

  // Leaving: by the tree, by a link anywhere on the page, or by closing the tab (see page-work).
  const guard = useRef<{ dirty: boolean; save(): Promise<boolean> } | null>(null)
  const onGuard = useCallback((next: typeof guard.current) => {
    guard.current = next
  }, [])
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null)
  const leaveBy = (go: () => void) => {
    if (guard.current?.dirty) setLeaving({ go })
    else go()
  }
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || !guard.current?.dirty || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (link.target === '_blank' || link.origin !== location.origin || link.closest('.tes-canvas') || link.getAttribute('href')?.startsWith('#')) return
      event.preventDefault()
      event.stopPropagation()
      setLeaving({ go: () => env.jumpTo(link.pathname + link.search + link.hash) })
    }
    document.addEventListener('click', click, true)
    return () => document.removeEventListener('click', click, true)
  }, [env])

  const openPage = (id: string) => {
    if (narrow) setTreeShown(false)
    if (id === active?.id) return
    leaveBy(() => env.jumpTo(`${base}/design/page/${id}`))
  }
  useEffect(() => {
    if (!focusAfterOpen || !nodes) return
    const row = document.querySelector<HTMLElement>(`.tes-tree [data-id="${focusAfterOpen}"]`)
    focusAfterOpen = ''
    row?.focus()
  }, [nodes])

  const fail = (problem: unknown) => {
    const { message, errors } = problem as CallFailed
    env.notify('error', Object.values(errors ?? {})[0] ?? message)
  }
  /** Shows the change at once and takes it back when the server refuses it. */
  const optimistic = async (next: PageNode[], send: () => Promise<unknown>) => {
    const before = nodes ?? []
    show(next)
    try {
      await send()
    } catch (problem) {
      show(before)
      fail(problem)
    }
    await refresh()
  }
  const actions: TreeActions = {
    open: node => {
      if (document.activeElement?.closest('.tes-tree')) focusAfterOpen = node.id
      openPage(node.id)
    },
    rename: (node, name) => optimistic(replace(nodes ?? [], node.id, { name }), () => calls.update(node.id, { name })),
    reorder: (next, node) =>
      void optimistic(next, () => calls.saveOrder(order(next))).then(() => env.notify('success', say('{name} moved', { name: node.name }))),
    change: (node, change) => void optimistic(replace(nodes ?? [], node.id, change), () => calls.update(node.id, change)),
    copy: node => void calls.copy(node.id).then(refresh).catch(fail),
    settings: node => setOpen({ what: 'settings', node }),
    remove: node => setOpen({ what: 'delete', node }),
    add: (kind, parentId) => setOpen({ what: 'add', kind, parentId }),
    importFiles: () => setOpen({ what: 'import' }),
  }
  const sample = async () => {
    setBusy(true)
    try {
      await addSample(calls, say)
    } catch (problem) {
      fail(problem)
    }
    await refresh()
    setBusy(false)
  }
  const addresses = useMemo(() => {
    // A path with places cannot be opened without values for them.
    const running = (path: string) => dev + (path.includes('/:') ? '' : path)
    return {
      running,
      phone: (path: string) => `/preview/mobile?preview_link=${encodeURIComponent(location.origin + running(path))}`,
      releases: isPublished ? `${base}/admin/release` : '',
      /** Rows of another environment are people's: nothing that is tried out reaches them. */
      isDev: base === dev,
    }
  }, [base, dev, isPublished])

  const isEmpty = nodes?.length === 0
  const starts = [
    { label: say('From a model'), help: say('List, details, forms, board, calendar'), go: () => leaveBy(() => env.jumpTo(`${base}/design/make-pages`)) },
    { label: say('From a spreadsheet'), help: say('Models, rows and pages of a file'), go: () => leaveBy(() => env.jumpTo(`${base}/design/from-sheet`)) },
  ]
  return (
    <div className={`tes-designer${treeShown && !isEmpty ? ' has-tree' : ''}${narrow ? ' is-narrow' : ''}`}>
      {treeShown && !isEmpty && (
        <aside className="tes-side">
          {nodes ? (
            <PageTree nodes={nodes} activeId={active?.id ?? ''} actions={actions} />
          ) : (
            <div className="tes-side__wait" role="status" aria-label={say('Loading')} />
          )}
        </aside>
      )}
      {narrow && treeShown && !isEmpty && <button type="button" className="tes-shade" aria-label={say('Hide the pages')} onClick={() => setTreeShown(false)} />}
      {active && nodes ? (
        <PageWork
          key={active.id}
          calls={calls}
          pageId={active.id}
          name={active.name}
          path={active.path}
          locale={locale}
          addresses={addresses}
          running={running}
          env={env}
          renderPart={render}
          // What the pickers offer is told to the editor when it is mounted.
          templates={around && templates}
          sources={around?.sources ?? NONE}
          queries={around?.queries ?? NO_QUERIES}
          components={around?.components ?? NO_COMPONENTS}
          apis={around?.apis}
          languages={around?.languages ?? NO_LANGUAGES}
          language={language}
          onLanguage={setLanguage}
          pages={pages}
          onShare={mayShare ? () => void dispatchEvent?.('share', createObject(data, { pageId: active.id, pageName: active.name }), self) : undefined}
          treeShown={treeShown}
          narrow={narrow}
          onToggleTree={() => setTreeShown(!treeShown)}
          onSettings={() => setOpen({ what: 'settings', node: active })}
          onChanged={() => void refresh()}
          onGuard={onGuard}
        />
      ) : error && !nodes ? (
        <div className="tes-empty">
          <Icon name="alert" size={24} />
          <h3>{say('The pages could not be loaded')}</h3>
          <p>{error}</p>
          <button type="button" className="tes-button is-primary" onClick={() => void refresh()}>
            {say('Try again')}
          </button>
        </div>
      ) : isEmpty ? (
        <div className="tes-empty">
          <Icon name="plus" size={24} />
          <h3>{say('This app has no pages yet')}</h3>
          <p>
            {say('Make the first one, bring pages of an amis project along, or start from a small sample. Templates are whole apps that are ready to use.')}
          </p>
          <p className="tes-empty__actions">
            <button type="button" className="tes-button is-primary" onClick={() => actions.add('page', null)}>
              {say('Create a page')}
            </button>
            {starts.map(({ label, go }) => (
              <button key={label} type="button" className="tes-button" onClick={go}>
                {label}
              </button>
            ))}
            <button type="button" className="tes-button" onClick={actions.importFiles}>
              {say('Import amis files')}
            </button>
            <button type="button" className="tes-button" disabled={busy} onClick={() => void sample()}>
              {say('Use the sample')}
            </button>
            <a className="tes-button" href="/templates" data-go>
              {say('See the templates')}
            </a>
          </p>
        </div>
      ) : nodes ? (
        <div className="tes-empty">
          <h3>{pageId ? say('There is no such page') : say('Choose a page, or add one')}</h3>
          {pageId && <p>{say('It may have been deleted.')}</p>}
          <p className="tes-empty__actions">
            {!treeShown && (
              <button type="button" className="tes-button" onClick={() => setTreeShown(true)}>
                {say('Show the pages')}
              </button>
            )}
            <button type="button" className="tes-button is-primary" onClick={() => actions.add('page', null)}>
              {say('Create a page')}
            </button>
          </p>
        </div>
      ) : (
        <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />
      )}

      {open?.what === 'add' && (
        <NodeForm
          calls={calls}
          nodes={nodes ?? []}
          kind={open.kind}
          parentId={open.parentId}
          starts={open.kind === 'page' ? starts : []}
          onDone={id => void refresh().then(() => open.kind === 'page' && openPage(id))}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'settings' && (
        <NodeForm calls={calls} nodes={nodes ?? []} kind={open.node.kind} node={open.node} onDone={() => void refresh()} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'delete' && (
        <DeleteDialog
          node={open.node}
          onConfirm={async withChildren => {
            await calls.remove(open.node.id, withChildren)
            const gone = active && find([open.node], active.id)
            await refresh()
            // What was deleted cannot be saved any more.
            if (gone) {
              guard.current = null
              env.jumpTo(`${base}/design`)
            }
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'import' && <ImportDialog calls={calls} onDone={() => void refresh()} onClose={() => setOpen(null)} />}
      {leaving && (
        <Dialog title={say('Leave with unsaved changes?')} onClose={() => setLeaving(null)}>
          <div className="tes-dialog__body">
            <p>{say('They are kept as a draft of this page; others see them only when you save.')}</p>
          </div>
          <footer>
            <button type="button" className="tes-button" autoFocus onClick={() => setLeaving(null)}>
              {say('Stay')}
            </button>
            <button
              type="button"
              className="tes-button"
              onClick={() => {
                setLeaving(null)
                leaving.go()
              }}
            >
              {say('Leave, keep the draft')}
            </button>
            <button
              type="button"
              className="tes-button is-primary"
              onClick={async () => {
                setLeaving(null)
                if (await guard.current?.save()) leaving.go()
              }}
            >
              {say('Save and leave')}
            </button>
          </footer>
        </Dialog>
      )}
    </div>
  )
}

export default renderer('tessera-page-designer', PageDesigner)
