// A cell that is open: the control of its field, saved by Enter, Tab or a choice, left by Escape. What the server refuses is said in its place.
import { useContext, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { normalizeApi, ScopedContext, type RendererProps } from 'amis-core'
import { isPlainJson } from '../../../api/models/formats.ts'
import { sayer } from '../../words.ts'
import { controlOf, type DataField } from '../controls.ts'
import { sent, shown, type Values } from '../values.ts'
import type { GridAbout, Row } from './about.ts'

const NAME = 'rows-cell'
/** Types whose value is complete with one choice. */
const CHOSEN: ReadonlySet<string> = new Set(['boolean', 'date', 'enum', 'user', 'department', 'relationOne'])
/** Several lines, in which Enter begins another. */
const hasLines = (field: DataField) => field.type === 'longText' || isPlainJson(field)
/** What is typed or chosen in; a select is one without an input. */
const INPUT = 'input:not([type=hidden], [type=submit]), textarea, [class*="Select"][tabindex], [class*="ResultBox"][tabindex]'
/** Where controls open what one chooses from, outside of the cell. */
const BESIDE = '[class*="PopOver"], [class*="DropDown"], [class*="Modal"], [class*="Drawer"], [class*="-popover"], [class*="-menu"]'

export interface Saved {
  changeId: string
}
interface Props extends Pick<RendererProps, 'env' | 'render'> {
  about: GridAbout
  field: DataField
  row: Row
  /** `move`: to which cell it goes on, among those that can be opened. */
  close(move: -1 | 0 | 1, saved?: Saved): void
}

export function CellEditor({ about, field, row, close, env, render }: Props) {
  const say = sayer(env)
  const { base, managed } = about
  const box = useRef<HTMLDivElement>(null)
  const scope = useContext(ScopedContext) as { getComponentByName(name: string): { doAction?(action: object, data: object): unknown } | undefined }
  const [problem, setProblem] = useState('')
  /** Where to go when it is saved; nothing while only a choice was made. */
  const going = useRef<-1 | 0 | 1>()
  const isBusy = useRef(false)
  const [before] = useState(() => shown([field], row))

  function submit(move: -1 | 0 | 1) {
    going.current = move
    void scope.getComponentByName(NAME)?.doAction?.({ actionType: 'submit' }, {})
  }

  /** Answers whether the value is saved. */
  async function save(values: Values): Promise<boolean> {
    const move = going.current
    going.current = undefined
    if (isBusy.current) return false
    const next = sent([field], values)
    if (JSON.stringify(next) === JSON.stringify(sent([field], before))) {
      if (move !== undefined) close(move)
      return false
    }
    isBusy.current = true
    setProblem('')
    const version = managed && typeof row.version === 'number' ? { version: row.version } : {}
    const answer = (await env
      .fetcher(normalizeApi({ method: 'put', url: base }), { ids: [row.id], values: next, ...version }, { silent: true })
      .catch((error: Error) => ({ ok: false, msg: error.message }))) as { ok: boolean; msg?: string; errors?: Record<string, string>; data?: Saved }
    isBusy.current = false
    if (answer.ok) {
      close(move ?? 0, answer.data)
      return true
    }
    setProblem(Object.values(answer.errors ?? {})[0] || answer.msg || say('The server cannot be reached. Check the connection and try again'))
    return false
  }

  // The control may be loaded first.
  useEffect(() => {
    const around = box.current
    if (!around) return
    const begin = () => {
      const input = around.querySelector<HTMLElement>(INPUT)
      if (!input) return false
      input.setAttribute('aria-label', field.name)
      input.focus()
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
      // What has one list of choices shows them at once.
      if (CHOSEN.has(field.type)) input.click()
      return true
    }
    if (begin()) return
    const observer = new MutationObserver(() => begin() && observer.disconnect())
    observer.observe(around, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [field])

  // A click elsewhere keeps what was typed, as going on with Tab does.
  const leave = useRef(submit)
  leave.current = submit
  useEffect(() => {
    const outside = ({ target }: MouseEvent) => {
      if (target instanceof Element && !box.current?.contains(target) && !target.closest(BESIDE)) leave.current(0)
    }
    document.addEventListener('mousedown', outside, true)
    return () => document.removeEventListener('mousedown', outside, true)
  }, [])

  function keys(event: KeyboardEvent<HTMLDivElement>) {
    // What a control opened beside the cell has keys of its own.
    if (!box.current?.contains(event.target as Node)) return
    const saves = event.key === 'Enter' && (!hasLines(field) || event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
    if (!saves && event.key !== 'Escape' && event.key !== 'Tab') return event.stopPropagation()
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close(0)
    else submit(event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : 0)
  }

  const [form] = useState(() => {
    const { description: _, ...control } = controlOf(field, base, say)
    return {
      type: 'form',
      name: NAME,
      mode: 'normal',
      wrapWithPanel: false,
      canAccessSuperData: false,
      submitText: '',
      messages: { validateFailed: '', saveSuccess: '' },
      submitOnChange: CHOSEN.has(field.type) || field.format === 'rating',
      data: before,
      // What a control opens is not to be cut off by the table.
      body: [{ ...control, ...(field.format === 'location' && { isShort: true }), label: false, popOverContainerSelector: 'body' }],
    }
  })
  return (
    <div className="tes-grid__editor" ref={box} onKeyDown={keys} onDoubleClick={event => event.stopPropagation()} role="presentation">
      {render('cell', form, { key: 'cell', onSubmit: save })}
      {problem && (
        <p className="tes-grid__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
