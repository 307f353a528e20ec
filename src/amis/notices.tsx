// amis' toasts and dialogs, mounted once beside the console, when the first one is needed.
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import ToastComponent, { toast } from 'amis-ui/lib/components/Toast'
import AlertComponent, { alert, confirm } from 'amis-ui/lib/components/Alert'

const root = createRoot(document.body.appendChild(document.createElement('div')))
flushSync(() =>
  root.render(
    <>
      <ToastComponent position="top-center" theme="cxd" closeButton />
      <AlertComponent theme="cxd" />
    </>,
  ),
)

export { alert, confirm, toast }
