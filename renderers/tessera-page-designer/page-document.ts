// One open page: what is saved, what is on the canvas, the draft between them, and what others do to it meanwhile.
// Plain state with listeners, so that its rules can be tried without a screen.
import { CallFailed, type Calls, type Draft, type Editor, type Page, type Schema } from './calls'
import { createQueue } from '../workplace/queue.ts'

export interface Foreign {
  version: number
  by: string
}
export interface DocumentState {
  phase: 'loading' | 'failed' | 'choosing' | 'ready'
  error: string
  page: Page | null
  /** What the editor shows. Replaced as a whole; `revision` counts the replacements that did not come from the editor. */
  schema: Schema
  revision: number
  /** The version that the work is based on. */
  version: number
  dirty: boolean
  saving: boolean
  draft: { state: 'none' | 'waiting' | 'saving' | 'kept' | 'failed' | 'blocked'; at: string }
  /** Whose draft stands in the way of keeping one of our own. */
  blockedBy: string
  /** A draft found while opening, until the person chooses. */
  found: Draft | null
  /** Somebody saved a newer version than the one that the work is based on. */
  foreign: Foreign | null
  editors: Editor[]
}

const START: DocumentState = {
  phase: 'loading',
  error: '',
  page: null,
  schema: {},
  revision: 0,
  version: 0,
  dirty: false,
  saving: false,
  draft: { state: 'none', at: '' },
  blockedBy: '',
  found: null,
  foreign: null,
  editors: [],
}

/** Ids that the editor hands out and defaults that it writes by itself are no change of the page. */
export function comparable(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'id' && typeof value === 'string' && value.startsWith('u:')) return undefined
    if (key === 'asideResizor' && value === false) return undefined
    if (key === 'pullRefresh' && (value as { disabled?: unknown } | null)?.disabled === true) return undefined
    return value
  })
}

export interface DocumentOptions {
  calls: Pick<Calls, 'get' | 'update' | 'saveDraft' | 'discardDraft' | 'presence' | 'restore' | 'version'>
  pageId: string
  tab: string
  /** Milliseconds of rest before a draft is kept. */
  rest?: number
  now?: () => Date
}

