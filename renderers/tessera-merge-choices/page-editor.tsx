// A page put together of two in page design: what both propose at the side, own edits on the canvas. What comes of it is a decision of the merge; nothing
// of it is saved by itself.
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FormControlProps } from 'amis-core'
import { Question, type Conflict, type Names, type Side } from '../tessera-conflict-choices/conflict-choices.tsx'
import { createCalls, type Fetcher, type Page, type Surroundings } from '../tessera-page-designer/calls.ts'
import { CanvasTools, EditorCanvas, NarrowNotice, useEditing } from '../tessera-page-designer/editor-frame.tsx'
import { comparable, openDocument } from '../tessera-page-designer/page-document.ts'
import { useRunning, type AppEnv } from '../tessera-page-designer/running-context.ts'
import { walk } from '../tessera-page-designer/tree.ts'
import type { TemplateComponent } from '../tessera-schema-editor/template-plugin.ts'
import type { DesignPage } from '../tessera-schema-editor/place.ts'
import type { Say } from '../words.ts'
import { Confirm, Words } from '../workplace/ui.tsx'
import { useNarrow } from '../workplace/use-narrow.ts'
import '../workplace/workplace.css'
import '../tessera-page-designer/page-designer.css'
import { afterChoice, keyOf, together, type Choices, type Schema, type Sides } from './sides.ts'

interface Props {
  say: Say
  env: FormControlProps['env']
  locale: string
  renderPart: FormControlProps['render']
  companyKey: string
  pageId: string
  sides: Sides
  questions: readonly Conflict[]
  names: Names
  /** By the keys that the content of the page has for them. */
  choices: Choices
  /** The page as it was put together before. */
  edited: Schema | undefined
  onTake(schema: Schema, choices: Choices): void
  onClose(): void
}

const MODALS = '.cxd-Modal, .cxd-Drawer'
/** As high as the dialog that it was opened from: it is above that, being later, and below what the editor opens later still. */
const heightOfDialog = () => Math.max(0, ...Array.from(document.querySelectorAll(MODALS), one => Number(getComputedStyle(one).zIndex) || 0))

export function PageEditor(props: Props) {
  return createPortal(
    <Words.Provider value={props.say}>
      <Work {...props} />
    </Words.Provider>,
    document.body,
  )
}

/** What is on the canvas is a page that nobody saves from here: its calls answer from what is at hand. */
const pageOf = (id: string, name: string, schema: Schema): Page => ({
  id,
  parentId: null,
  kind: 'page',
  name,
  path: '',
  icon: '',
  link: '',
  visible: true,
  sort: 0,
  version: 1,
  hasDraft: false,
  updatedAt: '',
  updatedBy: '',
  schema,
  draft: null,
  editors: [],
})

