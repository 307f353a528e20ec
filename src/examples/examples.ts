// Answers from the contracts' own examples, for what is shown without asking the server. Loaded when somebody edits or previews.
import { findCall } from '../../api/client/validate.ts'
import { examples } from '../../api/generated/examples.ts'
import { t } from '../i18n.ts'
import { locale } from '../preferences.ts'
import type { AppInPlace } from '../screen-view.tsx'
import { contextFor } from './context.ts'

export interface AskedApi {
  url: string
  method?: string
}

/** The example of the call that an address means; an address without a call is refused in words that the screen shows. */
export function exampleAnswer({ url, method = 'get' }: AskedApi) {
  const own = new URL(url, location.href).origin === location.origin
  const id = own ? findCall(method.toUpperCase(), url) : undefined
  const envelope = id
    ? { status: 0, msg: '', data: structuredClone(examples[id]) }
    : { status: 404, msg: t('No call answers {address}', { address: `${method.toUpperCase()} ${url.slice(0, 120)}` }) }
  return { status: 200, headers: {}, data: envelope }
}

export const exampleApp = () => examples['app.get'] as AppInPlace

/** What a canvas needs to show a screen as if it were in use. */
export const exampleContext = (screenId: string) =>
  contextFor({ screenId, as: 'super', data: 'examples', companyKey: undefined, appUrlKey: undefined }, exampleApp(), locale.get())
