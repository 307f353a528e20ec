// amis' toasts and dialogs, mounted once beside the console, when the first one is needed.
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { registerLocale } from 'amis-core'
import ToastComponent, { toast } from 'amis-ui/lib/components/Toast'
import AlertComponent, { alert, confirm as ask } from 'amis-ui/lib/components/Alert'
import { locale } from '../preferences.ts'

// The heading of a question that a page gives none.
registerLocale('en-US', { 'Alert.info': 'Please confirm' })
registerLocale('zh-CN', { 'Alert.info': '请确认' })

const root = createRoot(document.body.appendChild(document.createElement('div')))
/** They stand outside every screen, so nothing else tells them the language; below, where they cover neither titles nor menus. */
const draw = () =>
  flushSync(() =>
    root.render(
      <>
        <ToastComponent position="bottom-center" theme="cxd" locale={locale.get()} closeButton />
        <AlertComponent theme="cxd" locale={locale.get()} />
      </>,
    ),
  )
draw()
locale.subscribe(draw)

/** A question is drawn within this time; a page that is busier than that keeps the focus where it was. */
const DRAWN_MS = 1_000
const STEP_MS = 20
const QUESTION = 't-question'

/** Puts the focus on what says no, the first button of a question: the button that asked would ask again with the next Enter, behind the question. */
async function focusNo(asked: { isAnswered: boolean }) {
  for (const end = Date.now() + DRAWN_MS; Date.now() < end && !asked.isAnswered; await new Promise(done => setTimeout(done, STEP_MS))) {
    // A question that is going has only the other button left.
    const no = document.querySelector<HTMLElement>(`.${QUESTION} [class*="Modal-footer"] button:not(:last-child)`)
    if (no) return no.focus()
  }
}

/** Asks, and gives the focus back to where it was. */
async function confirm(message: string, title?: string, options: { className?: string; [option: string]: unknown } = {}): Promise<boolean> {
  const before = document.activeElement
  const asked = { isAnswered: false }
  const answer = ask(message, title as string, { ...options, className: `${options.className ?? ''} ${QUESTION}`.trim() } as never) as Promise<boolean>
  void focusNo(asked)
  const agreed = await answer
  asked.isAnswered = true
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  return agreed
}

export { alert, confirm, toast }
