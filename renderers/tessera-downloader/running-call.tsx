// A long call as people see it: what it is at and how much of that is done, a way to give it up, and how it ended.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sayer, type Say } from '../words.ts'
import './running-call.css'

interface Told {
  /** `send` and `load` are the browser's own part, the others are the server's (services/foundation/progress.ts). */
  step: string
  done: number
  total: number
}
export type Running =
  | { is: 'idle' }
  | { is: 'running'; told: Told; isGivenUp: boolean }
  | { is: 'done'; what: string }
  | { is: 'failed'; why: string }
  | { is: 'cancelled' }

/** What amis takes beside an api, for one call. */
export interface Following {
  headers: Record<string, string>
  onUploadProgress(event: { loaded: number; total?: number }): void
  onDownloadProgress(event: { loaded: number; total?: number }): void
  cancelExecutor(cancel: () => void): void
}
export interface Ended {
  status: number
  msg?: string | undefined
  errors?: Record<string, string> | undefined
}
interface FormAround {
  validate(hooks?: undefined, isForced?: boolean): Promise<boolean>
  setFormItemErrors?(errors: Record<string, string>): void
  setRestError?(sentences: string[]): void
}
/** What a button in a form is given of it. */
export interface InForm {
  formStore?: FormAround
  /** What was typed a moment ago becomes a value of the form. */
  onFlushForm?(): Promise<unknown>
}
interface Env {
  request(api: object): Promise<{ data?: { data?: Told } }>
}

const ASK_MS = 700
/** The bar of what is downloaded moves when it has more than this to show. */
const STEP = 10
const CANCELLED = 409

const MEGABYTES: Record<string, string> = {
  send: 'Sending the file: {done} of {total} MB',
  check: 'Checking the package: {done} of {total} MB',
  packEngine: 'Packing the engine: {done} of {total} MB',
  seal: 'Encrypting: {done} of {total} MB',
}
const COUNTS: Record<string, string> = {
  compare: 'Comparing pages: {done} of {total}',
  pack: 'Packing: {done} of {total} parts',
  readPages: 'Reading pages: {done} of {total}',
  readRows: 'Reading rows: {done} of {total}',
  writePages: 'Writing pages: {done} of {total}',
  writeRows: 'Writing rows: {done} of {total}',
}
const KIB_IN_MB = 1024

/** Whether it is known how much there is in all. */
const percentOf = ({ done, total }: Told) => (total > 0 ? Math.min(100, Math.max(0, Math.round((done / total) * 100))) : 0)

function wordsFor(told: Told, say: Say, english: string): string {
  const { step, total } = told
  const done = Math.min(told.done, total)
  const [inMegabytes, inParts] = [MEGABYTES[step], COUNTS[step]]
  if (step === 'load' && total) return `${percentOf(told)} %`
  if (!total) return say(step === 'pack' ? 'Packing…' : english)
  const megabytes = (kib: number) => (kib / KIB_IN_MB).toFixed(1)
  if (inMegabytes) return say(inMegabytes, { done: megabytes(done), total: megabytes(total) })
  if (inParts) return say(inParts, { done: done.toLocaleString('en-US'), total: total.toLocaleString('en-US') })
  return say(english)
}

