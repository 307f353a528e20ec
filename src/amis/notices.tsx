// amis' toasts and dialogs, mounted once beside the console, when the first one is needed.
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { registerLocale } from 'amis-core'
import ToastComponent, { toast } from 'amis-ui/lib/components/Toast'
import AlertComponent, { alert, confirm } from 'amis-ui/lib/components/Alert'
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

export { alert, confirm, toast }