export function openDocument({ calls, pageId, tab, rest = 2000, now = () => new Date() }: DocumentOptions) {
  let state = START
  let closed = false
  let baseline = ''
  /** Until the person does something, what the editor emits is its own tidying. */
  let touched = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The person chose to take the place of somebody else's draft. */
  let force = false
  const listeners = new Set<() => void>()

  const set = (change: Partial<DocumentState>) => {
    if (closed) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  /** Saves and drafts go one after another: a draft must never arrive behind the save that made it needless. */
  const inTurn = createQueue()
  const show = (schema: Schema, { asSaved }: { asSaved: boolean }) => {
    clearTimeout(timer)
    touched = !asSaved
    if (asSaved) baseline = comparable(schema)
    set({ schema, revision: state.revision + 1, dirty: comparable(schema) !== baseline })
  }
  const takePage = (page: Page) => {
    const schema = page.schema ?? { type: 'page', body: [] }
    set({ page, version: page.version, editors: page.editors, foreign: null, error: '', draft: { state: 'none', at: '' } })
    show(schema, { asSaved: true })
  }

  async function load() {
    set({ phase: 'loading', error: '', found: null })
    try {
      const page = await calls.get(pageId)
      takePage(page)
      set(page.draft ? { phase: 'choosing', found: page.draft } : { phase: 'ready' })
    } catch (error) {
      set({ phase: 'failed', error: (error as Error).message })
    }
  }

  const isSaving = () => state.draft.state === 'saving'

  async function keepDraft() {
    clearTimeout(timer)
    await inTurn(async () => {
      if (closed || state.draft.state !== 'waiting') return
      const { schema, dirty } = state
      set({ draft: { ...state.draft, state: 'saving' } })
      try {
        // Undone back to what is saved: nothing is left to keep.
        if (!dirty) await calls.discardDraft(pageId)
        else await calls.saveDraft(pageId, { schema, baseVersion: state.version, ...(force && { force }) })
        // What was typed while the draft was on its way waits for its own turn.
        if (isSaving()) set({ blockedBy: '', draft: dirty ? { state: 'kept', at: now().toISOString() } : { state: 'none', at: '' } })
      } catch (error) {
        noticeConflict(error)
        const blocked = error instanceof CallFailed && error.code === 'page.draftByOther'
        if (blocked) set({ blockedBy: String(error.data.name ?? error.data.by ?? error.message) })
        if (isSaving()) set({ draft: { ...state.draft, state: blocked ? 'blocked' : 'failed' } })
      }
    })
  }
  function noticeConflict(error: unknown): boolean {
    if (!(error instanceof CallFailed) || error.code !== 'page.changedMeanwhile') return false
    set({ foreign: { version: Number(error.data.version ?? state.version + 1), by: String(error.data.updatedBy ?? '') } })
    return true
  }

  /** What the editor emits. */
  function change(schema: Schema) {
    const text = comparable(schema)
    if (!touched) {
      baseline = text
      return set({ schema, dirty: false })
    }
    if (text === comparable(state.schema)) return set({ schema })
    set({ schema, dirty: text !== baseline, draft: { ...state.draft, state: 'waiting' } })
    clearTimeout(timer)
    timer = setTimeout(() => void keepDraft(), rest)
  }

  async function write(baseVersion: number, note: string): Promise<'saved' | 'conflict' | 'failed'> {
    clearTimeout(timer)
    set({ saving: true, error: '' })
    return inTurn(async () => {
      const sent = state.schema
      try {
        const page = await calls.update(pageId, { schema: sent, baseVersion, ...(note && { note }) })
        baseline = comparable(sent)
        const dirty = comparable(state.schema) !== baseline
        set({
          page: state.page && { ...state.page, ...page, schema: sent },
          version: page.version,
          dirty,
          foreign: null,
          draft: dirty ? { state: 'waiting', at: '' } : { state: 'none', at: '' },
        })
        if (dirty) timer = setTimeout(() => void keepDraft(), rest)
        return 'saved' as const
      } catch (error) {
        if (noticeConflict(error)) return 'conflict' as const
        set({ error: (error as Error).message })
        return 'failed' as const
      } finally {
        set({ saving: false })
      }
    })
  }

  return {
    get state() {
      return state
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load,
    change,
    keepDraft,
    /** The person's hand is on the editor: from now on changes are changes. */
    touch() {
      touched = true
    },
    isTouched: () => touched,
    /** Puts a schema from the JSON view or the history on the canvas as an unsaved change. */
    put(schema: Schema) {
      touched = true
      const text = comparable(schema)
      if (text === comparable(state.schema)) return
      set({ revision: state.revision + 1 })
      change(schema)
    },
    continueDraft() {
      if (!state.found) return
      const { schema, at, mine, baseVersion } = state.found
      force = !mine
      const isOld = baseVersion < state.version
      set({
        phase: 'ready',
        found: null,
        draft: { state: 'kept', at },
        // A draft of an older version must not silently undo what was saved since.
        ...(isOld && { version: baseVersion, foreign: { version: state.version, by: state.page?.updatedBy ?? '' } }),
      })
      show(schema, { asSaved: false })
    },
    async dropDraft() {
      const { found } = state
      await inTurn(() => calls.discardDraft(pageId, found?.mine === false))
      set({ phase: 'ready', found: null, draft: { state: 'none', at: '' } })
    },
    /** Takes the place of somebody else's draft from now on. */
    async takeDraft() {
      force = true
      set({ draft: { ...state.draft, state: 'waiting' } })
      await keepDraft()
    },
    save: (note = '') => write(state.version, note),
    /** Saves over what somebody else saved; their version stays in the history. */
    overwrite: (note = '') => write(state.foreign?.version ?? state.version, note),
    /** Gives up own work for what is saved now. */
    async reload() {
      clearTimeout(timer)
      if (state.dirty || state.draft.state !== 'none') await inTurn(() => calls.discardDraft(pageId)).catch(() => {})
      await load()
    },
    async restore(version: number) {
      const page = await inTurn(() => calls.restore(pageId, version, state.version))
      await load()
      return page
    },
    async beat() {
      try {
        const { editors, version, updatedBy } = await calls.presence(pageId, tab)
        set({ editors })
        if (!state.saving && version > state.version) set({ foreign: { version, by: updatedBy } })
      } catch {
        // Presence is a courtesy: a missed beat says nothing that the person could act on.
      }
    },
    close() {
      clearTimeout(timer)
      const { schema, version, dirty, draft } = state
      closed = true
      listeners.clear()
      // Leaving within the rest: what was not kept yet is kept now.
      if (dirty && (draft.state === 'waiting' || draft.state === 'failed'))
        void inTurn(() => calls.saveDraft(pageId, { schema, baseVersion: version, ...(force && { force }) })).catch(() => {})
    },
  }
}
export type PageDocument = ReturnType<typeof openDocument>