export function useRunningCall(env: unknown) {
  const [state, setState] = useState<Running>({ is: 'idle' })
  const giveUp = useRef<() => void>(() => {})
  const isShown = useRef(true)
  /** Known at once, so that pressing twice does it once. */
  const isBusy = useRef(false)
  useEffect(() => {
    isShown.current = true
    // What nobody sees the end of comes to nothing, as when it is cancelled.
    return () => {
      isShown.current = false
      giveUp.current()
    }
  }, [])

  /** Makes a call and follows it, if the form around it is right; `what` names what was asked for, so that the same is not asked for again. */
  async function run(what: () => string, { formStore: form, onFlushForm }: InForm, call: (following: Following) => Promise<Ended>): Promise<Ended | undefined> {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      await onFlushForm?.()
      if (form && !(await form.validate(undefined, true))) return undefined
      // Until the button was drawn with these values.
      await new Promise(done => setTimeout(done))
      const ended = await follow(what(), call)
      if (ended.status !== 0) {
        form?.setFormItemErrors?.({ ...ended.errors })
        // What has no field stands beside the button; amis says it at the foot of the form as well.
        form?.setRestError?.([])
      }
      return ended
    } finally {
      isBusy.current = false
    }
  }

  async function follow(what: string, call: (following: Following) => Promise<Ended>): Promise<Ended> {
    const { request } = env as Env
    const id = crypto.randomUUID()
    let isOver = false
    let isGivenUp = false
    let abort = () => {}
    let told: Told = { step: '', done: 0, total: 0 }
    const show = (next: Told) => {
      told = next
      if (!isOver && isShown.current) setState({ is: 'running', told: next, isGivenUp })
    }
    show(told)
    const ask = setInterval(() => {
      if (told.step === 'send' && told.done < told.total) return
      if (told.step === 'load' || !isShown.current) return
      request({ method: 'get', url: `/api/progress/${id}` }).then(
        ({ data }) => data?.data?.step && told.step !== 'load' && show(data.data),
        () => {},
      )
    }, ASK_MS)
    giveUp.current = () => {
      if (isOver || isGivenUp) return
      isGivenUp = true
      // What is still on its way has not begun, or is made already: it ends here. The server answers for what it is doing.
      if (told.step === 'load' || (told.step === 'send' && told.done < told.total)) abort()
      void request({ method: 'post', url: `/api/progress/${id}/cancel`, data: {} }).catch(() => {})
      show(told)
    }
    const ended = await call({
      headers: { 'X-Tessera-Progress': id },
      onUploadProgress: ({ loaded, total = 0 }) => show({ step: 'send', done: loaded / 1024, total: total / 1024 }),
      onDownloadProgress: ({ loaded, total = 0 }) => {
        const next = { step: 'load', done: loaded, total }
        if (told.step !== 'load' ? loaded > 0 && total > 0 : percentOf(next) - percentOf(told) > STEP) show(told.step === 'load' ? next : startOf(next))
      },
      cancelExecutor: cancel => (abort = cancel),
    }).catch((error: Error): Ended => ({ status: isGivenUp ? CANCELLED : 503, msg: error.message }))
    isOver = true
    clearInterval(ask)
    if (!isShown.current) return ended
    if (ended.status === 0) setState({ is: 'done', what })
    else if (isGivenUp && ended.status === CANCELLED) setState({ is: 'cancelled' })
    else setState({ is: 'failed', why: Object.values(ended.errors ?? {})[0] || ended.msg || '' })
    return ended
  }
  return { state, setState, run, giveUp: () => giveUp.current() }
}

/** Beginning to download shows as nothing yet, unless there is more than a step to show. */
const startOf = (told: Told): Told => (percentOf(told) > STEP ? told : { ...told, done: 0 })

interface Shown {
  className: string
  /** The button. */
  children: ReactNode
  state: Running
  giveUp(): void
  env: unknown
  label: string
  /** In English: what is said until more is known, at its end, and where it failed for no reason that was told. */
  words: { begun: string; done: string; failed: string }
}

/** The button that begins it, and beside it how it goes. */
export function RunningCall({ className, children, ...shown }: Shown) {
  return (
    <div className={`tes-running ${className}`}>
      {children}
      <HowItGoes {...shown} />
    </div>
  )
}

function HowItGoes({ state, giveUp, env, label, words }: Omit<Shown, 'className' | 'children'>) {
  const say = sayer(env)
  if (state.is === 'running') {
    const { told, isGivenUp } = state
    const percent = percentOf(told)
    const text = isGivenUp ? say('Cancelling…') : wordsFor(told, say, words.begun)
    return (
      <>
        <div
          className={`tes-running__bar${told.total ? '' : ' is-open'}`}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text}
        >
          <div style={{ width: `${percent}%` }} />
        </div>
        <span className="tes-running__told">{text}</span>
        <button type="button" className="tes-running__cancel" disabled={isGivenUp} onClick={giveUp}>
          {say('Cancel')}
        </button>
      </>
    )
  }
  if (state.is === 'done')
    return (
      <span className="tes-running__told is-done" role="status">
        <span aria-hidden="true">✓</span> {say(words.done)}
      </span>
    )
  if (state.is === 'cancelled')
    return (
      <span className="tes-running__told" role="status">
        {say('Cancelled. Nothing was changed')}
      </span>
    )
  if (state.is === 'failed')
    return (
      <span className="tes-running__told is-failed" role="alert">
        <span aria-hidden="true">✕</span> {state.why || say(words.failed)}
      </span>
    )
  return null
}
