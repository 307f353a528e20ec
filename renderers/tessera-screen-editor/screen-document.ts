// One screen at work: what is published, what the person makes of it, its draft, and what others do meanwhile.
// The work is a text. The design view puts JSON into it and the JSON view letters, so that one row of steps undoes both.
import { CallFailed, type Calls, type Editor, type Finding, type Opened, type Schema, type Staged } from './calls.ts'
import { positionOf, readJson, type Position } from '../workplace/json-places.ts'
import type { LocalCopies } from './local-copy.ts'
import { createSteps } from './steps.ts'
import { createQueue } from '../workplace/queue.ts'

export interface Newer {
  version: number
  by: string
  at: string
}
export interface DocumentState {
  phase: 'loading' | 'failed' | 'ready'
  error: string
  opened: Opened | null
  /** What the work is held against: the version that only some people get where there is one, else what is published. */
  baseline: Schema
  text: string
  /** The text as JSON; the last one that could be read while the text cannot. */
  schema: Schema
  /** Counts changes that did not come from the design view: it takes the schema over again. */
  revision: number
  /** Why the text is no screen at the moment, and where. */
  mistake: { kind: 'syntax' | 'shape'; at: Position } | null
  /** The version that the work is based on. */
  base: number
  dirty: boolean
  draft: { state: 'none' | 'waiting' | 'saving' | 'kept' | 'offline' | 'failed'; at: string; error: string }
  /** Work of an earlier visit that only this browser had. */
  broughtBack: string
  findings: Finding[]
  /** False while what is shown belongs to an older text. */
  checked: boolean
  newer: Newer | null
  /** Who has drafts, and who has the screen open right now. */
  others: { name: string; at: string }[]
  editors: Editor[]
  staged: Staged | null
  canUndo: boolean
  canRedo: boolean
}

const START: DocumentState = {
  phase: 'loading',
  error: '',
  opened: null,
  baseline: {},
  text: '{}',
  schema: {},
  revision: 0,
  mistake: null,
  base: 0,
  dirty: false,
  draft: { state: 'none', at: '', error: '' },
  broughtBack: '',
  findings: [],
  checked: false,
  newer: null,
  others: [],
  editors: [],
  staged: null,
  canUndo: false,
  canRedo: false,
}

/** Letters and moves within this time are one step. */
const ONE_STEP_MS = 500
const LOCAL_MS = 300

export const textOf = (schema: Schema) => JSON.stringify(schema, null, 2)
/** Same content, however it is written. */
const same = (a: Schema, b: Schema) => JSON.stringify(a) === JSON.stringify(b)

function readSchema(text: string): { schema: Schema } | { mistake: NonNullable<DocumentState['mistake']> } {
  const { value, mistake } = readJson(text)
  if (mistake) return { mistake: { kind: 'syntax', at: positionOf(text, mistake.offset) } }
  if (!value || typeof value !== 'object' || Array.isArray(value)) return { mistake: { kind: 'shape', at: { line: 1, column: 1 } } }
  return { schema: value as Schema }
}

export interface DocumentOptions {
  calls: Pick<Calls, 'open' | 'saveDraft' | 'discardDraft' | 'check' | 'publish' | 'release' | 'withdraw' | 'contentAt' | 'newest' | 'presence'>
  copies: LocalCopies
  /** Milliseconds of rest before a draft is kept, and before a change is checked. */
  rest?: number
  checkRest?: number
  now?: () => Date
}