function Work({ say, env, locale, renderPart, companyKey, pageId, sides, questions, names, choices: before, edited, onTake, onClose }: Props) {
  const narrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState(before)
  const [isLeaving, setLeaving] = useState(false)
  const [zIndex] = useState(heightOfDialog)
  const { appUrlKey, name } = sides
  const { request, appEnv } = env as unknown as { request: Fetcher; appEnv?: AppEnv }
  const calls = useMemo(() => createCalls(request, companyKey, appUrlKey), [request, companyKey, appUrlKey])
  const [around, setAround] = useState<Partial<Surroundings> & { templates: readonly TemplateComponent[]; pages: readonly DesignPage[] }>()
  useEffect(() => {
    void Promise.all([calls.surroundings().catch(() => ({})), calls.templates().catch(() => []), calls.list().catch(() => [])]).then(
      ([found, templates, nodes]) => {
        const pages: DesignPage[] = []
        walk(nodes, ({ kind, name: called, path }) => kind === 'page' && pages.push({ name: called, path }))
        setAround({ ...found, templates, pages })
      },
    )
  }, [calls])
  const running = useRunning(request, appEnv, [companyKey, appUrlKey], locale, around?.variables)
  const [start] = useState(() => edited ?? together(sides, before))
  const doc = useMemo(() => {
    const page = pageOf(pageId, name, start)
    return openDocument({
      pageId,
      tab: '',
      calls: {
        get: async () => page,
        update: async () => page,
        saveDraft: async () => ({}),
        discardDraft: async () => undefined,
        presence: async () => ({ editors: [], version: 1, updatedBy: '' }),
        restore: async () => page,
        version: async () => Promise.reject(new Error('A page that is put together has no versions')),
      },
    })
  }, [pageId, name, start])
  const take = async () => {
    // What an editor adds by itself is not an edit: the page of the choices is taken as it is.
    const [chosen, shown] = [together(sides, choices), doc.state.schema]
    onTake(comparable(shown) === comparable(chosen) ? chosen : shown, choices)
  }
  const editing = useEditing({ doc, env, narrow, save: take })
  const { state, isReady, asJson } = editing

  const leave = () => (state.dirty ? setLeaving(true) : onClose())
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    box.current?.focus()
    const below = document.querySelectorAll(MODALS).length
    const keys = (event: KeyboardEvent) => {
      // Of a window that the editor has opened since, or of a dialog of ours, Escape closes that; else it must not close the merge behind.
      if (event.key !== 'Escape' || document.querySelectorAll(MODALS).length > below || document.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', keys, true)
    return () => window.removeEventListener('keydown', keys, true)
  }, [])

  const choose = (key: string, side: Side) => {
    const now = { ...choices, [key]: side }
    setChoices(now)
    doc.put(afterChoice(sides, state.schema, choices, now))
  }
  const own = keyOf(pageId, '')
  return (
    <div
      ref={box}
      className="tes-designer tes-merge-editor"
      style={{ zIndex }}
      data-own-escape
      role="dialog"
      aria-modal="true"
      aria-label={say('Put together: {name}', { name })}
      tabIndex={-1}
    >
      <aside className="tes-merge-editor__side tes-conflicts">
        <h3>{say('What both propose')}</h3>
        <p>{say('Take over a side part by part, and change the page as you like. Nothing is written before the merge.')}</p>
        {questions.map((one, index) => {
          const key = one.key.slice(own.length)
          return (
            <Question
              key={one.key}
              say={say}
              conflict={one}
              name={`merge-editor-${index}`}
              names={names}
              side={choices[key]}
              disabled={!isReady || asJson}
              onChoose={side => choose(key, side)}
            />
          )
        })}
      </aside>
      <section className="tes-work" aria-label={name}>
        <div className="tes-bar" role="toolbar" aria-label={say('Page tools')}>
          <h2 className="tes-bar__name">{say('Put together: {name}', { name })}</h2>
          <span className="tes-bar__space" />
          <CanvasTools editing={editing} />
          <i className="tes-bar__line" />
          <button type="button" className="tes-button" onClick={leave}>
            {say('Cancel')}
          </button>
          <button type="button" className="tes-button is-primary" disabled={!isReady || asJson} onClick={() => void take()}>
            {say('Take this page')}
          </button>
        </div>
        <div className="tes-notices" aria-live="polite">
          <NarrowNotice editing={editing} />
        </div>
        <div className="tes-canvas">
          <EditorCanvas
            editing={editing}
            locale={locale}
            renderPart={renderPart}
            check={calls.check}
            more={
              around && {
                templates: around.templates,
                ...running,
                sources: around.sources ?? [],
                queries: around.queries ?? [],
                components: around.components ?? [],
                apis: around.apis,
                pages: around.pages,
              }
            }
          />
        </div>
      </section>
      {isLeaving && (
        <Confirm title={say('Leave without this page?')} action={say('Drop the changes')} danger onConfirm={onClose} onClose={() => setLeaving(false)}>
          <p>{say('What you changed here is lost. What you chose before stays.')}</p>
        </Confirm>
      )}
    </div>
  )
}
