// Closes the ways past env.filterHtml, and the expressions that read the browser instead of the data around them.
import type { Component } from 'react'
import { findDOMNode } from 'react-dom'
import { addApiRequestAdaptor, ErrorBoundary } from 'amis-core'
import { AsyncEvaluator, Evaluator } from 'amis-formula'
import { Html } from 'amis-ui/lib/components/Html'
import './custom.tsx'
import { screenFailed } from '../live/watch.ts'
import { isScriptUrl, sanitize } from './sanitize.ts'

// Remarks, tooltips and a few others show HTML without asking env: what they fall back to is the sanitiser.
const element = Html as unknown as { defaultProps: Record<string, unknown> }
element.defaultProps = { ...element.defaultProps, filterHtml: sanitize }

// ${window:…}, ${cookie:…}, ${ls:…} and ${ss:…} are nothing here: a screen works on its data, not on the reader's browser.
for (const kind of [Evaluator, AsyncEvaluator]) Object.assign(kind.prototype, { nsVariable: () => undefined })

// jsonp: and js: addresses are script by design; the policy lets scripts of this server load, so they are asked for as data.
addApiRequestAdaptor(async api => (/^(jsonp|js)$/i.test(api.method ?? '') ? { ...api, method: 'get' } : api))

// amis hands addresses of links and images to the page as they are.
document.addEventListener(
  'click',
  event => {
    const link = (event.target as Element | null)?.closest?.('a[href]')
    if (link && isScriptUrl(link.getAttribute('href') ?? '')) event.preventDefault()
  },
  true,
)

// Values shown as text have a boundary of their own in amis, which swallows what goes wrong in them. In the page editor that is no fault of the screen.
const boundary = ErrorBoundary.prototype as unknown as { componentDidCatch(error: unknown, info: unknown): void }
const swallow = boundary.componentDidCatch
boundary.componentDidCatch = function (this: Component, error, info) {
  swallow.call(this, error, info)
  // The component is amis' own and has no ref of ours.
  // oxlint-disable-next-line react/no-find-dom-node
  const place = findDOMNode(this) as Element | null
  if (!place?.closest('[class*="ae-"]')) screenFailed(error)
}