export function openDocument({ calls, copies, rest = 1500, checkRest = 400, now = () => new Date() }: DocumentOptions) {
  let state = START
  let closed = false
  const steps = createSteps('{}')
  let lastChange = { at: 0, from: '' }
  let draftTimer: ReturnType<typeof setTimeout> | undefined
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  let localTimer: ReturnType<typeof setTimeout> | undefined
  let checking = 0
  const listeners = new Set<() => void>()

  const set = (change: Partial<DocumentState>) => {
    if (closed) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  /** Drafts and publishing go one after another: a draft must never arrive behind the version that made it needless. */
  const inTurn = createQueue()

  /** Whether nothing is lost with this page: a browser may keep nothing. */
  const keepLocally = () => {
    clearTimeout(localTimer)
    return !state.dirty || copies.write({ text: state.text, baseVersion: state.base, at: now().toISOString() })
  }

  async function check() {
    clearTimeout(checkTimer)
    const mine = ++checking
    const { schema } = state
    try {
      const findings = await calls.check(schema)
      if (mine === checking) set({ findings, checked: true })
    } catch {
      // Checked again at the next change, and by the server when it is published.
      if (mine === checking) set({ checked: false })
    }
  }
  const checkSoon = () => {
    clearTimeout(checkTimer)
    checking++
    set({ checked: false })
    checkTimer = setTimeout(() => void check(), checkRest)
  }

  /** Takes the text of the steps over into everything that is made from it. */
  function settle(from: 'design' | 'json' | 'other') {
    const { text } = steps
    const read = readSchema(text)
    const schema = 'schema' in read ? read.schema : state.schema
    const dirty = 'mistake' in read || !same(schema, state.baseline)
    set({
      text,
      schema,
      mistake: 'mistake' in read ? read.mistake : null,
      revision: from === 'design' ? state.revision : state.revision + 1,
      dirty,
      broughtBack: '',
      canUndo: steps.canUndo,
      canRedo: steps.canRedo,
      draft: { ...state.draft, state: 'waiting' },
    })
    clearTimeout(localTimer)
    localTimer = setTimeout(keepLocally, LOCAL_MS)
    clearTimeout(draftTimer)
    draftTimer = setTimeout(() => void keepDraft(), rest)
    if (!state.mistake) checkSoon()
  }

  function change(text: string, from: 'design' | 'json' | 'other') {
    const time = now().getTime()
    const join = from !== 'other' && lastChange.from === from && time - lastChange.at < ONE_STEP_MS
    lastChange = { at: time, from }
    steps.go(text, { join })
    settle(from)
  }

  async function keepDraft(): Promise<void> {
    clearTimeout(draftTimer)
    await inTurn(async () => {
      // What cannot be read is no draft; this browser keeps the text until it can.
      if (closed || state.draft.state === 'none' || state.draft.state === 'kept' || state.mistake) return
      const { schema, dirty, base } = state
      set({ draft: { ...state.draft, state: 'saving', error: '' } })
      try {
        const at = dirty ? (await calls.saveDraft({ schema, baseVersion: base })).at : (await calls.discardDraft(), '')
        // What was changed while the draft was on its way waits for its own turn.
        if (state.draft.state !== 'saving') return
        copies.remove()
        set({ draft: { state: dirty ? 'kept' : 'none', at, error: '' } })
      } catch (error) {
        if (state.draft.state !== 'saving') return
        const offline = error instanceof CallFailed && error.isOffline
        const isKept = keepLocally()
        set({ draft: { ...state.draft, state: offline && isKept ? 'offline' : 'failed', error: (error as Error).message } })
        if (offline) draftTimer = setTimeout(() => void keepDraft(), Math.max(rest, 5000))
      }
    })
  }

  async function noticeNewer(version: number, by?: string) {
    if (version <= state.base) return set({ newer: null })
    if (state.newer?.version === version) return
    if (by) return set({ newer: { version, by, at: '' } })
    const last = await calls.newest().catch(() => undefined)
    set({ newer: { version, by: last?.createdBy ?? '', at: last?.createdAt ?? '' } })
  }
  async function open(): Promise<Opened> {
    const opened = await calls.open()
    const { staged } = opened
    const isKnown = staged && state.staged?.version === staged.version
    const baseline = staged ? (isKnown ? state.baseline : await calls.contentAt(staged.version)) : opened.schema
    set({ opened, baseline, others: opened.others, staged: staged ?? null })
    return opened
  }

  async function load() {
    set({ phase: 'loading', error: '' })
    try {
      const opened = await open()
      const local = copies.read()
      const { draft } = opened
      const isNewest = local && (!draft || local.at > draft.at)
      const text = isNewest ? local.text : textOf(draft?.schema ?? state.baseline)
      const base = (isNewest ? local.baseVersion : draft?.baseVersion) ?? opened.version
      steps.start(text)
      const read = readSchema(text)
      const schema = 'schema' in read ? read.schema : state.baseline
      const dirty = 'mistake' in read || !same(schema, state.baseline)
      set({
        phase: 'ready',
        text,
        schema,
        mistake: 'mistake' in read ? read.mistake : null,
        base: dirty ? base : opened.version,
        dirty,
        revision: state.revision + 1,
        broughtBack: isNewest && dirty ? local.at : '',
        canUndo: false,
        canRedo: false,
        draft: isNewest && dirty ? { state: 'waiting', at: '', error: '' } : { state: draft && dirty ? 'kept' : 'none', at: draft?.at ?? '', error: '' },
      })
      if (isNewest && dirty) void keepDraft()
      else copies.remove()
      void check()
      await noticeNewer(opened.version)
    } catch (error) {
      set({ phase: 'failed', error: (error as Error).message })
    }
  }

  /** After something was published: the same work, on the new version. */
  async function reopen() {
    const opened = await open().catch(() => undefined)
    set({ base: opened?.version ?? state.base, newer: null, ...(!opened && { baseline: state.schema }) })
    const dirty = !!state.mistake || !same(state.schema, state.baseline)
    set({ dirty })
    if (dirty) draftTimer = setTimeout(() => void keepDraft(), rest)
    else {
      clearTimeout(draftTimer)
      clearTimeout(localTimer)
      copies.remove()
      set({ draft: { state: 'none', at: '', error: '' } })
    }
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
    keepDraft,
    check,
    /** What the design view made of the screen. */
    design(schema: Schema) {
      if (!same(schema, state.schema)) change(textOf(schema), 'design')
    },
    /** What the person typed in the JSON view. */
    type(text: string) {
      if (text !== state.text) change(text, 'json')
    },
    /** Puts a whole screen in place of the work, as one step that can be undone. */
    put(schema: Schema, base = state.base) {
      set({ base })
      change(textOf(schema), 'other')
    },
    undo() {
      if (steps.undo()) settle('other')
      lastChange = { at: 0, from: '' }
    },
    redo() {
      if (steps.redo()) settle('other')
      lastChange = { at: 0, from: '' }
    },
    /** The published screen in place of the work. Undo brings the work back, as long as the page is open. */
    async discard() {
      clearTimeout(draftTimer)
      await inTurn(() => calls.discardDraft())
      copies.remove()
      set({ base: state.opened?.version ?? state.base, newer: null })
      change(textOf(state.baseline), 'other')
      clearTimeout(draftTimer)
      set({ draft: { state: 'none', at: '', error: '' } })
    },
    /** Throws CallFailed: `screen.changedMeanwhile` with the newer version noticed, `screen.refused` with its findings taken over. */
    async publish({ note = '', people, over }: { note?: string; people?: string[] | undefined; over?: number | undefined } = {}) {
      clearTimeout(draftTimer)
      const { schema, base } = state
      return inTurn(async () => {
        try {
          const { version } = await calls.publish({ schema, baseVersion: over ?? base, ...(note && { note }), ...(people?.length && { people }) })
          set({ base: version })
          await reopen()
          return version
        } catch (error) {
          if (error instanceof CallFailed && error.code === 'screen.changedMeanwhile') {
            const { version, updatedBy, updatedAt } = error.data
            set({ newer: { version: Number(version), by: String(updatedBy ?? ''), at: String(updatedAt ?? '') } })
          }
          if (error instanceof CallFailed && Array.isArray(error.data.findings)) set({ findings: error.data.findings as Finding[], checked: true })
          if (state.dirty) draftTimer = setTimeout(() => void keepDraft(), rest)
          throw error
        }
      })
    },
    /** Their version and the one that both began with, for looking at and for merging. */
    async compareNewer() {
      const opened = await open()
      const theirs = await calls.contentAt(opened.version)
      const start = await calls.contentAt(state.base)
      return { start, theirs, version: opened.version }
    },
    async takeTheirs() {
      const opened = await open()
      set({ base: opened.version, newer: null })
      change(textOf(state.baseline), 'other')
    },
    /** Goes on from a newer version, with the changes of both in it. */
    merged(schema: Schema, version: number) {
      set({ base: version, newer: null })
      change(textOf(schema), 'other')
    },
    async showToAll() {
      await inTurn(() => calls.release())
      await reopen()
    },
    async withdraw() {
      await inTurn(() => calls.withdraw())
      await reopen()
    },
    /** Says that one is at it, and looks who else is and whether something newer was published. */
    async beat(tab: string) {
      try {
        const { editors, version, updatedBy } = await calls.presence(tab)
        set({ editors })
        if (version > state.base && state.newer?.version !== version) {
          await noticeNewer(version, updatedBy)
          await open()
        }
      } catch {
        // A missed beat says nothing that the person could act on.
      }
    },
    /** The page goes away, or out of sight: what only this browser has is written down at once. */
    hide() {
      if (state.draft.state === 'none' || state.draft.state === 'kept') return
      keepLocally()
      void keepDraft()
    },
    close() {
      clearTimeout(draftTimer)
      clearTimeout(checkTimer)
      clearTimeout(localTimer)
      const { schema, base, dirty, mistake, draft } = state
      const isOpen = draft.state === 'waiting' || draft.state === 'offline' || draft.state === 'failed'
      if (dirty && isOpen) keepLocally()
      closed = true
      listeners.clear()
      if (dirty && isOpen && !mistake)
        void inTurn(() => calls.saveDraft({ schema, baseVersion: base }))
          .then(() => copies.remove())
          .catch(() => {})
    },
  }
}
export type ScreenDocument = ReturnType<typeof openDocument>
